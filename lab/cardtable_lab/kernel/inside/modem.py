"""Debian's own ModemManager, which probes unknown serial ports for modems.

It runs as on a Pi, with all its plugins, but without udev and the system bus: the port is passed as an option, and
ModemManager gets its own bus. It does not probe a device that has only a serial port, such as a Pico, unless the owner
enables that.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardtable_lab.kernel.inside.devices import waits
from table.values import Value

_HOME, _UDEV = Path("/run/modem-manager"), Path("/run/udev/data")
_SOCKET, _BUS, _EVENTS, _LOG = (_HOME / name for name in ("socket", "bus.conf", "events", "log"))
_CONFIGURATION = f"""<busconfig><listen>unix:path={_SOCKET}</listen><policy context="default">
<allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
</policy></busconfig>"""
# The properties that ModemManager's udev rules give a port, and the property that lets an owner allow probes.
_CANDIDATE, _TO_BE_ASKED = "I:1\nE:ID_MM_CANDIDATE=1\n", "E:ID_MM_DEVICE_PROCESS=1\n"
_DONE, _LEFT_ALONE = re.compile(r"task 0: finished in"), "port filtered: forbidden"
_ASKED, _CAME = re.compile(r"--> '(.*)'"), re.compile(r"<-- '(.*)'")


class Said(Value):
    """ModemManager's log about one port: how often it sent a probe or read bytes, and whether it avoids the port.

    >>> Said.of("<debug> [ttyACM0/at] --> 'AT<CR>'")
    Said(is_done=False, asked=1, came=0, left_alone=False)
    """

    is_done: bool
    asked: int
    came: int
    left_alone: bool

    @classmethod
    def of(cls, log: str) -> "Said":
        """Parse a log at debug level."""
        asked, came = (len(kind.findall(log)) for kind in (_ASKED, _CAME))
        return cls(_DONE.search(log) is not None, asked, came, _LEFT_ALONE in log)


@contextmanager
def modem_manager(path: str, *, told_to_ask: bool = True) -> Iterator[None]:
    """Run ModemManager on one port until the block ends. Raise TimeoutError if its bus does not come up."""
    there, number = Path(os.environ["MODEM_MANAGER"]), Path(path).stat().st_rdev
    for folder in (_HOME, _UDEV):
        folder.mkdir(parents=True, exist_ok=True)
    for old in (_SOCKET, _LOG):
        old.unlink(missing_ok=True)
    (_UDEV / f"c{os.major(number)}:{os.minor(number)}").write_text(_CANDIDATE + _TO_BE_ASKED * told_to_ask)
    _BUS.write_text(_CONFIGURATION)
    _EVENTS.write_text(f"action=add,subsystem=tty,name={Path(path).name}\n")
    (plugins,) = (there / "usr/lib").glob("*-linux-gnu/ModemManager")
    environment = {
        **os.environ, "PATH": f"{there}/usr/bin:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(plugins.parent),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={_SOCKET}",
    }  # fmt: skip
    bus = ("dbus-daemon", "--nofork", "--nopidfile", f"--config-file={_BUS}")
    asks = (
        str(there / "usr/sbin/ModemManager"), "--debug", f"--log-file={_LOG}", "--no-auto-scan",
        f"--initial-kernel-events={_EVENTS}", "--test-session", "--test-no-suspend-resume", "--test-no-qrtr",
        f"--test-plugin-dir={plugins}",
    )  # fmt: skip
    with subprocess.Popen(bus, env=environment) as its_bus:  # noqa: S603 - Debian's own
        if not waits(_SOCKET.exists):
            raise TimeoutError("the bus of ModemManager does not come up")
        with subprocess.Popen(asks, env=environment) as process:  # noqa: S603 - Debian's own
            try:
                yield
            finally:
                process.kill()
                its_bus.kill()


def said() -> Said:
    """Return the summary of ModemManager's log so far."""
    return Said.of(_LOG.read_text() if _LOG.exists() else "")
