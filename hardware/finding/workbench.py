"""Everything that may be wired to this computer: its own readers and pins, and readers and Picos on USB.

`Workbench.poll` returns what people have touched and pressed since the last poll.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from secrets import token_hex

from firmware_bridge.bridge import Bridge
from firmware_bridge.ports import BytePort
from hardware import header
from hardware.assembly import told_to_a_pico
from hardware.button import Button
from hardware.clock import Clock
from hardware.debounce import DEAD_TIME_NS, Contact
from hardware.finding.lines import Lines, NoLines
from hardware.finding.measuring import Do, Minute
from hardware.finding.readers import FoundReader, Readers, pins_of
from hardware.mfrc522.chip import GAIN_DB, Mfrc522
from hardware.mfrc522.reader import Mfrc522Reader
from hardware.observations import ButtonChatter, ButtonEdge, ReaderHealth, TagEvent
from hardware.pico import PicoReader, PicoSource
from hardware.plan import PICO_BUTTONS, PICO_LIGHTS, PICO_SELECTS, ReaderPlan
from hardware.ports import Source
from hardware.presence import Patience, PollRecord
from hardware.reader import Reader
from hardware.reader_bank import SWEEP_NS, ReaderBank

# -- Finds the pin of a button: the one that goes low when pressed, and stays low

SETTLES_NS = 150_000_000  # a worn contact may chatter for this long after a press or release


class Buttons:
    """Watches free pins, all pulled up; `stuck` holds those that were low from the start.

    `chatter_ns` holds, by pin, chatter that lasted longer than the default debounce time.
    """

    def __init__(self, lines: Lines, clock: Clock, but: Iterable[int] = ()) -> None:
        """`but` are pins used by other parts."""
        self._lines = lines
        self._clock = clock
        self.but = set(but)
        self.chatter_ns: dict[int, int] = {}
        lines.edges()  # drop edges from the search for readers
        self.stuck = lines.low() - self.but
        self._buttons = {pin: Button(Contact(pin, SETTLES_NS), DEAD_TIME_NS) for pin in lines.all}
        for button in self._buttons.values():
            button.level(clock.now_ns(), down=False)

    def pressed(self) -> set[int]:
        """Return the pins that have gone low since the last call, reporting each press only once."""
        now_ns, edges, low = self._clock.now_ns(), self._lines.edges(), self._lines.low()
        pressed = set[int]()
        for pin in self._buttons.keys() - self.but - self.stuck - self._lines.driven:
            button = self._buttons[pin]
            items = [item for at_ns, high in edges.get(pin, ()) for item in button.edge(at_ns, not high)]
            for item in [*items, *button.level(now_ns, pin in low)]:
                if isinstance(item, ButtonChatter):
                    self.chatter_ns[pin] = item.lasts_ns
                elif item.down:
                    pressed.add(pin)
        return pressed


LISTEN_NS = 1_500_000_000  # until a Pico has reported its readers
_NO_MORE_SELECTS = (
    "readers are connected to all chip selects of the kernel, so one on a pin of its own cannot be told from them: "
    "give each reader a pin of its own"
)


@dataclass(frozen=True)
class OnUsb:
    """A plugged-in Pico: its serial number, if any, and a function that opens its port."""

    name: str
    opens: Callable[[], BytePort]
    serial_number: str | None = None
    port: str | None = None


@dataclass(frozen=True)
class Place:
    """The place of a part: in words, and as keys of table.toml."""

    said: str
    keys: Mapping[str, str | int] = field(hash=False)
    chip: str = ""
    is_measured: bool = True  # whether the best settings for it can be measured


@dataclass(frozen=True)
class OnUsbReader:
    """A reader on USB, or a device that may be one; `learns` is called with each UID that another reader has read."""

    place: Place
    device: Reader
    is_known: bool = True
    learns: Callable[[bytes], None] = lambda _: None


class Workbench:
    """A context manager for the parts at this computer. It pulls pins; only `give_free` and `shine` drive pins."""

    def __init__(
        self,
        clock: Clock,
        devices: Sequence[tuple[int, int]],
        picos: Sequence[OnUsb] = (),
        usb: Sequence[OnUsbReader] = (),
    ) -> None:
        """`devices` are the kernel's SPI devices, by bus and number; `usb` are readers on USB.

        A computer without a header has no SPI devices, and may deny access to its own pins, so all its parts are on
        USB. Raise OSError or ImportError if nothing can be opened.
        """
        self._clock = clock
        self._closing = ExitStack()
        self._sources: list[Source] = []
        self.picos = picos
        self.readers: dict[str, Place] = {}
        self.lost: dict[str, str] = {}  # readers that have stopped answering, with the reason
        self._buttons_of: dict[int, Place] = {}
        self._chatter_ns: dict[Place, int] = {}  # of buttons on Picos
        self._chips: dict[str, Mfrc522] = {}
        self._bridges: dict[str, Bridge] = {}
        self._minute: Minute | None = None
        self._gain_db = GAIN_DB
        try:
            lines = Lines(clock, but=pins_of(devices))
        except (FileNotFoundError, PermissionError, ImportError) as error:
            if not (picos or any(one.is_known for one in usb)) or (isinstance(error, PermissionError) and devices):
                raise
            lines, devices = NoLines(), ()
        self._lines = self._closing.enter_context(lines)
        self._search = Readers(clock, lines, devices)
        for found in (*self._search.by_the_kernel(), *self._search.by_pulls()):
            self._keep(found)
        self._watch = Buttons(lines, clock)  # replaced in `begin`, once it is known which pins have readers
        for number, pico in enumerate(picos):
            self._listen(pico, number)
        self._usb = {one.place.said: one for one in usb}
        self.readers |= {name: one.place for name, one in self._usb.items() if one.is_known}

    def __enter__(self) -> "Workbench":
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    @property
    def free(self) -> tuple[int, ...]:
        """The header pins where no reader has been found yet and one can still be searched for."""
        return self._unused if self._search.may_select_more else ()

    @property
    def _unused(self) -> tuple[int, ...]:
        taken = {one.select_pin for one in self._search.found}
        return tuple(pin for pin in self._lines.all if pin not in taken)

    @property
    def busy(self) -> list[str]:
        """The pins held by another program, on which nothing can be found."""
        return [header.named(pin) for pin in self._lines.busy]

    def silent(self) -> list[str]:
        """Return, for each kernel select without a reader, the likely fault and its cure."""
        said = [f"{one.what}: {one.fault}; {one.cure}" for one in self._search.silent()]
        return [*said, _NO_MORE_SELECTS] if self._search.selects_are_used_up else said

    def give_free(self, pins: Sequence[int]) -> list[Place]:
        """Drive these pins low one at a time; return the readers found behind them."""
        return [self._keep(found) for found in self._search.by_driving(pins)]

    def begin(self) -> None:
        """Start watching, once all readers have been found."""
        found = self._search.found
        self._watch = Buttons(self._lines, self._clock, [one.select_pin for one in found if one.select_pin is not None])
        for place in found:
            self._chips[_named(place)] = chip = self._search.chip(place)
            self._closing.callback(chip.close)
        if found:
            readers = {name: Mfrc522Reader(chip, self._clock) for name, chip in self._chips.items()}
            self._sources.append(ReaderBank(readers, self._clock, on_poll=self._polled))
        if self._usb:
            on_usb = {name: one.device for name, one in self._usb.items()}
            for device in on_usb.values():
                self._closing.callback(device.close)
            self._sources.append(ReaderBank(on_usb, self._clock))

    @property
    def stuck(self) -> list[str]:
        """The pins that are low although no button is being pressed."""
        return [header.named(pin) for pin in sorted(self._watch.stuck)]

    def poll(self) -> tuple[list[str], list[Place]]:
        """Poll once; return the readers with a new tag, and the places of pressed buttons."""
        touched: list[str] = []
        pressed: list[Place] = []
        for source in self._sources:
            for item in source.poll().items:
                if isinstance(item, TagEvent) and item.present:
                    self._is_read(item)
                    touched.append(item.reader)
                elif isinstance(item, ButtonEdge) and item.down:
                    pressed.append(self._buttons_of[item.button])
                elif isinstance(item, ButtonChatter):
                    self._chatter_ns[self._buttons_of[item.button]] = item.lasts_ns
                elif isinstance(item, ReaderHealth):
                    self._fares(item)
        if not self._sources:
            self._clock.sleep_ns(SWEEP_NS)
        pins = sorted(self._watch.pressed())
        pressed += [Place(header.named(pin), {"backend": "gpiod", "pin": pin}) for pin in pins]
        self._set_gain()
        return touched, pressed

    def _is_read(self, tag: TagEvent) -> None:
        """Record that a USB device is a reader, and let the others learn the UID that it read."""
        if tag.reader in self._usb:
            self.readers.setdefault(tag.reader, self._usb[tag.reader].place)
        for name, other in self._usb.items():
            if name != tag.reader:
                other.learns(tag.uid)

    def _fares(self, reported: ReaderHealth) -> None:
        """Record that a reader stopped or resumed answering, perhaps because a wire moved."""
        if reported.reader not in self.readers:  # a keyboard that may not be a reader
            return
        if reported.alive:
            self.lost.pop(reported.reader, None)
        else:
            self.lost[reported.reader] = reported.why

    # -- lights

    @property
    def spare(self) -> list[Place]:
        """The pins where a light may be wired: those without a reader, and unused pins of Picos."""
        own = [Place(header.named(pin), {"backend": "gpiod", "pin": pin}) for pin in self._unused]
        return own + [
            Place(f"GP {pin} of pico {name}", {"backend": "pico", "pico": name, "pin": pin})
            for name in self._bridges
            for pin in PICO_LIGHTS
        ]

    def shine(self, place: Place, *, on: bool) -> None:
        """Switch the light at a place named by the user; this drives the pin."""
        pin = int(place.keys["pin"])
        if place.keys["backend"] == "pico":
            self._bridges[str(place.keys["pico"])].light(pin, high=on)
        else:
            self._lines.give_free([pin])
            self._lines.drive(pin, high=on)

    def darken(self, place: Place, *, is_a_light: bool) -> None:
        """Switch a light off and release its pin; a place that is not a light may still be a button."""
        self.shine(place, on=False)
        if place.keys["backend"] != "pico":
            pin = int(place.keys["pin"])
            self._lines.pull(pin, high=True)
            (self._watch.but.add if is_a_light else self._watch.but.discard)(pin)

    # -- measuring

    def chatter_ns(self, place: Place) -> int:
        """Return how long a button chattered, or 0 if no longer than usual."""
        if place.keys["backend"] == "pico":
            return self._chatter_ns.get(place, 0)
        return self._watch.chatter_ns.get(int(place.keys["pin"]), 0)

    def measure(self, reader: str) -> Minute:
        """Start measuring a reader; each poll continues the measurement."""
        self._minute = Minute(reader, tries_gains=reader in self._chips)
        self._set_gain()
        return self._minute

    def measured(self) -> None:
        """Stop measuring, whether finished or not; restore the receiver's settings."""
        minute, self._minute = self._minute, None
        if minute is not None and self._gain_db != GAIN_DB:
            self._hear(minute.reader, GAIN_DB)

    def _polled(self, record: PollRecord) -> None:
        if self._minute is not None:
            self._minute.poll(record)

    def _set_gain(self) -> None:
        minute = self._minute
        if minute is not None and minute.do is not Do.DONE and minute.gain_db != self._gain_db:
            self._hear(minute.reader, minute.gain_db)

    def _hear(self, reader: str, gain_db: int) -> None:
        self._gain_db = gain_db
        with suppress(OSError):  # its bank restarts a chip that fails, with this gain
            self._chips[reader].hear(gain_db)

    # -- finding

    def _keep(self, found: FoundReader) -> Place:
        keys: dict[str, str | int] = {"backend": "spidev", "bus": found.bus, "device": found.device}
        if found.select_pin is not None:
            keys["select_pin"] = found.select_pin
        if found.speed_hz != ReaderPlan.speed_hz:
            keys["speed_hz"] = found.speed_hz
        place = self.readers[_named(found)] = Place(_named(found), keys, found.chip)
        return place

    def _listen(self, pico: OnUsb, number: int) -> None:
        """Ask a Pico for all four readers and all eight buttons; remove readers that do not answer."""
        names = {channel: f"pico {pico.name}, channel {channel}" for channel in range(len(PICO_SELECTS))}
        plans = [ReaderPlan(name, "pico", pico=pico.name, channel=channel) for channel, name in names.items()]
        seats = {channel: 100 * (number + 1) + channel for channel in range(len(PICO_BUTTONS))}
        bridge = Bridge(pico.name, pico.opens, self._clock, told_to_a_pico(plans, seats), process=token_hex(4))
        self._bridges[pico.name] = bridge
        self._closing.callback(bridge.close)
        for channel, name in names.items():
            self.readers[name] = Place(name, {"backend": "pico", "pico": pico.name, "channel": channel})
        for channel, seat in seats.items():
            keys: dict[str, str | int] = {"backend": "pico", "pico": pico.name, "channel": channel}
            self._buttons_of[seat] = Place(f"pico {pico.name}, button channel {channel}", keys)
        source = PicoSource(
            bridge,
            self._clock,
            {channel: PicoReader(name, Patience()) for channel, name in names.items()},
            {channel: Contact(seat) for channel, seat in seats.items()},
            step_ns=SWEEP_NS,
            on_poll=self._polled,
        )
        self._sources.append(source)
        ends_ns = self._clock.now_ns() + LISTEN_NS
        while self._clock.now_ns() < ends_ns:
            for item in source.poll().items:
                if isinstance(item, ReaderHealth) and not item.alive:
                    self.readers.pop(item.reader, None)


def _named(found: FoundReader) -> str:
    where = f"SPI {found.bus}.{found.device}"
    return where if found.select_pin is None else f"{where}, select {header.named(found.select_pin)}"
