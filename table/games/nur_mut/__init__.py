"""Nur Mut: get rid of your pile of two-sided cards, and be brave. The rules are in rules.py, readings in reading.py."""

from collections.abc import Mapping

from table.event import kinds
from table.games.game import Ask, Choice
from table.games.kit import choices
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame
from table.games.nur_mut import events as own
from table.games.nur_mut import reading, rounds, rules, telling
from table.games.nur_mut.cards import NurMutCard
from table.games.nur_mut.hands import TwoFaced
from table.games.nur_mut.options import NurMutOptions
from table.games.nur_mut.reading import Play
from table.games.nur_mut.state import PILES
from table.games.nur_mut.telling import FaceMoment
from table.saying import message, say

_REASONS = {"no_fit": message("{who}: does not fit"), "too_many_plays": message("{who}: too many cards")}


class NurMut(CardGame[Play, Action]):
    """The `Game` implementation of Nur Mut."""

    rules, rounds, views, play = rules, rounds, telling, Play
    readers, answers = reading.READERS, telling.ANSWERS
    name = "nur_mut"
    title = "Nur Mut"
    rules_version = "7"
    same_for_all = True
    fewest_seats, most_seats = 2, 7
    options = NurMutOptions
    card = NurMutCard
    events = kinds(own)
    hands = TwoFaced()
    moment = FaceMoment
    piles = PILES
    reasons = _REASONS
    choices = (
        choices.NEXT_ROUND,
        Choice(
            "left",
            say("whose pile it is"),
            say("Say how many cards are left, where the table has lost count."),
            "number",
        ),
        choices.TURN,
    )

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask which pile has to be taken, and whether a card showed the joker, if it matters."""
        return reading.asks(state.round)


NUR_MUT = NurMut()
