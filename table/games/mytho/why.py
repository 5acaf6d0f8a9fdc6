"""Why Mytho told what it told: the rules behind each event (docs/rules/mytho.md), and what the table saw.

Everything comes from what the event's audience has been told by then, so no answer says what lies hidden.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table.games.game import Setup, Why
from table.games.moment import UNRULED, Answers, Moment
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.words import capital, counted

_TURNS = ("MYTHO-09", "MYTHO-12")
_AGAIN = ("MYTHO-T-03",)


def why(event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
    """Say why an audience was told an event, of all that it was told."""
    return _ANSWERS[event["event"]](Moment.of(event, setup, told))


def _read(moment: Moment, rest: str = "") -> str:
    """Say what read which card, as far as this audience may know it."""
    zone, card = moment.event["zone"], moment.event.get("card")
    return f"{moment.reader(zone)} read {moment.card(card)}{rest}."


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
    reference = _reference(moment)
    return "" if reference is None else f" on top of {moment.card(reference)}"


# -- rounds


def _game_started(moment: Moment) -> Why:
    return Why(("MYTHO-01", "MYTHO-02", "MYTHO-03"), f"A game was begun for {moment.names(moment.setup.seats)}.")


def _round_started(moment: Moment) -> Why:
    starter = moment.name(moment.event["starter"])
    if moment.last("round_started") is not None:
        return Why(("MYTHO-T-07", "MYTHO-09"), f"The round before is over, and {starter} comes next after its starter.")
    if moment.setup.options.first_player is not None:
        return Why(("MYTHO-09",), f"It was agreed before the game that {starter} begins.")
    return Why(("MYTHO-09",), f"{starter} sits at the first seat, and nobody else was named to begin.")


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


def _game_ended(moment: Moment) -> Why:
    totals = sorted(moment.event["totals"].items(), key=lambda one: one[1])
    said = ", ".join(f"{moment.name(int(seat))} {points}" for seat, points in totals)
    return Why(("MYTHO-08", "MYTHO-T-07"), f"All rounds are played; the cards left come to {said}.")


# -- turns


def _pile_started(moment: Moment) -> Why:
    return Why(("MYTHO-04", "MYTHO-05", "MYTHO-07"), _read(moment, " first"))


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
    card = moment.event.get("card")
    if any(one["zone"] == moment.event["zone"] and one.get("card") == card for one in moment.refused_before()):
        return Why(_AGAIN, f"{capital(moment.card(card))} was refused before, and then let lie.")
    if moment.event["zone"] == HIDDEN:
        return Why(("MYTHO-14", "MYTHO-27", "MYTHO-11"), _read(moment))
    return Why(("MYTHO-15", "MYTHO-16", "MYTHO-13"), _read(moment, _on_reference(moment)))


def _play_refused(moment: Moment) -> Why:
    match moment.event["reason"]:
        case "no_match":
            return Why(("MYTHO-15",), _read(moment, _on_reference(moment)))
        case "wrong_zone":
            return Why(("MYTHO-06", "MYTHO-04"), _read(moment, " before the visible pile began"))
        case "too_many_plays":
            return Why(("MYTHO-11",), _read(moment, " right after another one"))
        case "correction_pending":
            return Why(("MYTHO-T-03", "MYTHO-T-09"), _read(moment, " while something lay where it must not"))
        case "already_played":
            return Why(("MYTHO-T-03",), _read(moment, ", which was played before"))
        case "paused":
            return Why((), _read(moment, " while the game was paused"))
        case _:
            return Why(_TURNS, _read(moment))


def _press_refused(moment: Moment) -> Why:
    seat = moment.event["seat"]
    if moment.event["reason"] == "paused":
        return Why((), f"{moment.name(seat)}’s button was pressed while the game was paused.")
    if seat == 0:
        return Why((), "The host asked for something that cannot be done now.")
    pending = moment.event["reason"] == "correction_pending"
    return Why(_AGAIN if pending else ("MYTHO-12", "MYTHO-T-08"), f"{moment.name(seat)}’s button was pressed.")


def _turn_passed(moment: Moment) -> Why:
    seen = f"{moment.name(moment.event['seat'])}’s button said that the turn is over."
    return Why(("MYTHO-12", "MYTHO-T-08"), seen)


def _play_taken_back(moment: Moment) -> Why:
    pad = moment.setup.placement[moment.event["zone"]] == "tap"
    how = "touched its pad once more" if pad else "was lifted off its pile"
    return Why(("MYTHO-T-02",), f"{capital(moment.card(moment.event.get('card')))} {how} before anybody went on.")


def _correction_opened(moment: Moment) -> Why:
    if moment.brought_about("contest_settled"):
        return Why(("MYTHO-22", "MYTHO-T-09"), "The card that was turned over belongs on the visible pile.")
    return Why(_AGAIN, "A card lies where it must not, and has to be taken back.")


def _correction_closed(moment: Moment) -> Why:
    if moment.event["zone"] == HIDDEN and _was_turned(moment):
        return Why(("MYTHO-22", "MYTHO-T-09"), f"{moment.reader(VISIBLE)} read the card that was turned over.")
    return Why(_AGAIN, "The card is gone from where it must not lie, or was let lie.")


def _was_turned(moment: Moment) -> bool:
    """Tell whether the correction that is closed was opened by a contest."""
    opened = moment.last("correction_opened")
    place = -1 if opened is None else moment.before.index(opened)
    return place > 0 and moment.before[place - 1]["event"] == "contest_settled"


# -- drawing


def _card_drawn(moment: Moment) -> Why:
    return Why(("MYTHO-10", "MYTHO-12"), f"{moment.name(moment.event['seat'])}’s button said so.")


def _draw_owed(moment: Moment) -> Why:
    settled = moment.last("contest_settled")
    truthful = settled is not None and settled["truthful"]
    name = moment.name(moment.event["seat"])
    if truthful:
        return Why(("MYTHO-19", "MYTHO-23"), f"{name} contested a card that fits.")
    return Why(("MYTHO-20",), f"{name} played a card face down that does not fit, and was contested.")


def _gift_owed(moment: Moment) -> Why:
    giver, receiver = moment.name(moment.event["giver"]), moment.name(moment.event["receiver"])
    return Why(("MYTHO-21", "MYTHO-24"), f"{giver} was right to contest {receiver}’s card.")


def _pile_reshuffled(moment: Moment) -> Why:
    return Why(("MYTHO-T-01",), "There was no card left to draw, or the host said so.")


# -- contests


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


_ANSWERS: Answers = {
    **UNRULED,
    "game_started": _game_started,
    "round_started": _round_started,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
    "pile_started": _pile_started,
    "turn_started": _turn_started,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "turn_passed": _turn_passed,
    "play_taken_back": _play_taken_back,
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "card_drawn": _card_drawn,
    "draw_owed": _draw_owed,
    "gift_owed": _gift_owed,
    "pile_reshuffled": _pile_reshuffled,
    "contest_made": _contest_made,
    "contest_settled": _contest_settled,
}
