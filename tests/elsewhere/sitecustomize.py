"""Another system: what only Linux has, or all but Windows, is not there for modules of the table.

Python runs this first with `PYTHONPATH=tests/elsewhere`; libraries keep what they need. In `pytest -p` it is a plugin.
"""

import builtins
import sys
from types import ModuleType
from typing import Any

OURS = ("cardtable_pytest", "firmware_bridge", "hardware", "table", "web")
MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
OF_OS = """O_CLOEXEC O_DIRECT O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown fchmod fchown fork getegid geteuid getgid
    getgrouplist getgroups getuid posix_fadvise posix_fallocate pread pwrite sched_getaffinity sched_setaffinity
    sched_setscheduler setegid seteuid setgroups statvfs uname"""
NAMES = {
    "os": {*OF_OS.split()},
    "select": {"epoll", "poll"},
    "signal": {"SIGHUP", "SIGUSR1", "SIGUSR2", "pthread_kill", "pthread_sigmask"},
    "socket": {"AF_UNIX", "SO_REUSEPORT", "SOCK_CLOEXEC", "SOCK_NONBLOCK"},
}
FOLDERS = ("/proc/", "/sys/", "/run/", "/etc/")


class Lacking(ModuleType):
    """A module without some of its names."""

    def __init__(self, module: ModuleType, names: set[str]) -> None:
        super().__init__(module.__name__, module.__doc__)
        self.__dict__.update({name: what for name, what in vars(module).items() if name not in names})


_lacking: dict[str, ModuleType] = {}
_import = builtins.__import__


def _as_elsewhere(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:  # noqa: A002
    importer = (globals or {}).get("__name__") or ""
    if level or importer.partition(".")[0] not in OURS:
        return _import(name, globals, locals, fromlist, level)
    if name in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    found = _import(name, globals, locals, fromlist, level)
    if name not in NAMES:
        return found
    return _lacking.setdefault(name, Lacking(found, NAMES[name]))


def _check(event: str, given: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(given[0], str) and given[0].startswith(FOLDERS):
        frame = sys._getframe(1)
        while frame is not None:
            if str(frame.f_globals.get("__name__")).partition(".")[0] in OURS:
                raise FileNotFoundError(2, "No such file or directory", given[0])
            frame = frame.f_back  # type: ignore[assignment]


builtins.__import__ = _as_elsewhere
sys.addaudithook(_check)
