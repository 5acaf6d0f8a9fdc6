"""Why something was told: the rules behind each event by their IDs, and what the table saw.

Everything comes from what the event's audience has been told by then.
"""

from table.games.game import Why
from table.games.kit.reasons import because, play_refused, press_refused
from table.games.moment import UNRULED, Answers, Moment


def _guess_made(moment: Moment) -> Why:
    how = "tapped" if moment.event["guess"] == "higher" else "held"
    return Why(("HL-04",), f"{moment.name(moment.event['seat'])}’s button was {how}.")


def _guess_settled(moment: Moment) -> Why:
    cards = [one["card"] for one in moment.before if one["event"] in ("pile_started", "card_played")]
    before, now = (moment.card(card) for card in cards[-2:])
    said = moment.last("guess_made") or {}
    return Why(("HL-06", "HL-05"), f"After {before} came {now}, and {said.get('guess')} was said.")


ANSWERS: Answers = {
    **UNRULED,
    "game_started": because("HL-03", seen="A game was begun for {players}."),
    "round_started": because("HL-03", seen="A game was begun for {players}."),
    "pile_started": because("HL-02", seen="{reader} read {card}."),
    "turn_started": because("HL-03", seen="A card lay on the pile, and {who} came next."),
    "guess_made": _guess_made,
    "card_played": because("HL-05", seen="{reader} read {card}."),
    "guess_settled": _guess_settled,
    "play_refused": play_refused({"correction_pending": (("HL-09",), "")}, otherwise=("HL-05",)),
    "press_refused": press_refused(("HL-09",), otherwise=("HL-04",)),
    "correction_opened": because("HL-09", seen="{reader} read a card that must not lie there."),
    "correction_closed": because("HL-09", seen="{reader} read it no more."),
    "game_ended": because("HL-07", "HL-08", seen="All cards are played; the points are {points}."),
}
