"""Gestures: turns a button's edges into taps, holds and doubles. A pure stage with its own deadlines.

Every down edge is passed on at once as `Pressed`; its gesture follows when it is known. The game decides what a gesture
means, and whether to wait in case a tap becomes a double.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.facts import (
    DOUBLE_GAP,
    HOLD,
    ButtonDown,
    ButtonUp,
    Doubled,
    Fact,
    FoundDown,
    Held,
    Press,
    Pressed,
    Released,
    Spent,
    TableResumed,
    Tapped,
    micros,
)
from table.games.game import Game, IllegalAction, Reading, Says


class Gestures:
    """The stage that turns edges into gestures, for all seats."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._down: dict[int, Press] = {}
        self._held: dict[int, Press] = {}
        self._tapped: dict[int, tuple[Press, int]] = {}
        self._second: set[Press] = set()  # presses that completed a double, and so cannot begin another
        self._naming: set[int] = set()  # the seats that hold their button down to learn the names of cards

    def due(self) -> int | None:
        """Return when the next press becomes a hold, in us; None if no press can become one."""
        return min((press.t + HOLD for press in self._down.values()), default=None)

    def take(self, fact: Fact) -> tuple[Fact, ...]:
        """Return the gestures that result from an edge; facts that are not edges pass through."""
        match fact:
            case ButtonDown() if fact.was_down:
                return self._found_down(Press(fact.seat, fact.t))
            case ButtonDown() if fact.held:
                return self._on_held(Press(fact.seat, fact.t), fact.error)
            case ButtonDown():
                return self._on_down(Press(fact.seat, fact.t), fact.error)
            case ButtonUp():
                return self._on_up(fact.seat, fact.t)
            case TableResumed():
                self._forget()
                return (fact,)
            case _:
                return (fact,)

    def names(self, seat: int, t: int) -> tuple[Fact, ...] | None:
        """Use up the press held down while a card touches the seat's own pad, so that the card is named instead.

        Return the resulting facts; None if the button is up or the press is already a hold, so no card is named.
        """
        if seat in self._naming:
            return ()
        press = self._down.pop(seat, None)
        if press is None:
            return None
        self._naming.add(seat)
        self._second.discard(press)
        return (Spent(t, press),)

    def fall_due(self, now: int) -> tuple[Fact, ...]:
        """Return a hold for every press that has lasted long enough by `now`."""
        held = [press for press in self._down.values() if press.t + HOLD <= now]
        for press in held:
            self._held[press.seat] = self._down.pop(press.seat)
            self._second.discard(press)
        return tuple(Held(press.t + HOLD, press) for press in sorted(held, key=lambda press: press.t))

    def _on_down(self, press: Press, error: int | None) -> tuple[Fact, ...]:
        self._naming.discard(press.seat)
        unseen = press.seat in self._down or press.seat in self._held
        lost = self._on_up(press.seat, press.t) if unseen else ()  # an up edge that was missed
        first, up_at = self._tapped.pop(press.seat, (None, 0))
        self._down[press.seat] = press
        pressed = Pressed(press.t, press, error)
        if first is None or lost or press.t - up_at > DOUBLE_GAP:
            return (*lost, pressed)
        self._second.add(press)
        return (pressed, Doubled(press.t, press, first))

    def _on_held(self, press: Press, error: int | None) -> tuple[Fact, ...]:
        """Handle a hold that a phone has measured: it counts at once and does not complete a double press."""
        self._tapped.pop(press.seat, None)
        down = self._on_down(press, error)
        self._held[press.seat] = self._down.pop(press.seat)
        return (*down, Held(press.t, press))

    def _found_down(self, press: Press) -> tuple[Fact, ...]:
        """Handle a button that was already down: its press is not a gesture, and only its release follows."""
        self._down.pop(press.seat, None)
        self._held[press.seat] = press
        return (FoundDown(press.t, press),)

    def _on_up(self, seat: int, t: int) -> tuple[Fact, ...]:
        self._naming.discard(seat)
        press = self._down.pop(seat, None)
        if press is None:
            held = self._held.pop(seat, None)
            return () if held is None else (Released(t, held),)
        if press not in self._second:
            self._tapped[seat] = (press, t)
        self._second.discard(press)
        return (Tapped(t, press),)


# -- What each gesture of a seat's button would mean now: each is tried in every speaking world, without effect
#
# The text comes from the reading that a game gives a gesture, so phones show what the button does in any game.

REST = micros(1.1)  # presses mean nothing for a second after a race; their meaning after that is already shown
_UP, _AGAIN = micros(0.1), micros(0.3)  # when the button of a trial tap comes up, and when it goes down again


def meanings(game: Game[Any, Any], states: Sequence[Any], seat: int, now: int) -> Mapping[str, Says]:
    """Return what each gesture (`tap`, `hold`, `double`) of a seat's button means in any of the given states.

    Each gesture is tried at `now` (in us); one that means nothing then is tried again `REST` later.
    Gestures with no legal meaning are left out.
    """
    found: dict[str, Says] = {}
    for at in (now, now + REST):
        for gesture, facts in _tried(Press(seat, at)):
            read = [one for state in states for one in _read(game, state, facts)]
            for _, says in sorted(read, key=lambda one: one[0]):
                found.setdefault(gesture, says)
    return found


def _tried(press: Press) -> tuple[tuple[str, Sequence[Fact]], ...]:
    """Return each gesture with its facts; if the release has no meaning, a tap means what its press means."""
    at, seat = press.t, press.seat
    again = Press(seat, at + _AGAIN)
    down, tapped = Pressed(at, press), Tapped(at + _UP, press)
    return (
        ("tap", (down, tapped)),
        ("tap", (down,)),
        ("hold", (down, Held(at + HOLD, press))),
        ("double", (down, tapped, Pressed(again.t, again), Doubled(again.t, again, press))),
    )


def _read(game: Game[Any, Any], state: Any, facts: Sequence[Fact]) -> Iterator[tuple[bool, Says]]:
    """Yield what the last fact means in a state, if legal, and whether that relies on other assumptions."""
    reading: Reading[Any, Any] | None = None
    for fact in facts:
        if isinstance(fact, Pressed) and reading is not None and reading.actions:
            return  # the tap was an action, so the next press begins a new gesture
        reading = next(iter(game.readings(state, fact)), None)
        if reading is None:
            continue
        state = reading.noted
        try:
            for action in reading.actions:
                state, _ = game.apply(state, action)
        except IllegalAction:
            return
    if reading is not None and reading.says is not None:
        yield reading.otherwise, reading.says
