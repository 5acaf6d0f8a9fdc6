"""Examines every device of a plan, one after the other: what was found, what is wrong, and what cures it.

Each device is opened through its library, as the table would open it; /dev is read only to explain a failure. A reader
is asked for its version, its self-test, its antenna and an empty exchange; buttons are watched for a while.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from hardware import iso14443a
from hardware.assembly import Assembly, DeviceError
from hardware.clock import Clock
from hardware.doctor import pico as doctor_pico
from hardware.doctor.cures import Wrong, explained
from hardware.doctor.findings import Asks, Finding, button_name, judged, light_name, was_pressed
from hardware.emulator.room import Room
from hardware.header import GROUND, MISO, POWER, chip_select, named
from hardware.mfrc522 import CLONES, GENUINE, SELF_TEST, AntennaOff, ChipError, Mfrc522
from hardware.plan import ButtonPlan, LightPlan, Plan, ReaderPlan
from hardware.ports import InputLine, Level

WATCH_NS = 1_000_000_000  # how long buttons are watched
_LOOK_NS = 2_000_000
_FLASH_NS = 150_000_000

_SILENT = (0x00, 0xFF)
_POWER = f"3.3 V between 3.3V and GND of the board, as between pins {POWER} and {GROUND} of the header"


def examine(
    plan: Plan, clock: Clock, room: Room | None = None, *, watch_ns: int = WATCH_NS, asks: Asks | None = None
) -> Iterator[Finding]:
    """Examine every device of a plan, readers first. `asks` has somebody press each button when its turn comes."""
    with Assembly(plan, clock, room) as assembly:
        yield from _readers(assembly, [reader for reader in plan.readers if reader.pico is None])
        own = [button for button in plan.buttons if button.pico is None]
        yield from _buttons(assembly, clock, watch_ns, own, asks)
        for light in plan.lights:
            if light.pico is None:
                yield _light(assembly, clock, light)
        for pico in plan.picos:
            yield from doctor_pico.examine(assembly, clock, pico, watch_ns=watch_ns, asks=asks)


# -- readers


def _readers(assembly: Assembly, readers: Sequence[ReaderPlan]) -> Iterator[Finding]:
    """Examine the readers. All are opened first, for until its select is driven a later one may answer too."""
    versions: dict[str, int] = {}
    chips: dict[str, Mfrc522] = {}
    broken: dict[str, Finding] = {}
    for reader in readers:
        with _noting(broken, reader):
            chips[reader.name] = assembly.chip(reader)
    for reader in readers:
        with _noting(broken, reader):
            if reader.name in chips:
                versions[reader.name] = _version(chips[reader.name])
    for reader in readers:
        if reader.name in broken:
            yield broken[reader.name]
        elif versions[reader.name] in _SILENT:
            yield silent(reader, versions[reader.name], _of_the_same_bus(reader, readers, versions))
        else:
            yield _answering(reader, chips[reader.name], versions[reader.name])
    for bus, device in sorted(assembly.moved_selects):
        yield _moved_select(bus, device, readers)


def _moved_select(bus: int, device: int, readers: Sequence[ReaderPlan]) -> Finding:
    """Name a chip select that the kernel moves with every transfer, and what must not hang on it."""
    what, gpio = f"chip select {device} of SPI bus {bus}", chip_select(bus, device)
    pin = "this chip select" if gpio is None else named(gpio)
    found = f"this kernel moves it whatever else selects (raspberrypi/linux #6545): nothing may hang on {pin}"
    hang = [one.name for one in readers if (one.bus, one.device, one.select_pin) == (bus, device, None)]
    if not hang:
        return Finding(what, found)
    others = next(one for one in readers if (one.bus, one.device) == (bus, device) and one.select_pin is not None)
    return Finding(
        what,
        found,
        f"{', '.join(hang)} hangs on it, and answers whenever {others.name} is asked",
        f"wire its SDA to a free pin and name that as its select_pin, give {others.name} another device, or update the "
        "kernel (sudo apt full-upgrade)",
    )


@contextmanager
def _noting(broken: dict[str, Finding], reader: ReaderPlan) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        broken[reader.name] = Finding(reader.name, "", *explained(error, reader))


def _version(chip: Mfrc522) -> int:
    """Start a chip and return its version; whether it works is checked later."""
    try:
        return chip.reset()
    except ChipError:
        return chip.version()


def _of_the_same_bus(reader: ReaderPlan, readers: Sequence[ReaderPlan], versions: Mapping[str, int]) -> list[int]:
    return [
        versions[other.name]
        for other in readers
        if other.bus == reader.bus and other.backend != "emulated" and other.name in versions
    ]


def silent(reader: ReaderPlan, version: int, bus: Sequence[int]) -> Finding:
    """Explain why no chip answers: the other readings on its bus tell a fault of the bus from one of the board."""
    reads = f"VersionReg reads 0x{version:02x}"
    reset = "its RST pin" if reader.reset_pin is None else f"RST, {named(reader.reset_pin)},"
    select = _select(reader)
    if len(bus) > 1 and set(bus) == {version}:
        level = "low" if version == 0x00 else "high"
        return Finding(
            reader.name,
            "",
            f"MISO seems stuck {level}: no chip on SPI bus {reader.bus} answers, {reads} for all",
            f"check MISO, {_miso(reader)}, for a short, the supply of the boards ({_POWER}) and their RST; "
            "take them off one by one: one that holds MISO silences all",
        )
    if len(bus) > 1:
        return Finding(
            reader.name,
            "",
            f"chip absent, or held in reset: {reads}, while others on the bus answer",
            f"check this board’s SDA (its chip select, {select}), its supply ({_POWER}), and that {reset} is high "
            "(3.3 V)",
        )
    return Finding(
        reader.name,
        "",
        f"no chip answers: {reads}: chip absent, reset low, or MISO stuck {'low' if version == 0 else 'high'}",
        f"check the board’s supply ({_POWER}), that {reset} is high: 3.3 V, then SDA ({select}), SCK, MOSI and "
        f"MISO ({_miso(reader)}) one by one",
    )


def _miso(reader: ReaderPlan) -> str:
    return named(MISO[reader.bus]) if reader.bus in MISO else f"of SPI bus {reader.bus}"


def _select(reader: ReaderPlan) -> str:
    gpio = chip_select(reader.bus, reader.device) if reader.select_pin is None else reader.select_pin
    return f"device {reader.device} of SPI bus {reader.bus}" if gpio is None else named(gpio)


def _answering(reader: ReaderPlan, chip: Mfrc522, version: int) -> Finding:
    found = GENUINE.get(version) or f"{CLONES.get(version, 'an unknown chip')} (0x{version:02x})"
    for look in (_bus_is_clear, _keeps_what_is_written, _hears, _tests_itself):
        try:
            wrong = look(chip, version)
        except OSError as error:
            wrong = explained(error, reader)
        if wrong is not None:
            return Finding(reader.name, found, *wrong)
    if version not in GENUINE:
        return Finding(
            reader.name,
            found,
            f"clone or wrong chip: VersionReg reads 0x{version:02x}, and NXP’s read 0x91 or 0x92",
            "it may well work: try it with `cardtable watch`; if it reads badly, take a board with a genuine chip",
        )
    return Finding(reader.name, found)


def _bus_is_clear(chip: Mfrc522, version: int) -> Wrong:
    answers = {chip.version() for _ in range(64)}
    if answers == {version}:
        return None
    seen = ", ".join(f"0x{answer:02x}" for answer in sorted(answers))
    return (
        f"the bus is disturbed: VersionReg reads {seen}",
        "shorten the wires, lower speed_hz; two boards on one chip select look like this too",
    )


def _tests_itself(chip: Mfrc522, version: int) -> Wrong:
    expected, result = SELF_TEST.get(version), chip.self_test()
    chip.reset()
    if expected is None or result == expected or len(result) < len(expected):  # no result is not a bad result
        return None
    return "self-test failed: the chip is damaged, or a counterfeit", "take another board"


def _keeps_what_is_written(chip: Mfrc522, _version: int) -> Wrong:
    try:
        chip.check()
    except AntennaOff as error:
        return (
            f"antenna off: {error}",
            f"check the board’s supply under load ({_POWER}; a reader draws up to 100 mA), or replace it",
        )
    except ChipError as error:
        return f"unreliable: {error}", f"check the board’s supply ({_POWER}) and its wires, or lower speed_hz"
    return None


def _hears(chip: Mfrc522, _version: int) -> Wrong:
    try:
        iso14443a.poll(chip)
    except ChipError as error:
        return f"deaf chip: {error}", "switch its supply off and on; if it stays deaf, replace the board"
    return None


# -- buttons


def _buttons(
    assembly: Assembly, clock: Clock, watch_ns: int, buttons: Sequence[ButtonPlan], asks: Asks | None
) -> Iterator[Finding]:
    """Open every button, watch all of them together, or each while it is pressed, and judge each."""
    lines: dict[int, InputLine] = {}
    findings: dict[int, Finding] = {}
    by_seat = {button.seat: button for button in buttons}
    for seat, button in by_seat.items():
        try:
            lines[seat] = assembly.button(button)
        except DeviceError as why:
            findings[seat] = Finding(button_name(button), "", *explained(why, button))
    asked = {seat for seat in lines if asks is not None and by_seat[seat].backend != "emulated"}
    together = [seat for seat in lines if seat not in asked]
    seen: dict[int, list[Level]] = {seat: [] for seat in lines}
    failed: dict[int, OSError] = {}
    for seat in sorted(asked):
        assert asks is not None, "else nobody is asked"  # noqa: S101
        asks(by_seat[seat])
        failed |= _watched(clock, watch_ns, {seat: lines[seat]}, seen, until_pressed=True)
    failed |= _watched(clock, watch_ns, {seat: lines[seat] for seat in together}, seen)
    findings |= {
        seat: Finding(button_name(by_seat[seat]), "", *explained(error, by_seat[seat]))
        for seat, error in failed.items()
    }
    for seat, button in by_seat.items():
        yield findings.get(seat) or judged(button, seen[seat], asked=seat in asked)


def _watched(
    clock: Clock,
    watch_ns: int,
    lines: dict[int, InputLine],
    seen: Mapping[int, list[Level]],
    *,
    until_pressed: bool = False,
) -> dict[int, OSError]:
    """Watch buttons for a while, or until they were pressed and are up again; return which of them fail, and how."""
    failed: dict[int, OSError] = {}
    until_ns = clock.now_ns() + watch_ns
    while lines and clock.now_ns() < until_ns:
        if until_pressed and all(was_pressed(seen[seat], clock.now_ns()) for seat in lines):
            break
        clock.sleep_ns(_LOOK_NS)
        for seat, line in list(lines.items()):
            try:
                seen[seat] += line.changes(clock.now_ns())
            except OSError as error:
                failed[seat] = error
                del lines[seat]
    return failed


# -- lights


def _light(assembly: Assembly, clock: Clock, light: LightPlan) -> Finding:
    try:
        lamp = assembly.light(light)
        for high in (True, False):
            lamp.set(high=high)
            clock.sleep_ns(_FLASH_NS)
    except OSError as error:
        return Finding(light_name(light), "", *explained(error, light))
    return Finding(light_name(light), "driven on and off once")
