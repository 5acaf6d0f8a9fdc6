"""Why a card was played or refused, why somebody draws, and why it is somebody's turn."""

from table.games.game import Why
from table.games.kit.reasons import after, because, let_lie, on_top_of, read
from table.games.mito.actions import DISCARD
from table.games.mito.cards import HIGHEST, LOWEST
from table.games.mito.rules import fits
from table.games.mito.telling.moment import Moment
from table.games.moment import Answers, latest
from table.games.words import both, capital

_NEIGHBOURS = ("MITO-F-15", "MITO-E-15")
_TURNS = ("MITO-F-12", "MITO-E-20")


def _number_rules(moment: Moment, top: str | None) -> tuple[str, ...]:
    """Name the rules about the numbers that fit on a card; at the ends of the row those about 5 and 1 come first."""
    number = None if top is None else moment.printed(top).number
    if moment.options.wrap and number in (LOWEST, HIGHEST):
        return ("MITO-E-18" if number == HIGHEST else "MITO-E-19", *_NEIGHBOURS)
    return _NEIGHBOURS


def _fits(moment: Moment, card: str, top: str) -> bool:
    number, on = moment.printed(card).number, moment.printed(top).number
    return number is not None and on is not None and fits(number, on, wrap=moment.options.wrap)


def _answering(moment: Moment) -> str:
    return read(moment, f" in answer to {moment.card(moment.race_card())}")


# -- plays


def _pile_started(moment: Moment) -> Why:
    counts = () if moment.options.start_action else ("MITO-F-10", "MITO-F-11")
    return Why(("MITO-F-09", "MITO-E-10", *counts), f"{moment.discard} read {moment.card(moment.event['card'])} first.")


def _card_played(moment: Moment) -> Why:
    card, top = moment.event["card"], moment.top()
    if (though_refused := let_lie(moment, ("MITO-T-09",))) is not None:
        return though_refused
    if moment.race() == "match":
        return Why(("MITO-E-32", "MITO-E-30", "MITO-E-31"), _answering(moment))
    on = top if top is not None and _fits(moment, card, top) else None
    seen = read(moment, on_top_of(moment, on))
    if moment.printed(card).kind == "moth":
        return Why(("MITO-E-50", *(() if on is None else _number_rules(moment, on))), seen)
    wraps = on is not None and {moment.printed(card).number, moment.printed(on).number} == {LOWEST, HIGHEST}
    return Why(_number_rules(moment, on) if wraps else _NEIGHBOURS, seen)


def _play_refused(moment: Moment) -> Why:
    if moment.event["zone"] != DISCARD:
        return _hand_refused(moment)
    match moment.event["reason"]:
        case "not_adjacent":
            moth = ("MITO-E-50",) if moment.printed(moment.event["card"]).kind == "moth" else ()
            return Why((*_number_rules(moment, moment.top()), *moth), read(moment, on_top_of(moment, moment.top())))
        case "moth_not_playable" if moment.race() == "match":
            return Why(("MITO-T-11", "MITO-E-30"), _answering(moment))
        case "moth_not_playable":
            guards = ("MITO-E-50",) if moment.options.guard_may_play_moth else ()
            return Why(("MITO-E-27", *guards), _moth_seen(moment))
        case "no_match":
            return Why(("MITO-E-31", "MITO-E-30"), _answering(moment))
        case "not_in_play":
            return Why(("MITO-F-05",), read(moment))
        case "already_played":
            return Why(("MITO-F-14",), read(moment, ", which had been played before"))
        case "paused" | "correction_pending":
            return _has_to_wait(moment, read(moment))
        case _:
            return _not_now(moment)


def _moth_seen(moment: Moment) -> str:
    seat, guard = moment.event["seat"], moment.guard()
    who = "" if seat in (None, guard) else f" on {moment.name(seat)}’s turn, while {moment.name(guard)} was the guard"
    return read(moment, who)


def _not_now(moment: Moment) -> Why:
    match moment.race():
        case "match" if moment.answer() is not None:
            return Why(("MITO-E-32",), read(moment, " when the cockroach was answered already"))
        case "slap":
            return Why(("MITO-E-25",), read(moment, f" while hands raced for {moment.card(moment.race_card())}"))
        case _:
            return Why(("MITO-F-14",), read(moment, f" {_when_refused(moment)}"))


def _when_refused(moment: Moment) -> str:
    text = moment.event["text"] or ""
    if text.startswith("Too late"):
        return "just after another card, or after the end of a turn"
    return "out of turn" if " turn, " in text else "while no card could be played"


def _hand_refused(moment: Moment) -> Why:
    seat = int(moment.event["zone"].removeprefix("seat."))
    seen = f"{moment.card(moment.event.get('card'))} touched the pad for {moment.name(seat)}’s hand."
    if moment.event["reason"] == "paused":
        return _has_to_wait(moment, capital(seen))
    return Why(("MITO-E-62", "MITO-E-64"), capital(seen))


def _has_to_wait(moment: Moment, seen: str) -> Why:
    """Say what a play or a press had to wait for."""
    if moment.event["reason"] == "correction_pending":
        lying = [moment.card(one["card"]) for one in moment.refused()]
        what = both(list(dict.fromkeys(lying))) if lying else "a card"
        return Why(("MITO-T-09",), f"{seen[:-1]} while {what} still lay wrong on the discard.")
    if moment.paused:
        return Why((), f"{seen[:-1]} while the host had paused the game.")
    if moment.called():
        return Why(("MITO-F-30", "MITO-E-41"), f"{seen[:-1]} while a call was being checked.")
    return Why((), f"{seen[:-1]} while a reader did not work.")


def _press_refused(moment: Moment) -> Why:
    seat, reason = moment.event["seat"], moment.event["reason"]
    if seat == 0:
        return Why((), "The host asked for it.")
    pressed = f"{moment.name(seat)}’s button was pressed."
    if reason in ("paused", "correction_pending"):
        return _has_to_wait(moment, pressed)
    if latest(moment.before, "round_ended", "round_started") == "round_ended":
        return Why(("MITO-F-44", "MITO-E-70"), f"{moment.name(seat)} asked for the next round.")
    return Why(("MITO-E-21",), pressed)


def _taken_off(moment: Moment, card: str) -> str:
    if moment.pad(DISCARD):
        return f"The discard pad read {moment.card(card)} again"
    return f"{capital(moment.card(card))} was lifted off the discard"


def _play_taken_back(moment: Moment) -> Why:
    return Why(("MITO-T-03",), f"{_taken_off(moment, moment.event['card'])} before anybody had played on.")


# -- what lies wrong


def _correction_opened(moment: Moment) -> Why:
    before = moment.cause()
    if before is not None and before["event"] == "play_refused":
        return Why(("MITO-T-09",), f"{capital(moment.card(before.get('card')))} was refused, and lies on the discard.")
    return Why(("MITO-T-09",), "The host took a play back whose card still lies on the discard.")


def _correction_closed(moment: Moment) -> Why:
    cards = list(dict.fromkeys(one["card"] for one in moment.refused()))
    if moment.brought("card_played"):
        return Why(("MITO-T-09",), "The card that was refused was let lie after all.")
    if len(cards) == 1:
        return Why(("MITO-T-09",), f"{_taken_off(moment, cards[0])}.")
    return Why(("MITO-T-09",), "Every card that lay wrong went back to its hand.")


# -- draws and turns


def _draw_owed(moment: Moment) -> Why:
    seat = moment.event["seat"]
    match moment.cause():
        case {"event": "call_settled", "accused": accused}:
            return Why(("MITO-F-35", "MITO-E-45"), f"{moment.name(accused)}’s button was tapped, which says innocent.")
        case {"event": "race_closed", "race": "slap"}:
            return Why(("MITO-E-26",), f"{moment.name(seat)} was last in the race for the mosquito.")
        case {"event": "card_played" | "pile_started" | "race_closed"}:
            return Why(("MITO-E-37", "MITO-E-24"), f"{moment.discard} had read {moment.card(moment.top())}.")
        case _:
            return because("MITO-T-01", seen="{who}’s button was tapped, and it was {who}’s turn.")(moment)


def _turn_passed(moment: Moment) -> Why:
    if latest(moment.before, "turn_started", "draw_owed") == "draw_owed":
        return because("MITO-T-01", seen="{who}’s button was tapped again after drawing.")(moment)
    return because("MITO-T-02", "MITO-T-01", seen="{who}’s button was tapped, and no card was left to draw.")(moment)


def _pile_reshuffled(moment: Moment) -> Why:
    if moment.brought("draw_owed"):
        return Why(("MITO-T-02",), "A card had to be drawn, and by the table’s count none was left.")
    return Why(("MITO-T-02",), "The host said that the discard was shuffled.")


def _turn_after_race(moment: Moment) -> Why:
    cause = moment.cause() or {}
    if cause.get("race") == "slap":
        return Why(_TURNS, "The race for the mosquito was over.")
    order = cause.get("order") or ()
    winner = order[0]["seat"] if order else cause.get("answer")
    if isinstance(winner, int) and moment.options.cockroach_next_turn == "winner":
        return Why(("MITO-E-33",), f"{moment.name(winner)} had answered the cockroach first.")
    return Why(("MITO-T-05",), "The race for the cockroach was over.")


def _turn_after_turn(moment: Moment) -> Why:
    """Say why a turn follows on another without a card: somebody drew, or the host said so."""
    last = moment.last("turn_started", "draw_owed", "turn_passed")
    if last is not None and last["event"] == "draw_owed" and moment.before[-1] == last:
        return Why(_TURNS, f"{moment.name(last['seat'])} had drawn a card.")
    return Why(("MITO-E-21",), f"The host said that it is {moment.name(moment.event['seat'])}’s turn.")


_checked = because("MITO-F-37", seen="The check was over.")
_turn_started = after(
    {
        "pile_started": because("MITO-F-13", "MITO-E-14", seen="The discard had begun, and {who} had the Guard Bug."),
        "card_played": because(*_TURNS, seen="{before}’s card had been accepted."),
        "race_closed": _turn_after_race,
        "question_settled": _turn_after_race,
        "call_settled": _checked,
        "call_withdrawn": _checked,
        "play_taken_back": because("MITO-T-03", seen="{Laid} had been taken back."),
        "out_withdrawn": because("MITO-T-08", seen="{before} still held a card."),
        "turn_passed": because(*_TURNS, seen="{before} had passed."),
    },
    otherwise=_turn_after_turn,
)

ANSWERS: Answers = {
    "pile_started": _pile_started,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "play_taken_back": _play_taken_back,
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "draw_owed": _draw_owed,
    "nothing_to_draw": because(
        "MITO-T-02", seen="By the table’s count no card was left, neither to draw nor under the top of the discard."
    ),
    "pile_uncovered": because("MITO-F-32", seen="{Card} left the discard after a call; {top} lies there now."),
    "turn_passed": _turn_passed,
    "pile_reshuffled": _pile_reshuffled,
    "turn_started": _turn_started,
}
