"""How the hardware is: which readers are lost, which were started anew, who has pressed, and who for long.

All of it lies beside the game, and is there with or without one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import structlog

from table.board import LONG_US
from table.sensing.intake import Health, Item, Pushed
from table.sensing.zones import Antenna

_log = structlog.get_logger()


class Condition:
    """Readers and buttons of one table, as far as items have told."""

    def __init__(self, antennas: Mapping[str, Antenna]) -> None:
        """`antennas` says where the readers are."""
        self._antennas = antennas
        self._down: dict[str, Health] = {}
        self._restarts: dict[str, int] = {}
        self._stalled: set[str] = set()
        self._broken: dict[str, str] = {}
        self._presses: dict[int, int] = {}
        self._pressed_us: dict[int, int] = {}
        self._held: dict[int, int] = {}

    # -- what is told

    def note_stall(self, source: str) -> None:
        """Note that a source does not answer; it does again as soon as `note` hears of it."""
        self._stalled.add(source)
        _log.error("a source does not answer: the table stands still", source=source)

    def note_break(self, source: str, why: str) -> None:
        """Note that a source has failed; it works again as soon as `note` hears of it."""
        self._broken[source] = why
        _log.error("a source has failed: the table goes on without it", source=source, error=why)

    def is_broken(self, source: str) -> bool:
        """Tell whether a source has failed, and was not heard of since."""
        return source in self._broken

    def note(self, source: str, items: Iterable[Item], watermark_us: int | None) -> bool:
        """Take what is certain now that a source has answered, in order, up to the watermark of all sources.

        Returns whether there is something new to show.
        """
        before = (set(self._stalled), dict(self._presses), dict(self._held))
        self._stalled.discard(source)
        health = self._broken.pop(source, None) is not None
        for item in items:
            if isinstance(item, Health):
                self.note_health(item)
                health = True
            elif isinstance(item, Pushed):
                self._note_press(item)
        if watermark_us is not None:
            self._note_long(watermark_us)
        return health or before != (self._stalled, self._presses, self._held)

    def note_health(self, item: Health) -> None:
        """Take what is known of one reader."""
        if item.alive and item.why:
            self._restarts[item.reader] = self._restarts.get(item.reader, 0) + 1
            _log.warning("a reader was started anew", reader=item.reader, why=item.why)
        elif item.alive:
            self._down.pop(item.reader, None)
            _log.info("a reader is back", reader=item.reader)
        else:
            self._down[item.reader] = item
            _log.warning("a reader is lost", reader=item.reader, why=item.why)

    def _note_press(self, item: Pushed) -> None:
        self._note_long(item.at_us)
        self._pressed_us.pop(item.seat, None)
        if item.down:
            self._pressed_us[item.seat] = item.at_us
            self._presses[item.seat] = self._presses.get(item.seat, 0) + 1

    def _note_long(self, now_us: int) -> None:
        self._held |= {seat: at_us for seat, at_us in self._pressed_us.items() if now_us - at_us >= LONG_US}

    # -- what is asked

    def lost(self, now_us: int) -> list[Health]:
        """Tell anew which readers are lost, as of `now_us`: for a game that begins."""
        return [replace(item, at_us=now_us) for item in self._down.values()]

    @property
    def held(self) -> Mapping[int, int]:
        """By seat, when the latest press began that lasted for `LONG_US` or more, in us of the table's clock."""
        return dict(self._held)

    @property
    def health(self) -> Mapping[str, Any]:
        """How readers and buttons are: `lost` says why, by reader; `presses` counts by seat.

        `readers` are objects of `reader`, `zones`, `why` it is lost (null: it is not), and `restarts`.
        """
        return {
            "lost": {item.reader: item.why for item in self._down.values()},
            "restarts": dict(self._restarts),
            "stalled": sorted(self._stalled),
            "broken": dict(self._broken),
            "readers": [self._reader(name, antenna) for name, antenna in self._antennas.items()],
            "presses": dict(self._presses),
        }

    def _reader(self, name: str, antenna: Antenna) -> dict[str, Any]:
        down = self._down.get(name)
        restarts = self._restarts.get(name, 0)
        return {"reader": name, "zones": list(antenna.zones), "why": down and down.why, "restarts": restarts}
