"""Rows: robots' cards at a real table, which people lay for them.

The dealer touches a robot's pad with each of its cards, face down, and lays the card at the right end of the row. From
then on only the table knows which card lies at which place. A robot asks for a card by its place. If a different card
arrives, it does not count: people are told that it is the wrong card, but only the sealed log says which card it was.

At an emulated table robots lay cards with their own emulated hands, and rows are not used.
"""

from collections.abc import Mapping, Sequence

from table import events
from table.complaints import BadInput, none_of
from table.event import Event
from table.facts import CardArrived, CardLeft, Fact, RobotAsked, RobotKind, RobotSeated
from table.games.game import Setup
from table.judging.interruptions import place_of
from table.saying import Text, both, many, say
from table.values import Value, replace
from table.view import AskedView


class Wish(Value):
    """The card that a robot asks for: its place, how many cards are in the row, and the zone to lay it on."""

    seat: int
    place: int
    of: int
    zone: str
    card: str

    @property
    def shown(self) -> AskedView:
        """The part of the request that everybody may see, without the card's code."""
        return AskedView(seat=self.seat, place=self.place, of=self.of, zone=self.zone)

    def said(self) -> Event:
        """Return the event that asks people for the card."""
        return events.RobotAsks(self.seat, self.place, self.of, self.zone)


class Met(Value):
    """The part of a fact that is left for the game, if any, and the events that the fact causes."""

    fact: Fact | None
    delivered: tuple[Event, ...] = ()


_NOTHING = Met(None)


class Rows:
    """The rows of one game, and the cards that robots ask for. `robots` are the kinds of robots, by seat."""

    def __init__(self, setup: Setup, robots: Mapping[int, RobotKind], dealt: int | None) -> None:
        """`dealt` is how many cards each player is dealt; None if robots have no rows."""
        self._setup = setup
        self._dealt = dealt
        self.robots: dict[int, RobotKind] = dict(robots)
        self.cards: dict[int, tuple[str, ...]] = {}
        self.wishes: dict[int, Wish] = {}
        self._astray: dict[str, str] = {}  # cards that nobody asked for, and the zone where each lies
        self._lying: dict[str, int] = {}  # requested cards that lie on their robot's own pad, and the robot's seat
        self._played: list[tuple[int, str, int]] = []  # robots' plays: event number, card, seat
        self._back: dict[str, int] = {}  # cards that were laid and have to return to a row, and the robot's seat
        self._playing = False  # whether somebody has played since the cards were collected

    def lacks(self, seat: int) -> int:
        """Return how many cards are still missing from a robot's row before a round can begin."""
        return 0 if self._dealt is None or self._playing else max(0, self._dealt - len(self.cards.get(seat, ())))

    @property
    def expected(self) -> Sequence[int]:
        """The seats of robots that are waiting for cards to come back, once for each card."""
        return tuple(self._back.values())

    @property
    def dealt(self) -> Mapping[int, tuple[str, ...]]:
        """The complete rows, by seat."""
        if self._dealt is None:
            return {}
        return {seat: self.cards.get(seat, ()) for seat in self.robots if not self.lacks(seat)}

    def holds(self, card: str) -> bool:
        """Return whether a card is in a row."""
        return any(card in row for row in self.cards.values())

    def check(self, fact: Fact) -> None:
        """Raise BadInput if a fact names an unknown seat or robot, or asks for a card or zone that does not exist."""
        match fact:
            case RobotSeated(seat=seat) if seat not in self._setup.seats:
                raise BadInput(say("seat: nobody sits at seat {seat}", seat=seat))
            case RobotAsked(seat=seat) if seat not in self.robots:
                raise BadInput(say("seat: no robot sits at seat {seat}", seat=seat))
            case RobotAsked(seat=seat, place=place) if place is not None and place > len(self.cards.get(seat, ())):
                given = {"count": len(self.cards.get(seat, ())), "seat": seat, "place": place}
                raise BadInput(say("place: {count} cards lie before seat {seat}, not {place}", **given))
            case RobotAsked(place=int(), zone=zone) if zone not in (*self._setup.placement, *self._elsewhere):
                raise BadInput(none_of("zone", self._setup.placement, zone))

    @property
    def _elsewhere(self) -> tuple[str, ...]:
        """Places without a reader where cards may go: to other players, and under the draw pile."""
        return ("draw", *(f"seat.{seat}" for seat in self._setup.seats))

    def take(self, fact: Fact, *, counting: tuple[int, ...], turn: int | None) -> Met:
        """Handle a fact. `counting` are the seats counting their hands; only the seat `turn` may lay a card."""
        match fact:
            case RobotSeated():
                self._seats(fact)
                return _NOTHING
            case RobotAsked():
                return Met(None, self._asks(fact))
            case CardArrived(by=None) if self._dealt is not None:
                return self._arrives(fact, counting, turn)
            case CardLeft(zone=zone, card=card) if self._astray.get(card) == zone:
                del self._astray[card]
                return _NOTHING
            case _:
                return Met(fact)

    def hear(self, event: Event, seq: int) -> None:
        """Handle event `seq` of the sealed log: the end of a round empties rows, other events send cards back."""
        if self._dealt is None:  # robots hold their own cards
            return
        match event:
            case events.RoundEnded() | events.GameEnded():
                self.cards, self.wishes, self._played = {}, {}, []
                self._astray, self._lying, self._back, self._playing = {}, {}, {}, False
            case events.CardPlayed(seat=seat, card=card):
                self._playing = True
                self._back.pop(card or "", None)
                if seat in self.robots and card is not None:
                    self._played.append((seq, card, seat))
            case events.PlayRefused(seat=seat, card=card) | events.PlayTakenBack(seat=seat, card=card):
                if seat in self.robots and card is not None and card not in self.cards.get(seat, ()):
                    self._back[card] = seat
            case events.Undone(to_seq):
                self._back |= {card: seat for n, card, seat in self._played if n > to_seq}
                self._played = [one for one in self._played if one[0] <= to_seq]

    def counts_out(self, counted: tuple[int, ...]) -> None:
        """Drop the requests of seats whose hands are being counted, because they no longer lay these cards."""
        for seat in self.wishes.keys() & counted:
            del self.wishes[seat]

    def _seats(self, fact: RobotSeated) -> None:
        if fact.kind is None:
            self.robots.pop(fact.seat, None)
            self.cards.pop(fact.seat, None)
            self.wishes.pop(fact.seat, None)
        else:
            self.robots[fact.seat] = fact.kind

    def _asks(self, fact: RobotAsked) -> tuple[Event, ...]:
        before = self.wishes.pop(fact.seat, None)
        if fact.place is None:
            return () if before is None else (events.RobotWaits(fact.seat),)
        row = self.cards[fact.seat]
        wish = Wish(fact.seat, fact.place, len(row), fact.zone or "", row[fact.place - 1])
        self.wishes[fact.seat] = wish
        return (wish.said(),)

    # -- Cards

    def _arrives(self, fact: CardArrived, counting: tuple[int, ...], turn: int | None) -> Met:
        if self._astray.pop(fact.card, None) == fact.zone and self._setup.placement[fact.zone] == "tap":
            return _NOTHING  # the second touch takes the card away
        at = next((seat for seat in self.robots if fact.zone == f"seat.{seat}"), None)
        holder = next((seat for seat, row in self.cards.items() if fact.card in row), None)
        wish = next((one for one in self.wishes.values() if one.card == fact.card), None)
        if at is not None and (at not in counting or holder not in (None, at)):
            return self._on_pad(fact, at, holder, wish)
        if wish is not None and wish.zone == fact.zone:
            return self._granted(fact, wish)
        if holder is not None and at is None:
            return self._unasked(fact, self.wishes.get(holder), holder)
        other = next((one for one in self.wishes.values() if one.zone == fact.zone and one.seat == turn), None)
        if other is not None and at is None:
            return self._unasked(fact, other, other.seat)
        return Met(fact)

    def _on_pad(self, fact: CardArrived, seat: int, holder: int | None, wish: Wish | None) -> Met:
        """Add a card that touches a robot's pad to its row; a card that the robot asked for leaves the row instead."""
        if wish is not None and wish.seat == seat:
            if wish.zone == fact.zone:
                self._lying[fact.card] = seat
                return self._granted(fact, wish)
            if wish.zone not in self._setup.placement or wish.zone.startswith("seat."):
                return Met(None, self._granted(fact, wish).delivered)
        if self._lying.get(fact.card) == seat:
            return Met(fact)
        if holder == seat:
            return _NOTHING
        if holder is not None:
            if wish is None or wish.zone != fact.zone:
                return self._unasked(fact, self.wishes.get(holder), holder)
            self._take_from(holder, fact.card)  # one robot gives the card to another
        self._lying.pop(fact.card, None)
        self._back.pop(fact.card, None)
        self.cards[seat] = (*self.cards.get(seat, ()), fact.card)
        self._counts(seat)
        return _NOTHING

    def _granted(self, fact: CardArrived, wish: Wish) -> Met:
        self._take_from(wish.seat, wish.card)
        return Met(replace(fact, by=wish.seat))

    def _unasked(self, fact: CardArrived, wish: Wish | None, seat: int) -> Met:
        """Report a card that the robot did not ask for; if it is asking for another card, repeat that request."""
        self._astray[fact.card] = fact.zone
        another = events.CardNotAskedFor(seat, fact.zone, fact.card)
        return Met(None, (another,) if wish is None else (another, wish.said()))

    def _take_from(self, seat: int, card: str) -> None:
        self.cards[seat] = tuple(one for one in self.cards[seat] if one != card)
        self._counts(seat)

    def _counts(self, seat: int) -> None:
        """Update the place of the card that a robot asks for; if the card is gone, drop the request."""
        wish, row = self.wishes.pop(seat, None), self.cards[seat]
        if wish is not None and wish.card in row:
            self.wishes[seat] = replace(wish, place=row.index(wish.card) + 1, of=len(row))


def asking(rows: Rows, setup: Setup) -> list[Text]:
    """Return a sentence for each card that robots are asking for or must get back."""
    back = [
        say(
            "{who} gets one back: touch {pad:the} with it, and lay it rightmost.",
            who=setup.name(seat),
            pad=_pad(seat, setup),
        )
        for seat in rows.expected
    ]
    return [*back, *(_said(wish, setup) for wish in rows.wishes.values())]


def dealing(rows: Rows, setup: Setup) -> list[Text]:
    """Return sentences on how many cards are missing from rows; robots that need the same number share one."""
    lacking: dict[int, list[int]] = {}
    for seat in sorted(rows.robots):
        lacking.setdefault(rows.lacks(seat), []).append(seat)
    return [_lacking([setup.name(seat) for seat in seats], count) for count, seats in lacking.items() if count]


def _lacking(names: Sequence[str], count: int) -> Text:
    if len(names) == 1:
        return many(
            "Touch {who}’s pad with {count} card, face down, one after another; lay them in a row, left to right.",
            "Touch {who}’s pad with {count} cards, face down, one after another; lay them in a row, left to right.",
            count,
            who=names[0],
        )
    return many(
        "Touch the pads of {who} with {count} card each, face down, and lay them in rows, left to right.",
        "Touch the pads of {who} with {count} cards each, face down, and lay them in rows, left to right.",
        count,
        who=both(names),
    )


def _pad(seat: int, setup: Setup) -> Text:
    return place_of(f"seat.{seat}", setup)


def _said(wish: Wish, setup: Setup) -> Text:
    who = setup.name(wish.seat)
    card = say("{who} asks for card {place} of {of}, counted from the left", who=who, place=wish.place, of=wish.of)
    if wish.zone == f"seat.{wish.seat}":
        return say("{asks}: touch its pad with it.", asks=card)
    pad = _pad(wish.seat, setup)
    if wish.zone.startswith("seat."):
        to = setup.name(int(wish.zone.removeprefix("seat.")))
        return say("{asks}: touch {pad:the} with it, and give it to {to}.", asks=card, pad=pad, to=to)
    if wish.zone not in setup.placement:
        return say("{asks}: touch {pad:the} with it, and put it under the draw pile.", asks=card, pad=pad)
    return say("{asks}: lay it on {place:the}.", asks=card, place=place_of(wish.zone, setup))
