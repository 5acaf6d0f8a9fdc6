"""Examines readers with an MFRC522: their version, antenna and self-test, and an empty exchange.

A failed self-test is only a hint: on some boards that read well it always fails, on others sometimes
(OSSLibraries/Arduino_MFRC522v2 #14, miguelbalboa/rfid #428, #127). So if it fails twice, reading a card decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from hardware import iso14443a
from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.cures import Wrong, explained
from hardware.doctor.findings import Asks, Finding
from hardware.header import GROUND, MISO, MOSI, POWER, chip_select, named
from hardware.mfrc522.chip import GENUINE, SELF_TEST, AntennaOff, ChipError, Mfrc522, chip_name
from hardware.mfrc522.reader import Mfrc522Reader
from hardware.plan import ReaderPlan

_SILENT = (0x00, 0xFF)
_POWER = f"3.3 V between 3.3V and GND of the board, as between pins {POWER} and {GROUND} of the header"
_EVERY_NS = 20_000_000  # between two polls for a card


def examine(
    assembly: Assembly, clock: Clock, readers: Sequence[ReaderPlan], watch_ns: int, asks: Asks | None
) -> Iterator[Finding]:
    """Examine the readers after opening all of them: until its select is driven, a reader may answer for another."""
    versions: dict[str, int] = {}
    chips: dict[str, Mfrc522] = {}
    broken: dict[str, Finding] = {}
    for reader in readers:
        with _noting(broken, reader):
            opened = assembly.reader(reader)
            assert isinstance(opened, Mfrc522Reader), "its driver has these checks"  # noqa: S101
            chips[reader.name] = opened.board
    for reader in readers:
        with _noting(broken, reader):
            if reader.name in chips:
                versions[reader.name] = _version(chips[reader.name])
    for reader in readers:
        if reader.name in broken:
            yield broken[reader.name]
        elif chips[reader.name].echoes():
            yield _shorted(reader)
        elif versions[reader.name] in _SILENT:
            yield silent(reader, versions[reader.name], _of_the_same_bus(reader, readers, versions))
        else:
            trial = _Trial(chips[reader.name], clock, watch_ns, asks)
            yield _answering(reader, trial, versions[reader.name])
    for bus, device in sorted(assembly.moved_selects):
        yield _moved_select(bus, device, readers)


def _moved_select(bus: int, device: int, readers: Sequence[ReaderPlan]) -> Finding:
    """Report a chip select that the kernel toggles with every transfer, and that must therefore stay unused."""
    what, gpio = f"chip select {device} of SPI bus {bus}", chip_select(bus, device)
    pin = "this chip select" if gpio is None else named(gpio)
    found = f"this kernel moves it whatever else selects (raspberrypi/linux #6545): nothing may be connected to {pin}"
    hang = [one.name for one in readers if (one.bus, one.device, one.select_pin) == (bus, device, None)]
    if not hang:
        return Finding(what, found)
    others = next(one for one in readers if (one.bus, one.device) == (bus, device) and one.select_pin is not None)
    return Finding(
        what,
        found,
        f"{', '.join(hang)} is connected to it, and answers whenever {others.name} is asked",
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
    """Start a chip and return its version; a later check decides whether the chip works."""
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
    """Explain why no chip answers; other readings on the bus distinguish a bus fault from a board fault."""
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


def _shorted(reader: ReaderPlan) -> Finding:
    mosi = named(MOSI[reader.bus]) if reader.bus in MOSI else f"MOSI of SPI bus {reader.bus}"
    return Finding(
        reader.name,
        "",
        "MISO is shorted to MOSI: the address that was sent comes back as it is",
        f"part MISO, {_miso(reader)}, from MOSI, {mosi}: look for a drop of solder, or two wires in one hole",
    )


def _answering(reader: ReaderPlan, trial: "_Trial", version: int) -> Finding:
    found = chip_name(version)
    for look in (_bus_is_clear, _keeps_what_is_written, _hears):
        try:
            wrong = look(trial.chip, version)
        except OSError as error:
            wrong = explained(error, reader)
        if wrong is not None:
            return Finding(reader.name, found, *wrong)
    try:
        if trial.self_test_fails(version):
            if not trial.reads_a_card(reader):
                return Finding(reader.name, found, *trial.unread)
            found += "; its self-test fails, but it reads cards"
    except OSError as error:
        return Finding(reader.name, found, *explained(error, reader))
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


class _Trial:
    """A chip under test, and a person who may lay a card on it."""

    def __init__(self, chip: Mfrc522, clock: Clock, watch_ns: int, asks: Asks | None) -> None:
        self.chip = chip
        self._clock = clock
        self._watch_ns = watch_ns
        self._asks = asks

    def self_test_fails(self, version: int) -> bool:
        """Return whether the self-test fails twice. A missing result does not count as a failure."""
        expected = SELF_TEST.get(version)
        return expected is not None and all(self._fails(expected) for _ in range(2))

    def _fails(self, expected: bytes) -> bool:
        result = self.chip.self_test()
        self.chip.reset()
        return len(result) == len(expected) and result != expected

    def reads_a_card(self, reader: ReaderPlan) -> bool:
        """Return whether a card is read within the time for which buttons are watched."""
        if self._asks is not None:
            self._asks(reader)
        until_ns = self._clock.now_ns() + self._watch_ns
        while not (found := iso14443a.inventory(self.chip, iso14443a.WUPA)).tags and self._clock.now_ns() < until_ns:
            self._clock.sleep_ns(_EVERY_NS)
        return bool(found.tags)

    @property
    def unread(self) -> tuple[str, str]:
        """The fault and the cure for a chip that failed its self-test and read no card."""
        if self._asks is None:
            return (
                "self-test failed twice, which is a hint, no verdict",
                "lay a card on this reader and run `cardtable doctor` again: if it reads that, it is sound",
            )
        return (
            "self-test failed twice, and no card was read: the chip is damaged, or a counterfeit",
            "take another board",
        )
