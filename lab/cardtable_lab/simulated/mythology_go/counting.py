"""How players score a round of Mythology GO: rule by rule, for the whole table, and independent of table.games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardtable_lab.simulated.comparing import Record
from cardtable_lab.simulated.mythology_go.book import Row

BY_COLOUR: Mapping[str, Mapping[int, int]] = {  # MGO-48 to MGO-52
    "green": dict.fromkeys(range(3, 20), 2),
    "yellow": {3: 3},
    "orange": {1: -1},
    "grey": {1: 2},
    "blue": {2: 3},
}


@dataclass
class BoardToCount:
    """The cards in front of the players for scoring, their targets (`aims`), and who rightly `named` whose Deity."""

    rows: Mapping[int, Row]
    printed: Mapping[str, Record]
    deities: Mapping[int, str] = field(default_factory=dict)
    beliefs: Mapping[int, str] = field(default_factory=dict)
    aims: Mapping[str, str] = field(default_factory=dict)
    named: Sequence[tuple[int, int]] = ()

    def owner(self, card: str) -> int:
        """Return the seat whose terrain holds a card."""
        return next(seat for seat, row in self.rows.items() if card in row.cards)


def points(board: BoardToCount) -> dict[int, int]:
    """Return the points of a round; Strong and Weak are scored after everything else (MGO-62)."""
    effective = _after_targets(board)
    board = _without_changed_pairs(board)
    sums = {seat: _plain(board, effective, seat) for seat in board.rows}
    for seat, deity in board.deities.items():
        if any(effect["keyword"] == "double" for effect in _effects(board.printed[deity])):  # MGO-79
            sums[seat] *= 2
    for thief, victim in board.named:  # MGO-119
        steal = next(
            e["steal"] for e in _effects(board.printed[board.deities[thief]]) if e["keyword"] == "identification"
        )
        sums[thief] += steal
        sums[victim] -= steal
    return {seat: so_far + _last(board, effective, seat, sums) for seat, so_far in sums.items()}


def _effects(card: Record) -> Sequence[Mapping[str, Any]]:
    return card.get("effects") or ()


def _after_targets(board: BoardToCount) -> dict[str, dict[str, Any]]:
    """Return the cards as they are scored after werewolves changed some (MGO-69) and gorgons copied some (MGO-66)."""
    effective = {card: dict(board.printed[card]) for row in board.rows.values() for card in row.cards}
    for card, target in board.aims.items():
        if board.printed[card]["name"] == "werewolf":
            for one in board.rows[board.owner(target)].together(target):  # a fused pair is one card
                effective[one] = {**board.printed[card], "effects": []}  # MGO-70
    was = {card: dict(poll) for card, poll in effective.items()}
    for card, target in board.aims.items():
        if was[card]["name"] == "gorgon":
            effective[card] |= {name: was[target].get(name) for name in ("name", "value", "effects")}  # MGO-67
    return effective


def _without_changed_pairs(board: BoardToCount) -> BoardToCount:
    """Return the board with one Werewolf in place of each fused pair that a werewolf changed (MGO-69)."""
    bitten = {target for card, target in board.aims.items() if board.printed[card]["name"] == "werewolf"}
    rows = {}
    for seat, row in board.rows.items():
        single = [pair for pair in row.pairs if bitten & set(pair)]
        cards = [card for card in row.cards if card not in {upper for _, upper in single}]
        pairs = [pair for pair in row.pairs if pair not in single]
        rows[seat] = Row(cards, row.closed, row.risen, pairs)
    return replace(board, rows=rows)


def _plain(board: BoardToCount, effective: Mapping[str, Mapping[str, Any]], seat: int) -> int:
    """Add up the values, effects and colours of one terrain, except for effects that are scored last."""
    row = board.rows[seat]
    copies = {other: Counter(effective[card]["name"] for card in board.rows[other].cards) for other in board.rows}
    single = [card for card in row.cards if card not in {upper for _, upper in row.pairs}]  # MGO-40
    colours = Counter(effective[card]["colour"] for card in single)
    counted: int = sum(effective[card]["value"] for card in row.cards)
    counted += sum(BY_COLOUR[colour].get(colours[colour], 0) for colour in BY_COLOUR)
    fused = [next((card for card in pair if _has(effective[card], "fusion")), None) for pair in row.pairs]
    for place, card in enumerate(row.cards):
        name = effective[card]["name"]
        others = max((copies[other][name] for other in copies if other != seat), default=0)
        holds = {
            "outnumber": copies[seat][name] > others,
            "unique": others == 0,
            "polychrome": set(colours) == set(BY_COLOUR),
            "monochrome": len(colours) == 1,
            "fusion": card in fused,
            "resurrection": card in row.risen,
        }
        first = name not in [effective[other]["name"] for other in row.cards[:place]]
        for effect in _effects(effective[card]):
            if holds.get(effect["keyword"]) or (
                effect["keyword"] == "copies" and first and copies[seat][name] >= effect["count"]
            ):
                counted += effect["points"]
    for card in _apart(board, seat):
        for effect in _effects(board.printed[card]):
            if {"polychrome": set(colours) == set(BY_COLOUR), "monochrome": len(colours) == 1}.get(effect["keyword"]):
                counted += effect["points"]
    return counted


def _last(board: BoardToCount, effective: Mapping[str, Mapping[str, Any]], seat: int, before: Mapping[int, int]) -> int:
    """Return a seat's points for Strong if it leads so far, or for Weak if it is last (MGO-60 to MGO-62)."""
    cards = [
        *(effective[card] for card in board.rows[seat].cards),
        *(board.printed[card] for card in _apart(board, seat)),
    ]
    for keyword, end in (("strong", max(before.values())), ("weak", min(before.values()))):
        mine = [effect["points"] for card in cards for effect in _effects(card) if effect["keyword"] == keyword]
        if mine and before[seat] == end:
            return sum(mine)
    return 0


def _apart(board: BoardToCount, seat: int) -> list[str]:
    """Return a seat's Deity and Belief, which lie in front of its terrain."""
    return [held[seat] for held in (board.deities, board.beliefs) if seat in held]


def _has(poll: Mapping[str, Any], keyword: str) -> bool:
    return any(effect["keyword"] == keyword for effect in _effects(poll))
