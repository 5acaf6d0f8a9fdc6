"""Base classes for events that consist of a few fields and a sentence."""

from typing import Any, ClassVar

from table.event import PublicEvent
from table.saying import Text, or_yours, say
from table.values import asdict
from table.wording import Names


class Sentence(PublicEvent, abstract=True):
    """An event described by its class's `says` sentence, which has placeholders in braces.

    `{who}` is replaced by the name of the player at `seat`, `{card}` by the name of the card, `{seats}` by the names of
    several players, and `{out}` by the name of the player who is out; any other placeholder is replaced by the field of
    that name. If the class defines `yours`, the player concerned reads that sentence instead.
    """

    says: ClassVar[str]
    yours: ClassVar[str | None] = None

    @classmethod
    def configure(cls, *, says: str | None = None, yours: str | None = None, **more: Any) -> None:
        """Store the sentences passed as keyword arguments in the class definition."""
        super().configure(**more)
        if says is not None:
            cls.says, cls.yours = says, yours

    def said(self, names: Names) -> Text | None:
        """Return the sentence with its placeholders filled in."""
        fields = asdict(self)
        if "seat" in fields:
            fields["who"] = names.who(fields["seat"])
        if "out" in fields:
            fields["out"] = names.who(fields["out"])
        if "card" in fields:
            fields["card"] = names.card(fields["card"])
        if "seats" in fields:
            fields["seats"] = names.whoever(fields["seats"])
        said = say(self.says, **fields)
        return said if self.yours is None else or_yours(said, say(self.yours, **fields))


class SeatSays(Sentence, abstract=True):
    """An event whose only field is a seat."""

    seat: int
