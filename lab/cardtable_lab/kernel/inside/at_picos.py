"""A table wired to Picos: hands operate its parts, and its sensors' reports are collected and checked."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardtable_lab.kernel.inside.gadget import Pico
from hardware.emulator.tag import Tag
from hardware.plan import PICO_LIGHTS
from table.settings.model import Settings
from table.testing.sensors import Sensors
from table.wiring.sensors import Sensed

UIDS = ("04a1b2c3d4e5f6", "04b1b2c3d4e5f6", "04c1b2c3d4e5f6")
_TOUCH_MS, _DOWN_S, _UP_S = 300, 0.08, 0.17
_PATIENCE_MS, _SETTLES_MS = 20_000, 500
_MS = 1_000_000
_SENSED = ("button_down", "button_up", "tag_arrived", "tag_left")


class Table:
    """A table on Picos, and what its sensors have reported since it became ready."""

    def __init__(self, *serial_numbers: str) -> None:
        self.sensors = Sensors(_settings(serial_numbers), _nobody)
        self.sensed: list[Sensed] = []

    def close(self) -> None:
        """Close the table's devices."""
        self.sensors.close()

    def hears(self, enough: Callable[[], object] = lambda: False, ms: int = _PATIENCE_MS) -> bool:
        """Collect reports for up to `ms` ms, or until `enough` returns true. Return the last result of `enough`."""

        def is_enough(new: list[Sensed]) -> bool:
            before, self.sensed = self.sensed, [*self.sensed, *new]
            try:
                return bool(enough())
            finally:
                self.sensed = before

        self.sensed += self.sensors.tell(ms, is_enough)
        return bool(enough())

    def count(self, *facts: str) -> int:
        """Return how many facts of these kinds were reported."""
        return sum(one.fact in facts for one in self.sensed)

    @property
    def health(self) -> list[str]:
        """The reported facts, other than cards and presses."""
        return [one.fact for one in self.sensed if one.fact not in _SENSED]

    @property
    def news(self) -> list[str]:
        """The facts in `health`, each with its reason."""
        return [f"{one.fact} {one.why or ''}".strip() for one in self.sensed if one.fact not in _SENSED]

    def is_ready(self) -> bool:
        """Return whether all Picos are connected."""
        return self.sensors.hardware.is_ready


@contextmanager
def table_of(*serial_numbers: str) -> Iterator[Table]:
    """Run a table on these Picos until the block ends."""
    table = Table(*serial_numbers)
    try:
        yield table
    finally:
        table.close()


def _nobody(wish: str) -> None:
    raise AssertionError(f"nobody is asked: {wish}")


def _settings(serial_numbers: Sequence[str]) -> Settings:
    """Return settings in which each Pico has a reader and two buttons with lights: seats 1 and 2, then 3 and 4."""
    names = [f"pico-{number}" for number, _ in enumerate(serial_numbers, 1)]
    return Settings.model_validate(
        {
            "table": {"seats": 4, "database": "unused.db"},
            "pico": [
                {"name": name, "serial_number": number} for name, number in zip(names, serial_numbers, strict=True)
            ],
            "reader": [
                {"zone": f"seat.{2 * at + 1}", "backend": "pico", "pico": name, "channel": 0}
                for at, name in enumerate(names)
            ],
            "button": [
                {
                    "seat": 2 * at + channel + 1, "backend": "pico", "pico": name, "channel": channel,
                    "light_pin": PICO_LIGHTS[channel],
                }
                for at, name in enumerate(names)
                for channel in (0, 1)
            ],
        }
    )  # fmt: skip


def _press(pico: Pico, channel: int) -> tuple[int, int]:
    """Press and release a button, and return both times, in ns."""
    button = pico.buttons[channel]
    down_ns = button.press() or 0
    time.sleep(_DOWN_S)
    up_ns = time.monotonic_ns()
    button.release()
    time.sleep(_UP_S)
    return down_ns, up_ns


def _touch(pico: Pico, uid: str) -> None:
    """Briefly touch the pad of a Pico's first reader with a card."""
    now_ns = time.monotonic_ns()
    pico.fields[0].put(Tag(bytes.fromhex(uid)), from_ns=now_ns, until_ns=now_ns + _TOUCH_MS * _MS)


class Played:
    """Records what hands did at a Pico, and checks that the table reported each action exactly once, in order."""

    def __init__(self, table: Table, seats: Sequence[int] = (1, 2)) -> None:
        self._table = table
        self._seats = seats
        self._from = len(table.sensed)
        self.edges: list[tuple[int, bool, int]] = []  # seat, down, at_ns
        self.cards: list[str] = []

    def plays(self, pico: Pico, times: int) -> None:
        """Press buttons `times` times, and touch the pad with a card on every third press."""
        for _ in range(times):
            number = len(self.edges) // 2
            if number % 3 == 0:
                self.cards.append(UIDS[len(self.cards) % 3])
                _touch(pico, self.cards[-1])
            channel = number % 2
            down_ns, up_ns = _press(pico, channel)
            self.edges += [(self._seats[channel], True, down_ns), (self._seats[channel], False, up_ns)]

    def errors(self) -> str:
        """Wait until everything has been reported. Return what is wrong, or "" if nothing is."""
        wanted = len(self.edges) + 2 * len(self.cards)
        self._table.hears(lambda: len(self._sensed) >= wanted)
        self._table.hears(ms=_SETTLES_MS)
        edges = [(one.seat, one.fact == "button_down") for one in self._sensed if one.fact.startswith("button")]
        came = [one.uid for one in self._sensed if one.fact == "tag_arrived"]
        went = [one.uid for one in self._sensed if one.fact == "tag_left"]
        wrong = [] if edges == [(seat, down) for seat, down, _ in self.edges] else [f"{len(edges)} edges {edges}"]
        wrong += [f"cards {came} and {went}"] * (not came == went == self.cards)
        return "; ".join(wrong)

    def off_ms(self) -> tuple[float, float]:
        """Return how far the worst stamp exceeds its error bound, and the largest error bound, in ms."""
        opened_ns = self._table.sensors.hardware.opened_ns
        edges = [one for one in self._sensed if one.fact.startswith("button")]
        errors = [one.error_ms or 0.0 for one in edges]
        off = [
            abs(one.t * 1e3 - (at_ns - opened_ns) / _MS) - error
            for one, (_, _, at_ns), error in zip(edges, self.edges, errors, strict=True)
        ]
        return max(off), max(errors)

    @property
    def _sensed(self) -> list[Sensed]:
        return [one for one in self._table.sensed[self._from :] if one.fact in _SENSED]


def plays(table: Table, pico: Pico, times: int = 3, seats: Sequence[int] = (1, 2)) -> str:
    """Press buttons `times` times, touching the pad in between. Return what is wrong with the reports, or ""."""
    played = Played(table, seats)
    played.plays(pico, times)
    return played.errors()
