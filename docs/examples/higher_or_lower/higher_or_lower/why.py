"""Explains each event: the IDs of the rules that led to it, and what the table saw.

An explanation uses only events that its audience had already received.
"""

from higher_or_lower.events import GuessMade
from table.events import CardPlayed, PileStarted
from table.games.game import Why
from table.games.kit.reasons import READ, because, filled, play_refused, press_refused
from table.games.moment import UNRULED, Answers, Moment
from table.saying import message

_TAPPED = message("{who}’s button was tapped.")
_HELD = message("{who}’s button was held.")
_HIGHER = message("After {first:the} came {then:the}, and higher was said.")
_LOWER = message("After {first:the} came {then:the}, and lower was said.")


def _guess_made(moment: Moment[GuessMade]) -> Why:
    return Why(("HL-04",), filled(moment, _TAPPED if moment.event.guess == "higher" else _HELD))


def _guess_settled(moment: Moment) -> Why:
    laid = (one.event for one in moment.before)
    cards = [event.card for event in laid if isinstance(event, (PileStarted, CardPlayed))]
    first, then = (moment.card(card) for card in cards[-2:])
    guessed = moment.last(GuessMade)
    seen = _HIGHER if guessed is not None and guessed.guess == "higher" else _LOWER
    return Why(("HL-06", "HL-05"), filled(moment, seen, first=first, then=then))


ANSWERS: Answers = {
    **UNRULED,
    "game_started": because("HL-03", seen="A game was begun for {players}."),
    "round_started": because("HL-03", seen="A game was begun for {players}."),
    "pile_started": because("HL-02", seen="{reader:the} read {card:the}."),
    "turn_started": because("HL-03", seen="A card lay on the pile, and {who} came next."),
    "guess_made": _guess_made,
    "card_played": because("HL-05", seen="{reader:the} read {card:the}."),
    "guess_settled": _guess_settled,
    "play_refused": play_refused({"correction_pending": (("HL-09",), READ)}, otherwise=("HL-05",)),
    "press_refused": press_refused(("HL-09",), otherwise=("HL-04",)),
    "correction_opened": because("HL-09", seen="{reader:the} read a card that must not lie there."),
    "correction_closed": because("HL-09", seen="{reader:the} read it no more."),
    "game_ended": because("HL-07", "HL-08", seen="All cards are played; the points are {points}."),
}
