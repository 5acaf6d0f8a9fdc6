"""From table.toml to a running table: the only file that knows both sides. Its parts are keyword arguments.

The emulated table is built like any other, from settings; only what stands behind its ports is emulated.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2s
from typing import Any

from firmware_bridge.flash import flash
from firmware_bridge.serial_port import port_of
from hardware.assembly import Assembly, DeviceError
from hardware.clock import Clock, ManualClock, SharedClock, SystemClock
from hardware.doctor import checks
from hardware.doctor.cures import explained
from hardware.emulator.physics import CLEAN, NOISE
from hardware.emulator.pico.micropython import MicroPython, interpreter
from hardware.emulator.pico.pico import InProcess
from hardware.emulator.room import Fleet, Room
from hardware.emulator.shortcut import oversleep, skip_idle
from hardware.emulator.tag import Tag
from hardware.lights import LightBank, Signal
from hardware.pico import PicoSource
from hardware.plan import ButtonPlan, LightPlan, PicoPlan, Plan, ReaderPlan
from hardware.ports import Edge, Item, ReaderHealth, Sighting, Source, UnreadTag
from hardware.presence import Patience
from hardware.reader_bank import ReaderBank
from table.complaints import BadInput
from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.keeping.journal import Journal
from table.running.controller import Controller, Observed
from table.running.live import LiveTable, TimeInHand
from table.running.signals import BUZZER, Signals
from table.sensing import intake
from table.sensing.pumps import Sensing
from table.sensing.sequencer import Sequencer
from table.sensing.zones import Antenna
from table.settings.conflicts import PICO_LIGHTS, conflicts
from table.settings.model import Settings
from table.settings.sections import Button, Buzzer, Pico, Reader
from table.settings.values import MOST_PICO_BUTTONS, MOST_PICO_READERS
from table.tagging.tagged_decks import TaggedDecks

STRANGER = "stranger"  # a card that is in the box but in no deck: somebody's travel pass

_NS_PER_MS = 1_000_000


@dataclass(frozen=True)
class Hardware:
    """Open devices: everything that sees and shines, where the antennas are, and hands for what is emulated."""

    assembly: Assembly
    clock: Clock
    opened_ns: int
    sequencer: Sequencer[Item]
    sources: Mapping[str, Source]
    lights: LightBank
    antennas: Mapping[str, Antenna]
    tabletop: Tabletop | None
    emulated_tags: Mapping[bytes, str]
    fed: Mapping[str, Sequence[str]]  # the readers that each source tells of

    def skip_idle(self, until_ns: float) -> None:
        """Leave out looks before a time that would find nothing; where time is virtual and the room has short cuts."""
        if not isinstance(self.clock, SharedClock) or not self.room.short_cuts:
            return
        bank = self.sources.get("readers")
        if isinstance(bank, ReaderBank):
            skip_idle(self.room, bank, self.clock, until_ns)
        elif all(isinstance(source, PicoSource) and source.is_idle for source in self.sources.values()):
            oversleep(self.room, self.clock, until_ns)

    @property
    def room(self) -> Room:
        """What is emulated of it."""
        return self.assembly.room

    def close(self) -> None:
        """Let every device go; safe to call twice."""
        self.assembly.close()


def plan_of(settings: Settings) -> Plan:
    """Say in the words of the hardware what a table.toml says. Its readers go by their titles."""
    return Plan(
        readers=tuple(_reader_plan(reader) for reader in settings.readers),
        buttons=tuple(
            ButtonPlan(
                button.seat,
                button.backend,
                button.pin,
                dead_time_ns=button.debounce_ms * _NS_PER_MS,
                look_ns=button.look_ms * _NS_PER_MS,
                pico=_pico(button),
                channel=button.channel,
            )
            for button in settings.buttons
        ),
        lights=_light_plans(settings),
        picos=tuple(
            PicoPlan(pico.name, pico.port, pico.serial_number, pico.backend)
            for pico in settings.picos
            if pico.name in {_pico(part) for part in settings.parts}
        ),
        switched=settings.switched,
        sweep_ns=settings.table.sweep_ms * _NS_PER_MS,
        gpio=settings.table.gpio,
        gpio_chip=settings.table.gpio_chip,
    )


def _source(reader: Reader) -> str:
    """Name the source that tells of a reader, as the assembly does."""
    return "readers" if _pico(reader) is None else f"pico {reader.pico}"


def _pico(part: Reader | Button | Buzzer) -> str | None:
    """Tell on which Pico a part hangs; one that is emulated may keep that name, and hangs on none."""
    return part.pico if part.backend == "pico" else None


def _reader_plan(reader: Reader) -> ReaderPlan:
    patience = Patience(
        misses=reader.misses,
        silence_ns=reader.silence_ms * _NS_PER_MS,
        agreeing=reader.agreeing,
        pile=reader.placement == "pile",
    )
    return ReaderPlan(
        reader.title, reader.backend, reader.bus, reader.device, reader.select_pin, reader.reset, reader.speed_hz,
        reader.gain, patience, _pico(reader), reader.channel,
    )  # fmt: skip


def _light_plans(settings: Settings) -> tuple[LightPlan, ...]:
    """Name each light by the zone or seat that it stands at."""
    pads = [
        LightPlan(
            reader.served[0],
            settings.table.gpio if reader.wired else "pico" if _pico(reader) else "emulated",
            reader.light_pin,
            _pico(reader),
        )
        for reader in settings.readers
        if reader.light_pin is not None
    ]
    seats = [
        LightPlan(f"seat.{button.seat}", button.backend, button.light_pin, _pico(button))
        for button in settings.buttons
        if button.light_pin is not None
    ]
    buzzer = settings.buzzer
    return (*pads, *seats, *([LightPlan(BUZZER, buzzer.backend, buzzer.pin, _pico(buzzer))] if buzzer else ()))


def open_hardware(
    settings: Settings,
    *,
    cards: Sequence[str] = (),
    clock: Clock | None = None,
    room: Room | None = None,
    wire: Callable[[str, str, str], None] | None = None,
) -> Hardware:
    """Open every device of a table. Raise BadInput, one sentence with its cure, if one cannot be opened.

    `wire` is handed every line that goes to a Pico or comes from one: its name, ">" or "<", and the line.
    """
    wrong = next(iter(conflicts(settings)), None)
    if wrong is not None:
        raise BadInput(f"{wrong.what}: {wrong.sentence}; {wrong.cure}")
    clock = clock or SystemClock()
    assembly = Assembly(plan_of(settings), clock, room, wire)
    try:
        return _opened(settings, assembly, cards, clock)
    except DeviceError as error:
        assembly.close()
        told = explained(error, error.device)
        raise BadInput(f"{error.of}: {told[0]}; {told[1]}") from None
    except BaseException:
        assembly.close()
        raise


def _opened(settings: Settings, assembly: Assembly, cards: Sequence[str], clock: Clock) -> Hardware:
    sources, lights = assembly.sources(), assembly.lights()
    tags = {card: Tag(_uid(card)) for card in (*cards, STRANGER)}
    fields = assembly.room.fields
    pads = {
        zone: fields[reader.title] for reader in settings.readers if reader.title in fields for zone in reader.served
    }
    hands = Tabletop(pads=pads, buttons=assembly.room.buttons, tags=tags, now_ns=clock.now_ns)
    return Hardware(
        assembly=assembly,
        clock=clock,
        opened_ns=clock.now_ns(),
        sequencer=Sequencer(sources),
        sources=sources,
        lights=lights,
        antennas={reader.title: Antenna(reader.served, reader.placement) for reader in settings.readers},
        fed={name: [one.title for one in settings.readers if _source(one) == name] for name in sources},
        tabletop=hands if pads or assembly.room.buttons else None,
        emulated_tags={tag.uid: card for card, tag in tags.items() if card != STRANGER} if pads else {},
    )


# What an emulated table is built of: parts on its own pins, or Picos, whose program this process runs, or MicroPython.
HARDWARE = ("pi", "pico", "micropython")


def check_hardware(hardware: str) -> None:
    """Raise BadInput if nobody can build an emulated table of that."""
    if hardware not in HARDWARE:
        raise BadInput(f"--hardware: expected one of {', '.join(HARDWARE)}, not {hardware!r}")
    if hardware == "micropython":
        try:
            interpreter()
        except FileNotFoundError as error:
            raise BadInput(f"--hardware: {error}") from None


def emulated_settings(*, pads: Sequence[Sequence[str]], seats: int, hardware: str = HARDWARE[0]) -> Settings:
    """Lay out an emulated table: pads far enough apart, each with the zones that it may be, and a lit button a seat."""
    readers: list[dict[str, Any]] = [{"zones": list(zones), "backend": "emulated", "light_pin": 0} for zones in pads]
    buttons: list[dict[str, Any]] = [
        {"seat": seat, "backend": "emulated", "light_pin": 0} for seat in range(1, seats + 1)
    ]
    buzzer, picos = {"backend": "emulated", "pin": 0}, 0
    if hardware != HARDWARE[0]:
        picos = max(1, -(-len(pads) // MOST_PICO_READERS), -(-seats // MOST_PICO_BUTTONS))
        _on_picos(readers, picos, PICO_LIGHTS[:MOST_PICO_READERS])
        _on_picos(buttons, picos, PICO_LIGHTS[MOST_PICO_READERS:-1])
        buzzer = {"backend": "pico", "pico": "pico-1", "pin": PICO_LIGHTS[-1]}
    return Settings.model_validate(
        {
            "table": {"seats": seats, "antennas": "always_on", "database": "unused.db"},
            "reader": readers,
            "button": buttons,
            "buzzer": buzzer,
            "pico": [{"name": f"pico-{number}", "backend": "emulated"} for number in range(1, picos + 1)],
        }
    )


def _on_picos(parts: Sequence[dict[str, Any]], picos: int, lights: Sequence[int]) -> None:
    """Spread parts evenly over Picos; a part for which a Pico has no light left goes without."""
    for number, part in enumerate(parts):
        channel, on = divmod(number, picos)
        light = {"light_pin": lights[channel]} if channel < len(lights) else {"light_pin": None}
        part |= {"backend": "pico", "pico": f"pico-{on + 1}", "channel": channel, **light}


def emulated_hardware(
    *,
    pads: Sequence[Sequence[str]],
    seats: int,
    cards: Sequence[str],
    clock: Clock | None = None,
    noise: str = CLEAN.name,
    seed: int = 0,
    short_cuts: bool = False,
    hardware: str = HARDWARE[0],
) -> Hardware:
    """Build a reader for each pad, a button for each seat, a tag for each card, and one for a stranger's.

    `noise` names what the air does: clean, typical or harsh. With `short_cuts`, and on a shared clock, what is known to
    find nothing is left out. `hardware` says on whose pins all that is: one of HARDWARE.
    """
    check_hardware(hardware)
    clock = clock or SystemClock()
    fleet = Fleet(starts=MicroPython if hardware == "micropython" else InProcess)
    room = Room(clock, NOISE[noise], seed=seed, short_cuts=short_cuts, fleet=fleet)
    built = emulated_settings(pads=pads, seats=seats, hardware=hardware)
    return open_hardware(built, cards=cards, clock=clock, room=room)


def live_table(
    *,
    journal: Journal,
    hardware: Hardware,
    seats: int,
    tags: Mapping[str, Mapping[bytes, str]] | TaggedDecks,
    people: People | None = None,
) -> LiveTable:
    """Put a table on open devices. It does not run yet. `tags` says by game which card carries which tag.

    `people` are those at an emulated table, if somebody is to hold its cards. On a shared clock the table's time is in
    the hand of whoever lets it pass.
    """
    decks, clock = tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags), hardware.clock
    decks.carry(hardware.emulated_tags)
    signals = Signals(lambda name, signal: hardware.lights.play(name, Signal[signal.upper()]))
    return LiveTable(
        controller=Controller(
            journal=journal,
            tags=decks,
            sources=list(hardware.sources),
            seats=seats,
            antennas=hardware.antennas,
            fed=hardware.fed,
            laid_by=intake.nobody_knows if people is None else people.laid_by,
        ),
        sources={name: partial(_look, name, source) for name, source in hardware.sources.items()},
        followers=[signals.show] if people is None else [people.follow, signals.show],
        shine=hardware.lights.refresh,
        dark=hardware.lights.dark,
        closing=[hardware.close],
        in_hand=TimeInHand(clock, hardware.skip_idle) if isinstance(clock, SharedClock) else None,
    )


def _uid(card: str) -> bytes:
    """Give an emulated card a seven-byte UID that is the same on every start; 04 is the maker's code of NXP."""
    return b"\x04" + blake2s(card.encode(), digest_size=6).digest()


def _look(name: str, source: Source) -> Observed:
    """Ask a source once, and say in the table's words what it saw."""
    batch = source.poll()
    return Observed(name, [translated(item) for item in batch.items], batch.watermark_ns)


def translated(item: Item) -> intake.Item:
    """Say in the table's words what a sensor saw."""
    match item:
        case Sighting():
            return intake.Seen(item.at_ns, item.reader, item.uid, item.present, item.lay_there)
        case UnreadTag():
            return intake.Unread(item.at_ns, item.reader)
        case ReaderHealth():
            return intake.Health(item.at_ns, item.reader, item.alive, item.why)
        case Edge():
            return intake.Pushed(item.at_ns, item.button, item.down, item.error_ns)


def stopped_clock(now_ns: int) -> ManualClock:
    """Make a clock that stands still until a driver sleeps on it, for tables in virtual time."""
    return ManualClock(now_ns)


def shared_clock(now_ns: int) -> SharedClock:
    """Make a clock on which drivers sleep while others act."""
    return SharedClock(now_ns)


def sense(hardware: Hardware) -> list[dict[str, Any]]:
    """Ask every sensor once; tell what is certain by now, in the order in which it happened. `t` is in seconds."""
    told = []
    for name, source in hardware.sources.items():
        batch = source.poll()
        told += [raw(hardware, item) for item in hardware.sequencer.take(name, batch.items, batch.watermark_ns)]
    return told


def sensing(hardware: Hardware) -> Sensing[Item]:
    """Ask every sensor in a thread of its own, so that a slow one keeps none waiting; `raw` words the items."""
    return Sensing({name: partial(_seen, source) for name, source in hardware.sources.items()})


def _seen(source: Source) -> tuple[Sequence[Item], int]:
    batch = source.poll()
    return batch.items, batch.watermark_ns


def raw(hardware: Hardware, item: Item) -> dict[str, Any]:
    """Say as a JSON object what a sensor saw."""
    t = round(max(0, item.at_ns - hardware.opened_ns) / 1e9, 6)
    return {"t": t, **_raw(item, hardware.antennas)}


def _raw(item: Item, antennas: Mapping[str, Antenna]) -> dict[str, Any]:
    if isinstance(item, Edge):
        error = {"error_ms": item.error_ns / 1e6} if item.error_ns else {}
        return {"fact": "button_down" if item.down else "button_up", "seat": item.button, **error}
    zone = antennas[item.reader].zones[0]
    match item:
        case Sighting():
            return {"fact": "tag_arrived" if item.present else "tag_left", "zone": zone, "uid": item.uid.hex()}
        case UnreadTag():
            return {"fact": "tag_unread", "zone": zone}
        case ReaderHealth(alive=True, why=""):
            return {"fact": "reader_back", "zone": zone}
        case ReaderHealth():
            return {"fact": "reader_restarted" if item.alive else "reader_lost", "zone": zone, "why": item.why}


def flash_pico(pico: Pico) -> Iterator[str]:
    """Put the program on a Pico; yield what was done. Raise BadInput, one sentence, if that cannot be."""
    try:
        yield from flash(port_of(port=pico.port, serial_number=pico.serial_number))
    except OSError as error:
        raise BadInput(f"pico {pico.name}: {error}") from None


def examine(settings: Settings, *, watch_s: float) -> Iterator[dict[str, Any]]:
    """Look at every device of a table, and at what the plan itself has wrong; one finding at a time."""
    for wrong in conflicts(settings):
        yield {"what": wrong.what, "ok": False, "found": "", "fault": wrong.sentence, "cure": wrong.cure}
    for found in checks.examine(plan_of(settings), SystemClock(), watch_ns=round(watch_s * 1e9)):
        told = {"found": found.found, "fault": found.fault, "cure": found.cure}
        yield {"what": found.what, "ok": found.sound, **told}
