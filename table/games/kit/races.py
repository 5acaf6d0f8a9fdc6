"""Button races: who takes part, when a race opens, which presses count, and who was first or last.

A card opens a race. Players see it before its tag is read, so presses shortly before that also count. Each hand has a
stamp with an error bound: hands whose bounds overlap are tied, and a tie-break drawn from the game's seed decides
between them. Anybody missing at the deadline comes last. Presses are ignored for a moment after a race, because some
are late.

A game's round has a `race` field, and its fingers derive from `Racing`. `Slaps` interprets presses as the actions
`Slap`, governed by `why_not_slap`, and `CloseSlap`, governed by the game's own rule, which uses `last_hand` or
`first_hand`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from table.event import Event, Statistic
from table.events import Placing, RaceClosed
from table.facts import DROP, Press, Pressed, TableResumed, TimePassed, micros
from table.games import ordering
from table.games.game import IllegalAction, Reading
from table.games.kit.actions import Action, BySeat
from table.games.kit.fingers import Fingers
from table.games.kit.reading import does, idle
from table.games.kit.rounds import R
from table.games.kit.rulebook import Rule, only_if, sure
from table.games.ordering import Stamp
from table.games.words import refusal, unless
from table.saying import Text, or_yours, say
from table.values import Value, replace
from table.wording import Names

_US_PER_MS = 1000


class Race(Value):
    """A race: its `seats`, and the `slaps` so far, timed from when the card that opened it was read."""

    seats: tuple[int, ...]
    slaps: tuple[Stamp, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not slapped yet."""
        there = {slap.seat for slap in self.slaps}
        return tuple(seat for seat in self.seats if seat not in there)


# -- rules: hands, and who was first or last


class Slap(BySeat):
    """A seat slaps, `at` us after the card was read; the stamp may be off by `error` us."""

    at: int = 0
    error: int | None = None


class CloseSlap(Action):
    """The race is over; `lot`, a large number, breaks the tie if stamps are too close together to tell apart."""

    lot: int = 0


class Hand(Value):
    """The first or last hand of a race: its `seat`, None if no seat slapped; `drawn` means that a tie-break chose it.

    `order`, `ties` and `missing` are the fields of `RaceClosed`.
    """

    seat: int | None
    drawn: bool
    order: tuple[Placing, ...]
    ties: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]


class RaceWon(RaceClosed, blur={"order", "last", "ties", "missing", "lot", "first"}):
    """The end of a race won by the `first` hand, null if nobody slapped. `lot` means that a tie-break decided.

    `missing` is always empty, because a later hand could not have won.
    """

    first: int | None = None

    @classmethod
    def by(cls, race: str, hand: Hand) -> Self:
        """Return the event for a race won by this hand."""
        return cls(race, hand.order, ties=hand.ties, lot=hand.drawn, first=hand.seat)

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record the time of each slap."""
        return tuple(Statistic(one.seat, "pressed", one.at_ms) for one in self.order or ())

    def said(self, names: Names) -> Text:
        """Return a sentence saying whose hand was first."""
        if self.first is None:
            return say("Nobody slapped.")
        who = names.who(self.first)
        if self.lot:
            text = say("The table drew a name: {who} was first.", who=who)
            return or_yours(text, say("The table drew a name: you were first."))
        return or_yours(say("{who} was first.", who=who), say("You were first."))


def why_not_slap(race: Race | None, seat: int, nothing: str) -> IllegalAction | None:
    """Return why a slap does not count: the seat has nothing to slap (text `nothing`) or has already slapped."""
    if race is None or seat not in race.seats:
        return refusal(nothing)
    return unless(seat not in [slap.seat for slap in race.slaps], "you have slapped already")


def with_hand(race: Any, action: Slap) -> Any:
    """Return the race with one more slap."""
    return replace(race, slaps=(*race.slaps, Stamp(action.seat, action.at, action.error)))


def slapping(nothing: str, close: Callable[[Any, Any], tuple[Any, tuple[Event, ...]]]) -> Mapping[type, Rule[Any]]:
    """Return the `Slap` and `CloseSlap` rules for a game in which all races are for slaps; `close` ends a race.

    Without a race, both are refused with the text `nothing`.
    """

    def why_not(state: Any, action: Slap) -> IllegalAction | None:
        return why_not_slap(state.race, action.seat, nothing)

    def carry_out(state: Any, action: Slap) -> tuple[Any, tuple[Event, ...]]:
        return replace(state, race=with_hand(sure(state.race), action)), ()

    return {Slap: Rule(why_not, carry_out), CloseSlap: only_if(lambda state, _: state.race is not None, nothing, close)}


def last_hand(race: Race, lot: int) -> Hand:
    """Return the last hand: a missing one, if any; a tie-break decides between several."""
    return _decided(race, race.missing or ordering.may_be_last(race.slaps), lot)


def first_hand(race: Race, lot: int) -> Hand:
    """Return the first hand, if anybody slapped; a tie-break decides between several that may have been first."""
    return _decided(race, ordering.may_be_first(race.slaps), lot)


def in_order(race: Race) -> tuple[Placing, ...]:
    """Return the time of each slap, earliest first."""
    return tuple(_placing(stamp) for stamp in ordering.in_order(race.slaps))


def _decided(race: Race, candidates: Sequence[int], lot: int) -> Hand:
    seat = candidates[lot % len(candidates)] if candidates else None
    return Hand(seat, len(candidates) > 1, in_order(race), ordering.ties(race.slaps), race.missing)


def _placing(stamp: Stamp) -> Placing:
    return Placing(stamp.seat, stamp.at / _US_PER_MS, None if stamp.error is None else stamp.error / _US_PER_MS)


# -- readings: which presses count


class Recent(Value):
    """A recent press that may still count in a race; its stamp may be off by `error` us."""

    press: Press
    error: int | None = None


class Racing(Fingers[R], Generic[R]):
    """Fingers in a game with races; `recent` holds presses that may still count in a race.

    `opened` is when the card that opened the last race was read; until `quiet`, presses are ignored.
    """

    recent: tuple[Recent, ...] = ()
    opened: int = 0
    quiet: int = -1

    def used(self, *presses: Press) -> Self:
        """Forget presses that have been used."""
        return self.without(*presses)

    def remembering(self, recent: Recent, lead: int) -> Self:
        """Remember a press that may count in a race, whose card may be read up to `lead` us after the press."""
        oldest = recent.press.t - lead - DROP
        return replace(self, recent=(*(one for one in self.recent if one.press.t >= oldest), recent))


P = TypeVar("P", bound=Racing[Any])
Readings = tuple[Reading[P, Any], ...]


class Slaps(Value):
    """The timing of a game's races, in us: presses count from `lead` before the card is read until `longest` after it.

    A race closes once every seat has slapped or, if `after_first` is set, that long after the first slap, so that
    stamps which arrive late still count. After a race, presses are ignored for `quiet`.
    """

    lead: int = micros(0.4)
    longest: int = micros(5)
    quiet: int = micros(1)
    after_first: int | None = None

    def counted(self, play: Racing[Any], at: int) -> tuple[Recent, ...]:
        """Return the presses that count in a race for a card read at `at`."""
        return tuple(recent for recent in play.recent if recent.press.t >= at - self.lead)

    def opens(self, play: P, race: Race, at: int, first: Action, now: int) -> Readings[P]:
        """Open a race with the action `first`, whose card was read at `at`, and with the slaps that already count."""
        counted = self.counted(play, at)
        noted = replace(play.used(*(recent.press for recent in counted)), opened=at, recent=())
        racing = first_of_each(recent for recent in counted if recent.press.seat in race.seats)
        return self.slapped(noted, race, (first, *(slap(one, at) for one in racing)), now)

    def pressed(self, play: P, race: Race, recent: Recent) -> Readings[P]:
        """Interpret a press in the open race; a seat's second press is ignored."""
        if recent.press.seat not in race.missing:
            return idle(play)
        return self.slapped(play, race, (slap(recent, play.opened),), recent.press.t)

    def slapped(self, play: P, race: Race, acts: tuple[Action, ...], now: int) -> Readings[P]:
        """Record slaps, and close the race if every seat has slapped."""
        there = {act.seat for act in acts if isinstance(act, Slap)}
        if set(race.missing) <= there:
            return (Reading(replace(play, quiet=now + self.quiet), (*acts, close(play))),)
        return (Reading(play, acts),)

    def due(self, play: Racing[Any], race: Race | None) -> int | None:
        """Return the latest time at which the open race ends, or None without a race."""
        if race is None:
            return None
        if self.after_first is not None and race.slaps:
            return play.opened + min(self.longest, min(slap.latest for slap in race.slaps) + self.after_first)
        return play.opened + self.longest

    def closes(self, play: P, now: int) -> Readings[P]:
        """Close the race, because its time is up."""
        return (Reading(self.over(play, now), (close(play),)),)

    def over(self, play: P, now: int) -> P:
        """Ignore presses for a moment after a race, since some are late."""
        return replace(play, quiet=now + self.quiet, opened=now)

    def is_too_late(self, play: Racing[Any], press: Press) -> bool:
        """Return whether a press came too late for the last race and has no other meaning."""
        return press.t <= play.quiet

    # -- for a game whose buttons are only for races: any other press also means something, such as a false slap

    def next_due(self, play: Racing[Any]) -> int | None:
        """Return the deadline of the open race or, without one, of the oldest press that may still count in a race."""
        if play.round.race is not None:
            return self.due(play, play.round.race)
        return min((recent.press.t + self.lead + 1 for recent in play.recent), default=None)

    def readers(self, alone: Callable[[int], Action]) -> Mapping[Any, Any]:
        """Return readers for all facts except cards; a press that counts in no race is its seat's action `alone`."""

        def pressed(play: P, fact: Pressed) -> Readings[P]:
            recent = Recent(fact.press, fact.error)
            if play.round.race is not None:
                return self.pressed(play, play.round.race, recent)
            if play.round.over or self.is_too_late(play, fact.press):
                return ()
            return idle(play.remembering(recent, self.lead))

        def time_passed(play: P, fact: TimePassed) -> Readings[P]:
            due = self.next_due(play)
            if due is None or due > fact.t:
                return ()
            if play.round.race is not None:
                return self.closes(play, fact.t)
            oldest, *others = sorted(play.recent, key=lambda recent: recent.press.t)
            return does(replace(play, recent=tuple(others)), alone(oldest.press.seat))

        def resumed(play: P, fact: TableResumed) -> Readings[P]:
            return idle(replace(play, recent=(), begun=()))

        return {Pressed: pressed, TimePassed: time_passed, TableResumed: resumed}


def slap(recent: Recent, opened: int) -> Slap:
    """Convert a press into a slap in the race that opened at `opened`."""
    return Slap(recent.press.seat, recent.press.t - opened, recent.error)


def close(play: Racing[Any]) -> CloseSlap:
    """Return the action that ends a race, with the next tie-break draw from the game's seed."""
    return CloseSlap(ordering.lot(play.round.setup.seed, play.round.lots))


def first_of_each(recents: Iterable[Recent]) -> tuple[Recent, ...]:
    """Keep the first press of each seat, because a seat slaps only once."""
    found: dict[int, Recent] = {}
    for recent in recents:
        found.setdefault(recent.press.seat, recent)
    return tuple(found.values())
