"""Gestures: down and up edges of a seat's button become tap, hold and double. A pure stage with deadlines of its own.

Every edge is handed on at once as `Pressed`; what it turns out to be follows when it is known. What a gesture means is
the game's business, and so is whether anybody has to wait for the double that a tap may become.
"""

from table.facts import ButtonDown, ButtonUp, Doubled, Fact, Held, Press, Pressed, Tapped, micros

HOLD = micros(0.6)
DOUBLE_GAP = micros(0.4)


class Gestures:
    """The stage; one for all seats."""

    def __init__(self) -> None:
        self._down: dict[int, Press] = {}
        self._tapped: dict[int, tuple[Press, int]] = {}

    def due(self) -> int | None:
        """When the next press becomes a hold, in us; None if no button is down."""
        return min((press.t + HOLD for press in self._down.values()), default=None)

    def take(self, fact: Fact) -> tuple[Fact, ...]:
        """Take a fact and return it with what it means; facts that are no edges pass."""
        match fact:
            case ButtonDown():
                return self._on_down(Press(fact.seat, fact.t))
            case ButtonUp():
                return self._on_up(fact.seat, fact.t)
            case _:
                return (fact,)

    def fall_due(self, now: int) -> tuple[Fact, ...]:
        """Turn every press that has lasted long enough by `now` into a hold."""
        held = [press for press in self._down.values() if press.t + HOLD <= now]
        for press in held:
            del self._down[press.seat]
        return tuple(Held(press.t + HOLD, press) for press in sorted(held, key=lambda press: press.t))

    def _on_down(self, press: Press) -> tuple[Fact, ...]:
        first, up_at = self._tapped.pop(press.seat, (None, 0))
        if first is not None and press.t - up_at <= DOUBLE_GAP:
            return (Pressed(press.t, press), Doubled(press.t, press, first))
        self._down[press.seat] = press
        return (Pressed(press.t, press),)

    def _on_up(self, seat: int, t: int) -> tuple[Fact, ...]:
        press = self._down.pop(seat, None)
        if press is None:  # it was a hold, or the second press of a double: told already
            return ()
        self._tapped[seat] = (press, t)
        return (Tapped(t, press),)
