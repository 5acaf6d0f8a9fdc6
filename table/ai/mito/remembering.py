"""A round of Mito rebuilt from events: how many cards each seat laid and drew, and what lies face up."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from table import events
from table.ai.known import Known
from table.event import Delivered, Event
from table.games.game import Setup
from table.games.mito import events as own
from table.games.mito import rules
from table.games.mito.cards import GUARD, HIGHEST, LOWEST
from table.games.mito.rounds import HAND
from table.games.mito.views import MitoView
from table.values import Value, replace

PLAIN = "number"  # the kind of card under which others are hidden
ENOUGH = 3  # with fewer cards nobody hides one, because the last card may not vanish (MITO-E-57)


class Play(Value):
    """A card laid by event `seq`, after the discard had been shuffled `shuffles` times.

    `hides` means that another card was laid under it; None if unknown. `plain` means that people hide cards under this
    kind of card, and that its player is allowed to hide cards.
    """

    seat: int
    card: str
    seq: int
    shuffles: int
    plain: bool
    hides: bool | None = None


@dataclass
class Memory:
    """A round so far, reconstructed from events.

    `sizes` are the sizes of hands by seat as if nobody had cheated, `pile` is the size of the draw pile, `open` the
    discard since its last shuffle. `lacks` are the numbers that would have fitted when a seat drew instead, and
    `gained` is how many cards the seat has received since. `turn` is the seat of the last turn, `undecided` until
    something happens in it; `drew` means that seat has drawn. `latest_by` is the seat that laid last, unless a seat has
    drawn since. `unsigned` is a card whose player is still unknown.
    """

    setup: Setup
    guard: int
    sizes: dict[int, int]
    pile: int
    open: list[str] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    shuffles: int = 0
    shuffled_seq: int = 0
    turn: int | None = None
    undecided: bool = False
    drew: bool = False
    latest_by: int | None = None
    racing: bool = False
    lacks: dict[int, frozenset[int]] = field(default_factory=dict)
    gained: dict[int, int] = field(default_factory=dict)
    unsigned: str | None = None
    out: int | None = None
    counted: dict[int, int] = field(default_factory=dict)
    ended: bool = False

    def hears(self, one: Delivered) -> None:
        """Remember an event."""
        match one.event:
            case events.PileStarted(card=card):
                self.open, self.pile = [card], self.pile - 1
            case events.TurnStarted(seat=seat):
                self.turn, self.undecided, self.drew = seat, True, False
            case events.CardPlayed(seat=seat, card=str(card)):
                self._played(seat, card, one.seq)
            case events.PlayTakenBack(seat=seat, card=str(card)):
                self._taken_back(seat, card)
            case own.PileUncovered(seat=seat, card=card, top=top):
                self._uncovered(seat, card, top)
            case events.DrawOwed(seat=seat, count=count):
                self._drawn(seat, count)
            case own.CardPutBack(seat=seat):
                self.pile += 1
                self._gains(seat, -1)
            case events.PileReshuffled():
                self._shuffled(one.seq)
            case own.GiftGiven(giver=giver, receiver=receiver, count=count):
                self._gains(giver, -count)
                self._gains(receiver, count)
            case _:
                self._hears_of_races_and_calls(one.event)

    def _hears_of_races_and_calls(self, event: Event) -> None:
        match event:
            case events.RaceOpened():
                self.racing = True
            case events.RaceClosed(race=race, order=order):
                self._raced(race, order or ())
            case own.CallMade():
                self.undecided = False
            case own.CallSettled(accused=accused, guilty=guilty, guard=guard):
                self._settled(accused, guilty)
                self.guard = guard
            case own.HandsDue(seats=seats, out=out):
                self.out, self.counted = out, {one: n for one, n in self.counted.items() if one not in seats}
            case own.OutWithdrawn():
                self.out, self.counted = None, {}
            case events.HandCounted(seat=seat, points=points):
                self.counted[seat] = points
            case events.RoundEnded():
                self.ended = True

    # -- The discard

    def _played(self, seat: int | None, card: str, seq: int) -> None:
        self.undecided = False
        self.latest_by = None if self.racing else seat
        self.open.append(card)
        if seat is None:
            self.unsigned = card
            return
        plain = self._is_plain(card) and seat != self.guard and self.sizes.get(seat, 0) >= ENOUGH
        self.plays.append(Play(seat, card, seq, self.shuffles, plain))
        self._gains(seat, -1)

    def _is_plain(self, card: str) -> bool:
        found = self.setup.cards.get(card)
        return found is not None and found.kind == PLAIN

    def _taken_back(self, seat: int | None, card: str) -> None:
        self.open = [other for other in self.open if other != card]
        laid = next((play.seat for play in reversed(self.plays) if play.card == card), seat)
        self.plays = [play for play in self.plays if play.card != card or play.shuffles != self.shuffles]
        self._gains(laid, 1)

    def _uncovered(self, seat: int | None, card: str, top: str) -> None:
        self.open = [*(other for other in self.open if other not in (card, top)), top]
        self._gains(seat, 1)

    def _shuffled(self, seq: int) -> None:
        self.pile += max(len(self.open) - 1, 0)
        self.open, self.shuffles, self.shuffled_seq = self.open[-1:], self.shuffles + 1, seq

    # -- Hands

    def _gains(self, seat: int | None, count: int) -> None:
        if seat in self.sizes:
            self.sizes[seat] += count
            self.gained[seat] = self.gained.get(seat, 0) + max(count, 0)

    def _drawn(self, seat: int, count: int) -> None:
        self.pile -= count
        self._gains(seat, count)
        if seat == self.turn and self.undecided and self.open:
            self.undecided, self.drew, self.latest_by = False, True, None
            self.lacks[seat], self.gained[seat] = self._fitting(), count

    def _fitting(self) -> frozenset[int]:
        top, wrap = self.setup.cards[self.open[-1]].number, self.setup.options.wrap
        return frozenset(one for one in range(LOWEST, HIGHEST + 1) if top and rules.fits(one, top, wrap=wrap))

    # -- Races and calls

    def _raced(self, race: str, order: Iterable[events.Placing]) -> None:
        """Record who answered a cockroach."""
        self.undecided = self.racing = False
        first = next(iter(order), None)
        if race == "match" and first is not None and self.unsigned in self.open[-1:]:
            self.plays.append(Play(first.seat, self.open[-1], 0, self.shuffles, plain=False))
            self._gains(first.seat, -1)
        self.unsigned = None

    def _settled(self, accused: int, guilty: bool) -> None:
        """Record the result of a call: the accused's last play hides no card, or no longer hides one."""
        last = next((n for n in reversed(range(len(self.plays))) if self.plays[n].seat == accused), None)
        if last is not None:
            self.plays[last] = replace(self.plays[last], hides=False)


def remembered(known: Known) -> Memory:
    """Return the memory of a round from the events of a seat."""
    setup, seats = known.setup, MitoView.of(known.view).seats
    in_play = sum(card.kind != GUARD for card in setup.cards.values())
    began = None if known.round is None else known.round.event
    guard = began.guard if isinstance(began, own.RoundStarted) else None
    guard = guard or next((one.seat for one in seats if one.guard), setup.seats[0])
    memory = Memory(setup, guard, dict.fromkeys(setup.seats, HAND), in_play - HAND * len(setup.seats))
    for one in known.of_round():
        memory.hears(one)
    return memory
