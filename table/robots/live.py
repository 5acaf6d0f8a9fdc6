"""Robots at a live table, all run by one thread.

The modules that they need are imported when the first robot sits down.
"""

import secrets
import time
from concurrent.futures import Future
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Self

from table.emulated.people import Attached
from table.log import logger
from table.running.live import LiveTable
from table.running.messages import AskFor, RobotPresses
from table.running.simulated_time import LONGEST_WAIT_S, RealTime, until_next_s

if TYPE_CHECKING:
    from table.robots.reach import Reach

_JOIN_S = 5.0
_AGAIN_S = 1.0  # until robots that failed play again
_log = logger()


class LiveRobots:
    """A context manager that runs a table's robots.

    At an emulated table they lay their cards themselves; at a real one they ask people to.
    """

    def __init__(self, table: LiveTable, attached: Attached | None) -> None:
        self._table, self._attached = table, attached
        self._time = RealTime(table)
        self._stop = Event()
        self._thread = Thread(target=self._run, name="robots", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the robots and release their buttons; safe to call twice."""
        self._stop.set()
        self._table.board.stir()
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)

    # -- For the robots' thread

    def _run(self) -> None:
        board = self._table.board
        while not self._is_over():
            if not board.snapshot.game.with_robots:
                board.wait(board.snapshot.number, LONGEST_WAIT_S)
                continue
            try:
                self._plays()
            except Exception as error:  # noqa: BLE001 - robots must play on after a failure
                _log.error("the robots have failed", error=str(error), kind=type(error).__name__, exc_info=error)
                self._stop.wait(_AGAIN_S)

    def _is_over(self) -> bool:
        return self._stop.is_set() or self._table.board.closed

    def _plays(self) -> None:
        """Play the current game until another one begins or it has no more robots."""
        from table.robots.group import RobotGroup

        snapshot, now_ns = self._table.board.snapshot, self._time.now_ns()
        seed = secrets.randbits(32)
        group = RobotGroup(
            snapshot.game, self._reach(), self._table.says, now_ns=now_ns, seed=seed, clock=time.monotonic,
            tell_host=partial(self._table.tells_host, "robots"),
        )  # fmt: skip
        try:
            shown = -1
            while not self._is_over() and snapshot.game.with_robots and snapshot.game.game_id == group.game_id:
                if snapshot.number != shown:
                    shown = snapshot.number
                    group.see(snapshot.game, self._time.now_ns())
                self._time.passes(shown, until_next_s(self._time, group.environment.env), group.environment.env)
                snapshot = self._table.board.snapshot
        finally:
            group.leaves()

    def _reach(self) -> "Reach":
        from table.robots.reach import ByAsking, ByHand

        if self._attached is not None and self._attached.people is not None:
            return ByHand(self._attached.people, self._attached.tabletop)
        return ByAsking(self._asks, lambda: self._table.board.snapshot.game, lambda: self._time.now_ns() // 1000)

    def _asks(self, message: AskFor | RobotPresses) -> "Future[None]":
        """Post a robot's request or press. When it is handled, wake the robots; if it was refused, log that."""

        def log_refusal(answer: "Future[None]") -> None:
            error = answer.exception()
            if error is not None:
                _log.warning("the table has refused a robot", message=type(message).__name__, error=str(error))
            self._table.board.stir()

        posted = self._table.controller.post(message)
        posted.add_done_callback(log_refusal)
        return posted
