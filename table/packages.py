"""Finds game packages by their entry points, and loads each separately so that only a broken one is left out.

The table's own packages are tested with it and loaded on demand. Others are tried first: a part that fails is left out,
and `broken` returns the part, its package and the reason. No package can therefore stop the table.

This module is independent of any game. An entry point's group defines how to try a part.
"""

import ctypes
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from ctypes import c_ulong, py_object
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from math import ceil
from pathlib import Path
from threading import Event, Lock, Thread, get_ident
from time import sleep
from types import CodeType
from typing import Any, TypeVar

from table.complaints import BadInput, UserError
from table.saying import Text, capital, message, say
from table.values import Value

# -- A time limit for other people's code, such as rules: Python code that does not return is interrupted.
#
# A second thread, the watchdog, makes CPython raise an exception in the thread that runs the code
# (`PyThreadState_SetAsyncExc`). It repeats that until the code has returned, because code may swallow the exception.
#
# What the watchdog can and cannot do:
# - Pure Python is interrupted between two instructions, even in an endless loop or an `except Exception`.
# - A call that blocks in C (`time.sleep`, a regular expression that backtracks, a huge power) is interrupted only when
#   it returns to Python. Until then its thread is blocked, and so is the whole process if the call holds the GIL.
#   Nothing inside the process can help then: the supervisor restarts the table, which resumes before the fact, because
#   nothing about it has been written.
# - Interrupted code may leave its work half done. So only pure code may run here, and nothing is kept if it fails.
#
# The limit counts ticks of the watchdog instead of reading a clock, so time in which the system has stopped the process
# does not count.

T = TypeVar("T")

TICK_S = 0.1
_IDLE_TICKS = 20  # ticks with nothing to watch, after which the watchdog sleeps


class TookTooLong(RuntimeError):
    """Code did not return in time and was interrupted."""


class _Interrupted(BaseException):
    """Raised in a thread whose time is up; no `except Exception` swallows it."""


class _Watchdog:
    """Counts down the ticks that each thread's call has left, and interrupts calls that have none left."""

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
        """Stop watching the current thread. Return whether it was interrupted.

        An exception that is still pending is awaited here. CPython could cancel it, but 3.11 would then keep checking
        for it, and a traced thread would never do anything else.
        """
        late = False
        while True:
            try:
                with self._lock:
                    late = self._left.pop(thread, 0) < 0 or late
                for _ in range(2):  # a pending exception is raised at a backward jump
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
        """Take one tick from every call; return whether there is any call to watch."""
        with self._lock:
            for thread, left in self._left.items():
                self._left[thread] = left - 1
                if left <= 0:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(_Interrupted))
            return bool(self._left)


_watchdog = _Watchdog()


def _anew() -> None:
    """Create a new watchdog in a forked process, where the old one's thread does not run."""
    global _watchdog
    _watchdog = _Watchdog()


os.register_at_fork(after_in_child=_anew)


def within(seconds: float, run: Callable[[], T]) -> T:
    """Run a function in this thread; raise TookTooLong if it takes longer than `seconds` seconds.

    Other exceptions propagate, but cannot end the thread: SystemExit becomes a RuntimeError. In a nested call the outer
    limit applies. The cause of TookTooLong shows where the code was, unless it had returned by then.
    """
    thread, watchdog = get_ident(), _watchdog
    if watchdog.watches(thread):
        return run()
    where: BaseException | None = None
    try:
        try:
            watchdog.begin(thread, seconds)
            returned = run()
        finally:
            late = watchdog.end(thread)
    except _Interrupted as interrupted:
        watchdog.end(thread)
        late, where = True, interrupted
    except (SystemExit, GeneratorExit) as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from error
    if late:  # even if the code has swallowed the exception
        raise TookTooLong(f"it did not return within {seconds:g} s") from where
    return returned


F = TypeVar("F", bound=Callable[..., Any])

GAMES = "cardtable.games"  # the group of the games themselves
OURS = frozenset({"cardtable", "cardtable-club", "cardtable-lab"})
LONGEST_S = 10.0  # how long a part may take to load
_MOST_LETTERS = 300

_caches: list[Any] = []
_groups: list["Group"] = []
_without_others = False


def cached(function: F) -> F:
    """Cache a function's results until `leave_out_others` is called: they depend on the installed packages."""
    kept: Any = cache(function)
    _caches.append(kept)
    return kept  # type: ignore[no-any-return]


def leave_out_others() -> None:
    """From now on, leave out all packages that do not come with the table."""
    global _without_others
    _without_others = True
    for kept in _caches:
        kept.cache_clear()


def others() -> str:
    """Return the packages that do not come with the table, each with its version; empty if there are none."""
    points = [point for group in _groups for point in _all(group) if not _is_ours(point)]
    return ", ".join(sorted({f"{one.dist.name} {one.dist.version}" for one in points if one.dist is not None}))


def is_left_out(game: str) -> bool:
    """Return whether a game is missing because packages that do not come with the table are left out."""
    points = [point for group in _groups if group.name == GAMES for point in _all(group)]
    return _without_others and any(point.name == game and not _is_ours(point) for point in points)


class Broken(Value):
    """A part of a package that was left out, and the reason. `text` says so in a sentence without a full stop.

    `lacking` means the game itself works, but without this part.
    """

    game: str
    package: str
    text: Text
    reason: str
    lacking: bool = False


class Group:
    """A group of entry points, each named after a game. `lacking` describes what does not work if an entry point fails.

    `tries` is called with the name and object of each part that does not come with the table, and uses the part as the
    table would; if `tries` raises an exception, the part is left out. If two packages provide the same part, the
    table's own is used, otherwise the first one in alphabetical order.
    """

    def __init__(
        self, name: str, lacking: str, tries: Callable[[str, Any], object] = lambda _name, _found: None
    ) -> None:
        self.name, self.lacking = name, lacking
        self._tries = tries
        _groups.append(self)

    def names(self) -> list[str]:
        """Return the games of this group in alphabetical order, excluding those that are left out."""
        return [*_names(self)]

    def own(self) -> list[str]:
        """Return the games of this group that come with the table, in alphabetical order."""
        return [name for name in _names(self) if _is_ours(_points(self)[name])]

    def before(self, name: str) -> Iterator[str]:
        """Return the games that load before this one: the table's own, then the working ones from other packages."""
        for one, point in _points(self).items():
            if one == name:
                return
            if _is_ours(point) or self._is_sound(one):
                yield one

    def load(self, name: str) -> Any:
        """Load a part. Raise KeyError if no part has that name, BadInput, naming the package, if it fails."""
        if name not in _points(self):
            left_out = next((one for one in _left_out(self) if one.game == name), None)
            if left_out is None:
                raise KeyError(name)
            raise BadInput(say("game: {error}", error=left_out.text))
        found = _loaded(self, name)
        if isinstance(found, Broken):
            raise BadInput(say("game: {error}", error=found.text))
        return found

    def broken(self) -> list[Broken]:
        """Return the parts of this group that are left out, after trying those that do not come with the table."""
        tried = (_loaded(self, name) for name, point in _points(self).items() if not _is_ours(point))
        return [*(one for one in tried if isinstance(one, Broken)), *_left_out(self)]

    def tried(self, name: str, point: EntryPoint) -> Any:
        """Load a part, and try it if it does not come with the table; return a Broken if that fails."""
        try:
            if _is_ours(point):
                return point.load()
            with redirect_stdout(sys.stderr):  # what a package prints must not get between a command's lines
                return within(LONGEST_S, lambda: self._used(name, point))
        except Exception as error:  # noqa: BLE001 - any failure of a package is reported as that package's
            return self._broken(point, reason(error, point.module.partition(".")[0]))

    def _broken(self, point: EntryPoint, why: str) -> Broken:
        """Return the reason why a part is left out, and what does not work without it."""
        what = say(self.lacking, game=point.name)
        text = say("{what}: the package {package} fails: {why}", what=capital(what), package=_package(point), why=why)
        if self.name == GAMES:
            return Broken(point.name, _package(point), text, why)
        return Broken(point.name, _package(point), text, f"{what}: {why}", lacking=True)

    def _used(self, name: str, point: EntryPoint) -> Any:
        found = point.load()
        self._tries(name, found)
        return found

    def _is_sound(self, name: str) -> bool:
        return not isinstance(_loaded(self, name), Broken)


def _is_package(_name: str, found: Any) -> None:
    if not getattr(found, "__path__", None):
        raise BadInput("its entry point names no package")


UI = Group("cardtable.ui", message("{game} is played with plain cards"), _is_package)
AIS = Group("cardtable.ai", message("robots cannot play {game}"), lambda _name, ai: ai())


def broken() -> list[Broken]:
    """Return all parts that are left out, sorted by game; if a game itself fails, its other parts are not listed."""
    found = [one for group in _groups for one in group.broken()]
    fail = {(one.game, one.package) for one in found if not one.lacking}
    return sorted(
        (one for one in found if not (one.lacking and (one.game, one.package) in fail)),
        key=lambda one: (one.game, one.package, one.text),
    )


@cached
def _loaded(group: Group, name: str) -> Any:
    return group.tried(name, _points(group)[name])


@cached  # cached, because each package's name is read from its metadata
def _names(group: Group) -> tuple[str, ...]:
    return tuple(sorted(name for name, point in _points(group).items() if _is_ours(point) or group._is_sound(name)))


@cached  # cached, because entry points are read from files, and every card picture needs them
def _all(group: Group) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in order of precedence: the table's own come first."""
    return tuple(sorted(entry_points(group=group.name), key=lambda one: (not _is_ours(one), _package(one), one.name)))


@cached
def _points(group: Group) -> Mapping[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in _all(group):
        if _is_ours(point) or not _without_others:
            found.setdefault(point.name, point)
    return found


@cached
def _left_out(group: Group) -> list[Broken]:
    """Return the parts that are not even tried: others' packages are all left out, or another part takes precedence."""
    return [_passed_over(group, one) for one in _all(group) if _points(group).get(one.name) is not one]


def _passed_over(group: Group, point: EntryPoint) -> Broken:
    game, package = point.name, _package(point)
    if _without_others:
        text = say(
            "{what}: the package {package} is left out at this start",
            what=capital(say(group.lacking, game=game)),
            package=package,
        )
        return Broken(game, package, text, "it is left out at this start")
    first = _package(_points(group)[game])
    text = say(
        "The package {package} brings {game}, as {first} does, which counts", package=package, game=game, first=first
    )
    return Broken(game, package, text, f"the package {first} brings the same, and counts")


def _package(point: EntryPoint) -> str:
    return "?" if point.dist is None else _name(point.dist)


@cache  # cached, because a distribution parses all its metadata each time
def _name(distribution: Distribution) -> str:
    return str(distribution.name)


def _is_ours(point: EntryPoint) -> bool:
    return _package(point).lower().replace("_", "-") in OURS


def reason(error: Exception, top: str = "") -> str:
    """Describe in one line what went wrong, with the module and line in the package `top` if it was involved.

    >>> reason(ZeroDivisionError("nobody thought of that"))
    'ZeroDivisionError: nobody thought of that'
    """
    said = error.text if isinstance(error, UserError) else f"{type(error).__name__}: {error}"
    at = last_line(error, top)
    where = "" if at is None else f" ({Path(at[0].co_filename).name}:{at[1]})"
    return f"{' '.join(said.encode('utf-8', 'replace').decode().split())[:_MOST_LETTERS]}{where}"


def origin(error: Exception) -> BaseException:
    """Return the exception whose traceback shows where an error came from: for one raised by `within`, its cause."""
    cause = error.__cause__
    return cause if isinstance(cause, _Interrupted | SystemExit | GeneratorExit) else error


def last_line(error: Exception, top: str) -> tuple[CodeType, int] | None:
    """Return the function of the package `top`, and the line in it, that an error came from last; None if from none.

    For code that `within` has interrupted or kept from ending the thread, this is where it was.
    """
    lines = [(frame.f_code, line) for frame, line in traceback.walk_tb(origin(error).__traceback__)]
    own = [one for one in lines if top in Path(one[0].co_filename).with_suffix("").parts]
    return own[-1] if own else None
