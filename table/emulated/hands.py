"""Hands at a tabletop that can be withdrawn at any moment, for robots and simulated people."""

from table.emulated.tabletop import Tabletop


class Hands:
    """The hands of simulated players, which remember what they laid and pressed. For one thread."""

    def __init__(self, tabletop: Tabletop) -> None:
        self._tabletop = tabletop
        self._cards: set[str] = set()
        self._pressed: set[int] = set()

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Leave a card on a spot of a pad for `for_ns`."""
        self._cards.add(card)
        self._tabletop.put(card, zone, spot=spot, for_ns=for_ns)

    def press(self, seat: int) -> None:
        """Put a finger on a seat's button."""
        self._pressed.add(seat)
        self._tabletop.press(seat)

    def release(self, seat: int) -> None:
        self._pressed.discard(seat)
        self._tabletop.release(seat)

    def withdraw(self) -> None:
        """Release every button and lift every card that was put down; safe to call twice."""
        for seat in sorted(self._pressed):
            self.release(seat)
        for card in sorted(self._cards):
            self._tabletop.lift(card)
        self._cards.clear()
