"""Why Mytho told what it told: the rules behind each event (docs/rules/mytho.md), and what the table saw.

Everything comes from what the event's audience has been told by then, so no answer says what lies hidden.
"""

from table.games.game import Why
from table.games.kit.reasons import because, let_lie, on_top_of, play_refused, press_refused, read, round_started, usual
from table.games.moment import Answers, Moment
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.words import capital, counted

_AGAIN = ("MYTHO-T-03",)
_USUAL = usual(
    started=("MYTHO-01", "MYTHO-02", "MYTHO-03"),
    over=("MYTHO-08", "MYTHO-T-07"),
    wrong=_AGAIN,
    back=("MYTHO-T-02",),
    points="the cards left come to",
)


def _reference(moment: Moment) -> str | None:
    """Tell the top card of the visible pile, as it was told."""
    for one in reversed(moment.before):
        match one:
            case {"event": "pile_started" | "contest_settled", "card": card}:
                return str(card)
            case {"event": "card_played", "zone": "visible", "card": card}:
                return str(card)
    return None


def _on_reference(moment: Moment) -> str:
    return on_top_of(moment, _reference(moment))


def _round_ended(moment: Moment) -> Why:
    out = moment.name(moment.event["out"])
    settled = moment.last("contest_settled", "card_played")
    if settled is not None and settled["event"] == "contest_settled":
        if settled["challenger"] == moment.event["out"]:
            return Why(("MYTHO-26", "MYTHO-08"), f"{out} contested rightly and gave the last card away.")
        return Why(("MYTHO-25", "MYTHO-08"), f"{out}’s last card was contested, and it fits.")
    hidden = settled is not None and settled["zone"] == HIDDEN
    if hidden:
        return Why(("MYTHO-25", "MYTHO-08"), f"{out} played the last card face down, and nobody contested it.")
    return Why(("MYTHO-08",), f"{out} played the last card of the hand.")


def _turn_started(moment: Moment) -> Why:
    name, last = moment.name(moment.event["seat"]), moment.before[-1]
    if moment.brought_about("contest_settled"):
        return Why(("MYTHO-T-06", "MYTHO-09"), f"The contest is settled, and {name} goes on.")
    match last:
        case {"event": "pile_started"}:
            return Why(("MYTHO-09",), f"The visible pile has begun, and {name} opens the round.")
        case {"event": "play_taken_back"}:
            return Why(("MYTHO-T-02", "MYTHO-09"), f"{name} took the card back, and has the turn again.")
        case {"event": "card_played", "zone": "hidden"}:
            seen = f"Nobody contested the card on the hidden pile in time, or {name} let it pass."
            return Why(("MYTHO-T-04", "MYTHO-28", "MYTHO-09"), seen)
        case {"event": "card_played" | "turn_passed" | "card_drawn", "seat": seat}:
            return Why(("MYTHO-09",), f"{moment.name(seat)}’s turn was over, and {name} comes next.")
        case _:
            return Why(("MYTHO-09",), f"The host gave {name} the turn.")


def _card_played(moment: Moment) -> Why:
    if (though_refused := let_lie(moment, _AGAIN, on_that_pile=True)) is not None:
        return though_refused
    if moment.event["zone"] == HIDDEN:
        return Why(("MYTHO-14", "MYTHO-27", "MYTHO-11"), read(moment))
    return Why(("MYTHO-15", "MYTHO-16", "MYTHO-13"), read(moment, _on_reference(moment)))


def _correction_opened(moment: Moment) -> Why:
    if moment.brought_about("contest_settled"):
        return Why(("MYTHO-22", "MYTHO-T-09"), "The card that was turned over belongs on the visible pile.")
    return _USUAL["correction_opened"](moment)


def _correction_closed(moment: Moment) -> Why:
    if moment.event["zone"] == HIDDEN and _was_turned(moment):
        return Why(("MYTHO-22", "MYTHO-T-09"), f"{moment.reader(VISIBLE)} read the card that was turned over.")
    return _USUAL["correction_closed"](moment)


def _was_turned(moment: Moment) -> bool:
    """Tell whether the correction that is closed was opened by a contest."""
    opened = moment.last("correction_opened")
    place = -1 if opened is None else moment.before.index(opened)
    return place > 0 and moment.before[place - 1]["event"] == "contest_settled"


def _draw_owed(moment: Moment) -> Why:
    settled = moment.last("contest_settled")
    truthful = settled is not None and settled["truthful"]
    name = moment.name(moment.event["seat"])
    if truthful:
        return Why(("MYTHO-19", "MYTHO-23"), f"{name} contested a card that fits.")
    return Why(("MYTHO-20",), f"{name} played a card face down that does not fit, and was contested.")


def _contest_made(moment: Moment) -> Why:
    seconds = counted(moment.setup.options.contest_window_s, "second")
    seen = f"{moment.name(moment.event['seat'])}’s button was tapped first, within {seconds} of the hidden card."
    return Why(("MYTHO-17", "MYTHO-18", "MYTHO-T-04", "MYTHO-T-05"), seen)


def _contest_settled(moment: Moment) -> Why:
    card, reference = moment.event["card"], _reference(moment)
    on = "" if reference is None else f" on {moment.card(reference)}"
    verdict = "fits" if moment.event["truthful"] else "does not fit"
    rules = ("MYTHO-19", "MYTHO-23", "MYTHO-22") if moment.event["truthful"] else ("MYTHO-20", "MYTHO-21", "MYTHO-22")
    return Why(rules, f"{capital(moment.card(card))} was read on the hidden pile, and {verdict}{on}.")


ANSWERS: Answers = {
    **_USUAL,
    "round_started": round_started(
        ("MYTHO-09",),
        ("MYTHO-T-07", "MYTHO-09"),
        begins="begins",
        named="named to begin",
        follows="comes next after its starter",
    ),
    "round_ended": _round_ended,
    "pile_started": because("MYTHO-04", "MYTHO-05", "MYTHO-07", seen="{reader} read {card} first."),
    "turn_started": _turn_started,
    "card_played": _card_played,
    "play_refused": play_refused(
        {
            "no_match": (("MYTHO-15",), _on_reference),
            "wrong_zone": (("MYTHO-06", "MYTHO-04"), " before the visible pile began"),
            "too_many_plays": (("MYTHO-11",), " right after another one"),
            "correction_pending": (("MYTHO-T-03", "MYTHO-T-09"), " while something lay where it must not"),
            "already_played": (("MYTHO-T-03",), ", which was played before"),
        },
        otherwise=("MYTHO-09", "MYTHO-12"),
    ),
    "press_refused": press_refused(_AGAIN, otherwise=("MYTHO-12", "MYTHO-T-08")),
    "turn_passed": because("MYTHO-12", "MYTHO-T-08", seen="{who}’s button said that the turn is over."),
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "card_drawn": because("MYTHO-10", "MYTHO-12", seen="{who}’s button said so."),
    "draw_owed": _draw_owed,
    "gift_owed": because("MYTHO-21", "MYTHO-24", seen="{giver} was right to contest {receiver}’s card."),
    "pile_reshuffled": because("MYTHO-T-01", seen="There was no card left to draw, or the host said so."),
    "contest_made": _contest_made,
    "contest_settled": _contest_settled,
}
