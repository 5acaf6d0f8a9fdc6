"""A script that tries things a sandbox may forbid, and prints the resulting errors as JSON.

It imports none of our code. It runs inside the sandbox of the table's service, and outside it as the same user.
"""

import ctypes
import errno
import json
import mmap
import os
import socket
from collections.abc import Callable
from pathlib import Path

_CLONE_NEWUSER, _ADDR_NO_RANDOMIZE = 0x10000000, 0x0040000
_STATE = "/var/lib/cardtable"


def _opens(path: str, flags: int = os.O_RDWR) -> None:
    os.close(os.open(path, flags))


def _writes(folder: str) -> None:
    file = Path(folder, "an-attempt")
    file.touch()
    file.unlink()


def _binds(port: int) -> None:
    with socket.socket() as listener:
        listener.bind(("", port))


def _calls(name: str, *arguments: int) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def _listens_to_all_packets() -> None:
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close()


def _makes_code() -> None:
    mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def _makes_a_setuid_program() -> None:
    file = Path(_STATE, "a-program")
    file.touch()
    try:
        file.chmod(0o4755)
    finally:
        file.unlink()


def _has_a_new_user_namespace() -> None:
    if (child := os.fork()) == 0:
        try:
            _calls("unshare", _CLONE_NEWUSER)
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or 1)
    if code := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise OSError(code, "unshare")


ATTEMPTS: dict[str, Callable[[], object]] = {
    "write its data": lambda: _writes(_STATE),
    "write its configuration": lambda: _writes("/etc/cardtable"),
    "open a reader": lambda: _opens("/dev/spidev0.1"),
    "open the chip of pins": lambda: _opens("/dev/gpiochip0"),
    "listen on a port below 1024": lambda: _binds(81),
    "write to /etc": lambda: _writes("/etc"),
    "write to /usr": lambda: _writes("/usr"),
    "write to /boot": lambda: _writes("/boot"),
    "write to its own program": lambda: _writes("/opt/cardtable/lib"),
    "look into homes": lambda: [*Path("/home").iterdir()],
    "see the files of others in /tmp": Path("/tmp/of-others").stat,  # noqa: S108 - put there to be seen
    "see the processes of others": Path("/proc/1").stat,
    "open an SPI device that the unit does not name": lambda: _opens("/dev/spidev0.4"),
    "open a device of another kind": lambda: _opens("/dev/uinput"),
    "read the kernel's log": lambda: _opens("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK),
    "listen to all packets": _listens_to_all_packets,
    "make code": _makes_code,
    "make a setuid program": _makes_a_setuid_program,
    "have a new user namespace": _has_a_new_user_namespace,
    "change how programs are laid out": lambda: _calls("personality", _ADDR_NO_RANDOMIZE),
    "give itself another priority": lambda: os.nice(1),
}


def met(attempt: Callable[[], object]) -> str:
    """Return the name of the error that an attempt raises, or "" if it succeeds."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return ""


if __name__ == "__main__":
    print(json.dumps({name: met(attempt) for name, attempt in ATTEMPTS.items()}))
