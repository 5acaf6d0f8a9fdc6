"""The service that install.sh creates, under systemd on Debian: its pages, refereeing, watchdog and sandbox.

Readers are emulated chips behind the kernel's spidev, buttons are lines of gpio-sim; udev gives both to the service.
"""

import json
import os
import shutil
import signal
import time
from collections.abc import Mapping
from pathlib import Path

from cardtable_lab.kernel.inside import attempts, devices
from cardtable_lab.kernel.inside.console import measured, sees, stepped
from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.served import (
    BUTTONS,
    PATIENCE_S,
    SERVICE,
    USER,
    Browser,
    Table,
    health,
    is_well,
    journal,
    of_service,
    types,
)

CARD, OTHER = "number4.1", "number2.1"
UNIT = Path("/etc/systemd/system") / SERVICE
PROGRAM, FOUND = Path("/run/attempts.py"), Path("/run/attempts.json")
_BOOTS_S = 180.0
_WATCHDOG = "[Service]\nWatchdogSec=6\nTimeoutAbortSec=2\n"  # instead of a minute and 20 s
# For each attempt, the error in the sandbox, and the error that the same user gets outside it; "" means success.
MAY: Mapping[str, tuple[str, str]] = {
    "write its data": ("", ""),
    "write its configuration": ("", ""),
    "open a reader": ("", ""),
    "open the chip of pins": ("", ""),
    "listen on a port below 1024": ("", "EACCES"),
    "write to /etc": ("EROFS", "EACCES"),
    "write to /usr": ("EROFS", "EACCES"),
    "write to /boot": ("EROFS", "EACCES"),
    "write to its own program": ("EROFS", "EACCES"),
    "look into homes": ("EACCES", ""),
    "see the files of others in /tmp": ("ENOENT", ""),
    "see the processes of others": ("ENOENT", ""),
    "open an SPI device that the unit does not name": ("EPERM", ""),
    "open a device of another kind": ("EPERM", ""),
    "read the kernel's log": ("EACCES", ""),
    "listen to all packets": ("EAFNOSUPPORT", "EPERM"),
    "make code": ("EPERM", ""),
    "make a setuid program": ("EPERM", ""),
    "have a new user namespace": ("EPERM", ""),
    "change how programs are laid out": ("EPERM", ""),
    "give itself another priority": ("EPERM", ""),
}
_NOT_OF_AN_ATTEMPT = ("Type=", "NotifyAccess=", "ExecStart=", "WatchdogSec=", "Restart", "[Install]", "WantedBy=")


def run() -> None:
    """Run all steps in order."""
    up = types("systemctl", "is-system-running", "--wait", patience_s=_BOOTS_S).text
    failed = types("systemctl", "--failed", "--no-legend", "--plain").text
    sees("Debian boots, and no unit has failed", up == "running", f"{up} {failed}")
    measured("Debian has booted", f"{time.monotonic():.0f} s after the kernel")
    sees("without a table.toml the service serves the set-up", waits(is_well, PATIENCE_S), health())
    with Table() as table:
        for step in (_comes_up, _referees, _loses_readers, _is_watched, _is_shut_in, _is_examined):
            with stepped(f"the step {step.__name__.strip('_')} completes"):
                step(table)
    said = journal()
    sees("the journal has no traceback", "Traceback" not in said, said[said.find("Traceback") :][:600])
    sees("systemd does not complain about folders", "mode is different" not in said)


def _comes_up(table: Table) -> None:
    restarted = table.restarts()
    sees("systemctl restart succeeds once the wired table is served", not restarted.status, restarted.text)
    sees("/health reports that the table is well", waits(is_well, PATIENCE_S), health())
    sees("/metrics has two readers, none lost", lost() == [0.0, 0.0], lost())
    status = Path("/proc", of_service("MainPID"), "status").read_text()
    uid = types("id", "-u", USER).text
    sees("the service runs as its user", f"Uid:\t{uid}\t" in status, uid)
    sees("its only capability is the one for port 80", "CapEff:\t0000000000000400\n" in status)
    kinds = {name: types("stat", "-c", "%G %a", f"/dev/{name}").text for name in ("spidev0.0", "gpiochip0")}
    sees("udev gives readers and pins to the service's groups", [*kinds.values()] == ["spi 660", "gpio 660"], kinds)
    exposed = types("systemd-analyze", "security", "--no-pager", SERVICE).text.splitlines()[-1]
    sees("systemd-analyze security rates the service OK", " OK " in exposed, exposed)


def _referees(table: Table) -> None:
    table.begins()
    table.touches(CARD)
    sees("a card that touches a reader is refereed", table.shows(CARD), table.tops())
    table.header.press(BUTTONS[0])
    sees("a pressed button is shown", waits(lambda: table.down() == [1]), table.down())
    table.header.release(BUTTONS[0])
    sees("its release is shown", waits(lambda: table.down() == []), table.down())


def _loses_readers(table: Table) -> None:
    table.bench.hang(hangs=True)
    began = time.monotonic()
    sees(
        "/metrics shows both readers of a hanging bus as lost", waits(lambda: lost() == [1.0, 1.0], PATIENCE_S), lost()
    )
    measured("both readers are reported lost", f"{time.monotonic() - began:.1f} s after the bus hangs")
    table.bench.hang(hangs=False)
    sees("both readers come back", waits(lambda: lost() == [0.0, 0.0], PATIENCE_S), lost())
    devices.unbinds(1)
    sees("a reader without its device is lost", waits(lambda: lost() == [0.0, 1.0], PATIENCE_S), lost())
    devices.binds(1)
    began = time.monotonic()
    sees("the reader comes back with its device", waits(lambda: lost() == [0.0, 0.0], PATIENCE_S), lost())
    measured("a reader is read again", f"{time.monotonic() - began:.1f} s after its device is back")


def _is_watched(table: Table) -> None:
    before, began = of_service("MainPID"), time.monotonic()
    os.kill(int(before), signal.SIGKILL)
    sees("a killed service is started again", waits(lambda: is_another(before) and is_well(), PATIENCE_S), health())
    measured("the table is back", f"{time.monotonic() - began:.1f} s after it was killed")
    sees("the game continues", table.shows(CARD), table.tops())
    sees("systemd counts one restart", of_service("NRestarts") == "1", of_service("NRestarts"))
    folder = Path("/run/systemd/system") / f"{SERVICE}.d"
    folder.mkdir(parents=True)
    (folder / "soon.conf").write_text(_WATCHDOG)
    types("systemctl", "daemon-reload")
    restarted = table.restarts()
    sees("the game also continues after a restart by hand", not restarted.status and table.shows(CARD), restarted.text)
    before, began = of_service("MainPID"), time.monotonic()
    os.kill(int(before), signal.SIGSTOP)
    sees("a hanging service is started again", waits(lambda: is_another(before) and is_well(), PATIENCE_S), health())
    measured("a hanging table is back", f"{time.monotonic() - began:.1f} s later, with a watchdog of 6 s")
    sees("the watchdog restarted it", "atchdog timeout" in journal())
    count = figures("cardtable_events ")
    table.touches(OTHER)
    sees("cards are refereed again", waits(lambda: figures("cardtable_events ") > count, PATIENCE_S), count)
    shutil.rmtree(folder)
    types("systemctl", "daemon-reload")
    table.restarts()


def is_another(before: str) -> bool:
    """Return whether the service is running with a main process other than `before`."""
    return of_service("MainPID") not in (before, "0")


def lost() -> list[float]:
    """Return, from /metrics, 1.0 for each lost reader and 0.0 for every other one."""
    return figures("cardtable_reader_lost{")


def figures(name: str) -> list[float]:
    """Return the values of all metrics whose lines start with this name."""
    lines = Browser().gets("metrics").splitlines()
    return [float(line.split()[-1]) for line in lines if line.startswith(name)]


def _is_shut_in(_: Table) -> None:
    """Make the same attempts inside the service's sandbox and outside it, and check which errors they raise."""
    shutil.copyfile(attempts.__file__, PROGRAM)
    Path("/tmp/of-others").touch()  # noqa: S108 - the attempts look for it
    Path("/dev/uinput").chmod(0o666)
    (Path("/run/systemd/system") / "attempts.service").write_text(in_its_sandbox(UNIT.read_text()))
    types("systemctl", "daemon-reload")
    started = types("systemctl", "start", "attempts.service")
    sees("a program runs in the service's sandbox", not started.status, started.text)
    inside = json.loads(FOUND.read_text())
    outside = json.loads(types("/opt/cardtable/bin/python", str(PROGRAM), user=USER).text)
    for what, (here, there) in MAY.items():
        found = inside[what], outside[what]
        sees(f"in the sandbox it may {'' if not here else 'not '}{what}", found == (here, there), found)


def in_its_sandbox(unit: str) -> str:
    """Return a copy of `unit`, with the same sandbox, that makes the attempts and writes their results to a file."""
    lines = [line for line in unit.splitlines() if not line.startswith(_NOT_OF_AN_ATTEMPT)]
    at = lines.index("[Service]") + 1
    started = f"ExecStart=/opt/cardtable/bin/python {PROGRAM}"
    return "\n".join([*lines[:at], "Type=oneshot", started, f"StandardOutput=file:{FOUND}", *lines[at:], ""])


def _is_examined(_: Table) -> None:
    types("systemctl", "stop", SERVICE)
    examined = types("cardtable", "doctor", user=USER, patience_s=120)
    sees("doctor finds no fault, as the service's user", not examined.status, examined.text)
    types("systemctl", "start", SERVICE)
    asked = types("cardtable", "doctor", user=USER, patience_s=120)
    sees(
        "while the table runs, doctor says who holds the pins",
        asked.status == 1 and "systemctl stop cardtable" in asked.text,
        asked.text,
    )
