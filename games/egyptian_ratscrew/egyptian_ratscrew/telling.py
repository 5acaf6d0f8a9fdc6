"""The public view and the rules behind each event."""

from egyptian_ratscrew.rules import ROUNDS, State
from table.games.kit import slapped
from table.games.kit.reasons import READ, after, because, usual
from table.games.moment import Answers
from table.games.words import many, message
from table.view import View


def view(state: State) -> View:
    """Return the public view; during a challenge, the prompt shows how many cards are left to meet it."""
    challenge = many(
        "{who}: turn up one more card; only a face card or an ace meets the challenge.",
        "{who}: turn up {count} cards at most, until one is a face card or an ace.",
        state.chances,
        who=state.setup.name(state.turn),
    )
    return slapped.view(state, ROUNDS, None if state.challenger is None else challenge)


_POINTS = message("The cards are {points}.")
ANSWERS: Answers = {
    **usual(
        started=("ER-01",),
        over=("ER-16", "ER-17"),
        wrong=("ER-T-02",),
        points=_POINTS,
        play=("ER-04",),
        press=("ER-18",),
    ),
    "round_started": because("ER-04", seen="A game was begun for {players}."),
    "spare_dealt": because("ER-02", seen="The cards do not come out even."),
    "turn_started": because("ER-05", "ER-06", "ER-07", "ER-09", seen="{who} is to lay the next card."),
    "card_played": because("ER-04", "ER-03", seen=READ),
    "race_opened": because("ER-10", "ER-11", "ER-12", "ER-13", "ER-14", seen="The cards that were read allow it."),
    "race_closed": because("ER-10", "ER-T-01", "ER-T-04", "ER-T-05", seen="The race was for the hands that are shown."),
    "pile_won": after(
        {"race_closed": because("ER-10", "ER-09", seen="{who} was the first to slap.")},
        otherwise=because("ER-08", "ER-T-03", seen="{who} laid a face card or an ace last, or the last card of all."),
    ),
    "slapped_wrongly": because("ER-18", seen="{who}’s button was pressed, and nothing allowed it."),
    "card_paid": because("ER-18", seen="A card of {who}’s was read after a false slap."),
    "player_out": because("ER-15", seen="{who} has no card left."),
}
