"""Opens the devices of a table.toml: sources and lights, and hands for emulated parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import TYPE_CHECKING

from hardware.assembly import Assembly, DeviceError
from hardware.clock import Clock, SharedClock, SystemClock
from hardware.doctor.cures import explained
from hardware.drivers import READERS
from hardware.lights import LightBank
from hardware.observations import ButtonEdge, Observation, TagEvent
from hardware.phones import PhoneButtons
from hardware.pico import PicoSource
from hardware.plan import ReaderPlan
from hardware.ports import Paced, Source
from hardware.presence import PollRecord
from hardware.signals import Signal
from table.complaints import BadInput
from table.emulated.tabletop import AGAIN_NS, UNSEEN_NS, Tabletop, Touching
from table.running.wired import Wired, WiredButton, WiredReader
from table.sensing.sequencer import Sequencer
from table.sensing.zones import Antenna
from table.settings.model import Settings
from table.settings.sections import Reader
from table.values import Value
from table.wiring.conflicts import conflicts
from table.wiring.plan import pico_of, plan_of

if TYPE_CHECKING:
    from hardware.emulator.room import Room


# -- The current state of each reader and button of a running table, for the host's page. Thread-safe.
#
# It shows only how many cards a reader sees, which everybody at the table can see anyway, never which cards.

_MEMORY = 100  # a reader's quality is an average of about this many polls
_APART_NS = 20_000_000  # polls this far apart count fully; while a card comes or goes, polls are more frequent


class Showing:
    """The state of one table's parts: `zones` maps each reader to its zones; `seats` are those with a button."""

    def __init__(self, zones: Mapping[str, Sequence[str]], seats: Sequence[int]) -> None:
        self._zones = zones
        self._there: dict[str, frozenset[bytes]] = dict.fromkeys(zones, frozenset())
        self._good: dict[str, float] = {}  # the share of polls with a card present that read it
        self._missed: dict[str, float] = {}  # failed polls, which count once a card is read again
        self._polled_ns: dict[str, int] = {}
        self._down = dict.fromkeys(seats, False)
        self.phones: PhoneButtons | None = None

    def polled(self, record: PollRecord) -> None:
        """Record whether a poll read the cards present; one card of a pile is enough, because it may hide others.

        Failed polls count only once a card is read again; otherwise the card was leaving.
        """
        reader, before_ns = record.reader, self._polled_ns.get(record.reader, 0)
        self._polled_ns[reader] = record.at_ns
        if not record.there:
            self._missed[reader] = 0.0
            return
        counts = min(1.0, (record.at_ns - before_ns) / _APART_NS)
        if not record.there & set(record.found.uids):
            self._missed[reader] = self._missed.get(reader, 0.0) + counts
            return
        good = self._good.get(reader, 1.0)
        good -= good * min(1.0, self._missed.pop(reader, 0.0) / _MEMORY)
        self._good[reader] = good + (1 - good) * counts / _MEMORY

    def saw(self, items: Iterable[Observation]) -> None:
        """Record which tags came or went, and which buttons were pressed or released."""
        for item in items:
            match item:
                case TagEvent(reader=reader, uid=uid, present=present):
                    before = self._there.get(reader, frozenset())
                    self._there[reader] = before | {uid} if present else before - {uid}
                case ButtonEdge(button=seat, down=down):
                    self._down[seat] = down

    @property
    def now(self) -> Wired:
        """The current state."""
        readers = (
            WiredReader(reader, tuple(zones), len(self._there[reader]), self._good.get(reader))
            for reader, zones in self._zones.items()
        )
        return Wired(tuple(readers), tuple(self._button(seat, down) for seat, down in self._down.items()))

    def _button(self, seat: int, down: bool) -> WiredButton:
        if self.phones is None or seat not in self.phones.seats:
            return WiredButton(seat, down)
        error_us = self.phones.errors_us[seat]
        return WiredButton(seat, down, phone=True, error_ms=None if error_us is None else error_us / 1000)


STRANGER = "stranger"  # a card in the box that is in no deck, such as somebody's travel pass


class CannotOpen(BadInput):
    """Raised if a device of a table cannot be opened, or two parts have a wiring conflict."""


class Hardware(Value):
    """Open devices: sources, lights, and the zones of the antennas; and hands for emulated parts."""

    assembly: Assembly
    clock: Clock
    opened_ns: int
    sequencer: Sequencer[Observation]
    sources: Mapping[str, Source]
    lights: LightBank
    antennas: Mapping[str, Antenna]
    tabletop: Tabletop | None
    emulated_tags: Mapping[bytes, str]
    fed: Mapping[str, Sequence[str]]  # the readers that each source reports on
    showing: Showing

    def poll_often(self, *, often: bool) -> None:
        """Poll the Pi's own readers, buttons with kernel time stamps, and phones often or seldom.

        Picos and emulated parts keep their rate; so do RPi.GPIO buttons, whose presses only polling detects.
        """
        if isinstance(self.clock, SharedClock):
            return
        for name in ("readers", "buttons gpiod", "phones"):
            bank = self.sources.get(name)
            if isinstance(bank, Paced):
                bank.poll_often(often=often)

    @property
    def is_ready(self) -> bool:
        """Whether every Pico is connected, and its readers run."""
        return all(source.is_ready for source in self.sources.values() if isinstance(source, PicoSource))

    def shine(self, name: str, *, on: bool) -> None:
        """Switch a light on or off. Raise OSError if that fails."""
        self.lights.play(name, Signal.STEADY if on else Signal.OFF)
        self.lights.refresh()

    @property
    def phones(self) -> PhoneButtons | None:
        """The buttons that are phones; None if there are none."""
        return self.assembly.phones

    @property
    def room(self) -> "Room":
        """The room with the emulated parts."""
        return self.assembly.room

    def close(self) -> None:
        """Close every device; safe to call twice."""
        self.assembly.close()


def _source(reader: Reader) -> str:
    """Return the name of a reader's source, as in the assembly."""
    return "readers" if pico_of(reader) is None else f"pico {reader.pico}"


def check_wiring(settings: Settings) -> None:
    """Raise CannotOpen, with the cure, if two parts have a wiring conflict."""
    for wrong in conflicts(settings):
        raise CannotOpen(str(wrong))


def antennas_of(settings: Settings) -> Mapping[str, Antenna]:
    """Return each reader's antenna, by the reader's title."""
    return {reader.title: Antenna(reader.served, reader.placement, reader.asks) for reader in settings.readers}


def open_hardware(
    settings: Settings,
    *,
    cards: Sequence[str] = (),
    clock: Clock | None = None,
    room: "Room | None" = None,
    wire: Callable[[str, str, str], None] | None = None,
) -> Hardware:
    """Open every device of a table. Raise CannotOpen, with the cure, if that fails or two parts conflict.

    `wire` is called with every line to or from a Pico: the Pico's name, ">" or "<", and the line.
    """
    check_wiring(settings)
    clock = clock or SystemClock()
    showing = Showing({one.title: one.served for one in settings.readers}, [one.seat for one in settings.buttons])
    assembly = Assembly(plan_of(settings), clock, room, wire, showing.polled)
    try:
        return _opened(settings, assembly, cards, clock, showing)
    except DeviceError as error:
        assembly.close()
        explanation = explained(error, error.device)
        raise CannotOpen(f"{error.of}: {explanation[0]}; {explanation[1]}") from None
    except BaseException:
        assembly.close()
        raise


def _opened(settings: Settings, assembly: Assembly, cards: Sequence[str], clock: Clock, showing: Showing) -> Hardware:
    sources, lights = assembly.sources(), assembly.lights()
    showing.phones = assembly.phones
    hands, tags = _hands(settings, assembly, cards) if assembly.emulates else (None, {})
    return Hardware(
        assembly=assembly,
        clock=clock,
        opened_ns=clock.now_ns(),
        sequencer=Sequencer(sources),
        sources=sources,
        lights=lights,
        antennas=antennas_of(settings),
        fed={name: [one.title for one in settings.readers if _source(one) == name] for name in sources},
        showing=showing,
        tabletop=hands,
        emulated_tags=tags,
    )


def _hands(settings: Settings, assembly: Assembly, cards: Sequence[str]) -> tuple[Tabletop | None, Mapping[bytes, str]]:
    """Return hands for the emulated parts, None if there are none, and the card of each emulated tag."""
    from hardware.emulator.tag import Tag

    tags = {card: Tag(_uid(card)) for card in (*cards, STRANGER)}
    fields, buttons = assembly.room.fields, assembly.room.buttons
    pads = {
        zone: fields[reader.title] for reader in settings.readers if reader.title in fields for zone in reader.served
    }
    touching = _touching(assembly.plan.readers)
    hands = Tabletop(pads=pads, buttons=buttons, tags=tags, now_ns=assembly.clock.now_ns, touching=touching)
    known = {tag.uid: card for card, tag in tags.items() if card != STRANGER} if pads else {}
    return hands if pads or buttons else None, known


def _touching(readers: Iterable[ReaderPlan]) -> Touching:
    """Return how hands must touch these readers."""
    departs = all(reader.patience.departs for reader in readers)
    piles = all(READERS[reader.backend].piles for reader in readers if reader.backend in READERS)
    return Touching(AGAIN_NS if departs else UNSEEN_NS, one_by_one=not piles)


def _uid(card: str) -> bytes:
    """Return a seven-byte UID for an emulated card, the same at every startup; 04 is NXP's maker code."""
    return b"\x04" + blake2s(card.encode(), digest_size=6).digest()
