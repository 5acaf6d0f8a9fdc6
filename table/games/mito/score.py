"""Scoring for `cardtable score mito`, which adds up hands at a real table without running a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from table.cards import Catalogue
from table.complaints import BadInput
from table.games.boxes import Scoring
from table.games.kit.boards import GivenBoard
from table.games.mito import MITO
from table.games.mito.cards import MitoCard
from table.games.mito.rounds import hand_points
from table.saying import say
from table.values import Value


class _Board(GivenBoard):
    hands: dict[str, list[str]]


class Score(Value):
    """The points of each hand, by player name."""

    hands: Mapping[str, int]


def score(board: Any) -> Score:
    """Add up the points in each hand. Raise BadInput, naming the invalid key, if the board is invalid."""
    given = _Board.read(board)
    cards = given.cards("mito", MitoCard)
    _check(given.hands, cards)
    return Score({name: hand_points(cards[card].kind for card in hand) for name, hand in given.hands.items()})


def _check(hands: Mapping[str, Sequence[str]], cards: Catalogue[MitoCard]) -> None:
    """Check that every card exists and that no card is in two hands."""
    held: dict[str, str] = {}
    for name, hand in hands.items():
        for card in hand:
            if card not in cards:
                raise BadInput(say("hands.{name}: Mito has no card {card!r}", name=name, card=card))
            if card in held:
                raise BadInput(
                    say("hands.{name}: {card} is in {who}’s hand already", name=name, card=card, who=held[card])
                )
            held[card] = name


SCORING = Scoring(MITO.name, MITO.title, MITO.card, MITO.options, MITO.deck, score)
