"""The population's own rule book of Mito, written from the ledger and not from table.games.

It judges what the players did. If the two rule books differ, one of them is wrong.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# MITO-F-15, MITO-E-16, MITO-E-18, MITO-E-19: what may lie on what; a 5 and a 1 are neighbours (MITO-E-17).
MAY_LIE_ON = {1: {2, 5}, 2: {1, 3}, 3: {2, 4}, 4: {3, 5}, 5: {4, 1}}

# MITO-F-41, F-42, F-43, MITO-E-65, E-66, E-67: the cost of a card left in a hand.
COSTS = {"number": 1, "spider": 5, "mosquito": 5, "cockroach": 5, "ant": 5, "moth": 10}

DEALT = 8  # MITO-F-07, MITO-E-07
_CODE = re.compile(r"([a-z]+)([1-5])\.\d+")


def kind(card: str) -> str:
    """Return the kind of a card.

    >>> kind("spider4.1"), number("spider4.1")
    ('spider', 4)
    """
    return _read(card)[1]


def number(card: str) -> int:
    return int(_read(card)[2])


def _read(card: str) -> re.Match[str]:
    found = _CODE.fullmatch(card)
    if found is None:
        raise ValueError(f"{card!r} is no card that can be held in a hand of Mito")
    return found


def answer_objection(card: str, wanted: int) -> str | None:
    """Return the reason why a card may not answer a cockroach (MITO-E-31), or None."""
    if kind(card) == "moth":
        return "moth_not_playable"
    return None if number(card) == wanted else "no_match"


def costs(hand: Iterable[str]) -> int:
    """Return the cost of a hand.

    >>> costs(["number3.1", "ant5.1", "moth2.1"])
    16
    """
    return sum(COSTS[kind(card)] for card in hand)


@dataclass
class Book:
    """One game as the players remember it.

    `open` is the card that everybody sees on the discard; `along` is the card, if any, that was dropped together with
    it and is hidden under it. The table cannot see which of the two is on top.
    """

    seats: Sequence[int]
    rounds: int | None = None
    round: int = 0
    opener: int = 0
    guard: int = 0
    turn: int = 0
    open: str = ""
    along: str | None = None

    def __post_init__(self) -> None:
        self.totals = Counter(dict.fromkeys(self.seats, 0))

    def left_of(self, seat: int) -> int:
        """Return the left neighbour's seat (MITO-F-12)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def next_opener(self) -> int:
        """Return the next round's opener; seats take turns, regardless of the Guard Bug (MITO-F-44, MITO-E-71)."""
        return self.left_of(self.opener) if self.round else self.seats[0]

    def open_round(self) -> None:
        """Begin a round: its opener is the guard and has the first turn (MITO-F-45, MITO-F-13)."""
        self.opener = self.guard = self.turn = self.next_opener()
        self.round += 1
        self.opens("")

    def opens(self, card: str, along: str | None = None) -> None:
        """Record that a card lies face up, perhaps with another card under it."""
        self.open, self.along = card, along

    def is_doubtful(self, card: str) -> bool:
        """Return whether a card fits on the hidden card, in which case the table may accept it."""
        return self.along is not None and number(card) in MAY_LIE_ON[number(self.along)]

    @property
    def is_last_round(self) -> bool:
        """Whether every seat has opened a round (MITO-F-46, MITO-E-72), or the agreed number of rounds is reached."""
        return self.round == (self.rounds or len(self.seats))

    def objection(self, card: str) -> str | None:
        """Return the reason why the player whose turn it is may not lay a card on the open card, or None."""
        if kind(card) == "moth" and self.turn != self.guard:  # MITO-E-27, MITO-E-50
            return "moth_not_playable"
        return None if number(card) in MAY_LIE_ON[number(self.open)] else "not_adjacent"

    def count(self, out: int, hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
        """Record and return a round's points: each hand's cost, or 0 for player `out` (MITO-E-69, MITO-E-62)."""
        scores = {seat: 0 if seat == out else costs(hands[seat]) for seat in self.seats}
        self.totals.update(scores)
        return scores

    def winners(self) -> list[int]:
        """Return the seats with the fewest points (MITO-F-47)."""
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
