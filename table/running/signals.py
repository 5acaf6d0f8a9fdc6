"""The signals of lights and buzzer, computed from public information alone.

A tick means that something was read, one for each drop: that two cards were dropped as one is a secret.
"""

from collections.abc import Callable

from table import events
from table.board import Snapshot
from table.event import Delivered
from table.games.game import PUBLIC
from table.view import View

BUZZER = "buzzer"
OFF, STEADY, SLOW, FAST, PAIR, BLINK, TICK, NO = "off", "steady", "slow", "fast", "pair", "blink", "tick", "no"

# Plays a signal on a light named `seat.N` or after a zone, or on the buzzer.
Play = Callable[[str, str], None]


def steady_signals(view: View) -> dict[str, str]:
    """Return what each light shows while the public view stays the same; other lights are off.

    >>> from table.view import SeatView
    >>> steady_signals(View(seats=(SeatView(seat=1), SeatView(seat=2)), waiting=(2,), turn=1))
    {'seat.1': 'steady', 'seat.2': 'slow'}
    """
    seats = [seat.seat for seat in view.seats]
    if view.paused:
        return {f"seat.{seat}": BLINK for seat in seats}
    wrong = {view.correction.zone: FAST} if view.correction else {}
    turn = {f"seat.{view.turn}": STEADY} if view.turn else {}
    return turn | {f"seat.{seat}": PAIR if view.race else SLOW for seat in view.awaited} | wrong


class Signals:
    """Plays what changed from one snapshot to the next. `show` is called by one thread."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._steady: dict[str, str] = {}
        self._told = 0
        self._ticks = 0
        self._game: int | None = None

    def show(self, snapshot: Snapshot) -> None:
        """Set the lights for a snapshot."""
        steady = steady_signals(snapshot.views[PUBLIC])
        for light in self._steady.keys() | steady.keys():
            self._play(light, steady.get(light, OFF))
        self._steady = steady
        told = snapshot.events.get(PUBLIC, ())
        if snapshot.game_id == self._game:
            self._momentary(snapshot, told[self._told :])
        self._game, self._told, self._ticks = snapshot.game_id, len(told), snapshot.ticks

    def _momentary(self, snapshot: Snapshot, told: tuple[Delivered, ...]) -> None:
        if snapshot.ticks != self._ticks:
            self._play(BUZZER, TICK)
        for one in told:
            match one.event:
                case events.PlayRefused(zone=place) | events.PressRefused(seat=place):
                    self._play(BUZZER, NO)
                    self._play(place if isinstance(place, str) else f"seat.{place}", NO)
