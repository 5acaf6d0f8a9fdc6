"""A game's statistics and highlights, computed only from public events."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from table.event import Delivered, Event, Statistic, StatisticKind
from table.events import RaceClosed, standing
from table.history.record import Record
from table.history.summary import Summary
from table.values import Value
from table.wording import Names


class Count(Value):
    """One player's counts in one game. `times_ms` are their times in button races, in the order of the races.

    Bluffs and calls count once they come to light: a lie that nobody doubted counts only if the rules reveal it later.
    """

    won: bool
    points: int
    times_ms: tuple[float, ...] = ()
    missed: int = 0
    last: int = 0
    calls_right: int = 0
    calls_wrong: int = 0
    bluffs_told: int = 0
    bluffs_doubted: int = 0
    bluffs_found_out: int = 0


_IN_RACES: tuple[StatisticKind, ...] = ("pressed", "missed", "last")
_FIELDS: Mapping[StatisticKind, str] = {
    "missed": "missed",
    "last": "last",
    "call_right": "calls_right",
    "call_wrong": "calls_wrong",
    "bluff_told": "bluffs_told",
    "bluff_doubted": "bluffs_doubted",
    "bluff_found_out": "bluffs_found_out",
}


def counted(record: Record, summary: Summary) -> Mapping[int, Count]:
    """Return each player's counts, by seat. If the game ended early, races do not count: one may still be open."""
    presses: dict[int, list[float]] = {seat: [] for seat in summary.players}
    sums: dict[int, dict[str, int]] = {seat: {} for seat in summary.players}
    for _, statistic in _statistics(standing(record.delivered)):
        if statistic.seat not in sums or (statistic.kind in _IN_RACES and summary.termination != "completed"):
            continue
        if statistic.kind == "pressed":
            presses[statistic.seat].extend(() if statistic.ms is None else (statistic.ms,))
        else:
            of = sums[statistic.seat]
            of[_FIELDS[statistic.kind]] = of.get(_FIELDS[statistic.kind], 0) + 1
    return {
        seat: Count(seat in summary.winners, summary.totals.get(seat, 0), tuple(presses[seat]), **sums[seat])
        for seat in summary.players
    }


def _statistics(delivered: Iterable[Delivered]) -> Iterator[tuple[int, Statistic]]:
    """Yield the statistics of all events, each with its event's number."""
    before: list[Event] = []
    for one in delivered:
        yield from ((one.seq, statistic) for statistic in one.event.statistics(before))
        before.append(one.event)


BIN_MS = 50


def binned(times_ms: Iterable[float]) -> Mapping[int, int]:
    """Return how many of the times fall into each bin of `BIN_MS`, keyed by the start of the bin in ms.

    >>> binned([180.0, 199.9, 420.0])
    {150: 2, 400: 1}
    """
    return dict(sorted(Counter(int(ms // BIN_MS) * BIN_MS for ms in times_ms).items()))


def places(summary: Summary, seats: Sequence[int]) -> list[int]:
    """Return each seat's place, from 1; tied seats share a place. Winners come first.

    >>> of = Summary("x", {1: "A", 2: "B", 3: "C"}, {}, 2, {1: 7, 2: 30, 3: 12}, (1,), "completed", 60.0)
    >>> places(of, (1, 2, 3))
    [1, 3, 2]
    """
    sign = 1 if summary.few_points_win else -1
    worth = {seat: (seat not in summary.winners, sign * summary.totals[seat]) for seat in seats}
    return [1 + sum(worth[other] < worth[seat] for other in seats) for seat in seats]


# -- The highlights of a game: the closest race, the boldest bluffs, and the secrets revealed at the end of a round

Kind = Literal["closest_race", "bluff", "opened"]
_MOST_BLUFFS = 3
_NOBODY = Names({}, {})  # whether an event has a sentence does not depend on names


class Highlight(Value):
    """A highlight: the number of its event and, for a race, by how many ms the last player lost."""

    kind: Kind
    seq: int
    ms: float | None = None


def highlights(record: Record) -> list[Highlight]:
    """Return the highlights, in the order of the game."""
    delivered = standing(record.delivered)
    found = [*_closest(delivered), *_bluffs(delivered), *_opened(delivered)]
    return sorted(found, key=lambda one: one.seq)


def _closest(delivered: Sequence[Delivered]) -> Iterator[Highlight]:
    """Yield the race in which the last two presses were closest together."""
    races = ((one.seq, one.event) for one in delivered if isinstance(one.event, RaceClosed))
    gaps = [
        (race.order[-1].at_ms - race.order[-2].at_ms, seq)
        for seq, race in races
        if race.order is not None and len(race.order) > 1 and not race.missing
    ]
    if gaps:
        gap, seq = min(gaps)
        yield Highlight("closest_race", seq, gap)


def _bluffs(delivered: Sequence[Delivered]) -> Iterator[Highlight]:
    """Yield the events, at most three, that exposed the most lies; ties go to the earlier event."""
    found = Counter(seq for seq, statistic in _statistics(delivered) if statistic.kind == "bluff_found_out")
    caught = sorted(found, key=lambda seq: (-found[seq], seq))
    yield from (Highlight("bluff", seq) for seq in caught[:_MOST_BLUFFS])


def _opened(delivered: Sequence[Delivered]) -> Iterator[Highlight]:
    secrets = (one for one in delivered if one.event.opens_secrets)
    yield from (Highlight("opened", one.seq) for one in secrets if one.event.said(_NOBODY) is not None)
