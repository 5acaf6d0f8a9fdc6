"""Tagging at the table: people name unknown cards, or tag a deck card by card.

It belongs to the table's controller, and only the controller's thread may use it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hardware.observations import Observation, TagEvent
from table.cards import Card, Catalogue, lines_of
from table.complaints import BadInput
from table.games.game import Setup
from table.saying import say
from table.sensing.unknown_tags import UnknownTags
from table.tagging import corrections
from table.tagging.enrolment import Enrolment, EnrolmentView, Step
from table.tagging.tagged_decks import Deck, TaggedDecks
from table.values import Value, field

_NUMBERS = (
    say("no"), say("one"), say("two"), say("three"), say("four"), say("five"), say("six"),
    say("seven"), say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve"),
)  # fmt: skip


class NameTag(Value):
    """Name an unknown card. `uid` is the card's alias, and `label` its name."""

    uid: str
    label: str


class IgnoreTag(Value):
    """Mark an unknown card as not belonging to this game. `uid` is the card's alias."""

    uid: str


class StartEnrolment(Value):
    """Start an enrolment, in which each new tag on a reader is assigned to the card being asked for."""

    deck: str


class SkipCard(Value):
    """Skip the card being asked for."""


class GoBack(Value):
    """Undo the last step of the enrolment."""


class StopEnrolment(Value):
    """End the enrolment; cards tagged so far stay tagged."""


class ForgetTags(Value):
    """Forget every tag of a card."""

    deck: str
    card: str


class ReplaceTags(Value):
    """Replace all tags of a deck with these."""

    deck: str
    tags: Mapping[bytes, str] = field(default_factory=dict)


class CorrectCard(Value):
    """Correct or add a card, because the owner's box differs from the shipped deck; `line` may have `copies`.

    `anew` means the deck must not have this card yet.
    """

    deck: str
    line: Mapping[str, object]
    anew: bool = False


class LeaveCard(Value):
    """Drop the owner's correction of a card."""

    deck: str
    code: str


class ReplaceCorrections(Value):
    """Replace all corrections of a deck with this TOML text."""

    deck: str
    text: str


Correction = CorrectCard | LeaveCard | ReplaceCorrections
DeckMessage = IgnoreTag | StartEnrolment | SkipCard | GoBack | StopEnrolment | ForgetTags | ReplaceTags | Correction


class Tagging:
    """The decks, the unknown cards, and the current enrolment, if any."""

    def __init__(self, decks: TaggedDecks) -> None:
        self.decks = decks
        self.unknown_tags = UnknownTags(lambda uid: decks.owner(uid) is not None)
        self._deck = ""
        self._enrolment: Enrolment | None = None
        self._said: str | None = None

    @property
    def enrols(self) -> bool:
        """Whether an enrolment is in progress, so that new tags on a reader are added to a deck."""
        return self._enrolment is not None

    @property
    def shown(self) -> dict[str, Any]:
        """The fields of a snapshot that this class provides."""
        enrolment = self._enrolment and self._drawn(self._enrolment)
        return {"unknown": self.unknown_tags.unknown, "enrolment": enrolment, "decks": self.decks.pictures()}

    def name(self, wanted: NameTag, setup: Setup) -> tuple[str, str | None]:
        """Assign an unknown card's tag to the first untagged card with this label.

        Return the card's code and, if it was the last card read on a zone, that zone. Raise BadInput, and change
        nothing, if it cannot be tagged.
        """
        uid = self.unknown_tags.uid(wanted.uid)
        card = self._first_without(wanted.label, setup.cards, self.decks.of(setup.game))
        self.decks.add(self.decks.having(setup.game, card), uid, card)
        return card, self.unknown_tags.answered(wanted.uid)

    def _first_without(self, label: str, cards: Catalogue[Card], tags: Mapping[bytes, str]) -> str:
        alike = [code for code, card in cards.items() if card.label == label]
        if not alike:
            raise BadInput(say("label: this deck has no card called {label}", label=repr(label)))
        tagged = set(tags.values())
        free = next((code for code in alike if code not in tagged), None)
        if free is None:
            raise BadInput(say("{label} already: this card is from another box", label=_all(label, len(alike))))
        return free

    def take(self, message: DeckMessage, *, playing: bool) -> None:
        """Change a deck, or ignore an unknown card. Raise BadInput, and change nothing, if that is impossible.

        During a round, only IgnoreTag, ForgetTags and StopEnrolment are allowed.
        """
        match message:
            case IgnoreTag():
                self.unknown_tags.ignore(message.uid)
            case ForgetTags():
                self.decks.forget(message.deck, message.card)
            case StopEnrolment():
                self.stop()
            case _ if playing:
                raise BadInput(say("a round is on: change the deck when it is over"))
            case StartEnrolment():
                self._start(message.deck)
            case ReplaceTags():
                self.decks.replace(message.deck, message.tags)
            case CorrectCard() | LeaveCard() | ReplaceCorrections():
                self.decks.correct(message.deck, self._corrections(message))
            case SkipCard():
                self._note(self._running().skip())
            case GoBack():
                self._note(self._running().back())
        if isinstance(message, ForgetTags | ReplaceTags | Correction) and self._deck == message.deck and self.enrols:
            self._start(message.deck)

    def _corrections(self, message: Correction) -> str:
        """Return the new text of a deck's corrections."""
        from table.tagging import lines

        match message:
            case CorrectCard():
                corrections.check_line(message.line)
                known = {line["code"] for line in lines_of([*self.decks.deck(message.deck).printed])}
                if message.anew and message.line.get("code") in known:
                    raise BadInput(say("code: this deck has a card {line} already", line=repr(message.line["code"])))
                return lines.with_line(self.decks.corrections(message.deck), message.line)
            case LeaveCard():
                return lines.without_line(self.decks.corrections(message.deck), message.code)
            case ReplaceCorrections():
                return message.text

    def stop(self) -> None:
        """End the enrolment, if one is in progress."""
        self._enrolment = None

    def see(self, items: Iterable[Observation]) -> bool:
        """Pass new tags on a reader to the current enrolment; return whether there were any."""
        steps = [
            self._running().take(item.uid, smart=item.smart)
            for item in items
            if self.enrols and isinstance(item, TagEvent) and item.present and not item.lay_there
        ]
        for step in steps:
            self._note(step)
        return bool(steps)

    def _start(self, name: str) -> None:
        deck = self.decks.deck(name)
        if deck.problem is not None:
            raise BadInput(deck.problem)
        self._deck, self._said, self._enrolment = name, None, enrolment_of(self.decks, deck)

    def _running(self) -> Enrolment:
        if self._enrolment is None:
            raise BadInput(say("no deck is being tagged"))
        return self._enrolment

    def _note(self, step: Step) -> None:
        try:
            save(self.decks, self._deck, step)
            self._said = step.text
        except BadInput as error:  # nobody waits for this result: the page shows it
            self._start(self._deck)
            self._said = say("That was not saved: {error}", error=error.text)

    def _drawn(self, enrolment: Enrolment) -> EnrolmentView:
        return EnrolmentView(
            deck=self._deck,
            title=self.decks.deck(self._deck).title,
            card=enrolment.asked,
            done=enrolment.done,
            total=enrolment.total,
            prompt=enrolment.prompt,
            said=self._said,
        )


def enrolment_of(decks: TaggedDecks, deck: Deck) -> Enrolment:
    """Return an enrolment for a deck that continues where the last one stopped."""

    def other_deck(uid: bytes) -> str | None:
        owner = decks.owner(uid)
        return None if owner is None or owner[0] == deck.name else decks.deck(owner[0]).title

    return Enrolment(deck.labels, decks.tags(deck.name), other_deck=other_deck)


def save(decks: TaggedDecks, deck: str, step: Step) -> None:
    """Save the result of an enrolment's step. Raise BadInput if it cannot be saved."""
    if step.kind == "tagged" and step.uid is not None and step.card is not None:
        decks.add(deck, step.uid, step.card)
    elif step.kind == "taken_back" and step.uid is not None:
        decks.take_back(deck, step.uid)


def _all(label: str, count: int) -> str:
    """Return a clause saying that every card with a label carries a tag.

    >>> _all("2", 9), _all("red king", 1)
    ('all nine cards “2” of this deck carry a tag', 'the red king of this deck carries a tag')
    """
    if count == 1:
        return say("{card:the} of this deck carries a tag", card=label)
    if count == 2:
        return say("both cards “{card}” of this deck carry a tag", card=label)
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return say("all {number} cards “{card}” of this deck carry a tag", number=number, card=label)
