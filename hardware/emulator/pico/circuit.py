"""The circuit around a Pico: chips with their selects, buttons, lamps; also the Pico's crystal, watchdog and power.

The Pico's program asks questions as text: `ticks`, `sleep US`, `out PIN LEVEL`, `in PIN PULL`, `level PIN`, `irq PIN
ON`, `spi N HZ SCK MOSI MISO`, `transfer HEX`, `watchdog MS`, `fed`, `name`, `reset`. It receives the tick, an answer,
and the changes of watched pins since its last question.
"""

from collections.abc import Callable
from random import Random

from hardware.clock import Clock
from hardware.emulator.pins import EmulatedButton, Watch
from hardware.ports import OutputLine, SpiPort

TICKS = 1 << 30  # us (MicroPython on 32 bits)
BEFORE_WRAP = 5_000_000  # us from power-on until ticks wrap around: no test waits for 17.9 minutes
_SPI0 = (18, 19, 16)  # SCK, MOSI, MISO: nothing is wired to any other pins
# The overhead of a transfer beyond its bits: MicroPython's time for the call, its buffer, and two writes to the select.
# A conservative estimate: about ten calls of 2 to 4 us each at 125 MHz.
_TRANSFER_NS = 40_000
_TURN_NS = 50_000  # how long the interpreter takes for one pass of the loop, which feeds the watchdog once
_LATE_NS = (6_000, 30_000)  # from an edge to the stamp in its interrupt

Answer = tuple[int, str, list[tuple[int, tuple[int, int]]]]


class PowerCut(Exception):
    """The Pico has lost power or is restarting: its program ends here."""


class Circuit:
    """The pins of one Pico. `name` is the serial number, 16 hexadecimal digits; `ppm` the error of its crystal."""

    def __init__(self, clock: Clock, name: str, *, ppm: float = 0.0, seed: int = 0) -> None:
        self.name = name
        self.selects: dict[int, SpiPort] = {}
        self.buttons: dict[int, EmulatedButton] = {}
        self.lamps: dict[int, OutputLine] = {}
        self.resets = 0
        self._clock = clock
        self._rate = 1 + ppm / 1e6
        self._chance = Random(f"circuit {seed}")  # noqa: S311 - chance, no secret
        self._ops: dict[str, Callable[..., str]] = {
            "ticks": lambda: "",
            "sleep": self._sleep,
            "out": self._out,
            "in": self._in,
            "level": self._level,
            "irq": self._irq,
            "spi": self._spi,
            "transfer": self._transfer,
            "watchdog": self._watchdog,
            "fed": self._feed,
            "name": lambda: self.name.lower(),
            "reset": self._reset,
        }
        self.switch_on()

    def switch_on(self) -> None:
        """Switch the Pico on: every pin is an input, pulled down (RP2040 datasheet, PADS_BANK0), and ticks start."""
        self._on_ns = self._clock.now_ns()
        self._outputs: dict[int, bool] = {}
        self._pulled_up: set[int] = set()
        self._watches: dict[int, Watch] = {}
        self._has_bus = False
        self._starves_ns: int | None = None
        self._hunger_ns = 0
        for lamp in self.lamps.values():
            lamp.set(high=False)

    def tick(self, at_ns: int) -> int:
        """Return the tick at `at_ns`."""
        return (TICKS - BEFORE_WRAP + round((at_ns - self._on_ns) / 1000 * self._rate)) % TICKS

    def duration_ns(self, ticks: int) -> int:
        """Return the true duration of `ticks` ticks, in ns."""
        return round(ticks * 1000 / self._rate)

    def ask(self, question: str) -> Answer:
        """Answer one question. Raise PowerCut if the program has to end."""
        op, *words = question.split()
        result = self._ops[op](*words)
        now_ns = self._clock.now_ns()
        if self._starves_ns is not None and now_ns >= self._starves_ns:
            self.resets += 1
            raise PowerCut("the watchdog was not fed")
        return self.tick(now_ns), result, self._changes(now_ns) if self._watches else []

    def _changes(self, now_ns: int) -> list[tuple[int, tuple[int, int]]]:
        moved = [(pin, watch) for pin, watch in self._watches.items() if watch.has_more]
        if not moved:
            return []
        found = [(level.at_ns, pin, level.high) for pin, watch in moved for level in watch.take(now_ns)]
        return [
            (pin, (self.tick(at_ns + self._chance.randint(*_LATE_NS)), int(high))) for at_ns, pin, high in sorted(found)
        ]

    # -- questions

    def _sleep(self, duration_us: str) -> str:
        self._clock.sleep_ns(self.duration_ns(int(duration_us)))
        return ""

    def _out(self, number: str, level: str) -> str:
        pin, high = int(number), level == "1"
        self._outputs[pin] = high
        if pin in self.lamps:
            self.lamps[pin].set(high=high)
        return ""

    def _in(self, number: str, pulled_up: str) -> str:
        pin = int(number)
        self._outputs.pop(pin, None)
        (self._pulled_up.add if pulled_up == "1" else self._pulled_up.discard)(pin)
        return ""

    def _level(self, number: str) -> str:
        pin = int(number)
        if pin in self._outputs:
            return str(int(self._outputs[pin]))
        return str(int(pin not in self.buttons or self.buttons[pin].high_at(self._clock.now_ns())))

    def _irq(self, number: str, on: str) -> str:
        pin = int(number)
        self._watches.pop(pin, None)
        if on == "1" and pin in self.buttons:
            self._watches[pin] = Watch(self.buttons[pin], from_ns=self._clock.now_ns(), reads_late=True)
        return ""

    def _spi(self, number: str, hz: str, *pins: str) -> str:
        self._has_bus = number == "0" and tuple(map(int, pins)) == _SPI0
        self._byte_ns = 8 * 1_000_000_000 // int(hz)
        return ""

    def _transfer(self, data: str) -> str:
        sent = bytes.fromhex(data)
        self._clock.sleep_ns(_TRANSFER_NS + len(sent) * self._byte_ns)
        selected = [port for pin, port in self.selects.items() if not self._outputs.get(pin, pin in self._pulled_up)]
        if not self._has_bus or not selected:
            return "00" * len(sent)
        answers = [port.xfer2(sent) for port in selected]
        return bytes(_met(column) for column in zip(*answers, strict=True)).hex()

    def _watchdog(self, timeout_ms: str) -> str:
        self._hunger_ns = int(timeout_ms) * 1_000_000
        return self._feed()

    def _feed(self) -> str:
        self._clock.sleep_ns(_TURN_NS)
        self._starves_ns = self._clock.now_ns() + self._hunger_ns
        return ""

    def _reset(self) -> str:
        self.resets += 1
        raise PowerCut("the program asked for it")


def _met(bytes_of_each: tuple[int, ...]) -> int:
    """Combine the answers of chips selected at the same time: outputs pull down harder than they pull up."""
    met = 0xFF
    for byte in bytes_of_each:
        met &= byte
    return met
