"""What a seat knows for certain about a round of Mito, as a state for the rules."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from table.ai.known import GONE, Known, OwnPlay, World
from table.ai.mito.remembering import Memory
from table.games.mito.actions import DISCARD
from table.games.mito.cards import GUARD
from table.games.mito.events import CallSettled
from table.games.mito.state import Debt, Laid, Phase, Race, State
from table.games.mito.views import MitoSeat, MitoView
from table.games.ordering import Stamp
from table.values import Value, field, replace

# -- The secrets of Mito: cards that are hidden under others or have vanished, and who saw it


class Secrets(Value):
    """The cheats in a round that have not been settled.

    `hidden` maps each seat to the card that it hid under its last play or has made vanish since. `seen` is the seat
    that the guard suspects now. `back` maps each seat to a card that its player was caught with and has to take back.
    `gone` are the cards that have vanished. `moved` is the seat whose hand moved last; everybody sees that if hands are
    watched.
    """

    hidden: Mapping[int, str] = field(default_factory=dict)
    seen: int | None = None
    back: Mapping[int, str] = field(default_factory=dict)
    gone: AbstractSet[str] = frozenset()
    moved: int | None = None

    def laid(self, seat: int, under: str | None, *, seen: bool) -> "Secrets":
        """Return the secrets after a seat laid a card, perhaps with another `under` it. `seen`: by the guard."""
        hidden = _without(self.hidden, seat) | ({} if under is None else {seat: under})
        return replace(self, hidden=hidden, seen=seat if seen else None, moved=seat)

    def vanished(self, seat: int, card: str) -> "Secrets":
        """Return the secrets after a seat made a card vanish."""
        return replace(self, hidden={**self.hidden, seat: card}, gone=self.gone | {card}, moved=seat)

    def looked_away(self) -> "Secrets":
        """Return the secrets after the moment for a call has passed."""
        return self if self.seen is None else replace(self, seen=None)

    def pleaded(self, seat: int, *, takes_back: bool) -> "Secrets":
        """Return the secrets after the answer to a call; `takes_back` means the culprit must take the card back."""
        card = self.hidden.get(seat)
        back = {**self.back, seat: card} if takes_back and card is not None else self.back
        return replace(self, hidden=_without(self.hidden, seat), seen=None, back=back, moved=None)

    def took_back(self, card: str) -> "Secrets":
        """Return the secrets after a culprit took a card back."""
        back = {seat: other for seat, other in self.back.items() if other != card}
        return replace(self, back=back, gone=self.gone - {card})

    def shuffled(self) -> "Secrets":
        """Return the secrets after the discard was shuffled: only those about vanished cards remain."""
        hidden = {seat: card for seat, card in self.hidden.items() if card in self.gone}
        back = {seat: card for seat, card in self.back.items() if card in self.gone}
        return Secrets(hidden, None, back, self.gone, self.moved)


def secrets(world: World[State]) -> Secrets:
    return world.notes if isinstance(world.notes, Secrets) else _NONE


def _without(hidden: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: card for other, card in hidden.items() if other != seat}


_NONE = Secrets()


_ON_THE_DISCARD = ("", DISCARD)  # a robot lays cards nowhere else


class Certain(Value, dict=True):
    """What a seat knows for certain, from its events and its memory."""

    known: Known
    memory: Memory

    @property
    def _view(self) -> MitoView:
        return MitoView.of(self.known.view)

    @cached_property
    def sizes(self) -> Mapping[int, int]:
        """How many cards each other seat holds, going by events; at least one unless its player claims to be out."""
        mine, out = self.known.seat, self.memory.out
        return {seat: 0 if seat == out else max(size, 1) for seat, size in self.memory.sizes.items() if seat != mine}

    @cached_property
    def discard(self) -> tuple[str, ...]:
        """The cards on the discard pile, going by events."""
        return tuple(card for card in dict.fromkeys(self.memory.open) if card not in self.known.hand)

    @cached_property
    def own_hidden(self) -> Mapping[str, int]:
        """The seat's own cards that are still hidden, each with the `seq` at which the seat hid it."""
        since, gone = self.memory.shuffled_seq, {*self.discard, *self.known.hand}
        latest = {one.card: one for one in self.own}
        return {
            card: last.seq
            for card, last in latest.items()
            if last.zone in _ON_THE_DISCARD and last.seq >= since and card not in gone
        }

    @cached_property
    def own_gone(self) -> Mapping[str, int]:
        """The cards that the seat has made vanish and not taken back, each with the `seq` at which it vanished."""
        latest = {one.card: one for one in self.own if one.card not in self.known.hand}
        return {card: one.seq for card, one in latest.items() if one.zone == GONE}

    @cached_property
    def own(self) -> Sequence[OwnPlay]:
        """The cards that the seat itself has laid or given away in this round."""
        return [one for one in self.known.laid if one.seq >= (0 if self.known.round is None else self.known.round.seq)]

    @cached_property
    def given(self) -> Mapping[str, int]:
        """The cards that the seat has given away and not seen since, each with its new owner."""
        shown = {*self.discard, *self.known.hand, *self.own_hidden, *(play.card for play in self.memory.plays)}
        gifts = {one.card: one.zone for one in self.own if one.zone.startswith("seat.")}
        return {card: int(zone.removeprefix("seat.")) for card, zone in gifts.items() if card not in shown}

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards whose places the seat does not know."""
        seen = {*self.discard, *self.known.hand, *self.own_hidden, *self.own_gone}
        cards = self.known.setup.cards
        return tuple(code for code, card in cards.items() if code not in seen and card.kind != GUARD)

    @cached_property
    def own_secrets(self) -> Secrets:
        """The seat's own cheats: its latest open cheat, and the card that it was caught with."""
        mine = self.known.seat
        calls = [(one.seq, one.event) for one in self.known.of_round() if isinstance(one.event, CallSettled)]
        caught = max((seq for seq, call in calls if call.guilty and call.accused == mine), default=-1)
        fresh = self._cheat([one for one in self.own if one.seq > caught])
        back = self._cheat([one for one in self.own if one.seq < caught])
        if not self.known.setup.options.retake_cheated_card:
            back = None
        return Secrets(
            {} if fresh is None else {mine: fresh}, None, {} if back is None else {mine: back}, frozenset(self.own_gone)
        )

    def _cheat(self, own: Sequence[OwnPlay]) -> str | None:
        """Return the card that the seat hid or made vanish with its last play; None if that play was not a cheat."""
        last = next((one for one in reversed(own) if one.zone in (*_ON_THE_DISCARD, GONE)), None)
        if last is None:
            return None
        if last.zone == GONE:
            return last.card if self.own_gone.get(last.card) == last.seq else None
        together = [one.card for one in own if one.seq == last.seq and one.zone in _ON_THE_DISCARD]
        return next((card for card in together if self.own_hidden.get(card) == last.seq and len(together) > 1), None)

    @cached_property
    def state(self) -> State:
        """The state of the round under the rules, without the cards that others have hidden."""
        known, memory = self.known, self.memory
        view, setup = self._view, known.setup
        seats = {one.seat: one for one in view.seats}
        in_play = sum(card.kind != GUARD for card in setup.cards.values())
        top = view.piles[DISCARD].top or (self.discard[-1] if self.discard else None)
        last = memory.plays[-1] if memory.plays else None
        return State(
            setup,
            self._phase(top),
            view.round or 1,
            known.starter,
            turn=view.turn or memory.turn or setup.seats[0],
            totals={seat: one.score or 0 for seat, one in seats.items()},
            guard=next((seat for seat, one in seats.items() if one.guard), memory.guard),
            drawn=memory.drew,
            top=top,
            named=top,
            count=view.piles[DISCARD].count or len(self.discard),
            pile=max(memory.pile, 0),
            held=max(in_play - memory.pile - len(self.discard), 0),
            played=frozenset(self.discard),
            latest=frozenset({top} if top else ()),
            latest_by=memory.latest_by,
            laid=self._laid_by(),
            loose=frozenset(self.own_secrets.back.values()),
            beneath=frozenset(self.own_hidden),
            stack=self.discard[:-1],
            last=None if last is None or last.card != top else Laid(last.seat, last.card),
            wrong=frozenset() if view.correction is None else frozenset(view.correction.named),
            race=self._race(top),
            accused=None if view.call is None else view.call.accused,
            debts=tuple(_debts(seats)),
            out=memory.out,
            counted=dict(memory.counted),
        )

    def _laid_by(self) -> Mapping[int, frozenset[str]]:
        """Return the cards on the discard pile by the seat that laid them, as this seat remembers it."""
        laid: dict[int, frozenset[str]] = {self.known.seat: frozenset(self.own_hidden)}
        for play in self.memory.plays:
            if play.shuffles == self.memory.shuffles:
                laid[play.seat] = laid.get(play.seat, frozenset()) | {play.card}
        return laid

    def _phase(self, top: str | None) -> Phase:
        view = self._view
        if view.winners is not None:
            return Phase.OVER
        if self.memory.ended:
            return Phase.BETWEEN
        if self.memory.out is not None:
            return Phase.COUNTING
        if view.race is not None and view.race.race is not None and top is not None:
            return Phase.RACING
        if view.call is not None:
            return Phase.CALLED
        return Phase.SET_UP if top is None else Phase.PLAYING

    def _race(self, top: str | None) -> Race | None:
        view, setup = self._view, self.known.setup
        race = view.race
        if race is None or race.race is None or top is None:
            return None
        card = race.card or top
        by = next((play.seat for play in reversed(self.memory.plays) if play.card == card), None)
        there = tuple(Stamp(seat, 0) for seat in race.there or ())
        seats = tuple(race.seats or setup.seats)
        return Race(seats, there, kind=race.race, by=by, card=card, matched=race.answered)

    @cached_property
    def counting(self) -> Mapping[int, int]:
        """How many cards of each hand have been counted."""
        seats = self._view.seats if self.memory.out is not None else ()
        return {one.seat: one.counted for one in seats if one.counted}


def _debts(seats: Mapping[int, MitoSeat]) -> Iterator[Debt]:
    """Yield a debt for each card that is owed."""
    for seat, seen in seats.items():
        for owed in seen.owed or ():
            if owed and owed.count:
                yield from [Debt(seat, owed.to)] * owed.count
