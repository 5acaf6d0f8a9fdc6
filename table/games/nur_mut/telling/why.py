"""Why Nur Mut told what it told: the rules behind each event (docs/rules/nur_mut.md), and what the table saw.

Everything comes from what the event's audience has been told by then. Which face is up the table has not seen, and
says no more about it than was told.
"""

from table.games.game import Why
from table.games.kit.reasons import (
    READ,
    Refused,
    after,
    because,
    filled,
    let_lie,
    play_refused,
    press_refused,
    read_on,
    round_started,
    usual,
)
from table.games.moment import Answers, Moment
from table.saying import message, say
from table.wording import place

_FITS = ("NUR-16", "NUR-15")
_AGAIN = ("NUR-T-03",)


_over = because("NUR-25", "NUR-14", seen="The turn before was over, and {who} comes next.")
_turn_started = after(
    {
        "pile_started": because("NUR-13", seen="All three piles have begun, and {who} opens the round."),
        "play_taken_back": because("NUR-T-02", seen="{who} took the card back, and has the turn again."),
        "courage_rewarded": because("NUR-36", "NUR-37", seen="{who} was brave, and the card fits."),
        "courage_failed": because("NUR-33", "NUR-14", seen="A pile was to be taken, and {who} comes next."),
        "pile_taken": because("NUR-33", "NUR-14", seen="A pile was taken, and {who} comes next."),
        "pile_refilled": because("NUR-34", "NUR-14", seen="The pile has begun anew, and {who} comes next."),
        "card_played": _over,
        "turn_passed": _over,
        "": because("NUR-14", seen="It was {who}’s turn."),
    },
    otherwise=because("NUR-14", seen="The host gave {who} the turn, or it became known who had it."),
)


def _card_played(moment: Moment) -> Why:
    if (though_refused := let_lie(moment, _AGAIN)) is not None:
        return though_refused
    seen = read_on(moment, _top(moment))
    if moment.event["face"] == "joker":
        return Why(("NUR-20", "NUR-38", "NUR-39"), seen)
    covered = moment.last("card_played", "pile_refilled", "pile_taken")
    if covered is not None and covered.get("face") == "joker" and covered["zone"] == moment.event["zone"]:
        return Why(("NUR-40", "NUR-41"), seen)
    return Why((*_FITS, "NUR-17", "NUR-18", "NUR-19"), seen)


def _top(moment: Moment) -> str | None:
    """Tell the card on top of the pile, as it was told."""
    zone = moment.event["zone"]
    for one in reversed(moment.before):
        if one.get("zone") == zone and one["event"] in ("pile_started", "card_played", "pile_refilled"):
            return str(one["card"])
        if one["event"] == "pile_taken" and one["zone"] in (zone, None):
            return None
    return None


_TAKES_THE_HIGHEST = message(
    "{who}’s button was held, or the pile was lifted: the card does not fit, "
    "so {who} takes the pile with the highest number."
)
_TAKES = message(
    "{who}’s button was held, or the pile was lifted: the card does not fit, "
    "so {who} takes {pile}, which shows the highest number."
)
_TAKES_BY_LOT = message(
    "{who}’s button was held, or the pile was lifted: the card does not fit, "
    "so {who} takes {pile}, which shows the highest number; several show it, and the table drew the lot."
)


def _courage_failed(moment: Moment) -> Why:
    zone, rules = moment.event["zone"], ("NUR-30", "NUR-29", "NUR-31")
    if zone is None:
        return Why(rules, filled(moment, _TAKES_THE_HIGHEST))
    if moment.event["lot"]:
        return Why((*rules, "NUR-32"), filled(moment, _TAKES_BY_LOT, pile=place(zone)))
    return Why(rules, filled(moment, _TAKES, pile=place(zone)))


def _turn_passed(moment: Moment) -> Why:
    if moment.event["how"] == "under":
        return because("NUR-24", "NUR-25", seen="{who}’s button was pressed twice.")(moment)
    return because("NUR-26", "NUR-43", seen="{who}’s button was held.")(moment)


def _question(moment: Moment) -> Why:
    if moment.event["choice"] == "highest":
        which = say("Which faces are up the table cannot see, and it decides which pile is taken.")
        return Why(("NUR-30", "NUR-32"), which)
    whose = say("Which face is up the table cannot see, and it decides whose turn it is.")
    return Why(("NUR-40", "NUR-42"), whose)


_REFUSED: Refused = {
    "wrong_zone": (
        ("NUR-33", "NUR-40"),
        message("{reader:the} read {card:the} while another pile waits for a card."),
    ),
    "not_in_play": (("NUR-11",), READ),
    "too_many_plays": (("NUR-22",), message("{reader:the} read {card:the} right after another one.")),
    "correction_pending": (_AGAIN, READ),
    "already_played": (_AGAIN, READ),
}
_refused = play_refused(_REFUSED, otherwise=("NUR-15", "NUR-14"))


def _play_refused(moment: Moment) -> Why:
    return Why(_FITS, read_on(moment, _top(moment))) if moment.event["reason"] == "no_fit" else _refused(moment)


ANSWERS: Answers = {
    **usual(
        started=("NUR-06", "NUR-07", "NUR-08"),
        over=("NUR-45", "NUR-50", "NUR-46"),
        wrong=_AGAIN,
        back=("NUR-T-02",),
        points=message("All rounds are played; cards left: {totals}."),
    ),
    "round_started": round_started(
        ("NUR-13",),
        ("NUR-T-05", "NUR-46"),
        begins=message("It was agreed before the game that {starter} is the bravest."),
        otherwise=message("{starter} sits at the first seat, and nobody else was named as the bravest."),
        follows=message("The round before is over, and {starter} sits next on its starter’s left."),
    ),
    "round_ended": because("NUR-44", "NUR-49", "NUR-47", "NUR-48", seen="{out} has laid the last card of the pile."),
    "pile_started": because("NUR-09", "NUR-10", "NUR-11", seen="{reader:the} read {card:the}."),
    "turn_started": _turn_started,
    "turn_passed": _turn_passed,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": press_refused(_AGAIN, otherwise=("NUR-43", "NUR-21")),
    "courage_declared": because(
        "NUR-27", "NUR-28", seen="{who}’s button was tapped, or everybody had passed and a card was laid."
    ),
    "courage_rewarded": because("NUR-35", "NUR-36", "NUR-37", seen="{who} was brave, and the card fits."),
    "courage_failed": _courage_failed,
    "pile_taken": because("NUR-31", "NUR-30", seen="{who} was brave, and the card did not fit."),
    "pile_refilled": because("NUR-33", "NUR-34", seen="{reader:the} read {card:the} where a pile was taken."),
    "question_asked": _question,
    "question_settled": _question,
    "hand_counted": because("NUR-T-06", seen="{who} said on a phone how many cards are left."),
}
