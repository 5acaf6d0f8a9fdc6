"""Lets root work on a user's files as that user, so that planted links cannot reach other files.

Only the effective user changes, for the whole process, until the `with` block ends. If the program was not started by
root, nothing changes.
"""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from table import systems
from table.complaints import BadInput

_ROOT = 0
_GROUPS = os.getgroups() if systems.is_root() else []  # of the user who started this program


@contextmanager
def as_owner(path: Path) -> Iterator[None]:
    """Work as the user who controls a path: the owner of the nearest folder or link that root does not own.

    If root owns all of them, work as root, even inside a block that works as another user. Raise BadInput if root
    cannot become that user, or if that user may not read this program.
    """
    if not systems.is_root():
        yield
        return
    before = os.geteuid(), os.getegid(), os.getgroups()
    try:
        _become(_ROOT, os.getgid(), _GROUPS)  # only root can see every folder on the path
        _become_owner(path)
        yield
    finally:
        _become(*before)


@contextmanager
def as_caller() -> Iterator[None]:
    """Work as the user who started this program, even in a block that works as another; for example to bind port 80."""
    with as_owner(Path("/")):
        yield


def _become_owner(path: Path) -> None:
    owner = _owner(path)
    if owner is None:
        return
    name, gid, groups = _user(owner)
    try:
        _become(owner.st_uid, gid, groups)
    except OSError as error:
        why = f"whom root cannot become here: {error.strerror}"
        raise BadInput(f"{path}: this belongs to the user {name}, {why}") from None
    if _PROGRAM not in sys.meta_path:
        sys.meta_path.insert(0, _PROGRAM)
    if not os.access(__file__, os.R_OK, effective_ids=True):
        raise BadInput(f"{path}: this belongs to the user {name}, who may not read this program")


def _user(owner: os.stat_result) -> tuple[str, int, Sequence[int]]:
    """Return an owner's name, primary group and all groups; owners from another system's disk have no name here."""
    import pwd

    try:
        known = pwd.getpwuid(owner.st_uid)
    except KeyError:
        return str(owner.st_uid), owner.st_gid, [owner.st_gid]
    return known.pw_name, known.pw_gid, os.getgrouplist(known.pw_name, known.pw_gid)


def _owner(path: Path) -> os.stat_result | None:
    """Return the status of the nearest folder or link that root does not own, on the path as given, then resolved."""
    for place in (path.absolute(), Path(os.path.realpath(path))):
        for step in (place, *place.parents):
            try:
                found = step.lstat()
            except OSError:  # it does not exist yet
                continue
            if found.st_uid != _ROOT and (stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)):
                return found
    return None


def _become(uid: int, gid: int, groups: Sequence[int]) -> None:
    if (os.geteuid(), os.getegid()) == (uid, gid):
        return
    os.seteuid(_ROOT)  # because only root may become another user
    os.setgroups(groups)
    os.setegid(gid)
    os.seteuid(uid)


class _Program(MetaPathFinder):
    """Imports modules as the caller, because Python may be installed in root's own folder."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        with as_caller():
            found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            found.loader = _Loader(found.loader)
        return found


class _Loader(Loader):
    """Runs another loader as the caller."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        with as_caller():
            return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        with as_caller():
            self._loader.exec_module(module)


_PROGRAM = _Program()
