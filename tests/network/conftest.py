"""A message bus of the tests' own, and on it what stands in for NetworkManager, wpa_supplicant and avahi.

Without Debian's dbus and python3-dbusmock these tests are skipped by name; with CI=true they fail instead.
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress

from table.network.bus import Bus
from tests import lacking

MOCKS = Path(__file__).parent / "mocks"
PYTHON = "/usr/bin/python3"  # Debian's, for which Debian has packaged dbusmock

DAEMON = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")

Mock = Callable[..., "Played"]


class Played:
    """A mock that plays a service."""

    def __init__(self, bus: Bus, name: str, log: Path, process: "subprocess.Popen[bytes]") -> None:
        self.log = log
        self.process = process
        self._bus = bus
        self._name = name

    def ends(self) -> None:
        """The service goes from the bus."""
        self.process.terminate()
        self.process.wait()
        while self._bus.call(DAEMON, "NameHasOwner", "s", self._name)[0]:
            pass

    def called(self, method: str) -> list[str]:
        """The lines that dbusmock writes of calls to a method."""
        log = self.log.read_text() if self.log.exists() else ""  # it is there with the first call
        return [line for line in log.splitlines() if f" {method}" in line]

    def emits(self, path: str, interface: str, signal: str, signature: str, *values: tuple[str, Any]) -> None:
        address = DBusAddress(path, self._name, "org.freedesktop.DBus.Mock")
        self._bus.call(address, "EmitSignal", "sssav", interface, signal, signature, list(values))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A bus where nobody is."""
    mocked = subprocess.run([PYTHON, "-c", "import dbusmock"], capture_output=True, check=False).returncode == 0
    if not (mocked and shutil.which("dbus-daemon")):
        lacking.skip("no message bus to test with: on Debian, run tests/install.sh as root")
    path = tmp_path_factory.mktemp("bus") / "socket"
    line = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", f"--address=unix:path={path}"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


@pytest.fixture
def bus(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    with Bus() as bus:
        yield bus


@pytest.fixture
def play(bus: Bus, tmp_path: Path) -> Iterator[Mock]:
    """Have a service played until the test ends."""
    with ExitStack() as closing:

        def play(mock: str, name: str, **parameters: Any) -> Played:
            log = tmp_path / f"{mock}.{len(list(tmp_path.iterdir()))}.log"
            line = [PYTHON, "-m", "dbusmock", "--system", "-l", str(log), "-t", str(MOCKS / f"{mock}.py")]
            process = subprocess.Popen([*line, "-p", json.dumps(parameters)])
            played = Played(bus, name, log, process)
            closing.callback(played.ends)
            while not bus.call(DAEMON, "NameHasOwner", "s", name)[0]:
                assert process.poll() is None
            return played

        yield play
