"""A time limit for other people's code, such as rules: Python code that does not return is interrupted.

A second thread, the watchdog, has CPython raise an exception in the thread that runs the code
(`PyThreadState_SetAsyncExc`). It does so again and again until the code has returned, for code may swallow it.

What it can do and what it cannot:
- Pure Python is interrupted between two instructions, in a loop without end, too, and in an `except Exception`.
- A call that blocks in C (`time.sleep`, a regular expression that backtracks, a huge power) is interrupted only once it
  returns to Python. Until then its thread stands; if the call holds the interpreter's lock, so does the whole process.
  Nothing within a process can help then: the supervisor restarts the table, which goes on before that fact, for
  nothing of it was written.
- What is interrupted may be left half done. So only pure code belongs here, of which nothing is kept when it fails.

The limit counts ticks of the watchdog, not the clock: a process that the system stops for a while has not run for long.
"""

import ctypes
import os
from collections.abc import Callable
from ctypes import c_ulong, py_object
from math import ceil
from threading import Event, Lock, Thread, get_ident
from time import sleep
from typing import TypeVar

T = TypeVar("T")

TICK_S = 0.1
_IDLE_TICKS = 20  # without anything to watch, until the watchdog sleeps


class TookTooLong(RuntimeError):
    """Code did not return in time, and was interrupted."""


class _Interrupted(BaseException):
    """Raised in a thread whose time is up; no `except Exception` swallows it."""


class _Watchdog:
    """Counts the ticks that calls have left, by thread, and interrupts those that have none."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: dict[int, int] = {}
        self._wanted = Event()
        self._asleep = True
        self._thread: Thread | None = None

    def watches(self, thread: int) -> bool:
        return thread in self._left

    def begin(self, thread: int, seconds: float) -> None:
        with self._lock:
            self._left[thread] = ceil(seconds / TICK_S) + 1  # the first tick may come at once
            if self._asleep:
                self._asleep = False
                self._wanted.set()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="time limit", daemon=True)
                self._thread.start()

    def end(self, thread: int) -> bool:
        """Stop watching a thread. Return whether it was interrupted.

        What waits to be raised is waited for. CPython can take it back, but 3.11 then goes on looking for it, and a
        thread that is traced never does anything else.
        """
        late = False
        while True:
            try:
                with self._lock:
                    late = self._left.pop(thread, 0) < 0 or late
                for _ in range(2):  # one that still waits is raised at a jump back
                    pass
            except _Interrupted:
                late = True
            else:
                return late

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            idle = 0
            while idle < _IDLE_TICKS:
                sleep(TICK_S)
                idle = 0 if self._tick() else idle + 1
            with self._lock:
                self._asleep = not self._left
                if self._asleep:
                    self._wanted.clear()

    def _tick(self) -> bool:
        """Take a tick from every call; return whether there was one."""
        with self._lock:
            for thread, left in self._left.items():
                self._left[thread] = left - 1
                if left <= 0:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(_Interrupted))
            return bool(self._left)


_watchdog = _Watchdog()


def _anew() -> None:
    """Begin again in a forked process, which has no watchdog."""
    global _watchdog
    _watchdog = _Watchdog()


os.register_at_fork(after_in_child=_anew)


def within(seconds: float, run: Callable[[], T]) -> T:
    """Run a function in this thread; raise TookTooLong after a number of seconds.

    Other exceptions propagate, but cannot end the thread: SystemExit becomes a RuntimeError. In a nested call the outer
    limit holds.
    """
    thread, watchdog = get_ident(), _watchdog
    if watchdog.watches(thread):
        return run()
    try:
        try:
            watchdog.begin(thread, seconds)
            returned = run()
        finally:
            late = watchdog.end(thread)
    except _Interrupted:
        watchdog.end(thread)
        late = True
    except (SystemExit, GeneratorExit) as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from error
    if late:  # also if it has swallowed what interrupted it
        raise TookTooLong(f"it did not return within {seconds:g} s")
    return returned
