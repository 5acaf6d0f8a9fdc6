"""Robots that play by themselves at an emulated table: one thread plays game after game until people come.

Time is real or faster (`table/running/simulated_time.py`); if it is faster, people cannot join.
"""

import secrets
import time
from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import Self

from table.board import GameSnapshot
from table.complaints import BadInput
from table.emulated.people import Attached
from table.games.game import PUBLIC
from table.log import logger
from table.robots.environment import SECOND_NS
from table.robots.group import RobotGroup
from table.robots.reach import ByHand
from table.running.health import NotJudged, NotKept
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.running.owner import TableStopped
from table.running.simulated_time import Passing, RealTime, until_next_s
from table.saying import say
from table.values import Value

_JOIN_S = 5.0
_UNSEEN_NS = 300_000_000  # how late a touch may be reported after it ended
_WATCH_S = 0.02  # how often to check whether the table has seen that all hands are off
_CLEARED_S = 3.0  # the longest wait for hands to be off
_COMING_S = 10.0  # how long to wait for people after making way for them
_BEGINS_S = 10.0  # the longest wait for the table to begin another game
# Exceptions that mean that people were quicker, or that the table cannot begin another game.
_GONE = (BadInput, TableStopped, NotJudged, NotKept, TimeoutError)
TOO_FAST = say("The robots are faster than people: start the table without --speed to take a seat.")
_log = logger()


class Pace(Value):
    """How long a result is shown, and how long robots keep playing without a new public event, in s."""

    reading_s: float = 12.0
    silent_s: float = 180.0


class AutoPlay:
    """A context manager in which robots play by themselves at an emulated table.

    `wanted` is the game that the robots play and people will find when they come; `passing` controls the table's time.
    """

    def __init__(
        self,
        table: LiveTable,
        attached: Attached,
        wanted: StartGame,
        *,
        pace: Pace | None = None,
        passing: Passing | None = None,
    ) -> None:
        assert attached.people is not None, "robots hold cards"  # noqa: S101 - an emulated table has people
        self._table = table
        self._attached = attached
        self._wanted = wanted
        self._pace = pace or Pace()
        self._time = passing or RealTime(table)
        self._reach = ByHand(attached.people, attached.tabletop)
        self._stop = Event()
        self._way = Event()  # set when somebody wants to sit down
        self._cleared = Event()  # set when the table has seen that all hands are off
        self._thread = Thread(target=self._run, name="auto play", daemon=True)

    def __enter__(self) -> Self:
        self._attached.make_way = self.make_way
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- For any thread

    def make_way(self) -> None:
        """Take all hands off the table; return when the table has noticed, or at once if no robots are playing.

        Raise BadInput, and let the robots play on, if time passes too fast for people.
        """
        if self._time.speed != 1:
            raise BadInput(TOO_FAST)
        if self._thread.is_alive():
            self._way.set()
            self._table.board.stir()
            self._cleared.wait(_CLEARED_S)

    def close(self) -> None:
        """Stop playing and take all hands off the table; safe to call twice."""
        self._stop.set()
        self._table.board.stir()
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)

    # -- For the robots' thread

    def _run(self) -> None:
        try:
            while self._is_theirs():
                self._plays()
                self._withdraw()
                if self._way.is_set():
                    self._makes_way()
                if self._is_theirs():
                    self._begins_another()
        except _GONE as why:
            _log.info("the robots leave", why=str(why))
        finally:
            self._withdraw()
            self._cleared.set()

    def _is_theirs(self) -> bool:
        """Return whether the table shows a robots-only game that the robots may continue."""
        board = self._table.board
        return not self._stop.is_set() and not board.closed and board.snapshot.game.auto

    def _plays(self) -> None:
        """Play the current game and show its result for a while; errors are logged, so that another game can follow."""
        try:
            self._plays_game(self._table.board.snapshot.game)
        except Exception as error:  # noqa: BLE001 - a game that fails must not stop the robots
            _log.error("the robots' game failed", error=str(error), kind=type(error).__name__, exc_info=error)
        self._withdraw()
        self._waits(lambda: not self._is_theirs() or self._way.is_set(), self._pace.reading_s)

    def _plays_game(self, game: GameSnapshot) -> None:
        """Run the events that are due and handle each new snapshot, until the game is over or somebody comes."""
        shown, delivered_count, heard_ns = -1, -1, self._time.now_ns()
        group = self._seated(game)
        env = group.environment.env
        try:
            while self._goes_on(game.game_id):
                snapshot, now_ns = self._table.board.snapshot, self._time.now_ns()
                if snapshot.number != shown:
                    shown = snapshot.number
                    group.see(snapshot.game, now_ns)
                if (number := len(snapshot.game.delivered(PUBLIC))) != delivered_count or snapshot.game.view().paused:
                    delivered_count, heard_ns = number, now_ns
                if now_ns - heard_ns > self._pace.silent_s * SECOND_NS:
                    _log.warning("the robots do not go on", game_id=game.game_id)
                    return
                self._time.passes(shown, until_next_s(self._time, env), env)
        finally:
            group.leaves()

    def _seated(self, game: GameSnapshot) -> RobotGroup:
        seed, now_ns = secrets.randbits(32), self._time.now_ns()
        return RobotGroup(
            game, self._reach, self._table.says, now_ns=now_ns, seed=seed, clock=time.monotonic,
            tell_host=partial(self._table.tells_host, "robots"),
        )  # fmt: skip

    def _withdraw(self) -> None:
        """Take all hands off the table."""
        self._reach.buttons.withdraw()
        for card in self._attached.tabletop.cards:
            self._attached.tabletop.lift(card)

    def _goes_on(self, game_id: int | None) -> bool:
        game = self._table.board.snapshot.game
        ended = game.game_id != game_id or game.view().over
        return self._is_theirs() and not self._way.is_set() and not ended

    def _makes_way(self) -> None:
        """Wait until the table has noticed that all hands are off, then for people to come, each with a time limit."""
        off_us, ends_s = (self._time.now_ns() + _UNSEEN_NS) // 1000, time.monotonic() + _CLEARED_S
        while (self._table.controller.seen_us or 0) <= off_us and time.monotonic() < ends_s:
            self._stop.wait(_WATCH_S)
        self._cleared.set()
        self._waits(lambda: not self._is_theirs(), _COMING_S)
        if self._is_theirs():
            self._way.clear()
            self._cleared.clear()

    def _begins_another(self) -> None:
        wanted = self._wanted.for_robots(secrets.randbits(32))
        self._table.controller.post(wanted).result(_BEGINS_S)

    def _waits(self, right: Callable[[], bool], patience_s: float) -> None:
        """Wait until a condition holds, but at most `patience_s` seconds."""
        ends_ns = self._time.now_ns() + patience_s * SECOND_NS
        while not right() and (left_s := (ends_ns - self._time.now_ns()) / SECOND_NS) > 0:
            self._time.passes(self._table.board.snapshot.number, left_s)
