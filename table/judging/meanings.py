"""What each gesture of a seat's button would mean now: it is tried in every speaking world, and discarded.

The text comes from the reading that a game gives a gesture, so phones offer what the button does in any game.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.facts import HOLD, Doubled, Fact, Held, Press, Pressed, Tapped, micros
from table.games.game import Game, IllegalAction, Reading, Says

REST = micros(1.1)  # presses mean nothing for a second after a race: what they will mean then is shown already
_UP, _AGAIN = micros(0.1), micros(0.3)  # when a tapped button is up, and when it is down again


def meanings(game: Game[Any, Any], states: Sequence[Any], seat: int, now: int) -> Mapping[str, Says]:
    """Return by gesture (`tap`, `hold`, `double`) what a seat's button says in any of these states.

    It is pressed at `now`, in us, or after a rest. What says nothing, or nothing that is allowed, is left out.
    """
    found: dict[str, Says] = {}
    for at in (now, now + REST):
        for gesture, facts in _tried(Press(seat, at)).items():
            read = [one for state in states for one in _read(game, state, facts)]
            for _, says in sorted(read, key=lambda one: one[0]):
                found.setdefault(gesture, says)
    return found


def _tried(press: Press) -> Mapping[str, Sequence[Fact]]:
    at, seat = press.t, press.seat
    again = Press(seat, at + _AGAIN)
    down, tapped = Pressed(at, press), Tapped(at + _UP, press)
    return {
        "tap": (down, tapped),
        "hold": (down, Held(at + HOLD, press)),
        "double": (down, tapped, Pressed(again.t, again), Doubled(again.t, again, press)),
    }


def _read(game: Game[Any, Any], state: Any, facts: Sequence[Fact]) -> Iterator[tuple[bool, Says]]:
    """Return what the last of these facts says in this state, if allowed, and whether it gives way to others."""
    reading: Reading[Any, Any] | None = None
    for fact in facts:
        if isinstance(fact, Pressed) and reading is not None and reading.actions:
            return  # the tap has done something: a second press begins anew
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
