"""The public view and the rules behind each event."""

from slapjack.rules import ROUNDS, State
from table.games.kit import slapped
from table.games.kit.reasons import READ, after, because, usual
from table.games.moment import Answers
from table.games.words import message
from table.view import View


def view(state: State) -> View:
    """Return the public view."""
    return slapped.view(state, ROUNDS)


_POINTS = message("The cards are {points}.")
ANSWERS: Answers = {
    **usual(
        started=("SJ-01",),
        over=("SJ-13", "SJ-14"),
        wrong=("SJ-T-02",),
        points=_POINTS,
        play=("SJ-04",),
        press=("SJ-08", "SJ-T-05"),
    ),
    "round_started": because("SJ-04", seen="A game was begun for {players}."),
    "spare_dealt": because("SJ-02", seen="The cards do not come out even."),
    "turn_started": because("SJ-04", "SJ-12", seen="{who} is the next player with a card."),
    "card_played": because("SJ-04", "SJ-03", seen=READ),
    "race_opened": because("SJ-05", "SJ-09", seen="A jack was read."),
    "race_closed": because("SJ-07", "SJ-11", "SJ-T-01", "SJ-T-04", seen="The race was for the hands that are shown."),
    "pile_won": after(
        {"race_closed": because("SJ-06", seen="{who} was the first to slap.")},
        otherwise=because("SJ-T-03", seen="Nobody had a card left, and {who} laid the last one."),
    ),
    "slapped_wrongly": because("SJ-08", seen="{who}’s button was pressed, and no jack came."),
    "gift_owed": because("SJ-08", seen="{giver} slapped, and no jack lay there."),
    "card_paid": because("SJ-08", seen="A card of {who}’s was read after a false slap."),
    "player_out": because("SJ-10", "SJ-09", seen="{who} has no card left."),
}
