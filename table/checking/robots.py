"""Plays the start of a duel between robots, and checks that their AI neither fails nor leaves the rules."""

import time
from collections.abc import Sequence
from itertools import cycle, islice

from table import ai, games
from table.ai import KINDS
from table.ai.policy import Action
from table.checking.findings import Findings
from table.packages import last_line, reason, within
from table.robots.duel import Duel, Table
from table.robots.mind import gestures_of

_RULE = "robots"
_MOMENTS, _ENOUGH_S = 40, 5.0  # the length of the duel; with robots that think long it is shorter
LONGEST_S = 10.0  # for one moment, in which each robot takes up to a second


def check_robots(game_name: str, findings: Findings) -> None:
    """Let easy and keen robots play the start of a duel, for about 5 s at most; add what is wrong to the findings.

    A game that robots cannot play has none.
    """
    if game_name not in ai.names():
        return
    seats = max(2, games.find(game_name).fewest_seats)
    kinds = list(islice(cycle(reversed(KINDS)), seats))
    duel = Duel(kinds)
    top = type(ai.find(game_name)).__module__.partition(".")[0]
    try:
        _plays(game_name, kinds, duel)
    except Exception as error:  # noqa: BLE001 - any error of an AI is a finding
        at = last_line(error, top)
        text = f"robots cannot play on: {reason(error, top)}; at a table they then make any simple move"
        findings.add(_RULE, text, None if at is None else at[0])
    if duel.illegal:
        text = f"{duel.illegal} of {duel.decisions} decisions of robots were actions that the rules forbid"
        findings.add(_RULE, text, type(ai.find(game_name)))


def _plays(game: str, kinds: Sequence[str], duel: Duel) -> None:
    ends_s = time.monotonic() + _ENOUGH_S
    table = within(LONGEST_S, lambda: _Table(game, kinds, 1, duel))
    for _ in range(_MOMENTS):
        if table.outcome() is not None or time.monotonic() > ends_s:
            return
        within(LONGEST_S, table.moment)


class _Table(Table):
    """A duel that also asks for the gestures of each action, which only a robot at a table makes."""

    def chooses(self, seat: int) -> Action:
        action = super().chooses(seat)
        if action is not None:
            gestures_of(self.ai, self.knows(seat), action)
        return action
