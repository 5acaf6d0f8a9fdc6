"""Enrolment: the table asks for a deck's cards one by one. Pure; the caller saves the tags."""

from collections.abc import Callable, Mapping
from typing import Literal

from table.facts import is_made_up
from table.saying import capital, noun, say
from table.sensing.short_uids import card_of
from table.values import Value


class NextCard(Value):
    """The card that the enrolment asks for."""

    code: str
    label: str


class EnrolmentView(Value, kw_only=True):
    """A deck being tagged, as shown to people: the card being asked for, and the result of the last tag."""

    deck: str
    title: str
    card: NextCard | None
    done: int
    total: int
    prompt: str
    said: str | None


class Step(Value):
    """The result of a step: its kind, a sentence to show, and what to save.

    `tagged` means that `uid` is to be saved as `card`; `taken_back` means that `uid`, which is None after a skipped
    card, is to be forgotten.
    """

    kind: Literal["tagged", "same", "tagged_already", "foreign", "phone", "done", "skipped", "taken_back", "nothing"]
    text: str
    uid: bytes | None = None
    card: str | None = None


class Enrolment:
    """The enrolment of a deck. `labels` maps card codes to names, in order; `tags` are the tags known so far."""

    def __init__(
        self,
        labels: Mapping[str, str],
        tags: Mapping[bytes, str],
        *,
        other_deck: Callable[[bytes], str | None] = lambda _: None,
    ) -> None:
        """Start or continue. `other_deck` returns the title of any other deck that a tag belongs to, or None."""
        self._labels = labels
        self._tags = dict(tags)
        self._other_deck = other_deck
        self._steps: list[tuple[str, bytes | None]] = []  # the steps that `back` can undo: the card, and its tag
        self._skipped: set[str] = set()
        self._last: bytes | None = None

    @property
    def asked(self) -> NextCard | None:
        """The card being asked for, or None if all cards are tagged or skipped."""
        off = self._skipped | set(self._tags.values())
        return next((NextCard(code, label) for code, label in self._labels.items() if code not in off), None)

    @property
    def total(self) -> int:
        """The number of cards in the deck."""
        return len(self._labels)

    @property
    def done(self) -> int:
        """The number of cards that carry a tag."""
        return len(set(self._tags.values()) & set(self._labels))

    @property
    def prompt(self) -> str:
        """A sentence saying what to do now."""
        asked = self.asked
        if asked is not None:
            return say(
                "Lay the {label} ({code}) on the reader; {done} of {total} carry a tag.",
                label=asked.label,
                code=asked.code,
                done=self.done,
                total=self.total,
            )
        if self.done == self.total:
            return say("Every card of this deck carries a tag.")
        return say(
            "That was the last card; {done} of {total} carry a tag, the others were skipped.",
            done=self.done,
            total=self.total,
        )

    def take(self, uid: bytes, *, smart: bool = False) -> Step:
        """Process a tag on a reader; a `smart` tag is a phone or a bank card, regardless of its UID."""
        if uid == self._last:
            return Step("same", say("That card is tagged: take it away, and lay down the next one."), uid)
        if smart or is_made_up(uid.hex()):
            return Step("phone", say("That is a phone or a bank card, not a sticker: take it away."), uid)
        card = card_of(uid, self._tags)
        if card is not None:
            return Step(
                "tagged_already", say("This is {card:the} you have tagged already.", card=self._named(card)), uid, card
            )
        other = self._other_deck(uid)
        if other is not None:
            return Step("foreign", say("This is a card of {other}: take it away.", other=other), uid)
        return self._tag(uid)

    def skip(self) -> Step:
        """Skip the card being asked for."""
        asked = self.asked
        if asked is None:
            return Step("done", self.prompt)
        self._skipped.add(asked.code)
        self._steps.append((asked.code, None))
        return Step("skipped", capital(say("{card:the} is skipped.", card=self._named(asked.code))), card=asked.code)

    def back(self) -> Step:
        """Undo the last step, a tag or a skip, and ask for its card again."""
        if not self._steps:
            return Step("nothing", say("There is nothing to take back."))
        card, uid = self._steps.pop()
        self._skipped.discard(card)
        self._last = None
        if uid is not None:
            del self._tags[uid]
        return Step("taken_back", say("Once more {card:the}.", card=self._named(card)), uid, card)

    def _tag(self, uid: bytes) -> Step:
        asked = self.asked
        if asked is None:
            return Step("done", self.prompt, uid)
        self._tags[uid] = asked.code
        self._steps.append((asked.code, uid))
        self._last = uid
        return Step("tagged", capital(say("{card:the} is tagged.", card=self._named(asked.code))), uid, asked.code)

    def _named(self, code: str) -> str:
        return say("{card} ({code})", card=self._labels.get(code, noun("card")), code=code)
