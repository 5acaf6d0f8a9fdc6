"""Examines a Pico and everything wired to it: whether the Pico answers, the state of its clock, and what it detects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_bridge.bridge import Bridge, Changed, Lost, ReaderReported
from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.findings import Asks, Finding, judged, light_name, was_pressed
from hardware.mfrc522.chip import chip_name
from hardware.plan import ButtonPlan, PicoPlan
from hardware.ports import BLACK, WHITE, Level

_PATIENCE_NS = 4_000_000_000  # opening the port may restart the Pico, and then its chips
_FLASH_NS = 150_000_000

# Cures, by words that the reason contains.
_CURES: Mapping[str, str] = {
    "permission": "then try again",
    "cardtable flash": "then pull its plug and put it in again",
    "another program": "stop that program: a terminal, or another table",
    "several Picos": "name it in table.toml",
    "does not answer": "put the program there with `cardtable flash`; then pull its plug and put it in again",
    "failed": "put the program of this version there with `cardtable flash`",
}
_NOT_THERE = "check its cable (some only charge); `lsusb` shows 2e8a:0005 for a Pico with MicroPython"


@dataclass
class _Visit:
    """What a Pico reported during the check."""

    why: str | None = "it does not answer"  # None once it is there
    readers: dict[int, ReaderReported] = field(default_factory=dict)
    levels: dict[int, list[Level]] = field(default_factory=dict)

    def listen(self, bridge: Bridge) -> None:
        """Collect what the Pico reports."""
        for seen in bridge.poll():
            match seen:
                case Lost(why=why):
                    self.why = why
                case ReaderReported(channel=channel):
                    self.readers[channel] = seen
                case Changed(channel=channel, at_ns=at_ns, high=high, error_ns=error_ns):
                    self.levels.setdefault(channel, []).append(Level(at_ns, high, error_ns))
        if bridge.is_there:
            self.why = None


def examine(
    assembly: Assembly, clock: Clock, pico: PicoPlan, *, watch_ns: int, asks: Asks | None = None
) -> Iterator[Finding]:
    """Examine a Pico and every reader, button and light on it; `asks` prompts for a press of each button."""
    bridge, visit = assembly.bridge(pico), _Visit()
    asks = None if pico.backend == "emulated" else asks
    channels = {reader.channel for reader in assembly.plan.readers if reader.pico == pico.name}
    until_ns = clock.now_ns() + _PATIENCE_NS
    while clock.now_ns() < until_ns and not (visit.why is None and channels <= visit.readers.keys()):
        visit.listen(bridge)
    yield _itself(pico, bridge, visit)
    if visit.why is not None:
        return
    buttons = [button for button in assembly.plan.buttons if button.pico == pico.name]
    if asks is None:
        _listen(visit, bridge, clock, watch_ns)
    else:
        for button in buttons:
            asks(button)
            _listen(visit, bridge, clock, watch_ns, button)
    yield from _readers(assembly, pico, visit)
    for button in buttons:
        changes = visit.levels.get(button.channel, [])
        at_rest = len(changes) == 1 and changes[0].high  # the Pico reports each level at set-up
        levels = [] if at_rest else changes[1:] if changes and changes[0].high else changes
        yield judged(button, levels, asked=asks is not None)
    yield from _lights(assembly, clock, pico, bridge, visit)


def _listen(visit: _Visit, bridge: Bridge, clock: Clock, watch_ns: int, button: ButtonPlan | None = None) -> None:
    """Listen for `watch_ns` ns, or until `button` has been pressed."""
    until_ns = clock.now_ns() + watch_ns
    while clock.now_ns() < until_ns:
        if button is not None and was_pressed(button, visit.levels.get(button.channel, []), clock.now_ns()):
            return
        visit.listen(bridge)


def _itself(pico: PicoPlan, bridge: Bridge, visit: _Visit) -> Finding:
    what = f"pico {pico.name}"
    if visit.why is None:
        return Finding(what, f"serial number {bridge.board}, its clock is known to {bridge.error_ns / 1e6:.1f} ms")
    cure = next((cure for words, cure in _CURES.items() if words in visit.why), _NOT_THERE)
    return Finding(what, "", visit.why, cure)


def _readers(assembly: Assembly, pico: PicoPlan, visit: _Visit) -> Iterator[Finding]:
    for reader in assembly.plan.readers:
        if reader.pico != pico.name:
            continue
        reported = visit.readers.get(reader.channel)
        if reported is None or not reported.alive:
            why = "its reader never started" if reported is None else reported.why
            cure = f"check its 3.3 V and ground, SDA of channel {reader.channel}, then SCK, MOSI, MISO and RST"
            yield Finding(reader.name, "", f"no chip answers: {why}", cure)
        else:
            yield Finding(reader.name, chip_name(reported.version))


def _lights(assembly: Assembly, clock: Clock, pico: PicoPlan, bridge: Bridge, visit: _Visit) -> Iterator[Finding]:
    for light in assembly.plan.lights:
        if light.pico != pico.name:
            continue
        lamp = assembly.light(light)
        for colour in (WHITE, BLACK):
            lamp.show(colour)
            until_ns = clock.now_ns() + _FLASH_NS
            while clock.now_ns() < until_ns:
                visit.listen(bridge)
        yield Finding(light_name(light), "driven on and off once")
