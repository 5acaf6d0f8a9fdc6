"""Reads a table's sensors without a game, as JSON; checks them for faults; flashes a Pico."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import UNSET, UnsetType

from firmware_bridge.flash import flash
from firmware_bridge.serial_port import port_of
from hardware.clock import SystemClock
from hardware.doctor import checks
from hardware.doctor import readers as reaching
from hardware.doctor.cures import explained
from hardware.observations import ButtonChatter, ButtonEdge, Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.plan import ButtonPlan, ReaderPlan
from hardware.ports import Source
from table.complaints import BadInput, short
from table.facts import SECOND
from table.network.computer import Computer
from table.sensing.pumps import Sensing
from table.settings.model import Settings
from table.settings.sections import Pico
from table.values import Value
from table.wiring.conflicts import conflicts
from table.wiring.hardware import Hardware
from table.wiring.plan import plan_of


class Sensed(Value, kw_only=True):
    """An observation: what (`fact`), where, and `t` s after the hardware was opened. UIDs are lower-case hex."""

    t: float
    fact: str
    seat: int | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    error_ms: float | UnsetType = UNSET
    chatter_ms: float | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    smart: bool | UnsetType = UNSET
    why: str | UnsetType = UNSET


class Examined(Value, kw_only=True):
    """The result of checking a device; a `fault` comes with its cure."""

    what: str
    ok: bool
    found: str
    fault: str | None
    cure: str | None


def sense(hardware: Hardware) -> list[Sensed]:
    """Poll every sensor once; return the observations that have become certain, in chronological order."""
    sensed = []
    for name, source in hardware.sources.items():
        sensed += [raw(hardware, item) for item in hardware.sequencer.take(name, *_polled(source))]
    return sensed


def sensing(hardware: Hardware) -> Sensing[Observation]:
    """Poll every sensor in its own thread, so that a slow one does not delay the others; `raw` formats the items."""
    return Sensing({name: partial(_polled, source) for name, source in hardware.sources.items()})


def _polled(source: Source) -> tuple[Sequence[Observation], int]:
    batch = source.poll()
    return batch.items, batch.watermark_us


def raw(hardware: Hardware, item: Observation) -> Sensed:
    """Return an observation as a record for JSON."""
    t = max(0, item.at_us - hardware.opened_ns // 1000) / SECOND
    if isinstance(item, ButtonEdge):
        fact = "button_down" if item.down else "button_up"
        return Sensed(t=t, fact=fact, seat=item.button, error_ms=item.error_us / 1000 if item.error_us else UNSET)
    if isinstance(item, ButtonChatter):
        return Sensed(t=t, fact="button_chatters", seat=item.button, chatter_ms=item.lasts_us / 1000)
    antenna = hardware.antennas.get(item.reader)
    zone = item.reader if antenna is None else antenna.zones[0]  # a Pico's buttons have no zone
    match item:
        case TagEvent():
            fact = "tag_arrived" if item.present else "tag_left"
            return Sensed(t=t, fact=fact, zone=zone, uid=item.uid.hex(), smart=item.smart or UNSET)
        case UnreadTag():
            return Sensed(t=t, fact="tag_unread", zone=zone)
        case ReaderHealth(alive=True, why=""):
            return Sensed(t=t, fact="reader_back", zone=zone)
        case ReaderHealth():
            return Sensed(t=t, fact="reader_restarted" if item.alive else "reader_lost", zone=zone, why=item.why)


def flash_pico(pico: Pico) -> Iterator[str]:
    """Put the program on a Pico; yield each completed step. Raise BadInput if that fails."""
    try:
        yield from flash(port_of(port=pico.port, serial_number=pico.serial_number))
    except OSError as error:
        raise BadInput(f"pico {pico.name}: {error}") from None


def examine(settings: Settings, *, watch_s: float, asks: Callable[[str], None] | None = None) -> Iterator[Examined]:
    """Check every device of a table, the plan itself, and this computer; yield one finding at a time.

    `asks` is called with a sentence for each button in turn, and for each reader that only a card can test. The user
    then has `watch_s` seconds to do what it says.
    """
    for wrong in conflicts(settings):
        yield Examined(what=wrong.what, ok=False, found="", fault=wrong.sentence, cure=wrong.cure)
    ask = None if asks is None else lambda device: asks(_wish(device))
    for found in checks.examine(plan_of(settings), SystemClock(), watch_ns=round(watch_s * 1e9), asks=ask):
        yield Examined(what=found.what, ok=found.sound, found=found.found, fault=found.fault, cure=found.cure)
    for check in Computer().checks(needs_spi=any(reader.on_spi for reader in settings.readers)):
        yield Examined(
            what=f"this computer: {check.what}",
            ok=check.fault is None,
            found=str(check.found),
            fault=check.fault and str(check.fault),
            cure=check.cure and str(check.cure),
        )


def _wish(device: ButtonPlan | ReaderPlan) -> str:
    if isinstance(device, ButtonPlan):
        return f"Press the button of seat {device.seat} now."
    return f"Lay a card on {device.name} now."


def reach(settings: Settings, name: str) -> Iterator[str]:
    """Poll one reader, named by its number or a zone; yield lines saying how many of the last polls read a card.

    Raise BadInput if there is no such reader, or it cannot be polled.
    """
    found = [one for one in settings.readers if name == str(one.number) or name in one.served]
    if len(found) != 1:
        there = ", ".join(f"{one.number} ({'/'.join(one.served)})" for one in settings.readers)
        wrong = "several readers serve" if found else "no reader is called"
        raise BadInput(f"--range: {wrong} {short(name)}; there are: {there}")
    if found[0].backend == "pico":
        raise BadInput("--range: this reader is polled by its Pico; `cardtable watch` shows what it reads")
    plan = plan_of(settings)
    reader = next(one for one in plan.readers if one.name == found[0].title)
    try:
        for seen in reaching.reach(plan, SystemClock(), reader):
            bar = "#" * seen.read + "." * (seen.polls - seen.read)
            yield f"{bar} {seen.read} of the last {seen.polls} polls read a card"
    except OSError as error:
        explanation = explained(error, reader)
        raise BadInput(f"{reader.name}: {explanation[0]}; {explanation[1]}") from None
