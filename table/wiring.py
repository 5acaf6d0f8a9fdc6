"""From hardware to a running table: the only file that knows both sides. Its parts are keyword arguments.

The emulated table is built like any other: drivers over ports. Only what stands behind the ports is emulated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2s

from hardware.button_bank import ButtonBank
from hardware.clock import Clock, SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pins import EmulatedButton
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from hardware.mfrc522 import Mfrc522
from hardware.ports import Edge, Sighting, Source
from hardware.reader_bank import ReaderBank
from table.controller import Controller, Observed
from table.intake import Pushed, Seen
from table.journal import Journal
from table.live import LiveTable
from table.tabletop import Tabletop

STRANGER = "stranger"  # a card that is in the box but in no deck: somebody's travel pass


@dataclass(frozen=True)
class Emulated:
    """Emulated hardware: everything that sees, the ports it sees through, the tags, and hands to move them."""

    sources: Mapping[str, Source]
    ports: Mapping[str, EmulatedSpi]
    tags: Mapping[bytes, str]
    tabletop: Tabletop


def emulated_hardware(*, zones: Sequence[str], seats: int, cards: Sequence[str], clock: Clock) -> Emulated:
    """Build a reader for each zone, a button for each seat, a tag for each card, and one for a stranger's."""
    fields = {zone: Field() for zone in zones}
    ports = {zone: EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)) for zone, field in fields.items()}
    chips = {zone: Mfrc522(port, clock) for zone, port in ports.items()}
    for chip in chips.values():
        chip.reset()
    buttons = {seat: EmulatedButton(clock) for seat in range(1, seats + 1)}
    tags = {card: Tag(_uid(card)) for card in (*cards, STRANGER)}
    return Emulated(
        sources={"readers": ReaderBank(chips, clock), "buttons": ButtonBank(buttons, clock)},
        ports=ports,
        tags={tag.uid: card for card, tag in tags.items() if card != STRANGER},
        tabletop=Tabletop(pads=fields, buttons=buttons, tags=tags, now_ns=clock.now_ns),
    )


def emulated_table(
    *,
    journal: Journal,
    zones: Sequence[str],
    seats: int,
    cards: Sequence[str],
    clock: Clock | None = None,
    hardware: Callable[..., Emulated] = emulated_hardware,
) -> LiveTable:
    """Build a table of which only the chips, tags and pins are emulated. It does not run yet."""
    built = hardware(zones=zones, seats=seats, cards=cards, clock=clock or SystemClock())
    return LiveTable(
        controller=Controller(journal=journal, tags=built.tags, sources=list(built.sources), seats=seats),
        sources={name: partial(_look, name, source) for name, source in built.sources.items()},
        tabletop=built.tabletop,
        closing=[port.close for port in built.ports.values()],
    )


def _uid(card: str) -> bytes:
    """Give an emulated card a seven-byte UID that is the same on every start; 04 is the maker's code of NXP."""
    return b"\x04" + blake2s(card.encode(), digest_size=6).digest()


def _look(name: str, source: Source) -> Observed:
    """Ask a source once, and say in the table's words what it saw."""
    batch = source.poll()
    return Observed(name, [_translated(item) for item in batch.items], batch.watermark_ns)


def _translated(item: Sighting | Edge) -> Seen | Pushed:
    if isinstance(item, Sighting):
        return Seen(item.at_ns, item.reader, item.uid, item.present)
    return Pushed(item.at_ns, item.button, item.down, item.error_ns)
