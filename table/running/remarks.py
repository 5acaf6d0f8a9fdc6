"""What the host sees in addition to the game: errors of the table, and remarks about its surroundings."""

from collections.abc import Collection, Mapping
from typing import Any

from table.running.messages import COMPUTER, Handlers, Remark
from table.saying import many, say


class HostRemarks:
    """The errors, which last until another game begins, and the remarks, which last until they are removed."""

    def __init__(self) -> None:
        self._failed = 0
        self._errors: dict[str, str] = {}
        self._remarks: dict[str, str] = {}

    @property
    def handlers(self) -> Handlers:
        return {Remark: self._remark}

    def _remark(self, remark: Remark) -> bool:
        kept = self._errors if remark.of_game else self._remarks
        if remark.said == kept.get(remark.of):
            return False
        if remark.said is None:
            del kept[remark.of]
        else:
            kept[remark.of] = remark.said
        return True

    def note_failure(self) -> None:
        """Record that a message could not be handled."""
        self._failed += 1
        self._errors["message"] = many(
            "Something went wrong at the table. Its log says what.",
            "Something went wrong at the table ({count} times so far). Its log says what.",
            self._failed,
        )

    def note_set_aside(self, game_id: int) -> None:
        """Record that a game cannot continue."""
        self._errors["game"] = say(
            "Game {game_id} cannot go on. It is set aside and saved. Begin another one.", game_id=game_id
        )

    def forget_errors(self) -> None:
        """Drop the errors, because another game begins."""
        self._errors.clear()

    def shown(self, of_game: Collection[str]) -> Mapping[str, Any]:
        """Return the `errors`, including those of the game, and the remark about the `computer`."""
        others = [said for of, said in self._remarks.items() if of != COMPUTER]
        return {"errors": [*self._errors.values(), *others, *of_game], COMPUTER: self._remarks.get(COMPUTER)}
