"""The population's own rule book of Mythology GO, written from the ledger, not from table.games.

It judges what the players did. If the two rule books differ, one of them is wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtable_lab.simulated.comparing import Record

ROUNDS, ROOM, DRAWN, PLAYS, LAST_TURNS = 3, 7, 5, 2, 2  # MGO-03, MGO-20, MGO-09, MGO-10, MGO-21
NEVER_CLOSED = ("chimera", "chupacabra", "cyclops", "dragon", "elf")  # MGO-64


@dataclass
class Row:
    """A terrain: its cards in order, and which of them are face down, resurrected or fused."""

    cards: list[str] = field(default_factory=list)
    closed: set[str] = field(default_factory=set)
    risen: set[str] = field(default_factory=set)
    pairs: list[tuple[str, str]] = field(default_factory=list)

    @property
    def places(self) -> int:
        """The number of occupied places; a fused pair takes one (MGO-37)."""
        return len(self.cards) - len(self.pairs)

    def loses(self, card: str) -> None:
        """Remove a card from the terrain."""
        self.cards.remove(card)
        self.closed.discard(card)
        self.pairs = [pair for pair in self.pairs if card not in pair]

    def together(self, card: str) -> list[str]:
        """Return a card, followed by the card fused to it, if any (MGO-37)."""
        fused = [one for pair in self.pairs if card in pair for one in pair if one != card]
        return [card, *fused]


@dataclass
class Due:
    """What the card `by` destroys: all of `cards`, or if that is empty, `left` face-up cards that a seat may choose."""

    by: str
    cards: list[str]
    seat: int
    left: int = 0


class Book:
    """One game as the players remember it. `laid` are this turn's cards, `extra` the further plays that they allow."""

    def __init__(self, seats: Sequence[int], printed: Mapping[str, Record], rounds: int = ROUNDS) -> None:
        self.seats = tuple(seats)
        self.rounds = rounds
        self.printed = printed
        self.results: list[dict[int, int]] = []
        self.begin(self.seats[0])

    def begin(self, starter: int) -> None:
        """Begin a round with empty terrains (MGO-24)."""
        self.rows = {seat: Row() for seat in self.seats}
        self.turn: int | None = starter
        self.laid: list[str] = []
        self.extra = 0
        self.beliefs: dict[int, str] = {}
        self.due: list[Due] = []
        self.struck: set[str] = set()  # cards of this turn that have destroyed others
        self.left: dict[int, int] | None = None

    def name(self, card: str) -> str:
        """Return the card's name, without the number of the copy."""
        return str(self.printed[card]["name"])

    def kind(self, card: str) -> str:
        """Return the kind of a card: a creature, a spell, a Deity or a Belief."""
        return str(self.printed[card]["kind"])

    def objection(self, seat: int, card: str, *, closed: bool) -> str | None:
        """Return the publicly reported reason why a card may not be laid, or None."""
        row, creature = self.rows[seat], self.kind(card) == "creature"
        if seat != self.turn:
            return "not_now"
        if len(self.laid) >= self.helped(seat, "plays", PLAYS) + (
            self.extra if closed or creature else self.brought()
        ):  # MGO-78
            return "too_many_plays"
        if not closed and not creature:
            return None  # MGO-88
        if row.places >= ROOM:
            return "terrain_full"
        brings = not closed and self.brought() < self.extra  # a leprechaun brings it from the draw pile
        if not closed and not brings and self.name(card) == "cyclops" and ROOM - row.places < 2:  # MGO-65
            return "needs_two_places"
        return "needs_a_card" if not closed and self.name(card) == "satyr" and not row.cards else None  # MGO-76

    def helped(self, seat: int, keyword: str, usual: int) -> int:
        """Return how many cards a player may draw or play: `usual`, unless their Belief allows more (MGO-100)."""
        return max([usual, *(int(effect["count"]) for effect in self._of_belief(seat, keyword))])

    def spare(self, seat: int) -> int:
        """Return how many more face-down than face-up cards a player's Belief allows (MGO-100)."""
        return sum(int(effect["more"]) for effect in self._of_belief(seat, "hidden_limit"))

    def _of_belief(self, seat: int, keyword: str) -> list[Mapping[str, Any]]:
        belief = self.beliefs.get(seat)
        effects = [] if belief is None else self.effects(belief)
        return [effect for effect in effects if effect["keyword"] == keyword]

    def effects(self, card: str) -> list[Mapping[str, Any]]:
        return list(self.printed[card].get("effects") or ())

    # -- destruction

    def _falls_due(self, seat: int, card: str) -> None:
        """Record what a face-up card destroys: the weakest creatures, or those its owner chooses (MGO-77, MGO-63)."""
        at = self.seats.index(seat)
        for effect in self.effects(card):
            everybody: list[tuple[int, ...]] = [self.seats]
            each: list[tuple[int, ...]] = [(one,) for one in (*self.seats[at:], *self.seats[:at])]
            match effect["keyword"]:
                case "leviathan":
                    groups = everybody
                case "destroy_weakest":
                    groups = each if effect["of"] == "each" else everybody
                case "destroy_choice":
                    self.due.append(Due(card, [], seat, effect["count"]))
                    continue
                case _:
                    continue
            spared = {card, *(one for due in self.due for one in due.cards)}
            found = [self._weakest([one for one in self.open_ones(group) if one not in spared]) for group in groups]
            self.due += [Due(card, cards, seat) for cards in found if cards]

    def open_ones(self, seats: Sequence[int] | None = None) -> list[str]:
        """Return the face-up creatures that can be destroyed."""
        rows = [self.rows[seat] for seat in (self.seats if seats is None else seats)]
        return [card for row in rows for card in row.cards if card not in row.closed | row.risen]

    def _weakest(self, cards: list[str]) -> list[str]:
        least = min((self.printed[card]["value"] for card in cards), default=0)
        return [card for card in cards if self.printed[card]["value"] == least]

    def cause(self, card: str) -> Due | None:
        """Return the pending effect that may destroy a card, or None."""
        first = {due.by: due for due in reversed(self.due)}.values()
        named = (due for due in first if card in due.cards)
        chosen = (due for due in first if due.left and card in self.open_ones())
        return next(named, None) or next(chosen, None)

    def strikes(self, due: Due, cards: Sequence[str]) -> None:
        """Record that an effect struck these cards together, whether they were destroyed or stayed."""
        for owed in self.due:
            owed.cards = [card for card in owed.cards if card not in cards]
            owed.left -= owed is due and owed.left > 0
        self.due = [one for one in self.due if one.cards or one.left]
        self.struck.add(due.by)

    # -- the terrains

    def brought(self) -> int:
        """Return how many of this turn's creatures were brought by face-up leprechauns, one by each (MGO-78)."""
        owed = brought = 0
        for card in self.laid:
            closed = any(card in row.closed for row in self.rows.values())
            if owed and (closed or self.kind(card) == "creature"):
                owed, brought = owed - 1, brought + 1
            if self.name(card) == "leprechaun" and not closed:
                owed += 1
        return brought

    def lays(self, seat: int, card: str, *, closed: bool) -> None:
        """Lay a card in front of its player; a face-up leprechaun allows another creature (MGO-78)."""
        self.laid.append(card)
        if closed or self.kind(card) == "creature":
            self.rows[seat].cards.append(card)
        if closed:
            self.rows[seat].closed.add(card)
            return
        if self.name(card) == "leprechaun":
            self.extra += 1
        self._falls_due(seat, card)

    def takes_back(self, seat: int, card: str) -> None:
        """Take back a card of this turn, together with its effects."""
        self.laid.remove(card)
        self.due = [due for due in self.due if due.by != card]
        row = self.rows[seat]
        if self.name(card) == "leprechaun" and card not in row.closed:
            self.extra -= 1
        if card in row.cards:
            row.loses(card)

    def can_come_back(self, seat: int, card: str) -> bool:
        """Return whether a card is a creature of this turn that destroyed nothing and is not resurrected."""
        row = self.rows[seat]
        return card in self.laid and card in row.cards and card not in self.struck | row.risen

    def forbidden(self, seat: int, card: str) -> bool:
        """Return whether a card must not lie face down; only its owner's phone reports this (MGO-64, MGO-T-04)."""
        lonely = self.name(card) == "satyr" and not self.rows[seat].cards
        return self.kind(card) != "creature" or self.name(card) in NEVER_CLOSED or lonely

    def may_close(self, seat: int) -> bool:
        """Return whether another card may be laid face down (MGO-16)."""
        row = self.rows[seat]
        return 2 * (len(row.closed) + 1) <= row.places + 1 + self.spare(seat)

    def may_merge(self, seat: int) -> bool:
        """Return whether face-down cards stay within their limit if a fusion removes a face-up one (MGO-16, MGO-37)."""
        row = self.rows[seat]
        return 2 * len(row.closed) <= row.places - 1 + self.spare(seat)

    def too_many_closed(self, seat: int) -> bool:
        """Return whether a card laid face down this turn makes the face-down cards outnumber the face-up ones."""
        row = self.rows[seat]
        return bool(row.closed & set(self.laid)) and 2 * len(row.closed) > row.places + self.spare(seat)

    def follower(self) -> int | None:
        """End the turn; return the next seat, or None if each seat has a full terrain or no turns left (MGO-19)."""
        assert self.turn is not None, "somebody has played"  # noqa: S101
        if self.left is not None:
            self.left[self.turn] -= 1
        elif self.rows[self.turn].places >= ROOM:
            self.left = dict.fromkeys(self.seats, LAST_TURNS)
        at, self.laid, self.extra = self.seats.index(self.turn), [], 0
        self.due, self.struck = [], set()
        for other in (*self.seats[at + 1 :], *self.seats[: at + 1]):
            if self.rows[other].places < ROOM and (self.left is None or self.left[other] > 0):
                self.turn = other
                return other
        self.turn = None
        return None

    def opener(self) -> int:
        """Return the next round's opener: the first seat with the fewest points in the last round (MGO-25)."""
        last = self.results[-1]
        return min(self.seats, key=lambda seat: (last[seat], seat))

    @property
    def totals(self) -> dict[int, int]:
        """Each seat's points in all rounds so far."""
        return {seat: sum(points[seat] for points in self.results) for seat in self.seats}

    def winners(self) -> list[int]:
        """Return the seats with the most points and, among these, the most rounds won (MGO-57)."""
        won = {seat: sum(points[seat] == max(points.values()) for points in self.results) for seat in self.seats}
        best = max((self.totals[seat], won[seat]) for seat in self.seats)
        return [seat for seat in self.seats if (self.totals[seat], won[seat]) == best]
