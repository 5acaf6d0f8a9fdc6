"""Why an event of Nur Mut happened: the rules behind it (docs/rules/nur_mut.md), and what the table saw.

Answers use only events that the audience already has. The table has not seen which face is up, so answers say no more
about it than those events.
"""

from collections.abc import Mapping
from typing import Any

from table import events
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
    read,
    read_on,
    round_started,
    usual,
)
from table.games.kit.rulebook import sure
from table.games.moment import Answers, Moment
from table.games.nur_mut import events as own
from table.games.nur_mut.cards import HIGHEST, JOKER
from table.saying import joined, message, say
from table.wording import place

_FITS = ("NUR-16", "NUR-15")
_EXAMPLES: Mapping[Any, tuple[str, ...]] = {3: ("NUR-17",), 4: ("NUR-18",), HIGHEST: ("NUR-19",)}
_AGAIN = ("NUR-T-03",)
_BEGINS = ("NUR-09", "NUR-10")
_TAKES_IT = ("NUR-30",)
_NO_MOVES = (
    events.TurnStarted, events.PressRefused, events.PlayRefused, events.PlayTakenBack, events.CorrectionOpened,
    events.CorrectionClosed,
)  # fmt: skip
Laid = own.FaceStarted | own.FacePlayed | own.PileRefilled
OfAPile = Moment[own.FacePlayed] | Moment[events.PlayRefused]


def _after_reward(moment: Moment[events.TurnStarted]) -> Why:
    rewarded = moment.last(own.CourageRewarded)
    if rewarded is not None and rewarded.seat == moment.event.seat:
        return because("NUR-36", "NUR-37", seen="{who} was brave, and the card fits.")(moment)
    return _over(moment)


def _after_taking(moment: Moment) -> Why:
    begins = ("NUR-33",) if _begins_anew(moment) else ()
    return because(*begins, "NUR-14", seen="A pile was taken, and {who} comes next.")(moment)


def _begins_anew(moment: Moment) -> bool:
    """Return whether the place of the pile that was taken last waits for a card."""
    failed = moment.last(own.CourageFailed)
    return bool(moment.options.refill_always or (failed is not None and failed.lot))


_over = because("NUR-25", "NUR-14", seen="The turn before was over, and {who} comes next.")
_turn_started = after(
    {
        "pile_started": because("NUR-13", seen="All three piles have begun, and {who} opens the round."),
        "play_taken_back": because("NUR-T-02", seen="{who} took the card back, and has the turn again."),
        "courage_rewarded": _after_reward,
        "courage_failed": because("NUR-33", "NUR-14", seen="A pile was to be taken, and {who} comes next."),
        "pile_taken": _after_taking,
        "pile_refilled": because("NUR-34", "NUR-14", seen="The pile has begun anew, and {who} comes next."),
        "card_played": _over,
        "turn_passed": _over,
        "": because("NUR-14", seen="It was {who}’s turn."),
    },
    otherwise=because("NUR-14", seen="The host gave {who} the turn, or it became known who had it."),
)


def _pile_started(moment: Moment[events.PileStarted]) -> Why:
    refused = [event for event in moment.since(events.RoundStarted) if isinstance(event, events.PlayRefused)]
    joker = any(play.reason == "not_in_play" and play.zone == moment.event.zone for play in refused)
    return Why((*_BEGINS, "NUR-11") if joker else _BEGINS, read(moment))


def _card_played(moment: Moment[own.FacePlayed]) -> Why:
    if (though_refused := let_lie(moment, _AGAIN, on_that_pile=True)) is not None:
        return though_refused
    seen = read_on(moment, _top(moment))
    if moment.event.face == JOKER:
        return Why(("NUR-20", "NUR-38", "NUR-39"), seen)
    match moment.last(own.FacePlayed, own.PileRefilled, own.PileTaken, own.FaceStarted):
        case (own.FacePlayed() | own.PileRefilled() | own.FaceStarted()) as covered:
            if covered.face == JOKER and covered.zone == moment.event.zone:
                return Why(("NUR-40", "NUR-41"), seen)
    return Why((*_FITS, *_example(moment)), seen)


def _laid_there(moment: OfAPile) -> Laid | None:
    """Return the event about the card on top of the pile."""
    for one in reversed(moment.before):
        match one.event:
            case (own.FaceStarted() | own.FacePlayed() | own.PileRefilled()) as laid if laid.zone == moment.event.zone:
                return laid
            case own.PileTaken(zone=zone) if zone in (moment.event.zone, None):
                return None
    return None


def _top(moment: OfAPile) -> str | None:
    """Return the card on top of the pile, as it was told."""
    there = _laid_there(moment)
    return None if there is None else there.card


def _example(moment: OfAPile) -> tuple[str, ...]:
    """Return the rule that has the number on top of the pile as its example, if that number is known and has one."""
    there = _laid_there(moment)
    if there is None:
        return ()
    started = isinstance(there, own.FaceStarted)
    faces = {*moment.printed(sure(there.card)).faces} - {JOKER} if started else {there.face}
    return _EXAMPLES.get(next(iter(faces)), ()) if len(faces) == 1 else ()


_HELD = message("{who}’s button was held: the card does not fit.")
_LIFTED = message("The pile was lifted, which says that {who}’s card does not fit.")
_TAKES_THE_HIGHEST = message("{who} takes the pile with the highest number.")
_TAKES = message("{who} takes {pile}, which shows the highest number.")
_TAKES_BY_LOT = message(
    "{who} takes {pile}, which shows the highest number; several show it, and the table drew the lot."
)


def _courage_failed(moment: Moment[own.CourageFailed]) -> Why:
    zone, rules = moment.event.zone, ("NUR-30", "NUR-29", "NUR-31")
    lifted = moment.brought(own.PileTaken) and not (zone is None or moment.pad(zone))
    said = filled(moment, _LIFTED if lifted else _HELD)
    if zone is None:
        return Why(rules, joined([said, filled(moment, _TAKES_THE_HIGHEST)]))
    if moment.event.lot:
        return Why((*rules, "NUR-32"), joined([said, filled(moment, _TAKES_BY_LOT, pile=place(zone))]))
    return Why(rules, joined([said, filled(moment, _TAKES, pile=place(zone))]))


def _turn_passed(moment: Moment[events.TurnPassed]) -> Why:
    if moment.event.how == "under":
        return because("NUR-24", "NUR-25", seen="{who}’s button was pressed twice.")(moment)
    last = ("NUR-43",) if _passes(moment) + 1 >= len(moment.setup.seats) else ()
    return because("NUR-26", *last, seen="{who}’s button was held.")(moment)


def _passes(moment: Moment) -> int:
    """Count how many have passed one after the other; a play that was taken back does not stand between them."""
    counted = ("pass", "under") if moment.options.misfit_is_pass else ("pass",)
    done = [one.event for one in reversed(moment.before) if not isinstance(one.event, _NO_MOVES)]
    return next((at for at, event in enumerate(done) if getattr(event, "how", None) not in counted), len(done))


def _courage_declared(moment: Moment) -> Why:
    forced = _passes(moment) >= len(moment.setup.seats)
    rules = ("NUR-27", "NUR-28", *(("NUR-43",) if forced else ()))
    if forced and moment.brought(events.CardPlayed, events.PlayRefused):
        return because(*rules, seen="Everybody had passed, and {who} laid a card.")(moment)
    return because(*rules, seen="{who}’s button was tapped.")(moment)


def _question(moment: Moment[events.QuestionAsked] | Moment[events.QuestionSettled]) -> Why:
    if moment.event.choice == "highest":
        which = say("Which faces are up the table cannot see, and it decides which pile is taken.")
        return Why(("NUR-30", "NUR-32"), which)
    whose = say("Which face is up the table cannot see, and it decides whose turn it is.")
    return Why(("NUR-40", "NUR-42"), whose)


_REFUSED: Refused = {
    "not_in_play": (("NUR-11",), READ),
    "too_many_plays": (("NUR-22",), message("{reader:the} read {card:the} right after another one.")),
    "correction_pending": (_AGAIN, READ),
    "already_played": (_AGAIN, READ),
}


def _play_refused(moment: Moment[events.PlayRefused]) -> Why:
    text = str(moment.event.text or "")  # in English, whatever it is told in
    match moment.event.reason:
        case "no_fit" if text.startswith("Your last card"):
            return Why(("NUR-T-04",), read_on(moment, _top(moment)))
        case "no_fit":
            return Why((*_FITS, *_example(moment)), read_on(moment, _top(moment)))
        case "wrong_zone":
            waits = read(moment, seen="{reader:the} read {card:the} while another pile waits for a card.")
            return Why(_in_the_way(moment), waits)
        case "not_now" if not moment.latest_is(events.TurnStarted, events.RoundStarted):
            return Why(_BEGINS, read(moment))
    otherwise = _TAKES_IT if _in_the_way(moment) == _TAKES_IT else ("NUR-15", "NUR-14")
    return play_refused(_REFUSED, otherwise=otherwise)(moment)


def _in_the_way(moment: Moment) -> tuple[str, ...]:
    """Return the rules that ask for something else first, of whose turn it is."""
    match moment.last(own.CourageFailed, own.PileTaken, own.FacePlayed, own.PileRefilled, own.FaceStarted):
        case own.CourageFailed():
            return _TAKES_IT
        case own.PileTaken() if _begins_anew(moment):
            return ("NUR-33",)
        case own.FacePlayed(face="joker") | own.PileRefilled(face="joker") | own.FaceStarted(face="joker"):
            return ("NUR-40",)
    return ("NUR-43",) if _passes(moment) >= len(moment.setup.seats) else ("NUR-21",)


def _wins(moment: Moment) -> tuple[str, ...]:
    return ("NUR-45",) if moment.options.rounds == 1 else ("NUR-50", "NUR-46")


_POINTS = message("All rounds are played; cards left: {totals}.")
ANSWERS: Answers = {
    **usual(
        started=("NUR-06", "NUR-07", "NUR-08"),
        over=("NUR-45", "NUR-50", "NUR-46"),
        wrong=_AGAIN,
        back=("NUR-T-02",),
        points=_POINTS,
    ),
    "round_started": round_started(
        ("NUR-13",),
        ("NUR-T-05", "NUR-46"),
        begins=message("It was agreed before the game that {starter} is the bravest."),
        otherwise=message("{starter} sits at the first seat, and nobody else was named as the bravest."),
        follows=message("The round before is over, and {starter} sits next on its starter’s left."),
    ),
    "game_ended": lambda moment: because(*_wins(moment), seen=_POINTS)(moment),
    "round_ended": because("NUR-44", "NUR-49", "NUR-47", "NUR-48", seen="{out} has laid the last card of the pile."),
    "pile_started": _pile_started,
    "turn_started": _turn_started,
    "turn_passed": _turn_passed,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": lambda moment: press_refused(_AGAIN, otherwise=_in_the_way(moment))(moment),
    "courage_declared": _courage_declared,
    "courage_rewarded": because("NUR-35", "NUR-36", "NUR-37", seen="{who} was brave, and the card fits."),
    "courage_failed": _courage_failed,
    "pile_taken": because("NUR-31", "NUR-30", seen="{who} was brave, and the card did not fit."),
    "pile_refilled": because("NUR-33", "NUR-34", seen="{reader:the} read {card:the} where a pile was taken."),
    "question_asked": _question,
    "question_settled": _question,
    "hand_counted": because("NUR-T-06", seen="{who} said on a phone how many cards are left."),
}
