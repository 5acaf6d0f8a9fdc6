"""Events that say themselves in one sentence: what only one game tells needs no more than its fields and that."""

from collections.abc import Mapping
from typing import Any, ClassVar

from table.events import PublicEvent
from table.values import value
from table.wording import Names


class Sentence(PublicEvent, told=False):
    """An event that is said as its class `says`, with words in braces for its fields.

    `{who}` is its seat, `{card}` its card, `{seats}` are several players, and `{out}` is who is out; any other word is
    a field as it is.
    """

    says: ClassVar[str]

    def __init_subclass__(cls, *, says: str | None = None, **more: Any) -> None:
        """Note the sentence."""
        super().__init_subclass__(**more)
        if says is not None:
            cls.says = says

    def said(self, names: Names) -> str | None:
        """Fill the sentence in."""
        return self.says.format_map(_Words(vars(self), names))


@value
class SeatSays(Sentence, told=False):
    """An event that tells only whose it is."""

    seat: int


class _Words(dict[str, str]):
    def __init__(self, told: Mapping[str, Any], names: Names) -> None:
        self._told, self._names = told, names

    def __missing__(self, key: str) -> str:
        match key:
            case "who":
                return self._names.who(self._told["seat"])
            case "out":
                return self._names.who(self._told[key])
            case "card":
                return self._names.card(self._told[key])
            case "seats":
                return self._names.whoever(self._told[key])
        return str(self._told[key])
