"""The hands of a simulated person who follows the written requests of `pytest --table`, on simulated parts."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from hardware.emulator.tag import Tag
from table.values import Value

REACTS_S = 0.3
_TAP_S, _HOLD_S, _NEXT_S = 0.08, 1.0, 0.06


class Pad(Protocol):
    """A pad for cards."""

    def put(self, tag: Tag, *, spot: int = 0) -> None: ...

    def lift(self, tag: Tag) -> None: ...


class Finger(Protocol):
    """A finger on a button."""

    def press(self) -> object: ...

    def release(self) -> None: ...


class Plug(Protocol):
    """The plug of a Pico."""

    def plug(self) -> None: ...

    def unplug(self) -> None: ...


class Supply(Protocol):
    """The wire that powers a board."""

    def __call__(self, *, on: bool) -> None: ...


class Parts(Value):
    """The parts of a table. Pads and supplies are keyed by reader title, buttons and lights by seat, plugs by Pico."""

    pads: dict[str, Pad]
    supplies: dict[str, Supply]
    buttons: dict[int, Finger]
    lights: dict[int, Callable[[], bool]]
    plugs: dict[str, Plug]


class Hands:
    """A person at the table who has the cards A, B and C, and follows each request at once."""

    def __init__(self, parts: Parts, sleep: Callable[[float], None] = time.sleep) -> None:
        self._parts = parts
        self._sleep = sleep
        self._cards = {name: Tag(bytes([0x04, 0xA0, 0, 0, 0, 0, ord(name)])) for name in "ABC"}
        self._lies_on: dict[str, str] = {}
        self._deeds: Mapping[str, Callable[..., None]] = {
            r"Lay cards? (.+) on (.+), and leave (?:it|them) there\.": self._lay,
            r"Take every card away from (.+)\.": self._clear,
            r"Take cards? (.+) away from (.+)\.": self._take,
            r"Pull the wire to 3\.3V off the board of (.+)\.": lambda reader: self._power(reader, on=False),
            r"Put the wire to 3\.3V back on the board of (.+)\.": lambda reader: self._power(reader, on=True),
            r"(Tap|Hold) (?:down, for a second, )?the buttons? of seats? ([\d, ]*\d).*": self._press,
            r"If the light of seat (\d+) is (on|off), tap the button of seat (\d+)\.": self._agree,
            r"Pull the USB plug of pico (.+)\.": lambda pico: self._parts.plugs[pico].unplug(),
            r"Put the USB plug of pico (.+) in again\.": lambda pico: self._parts.plugs[pico].plug(),
        }

    def do(self, wish: str) -> None:
        """Carry out a request. Raise ValueError for an unknown request, KeyError for a missing part."""
        for asked, deed in self._deeds.items():
            if found := re.fullmatch(asked, wish):
                return deed(*found.groups())
        raise ValueError(f"nobody knows how to do this: {wish}")

    def _lay(self, cards: str, reader: str) -> None:
        for spot, card in enumerate(_named(cards)):
            self._pick_up(card)
            self._parts.pads[reader].put(self._cards[card], spot=spot)
            self._lies_on[card] = reader

    def _take(self, cards: str, reader: str) -> None:
        for card in _named(cards):
            self._pick_up(card, reader)

    def _clear(self, reader: str) -> None:
        for card in self._cards:
            self._pick_up(card, reader)

    def _pick_up(self, card: str, reader: str | None = None) -> None:
        """Pick up a card wherever it lies, or only if it lies on the given reader."""
        at = self._lies_on.get(card)
        if at is not None and reader in (None, at):
            self._parts.pads[at].lift(self._cards[card])
            del self._lies_on[card]

    def _power(self, reader: str, *, on: bool) -> None:
        self._parts.supplies[reader](on=on)

    def _press(self, how: str, seats: str) -> None:
        for number, seat in enumerate(seats.split(", ")):
            self._sleep(_NEXT_S if number else 0)
            finger = self._parts.buttons[int(seat)]
            finger.press()
            self._sleep(_TAP_S if how == "Tap" else _HOLD_S)
            finger.release()

    def _agree(self, seat: str, level: str, button: str) -> None:
        if self._parts.lights[int(seat)]() is (level == "on"):
            self._press("Tap", button)


def _named(cards: str) -> list[str]:
    return re.split(", | and ", cards)
