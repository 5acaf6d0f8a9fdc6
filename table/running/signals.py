"""The signals of lights and buzzer, computed only from public information.

A tick means that cards were read. Cards dropped together give one tick, because their number is a secret.
"""

from collections.abc import Callable

from hardware.signals import Signal
from table import events
from table.board import GameSnapshot
from table.event import Delivered
from table.games.game import PUBLIC
from table.view import View

BUZZER = "buzzer"

# Plays a signal on the buzzer or on a light; a light is named `seat.N` or after a zone.
Play = Callable[[str, Signal], None]


def steady_signals(view: View) -> dict[str, Signal]:
    """Return the signal of each light while the public view stays the same; other lights are off.

    >>> from table.view import SeatView
    >>> steady_signals(View(seats=(SeatView(seat=1), SeatView(seat=2)), waiting=(2,), turn=1))
    {'seat.1': <Signal.STEADY: 'steady'>, 'seat.2': <Signal.SLOW: 'slow'>}
    """
    seats = [seat.seat for seat in view.seats]
    if view.paused:
        return {f"seat.{seat}": Signal.BLINK for seat in seats}
    wrong = {view.correction.zone: Signal.FAST} if view.correction else {}
    turn = {f"seat.{view.turn}": Signal.STEADY} if view.turn else {}
    return turn | {f"seat.{seat}": Signal.PAIR if view.race else Signal.SLOW for seat in view.awaited} | wrong


class Signals:
    """Plays the changes from one snapshot to the next. `show` is for one thread only."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._steady: dict[str, Signal] = {}
        self._delivered_count = 0
        self._ticks = 0
        self._game: int | None = None

    def show(self, game: GameSnapshot) -> None:
        """Set the lights for a snapshot, and play the signals of its new events."""
        steady = steady_signals(game.views[PUBLIC])
        for light in self._steady.keys() | steady.keys():
            self._play(light, steady.get(light, Signal.OFF))
        self._steady = steady
        delivered = game.events.get(PUBLIC, ())
        if game.game_id == self._game:
            self._momentary(game, delivered[self._delivered_count :])
        self._game, self._delivered_count, self._ticks = game.game_id, len(delivered), game.ticks

    def _momentary(self, game: GameSnapshot, delivered: tuple[Delivered, ...]) -> None:
        if game.ticks != self._ticks:
            self._play(BUZZER, Signal.TICK)
        for one in delivered:
            match one.event:
                case events.PlayRefused(zone=place) | events.PressRefused(seat=place):
                    self._play(BUZZER, Signal.NO)
                    self._play(place if isinstance(place, str) else f"seat.{place}", Signal.NO)
