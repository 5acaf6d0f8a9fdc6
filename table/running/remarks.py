"""What the host is told besides the game: errors at the table, and remarks about its surroundings."""

from collections.abc import Collection, Mapping
from typing import Any

from table.running.messages import COMPUTER, Handlers, Remark
from table.saying import many, say


class HostRemarks:
    """Errors last until another game begins, remarks until they are taken back."""

    def __init__(self) -> None:
        self._failed = 0
        self._errors: dict[str, str] = {}
        self._remarks: dict[str, str] = {}

    @property
    def handlers(self) -> Handlers:
        return {Remark: self._remark}

    def _remark(self, remark: Remark) -> bool:
        if remark.said == self._remarks.get(remark.of):
            return False
        if remark.said is None:
            del self._remarks[remark.of]
        else:
            self._remarks[remark.of] = remark.said
        return True

    def note_failure(self) -> None:
        """Note that a message could not be handled."""
        self._failed += 1
        self._errors["message"] = many(
            "Something went wrong at the table. Its log says what.",
            "Something went wrong at the table ({count} times so far). Its log says what.",
            self._failed,
        )

    def note_set_aside(self, game_id: int) -> None:
        """Note that a game cannot go on."""
        self._errors["game"] = say(
            "Game {game_id} cannot go on. It is set aside and saved. Begin another one.", game_id=game_id
        )

    def forget_errors(self) -> None:
        """Drop the errors, for another game begins."""
        self._errors.clear()

    def shown(self, of_game: Collection[str]) -> Mapping[str, Any]:
        """Return `errors`, with the errors of the game, and what is to be done about the `computer`."""
        others = [said for of, said in self._remarks.items() if of != COMPUTER]
        return {"errors": [*self._errors.values(), *others, *of_game], COMPUTER: self._remarks.get(COMPUTER)}
