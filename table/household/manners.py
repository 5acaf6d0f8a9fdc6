"""What people do at a table whatever they play: touch a pad until it answers, take a card back, mind the turn."""

from collections.abc import Callable, Sequence
from typing import Any

from table.household.evening import TRIES, Doing, Evening, Told

TICK_S = 0.7  # who has heard nothing by then touches again
_LONG_S = 3600.0
DECIDED_S = 2.0  # the latest that a card is decided that had to wait for others, and the picture of it seen


def touches_until(
    evening: Evening,
    seat: int,
    cards: Sequence[str],
    zone: str,
    ruling: Callable[[], Told | None],
    *,
    note: dict[str, Any],
    bump: float,
    gives_up: Callable[[], bool] = lambda: False,
) -> Doing:
    """Touch a pad with cards as one until the table says something to them; return that, or None.

    Whoever hears no tick touches again, unless he `gives_up`; how often is written into `note`. `bump` is how often
    a hand trembles.
    """
    for attempt in range(TRIES):
        if attempt:
            if gives_up():
                return None
            evening.note("touched_again", seat=seat, cards=list(cards))
            note["touches"] = attempt + 1
        if (yield from _touches_and_hears(evening, seat, cards, zone, ruling, bump)):
            yield from evening.until(lambda: ruling() is not None, DECIDED_S)
        if ruling() is not None:
            return ruling()
    return None


def _touches_and_hears(
    evening: Evening, seat: int, cards: Sequence[str], zone: str, ruling: Callable[[], Told | None], bump: float
) -> Doing:
    """Touch a pad, and return whether there was a tick, or a word."""
    ticks = evening.picture.ticks
    yield from evening.touches(seat, cards, zone, bumps=evening.happens(bump))
    return (yield from evening.until(lambda: evening.picture.ticks != ticks or ruling() is not None, TICK_S))


def takes_back(evening: Evening, seat: int, card: str, zone: str, lies_wrong: Callable[[], bool]) -> Doing:
    """Touch a card that was refused again, until it does not lie wrong any more."""
    for _ in range(TRIES):
        yield evening.waits(0.6, 1.2)
        if not lies_wrong():
            return
        yield from evening.touches(seat, [card], zone)
        yield from evening.until(lambda: not lies_wrong(), DECIDED_S)


def minds_the_turn(
    evening: Evening, turn: Callable[[], int | None], idle: Callable[[], bool], *, every_s: float, patience: int = 2
) -> Doing:
    """See whether the table means somebody else's turn than everybody, and put it right on the host's phone.

    People look `every_s` and wonder only while they are `idle`; they say so when they have wondered more often than
    their patience is.
    """
    wondered = 0
    while not evening.over:
        yield evening.waits(every_s)
        shown = evening.view.get("turn")
        wondered = wondered + 1 if idle() and shown not in (None, turn()) else 0
        if wondered > patience:
            evening.note("disputed", turn=turn(), table=shown)
            evening.says(0, "turn", turn())
            wondered = 0


def minds_the_end(evening: Evening, is_over: Callable[[], bool]) -> Doing:
    """See whether the table means that the game is over though it is not, and take that back on the host's phone."""
    while not evening.over:
        yield from evening.until(lambda: evening.over or (_is_won(evening) and not is_over()), _LONG_S)
        yield evening.waits(1.5, 3)
        if _is_won(evening) and not is_over():
            evening.note("disputed", winners=evening.view["winners"])
            evening.says(0, "undo")
            yield from evening.until(lambda: not _is_won(evening), DECIDED_S)


def _is_won(evening: Evening) -> bool:
    return bool(evening.view.get("winners"))


def is_quiet(evening: Evening) -> Callable[[], bool]:
    """Give a question that is true whenever nothing was told since it was last asked."""
    heard = 0

    def nothing_told() -> bool:
        nonlocal heard
        before, heard = heard, len(evening.told)
        return before == heard

    return nothing_told
