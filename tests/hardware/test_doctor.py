"""Every fault that the doctor names, injected; and a sound table passes."""

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import ManualClock
from hardware.doctor import checks, cures
from hardware.doctor.findings import Finding
from hardware.doctor.readers import reach
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.pins import ButtonFault
from hardware.emulator.spi import Miso
from hardware.emulator.tag import Tag
from hardware.plan import ButtonPlan, LightPlan, Plan, ReaderPlan
from tests.hardware.conftest import UID, Make

PI5 = "Raspberry Pi 5 Model B Rev 1.0"
MS = 1_000_000

pytestmark = pytest.mark.usefixtures("mfrc522_package", "stand_ins")

PLAN = Plan(
    readers=(
        ReaderPlan("discard", "mfrc522", reset_pin=25),
        ReaderPlan("hidden", "spidev", device=1, reset_pin=24),
    ),
    buttons=(ButtonPlan(1, "gpiod", 17), ButtonPlan(2, "rpi_gpio", 27)),
    lights=(LightPlan("seat.1", "gpiod", 22), LightPlan("buzzer", "rpi_gpio", 4)),
)


def wired(make: Make, **settings: Any) -> EmulatedPi:
    pi = make(clock=ManualClock(), **settings)
    pi.add_reader(0, 0, reset_pin=25)
    pi.add_reader(0, 1, reset_pin=24)
    pi.add_button(17)
    pi.add_button(27)
    return pi


def examined(pi: EmulatedPi, plan: Plan = PLAN) -> dict[str, Finding]:
    return {finding.what: finding for finding in checks.examine(plan, pi.clock)}


def faults(pi: EmulatedPi, plan: Plan = PLAN) -> dict[str, str]:
    found = examined(pi, plan)
    assert all(finding.cure for finding in found.values() if not finding.sound), "each with its cure"
    return {what: finding.fault for what, finding in found.items() if finding.fault is not None}


def test_a_sound_table_passes_and_says_what_it_found(make: Make) -> None:
    found = examined(wired(make))

    assert {what: (finding.found, finding.sound) for what, finding in found.items()} == {
        "discard": ("MFRC522 version 2.0", True),
        "hidden": ("MFRC522 version 2.0", True),
        "button of seat 1 (BCM 17, pin 11)": ("at rest", True),
        "button of seat 2 (BCM 27, pin 13)": ("at rest", True),
        "light of seat.1 (BCM 22, pin 15)": ("driven on and off once", True),
        "buzzer (BCM 4, pin 7)": ("driven on and off once", True),
    }


MOVED = "chip select 0 of SPI bus 0"


@pytest.mark.parametrize(("kernel", "moves"), [((6, 6), True), ((6, 12), False)])
def test_a_select_that_an_old_kernel_moves_is_named_and_no_fault_if_nothing_hangs_on_it(
    make: Make, kernel: tuple[int, int], moves: bool
) -> None:
    pi = make(clock=ManualClock(), model=PI5, kernel=kernel)
    pi.add_reader(0, 0, select_pin=22)

    found = examined(pi, Plan(readers=(ReaderPlan("discard", "spidev", select_pin=22),)))

    assert (found["discard"].found, found["discard"].sound) == ("MFRC522 version 2.0", True)
    assert (MOVED in found) is moves
    if moves:
        assert found[MOVED].sound
        assert "nothing may be connected to BCM 8 (pin 24)" in found[MOVED].found


def test_a_reader_that_hangs_on_a_select_that_an_old_kernel_moves_is_a_fault(make: Make) -> None:
    pi = make(clock=ManualClock(), model=PI5, kernel=(6, 6))
    pi.add_reader(0, 0, chip=_of_version_1)
    pi.add_reader(0, 0, select_pin=22)
    plan = Plan(readers=(ReaderPlan("discard", "spidev"), ReaderPlan("hidden", "spidev", select_pin=22)))

    reported = faults(pi, plan)

    assert reported[MOVED] == "discard is connected to it, and answers whenever hidden is asked"


Injure = Callable[[EmulatedPi], object]


def chip(pi: EmulatedPi, name: str = "0.1") -> Any:
    return pi.readers[name].chip


@pytest.mark.parametrize(
    ("injure", "device", "named"),
    [
        (lambda pi: chip(pi).faults.add("deaf"), "hidden", "deaf chip"),
        (lambda pi: chip(pi).faults.add("antenna"), "hidden", "antenna off"),
        (lambda pi: chip(pi).faults.add("self_test"), "hidden", "self-test failed"),
        (lambda pi: setattr(chip(pi), "version", 0x88), "hidden", "clone or wrong chip"),
        (lambda pi: setattr(chip(pi), "version", 0x89), "hidden", "clone or wrong chip"),
        (lambda pi: setattr(chip(pi), "version", 0x3C), "hidden", "clone or wrong chip"),
    ],
    ids=["deaf", "antenna off", "damaged", "clone", "newer clone", "wrong chip"],
)
def test_a_chip_that_is_not_well(make: Make, injure: Injure, device: str, named: str) -> None:
    pi = wired(make)
    injure(pi)

    reported = faults(pi)

    assert list(reported) == [device]
    assert named in reported[device]


@pytest.mark.parametrize(("idle", "reads"), [(Miso.FLOATS_LOW, "0x00"), (Miso.FLOATS_HIGH, "0xff")])
def test_a_board_that_is_not_there(make: Make, idle: Miso, reads: str) -> None:
    pi = make(clock=ManualClock(), miso=idle)
    pi.add_reader(0, 0, reset_pin=25)
    pi.add_button(17)
    pi.add_button(27)

    reported = faults(pi)

    assert list(reported) == ["hidden"]
    assert (
        reported["hidden"] == f"chip absent, or held in reset: VersionReg reads {reads}, while others on the bus answer"
    )


def test_a_board_that_is_held_in_reset(make: Make) -> None:
    pi = wired(make)
    plan = Plan(readers=(PLAN.readers[0], ReaderPlan("hidden", "spidev", device=1)))
    pi.pin(24).drive(high=False)

    reported = faults(pi, plan)

    assert list(reported) == ["hidden"]
    assert "held in reset" in reported["hidden"]


def test_a_miso_that_is_shorted_to_mosi_says_what_was_sent(make: Make) -> None:
    reported = faults(wired(make, miso=Miso.SHORTED))

    assert reported == dict.fromkeys(
        ["discard", "hidden"], "MISO is shorted to MOSI: the address that was sent comes back as it is"
    )


def test_a_self_test_that_fails_once_is_no_fault(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pi = wired(make)
    chip(pi).faults.add("self_test")
    test_itself = EmulatedMfrc522._test_itself

    def recovers(tested: EmulatedMfrc522) -> None:
        test_itself(tested)
        tested.faults.clear()

    monkeypatch.setattr(EmulatedMfrc522, "_test_itself", recovers)
    assert faults(pi) == {}


@pytest.mark.parametrize("lies_there", [True, False], ids=["read", "not read"])
@pytest.mark.parametrize("somebody", [True, False], ids=["asked", "nobody there"])
def test_a_card_decides_about_a_board_whose_self_test_fails(make: Make, lies_there: bool, somebody: bool) -> None:
    pi = wired(make)
    chip(pi).faults.add("self_test")
    asked: list[str] = []

    def ask(device: ButtonPlan | ReaderPlan) -> None:
        asked.append(device.name if isinstance(device, ReaderPlan) else str(device.seat))
        if lies_there:
            pi.readers["0.1"].field.put(Tag(UID))

    if lies_there and not somebody:
        pi.readers["0.1"].field.put(Tag(UID))
    plan = replace(PLAN, buttons=())
    found = {one.what: one for one in checks.examine(plan, pi.clock, asks=ask if somebody else None)}["hidden"]

    assert asked == (["hidden"] if somebody else [])
    assert found.sound is lies_there
    assert (found.cure == "take another board") is (somebody and not lies_there)
    if lies_there:
        assert found.found == "MFRC522 version 2.0; its self-test fails, but it reads cards"
    elif not somebody:
        assert "cardtable doctor" in str(found.cure)


@pytest.mark.parametrize(
    ("there", "named"),
    [
        (("spidev10.0",), "SPI is not enabled: there is no /dev/spidev0.1"),
        (("spidev10.0", "spidev0.0"), "no SPI device /dev/spidev0.1: there is /dev/spidev0.0"),
    ],
    ids=["the bootloader's alone", "one of the header, too"],
)
def test_the_flash_of_a_pi_5_s_bootloader_is_nowhere_for_a_reader(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: tuple[str, ...], named: str
) -> None:
    for device in there:
        (tmp_path / device).touch()
    monkeypatch.setattr(cures, "DEV", tmp_path)
    pi = make(clock=ManualClock(), model=PI5, spi_enabled=False)

    (found,) = checks.examine(Plan(readers=PLAN.readers[1:]), pi.clock)

    assert str(found.fault).replace(str(tmp_path), "/dev") == named
    assert ("dtparam=spi=on" in str(found.cure)) is (len(there) == 1)


@pytest.mark.parametrize(("bus", "overlay"), [(0, "cardtable-spi "), (1, "cardtable-spi1 ")])
def test_on_debian_the_cure_is_our_own_overlay(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bus: int, overlay: str
) -> None:
    monkeypatch.setattr(cures, "DEV", tmp_path)
    monkeypatch.setattr(cures, "OF_DEBIAN", tmp_path)

    device = replace(PLAN.readers[0], bus=bus)
    reported, cure = cures.explained(FileNotFoundError(2, "gone"), device)

    assert reported.startswith("SPI is not enabled")
    assert f"dtoverlay={overlay}" in cure


@pytest.mark.parametrize(("miso", "level"), [(Miso.STUCK_LOW, "low"), (Miso.STUCK_HIGH, "high")])
def test_a_miso_that_is_stuck_silences_all(make: Make, miso: Miso, level: str) -> None:
    reported = faults(wired(make, miso=miso))

    assert list(reported) == ["discard", "hidden"]
    assert all(f"MISO seems stuck {level}" in fault for fault in reported.values())


def test_the_only_board_that_is_silent_may_have_each_of_three_faults(make: Make) -> None:
    plan = Plan(readers=PLAN.readers[:1])

    reported = faults(make(clock=ManualClock()), plan)

    assert reported == {"discard": "no chip answers: VersionReg reads 0x00: chip absent, reset low, or MISO stuck low"}


def test_two_boards_on_one_select_disturb_each_other(make: Make) -> None:
    pi = wired(make)
    pi.add_reader(0, 1, reset_pin=24, chip=_of_version_1)

    reported = faults(pi)

    assert list(reported) == ["hidden"]


def _of_version_1(field: Any) -> Any:
    from hardware.emulator.chip import EmulatedMfrc522

    return EmulatedMfrc522(field, lambda: 0, version=0x91)


def test_a_button_that_is_stuck(make: Make) -> None:
    pi = make(clock=ManualClock())
    pi.add_button(17, fault=ButtonFault.STUCK_DOWN)
    pi.add_button(27, fault=ButtonFault.STUCK_DOWN)

    reported = faults(pi, Plan(buttons=PLAN.buttons))

    assert [fault.partition(":")[0] for fault in reported.values()] == ["button stuck down"] * 2


def test_a_button_that_chatters_longer_than_its_debounce(make: Make) -> None:
    pi = make(clock=ManualClock())
    button = pi.add_button(17, fault=ButtonFault.BOUNCES)
    pi.add_button(27)
    plan = Plan(buttons=PLAN.buttons)
    findings = checks.examine(plan, _PressesAt(pi, button.press))

    reported = {finding.what: (finding.fault, finding.cure) for finding in findings if finding.fault}

    assert reported == {
        "button of seat 1 (BCM 17, pin 11)": (
            "button 1 chatters for 40 ms",
            "debounce_ms = 60 would do; or replace it",
        ),
    }


def _PressesAt(pi: EmulatedPi, press: Callable[[], None]) -> ManualClock:  # noqa: N802 - reads as a class
    """Give the Pi's own clock, on which somebody presses after 100 ms and lets go after 300."""
    clock = pi.clock
    assert isinstance(clock, ManualClock)
    sleep, done = clock.sleep_ns, list[int]()

    def sleeps(duration_ns: int) -> None:
        sleep(duration_ns)
        if clock.now_ns() > 100 * MS and not done:
            done.append(1)
            press()
        elif clock.now_ns() > 300 * MS and len(done) == 1:
            done.append(2)
            pi.buttons[17].release()

    clock.sleep_ns = sleeps  # type: ignore[method-assign]
    return clock


def test_each_button_is_pressed_when_its_turn_comes(make: Make) -> None:
    pi = make(clock=ManualClock())
    for pin in (17, 27):
        pi.add_button(pin)
    asked = list[int]()

    def presses(button: ButtonPlan) -> None:
        asked.append(button.seat)
        if button.seat == 1:  # nobody presses the other
            pi.buttons[17].press()
            pi.clock.sleep_ns(150 * MS)
            pi.buttons[17].release()

    findings = list(checks.examine(Plan(buttons=PLAN.buttons), pi.clock, watch_ns=10_000 * MS, asks=presses))

    assert asked == [1, 2]
    assert [(one.found, one.fault) for one in findings] == [("2 changes seen", None), ("at rest", "no press seen")]
    assert "3.3 V at rest, 0 V pressed" in (findings[1].cure or "")
    assert 10_000 * MS <= pi.clock.now_ns() < 10_600 * MS, "who has pressed need not wait"


def test_a_spike_is_not_the_press_that_was_asked_for(make: Make) -> None:
    pi = make(clock=ManualClock())
    button = pi.add_button(17)
    pi.add_button(27)

    def nobody_presses(asked: ButtonPlan) -> None:
        if asked.seat == 1:
            button.disturb(spikes=60, lost=0)

    findings = list(checks.examine(Plan(buttons=PLAN.buttons), pi.clock, watch_ns=5_000 * MS, asks=nobody_presses))

    assert button.spiked > 1
    assert [one.fault for one in findings] == ["no press seen"] * 2


def test_how_high_a_card_is_read_is_counted_while_it_is_lifted(make: Make) -> None:
    pi = wired(make)
    field, tag = pi.readers["0.1"].field, Tag(UID)
    counts = reach(PLAN, pi.clock, PLAN.readers[1])
    read = [next(counts).read]
    for height_mm in (0, 40, 51, None):  # clean air reaches 50 mm
        if height_mm is None:
            field.lift(tag)
        else:
            field.put(tag, height_mm=height_mm)
        *_, last = islice(counts, 5)
        read.append(last.read)

    assert read == [0, 25, 25, 0, 0]
    assert last.polls == 25


def test_cures_name_pins_of_the_header_voltages_and_commands_that_are_there(make: Make) -> None:
    silent = examined(make(clock=ManualClock()), Plan(readers=PLAN.readers[:1]))["discard"]
    disabled = examined(make(clock=ManualClock(), spi_enabled=False), Plan(readers=PLAN.readers[:1]))["discard"]

    assert "BCM 25 (pin 22)" in (silent.cure or "")
    assert "SDA (BCM 8 (pin 24))" in (silent.cure or "")
    assert "3.3 V between 3.3V and GND of the board, as between pins 1 and 6 of the header" in (silent.cure or "")
    assert "sudo raspi-config nonint do_spi 0" in (disabled.cure or "")


def test_spi_that_is_not_enabled(make: Make) -> None:
    reported = faults(wired(make, spi_enabled=False))

    assert list(reported) == ["discard", "hidden"]
    assert all("SPI is not enabled" in fault for fault in reported.values())


def test_a_gpio_chip_that_is_not_there_is_named_wherever_it_is_needed(make: Make) -> None:
    reported = faults(wired(make), replace(PLAN, gpio_chip="/dev/gpiochip9"))

    assert sorted(reported) == ["button of seat 1 (BCM 17, pin 11)", "hidden", "light of seat.1 (BCM 22, pin 15)"]
    assert set(reported.values()) == {"no GPIO chip /dev/gpiochip9"}


def test_rights_that_are_missing(make: Make) -> None:
    reported = faults(wired(make, permitted=False))

    assert len(reported) == 6
    assert all("permission missing" in fault for fault in reported.values())


def test_rpi_gpio_on_a_pi_5_and_not_rpi_lgpio(make: Make) -> None:
    reported = faults(wired(make, model=PI5))

    assert sorted(reported) == ["button of seat 2 (BCM 27, pin 13)", "buzzer (BCM 4, pin 7)", "discard"]
    assert all(fault.startswith("RPi.GPIO on a Pi 5") for fault in reported.values())
    assert faults(wired(make, model=PI5, gpio_library="rpi-lgpio")) == {}


def test_a_pin_that_somebody_else_holds(make: Make) -> None:
    from hardware.emulator.pi import Claim

    pi = wired(make)
    pi.claim({17: Claim("another program")})

    reported = faults(pi)

    assert list(reported) == ["button of seat 1 (BCM 17, pin 11)"]
    assert "pin in use" in reported["button of seat 1 (BCM 17, pin 11)"]


def test_a_library_that_is_not_installed(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pi = wired(make)
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.setitem(sys.modules, "mfrc522", None)

    reported = faults(pi)

    cure = examined(pi)["discard"].cure or ""
    assert cure.startswith("sudo apt install python3-dev")
    assert f"{sys.executable} -m pip install" in cure
    assert "library missing" in reported["discard"]
    assert "library missing" in reported["button of seat 1 (BCM 17, pin 11)"]


def test_what_the_plan_itself_has_wrong_is_named_too(make: Make, tmp_path: Path) -> None:
    from table.settings.model import load_settings
    from table.wiring.sensors import examine

    path = tmp_path / "table.toml"
    path.write_text(
        "[table]\nseats = 2\n"
        '[[reader]]\nzone = "discard"\nbackend = "emulated"\n'
        '[[button]]\nseat = 1\nbackend = "emulated"\n'
    )
    assert all(finding.ok for finding in examine(load_settings(path), watch_s=0))

    wired(make)
    path.write_text(
        "[table]\nseats = 2\n"
        '[[reader]]\nzone = "discard"\nbackend = "spidev"\n'
        '[[reader]]\nzone = "hidden"\nbackend = "spidev"\n'
        '[[button]]\nseat = 1\nbackend = "gpiod"\npin = 17\n'
        '[[button]]\nseat = 2\nbackend = "gpiod"\npin = 17\n'
    )
    reported = [finding.fault for finding in examine(load_settings(path), watch_s=0) if not finding.ok]
    assert any("chip select" in fault for fault in reported)
    assert any("BCM 17" in fault for fault in reported)


def test_a_button_that_is_a_phone_is_not_asked_for(make: Make) -> None:
    pi = make(clock=ManualClock())
    findings = [*checks.examine(Plan(buttons=(ButtonPlan(2, "phone"),)), pi.clock)]

    assert [(one.what, one.sound) for one in findings] == [("button of seat 2 (the phone at /seat/2)", True)]
