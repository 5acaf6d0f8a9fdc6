"""What players do in every game: touch a pad until the table responds, take cards back, check whose turn it is."""

from collections.abc import Callable, Sequence
from typing import Any

from table.robots.environment import TRIES, Doing, Environment, EventObject

TICK_S = 0.7  # a player who has heard nothing touches again after this long
_LONG_S = 3600.0
DECIDED_S = 2.0  # the longest time until the table decides on a delayed card and players have seen the result


def touches_until(
    environment: Environment,
    seat: int,
    cards: Sequence[str],
    zone: str,
    ruling: Callable[[], EventObject | None],
    *,
    note: dict[str, Any],
    bump: float,
    gives_up: Callable[[], bool] = lambda: False,
) -> Doing:
    """Hold cards together and touch a pad with them until the table rules on them; return the ruling, or None.

    A player who hears no tick touches the pad again, unless `gives_up` returns True; `note` records how often the pad
    was touched. `bump` is the probability that the hand trembles.
    """
    for attempt in range(TRIES):
        if attempt:
            if gives_up():
                return None
            environment.note("touched_again", seat=seat, cards=list(cards))
            note["touches"] = attempt + 1
        if (yield from _touches_and_hears(environment, seat, cards, zone, ruling, bump, gives_up)):
            yield from environment.until(lambda: ruling() is not None, DECIDED_S)
        if ruling() is not None:
            return ruling()
    return None


def _touches_and_hears(
    environment: Environment,
    seat: int,
    cards: Sequence[str],
    zone: str,
    ruling: Callable[[], EventObject | None],
    bump: float,
    gives_up: Callable[[], bool],
) -> Doing:
    """Touch a pad with cards; return whether there was a tick or a ruling."""
    ticks = environment.game.ticks
    yield from environment.touches(seat, cards, zone, bumps=environment.happens(bump), unless=gives_up)
    return (yield from environment.until(lambda: environment.game.ticks != ticks or ruling() is not None, TICK_S))


def takes_back(environment: Environment, seat: int, card: str, zone: str, lies_wrong: Callable[[], bool]) -> Doing:
    """Touch the pad with a refused card until the table no longer asks for a correction."""
    for _ in range(TRIES):
        yield environment.waits(0.6, 1.2)
        if not lies_wrong():
            return
        yield from environment.touches(seat, [card], zone, unless=lambda: not lies_wrong())
        yield from environment.until(lambda: not lies_wrong(), DECIDED_S)


def minds_the_turn(
    environment: Environment,
    turn: Callable[[], int | None],
    idle: Callable[[], bool],
    *,
    every_s: float,
    patience: int = 2,
) -> Doing:
    """Keep checking whose turn the table shows; if it is the wrong seat's, correct it on the host's phone.

    Players check every `every_s` seconds while they are `idle`. They correct the turn if it is wrong at more than
    `patience` checks in a row.
    """
    wondered = 0
    while not environment.over:
        yield environment.waits(every_s)
        shown = environment.view.turn
        wondered = wondered + 1 if idle() and shown not in (None, turn()) else 0
        if wondered > patience:
            corrects_the_turn(environment, turn())
            wondered = 0


def corrects_the_turn(environment: Environment, turn: int | None) -> None:
    """Correct the turn on the host's phone if the table shows another seat."""
    shown = environment.view.turn
    if shown not in (None, turn):
        environment.note("disputed", turn=turn, table=shown)
        environment.says(0, "turn", turn)


def minds_the_end(environment: Environment, is_over: Callable[[], bool]) -> Doing:
    """Undo the end of a game on the host's phone, if the table ended the game too early."""
    while not environment.over:
        yield from environment.until(lambda: environment.over or (_is_won(environment) and not is_over()), _LONG_S)
        yield environment.waits(1.5, 3)
        if _is_won(environment) and not is_over():
            environment.note("disputed", winners=environment.view.winners)
            environment.says(0, "undo")
            yield from environment.until(lambda: not _is_won(environment), DECIDED_S)


def _is_won(environment: Environment) -> bool:
    return bool(environment.view.winners)


def is_quiet(environment: Environment) -> Callable[[], bool]:
    """Return a function that says whether no event has been delivered since it was last called."""
    heard = 0

    def nothing_told() -> bool:
        nonlocal heard
        before, heard = heard, len(environment.events)
        return before == heard

    return nothing_told
