"""Where nanoseconds end: what a sensor saw, in the table's words and in whole microseconds of its clock."""

from hardware.ports import Edge, Item, ReaderHealth, Sighting, Source, UnreadTag
from table.sensing import intake

_NS_PER_US = 1000


def look(source: Source) -> tuple[list[intake.Item], int]:
    """Ask a source once; return what it saw and how far it has got, in us."""
    batch = source.poll()
    return [translated(item) for item in batch.items], batch.watermark_ns // _NS_PER_US


def translated(item: Item) -> intake.Item:
    """Say in the table's words what a sensor saw."""
    at_us = item.at_ns // _NS_PER_US
    match item:
        case Sighting():
            return intake.Seen(at_us, item.reader, item.uid, item.present, item.lay_there)
        case UnreadTag():
            return intake.Unread(at_us, item.reader)
        case ReaderHealth():
            return intake.Health(at_us, item.reader, item.alive, item.why)
        case Edge():
            return intake.Pushed(at_us, item.button, item.down, round(item.error_ns / _NS_PER_US))
