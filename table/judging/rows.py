"""Rows: the cards of robots at a real table, which people lay for them.

The dealer touches a robot's pad with each of its cards, face down, and lays it at the right end of the row. From then
on only the table knows which card lies at which place. A robot asks by place. If a different card comes, it does not
count: people learn that it is a different one, but only the sealed log says which.

At an emulated table robots lay cards with their own hands, and this is not used.
"""

from collections.abc import Mapping, Sequence

from table import events
from table.complaints import BadInput, short
from table.event import Event
from table.facts import CardArrived, CardLeft, Fact, RobotAsked, RobotKind, RobotSeated
from table.games.game import Setup
from table.judging.interruptions import place_of
from table.saying import Text, both, many, say
from table.values import Value, replace
from table.view import AskedView


class Wish(Value):
    """The card that a robot asks for: its place, how many cards there are, and the zone where to lay it."""

    seat: int
    place: int
    of: int
    zone: str
    card: str

    @property
    def shown(self) -> AskedView:
        """What everybody sees of it: not which card it is."""
        return AskedView(seat=self.seat, place=self.place, of=self.of, zone=self.zone)

    def said(self) -> Event:
        """Return the event that asks for it."""
        return events.RobotAsks(self.seat, self.place, self.of, self.zone)


class Met(Value):
    """What remains of a fact for the game, if anything, and the events that it causes."""

    fact: Fact | None
    delivered: tuple[Event, ...] = ()


_NOTHING = Met(None)


class Rows:
    """The rows of one game, and what robots ask for. `robots` says by seat of what kind they are."""

    def __init__(self, setup: Setup, robots: Mapping[int, RobotKind], dealt: int | None) -> None:
        """`dealt` is how many cards each player is dealt; None where no rows are kept."""
        self._setup = setup
        self._dealt = dealt
        self.robots: dict[int, RobotKind] = dict(robots)
        self.cards: dict[int, tuple[str, ...]] = {}
        self.wishes: dict[int, Wish] = {}
        self._astray: dict[str, str] = {}  # where cards lie that nobody asked for
        self._lying: dict[str, int] = {}  # before whom a card lies that was asked for
        self._played: list[tuple[int, str, int]] = []  # after which event, which card, whose
        self._back: dict[str, int] = {}  # cards that were laid and have to come back to a row
        self._playing = False  # somebody has played since the cards were collected

    def lacks(self, seat: int) -> int:
        """Return how many cards a robot's row still lacks to begin a round."""
        return 0 if self._dealt is None or self._playing else max(0, self._dealt - len(self.cards.get(seat, ())))

    @property
    def expected(self) -> Sequence[int]:
        """The robots that wait for a card to come back, once for each."""
        return tuple(self._back.values())

    @property
    def dealt(self) -> Mapping[int, tuple[str, ...]]:
        """The rows that are complete, by seat."""
        if self._dealt is None:
            return {}
        return {seat: self.cards.get(seat, ()) for seat in self.robots if not self.lacks(seat)}

    def holds(self, card: str) -> bool:
        """Return whether a card is in a row."""
        return any(card in row for row in self.cards.values())

    def check(self, fact: Fact) -> None:
        """Raise BadInput for an unknown robot, or one that asks for what it does not have."""
        match fact:
            case RobotSeated(seat=seat) if seat not in self._setup.seats:
                raise BadInput(f"seat: nobody sits at seat {seat}")
            case RobotAsked(seat=seat) if seat not in self.robots:
                raise BadInput(f"seat: no robot sits at seat {seat}")
            case RobotAsked(seat=seat, place=place) if place is not None and place > len(self.cards.get(seat, ())):
                raise BadInput(f"place: {len(self.cards.get(seat, ()))} cards lie before seat {seat}, not {place}")
            case RobotAsked(place=int(), zone=zone) if zone not in (*self._setup.placement, *self._elsewhere):
                raise BadInput(f"zone: expected one of {', '.join(self._setup.placement)}, not {short(zone)}")

    @property
    def _elsewhere(self) -> tuple[str, ...]:
        """Where cards may go that no reader sees: to other players, and under the draw pile."""
        return ("draw", *(f"seat.{seat}" for seat in self._setup.seats))

    def take(self, fact: Fact, *, counting: tuple[int, ...], turn: int | None) -> Met:
        """Handle a fact. `counting` are the seats whose cards are counted; `turn` alone may lay a card now."""
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
        """Handle event `seq` of the sealed log: a round's end collects all cards, others send some back."""
        if self._dealt is None:  # robots hold their cards themselves
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
        """Drop the requests of seats whose hands are counted: they no longer lay these cards."""
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

    # -- cards

    def _arrives(self, fact: CardArrived, counting: tuple[int, ...], turn: int | None) -> Met:
        if self._astray.pop(fact.card, None) == fact.zone and self._setup.placement[fact.zone] == "tap":
            return _NOTHING  # it is taken away by touching it again
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
        """Add a card to the row, unless it was asked for: then it leaves it, over the pad."""
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
            self._take_from(holder, fact.card)  # it is given from one robot to another
        self._lying.pop(fact.card, None)
        self._back.pop(fact.card, None)
        self.cards[seat] = (*self.cards.get(seat, ()), fact.card)
        self._counts(seat)
        return _NOTHING

    def _granted(self, fact: CardArrived, wish: Wish) -> Met:
        self._take_from(wish.seat, wish.card)
        return Met(replace(fact, by=wish.seat))

    def _unasked(self, fact: CardArrived, wish: Wish | None, seat: int) -> Met:
        """Report that another card came, and ask again."""
        self._astray[fact.card] = fact.zone
        another = events.CardNotAskedFor(seat, fact.zone, fact.card)
        return Met(None, (another,) if wish is None else (another, wish.said()))

    def _take_from(self, seat: int, card: str) -> None:
        self.cards[seat] = tuple(one for one in self.cards[seat] if one != card)
        self._counts(seat)

    def _counts(self, seat: int) -> None:
        """Update the place of the card that a robot asks for; if it is gone, the robot asks for nothing."""
        wish, row = self.wishes.pop(seat, None), self.cards[seat]
        if wish is not None and wish.card in row:
            self.wishes[seat] = replace(wish, place=row.index(wish.card) + 1, of=len(row))


def asking(rows: Rows, setup: Setup) -> list[Text]:
    """Return a sentence for each card that robots ask for, or get back."""
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
    """Return a sentence for each number of cards that rows still lack."""
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
