"""The rules that all slapping games share, as the population understands them, and the parts that each game defines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtable_lab.simulated.comparing import Record

Said = tuple[Any, ...]  # an event's name and the values of its fields


@dataclass
class Book:
    """The state of one game under its rules.

    `hands` counts the cards of each seat. `pile` is in the middle; its first `under` cards were paid for false slaps.
    Seat `by` laid the last card; seat `turn` lays the next one, after those in `owing` have put cards under the pile.
    """

    seats: Sequence[int]
    cards: int
    agreed: Record
    hands: dict[int, int] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    under: int = 0
    by: int | None = None
    turn: int = 0
    owing: list[int] = field(default_factory=list)
    out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        each, spare = divmod(self.cards, len(self.seats))
        self.hands = {seat: each + (place < spare) for place, seat in enumerate(self.seats)}
        self.turn = self.seats[0]
        self.spares = [("spare_dealt", seat) for seat in self.seats[:spare]]

    @property
    def players(self) -> list[int]:
        """The seats that are not out."""
        return [seat for seat in self.seats if seat not in self.out]

    @property
    def open(self) -> list[str]:
        """The ranks of the cards in the middle; the last one is on top."""
        return [card[:-1] for card in self.pile[self.under :]]

    def from_left_of(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting to the left of `seat`, which comes last."""
        at = self.seats.index(seat) + 1
        return [*self.seats[at:], *self.seats[:at]]

    def holder(self, *seats: int) -> int | None:
        """Return the first of these seats that has a card."""
        return next((seat for seat in seats if self.hands[seat]), None)

    def lays(self, seat: int, card: str) -> list[Said]:
        """Turn up a seat's card; return the events that follow."""
        opens = self.opens(card[:-1])
        self.hands[seat] -= 1
        self.pile.append(card)
        self.by = seat
        self.turn = self.from_left_of(seat)[0]
        self.turned_up(seat, card[:-1])
        return [("race_opened", tuple(self.players))] if opens else self.goes_on()

    def races(self, first: int | None) -> list[Said]:
        """Close a race: give the pile to the seat that was `first`, if any; return the events that follow."""
        return [*([] if first is None else self.takes(first)), *self.goes_on()]

    def takes(self, seat: int) -> list[Said]:
        """Give the pile to a seat; return the event."""
        self.hands[seat] += len(self.pile)
        self.pile, self.under, self.by = [], 0, None
        return [("pile_won", seat)]

    def pays(self, seat: int, card: str) -> list[Said]:
        """Put a seat's card under the pile; return the events that follow."""
        self.owing.pop(0)
        self.hands[seat] -= 1
        self.pile.insert(0, card)
        self.under += 1
        return self.goes_on()

    def may_slap_wrongly(self, seat: int) -> bool:
        """Return whether a press outside a race counts as a false slap instead of just being refused."""
        return bool(self.pile) and seat not in self.out

    def continues(self, *, enough: bool) -> list[Said]:
        """Start the next turn, or end the game; return the event."""
        if not enough and len(self.players) > 1 and max(self.hands.values()) < self.cards:
            return [("turn_started", self.turn)]
        return [("game_ended", dict(self.hands), tuple(won(self.hands)))]

    # -- what each game defines

    def opens(self, rank: str) -> bool:
        """Return whether the pile may be slapped when a card of this rank is turned up."""
        raise NotImplementedError

    def turned_up(self, seat: int, rank: str) -> None:
        """Update the state for a card that was just laid."""

    def goes_on(self) -> list[Said]:
        """Continue after a card, a race, a false slap or its payment; return the events that follow."""
        raise NotImplementedError

    def slaps_wrongly(self, seat: int) -> list[Said]:
        """Charge a seat for a false slap; return the events that follow."""
        raise NotImplementedError


def won(hands: Mapping[int, int]) -> list[int]:
    """Return the seats that hold the most cards."""
    return [seat for seat, number in hands.items() if number == max(hands.values())]
