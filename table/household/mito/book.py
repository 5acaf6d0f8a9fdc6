"""The household's own rule book of Mito, in tables and plain words, written from the ledger and not from table.games.

It judges what people truly did. Whoever finds that the two books differ has found a mistake in one of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# MITO-F-15, MITO-E-16, MITO-E-18, MITO-E-19: what may lie on what; a 5 and a 1 are neighbours (MITO-E-17).
MAY_LIE_ON = {1: {2, 5}, 2: {1, 3}, 3: {2, 4}, 4: {3, 5}, 5: {4, 1}}

# MITO-F-41, F-42, F-43, MITO-E-65, E-66, E-67: what a card costs that is still in a hand.
COSTS = {"number": 1, "spider": 5, "mosquito": 5, "cockroach": 5, "ant": 5, "moth": 10}

DEALT = 8  # MITO-F-07, MITO-E-07
_CODE = re.compile(r"([a-z]+)([1-5])\.\d+")


def kind(card: str) -> str:
    """Tell what is on a card.

    >>> kind("spider4.1"), number("spider4.1")
    ('spider', 4)
    """
    return _read(card)[1]


def number(card: str) -> int:
    """Tell its number."""
    return int(_read(card)[2])


def _read(card: str) -> re.Match[str]:
    found = _CODE.fullmatch(card)
    if found is None:
        raise ValueError(f"{card!r} is no card that can be held in a hand of Mito")
    return found


def answer_objection(card: str, wanted: int) -> str | None:
    """Say what speaks against answering a cockroach of a number with a card (MITO-E-31); None: nothing."""
    if kind(card) == "moth":
        return "moth_not_playable"
    return None if number(card) == wanted else "no_match"


def costs(hand: Iterable[str]) -> int:
    """Add up what a hand costs.

    >>> costs(["number3.1", "ant5.1", "moth2.1"])
    16
    """
    return sum(COSTS[kind(card)] for card in hand)


@dataclass
class Book:
    """One game as the people remember it.

    `open` is the card that everybody sees on the discard, `along` the one that was hidden under it, if one was: of two
    cards dropped as one nobody can tell the table which lies on top.
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
        """Tell who sits on the left (MITO-F-12)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def next_opener(self) -> int:
        """Tell who opens the next round: each in his turn, whoever holds the Guard Bug (MITO-F-44, MITO-E-71)."""
        return self.left_of(self.opener) if self.round else self.seats[0]

    def open_round(self) -> None:
        """Begin a round: whoever opens it is its guard, and has the first turn (MITO-F-45, MITO-F-13)."""
        self.opener = self.guard = self.turn = self.next_opener()
        self.round += 1
        self.opens("")

    def opens(self, card: str, along: str | None = None) -> None:
        """Let a card lie open, and perhaps another one under it."""
        self.open, self.along = card, along

    def is_doubtful(self, card: str) -> bool:
        """Tell whether a card fits on the hidden one alone, so that the table may take it for right."""
        return self.along is not None and number(card) in MAY_LIE_ON[number(self.along)]

    @property
    def is_last_round(self) -> bool:
        """Whether everybody has opened one (MITO-F-46, MITO-E-72), or as many are played as were agreed on."""
        return self.round == (self.rounds or len(self.seats))

    def objection(self, card: str) -> str | None:
        """Say what speaks against laying a card on the one that is open, by whoever has the turn; None: nothing."""
        if kind(card) == "moth" and self.turn != self.guard:  # MITO-E-27, MITO-E-50
            return "moth_not_playable"
        return None if number(card) in MAY_LIE_ON[number(self.open)] else "not_adjacent"

    def count(self, out: int, hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
        """End a round: whoever is out scores nothing, the others what they hold (MITO-E-69, MITO-E-62)."""
        scores = {seat: 0 if seat == out else costs(hands[seat]) for seat in self.seats}
        self.totals.update(scores)
        return scores

    def winners(self) -> list[int]:
        """Name the seats with the fewest points (MITO-F-47)."""
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
