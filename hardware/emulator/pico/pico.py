"""A Pico on an emulated USB cable: its ports, and 1 ms frames with pauses caused by hubs and kernels."""

from collections import deque
from collections.abc import Callable
from random import Random
from secrets import token_hex
from typing import Protocol

from firmware_bridge.pico.board import PicoProgram
from hardware.clock import Clock
from hardware.emulator.pico.circuit import Circuit, PowerCut
from hardware.emulator.pico.stand_in.board import Asker, Machine, Time

# -- A USB cable between a Pico and its host: bytes travel in 1 ms frames, with pauses caused by hubs and kernels
#
# Bytes in transit when the cable is unplugged are lost.

FRAME_NS = 1_000_000  # full speed: one frame per millisecond (USB 2.0, 8.4.3)
HICCUP_NS = 8_000_000
HICCUPS = 0.02  # share of the writes that are delayed
_JITTER_NS = 300_000  # until the program at the other end has the bytes
_ROOM = 4096  # bytes kept for a host that does not read (the kernel's buffer)


class Way:
    """One direction of the cable. Pieces arrive in order, each at its time."""

    def __init__(self, clock: Clock, chance: Random, hiccups: float = HICCUPS) -> None:
        self._clock = clock
        self._chance = chance
        self._hiccups = hiccups
        self._pieces: deque[tuple[int, bytes]] = deque()
        self._last_ns = 0
        self.waiting = 0

    def write(self, data: bytes) -> int:
        """Accept as many bytes as there is room for, and return their number."""
        data = data[: max(0, _ROOM - self.waiting)]
        if data:
            now_ns = self._clock.now_ns()
            at_ns = (now_ns // FRAME_NS + 1) * FRAME_NS + self._chance.randrange(_JITTER_NS)
            if self._chance.random() < self._hiccups:
                at_ns += self._chance.randrange(HICCUP_NS)
            self._last_ns = max(self._last_ns, at_ns)
            self._pieces.append((self._last_ns, data))
            self.waiting += len(data)
        return len(data)

    def read(self, most: int | None = None) -> bytes:
        """Return what has arrived by now, at most `most` bytes."""
        now_ns, data = self._clock.now_ns(), b""
        while self._pieces and self._pieces[0][0] <= now_ns and (most is None or len(data) < most):
            at_ns, piece = self._pieces.popleft()
            if most is not None and len(data) + len(piece) > most:
                cut = most - len(data)
                self._pieces.appendleft((at_ns, piece[cut:]))
                piece = piece[:cut]
            data += piece
        self.waiting -= len(data)
        return data

    @property
    def next_ns(self) -> int | None:
        """When the next piece arrives; None if none is on its way."""
        return self._pieces[0][0] if self._pieces else None

    def clear(self) -> None:
        self._pieces.clear()
        self.waiting = 0


# -- The ports between a Pico's program and its emulation


class Program(Protocol):
    """A program that runs on a Pico."""

    def turn(self) -> int:
        """Run until the program sleeps; return when it will wake, in ns. Raise PowerCut if it has ended."""
        ...

    def close(self) -> None: ...


class Stream:
    """The Pico's side of the cable."""

    def __init__(self, to_host: Way, from_host: Way, is_open: Callable[[], bool]) -> None:
        self._to_host = to_host
        self._from_host = from_host
        self._is_open = is_open

    def read(self, most: int) -> bytes:
        """Return the bytes that have arrived, at most `most`."""
        return self._from_host.read(most)

    def write(self, data: bytes) -> int:
        """Write as many bytes as the cable accepts; return how many. With no host listening, all bytes are lost."""
        return self._to_host.write(data) if self._is_open() else len(data)


_BOOTS_NS = 250_000_000  # from power-on to the first line


class InProcess:
    """The program, run in this process."""

    def __init__(self, circuit: Circuit, stream: Stream, clock: Clock) -> None:
        self._circuit = circuit
        self._clock = clock
        ask = Asker(circuit.ask)
        self._board = PicoProgram(Machine(ask), Time(ask), stream, token_hex(4), circuit.name.lower())

    def turn(self) -> int:
        """Run one step; return when the program will wake, in ns."""
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
        """With a `bench`, this Pico runs whenever another Pico on that bench runs."""
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
        """Record that the host has closed its port."""
        self._opened -= 1

    def unplug(self) -> None:
        """Pull the plug: the Pico loses its power."""
        self._plugged = False
        self.reset()

    def plug(self) -> None:
        """Plug the Pico in again."""
        self._plugged = True
        self.sleeps_ns = self._clock.now_ns() + _BOOTS_NS

    def reset(self) -> None:
        self.close()
        self.to_host.clear()
        self.to_pico.clear()
        self.circuit.switch_on()
        self.sleeps_ns = self._clock.now_ns() + _BOOTS_NS

    def close(self) -> None:
        """End the Pico's program; safe to call twice."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def check(self) -> None:
        """Raise OSError if the Pico is unplugged."""
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
        """Run every Pico until `until_ns`, or slightly longer."""
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
        """Return the bytes that have arrived; run the Pico until some arrive, for at most `wait_ns`."""
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
