"""A Pico on a cable: the host's port on one side, the program on the other, on one clock.

Nothing runs by itself: the program runs while the host waits for bytes. So both work on any clock, even a virtual one.
A host that does not read stops its Pico too, unless a bench runs it.
"""

from collections.abc import Callable
from random import Random
from secrets import token_hex

from firmware_bridge.pico.board import PicoProgram
from hardware.clock import Clock
from hardware.emulator.pico.circuit import Circuit, PowerCut
from hardware.emulator.pico.ports import Program, Stream
from hardware.emulator.pico.stand_in.board import Asker, Machine, Time
from hardware.emulator.pico.usb import HICCUPS, Way

_BOOTS_NS = 250_000_000  # from power-on to the first line


class InProcess:
    """The program, run in this process."""

    def __init__(self, circuit: Circuit, stream: Stream, clock: Clock) -> None:
        self._circuit = circuit
        self._clock = clock
        ask = Asker(circuit.ask)
        self._board = PicoProgram(Machine(ask), Time(ask), stream, token_hex(4), circuit.name.lower())

    def turn(self) -> int:
        """Run one step; return until when it sleeps, in ns."""
        rest_us = self._board.step()
        return self._clock.now_ns() + self._circuit.duration_ns(rest_us)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


Starts = Callable[[Circuit, Stream, Clock], Program]


class EmulatedPico:
    """One Pico, plugged in from the start. `starts` makes the program that runs on it."""

    def __init__(
        self,
        circuit: Circuit,
        clock: Clock,
        *,
        seed: int = 0,
        hiccups: float = HICCUPS,
        starts: Starts = InProcess,
        bench: "Bench | None" = None,
    ) -> None:
        """With a `bench`, it runs whenever another Pico on that bench does."""
        self.circuit = circuit
        self._clock = clock
        self._starts = starts
        chance = Random(f"cable {seed}")  # noqa: S311 - chance, no secret
        self.to_host, self.to_pico = Way(clock, chance, hiccups), Way(clock, chance, hiccups)
        self.stream = Stream(self.to_host, self.to_pico, lambda: self._opened > 0)
        self._opened = 0
        self._plugged = True
        self._program: Program | None = None
        self.sleeps_ns = clock.now_ns()
        self.bench = bench or Bench(clock)
        self.bench.picos.append(self)

    # -- the cable

    def open(self) -> "HostPort":
        """Open the port. Raise OSError if no Pico is plugged in."""
        if not self._plugged:
            raise OSError("no Pico is plugged in")
        self._opened += 1
        self.to_host.clear()
        return HostPort(self, self._clock)

    def closed(self) -> None:
        """Note that the host has closed its port."""
        self._opened -= 1

    def unplug(self) -> None:
        """Pull the plug: the Pico loses its power."""
        self._plugged = False
        self.reset()

    def plug(self) -> None:
        """Put the plug in again."""
        self._plugged = True
        self.sleeps_ns = self._clock.now_ns() + _BOOTS_NS

    def reset(self) -> None:
        self.close()
        self.to_host.clear()
        self.to_pico.clear()
        self.circuit.switch_on()
        self.sleeps_ns = self._clock.now_ns() + _BOOTS_NS

    def close(self) -> None:
        """End its program; safe to call twice."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def check(self) -> None:
        """Raise OSError if the plug is out."""
        if not self._plugged:
            raise OSError("its cable was pulled, or it lost power")

    # -- the program

    def turn(self) -> None:
        """Run the program until it sleeps."""
        if not self._plugged:
            self.sleeps_ns = self._clock.now_ns() + _BOOTS_NS
            return
        try:
            if self._program is None:
                self.circuit.switch_on()
                self._program = self._starts(self.circuit, self.stream, self._clock)
            self.sleeps_ns = self._program.turn()
        except PowerCut:
            self.reset()


class Bench:
    """Picos that one thread runs in turn."""

    def __init__(self, clock: Clock) -> None:
        self.picos: list[EmulatedPico] = []
        self._clock = clock

    def run(self, until_ns: int) -> None:
        """Run every Pico until a time, or a little longer."""
        while (now_ns := self._clock.now_ns()) < until_ns:
            due = [pico for pico in self.picos if pico.sleeps_ns <= now_ns]
            for pico in due:
                pico.turn()
            if not due:
                self._clock.sleep_ns(min(until_ns, *(pico.sleeps_ns for pico in self.picos)) - now_ns)


class HostPort:
    """The host's side of the cable: a serial port."""

    def __init__(self, pico: EmulatedPico, clock: Clock) -> None:
        self._pico = pico
        self._clock = clock
        self._open = True

    def read(self, wait_ns: int) -> bytes:
        """Return what has come; run the Pico for at most `wait_ns` until something does."""
        until_ns = self._clock.now_ns() + wait_ns
        while True:
            self._pico.check()
            data = self._pico.to_host.read()
            now_ns = self._clock.now_ns()
            if data or now_ns >= until_ns:
                return data
            comes_ns = self._pico.to_host.next_ns
            self._pico.bench.run(min(until_ns, now_ns + 1_000_000 if comes_ns is None else max(now_ns + 1, comes_ns)))

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._pico.check()
        self._pico.to_pico.write(data)

    def close(self) -> None:
        """Close the port; safe to call twice."""
        if self._open:
            self._open = False
            self._pico.closed()
