"""Lights and a buzzer: patterns as pure functions of time, distinguished by rhythm, never by colour alone.

A light shows one colour at a time; a single-colour lamp is on unless that colour is black.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hardware.clock import Clock
from hardware.plan import LightPlan
from hardware.ports import BLACK, WHITE, Colour, Light, OutputLine, Pins
from hardware.signals import Signal

_MS = 1_000_000
_GREEN, _AMBER, _RED, _BLUE = Colour(0, 255, 0), Colour(255, 120, 0), Colour(255, 0, 0), Colour(0, 0, 255)


@dataclass(frozen=True)
class Rhythm:
    """A colour with alternating on and off times in ms, starting with on. It `repeats` for ever or plays once.

    Without any times, the light is off.
    """

    times_ms: tuple[int, ...]
    colour: Colour = WHITE
    repeats: bool = True

    def shows(self, since_ns: int) -> Colour:
        """Return the colour to show, perhaps black, `since_ns` ns after the rhythm began.

        >>> [Rhythm((100, 100)).shows(ms * 1_000_000).red for ms in (0, 99, 100, 250)]
        [255, 255, 0, 255]
        """
        return self.colour if self._is_on(since_ns) else BLACK

    def _is_on(self, since_ns: int) -> bool:
        whole = sum(self.times_ms) * _MS
        if not whole or (not self.repeats and since_ns >= whole):
            return False
        since_ns %= whole
        for i, time_ms in enumerate(self.times_ms):
            if since_ns < time_ms * _MS:
                return i % 2 == 0
            since_ns -= time_ms * _MS
        return False


RHYTHMS: Mapping[Signal, Rhythm] = {
    Signal.OFF: Rhythm(()),
    Signal.STEADY: Rhythm((1000,), _GREEN),
    Signal.SLOW: Rhythm((700, 700), _AMBER),
    Signal.FAST: Rhythm((120, 120), _RED),
    Signal.PAIR: Rhythm((120, 120, 120, 640), _BLUE),
    Signal.BLINK: Rhythm((60, 1940)),
    Signal.TICK: Rhythm((30,), repeats=False),
    Signal.NO: Rhythm((200, 100, 200), _RED, repeats=False),
}


class Lamp:
    """One light that plays a signal. A tick or a refusal interrupts it for a moment."""

    def __init__(self, light: Light, clock: Clock) -> None:
        self._light = light
        self._clock = clock
        self._plays, self._since_ns = Signal.OFF, 0
        self._over: tuple[Signal, int] | None = None
        self._shows: Colour | None = None

    def play(self, signal: Signal) -> None:
        """Play a signal from now on; a signal that is already playing continues."""
        now_ns = self._clock.now_ns()
        if not RHYTHMS[signal].repeats:
            self._over = (signal, now_ns)
        elif signal is not self._plays:
            self._plays, self._since_ns = signal, now_ns

    @property
    def signal(self) -> Signal:
        """The signal being played, ignoring a momentary interruption."""
        return self._plays

    @property
    def is_steady(self) -> bool:
        """Whether the lamp stays unchanged until the next signal."""
        return self._over is None and len(RHYTHMS[self._plays].times_ms) < 2 and self._shows is not None

    def refresh(self) -> None:
        """Show the current colour. Raise OSError if that fails."""
        colour = self._wanted(self._clock.now_ns())
        if colour != self._shows:
            self._light.show(colour)
            self._shows = colour

    def put_out(self) -> None:
        """Stop the signal and switch the lamp off. Raise OSError if that fails."""
        self._plays, self._over = Signal.OFF, None
        self.refresh()

    def _wanted(self, now_ns: int) -> Colour:
        if self._over is not None:
            signal, since_ns = self._over
            if now_ns - since_ns < 2 * sum(RHYTHMS[signal].times_ms) * _MS:  # then dark for just as long
                return RHYTHMS[signal].shows(now_ns - since_ns)
            self._over = None
        return RHYTHMS[self._plays].shows(now_ns - self._since_ns)


class Together:
    """Several lights that always show the same colour, such as a seat's button and pad."""

    def __init__(self, lights: Sequence[Light]) -> None:
        self._lights = lights

    def show(self, colour: Colour) -> None:
        """Show a colour on all of them. Raise OSError if one fails."""
        for light in self._lights:
            light.show(colour)


class OneColour:
    """A single-colour lamp on a pin, or the buzzer: any colour but black switches it on."""

    def __init__(self, line: OutputLine) -> None:
        self._line = line
        self._is_on: bool | None = None

    def show(self, colour: Colour) -> None:
        """Switch the lamp if needed. Raise OSError if that fails."""
        on = colour != BLACK
        if on != self._is_on:
            self._line.set(high=on)
            self._is_on = on


class Parts(Protocol):
    """What a table provides to lights on its own pins."""

    def pins(self, backend: str) -> Pins:
        """Return a pin library, opened on first use."""
        ...


def opened(plan: LightPlan, parts: Parts) -> Light:
    """Open a lamp on one of the table's own pins; it is off at first."""
    assert plan.pin is not None, "the plan names every pin to be driven"  # noqa: S101 - settings ensure it
    return OneColour(parts.pins(plan.backend).output(plan.pin, high=False))


class LightBank:
    """Every lamp of a table by name. One thread calls `refresh` repeatedly."""

    def __init__(self, lights: Mapping[str, Light], clock: Clock) -> None:
        self._lamps = {name: Lamp(light, clock) for name, light in lights.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the lamps."""
        return tuple(self._lamps)

    @property
    def is_steady(self) -> bool:
        """Whether no lamp blinks or is about to change."""
        return all(lamp.is_steady for lamp in self._lamps.values())

    def plays(self, name: str) -> Signal:
        """Return a lamp's signal, ignoring a momentary interruption. Raise KeyError if there is no such lamp."""
        return self._lamps[name].signal

    def play(self, name: str, signal: Signal) -> None:
        """Play a signal on a lamp; do nothing if the table has no lamp with that name."""
        if name in self._lamps:
            self._lamps[name].play(signal)

    def refresh(self) -> None:
        """Show every light's current colour. Stop using lights that fail, and finally raise OSError for one of them."""
        self._each(Lamp.refresh)

    def dark(self) -> None:
        """Switch every light off, so that none stays on after the program. If one fails, raise OSError at the end."""
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
