"""Base classes for events that need only their fields and one sentence."""

from typing import Any, ClassVar

from table.event import PublicEvent
from table.saying import Text, or_yours, say
from table.values import asdict
from table.wording import Names


class Sentence(PublicEvent, abstract=True):
    """An event whose sentence is its class's `says`, with fields in braces.

    `{who}` stands for its seat, `{card}` for its card, `{seats}` for several players and `{out}` for the player who is
    out; any other word is a field. The player whom the event is about reads `yours` instead, if the class defines it.
    """

    says: ClassVar[str]
    yours: ClassVar[str | None] = None

    @classmethod
    def configure(cls, *, says: str | None = None, yours: str | None = None, **more: Any) -> None:
        """Store the sentences given as class keywords."""
        super().configure(**more)
        if says is not None:
            cls.says, cls.yours = says, yours

    def said(self, names: Names) -> Text | None:
        """Return the sentence with its fields filled in."""
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
