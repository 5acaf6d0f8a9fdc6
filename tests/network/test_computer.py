"""How the computer is, from files as a Pi has them."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from table.keeping.journal import Journal
from table.network.computer import Computer
from table.running.messages import Remark
from table.saying import Text
from tests.emulated import TableInTime
from web.server.supervised import Watched

Writes = Callable[[str, str], None]
NOW_S = 4e9  # after this program was written


@pytest.fixture
def writes(tmp_path: Path) -> Writes:
    """A root, and what writes files there."""

    def write(path: str, text: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    return write


def computer(root: Path, *, saves: bool | None = None, now_s: float = NOW_S) -> Computer:
    return Computer(root, saves_power=lambda _: saves, now_s=lambda: now_s)


def faults(looked: Computer, *, needs_spi: bool = False) -> dict[str, str]:
    return {str(one.what): str(one.fault) for one in looked.checks(needs_spi=needs_spi) if one.fault is not None}


def test_a_pc_is_not_looked_at(tmp_path: Path) -> None:
    looked = computer(tmp_path, now_s=0)

    assert looked.checks(needs_spi=True) == ()
    assert looked.sentence() is None


def test_an_undervoltage_is_told_now_and_remembered(tmp_path: Path, writes: Writes) -> None:
    writes("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    writes("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    looked = computer(tmp_path)
    assert faults(looked) == {}

    writes("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert faults(looked) == {"supply": "undervoltage now"}
    writes("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert faults(looked) == {"supply": "undervoltage since this computer was switched on"}


def test_a_kernel_without_the_sensor_is_said_to_be_so(tmp_path: Path, writes: Writes) -> None:
    said = {one.what: one.found for one in computer(tmp_path).checks()}

    assert said["supply"] == "this kernel cannot say whether there is undervoltage"


def test_on_debian_spi_is_switched_on_by_our_own_overlay(tmp_path: Path, writes: Writes) -> None:
    assert [one.cure for one in computer(tmp_path).checks(needs_spi=True) if one.what == "SPI"] == [
        "add dtparam=spi=on to /boot/firmware/config.txt and restart the Pi"
    ]
    writes("etc/default/raspi-firmware", "")

    cures = [one.cure for one in computer(tmp_path).checks(needs_spi=True) if one.what == "SPI"]
    assert "dtoverlay=cardtable-spi to /etc/default/raspi-firmware-custom" in str(cures)


def test_an_undervoltage_before_the_table_ran_is_in_the_kernel_s_log(tmp_path: Path, writes: Writes) -> None:
    writes("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    writes("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    writes("dev/kmsg", "1,742,7;hwmon hwmon1: Undervoltage detected!\n")

    assert "supply" in faults(computer(tmp_path))


@pytest.mark.parametrize(("saves", "wrong"), [(True, True), (False, False), (None, False)])
@pytest.mark.usefixtures("writes")
def test_a_wi_fi_that_saves_power_is_named(tmp_path: Path, saves: bool | None, wrong: bool) -> None:
    (tmp_path / "sys/class/net/wlan0/wireless").mkdir(parents=True)
    looked = computer(tmp_path, saves=saves)

    assert ("Wi-Fi wlan0" in faults(looked)) is wrong
    if wrong:
        assert "sudo iw dev wlan0 set power_save off" in str(looked.sentence())


def test_each_fault_has_a_line(tmp_path: Path, writes: Writes) -> None:
    writes("sys/class/net/wlan0/wireless/link", "")
    looked = computer(tmp_path, saves=True, now_s=0)

    assert len(str(looked.sentence()).splitlines()) == len(faults(looked)) == 2


@pytest.mark.parametrize("firmware", ["standard", "minimal"])
@pytest.mark.parametrize("on", [True, False], ids=["hotspot on", "hotspot off"])
def test_how_many_phones_its_own_wi_fi_takes(tmp_path: Path, writes: Writes, firmware: str, on: bool) -> None:
    (tmp_path / "etc/alternatives").mkdir(parents=True)
    link = tmp_path / "etc/alternatives/cyfmac43455-sdio.bin"
    link.symlink_to(f"/lib/firmware/cypress/cyfmac43455-sdio-{firmware}.bin")
    if on:
        writes("etc/NetworkManager/dnsmasq-shared.d/cardtable.conf", "")

    (check,) = [one for one in computer(tmp_path).checks() if str(one.what) == "own Wi-Fi"]

    assert ("19" if firmware == "minimal" else "7") in str(check.found)
    assert (check.fault is not None) is (on and firmware == "standard")
    if check.fault is not None:
        assert "update-alternatives --set cyfmac43455-sdio.bin" in str(check.cure)


@pytest.mark.parametrize(("device", "off"), [("spidev10.0", True), ("spidev0.0", False)])
def test_spi_is_that_of_the_header(tmp_path: Path, writes: Writes, device: str, off: bool) -> None:
    writes(f"dev/{device}", "")

    assert ("SPI" in faults(computer(tmp_path), needs_spi=True)) is off
    assert "SPI" not in faults(computer(tmp_path))


def test_a_clock_that_was_never_set_is_named(tmp_path: Path, writes: Writes) -> None:
    assert "clock" in faults(computer(tmp_path, now_s=0)), "before this program was written"
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    assert "clock" in faults(computer(tmp_path)), "no network yet"

    writes("run/systemd/timesync/synchronized", "")
    assert faults(computer(tmp_path)) == {}
    (tmp_path / "run/systemd/timesync/synchronized").unlink()
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert faults(computer(tmp_path)) == {}, "it has a clock of its own"


class Alarm(Computer):
    """A computer whose next sentences are known."""

    def __init__(self, *said: str | None) -> None:
        super().__init__(Path("/nowhere"))
        self._said = list(said)
        self.done = Event()

    def sentence(self) -> Text | None:
        if not self._said:
            self.done.set()
            return None
        said = self._said.pop(0)
        return None if said is None else Text(said)


def test_the_host_is_told_in_a_line_what_is_to_be_done_until_it_is_in_order(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.supervised._COMPUTER_S", 0)
    with TableInTime(journal) as table:
        posted: list[Remark] = []
        monkeypatch.setattr(table.controller, "post", posted.append)
        alarm = Alarm("Undervoltage now.", "Undervoltage now.", None)
        with Watched(table.live, alarm):
            assert alarm.done.wait(10)

        assert posted == [Remark("computer", Text("Undervoltage now.")), Remark("computer", None)]
        health = []
        for remark in posted:
            table.controller.take(remark)
            health.append(dict(table.controller.board.snapshot.host.health))
        assert [one["computer"] for one in health] == ["Undervoltage now.", None]
        assert [one["errors"] for one in health] == [[], []], "it is told apart"
