"""Events shared by several games. All are public, except those for one seat or the host.

Events of a single game are defined with that game.
"""

from collections.abc import Iterable, Mapping
from typing import Self

from table import moves
from table.event import Delivered, Event, HostEvent, PublicEvent, made
from table.moves import Move
from table.saying import say
from table.values import Value
from table.wording import Names


class GameStarted(PublicEvent):
    """A game began, with these players by seat."""

    game: str
    players: tuple[str | None, ...]


class RoundStarted(PublicEvent, plays_on=True):
    """A round began."""

    round: int
    starter: int


class PileStarted(PublicEvent, plays_on=True):
    """A pile began with this base card on a zone."""

    zone: str
    card: str


class TurnStarted(PublicEvent, lasting=True):
    """It is a seat's turn."""

    seat: int


class CardPlayed(PublicEvent, blur={"seat"}, plays_on=True):
    """A legal card was played; `seat` is null while the player is unknown, `card` for those who may not know it."""

    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        return moves.Settle(self.zone, self.card, self.seat)


class PlayRefused(PublicEvent, blur={"seat", "text"}, plays_on=True):
    """A card was refused on a zone; `reason` is for programs, `text` for people."""

    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None

    def hands(self) -> Move | None:
        """Return the move that takes the card off again, unless the card is where it belongs."""
        return None if self.reason == "already_played" else moves.TakeOff(self.zone, self.card, self.seat)


class PressRefused(PublicEvent):
    """A press was refused; `reason` is for programs, `text` for people."""

    seat: int
    reason: str
    text: str


class CorrectionOpened(PublicEvent):
    """A card is on a zone where it does not belong."""

    zone: str


class CorrectionClosed(PublicEvent):
    """All misplaced cards on a zone were put right."""

    zone: str


class PlayTakenBack(PublicEvent, blur={"seat"}):
    """A player took a card back before play continued; `seat` is null if the player is unknown."""

    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        return moves.TakePlay(self.seat, self.zone, self.card)


class CardDrawn(PublicEvent):
    """A player reported that they drew cards."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


class DrawOwed(PublicEvent):
    """The rules make a player draw cards."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


class GiftOwed(PublicEvent, blur={"giver"}):
    """A player has to give cards to another; `receiver` is null if the giver chooses."""

    giver: int | None
    receiver: int | None
    count: int

    def hands(self) -> Move | None:
        """Return the move that gives the cards, once the giver is known."""
        return None if self.giver is None else moves.Give(self.giver, self.receiver, self.count)


class TurnPassed(PublicEvent):
    """A turn ended without a card being played; `how` is `pass` or another of the game's ways to end a turn."""

    seat: int
    how: str


class PileReshuffled(PublicEvent):
    """A pile was reshuffled into the draw pile, except for its top card if that card was face up."""

    zone: str

    def hands(self) -> Move:
        return moves.ShuffleIn(self.zone)


class RaceOpened(PublicEvent, blur={"seats"}):
    """A race began; `race` is its kind."""

    race: str
    seats: tuple[int, ...] | None


class Placing(Value):
    """When a seat reacted in a race, in ms after the card that opened the race was read, with an error bound."""

    seat: int
    at_ms: float
    error_ms: float | None = None


class RaceClosed(PublicEvent, blur={"order", "last", "ties", "missing", "lot"}):
    """A race is over: who reacted and when, who was last, who tied, who did not react.

    `lot` is true if a random tie-break decided who was `last`.
    """

    race: str
    order: tuple[Placing, ...] | None
    last: int | None = None
    ties: tuple[tuple[int, ...], ...] | None = ()
    missing: tuple[int, ...] | None = ()
    lot: bool | None = False

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> Self:
        """Rebuild the event from its JSON object, turning each item of `order` into a `Placing`."""
        order = fields.get("order")
        if isinstance(order, (list, tuple)):
            fields = {**fields, "order": tuple(made(Placing, one) for one in order)}
        return super().from_json(fields)


class _Question(PublicEvent, abstract=True):
    """A question for `seats` or the host about what the table cannot see; `seat` is null if several seats are asked."""

    seat: int | None
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


class QuestionAsked(_Question):
    """The table asks about something that it cannot see."""


class QuestionSettled(_Question):
    """A question was settled. `label` is the `answer` in words; both are null if the question no longer matters."""

    answer: int | str | None
    label: str | None = None


class Undone(PublicEvent):
    """The host undid everything after event `to_seq`, in this audience's numbering."""

    to_seq: int

    def hands(self) -> Move:
        return moves.TakeBack(self.to_seq)


class GamePaused(PublicEvent):
    """The host has paused the game."""


class GameResumed(PublicEvent):
    """The game continues after a pause."""


class GameAborted(PublicEvent, plays_on=True):
    """The host has ended the game; nobody won."""


class GameGivenUp(GameAborted):
    """The players at the seats `by` have ended the game; nobody won."""

    by: tuple[int, ...] = ()

    def said(self, names: Names) -> str | None:
        return say("The players end the game.") if self.by else None


class HandCounted(PublicEvent):
    """A seat's hand is counted."""

    seat: int
    points: int


class RoundEnded(PublicEvent):
    """A round is over; `out` is the seat with no cards left, in games where that ends a round."""

    round: int
    scores: Mapping[int, int]
    out: int | None


class GameEnded(PublicEvent):
    """The game is over."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


class RobotAsks(PublicEvent):
    """A robot asks someone to move a card from its row to a zone.

    The card is at position `place` from the left, out of `of`.
    """

    seat: int
    place: int
    of: int
    zone: str


class RobotWaits(PublicEvent):
    """A robot is no longer asking for a card."""

    seat: int


class CardNotAskedFor(PublicEvent):
    """A card arrived that the robot had not asked for, from its row or elsewhere. The card does not count.

    Only the sealed log says which card it was.
    """

    seat: int
    zone: str
    card: str | None


class HeldCardNamed(Event):
    """A player touched their own pad with a card while holding their button, to learn its name. Only they see it."""

    seat: int
    card: str

    def said(self, names: Names) -> str:
        """Return a sentence with the card's name."""
        return say("In your hand: {card}.", card=names.card(self.card))


class TagUnknown(HostEvent):
    """A tag that is not in any deck arrived at a zone."""

    zone: str
    uid: str


class TagUnread(PublicEvent):
    """A tag left a zone before it could be read, so it has to touch the zone again."""

    zone: str


class ZoneAsked(PublicEvent):
    """A card touched a reader shared by several zones: people have to choose one and touch the reader again."""

    zones: tuple[str, ...]


class ReaderLost(HostEvent):
    """A zone's reader has failed: the game waits."""

    zone: str


class ReaderBack(HostEvent):
    """A zone's reader works again: the game continues."""

    zone: str


def standing(delivered: Iterable[Delivered]) -> list[Delivered]:
    """Return the delivered events, except those taken back."""
    kept: list[Delivered] = []
    for one in delivered:
        if isinstance(one.event, Undone):
            to_seq = one.event.to_seq
            kept = [before for before in kept if before.seq <= to_seq]
        else:
            kept.append(one)
    return kept
