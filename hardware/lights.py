"""Lights and a buzzer: patterns as pure functions of time, told apart by rhythm and never by colour alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from hardware.clock import Clock
from hardware.ports import OutputLine

_MS = 1_000_000


@dataclass(frozen=True)
class Rhythm:
    """Times on and off in turn, in ms, beginning with on; it `repeats` for ever, or plays once. No times: off."""

    times_ms: tuple[int, ...]
    repeats: bool = True

    def is_on(self, since_ns: int) -> bool:
        """Return whether it is on `since_ns` ns after it began.

        >>> [Rhythm((100, 100)).is_on(ms * 1_000_000) for ms in (0, 99, 100, 250)]
        [True, True, False, True]
        """
        whole = sum(self.times_ms) * _MS
        if not whole or (not self.repeats and since_ns >= whole):
            return False
        since_ns %= whole
        for i, time_ms in enumerate(self.times_ms):
            if since_ns < time_ms * _MS:
                return i % 2 == 0
            since_ns -= time_ms * _MS
        return False


class Signal(Enum):
    """What a light or the buzzer can say."""

    OFF = Rhythm(())
    STEADY = Rhythm((1000,))  # it is your turn; play here
    SLOW = Rhythm((700, 700))  # everybody waits for you
    FAST = Rhythm((120, 120))  # something lies wrong here
    PAIR = Rhythm((120, 120, 120, 640))  # hurry: a race
    BLINK = Rhythm((60, 1940))  # the game waits
    TICK = Rhythm((30,), repeats=False)  # a card was read
    NO = Rhythm((200, 100, 200), repeats=False)  # something was refused


class Lamp:
    """One output that plays a signal. A tick or a refusal interrupts it for a moment."""

    def __init__(self, line: OutputLine, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._plays, self._since_ns = Signal.OFF, 0
        self._over: tuple[Signal, int] | None = None
        self._is_on: bool | None = None

    def play(self, signal: Signal) -> None:
        """Play a signal from now on; one that is playing already goes on undisturbed."""
        now_ns = self._clock.now_ns()
        if not signal.value.repeats:
            self._over = (signal, now_ns)
        elif signal is not self._plays:
            self._plays, self._since_ns = signal, now_ns

    @property
    def signal(self) -> Signal:
        """What it plays, apart from what interrupts it for a moment."""
        return self._plays

    @property
    def is_steady(self) -> bool:
        """Whether it stays as it is until it plays something else."""
        return self._over is None and len(self._plays.value.times_ms) < 2 and self._is_on is not None

    def refresh(self) -> None:
        """Set the output to its level for now. Raise OSError if that fails."""
        on = self._wanted(self._clock.now_ns())
        if on != self._is_on:
            self._line.set(high=on)
            self._is_on = on

    def put_out(self) -> None:
        """Switch it off for good. Raise OSError if that fails."""
        self._plays, self._over = Signal.OFF, None
        self.refresh()

    def _wanted(self, now_ns: int) -> bool:
        if self._over is not None:
            signal, since_ns = self._over
            if now_ns - since_ns < 2 * sum(signal.value.times_ms) * _MS:  # and dark for as long after it
                return signal.value.is_on(now_ns - since_ns)
            self._over = None
        return self._plays.value.is_on(now_ns - self._since_ns)


class Together:
    """Several outputs switched as one, such as the lights of a seat's button and pad."""

    def __init__(self, lines: Sequence[OutputLine]) -> None:
        self._lines = lines

    def set(self, *, high: bool) -> None:
        """Switch all of them. Raise OSError if one fails."""
        for line in self._lines:
            line.set(high=high)


class LightBank:
    """Every lamp of a table by name. One thread calls `refresh` again and again."""

    def __init__(self, lines: Mapping[str, OutputLine], clock: Clock) -> None:
        self._lamps = {name: Lamp(line, clock) for name, line in lines.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the lamps."""
        return tuple(self._lamps)

    @property
    def is_steady(self) -> bool:
        """Whether no lamp blinks, or is about to change."""
        return all(lamp.is_steady for lamp in self._lamps.values())

    def plays(self, name: str) -> Signal:
        """Return what a lamp plays, apart from what interrupts it for a moment. Raise KeyError if there is none."""
        return self._lamps[name].signal

    def play(self, name: str, signal: Signal) -> None:
        """Let a lamp play a signal; nothing happens if the table has no such lamp."""
        if name in self._lamps:
            self._lamps[name].play(signal)

    def refresh(self) -> None:
        """Set every output to its level for now. A lamp that fails is given up; raise its OSError when all are done."""
        self._each(Lamp.refresh)

    def dark(self) -> None:
        """Switch everything off, for what is left on stays on. If one fails, raise OSError when all are done."""
        self._each(Lamp.put_out)

    def _each(self, do: Callable[[Lamp], None]) -> None:
        failed: list[tuple[str, OSError]] = []
        for name, lamp in self._lamps.items():
            try:
                do(lamp)
            except OSError as error:
                failed.append((name, error))
        for name, _ in failed:
            del self._lamps[name]
        for name, why in failed:
            raise OSError(f"the light of {name} has failed: {why}") from why
