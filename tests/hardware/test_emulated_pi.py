"""The emulated Raspberry Pi: chips on a shared bus, pins, buttons with faults, the file that describes it, hands."""

import json
import os
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.emulator import installed as emulated
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame
from hardware.emulator.hands import Hands
from hardware.emulator.installed import NoPiError
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.pi_file import load
from hardware.emulator.pins import BOUNCE_NS, SPIKE_NS, WORN_OUT_NS, ButtonFault, EmulatedButton, Pull, chatter
from hardware.emulator.spi import EmulatedBus, Miso
from hardware.mfrc522.registers import Register
from table.settings.model import load_settings

DOCS = Path(__file__).parent.parent.parent / "docs" / "examples"

MS = 1_000_000
READ_VERSION = [Register.VERSION << 1 | 0x80, 0]
UID = "04a1b2c3d4e5f6"


def chip(version: int = 0x92) -> EmulatedMfrc522:
    return EmulatedMfrc522(Field(), ManualClock().now_ns, version=version)


def version(bus: EmulatedBus, select: int | None = 0, hz: int = 1_000_000, mode: int = 0) -> int:
    return bus.transfer(READ_VERSION, select=select, hz=hz, mode=mode)[1]


# -- the bus


def test_each_select_reaches_its_own_chip() -> None:
    bus = EmulatedBus()
    bus.attach(chip(0x91), 0)
    bus.attach(chip(0x92), 1)

    assert [version(bus, 0), version(bus, 1)] == [0x91, 0x92]
    assert (bus.transfers, bus.bytes_moved) == (2, 4)


def test_two_chips_on_one_select_both_hear_and_the_zeros_of_their_answers_win() -> None:
    bus, first, second = EmulatedBus(), chip(0x91), chip(0xB2)
    bus.attach(first, 0)
    bus.attach(second, 0)

    bus.transfer([Register.MOD_WIDTH << 1, 0x55], select=0)

    assert version(bus) == 0x91 & 0xB2
    assert [each.read(Register.MOD_WIDTH) for each in (first, second)] == [0x55, 0x55]


@pytest.mark.parametrize(("miso", "seen"), [(Miso.FLOATS_LOW, 0x00), (Miso.FLOATS_HIGH, 0xFF)])
def test_nobody_on_a_select_leaves_the_line_floating(miso: Miso, seen: int) -> None:
    bus = EmulatedBus(miso=miso)
    bus.attach(chip(), 0)

    assert version(bus, 1) == seen
    assert version(bus, None) == seen
    assert version(bus, 0) == 0x92


@pytest.mark.parametrize(("miso", "seen"), [(Miso.STUCK_LOW, 0x00), (Miso.STUCK_HIGH, 0xFF)])
def test_a_broken_board_holds_the_line_but_chips_still_hear(miso: Miso, seen: int) -> None:
    bus, deafened = EmulatedBus(miso=miso), chip()
    bus.attach(deafened, 0)

    bus.transfer([Register.MOD_WIDTH << 1, 0x55], select=0)

    assert version(bus) == seen
    assert deafened.read(Register.MOD_WIDTH) == 0x55


@pytest.mark.parametrize(("hz", "mode", "seen"), [(10_000_000, 0, 0x92), (10_000_001, 0, 0), (1, 3, 0x92), (1, 1, 0)])
def test_a_chip_follows_only_so_fast_and_on_the_right_edge(hz: int, mode: int, seen: int) -> None:
    bus = EmulatedBus()
    bus.attach(chip(), 0)

    assert version(bus, hz=hz, mode=mode) == seen


def test_in_virtual_time_a_transfer_takes_as_long_as_on_a_pi() -> None:
    clock = ManualClock()

    version(EmulatedPi(clock).bus(0))

    assert clock.now_ns() == 20_000 + 2 * 8_000, "each transfer, and two bytes at 1 MHz"


def test_a_select_pin_reaches_a_chip_whatever_the_bus_selects() -> None:
    pi = EmulatedPi(ManualClock())
    pi.add_reader(0, 0, select_pin=5, chip=lambda field: EmulatedMfrc522(field, pi.clock.now_ns, version=0x91))
    assert version(pi.bus(0), None) == 0, "GPIO 5 is pulled up at power-on"

    pi.pin(5).drive(False)

    assert version(pi.bus(0), None) == 0x91
    assert list(pi.readers) == ["0.0@5"]


def test_a_select_pin_that_the_pi_pulls_down_selects_until_it_is_driven_high() -> None:
    pi = EmulatedPi(ManualClock())
    pi.add_reader(0, 0, select_pin=22)

    seen = version(pi.bus(0), None)
    pi.pin(22).drive(True)

    assert [seen, version(pi.bus(0), None)] == [0x92, 0]


def test_a_reset_pin_holds_a_chip_only_while_it_is_driven_low() -> None:
    pi = EmulatedPi(ManualClock())
    pi.add_reader(0, 0, reset_pin=25)
    reset, bus = pi.pin(25), pi.bus(0)
    bus.transfer([Register.MOD_WIDTH << 1, 0x55], select=0)

    reset.drive(True)
    assert bus.transfer([Register.MOD_WIDTH << 1 | 0x80, 0], select=0)[1] == 0x55, "it was high before"
    reset.drive(False)
    assert version(bus) == 0
    reset.listen()
    assert version(bus) == 0x92, "the board pulls it up"
    assert bus.transfer([Register.MOD_WIDTH << 1 | 0x80, 0], select=0)[1] == 0x26, "and it has forgotten"


# -- pins and buttons


def test_a_pin_remembers_what_was_written_to_it() -> None:
    clock = ManualClock(7)
    light = EmulatedPi(clock).pin(5)
    light.drive(True)
    clock.sleep_ns(10)
    light.drive(False)

    assert [(level.at_ns, level.high) for level in light.written] == [(7, True), (17, False)]
    assert light.driven is False


def test_a_button_shows_only_on_a_pin_that_is_pulled_up() -> None:
    pi = EmulatedPi(ManualClock())
    pi.add_button(17)
    pin = pi.pin(17)
    assert pin.high is False, "GPIO 17 is pulled down at power-on"
    assert pin.watch() is None

    pin.listen(Pull.UP)
    assert pin.high is True
    pi.buttons[17].press()
    assert pin.high is False


def test_a_button_that_is_stuck_down_is_low_and_never_moves() -> None:
    button = EmulatedButton(ManualClock(), fault=ButtonFault.STUCK_DOWN)
    button.press()
    button.release()

    assert button.high_at(0) is False
    assert button.changes(10**12) == []


def test_a_loose_button_is_high_and_never_moves() -> None:
    button = EmulatedButton(ManualClock(), fault=ButtonFault.LOOSE)
    button.press()

    assert button.high_at(10**12) is True
    assert button.changes(10**12) == []


def test_a_worn_out_button_chatters_for_long_and_then_rests_where_it_was_put() -> None:
    button = EmulatedButton(ManualClock(), fault=ButtonFault.BOUNCES)
    button.press()

    changes = button.changes(10**12)

    assert changes[-1].at_ns - changes[0].at_ns == WORN_OUT_NS
    assert [change.high for change in changes[:2]] == [False, True]
    assert changes[-1].high is False


@pytest.mark.parametrize("lasting_ns", [1, 400_000, 3_000_000, 4_000_000, 41_000_000])
def test_chatter_lasts_as_long_as_asked_and_ends_there(lasting_ns: int) -> None:
    flips = chatter(lasting_ns)

    assert (flips[0], flips[-1]) == (0, lasting_ns)
    assert len(flips) % 2 == 1


def test_history_and_changes_tell_the_same() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    button.press()
    clock.sleep_ns(50 * MS)
    button.release()
    known = button.history()

    assert button.changes(10 * MS) + button.changes(10**12) == known
    assert button.changes(10**12) == []


@pytest.mark.long
def test_a_button_that_is_pressed_all_evening_remembers_only_its_latest_presses() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    taken = []
    for _ in range(10_000):
        for move in (button.press, button.release):
            move()
            clock.sleep_ns(50 * MS)
            taken += button.changes(clock.now_ns())

    assert len(taken) == button.changed
    assert [one.at_ns for one in taken] == sorted({one.at_ns for one in taken})
    assert len(button.history()) < len(taken) / 10
    assert button.history() == taken[-len(button.history()) :]
    assert button.high_at(button.history()[0].at_ns - 1) is taken[-len(button.history()) - 1].high


def test_who_looks_too_seldom_is_told_the_latest_presses() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    for _ in range(2_000):
        button.press()
        clock.sleep_ns(50 * MS)
        button.release()
        clock.sleep_ns(50 * MS)

    assert button.changes(clock.now_ns()) == button.history()
    assert button.changes(clock.now_ns()) == []


def test_a_wire_picks_up_short_spikes_on_whatever_level_it_has() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock, fault=ButtonFault.SPIKES)
    clock.sleep_ns(60_000 * MS)
    up = button.history()
    button.press()
    clock.sleep_ns(60_000 * MS)
    down = button.history()[len(up) + len(BOUNCE_NS) :]

    assert 30 < button.spiked < 200
    assert [level.high for level in up] == [False, True] * (len(up) // 2)
    assert [level.high for level in down] == [True, False] * (len(down) // 2)
    lasts_ns = [end.at_ns - begin.at_ns for begin, end in zip(up[::2], up[1::2], strict=True)]
    assert SPIKE_NS[0] <= min(lasts_ns) < 100_000 < MS < max(lasts_ns) <= SPIKE_NS[1]


def test_an_interrupt_reads_a_spike_of_microseconds_when_it_is_over() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock, fault=ButtonFault.SPIKES, seed=3)
    clock.sleep_ns(60_000 * MS)
    changes = button.changes(clock.now_ns())

    assert len(changes) == len(button.history())
    assert sum(one.high for one in changes) > len(changes) / 2, "some are two rises"


def test_edges_get_lost_and_the_level_is_right() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock, fault=ButtonFault.LOSES_EDGES)
    for _ in range(100):
        button.press()
        clock.sleep_ns(50 * MS)
        assert button.high is False
        button.release()
        clock.sleep_ns(50 * MS)
        assert button.high is True

    assert 30 < button.losses < 100
    assert len(button.changes(clock.now_ns())) == len(button.history()) - button.losses


# -- wiring that is wrong


def test_two_things_do_not_share_a_pin() -> None:
    pi = EmulatedPi(ManualClock())
    pi.add_button(17)

    with pytest.raises(ValueError, match="GPIO 17 has another use already"):
        pi.add_reader(0, 0, select_pin=17)
    with pytest.raises(ValueError, match="GPIO 8 has another use already"):
        pi.add_button(8)
    with pytest.raises(ValueError, match="no GPIO 28"):
        pi.add_button(28)
    assert pi.readers == {}


def test_an_unknown_model_or_library_is_named() -> None:
    with pytest.raises(ValueError, match="'Raspberry Pie'"):
        EmulatedPi(ManualClock(), model="Raspberry Pie")
    with pytest.raises(ValueError, match=r"no GPIO library 'pigpio', only RPi\.GPIO and rpi-lgpio"):
        EmulatedPi(ManualClock(), gpio_library="pigpio")  # type: ignore[arg-type]


# -- which Pi it is


def test_the_innermost_installed_pi_is_the_current_one() -> None:
    outer, inner = EmulatedPi(ManualClock()), EmulatedPi(ManualClock())
    with emulated.install(outer):
        with emulated.install(inner):
            assert emulated.current() is inner
        assert emulated.current() is outer


def test_without_a_pi_the_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(emulated.ENVIRONMENT, raising=False)

    with pytest.raises(NoPiError, match="CARDTABLE_EMULATED_PI has to name"):
        emulated.current()


def test_the_pi_of_the_file_is_built_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "pi.toml"
    file.write_text('model = "Raspberry Pi 5 Model B Rev 1.0"\n')
    monkeypatch.setenv(emulated.ENVIRONMENT, str(file))

    built = emulated.current()

    assert built.model.has_rp1
    assert emulated.current() is built


# -- the file


def described(tmp_path: Path, text: str) -> EmulatedPi:
    file = tmp_path / "pi.toml"
    file.write_text(text)
    return load(file)


def test_a_file_tells_of_the_whole_pi(tmp_path: Path) -> None:
    pi = described(
        tmp_path,
        """
        model = "Raspberry Pi 3 Model B Rev 1.2"
        permitted = false
        gpio_library = "rpi-lgpio"
        kernel = [6, 1]
        miso = "floats_high"
        reader = [
            {bus = 0, device = 0, reset_pin = 25, version = 0x91, faults = ["antenna"]},
            {bus = 0, device = 1, absent = true},
            {bus = 1, device = 0, select_pin = 22},
        ]
        button = [{pin = 17}, {pin = 27, fault = "stuck_down"}]
        """,
    )

    assert (pi.model.gpio, pi.permitted, pi.gpio_library, pi.kernel) == ("pinctrl-bcm2835", False, "rpi-lgpio", (6, 1))
    assert list(pi.readers) == ["0.0", "1.0@22"]
    assert pi.readers["0.0"].chip.faults == {"antenna"}
    assert [version(pi.bus(0), 0), version(pi.bus(0), 1)] == [0x91, 0xFF]
    assert [button.high_at(0) for button in pi.buttons.values()] == [True, False]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("modle = 'x'", "modle: Extra inputs are not permitted"),
        ("kernel = [6]", "kernel.1: Field required"),
        ("miso = 'wet'", "miso: Input should be 'floats_low'"),
        ("reader = [{bus = 0, faults = ['tired']}]", "reader.0.faults.0: Input should be 'deaf'"),
        ("button = [{pin = 40}]", "button.0.pin: Input should be less than or equal to 27"),
        ("button = [{pin = 4}, {pin = 4}]", "GPIO 4 has another use already"),
        ("model = 'Amiga'", "no Raspberry Pi that is emulated is called 'Amiga'"),
        ("hands = 'pi.toml'", "pi.toml is not a named pipe"),
        ("button = [", "Invalid value"),
    ],
)
def test_a_wrong_file_is_told_in_one_sentence_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r"pi\.toml: ") as raised:
        described(tmp_path, text)

    assert complaint in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere\.toml: .*No such file"):
        load(tmp_path / "nowhere.toml")


# -- the hands


@pytest.fixture
def pi() -> EmulatedPi:
    pi = EmulatedPi(ManualClock())
    pi.add_reader(0, 0)
    pi.add_reader(0, 1)
    pi.add_button(17)
    return pi


def lying(pi: EmulatedPi) -> list[str]:
    """Return on which readers a REQA is answered."""
    found = []
    for name, reader in pi.readers.items():
        reader.field.power(False)
        reader.field.power(True)
        found += [name] if reader.field.exchange(Frame.of(b"\x26", last_bits=7), pi.clock.now_ns()) else []
    return found


def say(hands: Hands, **gesture: object) -> None:
    hands.obey(json.dumps(gesture))


def test_hands_put_move_and_lift_a_card(pi: EmulatedPi) -> None:
    hands = Hands(pi)
    say(hands, do="put", uid=UID, reader="0.0")
    assert lying(pi) == ["0.0"]
    say(hands, do="put", uid=UID, reader="0.1")
    assert lying(pi) == ["0.1"], "a card is in one place"
    say(hands, do="lift", uid=UID.upper())
    assert lying(pi) == []


def test_hands_touch_a_reader_for_a_while(pi: EmulatedPi) -> None:
    say(Hands(pi), do="put", uid=UID, reader="0.0", for_ms=200)
    assert lying(pi) == ["0.0"]

    pi.clock.sleep_ns(200 * MS)

    assert lying(pi) == []


def test_hands_press_release_and_break(pi: EmulatedPi) -> None:
    hands = Hands(pi)
    say(hands, do="press", pin=17)
    pi.clock.sleep_ns(50 * MS)
    assert pi.buttons[17].high_at(pi.clock.now_ns()) is False
    say(hands, do="release", pin=17)
    pi.clock.sleep_ns(50 * MS)
    assert pi.buttons[17].high_at(pi.clock.now_ns()) is True

    say(hands, do="fault", reader="0.1", faults=["deaf"])
    assert [reader.chip.faults for reader in pi.readers.values()] == [set(), {"deaf"}]
    say(hands, do="fault", reader="0.1", faults=[])
    assert pi.readers["0.1"].chip.faults == set()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"do":"juggle"}', "does not match any of the expected tags"),
        ('{"do":"put","uid":"04a1","reader":"0.0"}', "uid"),
        ('{"do":"put","uid":"04a1b2c3","reader":"7.0"}', "there is no reader '7.0'; there are: 0.0, 0.1"),
        ('{"do":"put","uid":"04a1b2c3","reader":"0.0","for_ms":0}', "for_ms"),
        ('{"do":"press","pin":4}', "there is no button on GPIO 4; there are: 17"),
        ('{"do":"press"}', "pin: Field required"),
        ("press it", "Invalid JSON"),
    ],
)
def test_hands_that_make_no_sense_move_nothing(pi: EmulatedPi, line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        Hands(pi).obey(line)

    assert complaint in str(raised.value)
    assert lying(pi) == []


def test_hands_come_through_a_pipe_and_survive_nonsense(tmp_path: Path) -> None:
    pi = described(tmp_path, 'hands = "pipe"\nbutton = [{pin = 17}]\n')
    pipe = os.open(tmp_path / "pipe", os.O_WRONLY)
    button = pi.buttons[17]

    os.write(pipe, b'nonsense\n{"do":"press","pin":17}\n')
    os.close(pipe)

    assert pi.wait_until(lambda: 0 if button.history() else None, timeout_s=30)


def test_the_pi_of_the_docs_carries_the_kitchen_table(tmp_path: Path) -> None:
    described = tmp_path / "pi.toml"
    described.write_text((DOCS / "pi" / "pi.toml").read_text())
    kitchen = load_settings(DOCS / "kitchen.toml")

    pi = load(described)

    assert set(pi.readers) == {f"{reader.bus}.{reader.device}" for reader in kitchen.readers}
    assert set(pi.buttons) == {button.pin for button in kitchen.buttons}
