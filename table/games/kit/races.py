"""Button races: who takes part, when a race opens, which presses count, and who was first or last.

A card opens a race. Players see the card before its tag is read, so presses made shortly before the reading also count.
Each press has a timestamp with an error bound. Presses whose error ranges overlap are tied, and a random draw based on
the game's seed breaks the tie. Players who have not pressed by the deadline come last. For a moment after a race,
presses are ignored, because they were probably meant for that race.

To have races, a game adds a `race` field to its round and derives its `Fingers` class from `Racing`. `Slaps` turns
presses into two actions: `Slap`, which `why_not_slap` checks, and `CloseSlap`, for which the game supplies a rule that
uses `last_hand` or `first_hand`.
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
    """A race between `seats`. The times of the `slaps` are relative to the reading of the card that opened the race."""

    seats: tuple[int, ...]
    slaps: tuple[Stamp, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not slapped yet."""
        there = {slap.seat for slap in self.slaps}
        return tuple(seat for seat in self.seats if seat not in there)


# -- rules: hands, and who was first or last


class Slap(BySeat):
    """A seat slaps the pile `at` us after the card was read. The timestamp may be off by up to `error` us."""

    at: int = 0
    error: int | None = None


class CloseSlap(Action):
    """The race is over. `lot`, a large number, breaks the tie if the presses are too close together to order."""

    lot: int = 0


class Hand(Value):
    """The result of looking for the first or last player in a race: `seat`, or None if nobody slapped.

    `drawn` means that a tie-break chose this seat. `order`, `ties` and `missing` are the corresponding fields of
    `RaceClosed`.
    """

    seat: int | None
    drawn: bool
    order: tuple[Placing, ...]
    ties: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]


class RaceWon(RaceClosed, blur={"order", "last", "ties", "missing", "lot", "first"}):
    """The end of a race won by the seat `first`, which is null if nobody slapped.

    `lot` means that a tie-break decided. `missing` is always empty, because players who had not slapped yet could no
    longer win.
    """

    first: int | None = None

    @classmethod
    def by(cls, race: str, hand: Hand) -> Self:
        """Return the event for a race with this result."""
        return cls(race, hand.order, ties=hand.ties, lot=hand.drawn, first=hand.seat)

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record the time of each slap."""
        return tuple(Statistic(one.seat, "pressed", one.at_ms) for one in self.order or ())

    def said(self, names: Names) -> Text:
        """Return a sentence saying who was first."""
        if self.first is None:
            return say("Nobody slapped.")
        who = names.who(self.first)
        if self.lot:
            text = say("The table drew a name: {who} was first.", who=who)
            return or_yours(text, say("The table drew a name: you were first."))
        return or_yours(say("{who} was first.", who=who), say("You were first."))


def why_not_slap(race: Race | None, seat: int, nothing: str) -> IllegalAction | None:
    """Return why a slap does not count: there is nothing for the seat to slap, or it has already slapped.

    `nothing` is the text of the refusal in the first case.
    """
    if race is None or seat not in race.seats:
        return refusal(nothing)
    return unless(seat not in [slap.seat for slap in race.slaps], "you have slapped already")


def with_hand(race: Any, action: Slap) -> Any:
    """Return the race with another slap added."""
    return replace(race, slaps=(*race.slaps, Stamp(action.seat, action.at, action.error)))


def slapping(nothing: str, close: Callable[[Any, Any], tuple[Any, tuple[Event, ...]]]) -> Mapping[type, Rule[Any]]:
    """Return the `Slap` and `CloseSlap` rules for a game in which every race is a slapping race.

    `close` carries out `CloseSlap`. While no race is open, both actions are refused with the text `nothing`.
    """

    def why_not(state: Any, action: Slap) -> IllegalAction | None:
        return why_not_slap(state.race, action.seat, nothing)

    def carry_out(state: Any, action: Slap) -> tuple[Any, tuple[Event, ...]]:
        return replace(state, race=with_hand(sure(state.race), action)), ()

    return {Slap: Rule(why_not, carry_out), CloseSlap: only_if(lambda state, _: state.race is not None, nothing, close)}


def last_hand(race: Race, lot: int) -> Hand:
    """Return the seat that was last. Seats that never slapped come last, and a tie-break picks one of several."""
    return _decided(race, race.missing or ordering.may_be_last(race.slaps), lot)


def first_hand(race: Race, lot: int) -> Hand:
    """Return the seat that was first, if anybody slapped. A tie-break picks one if several may have been first."""
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
    """A recent press that may still count in a race. Its timestamp may be off by up to `error` us."""

    press: Press
    error: int | None = None


class Racing(Fingers[R], Generic[R]):
    """The state of presses in a game with races. `recent` holds presses that may still count in a race.

    `opened` is the time at which the card that opened the last race was read. Presses are ignored until `quiet`.
    """

    recent: tuple[Recent, ...] = ()
    opened: int = 0
    quiet: int = -1

    def used(self, *presses: Press) -> Self:
        """Return this state without presses that have taken effect."""
        return self.without(*presses)

    def remembering(self, recent: Recent, lead: int) -> Self:
        """Remember a press that may count in a race whose card is read up to `lead` us later."""
        oldest = recent.press.t - lead - DROP
        return replace(self, recent=(*(one for one in self.recent if one.press.t >= oldest), recent))


P = TypeVar("P", bound=Racing[Any])
Readings = tuple[Reading[P, Any], ...]


class Slaps(Value):
    """The timing of a game's races, in us.

    Presses count from `lead` before the card is read until `longest` after it. A race closes once every seat has
    slapped. If `after_first` is set, it closes that long after the first slap, which leaves time for delayed presses to
    arrive. For `quiet` after a race, presses are ignored.
    """

    lead: int = micros(0.4)
    longest: int = micros(5)
    quiet: int = micros(1)
    after_first: int | None = None

    def counted(self, play: Racing[Any], at: int) -> tuple[Recent, ...]:
        """Return the recent presses that count in a race whose card was read at `at`."""
        return tuple(recent for recent in play.recent if recent.press.t >= at - self.lead)

    def opens(self, play: P, race: Race, at: int, first: Action, now: int) -> Readings[P]:
        """Open a race whose card was read at `at`.

        The reading consists of the action `first`, followed by the slaps that recent presses represent.
        """
        counted = self.counted(play, at)
        noted = replace(play.used(*(recent.press for recent in counted)), opened=at, recent=())
        racing = first_of_each(recent for recent in counted if recent.press.seat in race.seats)
        return self.slapped(noted, race, (first, *(slap(one, at) for one in racing)), now)

    def pressed(self, play: P, race: Race, recent: Recent) -> Readings[P]:
        """Interpret a press during a race. A seat's second press is ignored."""
        if recent.press.seat not in race.missing:
            return idle(play)
        return self.slapped(play, race, (slap(recent, play.opened),), recent.press.t)

    def slapped(self, play: P, race: Race, acts: tuple[Action, ...], now: int) -> Readings[P]:
        """Return a reading with these actions, which also closes the race if every seat has now slapped."""
        there = {act.seat for act in acts if isinstance(act, Slap)}
        if set(race.missing) <= there:
            return (Reading(replace(play, quiet=now + self.quiet), (*acts, close(play))),)
        return (Reading(play, acts),)

    def due(self, play: Racing[Any], race: Race | None) -> int | None:
        """Return the time at which the open race closes, or None if no race is open."""
        if race is None:
            return None
        if self.after_first is not None and race.slaps:
            return play.opened + min(self.longest, min(slap.latest for slap in race.slaps) + self.after_first)
        return play.opened + self.longest

    def closes(self, play: P, now: int) -> Readings[P]:
        """Close the race because its deadline has passed."""
        return (Reading(self.over(play, now), (close(play),)),)

    def over(self, play: P, now: int) -> P:
        """Start ignoring presses, because those made just after a race were probably meant for it."""
        return replace(play, quiet=now + self.quiet, opened=now)

    def is_too_late(self, play: Racing[Any], press: Press) -> bool:
        """Return whether to ignore a press because the last race has only just closed."""
        return press.t <= play.quiet

    # -- for a game whose buttons are only for races: any other press also means something, such as a false slap

    def next_due(self, play: Racing[Any]) -> int | None:
        """Return the next deadline, or None if nothing is pending.

        This is when the open race closes or, if no race is open, when the oldest recent press can no longer count in a
        race.
        """
        if play.round.race is not None:
            return self.due(play, play.round.race)
        return min((recent.press.t + self.lead + 1 for recent in play.recent), default=None)

    def readers(self, alone: Callable[[int], Action]) -> Mapping[Any, Any]:
        """Return readers for all facts except cards.

        A press that counts in no race becomes the action `alone(seat)`.
        """

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
    """Return the slap that a press represents in the race that opened at time `opened`."""
    return Slap(recent.press.seat, recent.press.t - opened, recent.error)


def close(play: Racing[Any]) -> CloseSlap:
    """Return the action that closes a race, with a tie-break number derived from the game's seed."""
    return CloseSlap(ordering.lot(play.round.setup.seed, play.round.lots))


def first_of_each(recents: Iterable[Recent]) -> tuple[Recent, ...]:
    """Return the first press of each seat, because a seat can slap only once."""
    found: dict[int, Recent] = {}
    for recent in recents:
        found.setdefault(recent.press.seat, recent)
    return tuple(found.values())
