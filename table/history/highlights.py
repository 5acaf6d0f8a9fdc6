"""The highlights of a game: the closest race, the boldest bluffs, and what came to light at the end of a round."""

from collections.abc import Iterator, Sequence
from typing import Literal

from table import games
from table.event import Event
from table.events import RaceClosed
from table.history.counting import events_of
from table.history.record import Record
from table.history.summary import Summary
from table.values import Value
from table.wording import Names

Kind = Literal["closest_race", "bluff", "opened"]
_MOST_BLUFFS = 3
_NOBODY = Names({}, {})  # whether there is anything to say does not depend on names


class Highlight(Value):
    """A highlight: the number of its event, and for a race by how many ms a player was last."""

    kind: Kind
    seq: int
    ms: float | None = None


def highlights(record: Record, summary: Summary) -> list[Highlight]:
    """Return what was special, in the order in which it happened."""
    told = events_of(record.told, games.events_of(summary.game))
    found = [*_closest(told), *_bluffs(told), *_opened(told)]
    return sorted(found, key=lambda one: one.seq)


def _closest(told: Sequence[tuple[int, Event]]) -> Iterator[Highlight]:
    """Yield the race in which the last two were closest together."""
    gaps = [
        (event.order[-1].at_ms - event.order[-2].at_ms, seq)
        for seq, event in told
        if isinstance(event, RaceClosed) and event.order is not None and len(event.order) > 1 and not event.missing
    ]
    if gaps:
        gap, seq = min(gaps)
        yield Highlight("closest_race", seq, gap)


def _bluffs(told: Sequence[tuple[int, Event]]) -> Iterator[Highlight]:
    """Yield the moments in which most lies were found out, the first ones of equals."""
    events = [event for _, event in told]
    found = {
        seq: sum(statistic.kind == "bluff_found_out" for statistic in event.statistics(events[:at]))
        for at, (seq, event) in enumerate(told)
    }
    caught = sorted((seq for seq, lies in found.items() if lies), key=lambda seq: (-found[seq], seq))
    yield from (Highlight("bluff", seq) for seq in caught[:_MOST_BLUFFS])


def _opened(told: Sequence[tuple[int, Event]]) -> Iterator[Highlight]:
    secrets = ((seq, event) for seq, event in told if event.opens_secrets)
    yield from (Highlight("opened", seq) for seq, event in secrets if event.said(_NOBODY) is not None)
