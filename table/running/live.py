"""A running table: its owner's thread, and one thread per source."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import Any, Protocol, Self

from table.board import Board, Snapshot
from table.log import logger
from table.running.controller import Controller
from table.running.messages import Choose, Failed, Observed, Remark, Stalled
from table.running.owner import TableStopped
from table.running.phones import PhoneButtons
from table.saying import Text
from table.values import Value

_JOIN_S = 5.0
_STALLED_S = 1.5  # the slowest sweep, over eight readers, takes a fifth of a second
_AWAKE_S = 3.0
_ANSWER_S = 10.0
_FIRST_LOOKS = 5
_AGAIN_S = 1.0  # until a failed source is retried
_STEADY_S = 0.5  # how often lights are set while none blinks
_BEAT_S = 0.02  # how often lights are set otherwise: their shortest pulse is 30 ms
_log = logger()

# Polls once, waiting a moment if necessary, and returns what was seen.
PollSource = Callable[[], Observed]


class Agenda(Protocol):
    """A schedule of events, such as a `simpy.Environment`."""

    def peek(self) -> float:
        """Return the time of the next event in ns, or infinity without events."""
        ...

    def step(self) -> None:
        """Run the next event."""
        ...


class SharedClock(Protocol):
    """A clock that advances when a thread sleeps on it, and then runs the events of its agenda that are due."""

    agenda: Agenda | None

    def now_ns(self) -> int: ...


class TimeInHand(Value):
    """What a thread needs to control the time; `skip_idle` skips polls before a given time that would find nothing."""

    clock: SharedClock
    skip_idle: Callable[[float], None]


class LiveTable:
    """A controller, its sources, and everything that is closed with them. A context manager.

    `followers`, such as lights, are called with every new snapshot. `shine` refreshes the lights, less often while
    `is_steady`, and `dark` switches them off. `showing` returns the current state of each reader and button. `phones`
    are phones that serve as buttons. With `in_hand`, sources have no threads of their own: the thread that controls the
    time calls `poll`.
    """

    def __init__(
        self,
        *,
        controller: Controller,
        sources: Mapping[str, PollSource],
        followers: Sequence[Callable[[Snapshot], None]] = (),
        shine: Callable[[], None] = lambda: None,
        is_steady: Callable[[], bool] = lambda: False,
        dark: Callable[[], None] = lambda: None,
        closing: Sequence[Callable[[], None]] = (),
        in_hand: TimeInHand | None = None,
        showing: Callable[[], Value] = Value,
        phones: PhoneButtons | None = None,
    ) -> None:
        self.showing = showing
        self.phones = phones
        self.controller = controller
        self.sources = sources
        self.in_hand = in_hand
        self.speed = 1.0  # how many times faster than real time
        self._followers = followers
        self._shine = shine
        self._is_steady = is_steady
        self._dark = dark
        self._shown = -1
        self._answered_s: dict[str, float] = {}
        self._stalled: set[str] = set()
        self._answers = dict.fromkeys(sources, 0)
        self._awake = Event()
        if not sources or in_hand:
            self._awake.set()
        self._closing = closing
        self._stop = Event()
        self._threads = [
            Thread(target=self._pump, args=(name, poll), name=name, daemon=True)
            for name, poll in sources.items()
            if in_hand is None
        ]
        if followers:
            self._threads.append(Thread(target=self._beats, name="followers", daemon=True))

    @property
    def board(self) -> Board:
        """The board, with the latest snapshot."""
        return self.controller.board

    def __enter__(self) -> Self:
        self.controller.start()
        for thread in self._threads:
            thread.start()
        self._awake.wait(_AWAKE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop every source, then the controller, then close the ports; safe to call twice."""
        self._stop.set()
        with ExitStack() as closing:
            for close in self._closing:
                closing.callback(close)
            closing.callback(self.controller.close)
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(_JOIN_S)

    def says(self, seat: int, choice: str, value: Any) -> None:
        """Make a choice for a simulated player without waiting; a refusal is logged."""

        def log_refusal(answer: Future[None]) -> None:
            error = answer.exception()
            if error is not None:
                _log.warning("the table has refused a choice", choice=choice, seat=seat, error=str(error))

        self.controller.post(Choose(seat, choice, value)).add_done_callback(log_refusal)

    def tells_host(self, of: str, said: Text) -> None:
        """Show a sentence about `of` to the host until another game begins, without waiting."""
        self.controller.post(Remark(of, said, of_game=True))

    def poll(self) -> None:
        """Poll every source once, and wait until the owner has handled the results. Raise TableStopped if a poll fails.

        Call this only from the thread that controls the time.
        """
        for name, poll in self.sources.items():
            try:
                seen: Observed | Failed = poll()
            except Exception as error:  # noqa: BLE001 - every failure is reported to the table
                seen = Failed(name, error)
            answer = self.controller.post(seen)
            if isinstance(seen, Failed):
                raise TableStopped(str(seen.error)) from seen.error
            answer.result(_ANSWER_S)

    def beat(self) -> None:
        """Call every follower if there is a new snapshot, and refresh the lights. Failures are logged."""
        snapshot = self.board.snapshot
        if snapshot.number != self._shown:
            self._shown = snapshot.number
            for follow in self._followers:
                self._try(partial(follow, snapshot))
        self._try(self._shine)

    def _beats(self) -> None:
        """Keep the followers and lights up to date, and switch the lights off at the end."""
        while not self._stop.is_set() and not self.board.closed:
            self.beat()
            self._note_stalls()
            self.board.wait(self._shown, _STEADY_S if self._is_steady() else _BEAT_S)
        self._try(self._dark)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - a failing follower must not stop the game
            _log.error("a follower of the table has failed", error=str(error), kind=type(error).__name__)

    def _note_stalls(self) -> None:
        """Report each source once if it has been silent too long: within 2 s, because this runs twice a second."""
        for name, answered_s in dict(self._answered_s).items():
            if name not in self._stalled and time.monotonic() - answered_s > _STALLED_S:
                self._stalled.add(name)
                self.controller.post(Stalled(name))

    def _answered(self, name: str) -> None:
        """Count a source's poll: after a few from each, the table knows which cards were on readers at startup."""
        self._answers[name] += 1
        if min(self._answers.values()) >= _FIRST_LOOKS:
            self._awake.set()

    def _pump(self, name: str, poll: PollSource) -> None:
        """Poll a source repeatedly; report failures, and retry after a while."""
        while not self._stop.is_set():
            try:
                self._answered_s[name] = time.monotonic()
                seen = poll()
                if not self.controller.passes(seen):
                    self.controller.post(seen)
                self._stalled.discard(name)
                self._answered(name)
            except Exception as error:  # noqa: BLE001 - every failure is reported to the table
                self.controller.post(Failed(name, error))
                self._answered_s.pop(name, None)
                self._awake.set()
                self._stop.wait(_AGAIN_S)
