"""How emulated USB readers find tags: one at a time; if two arrive together, the first or neither."""

from dataclasses import dataclass

from hardware.emulator.field import Field
from hardware.emulator.tag import Tag

HOLDS_NS = 50_000_000  # a tag without power for this long has gone, and another tag can be found


@dataclass
class Finder:
    """A field, the tag found in it, when that tag last had power, and how often a tag came or went."""

    field: Field
    tag: Tag | None = None
    powered_ns: int = 0
    events: int = 0
    both: bool = True  # whether it finds the first of two tags that arrive together; if not, it finds neither

    def look(self, now_ns: int) -> None:
        """Update the tag that is found; a tag stays found as long as it has power."""
        tags = self.field.poll(now_ns)
        if self.tag in tags:
            self.powered_ns = now_ns
            return
        if self.tag is not None:
            if now_ns - self.powered_ns < HOLDS_NS:
                return
            self.tag, self.events = None, self.events + 1
        if len(tags) == 1 or (tags and self.both):
            self.tag, self.powered_ns, self.events = tags[0], now_ns, self.events + 1
