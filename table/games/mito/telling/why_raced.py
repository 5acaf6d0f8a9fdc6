"""Why a race began and ended as it did, what it costs, and what was asked about it."""

from table.games.game import Why
from table.games.kit.reasons import because
from table.games.mito.telling.moment import Moment
from table.games.moment import Answers, Told
from table.games.words import capital

_MS_PER_S = 1000


def _race_opened(moment: Moment) -> Why:
    seen = f"{moment.discard} read {moment.card(moment.top())}."
    slap = moment.event["race"] == "slap"
    return Why(("MITO-E-25", "MITO-E-24") if slap else ("MITO-E-30", "MITO-E-31", "MITO-E-24"), seen)


def _race_closed(moment: Moment) -> Why:
    if moment.event["last"] is None and moment.brought("hands_due"):
        return Why(("MITO-F-40", "MITO-T-06"), "A button was held, which says that a hand is empty.")
    cause = moment.cause()
    if cause is not None and cause["event"] == "undone":
        return Why((), "The host took a play back, and nobody races against a clock that has run on.")
    return _slap_closed(moment) if moment.event["race"] == "slap" else _match_closed(moment)


def _slap_closed(moment: Moment) -> Why:
    event, rules = moment.event, ["MITO-E-26", "MITO-E-25"]
    seen = [_times(moment, event["order"] or ())]
    if event["missing"]:
        seen.append(f"{moment.names(event['missing'])} had not pressed within 5 seconds")
    seen += [f"{moment.names(tie)} were too close to tell apart" for tie in event["ties"] or ()]
    if event["lot"]:
        seen.append("the lot named the last one")
    if event["lot"] or event["missing"]:
        rules.insert(0, "MITO-T-04")
    text = "; ".join(part for part in seen if part) or "hands raced for the mosquito"
    return Why(tuple(rules), f"{capital(text)}.")


def _times(moment: Moment, order: tuple[Told, ...]) -> str:
    """Say when hands were there, counted from the reading of the card that opened the race."""
    first = [f"{moment.name(one['seat'])} pressed {_when(one['at_ms'])} the card was read" for one in order[:1]]
    others = [f"{moment.name(one['seat'])} {_when(one['at_ms'])}" for one in order[1:]]
    return ", ".join([*first, *others])


def _when(at_ms: float) -> str:
    return f"{abs(at_ms) / _MS_PER_S:.2f} s {'after' if at_ms >= 0 else 'before'}"


def _match_closed(moment: Moment) -> Why:
    event, answer = moment.event, moment.answer()
    if answer is None:
        return Why(("MITO-T-05", "MITO-E-30"), "No card that answers the cockroach was read within 10 seconds.")
    card = moment.card(answer)
    for one in event["order"] or ():
        seen = f"{moment.discard} read {card}, {_when(one['at_ms'])} the cockroach; {moment.name(one['seat'])} laid it."
        goes_on = ("MITO-E-33",) if moment.options.cockroach_next_turn == "winner" else ()
        return Why(("MITO-E-32", *goes_on, "MITO-T-10"), seen)
    if event["ties"]:
        who = moment.names(event["ties"][0])
        return Why(("MITO-T-10",), f"{who} pressed about as near to the moment when {card} was read.")
    return Why(("MITO-T-10", "MITO-E-32"), f"{moment.discard} read {card}, and nobody pressed as it came.")


def _gift_owed(moment: Moment) -> Why:
    receiver = moment.event["receiver"]
    match moment.cause():
        case {"event": "call_settled", "accused": accused}:
            return Why(("MITO-F-33", "MITO-E-44"), f"{moment.name(accused)} is guilty after the guard’s call.")
        case {"event": "race_closed", "race": "slap"}:
            return Why(("MITO-E-26", "MITO-E-28"), f"{moment.name(receiver)} was last in the race for the mosquito.")
        case _:
            rules = ("MITO-E-34", "MITO-E-35", "MITO-E-36", "MITO-E-24")
            return Why(rules, f"{moment.discard} had read {moment.card(moment.top())}.")


def _gift_given(moment: Moment) -> Why:
    giver, receiver = moment.event["giver"], moment.event["receiver"]
    whom = "a card" if receiver is None else f"{moment.name(receiver)} a card"
    owed = any(
        one["event"] == "gift_owed" and one["giver"] == giver and one["receiver"] in (receiver, None)
        for one in moment.before
    )
    return Why(
        ("MITO-E-36", "MITO-E-26") if owed else ("MITO-E-36",),
        f"{moment.name(giver)} or the host said that {moment.name(giver)} gave {whom}.",
    )


def _effect_cancelled(moment: Moment) -> Why:
    last = moment.before[-1]
    if last["event"] in ("card_played", "cards_slipped"):
        return Why(("MITO-T-09",), f"{capital(moment.card(moment.event['card']))} was let lie only later.")
    return Why(("MITO-T-06",), f"{moment.name(moment.event['seat'])}’s button was held after that card.")


def _question_settled(moment: Moment) -> Why:
    match moment.event["answer"]:
        case None:
            return Why(("MITO-T-10",), "What followed needed no answer any more.")
        case int(seat):
            return Why(("MITO-T-10", "MITO-E-33"), f"A button, the host or what followed said: {moment.name(seat)}.")
        case answer:
            return Why(("MITO-T-10", "MITO-T-05"), f"A button, the host or what followed said: {answer}.")


ANSWERS: Answers = {
    "race_opened": _race_opened,
    "race_closed": _race_closed,
    "gift_owed": _gift_owed,
    "gift_given": _gift_given,
    "effect_cancelled": _effect_cancelled,
    "question_asked": because("MITO-T-10", seen="The table reads which card came, but not whose hand laid it."),
    "question_settled": _question_settled,
}
