"""The highlights of a game: the closest race, the boldest bluffs, and what came to light at the end of a round."""

from collections.abc import Iterator, Sequence
from typing import Literal

from table.event import Delivered
from table.events import RaceClosed, standing
from table.history.record import Record
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


def highlights(record: Record) -> list[Highlight]:
    """Return the highlights in the order in which they happened."""
    told = standing(record.delivered())
    found = [*_closest(told), *_bluffs(told), *_opened(told)]
    return sorted(found, key=lambda one: one.seq)


def _closest(told: Sequence[Delivered]) -> Iterator[Highlight]:
    """Yield the race in which the last two were closest together."""
    races = ((one.seq, one.event) for one in told if isinstance(one.event, RaceClosed))
    gaps = [
        (race.order[-1].at_ms - race.order[-2].at_ms, seq)
        for seq, race in races
        if race.order is not None and len(race.order) > 1 and not race.missing
    ]
    if gaps:
        gap, seq = min(gaps)
        yield Highlight("closest_race", seq, gap)


def _bluffs(told: Sequence[Delivered]) -> Iterator[Highlight]:
    """Yield the moments in which most lies were found out, the first ones of equals."""
    events = [one.event for one in told]
    found = {
        one.seq: sum(statistic.kind == "bluff_found_out" for statistic in one.event.statistics(events[:at]))
        for at, one in enumerate(told)
    }
    caught = sorted((seq for seq, lies in found.items() if lies), key=lambda seq: (-found[seq], seq))
    yield from (Highlight("bluff", seq) for seq in caught[:_MOST_BLUFFS])


def _opened(told: Sequence[Delivered]) -> Iterator[Highlight]:
    secrets = (one for one in told if one.event.opens_secrets)
    yield from (Highlight("opened", one.seq) for one in secrets if one.event.said(_NOBODY) is not None)
