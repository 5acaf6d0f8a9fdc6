"""What a game comes to, from what everybody was told of it: who played, how many rounds, the points, who won."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from table import facts
from table.events import standing
from table.facts import RobotKind, RobotSeated
from table.history.record import Record
from table.values import value

# `completed` by the rules, `aborted` by the host, `abandoned` for another game.
Termination = Literal["completed", "aborted", "abandoned"]


@value
class Summary:
    """A game in short. `players` are names by seat, `robots` kinds by seat, `totals` points by seat."""

    game: str
    players: Mapping[int, str]
    robots: Mapping[int, RobotKind]
    rounds: int
    totals: Mapping[int, int]
    winners: tuple[int, ...]
    termination: Termination
    lasted_s: float

    @property
    def people(self) -> Mapping[int, str]:
        """The names of those who are no robots, by seat."""
        return {seat: name for seat, name in self.players.items() if seat not in self.robots}

    @property
    def is_whole(self) -> bool:
        """Whether there is something to remember: the game was played to its end, or a round of it was."""
        return self.termination == "completed" or self.rounds > 0

    @property
    def few_points_win(self) -> bool:
        """Whether few points are good: that is seen from those of who has won."""
        won = [self.totals[seat] for seat in self.winners]
        return not won or min(won) <= min(self.totals.values())


def summarized(record: Record) -> Summary:
    """Return what a game comes to. Raise BadInput if it does not begin with its beginning."""
    started = record.started
    told = standing(record.told)
    rounds = [event for event in told if event["event"] == "round_ended"]
    ended = next((event for event in reversed(told) if event["event"] == "game_ended"), None)
    aborted = any(event["event"] == "game_aborted" for event in told)
    players = {seat: name for seat, name in enumerate(started.players, start=1) if name is not None}
    totals: Counter[int] = Counter(dict.fromkeys(players, 0))
    for one in rounds:
        totals.update({int(seat): points for seat, points in one["scores"].items()})
    if ended is not None:
        totals = Counter({int(seat): points for seat, points in ended["totals"].items()})
    return Summary(
        game=started.game,
        players=players,
        robots=_robots(record),
        rounds=len(rounds),
        totals=dict(totals),
        winners=() if ended is None else tuple(ended["winners"]),
        termination="completed" if ended is not None else "aborted" if aborted else "abandoned",
        lasted_s=max((event["t"] for event in record.told), default=0.0),
    )


def _robots(record: Record) -> Mapping[int, RobotKind]:
    """Return where robots sat: from the start, or since they took a seat over."""
    robots = {int(seat): kind for seat, kind in (record.started.robots or {}).items()}
    for body in record.facts:
        if '"robot_seated"' in body:
            robots |= _seated(body)
    return robots


def _seated(body: str) -> Mapping[int, RobotKind]:
    fact = facts.parse(body)
    return {fact.seat: fact.kind} if isinstance(fact, RobotSeated) and fact.kind is not None else {}
