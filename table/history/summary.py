"""The result of a game, from its public events: who played, how many rounds, the points, who won."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from table import facts, games
from table.event import Delivered
from table.events import GameAborted, GameEnded, RoundEnded, standing
from table.facts import RobotKind, RobotSeated
from table.history.record import Record
from table.values import Value

# `completed` under the rules, `aborted` by the host, or `abandoned` because another game began.
Termination = Literal["completed", "aborted", "abandoned"]


class Summary(Value):
    """The result of a game. `players` maps seats to names, `robots` to kinds of robots, `totals` to points."""

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
        """The names of the people, without robots, by seat."""
        return {seat: name for seat, name in self.players.items() if seat not in self.robots}

    @property
    def is_whole(self) -> bool:
        """Whether the game is worth remembering: at least one round was finished, or the whole game."""
        return self.termination == "completed" or self.rounds > 0

    @property
    def few_points_win(self) -> bool:
        """Whether low scores win, going by the winners' points."""
        won = [self.totals[seat] for seat in self.winners]
        return not won or min(won) <= min(self.totals.values())


def summarized(record: Record) -> Summary:
    """Return the summary of a game. Raise BadInput if its first fact is not `game_started`."""
    started = record.started
    shared = games.events_of(None)  # enough for a summary; the game's own package may be gone
    delivered = [Delivered.read(one, shared) for one in record.events]
    events = [one.event for one in standing(delivered)]
    rounds = [event for event in events if isinstance(event, RoundEnded)]
    ended = next((event for event in reversed(events) if isinstance(event, GameEnded)), None)
    aborted = any(isinstance(event, GameAborted) for event in events)
    players = {seat: name for seat, name in enumerate(started.players, start=1) if name is not None}
    totals: Counter[int] = Counter(dict.fromkeys(players, 0))
    for one in rounds:
        totals.update(one.scores)
    if ended is not None:
        totals = Counter(ended.totals)
    return Summary(
        game=started.game,
        players=players,
        robots=_robots(record),
        rounds=len(rounds),
        totals=dict(totals),
        winners=() if ended is None else ended.winners,
        termination="completed" if ended is not None else "aborted" if aborted else "abandoned",
        lasted_s=max((one.t / 1e6 for one in delivered), default=0.0),
    )


def had_people(record: Record) -> bool:
    """Return whether a person played any part of a game, before or after a robot."""
    began = {int(seat) for seat in record.started.robots or ()}
    sat = (seat for seat, name in enumerate(record.started.players, start=1) if name is not None)
    return any(seat not in began for seat in sat) or any(one.kind is None for one in _seated(record))


def _robots(record: Record) -> Mapping[int, RobotKind]:
    """Return the kinds of robots by seat, including robots that took a seat over during the game."""
    began = {int(seat): kind for seat, kind in (record.started.robots or {}).items()}
    return began | {one.seat: one.kind for one in _seated(record) if one.kind is not None}


def _seated(record: Record) -> Iterator[RobotSeated]:
    """Yield the facts about robots taking or leaving a seat during a game."""
    found = (facts.parse(body) for body in record.facts if '"robot_seated"' in body)
    return (fact for fact in found if isinstance(fact, RobotSeated))
