"""`cardtable serve` as systemd starts it: a separate process, and a socket on which it reports its state."""

import os
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from table.keeping.pin import kept_pin
from tests import forking
from tests.playing import COMMAND, PATIENCE_S, Phone, free_port, run

WIRED = """
[table]
seats = 3
database = "kitchen.db"
[[reader]]
zones = ["discard", "deck.scan"]
backend = "emulated"
"""


class Service:
    """The service, and systemd's end of its notification socket."""

    def __init__(self, folder: Path, config: Path, *, starts_anew: bool = False) -> None:
        self.folder, self.config, self.port = folder, config, free_port()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(PATIENCE_S)
        environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "300000"}
        line = ["serve", "--port", str(self.port), "--config", str(config), "--database", str(folder / "table.db")]
        kept = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = (
            subprocess.Popen([COMMAND, *line], env=environment, text=True, **kept)  # type: ignore[call-overload]
            if starts_anew
            else forking.command(*line, env=environment, **kept)
        )

    def tells(self, wanted: str) -> str:
        while not (said := self._socket.recv(1000).decode()).startswith(wanted):
            pass
        return said

    def stops(self) -> str:
        """Stop the service as systemd does; return its output."""
        self.process.send_signal(signal.SIGTERM)
        assert self.tells("STOPPING=1")
        said, _ = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0
        return str(said)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._socket.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path, tmp_path / "table.toml")
    yield service
    service.close()


@pytest.mark.long
def test_until_a_table_is_wired_an_emulated_one_is_served_and_its_pin_is_kept(service: Service) -> None:
    assert "The table serves its pages." in service.tells("READY=1")
    phone = Phone(f"http://localhost:{service.port}")
    assert phone.gets("table")["game"] is None
    assert service.tells("WATCHDOG=1")

    kept = service.folder / "table.db.pin"
    pin = kept.read_text().strip()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert phone.asks("host", pin=pin) is not None
    said = service.stops()
    assert pin not in said
    assert "an emulated table is served" in said


@pytest.mark.long
def test_what_is_wired_is_served_and_told_its_pin_by_the_command(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(WIRED)
    service = Service(tmp_path, config)
    try:
        service.tells("READY=1")
        pin = run("pin", "--config", config).stdout.strip()
        assert (tmp_path / "kitchen.db.pin").read_text().strip() == pin
        assert "an emulated table" not in service.stops()
    finally:
        service.close()


@pytest.mark.long
def test_a_table_that_cannot_be_opened_has_its_set_up_served_with_the_reason_until_it_can(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[table]\nseats = 30\n")
    service = Service(tmp_path, config, starts_anew=True)
    try:
        service.tells("READY=1")
        phone = Phone(f"http://localhost:{service.port}")
        with pytest.raises(HTTPError, match="503"):
            phone.gets("table")
        done = run("pin", "--config", config)  # where a table is installed, that one's
        assert done.stdout or done.stderr.startswith("cardtable: there is no PIN yet"), "not that it is wrong"
        with urlopen(f"{phone.url}/host") as page:  # noqa: S310 - our own server
            assert page.url == f"{phone.url}/setup"
        phone.asks("host", pin=(tmp_path / "table.db.pin").read_text().strip())
        shown = phone.gets("setup")
        assert (shown["state"], shown["wired"], shown["alone"]) == ("ready", True, True)
        assert shown["why"].endswith("table: seats: expected 1 to 8, not 30")

        config.write_text(WIRED)  # somebody corrects the file

        service.tells("RELOADING=1")
        service.tells("READY=1")
        assert phone.gets("table")["game"] is None
        service.stops()
    finally:
        service.close()


@pytest.mark.proof
def test_the_table_stops_to_be_set_up_and_starts_again_as_it_was(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(WIRED)
    service = Service(tmp_path, config, starts_anew=True)
    try:
        service.tells("READY=1")
        phone = Phone(f"http://localhost:{service.port}")
        phone.asks("host", pin=run("pin", "--config", config).stdout.strip())
        with pytest.raises(HTTPError, match="400"):
            phone.asks("setup", do="begin", pads=1, seats=1)
        phone.asks("setup", do="open")
        service.tells("READY=1")
        assert phone.gets("setup")["alone"]
        with pytest.raises(HTTPError, match="503"):
            phone.asks("seats/1/take")

        phone.asks("setup", do="leave")

        service.tells("READY=1")
        assert not phone.gets("setup")["alone"]
        assert phone.gets("table")["game"] is None
        service.stops()
    finally:
        service.close()


def test_the_pin_of_a_table_that_was_never_set_up_is_beside_its_database(tmp_path: Path) -> None:
    kept = kept_pin(tmp_path / "table.db")

    assert run("pin", "--database", tmp_path / "table.db").stdout == f"{kept}\n"
    none = run("pin", "--database", tmp_path / "other.db")
    assert (none.returncode, none.stdout, none.stderr.count("\n")) == (2, "", 1)
    assert not (tmp_path / "other.db.pin").exists()


def test_there_is_no_pin_before_the_service_has_run(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(WIRED)
    done = run("pin", "--config", config)

    assert done.returncode == 2
    assert "sudo systemctl start cardtable" in done.stderr
