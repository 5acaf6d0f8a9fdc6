"""Why rounds begin and end as they do, what the guard's calls bring, and how hands and winners are counted."""

from collections.abc import Callable, Mapping

from table.games.game import Why
from table.games.mito.moment import Moment


def _game_started(moment: Moment) -> Why:
    return Why(("MITO-E-03",), f"A game was begun for {moment.names(moment.setup.seats)}.")


def _round_started(moment: Moment) -> Why:
    last, starter = moment.last("round_started"), moment.name(moment.event["starter"])
    if last is None:
        return Why(("MITO-F-04", "MITO-E-05", "MITO-E-14"), _first_guard(moment, starter))
    by_guard = moment.options.guard_rotation == "guard"
    before = moment.name(moment.guard() if by_guard else last["starter"])
    held = "was the guard at the end of" if by_guard else "opened"
    seen = f"{before} {held} round {last['round']}, and {starter} sits next on the left."
    return Why(("MITO-F-44", "MITO-F-45", "MITO-E-70", "MITO-E-71"), seen)


def _first_guard(moment: Moment, name: str) -> str:
    if moment.options.first_guard is not None:
        return f"It was agreed before the game that {name} is the first guard."
    return f"{name} sits at the first seat, and nobody else was named as the first guard."


# -- the guard's calls


def _call_made(moment: Moment) -> Why:
    name = moment.name(moment.event["seat"])
    seen = f"{name} is the guard and pressed: one tap on another’s turn, two on the own."
    return Why(("MITO-F-28", "MITO-F-29", "MITO-F-30", "MITO-E-40", "MITO-E-51"), seen)


def _call_settled(moment: Moment) -> Why:
    name, guilty = moment.name(moment.event["accused"]), moment.event["guilty"]
    told = ("MITO-F-31", "MITO-E-43", "MITO-E-49")
    if guilty and moment.options.table_adjudicates:
        return Why((*told, "MITO-F-34", "MITO-E-44"), f"{name} said guilty, or the table knew better.")
    if guilty:
        return Why((*told, "MITO-F-34", "MITO-E-44"), f"{name}’s button was held, which says guilty.")
    return Why((*told, "MITO-F-36", "MITO-E-46"), f"{name}’s button was tapped, which says innocent.")


def _call_withdrawn(moment: Moment) -> Why:
    return Why(("MITO-T-07",), f"{moment.name(moment.event['seat'])}’s button was held after the call.")


# -- the end of a round


def _hands_due(moment: Moment) -> Why:
    last = moment.last("hands_due", "out_withdrawn", "round_started")
    if last is not None and last["event"] == "hands_due":
        return Why(("MITO-E-64",), "A button was held, to count a hand anew.")
    name = moment.name(moment.event["out"])
    return Why(("MITO-F-40", "MITO-E-64", "MITO-E-60"), f"{name}’s button was held, which says that the hand is empty.")


def _out_withdrawn(moment: Moment) -> Why:
    return Why(("MITO-T-08",), f"{moment.name(moment.event['seat'])}’s button was held again: the hand is not empty.")


def _hand_counted(moment: Moment) -> Why:
    name = moment.name(moment.event["seat"])
    rules = ("MITO-E-62", "MITO-F-41", "MITO-F-42", "MITO-F-43", "MITO-E-65", "MITO-E-66", "MITO-E-67", "MITO-E-68")
    return Why(rules, f"{name} touched the cards left in the hand to a pad, and tapped.")


def _round_ended(moment: Moment) -> Why:
    name = moment.name(moment.event["out"])
    return Why(
        ("MITO-F-40", "MITO-E-60", "MITO-E-69", "MITO-E-61"), f"{name} was out, and all other hands are counted."
    )


def _log_opened(moment: Moment) -> Why:
    seen = "What was dealt, drawn and played was held against the cards that were counted."
    return Why(("MITO-E-01", "MITO-F-16", "MITO-E-54"), seen)


def _game_ended(moment: Moment) -> Why:
    totals = sorted(moment.event["totals"].items(), key=lambda one: one[1])
    said = ", ".join(f"{moment.name(int(seat))} {points}" for seat, points in totals)
    return Why(("MITO-F-47", "MITO-E-73", "MITO-F-46", "MITO-E-72"), f"All rounds are played; the points are {said}.")


def _cards_slipped(moment: Moment) -> Why:
    return Why(("MITO-E-54", "MITO-F-20"), f"{moment.discard} read several cards within a quarter of a second.")


ANSWERS: Mapping[str, Callable[[Moment], Why]] = {
    "game_started": _game_started,
    "round_started": _round_started,
    "call_made": _call_made,
    "call_settled": _call_settled,
    "call_withdrawn": _call_withdrawn,
    "hands_due": _hands_due,
    "out_withdrawn": _out_withdrawn,
    "hand_counted": _hand_counted,
    "round_ended": _round_ended,
    "log_opened": _log_opened,
    "game_ended": _game_ended,
    "cards_slipped": _cards_slipped,
}
