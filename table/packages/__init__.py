"""Packages of games, found by entry points. Each is loaded by itself, so that a broken one is left out.

The table's own packages are tested with it, and loaded on demand. Others' are tried first: a part that fails is left
out, and `broken` says which, of which package, and why. So no package takes the table down.

It knows no game, and a kind of part only by its group, which is given how to try one.
"""

import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

from table.complaints import BadInput, UserError
from table.packages.time_limit import within
from table.saying import Text, capital, message, say
from table.values import Value

F = TypeVar("F", bound=Callable[..., Any])

GAMES = "cardtable.games"  # the group of games themselves
OURS = frozenset({"cardtable", "cardtable-club", "cardtable-lab"})
LONGEST_S = 10.0  # that a part may take to load
_MOST_LETTERS = 300

_caches: list[Any] = []
_groups: list["Group"] = []
_without_others = False


def cached(function: F) -> F:
    """Cache what follows from the packages there are, until others are left out."""
    kept: Any = cache(function)
    _caches.append(kept)
    return kept  # type: ignore[no-any-return]


def leave_out_others() -> None:
    """Leave out every package that does not come with the table, from now on; for a start without them."""
    global _without_others
    _without_others = True
    for kept in _caches:
        kept.cache_clear()


def others() -> str:
    """Return the packages that do not come with the table, each with its version; empty if there is none."""
    points = [point for group in _groups for point in _all(group) if not _is_ours(point)]
    return ", ".join(sorted({f"{one.dist.name} {one.dist.version}" for one in points if one.dist is not None}))


def is_left_out(game: str) -> bool:
    """Return whether a game is not there because others' packages are left out."""
    points = [point for group in _groups if group.name == GAMES for point in _all(group)]
    return _without_others and any(point.name == game and not _is_ours(point) for point in points)


class Broken(Value):
    """A part of a package that is left out: of which `game`, why in a sentence without its end, and `reason` alone.

    `lacking`: the game is there, and has to do without that part.
    """

    game: str
    package: str
    text: Text
    reason: str
    lacking: bool = False


class Group:
    """A group of entry points, each with the name of a game. `lacking` says what cannot be done where one fails.

    `tries` gets the name and the object of a part by others, and uses it as the table will; what it raises is why that
    part is left out. Of two packages that bring the same, ours counts, or the first in alphabetical order.
    """

    def __init__(
        self, name: str, lacking: str, tries: Callable[[str, Any], object] = lambda _name, _found: None
    ) -> None:
        self.name, self.lacking = name, lacking
        self._tries = tries
        _groups.append(self)

    def names(self) -> list[str]:
        """Return the games of this group, without what is left out, in alphabetical order."""
        return sorted(name for name, point in _points(self).items() if _is_ours(point) or self._is_sound(name))

    def before(self, name: str) -> Iterator[str]:
        """Return the packages in loading order: those of the table, then others as far as they load."""
        for one, point in _points(self).items():
            if one == name:
                return
            if _is_ours(point) or self._is_sound(one):
                yield one

    def load(self, name: str) -> Any:
        """Load a part. Raise KeyError if there is none of that name; BadInput, which names the package, if it fails."""
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
        """Return what of this group is left out; what others bring is tried."""
        tried = (_loaded(self, name) for name, point in _points(self).items() if not _is_ours(point))
        return [*(one for one in tried if isinstance(one, Broken)), *_left_out(self)]

    def tried(self, name: str, point: EntryPoint) -> Any:
        """Load a part, and use it as the table will; return a Broken if that fails."""
        try:
            if _is_ours(point):
                return point.load()
            return within(LONGEST_S, lambda: self._used(name, point))
        except Exception as error:  # noqa: BLE001 - whatever a package does, it is said of that package
            return self._broken(point, reason(error, point.module.partition(".")[0]))

    def _broken(self, point: EntryPoint, why: str) -> Broken:
        """Return why a part is left out, and what cannot be done without it."""
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
MINDS = Group("cardtable.minds", message("robots cannot play {game}"), lambda _name, mind: mind())


def broken() -> list[Broken]:
    """Return all that is left out, by game; of a game that fails itself, nothing else is said."""
    found = [one for group in _groups for one in group.broken()]
    fail = {(one.game, one.package) for one in found if not one.lacking}
    return sorted(
        (one for one in found if not (one.lacking and (one.game, one.package) in fail)),
        key=lambda one: (one.game, one.package, one.text),
    )


@cached
def _loaded(group: Group, name: str) -> Any:
    return group.tried(name, _points(group)[name])


@cached  # to look is to read files, and pictures are drawn with the name of their game
def _all(group: Group) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order in which they are looked at."""
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
    """Return what is not even looked at: at a start without others all of theirs, else what another package brings."""
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
    return "?" if point.dist is None else str(point.dist.name)


def _is_ours(point: EntryPoint) -> bool:
    return _package(point).lower().replace("_", "-") in OURS


def reason(error: Exception, top: str = "") -> str:
    """Return in one line what went wrong, and in which line of a package of modules, if it names one.

    >>> reason(ZeroDivisionError("nobody thought of that"))
    'ZeroDivisionError: nobody thought of that'
    """
    said = error.text if isinstance(error, UserError) else f"{type(error).__name__}: {error}"
    own = [one for one in traceback.extract_tb(error.__traceback__) if top in Path(one.filename).with_suffix("").parts]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    return f"{' '.join(said.encode('utf-8', 'replace').decode().split())[:_MOST_LETTERS]}{where}"
