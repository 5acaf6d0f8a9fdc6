"""Why Nur Mut told what it told: the rules behind each event (docs/rules/nur_mut.md), and what the table saw.

Everything comes from what the event's audience has been told by then. Which face is up the table has not seen, and
says no more about it than was told.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table.games.game import Setup, Why
from table.games.moment import UNRULED, Answers, Moment
from table.games.nur_mut.words import place
from table.games.words import capital

_FITS = ("NUR-16", "NUR-15")
_CHOICES = ("NUR-21",)
_AGAIN = ("NUR-T-03",)


def why(event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
    """Say why an audience was told an event, of all that it was told."""
    return _ANSWERS[event["event"]](Moment.of(event, setup, told))


def _read(moment: Moment, rest: str = "") -> str:
    zone, card = moment.event["zone"], moment.event.get("card")
    return f"{moment.reader(zone)} read {moment.card(card)}{rest}."


def _button(moment: Moment, what: str) -> str:
    return f"{moment.name(moment.event['seat'])}’s button was {what}."


# -- rounds


def _game_started(moment: Moment) -> Why:
    return Why(("NUR-06", "NUR-07", "NUR-08"), f"A game was begun for {moment.names(moment.setup.seats)}.")


def _round_started(moment: Moment) -> Why:
    starter = moment.name(moment.event["starter"])
    if moment.last("round_started") is not None:
        return Why(("NUR-T-05", "NUR-46"), f"The round before is over, and {starter} sits next on its starter’s left.")
    if moment.setup.options.first_player is not None:
        return Why(("NUR-13",), f"It was agreed before the game that {starter} is the bravest.")
    return Why(("NUR-13",), f"{starter} sits at the first seat, and nobody else was named as the bravest.")


def _round_ended(moment: Moment) -> Why:
    out = moment.name(moment.event["out"])
    return Why(("NUR-44", "NUR-49", "NUR-47", "NUR-48"), f"{out} has laid the last card of the pile.")


def _game_ended(moment: Moment) -> Why:
    totals = sorted(moment.event["totals"].items(), key=lambda one: one[1])
    said = ", ".join(f"{moment.name(int(seat))} {points}" for seat, points in totals)
    return Why(("NUR-45", "NUR-50", "NUR-46"), f"All rounds are played; the cards left come to {said}.")


# -- turns


def _pile_started(moment: Moment) -> Why:
    return Why(("NUR-09", "NUR-10", "NUR-11"), _read(moment))


def _turn_started(moment: Moment) -> Why:
    name = moment.name(moment.event["seat"])
    if not moment.before:
        return Why(("NUR-14",), f"It was {name}’s turn.")
    match moment.before[-1]:
        case {"event": "pile_started"}:
            return Why(("NUR-13",), f"All three piles have begun, and {name} opens the round.")
        case {"event": "play_taken_back"}:
            return Why(("NUR-T-02",), f"{name} took the card back, and has the turn again.")
        case {"event": "courage_rewarded"}:
            return Why(("NUR-36", "NUR-37"), f"{name} was brave, and the card fits.")
        case {"event": "pile_taken"}:
            return Why(("NUR-33", "NUR-14"), f"A pile was taken, and {name} comes next.")
        case {"event": "pile_refilled"}:
            return Why(("NUR-34", "NUR-14"), f"The pile has begun anew, and {name} comes next.")
        case {"event": "card_played" | "turn_passed"}:
            return Why(("NUR-25", "NUR-14"), f"The turn before was over, and {name} comes next.")
        case {"event": "courage_failed"}:
            return Why(("NUR-33", "NUR-14"), f"A pile was to be taken, and {name} comes next.")
        case _:
            return Why(("NUR-14",), f"The host gave {name} the turn, or it became known who had it.")


def _turn_passed(moment: Moment) -> Why:
    if moment.event["how"] == "under":
        return Why(("NUR-24", "NUR-25"), _button(moment, "pressed twice"))
    return Why(("NUR-26", "NUR-43"), _button(moment, "held"))


def _card_played(moment: Moment) -> Why:
    face, card = moment.event["face"], moment.event["card"]
    if any(one["card"] == card for one in moment.refused_before()):
        return Why(_AGAIN, f"{capital(moment.card(card))} was refused before, and then let lie.")
    on = _top(moment)
    seen = _read(moment, "" if on is None else f" on top of {moment.card(on)}")
    if face == "joker":
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


def _play_refused(moment: Moment) -> Why:
    match moment.event["reason"]:
        case "no_fit":
            on = _top(moment)
            return Why(_FITS, _read(moment, "" if on is None else f" on top of {moment.card(on)}"))
        case "wrong_zone":
            return Why(("NUR-33", "NUR-40"), _read(moment, " while another pile waits for a card"))
        case "not_in_play":
            return Why(("NUR-11",), _read(moment))
        case "too_many_plays":
            return Why(("NUR-22",), _read(moment, " right after another one"))
        case "correction_pending" | "already_played":
            return Why(_AGAIN, _read(moment))
        case "paused":
            return Why((), _read(moment, " while the game was paused"))
        case _:
            return Why(("NUR-15", "NUR-14"), _read(moment))


def _press_refused(moment: Moment) -> Why:
    if moment.event["reason"] == "paused":
        return Why((), _button(moment, "pressed while the game was paused"))
    if moment.event["seat"] == 0:
        return Why((), "The host asked for something that cannot be done now.")
    if moment.event["reason"] == "correction_pending":
        return Why(_AGAIN, _button(moment, "pressed"))
    return Why(("NUR-43", *_CHOICES), _button(moment, "pressed"))


def _play_taken_back(moment: Moment) -> Why:
    pad = moment.setup.placement[moment.event["zone"]] == "tap"
    how = "touched its pad once more" if pad else "was lifted off its pile"
    return Why(("NUR-T-02",), f"{capital(moment.card(moment.event['card']))} {how} before anybody went on.")


def _correction_opened(_: Moment) -> Why:
    return Why(_AGAIN, "A card lies where it must not, and has to be taken back.")


def _correction_closed(_: Moment) -> Why:
    return Why(_AGAIN, "The card is gone from where it must not lie, or was let lie.")


# -- Courage


def _courage_declared(moment: Moment) -> Why:
    return Why(("NUR-27", "NUR-28"), _button(moment, "tapped, or everybody had passed and a card was laid")[:-1] + ".")


def _courage_rewarded(moment: Moment) -> Why:
    return Why(("NUR-35", "NUR-36", "NUR-37"), f"{moment.name(moment.event['seat'])} was brave, and the card fits.")


def _courage_failed(moment: Moment) -> Why:
    lot = "; several show it, and the table drew the lot" if moment.event["lot"] else ""
    zone = moment.event["zone"]
    which = "the pile with the highest number" if zone is None else f"{place(zone)}, which shows the highest number"
    name = moment.name(moment.event["seat"])
    seen = f"{name}’s button was held, or the pile was lifted: the card does not fit, so {name} takes {which}{lot}."
    return Why(("NUR-30", "NUR-29", "NUR-31", *(("NUR-32",) if moment.event["lot"] else ())), seen)


def _pile_taken(moment: Moment) -> Why:
    return Why(("NUR-31", "NUR-30"), f"{moment.name(moment.event['seat'])} was brave, and the card did not fit.")


def _pile_refilled(moment: Moment) -> Why:
    return Why(("NUR-33", "NUR-34"), _read(moment, " where a pile was taken"))


# -- what people tell


def _question_asked(moment: Moment) -> Why:
    if moment.event["choice"] == "highest":
        return Why(("NUR-30", "NUR-32"), "Which faces are up the table cannot see, and it decides which pile is taken.")
    return Why(("NUR-40", "NUR-42"), "Which face is up the table cannot see, and it decides whose turn it is.")


def _hand_counted(moment: Moment) -> Why:
    return Why(("NUR-T-06",), f"{moment.name(moment.event['seat'])} said on a phone how many cards are left.")


_ANSWERS: Answers = {
    **UNRULED,
    "game_started": _game_started,
    "round_started": _round_started,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
    "pile_started": _pile_started,
    "turn_started": _turn_started,
    "turn_passed": _turn_passed,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "play_taken_back": _play_taken_back,
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "courage_declared": _courage_declared,
    "courage_rewarded": _courage_rewarded,
    "courage_failed": _courage_failed,
    "pile_taken": _pile_taken,
    "pile_refilled": _pile_refilled,
    "question_asked": _question_asked,
    "question_settled": _question_asked,
    "hand_counted": _hand_counted,
}
