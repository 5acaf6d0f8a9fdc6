"""The stand-ins for spidev, RPi.GPIO and gpiod: unmodified packages run on them, and errors are the real ones'."""

import inspect
import json
import os
import subprocess
import sys
from datetime import timedelta
from enum import Enum
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from types import ModuleType
from typing import Any

import gpiod as real_gpiod  # before any test puts the stand-in in its place
import pytest

from hardware.clock import SystemClock
from hardware.emulator import installed as emulated
from hardware.emulator.installed import NoPiError
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.pi_file import load
from hardware.emulator.pins import EmulatedButton, Pull
from hardware.emulator.stand_ins import DIRECTORY
from hardware.emulator.tag import Tag
from tests.hardware.conftest import Make

MS = 1_000_000
UID4, BCC = bytes.fromhex("a1b2c3d4"), 0xA1 ^ 0xB2 ^ 0xC3 ^ 0xD4
PI5 = "Raspberry Pi 5 Model B Rev 1.0"
HEADER_CHIP = "/dev/gpiochip0"

# The package says `~` where it means `not`, of a bool too, of which Python 3.12 and later warn.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")


@pytest.fixture(autouse=True)
def on_path(stand_ins: None) -> None:
    """Let every test here find them."""


@pytest.fixture
def pi(make: Make) -> EmulatedPi:
    return make()


def gpio() -> ModuleType:
    return import_module("RPi.GPIO")


def gpiod() -> ModuleType:
    return import_module("gpiod")


def spidev() -> ModuleType:
    return import_module("spidev")


# -- nothing of this is found unless it is asked for


def test_only_the_path_makes_a_stand_in_importable() -> None:
    without = subprocess.run(
        [sys.executable, "-c", "import spidev"], capture_output=True, text=True, check=False, env=_environment()
    )
    with_it = subprocess.run(
        [sys.executable, "-c", "import spidev; print(spidev.__file__)"],
        capture_output=True, text=True, check=True, env=_environment(PYTHONPATH=str(DIRECTORY)),
    )  # fmt: skip

    assert "No module named 'spidev'" in without.stderr
    assert with_it.stdout.strip() == str(DIRECTORY / "spidev.py")


def test_the_directory_can_be_asked_for() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "hardware.emulator.stand_ins"], capture_output=True, text=True, check=True
    )

    assert asked.stdout.strip() == str(DIRECTORY)


def _environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more


# -- the unmodified mfrc522 package


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_reads_the_id_of_a_four_byte_tag(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0, reset_pin=25).put(Tag(UID4))

    reader = import_module("mfrc522").SimpleMFRC522()

    assert reader.read_id_no_block() == int.from_bytes(UID4 + bytes([BCC]))
    assert [level.high for level in pi.pin(25).written] == [False, True], "it resets the chip on header pin 22"


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_takes_2013_transfers_to_see_that_nothing_is_there(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    reader = import_module("mfrc522").MFRC522()
    before = pi.bus(0).transfers

    assert reader.MFRC522_Request(reader.PICC_REQIDL)[0] == reader.MI_ERR
    assert pi.bus(0).transfers - before == 2013


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_fails_at_every_second_look(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0).put(Tag(UID4))
    reader = import_module("mfrc522").SimpleMFRC522()

    assert [bool(reader.read_id_no_block()) for _ in range(4)] == [True, False, True, False]


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_reads_two_readers_apart(pi: EmulatedPi) -> None:
    package = import_module("mfrc522")
    pi.add_reader(0, 0)
    pi.add_reader(0, 1).put(Tag(UID4))
    readers = [package.MFRC522(device=device) for device in (0, 1)]

    assert [reader.MFRC522_Request(reader.PICC_REQIDL)[0] for reader in readers] == [2, 0]
    assert readers[1].MFRC522_Anticoll() == (0, [*UID4, BCC])


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_finds_nobody_on_a_board_that_is_held_in_reset(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0, reset_pin=5).put(Tag(UID4))
    pi.pin(5).drive(False)
    reader = import_module("mfrc522").SimpleMFRC522()

    assert reader.read_id_no_block() is None
    pi.pin(5).drive(True)
    reader.READER.MFRC522_Init()
    assert reader.read_id_no_block() is not None


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_gives_its_bus_and_pins_back(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    reader = import_module("mfrc522").MFRC522()

    reader.Close_MFRC522()

    assert gpio().getmode() is None
    assert pi.pin(25).driven is None
    with pytest.raises(OSError, match="Bad file descriptor"):
        reader.Read_MFRC522(reader.VersionReg)


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_does_not_run_on_a_pi_5_but_with_rpi_lgpio(make: Make) -> None:
    make(model=PI5)
    package = import_module("mfrc522")
    with pytest.raises(RuntimeError, match=r"^Cannot determine SOC peripheral base address$"):
        package.MFRC522()

    pi = make(model=PI5, gpio_library="rpi-lgpio")
    pi.add_reader(0, 0, reset_pin=25).put(Tag(UID4))
    assert package.SimpleMFRC522().read_id_no_block()
    assert [level.high for level in pi.pin(25).written] == [True, True], "it starts from the level that it reads"


@pytest.mark.long
@pytest.mark.usefixtures("mfrc522_package")
def test_a_process_of_its_own_reads_a_card_that_hands_put_there(tmp_path: Path) -> None:
    (tmp_path / "pi.toml").write_text('hands = "pipe"\nreader = [{bus = 0, device = 0, reset_pin = 25}]\n')
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDWR)
    os.write(pipe, json.dumps({"do": "put", "uid": UID4.hex(), "reader": "0.0"}).encode() + b"\n")
    read = "import mfrc522; print(mfrc522.SimpleMFRC522().read_id())"

    there = _environment(PYTHONPATH=str(DIRECTORY), CARDTABLE_EMULATED_PI=str(tmp_path / "pi.toml"))
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", read], capture_output=True, text=True, timeout=60, env=there, check=False
    )
    os.close(pipe)

    assert run.stderr == ""
    assert int(run.stdout) == int.from_bytes(UID4 + bytes([BCC]))


# -- spidev


READ_VERSION = [0x37 << 1 | 0x80, 0]


@pytest.fixture
def spi(pi: EmulatedPi) -> Any:
    pi.add_reader(0, 0)
    opened = spidev().SpiDev()
    opened.open(0, 0)
    opened.max_speed_hz = 1_000_000
    return opened


def test_xfer2_fills_the_list_that_it_is_given_and_copies_what_cannot_be_filled(spi: Any) -> None:
    sent = list(READ_VERSION)

    assert spi.xfer2(sent) is sent
    assert sent == [0, 0x92]
    assert spi.xfer2(tuple(READ_VERSION)) == (0, 0x92)
    assert spi.xfer2(bytes(READ_VERSION)) == [0, 0x92]
    assert spi.xfer(list(READ_VERSION), 500_000) == [0, 0x92]


def test_values_are_cut_to_a_byte(spi: Any) -> None:
    spi.writebytes([0x24 << 1, 0x155])

    assert spi.xfer2([0x24 << 1 | 0x80, 0]) == [0, 0x55]


def test_reading_sends_zeros(spi: Any) -> None:
    assert spi.readbytes(3) == [0, 0, 0]
    assert len(spi.readbytes(0)) == 1


@pytest.mark.parametrize(
    ("values", "error", "text"),
    [
        ([], TypeError, "^Empty argument list.$"),
        ([0] * 4097, OverflowError, "^Argument list size exceeds 4096 bytes.$"),
        ([1, "a"], TypeError, "^Non-Int/Long value in arguments: [0-9a-f]+.$"),
        (7, TypeError, "^expected a sequence$"),
    ],
)
def test_what_cannot_be_sent(spi: Any, values: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        spi.xfer2(values)


def test_whoever_sets_no_speed_is_not_understood(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    spi = spidev().SpiDev(0, 0)

    assert spi.max_speed_hz == 125_000_000
    assert spi.xfer2(list(READ_VERSION)) == [0, 0]
    assert spi.xfer2(list(READ_VERSION), 1_000_000) == [0, 0x92]


def test_without_a_select_only_pins_select(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    pi.add_reader(0, 1, select_pin=5)
    with spidev().SpiDev(0, 0) as spi:
        spi.max_speed_hz, spi.no_cs = 1_000_000, True
        nobody = spi.xfer2(list(READ_VERSION))
        pi.pin(5).drive(False)

        assert (nobody, spi.xfer2(list(READ_VERSION))) == ([0, 0], [0, 0x92])


def test_the_mode_of_a_device_outlasts_whoever_set_it(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    with spidev().SpiDev(0, 0) as spi:
        spi.mode, spi.no_cs = 3, True

    later = spidev().SpiDev(0, 0)
    later.max_speed_hz = 1_000_000
    found = (later.mode, later.no_cs, later.xfer2(list(READ_VERSION)))
    later.mode = 0
    assert later.no_cs, "polarity and phase are all that `mode` sets"
    later.no_cs = False

    assert found == (3, True, [0, 0])
    assert later.xfer2(list(READ_VERSION)) == [0, 0x92]
    assert not spidev().SpiDev(0, 1).no_cs, "another device has a mode of its own"


@pytest.mark.parametrize(("kernel", "works"), [((6, 6), False), ((6, 12), True)])
def test_a_pi_5_learnt_to_leave_selects_alone(make: Make, kernel: tuple[int, int], works: bool) -> None:
    make(model=PI5, kernel=kernel)
    spi = spidev().SpiDev(0, 0)
    if works:
        spi.no_cs = True
    else:
        with pytest.raises(OSError, match="Invalid argument"):
            spi.no_cs = True

    assert spi.no_cs is works


@pytest.mark.parametrize(
    ("settings", "error", "number"),
    [({"spi_enabled": False}, FileNotFoundError, 2), ({"permitted": False}, PermissionError, 13)],
)
def test_a_bus_that_cannot_be_opened(make: Make, settings: dict[str, Any], error: type[OSError], number: int) -> None:
    make(**settings)
    with pytest.raises(error) as raised:
        spidev().SpiDev().open(0, 0)

    assert raised.value.errno == number


def test_a_device_that_is_not_there(pi: EmulatedPi) -> None:
    with pytest.raises(FileNotFoundError):
        spidev().SpiDev(1, 0)


def test_what_is_closed_is_a_bad_file_descriptor(spi: Any) -> None:
    spi.close()
    spi.close()

    with pytest.raises(OSError, match="Bad file descriptor") as raised:
        spi.xfer2([0])
    assert raised.value.errno == 9
    with pytest.raises(OSError, match="Bad file descriptor"):
        spi.max_speed_hz = 5


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("mode", 4, TypeError),
        ("mode", "0", TypeError),
        ("bits_per_word", 7, TypeError),
        ("bits_per_word", 16, OSError),
        ("lsbfirst", True, OSError),
        ("no_cs", 1, TypeError),
        ("max_speed_hz", 1e6, TypeError),
        ("speed", 1, AttributeError),
    ],
)
def test_settings_that_are_refused(spi: Any, name: str, value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        setattr(spi, name, value)


# -- RPi.GPIO and rpi-lgpio

BOTH_LIBRARIES = pytest.mark.parametrize("library", ["RPi.GPIO", "rpi-lgpio"])


@BOTH_LIBRARIES
def test_both_libraries_write_and_read_pins(make: Make, library: str) -> None:
    pi, io = make(gpio_library=library), gpio()
    pi.add_button(17)
    io.setmode(io.BOARD)
    io.setup([29, 31], io.OUT, initial=io.HIGH)
    io.setup(11, io.IN, pull_up_down=io.PUD_UP)
    io.output((29, 31), (io.HIGH, io.LOW))

    assert (io.getmode(), pi.pin(5).driven, pi.pin(6).driven) == (io.BOARD, True, False)
    assert (io.input(29), io.input(31), io.input(11)) == (1, 0, 1)
    pi.buttons[17].press()
    assert io.input(11) == io.LOW

    io.cleanup(29)
    assert (pi.pin(5).driven, pi.pin(6).driven, io.getmode()) == (None, False, io.BOARD)
    io.cleanup()
    assert (pi.pin(6).driven, io.getmode()) == (None, None)


@BOTH_LIBRARIES
def test_both_libraries_refuse_in_the_same_words(make: Make, library: str) -> None:
    make(gpio_library=library)
    io = gpio()
    refused = [
        (RuntimeError, "Please set pin numbering mode using GPIO.setmode", lambda: io.setup(4, io.OUT)),
        (ValueError, "An invalid mode was passed to setmode", lambda: io.setmode(12)),
        (None, "", lambda: io.setmode(io.BCM)),
        (ValueError, "A different mode has already been set!", lambda: io.setmode(io.BOARD)),
        (ValueError, "The channel sent is invalid on a Raspberry Pi", lambda: io.setup(54, io.OUT)),
        (ValueError, "An invalid direction was passed to setup", lambda: io.setup(4, 7)),
        (ValueError, "pull_up_down parameter is not valid for outputs", lambda: io.setup(4, io.OUT, io.PUD_UP)),
        (ValueError, "initial parameter is not valid for inputs", lambda: io.setup(4, io.IN, initial=1)),
        (ValueError, "Invalid value for pull_up_down", lambda: io.setup(4, io.IN, 23)),
        (RuntimeError, "The GPIO channel has not been set up as an OUTPUT", lambda: io.output(4, 1)),
        (RuntimeError, "You must setup() the GPIO channel first", lambda: io.input(4)),
        (None, "", lambda: io.setup(4, io.OUT)),
        (RuntimeError, "Number of channels != number of values", lambda: io.output([4], [1, 0])),
        (RuntimeError, "You must setup() the GPIO channel as an input first", lambda: io.add_event_detect(4, io.BOTH)),
        (None, "", lambda: io.setup(4, io.IN)),
        (ValueError, "The edge must be set to RISING, FALLING or BOTH", lambda: io.add_event_detect(4, 7)),
        (ValueError, "Bouncetime must be greater than 0", lambda: io.add_event_detect(4, io.BOTH, bouncetime=0)),
    ]
    for error, text, call in refused:
        if error is None:
            call()
            continue
        with pytest.raises(error) as raised:
            call()
        assert text in str(raised.value)


def test_numbers_of_the_header_and_of_the_chip_mean_the_same_pins(pi: EmulatedPi) -> None:
    io = gpio()
    io.setmode(io.BOARD)
    io.setup(40, io.OUT, initial=1)

    assert pi.pin(21).driven is True
    with pytest.raises(ValueError, match="The channel sent is invalid on a Raspberry Pi"):
        io.setup(1, io.OUT)


def test_rpi_gpio_starts_an_output_where_it_was_left(pi: EmulatedPi) -> None:
    io = gpio()
    io.setmode(io.BCM)
    io.setup((5, 6), io.OUT)
    io.output(5, 1)
    io.setup((5, 6), io.OUT)

    assert [pi.pin(number).driven for number in (5, 6)] == [True, False]


def test_rpi_gpio_needs_root_or_the_group(make: Make) -> None:
    make(permitted=False)
    io = gpio()
    io.setmode(io.BCM)

    with pytest.raises(RuntimeError, match=r"^No access to /dev/mem\.  Try running as root!$"):
        io.setup(4, io.OUT)


def test_rpi_gpio_knows_no_pi_5(make: Make) -> None:
    make(model=PI5)
    io = gpio()
    io.setmode(io.BCM)

    with pytest.raises(RuntimeError, match=r"^Cannot determine SOC peripheral base address$"):
        io.setup(4, io.OUT)
    assert io.RPI_INFO["TYPE"] == "Unknown"


@pytest.mark.parametrize(
    ("settings", "works"),
    [
        ({"kernel": (6, 12)}, False),
        ({"kernel": (6, 6)}, False),
        ({"kernel": (6, 1)}, True),
        ({"kernel": (6, 12), "gpio_library": "rpi-lgpio"}, True),
        ({"kernel": (6, 12), "gpio_library": "rpi-lgpio", "model": PI5}, True),
    ],
)
def test_edges_are_lost_to_rpi_gpio_since_kernel_6_6(make: Make, settings: dict[str, Any], works: bool) -> None:
    pi, io = make(**settings), gpio()
    button = pi.add_button(17)
    io.setmode(io.BCM)
    io.setup(17, io.IN, pull_up_down=io.PUD_UP)
    if not works:
        with pytest.raises(RuntimeError, match=r"^Failed to add edge detection$"):
            io.add_event_detect(17, io.FALLING)
        return
    io.add_event_detect(17, io.FALLING)
    with pytest.raises(RuntimeError, match="Conflicting edge detection"):
        io.add_event_detect(17, io.RISING)
    button.press()
    assert [io.event_detected(17), io.event_detected(17)] == [True, False]


def test_callbacks_hear_the_channel_and_not_the_bounce(make: Make) -> None:
    pi, io = make(kernel=(6, 1)), gpio()
    button = pi.add_button(17)
    io.setmode(io.BOARD)
    io.setup(11, io.IN, pull_up_down=io.PUD_UP)
    every, calm, more = [], [], []
    io.add_event_detect(11, io.FALLING, callback=every.append)
    button.press()
    io.remove_event_detect(11)
    button.release()
    pi.clock.sleep_ns(50 * MS)
    io.add_event_detect(11, io.FALLING, callback=calm.append, bouncetime=20)
    io.add_event_callback(11, more.append)
    button.press()

    assert (every, calm, more) == ([11, 11], [11], [11])


def test_a_callback_that_fails_is_printed_and_does_no_harm(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    pi, io = make(gpio_library="rpi-lgpio"), gpio()
    button = pi.add_button(17)
    io.setmode(io.BCM)
    io.setup(17, io.IN, pull_up_down=io.PUD_UP)
    io.add_event_detect(17, io.FALLING, callback=lambda channel: {}[channel], bouncetime=100)

    button.press()

    assert capsys.readouterr().err == "17\n"


def test_waiting_for_an_edge_ends_with_it_or_in_time(make: Make) -> None:
    pi, io = make(gpio_library="rpi-lgpio", clock=SystemClock()), gpio()
    button = pi.add_button(17)
    io.setmode(io.BCM)
    io.setup(17, io.IN, pull_up_down=io.PUD_UP)

    assert io.wait_for_edge(17, io.RISING, timeout=1) is None
    waited = Event()
    pressing = Thread(target=press_and_release, args=(button, waited))
    pressing.start()
    try:
        assert io.wait_for_edge(17, io.RISING, timeout=30_000) == 17
    finally:
        waited.set()
        pressing.join()


def press_and_release(button: EmulatedButton, until: Event) -> None:
    while not until.wait(0.001):
        button.press()
        button.release()


def test_a_pull_up_that_was_forgotten_hides_the_button(make: Make) -> None:
    pi, io = make(kernel=(6, 1)), gpio()
    button = pi.add_button(17)
    io.setmode(io.BCM)
    io.setup(17, io.IN)
    io.add_event_detect(17, io.BOTH)
    button.press()

    assert (io.input(17), io.event_detected(17)) == (io.LOW, False)


def test_warnings_of_pins_that_others_use_and_of_nothing_to_clean_up(make: Make) -> None:
    make()
    io = gpio()
    io.setmode(io.BCM)
    with pytest.warns(RuntimeWarning, match="already in use"):
        io.setup(8, io.OUT)
    with pytest.warns(RuntimeWarning, match="physical pull up resistor"):
        io.setup(2, io.IN, io.PUD_UP)
    io.cleanup()
    with pytest.warns(RuntimeWarning, match="nothing to clean up"):
        io.cleanup()
    io.setwarnings(False)
    io.cleanup()


def test_rpi_lgpio_asks_the_kernel(make: Make) -> None:
    make(gpio_library="rpi-lgpio")
    io = gpio()
    io.setmode(io.BCM)
    held = gpiod().request_lines(HEADER_CHIP, {4: None})
    with pytest.raises(Exception, match=r"^'GPIO busy'$") as raised:
        io.setup(4, io.OUT)
    assert not isinstance(raised.value, RuntimeError), "lgpio.error is none"

    held.release()
    io.setup(4, io.OUT)
    with pytest.raises(OSError, match="Device or resource busy"):
        gpiod().request_lines(HEADER_CHIP, {4: None})
    io.cleanup(4)
    gpiod().request_lines(HEADER_CHIP, {4: None})

    make(gpio_library="rpi-lgpio", permitted=False)
    with pytest.raises(Exception, match=r"^'can not open gpiochip'$"):
        io.setmode(io.BCM)


def test_the_modules_tell_which_board_they_are_on(make: Make) -> None:
    make()
    io = gpio()

    assert io.VERSION == "0.7.1"
    assert io.RPI_INFO == {
        "P1_REVISION": 3, "REVISION": "c03114", "TYPE": "Pi 4 Model B", "MANUFACTURER": "Sony UK",
        "PROCESSOR": "BCM2711", "RAM": "4G",
    }  # fmt: skip


def test_without_a_pi_rpi_gpio_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(emulated.ENVIRONMENT, raising=False)

    with pytest.raises(NoPiError, match="CARDTABLE_EMULATED_PI"):
        gpio()


# -- gpiod


def parameters(function: Any) -> list[tuple[str, Any]]:
    return [(name, parameter.default) for name, parameter in inspect.signature(function).parameters.items()]


def shown(defaults: list[tuple[str, Any]]) -> list[tuple[str, str]]:
    return [(name, str(default)) for name, default in defaults]


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "is_gpiochip_device", "request_lines", "Chip", "Chip.close", "Chip.get_info", "Chip.get_line_info",
        "Chip.line_offset_from_id", "Chip.request_lines", "Chip.__exit__", "LineRequest.get_value",
        "LineRequest.get_values", "LineRequest.set_value", "LineRequest.set_values", "LineRequest.wait_edge_events",
        "LineRequest.read_edge_events", "LineRequest.release", "LineRequest.__exit__", "LineSettings", "EdgeEvent",
        "ChipInfo", "ChipClosedError", "RequestReleasedError",
    ],
)  # fmt: skip
def test_calls_take_what_they_take_in_the_real_gpiod(name: str) -> None:
    real, ours = real_gpiod, gpiod()
    for part in name.split("."):
        real, ours = getattr(real, part), getattr(ours, part)

    assert shown(parameters(ours)) == shown(parameters(real))
    assert ours is not real


@pytest.mark.parametrize("name", ["LineInfo", "ChipInfo", "EdgeEvent", "LineSettings"])
def test_records_have_the_fields_of_the_real_ones(name: str) -> None:
    assert list(getattr(gpiod(), name).__dataclass_fields__) == list(getattr(real_gpiod, name).__dataclass_fields__)


@pytest.mark.parametrize("name", ["Value", "Direction", "Bias", "Drive", "Edge", "Clock", "Type"])
def test_names_and_numbers_are_those_of_the_real_gpiod(name: str) -> None:
    def members(module: ModuleType) -> dict[str, Any]:
        found: type[Enum] = module.EdgeEvent.Type if name == "Type" else getattr(module.line, name)
        return {member.name: member.value for member in found}

    assert members(gpiod()) == members(real_gpiod)


@pytest.mark.parametrize(
    ("model", "kernel", "path", "expected"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", (6, 12), "/dev/gpiochip0", ("gpiochip0", "pinctrl-bcm2711", 58)),
        ("Raspberry Pi 3 Model B Rev 1.2", (6, 12), "/dev/gpiochip0", ("gpiochip0", "pinctrl-bcm2835", 54)),
        (PI5, (6, 12), "/dev/gpiochip0", ("gpiochip0", "pinctrl-rp1", 54)),
        (PI5, (6, 12), "/dev/gpiochip4", ("gpiochip0", "pinctrl-rp1", 54)),
        (PI5, (6, 6), "/dev/gpiochip4", ("gpiochip4", "pinctrl-rp1", 54)),
        (PI5, (6, 6), "/dev/gpiochip0", ("gpiochip0", "gpio-brcmstb@107d508500", 32)),
    ],
)
def test_the_header_is_where_the_model_has_it(
    make: Make, model: str, kernel: tuple[int, int], path: str, expected: tuple[str, str, int]
) -> None:
    make(model=model, kernel=kernel)
    with gpiod().Chip(path) as chip:
        info = chip.get_info()

    assert (info.name, info.label, info.num_lines) == expected
    assert gpiod().is_gpiochip_device(path)


def test_a_chip_that_is_not_there_or_not_for_this_user(make: Make) -> None:
    make(permitted=False)

    assert not gpiod().is_gpiochip_device("/dev/null")
    with pytest.raises(FileNotFoundError):
        gpiod().Chip("/dev/gpiochip9")
    with pytest.raises(PermissionError):
        gpiod().Chip(HEADER_CHIP)


def test_lines_tell_their_names_and_who_holds_them(pi: EmulatedPi) -> None:
    module = gpiod()
    settings = module.LineSettings(direction=module.line.Direction.OUTPUT, active_low=True)
    chip = module.Chip(HEADER_CHIP)
    with chip.request_lines({"GPIO5": settings}, consumer="lights"):
        info = chip.get_line_info(5)
        assert (info.name, info.used, info.consumer, info.active_low) == ("GPIO5", True, "lights", True)
        assert info.direction is module.line.Direction.OUTPUT
    free, select = chip.get_line_info("GPIO5"), chip.get_line_info(8)

    assert (free.used, free.consumer) == (False, None)
    assert (select.used, select.consumer) == (True, "spi0 CS0"), "SPI is enabled"


def test_a_line_is_held_by_one(pi: EmulatedPi) -> None:
    module = gpiod()
    first = module.request_lines(HEADER_CHIP, {4: None, (5, 6): None})
    assert (first.offsets, first.num_lines, first.chip_name) == ([4, 5, 6], 3, "gpiochip0")

    with pytest.raises(OSError, match="Device or resource busy") as raised:
        module.request_lines(HEADER_CHIP, {6: None, 7: None})
    assert raised.value.errno == 16
    first.release()
    first.release()
    with module.request_lines(HEADER_CHIP, {6: None}) as second:
        assert second
    assert not second


def test_what_is_closed_or_released_says_so(pi: EmulatedPi) -> None:
    module = gpiod()
    chip = module.Chip(HEADER_CHIP)
    lines = chip.request_lines({4: None})
    chip.close()
    with pytest.raises(module.ChipClosedError, match="closed chip"):
        chip.get_info()
    assert lines.get_value(4) is module.line.Value.ACTIVE, "lines outlive their chip; GPIO 4 is pulled up"

    lines.release()
    with pytest.raises(module.RequestReleasedError, match="released"):
        lines.get_values()


def test_outputs_are_driven_in_logical_levels(pi: EmulatedPi) -> None:
    module = gpiod()
    active, inactive = module.line.Value.ACTIVE, module.line.Value.INACTIVE
    plain = module.LineSettings(direction=module.line.Direction.OUTPUT)
    inverted = module.LineSettings(direction=module.line.Direction.OUTPUT, active_low=True, output_value=active)
    lines = module.request_lines(HEADER_CHIP, {5: plain, 6: inverted, 26: plain}, output_values={26: active})

    assert [pi.pin(gpio).driven for gpio in (5, 6, 26)] == [False, False, True]
    lines.set_values({5: active, "GPIO6": inactive})
    assert [pi.pin(gpio).driven for gpio in (5, 6)] == [True, True]
    assert lines.get_values([5, 6]) == [active, inactive]
    lines.release()
    assert pi.pin(5).driven is True, "outputs keep their levels"


def test_inputs_are_not_driven(pi: EmulatedPi) -> None:
    module = gpiod()
    lines = module.request_lines(HEADER_CHIP, {5: module.LineSettings(direction=module.line.Direction.INPUT)})

    with pytest.raises(PermissionError):
        lines.set_value(5, module.line.Value.ACTIVE)
    assert pi.pin(5).driven is None


def test_requests_that_the_kernel_refuses(pi: EmulatedPi) -> None:
    module = gpiod()
    output = module.line.Direction.OUTPUT
    refused = [
        (ValueError, None, {4: module.LineSettings(bias=module.line.Bias.PULL_UP)}),
        (NotImplementedError, None, {4: module.LineSettings(event_clock=module.line.Clock.HTE)}),
        (ValueError, None, {4: module.LineSettings(direction=output, edge_detection=module.line.Edge.BOTH)}),
        (OSError, 2, {"GPIO99": None}),
        (ValueError, None, {58: None}),
        (ValueError, None, {4: None, "GPIO4": None}),
    ]
    for error, number, config in refused:
        with pytest.raises(error) as raised:
            module.request_lines(HEADER_CHIP, config)
        assert getattr(raised.value, "errno", None) == number
    assert 4 not in pi.claims


def test_lines_that_are_not_held_are_refused_as_the_bindings_do(pi: EmulatedPi) -> None:
    """They make a ValueError of the kernel's EINVAL, and ignore others when lines are changed."""
    module = gpiod()
    lines = module.request_lines(HEADER_CHIP, {5: None})

    with pytest.raises(ValueError, match="Invalid argument"):
        lines.get_value(6)
    with pytest.raises(ValueError, match="Invalid argument"):
        lines.set_value(6, module.line.Value.ACTIVE)
    with pytest.warns(UserWarning, match="not included"):
        lines.reconfigure_lines({6: None})


def test_a_speed_of_nothing_is_refused(pi: EmulatedPi) -> None:
    spi = spidev().SpiDev(0, 0)

    with pytest.raises(OSError, match="Invalid argument"):
        spi.max_speed_hz = 0
    assert spi.max_speed_hz == 125_000_000


def watching(edge: str = "BOTH", pins: tuple[int, ...] = (17,), size: int | None = None, **settings: Any) -> Any:
    """Request edges of pulled-up lines."""
    line = gpiod().line
    wanted = gpiod().LineSettings(edge_detection=getattr(line.Edge, edge), bias=line.Bias.PULL_UP, **settings)
    return gpiod().request_lines(HEADER_CHIP, {pins: wanted}, event_buffer_size=size)


def test_edges_carry_the_times_at_which_the_contact_moved(pi: EmulatedPi) -> None:
    button = pi.add_button(17)
    lines = watching()
    pi.clock.sleep_ns(MS)
    button.press()
    assert lines.wait_edge_events(0)
    first = lines.read_edge_events()
    pi.clock.sleep_ns(MS)
    rest = lines.read_edge_events()

    falling, rising = gpiod().EdgeEvent.Type.FALLING_EDGE, gpiod().EdgeEvent.Type.RISING_EDGE
    reported = [(event.event_type, event.timestamp_ns, event.line_seqno) for event in first + rest]
    assert reported == [(falling, MS, 1), (rising, MS + 400_000, 2), (falling, MS + 900_000, 3)]
    assert len(first) == 1
    assert not lines.wait_edge_events(0)


@pytest.mark.parametrize(("edge", "active_low", "kinds"), [
    ("FALLING", False, ["FALLING_EDGE"] * 2), ("RISING", False, ["RISING_EDGE"]),
    ("RISING", True, ["RISING_EDGE"] * 2), ("FALLING", True, ["FALLING_EDGE"]),
])  # fmt: skip
def test_only_the_wanted_edges_are_told_in_logical_levels(
    pi: EmulatedPi, edge: str, active_low: bool, kinds: list[str]
) -> None:
    button = pi.add_button(17)
    lines = watching(edge, active_low=active_low)
    button.press()
    pi.clock.sleep_ns(MS)

    assert [event.event_type.name for event in lines.read_edge_events()] == kinds
    assert lines.get_value(17).name == ("ACTIVE" if active_low else "INACTIVE")


def test_edges_of_several_lines_come_in_order_with_numbers_of_both_kinds(pi: EmulatedPi) -> None:
    left, right = pi.add_button(17), pi.add_button(27)
    lines = watching("FALLING", pins=(17, 27))
    right.press()
    pi.clock.sleep_ns(100_000)
    left.press()
    pi.clock.sleep_ns(5 * MS)

    reported = [(event.line_offset, event.global_seqno, event.line_seqno) for event in lines.read_edge_events()]

    assert reported == [(27, 1, 1), (17, 2, 1), (27, 3, 2), (17, 4, 2)]
    assert lines.read_edge_events() == []


def test_a_full_buffer_loses_the_oldest_edges_and_numbers_show_it(pi: EmulatedPi) -> None:
    button = pi.add_button(17)
    lines = watching(size=4)
    for _ in range(2):
        button.press()
        pi.clock.sleep_ns(15 * MS)
        button.release()
        pi.clock.sleep_ns(5 * MS)

    assert [event.line_seqno for event in lines.read_edge_events(3)] == [9, 10, 11]
    assert [event.line_seqno for event in lines.read_edge_events()] == [12]


@pytest.mark.parametrize(("asked", "lines", "fits"), [(None, 1, 16), (None, 2, 32), (5, 1, 8), (4096, 1, 1024)])
def test_buffers_are_as_large_as_the_kernels(pi: EmulatedPi, asked: int | None, lines: int, fits: int) -> None:
    request = watching(pins=(17, 27)[:lines], size=asked)

    assert request._events.maxlen == fits


def test_edges_before_the_request_are_not_told(pi: EmulatedPi) -> None:
    button = pi.add_button(17)
    button.press()
    pi.clock.sleep_ns(MS)

    assert watching().read_edge_events() == []


def test_edges_can_be_stamped_by_the_wall_clock(pi: EmulatedPi) -> None:
    button = pi.add_button(17)
    lines = watching("RISING", event_clock=gpiod().line.Clock.REALTIME)
    button.press()
    pi.clock.sleep_ns(MS)

    assert lines.read_edge_events()[0].timestamp_ns == pi.realtime_offset_ns + 400_000


def test_without_a_pull_up_there_are_no_edges(pi: EmulatedPi) -> None:
    button = pi.add_button(17)
    line = gpiod().line
    settings = gpiod().LineSettings(edge_detection=line.Edge.BOTH, bias=line.Bias.DISABLED)
    lines = gpiod().request_lines(HEADER_CHIP, {17: settings})
    button.press()
    pi.clock.sleep_ns(MS)

    assert lines.read_edge_events() == []
    assert pi.pin(17).pull is Pull.NONE


@pytest.mark.parametrize("timeout", [30.0, timedelta(seconds=30), None])
def test_in_real_time_waiting_ends_when_the_bounce_comes(make: Make, timeout: float | timedelta | None) -> None:
    pi = make(clock=SystemClock())
    button = pi.add_button(17)
    lines = watching("RISING")
    assert lines.wait_edge_events(0.001) is False

    button.press()  # goes up again 0.4 ms from now

    assert lines.wait_edge_events(timeout)
    assert [event.timestamp_ns for event in lines.read_edge_events()] == [button.history()[1].at_ns]


def test_in_real_time_a_press_by_another_thread_ends_the_waiting(make: Make, tmp_path: Path) -> None:
    (tmp_path / "pi.toml").write_text('hands = "pipe"\nbutton = [{pin = 17}]\n')
    with emulated.install(load(tmp_path / "pi.toml")):
        lines = watching("FALLING")
        (tmp_path / "pipe").write_text('{"do":"press","pin":17}\n')

        assert lines.wait_edge_events(30)
        assert lines.read_edge_events()[0].line_seqno == 1
