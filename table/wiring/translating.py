"""Turns what a sensor saw into the table's terms, and nanoseconds into whole microseconds of its clock."""

from hardware.ports import ButtonChatter, Edge, Item, ReaderHealth, Sighting, Source, UnreadTag
from table.sensing import intake

_NS_PER_US = 1000


def look(source: Source) -> tuple[list[intake.Item], int]:
    """Poll a source once; return what it saw and its watermark, in us."""
    batch = source.poll()
    return [translated(item) for item in batch.items], batch.watermark_ns // _NS_PER_US


def translated(item: Item) -> intake.Item:
    """Return what a sensor saw, in the table's terms."""
    at_us = item.at_ns // _NS_PER_US
    match item:
        case Sighting():
            return intake.TagSeen(at_us, item.reader, item.uid, item.present, item.lay_there, item.smart)
        case UnreadTag():
            return intake.Unread(at_us, item.reader)
        case ReaderHealth():
            return intake.Health(at_us, item.reader, item.alive, item.why)
        case Edge():
            return intake.Pushed(at_us, item.button, item.down, round(item.error_ns / _NS_PER_US), item.was_down)
        case ButtonChatter():
            return intake.Chatter(at_us, item.button, item.lasts_ns // _NS_PER_US)
