"""Why something was told: the rules behind each event by their IDs, and what the table saw.

Everything comes from what the event's audience has been told by then.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from higher_or_lower.rules import PILE
from table.games.game import Setup, Why
from table.games.moment import UNRULED, Answers, Moment

_REFUSED = {"correction_pending": "HL-09"}


def why(event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
    """Say why an audience was told an event, of all that it was told."""
    return _ANSWERS[event["event"]](Moment.of(event, setup, told))


def _started(moment: Moment) -> Why:
    return Why(("HL-03",), f"A game was begun for {moment.names(moment.setup.seats)}.")


def _read(moment: Moment, *rules: str) -> Why:
    return Why(rules, f"{moment.reader(PILE)} read {moment.card(moment.event['card'])}.")


def _turn_started(moment: Moment) -> Why:
    return Why(("HL-03",), f"A card lay on the pile, and {moment.name(moment.event['seat'])} came next.")


def _guess_made(moment: Moment) -> Why:
    how = "tapped" if moment.event["guess"] == "higher" else "held"
    return Why(("HL-04",), f"{moment.name(moment.event['seat'])}’s button was {how}.")


def _guess_settled(moment: Moment) -> Why:
    cards = [one["card"] for one in moment.before if one["event"] in ("pile_started", "card_played")]
    before, now = (moment.card(card) for card in cards[-2:])
    said = moment.last("guess_made") or {}
    return Why(("HL-06", "HL-05"), f"After {before} came {now}, and {said.get('guess')} was said.")


def _play_refused(moment: Moment) -> Why:
    return _read(moment, _REFUSED.get(moment.event["reason"], "HL-05"))


def _press_refused(moment: Moment) -> Why:
    if moment.event["seat"] == 0:
        return Why((), "The host chose what cannot be done now.")
    rule = _REFUSED.get(moment.event["reason"], "HL-04")
    return Why((rule,), f"{moment.name(moment.event['seat'])}’s button was pressed.")


def _correction_opened(moment: Moment) -> Why:
    return Why(("HL-09",), f"{moment.reader(PILE)} read a card that must not lie there.")


def _correction_closed(moment: Moment) -> Why:
    return Why(("HL-09",), f"{moment.reader(PILE)} read it no more.")


def _game_ended(moment: Moment) -> Why:
    points = [f"{moment.name(int(seat))} {points}" for seat, points in moment.event["totals"].items()]
    return Why(("HL-07", "HL-08"), f"All cards are played; the points are {', '.join(points)}.")


_ANSWERS: Answers = {
    **UNRULED,
    "game_started": _started,
    "round_started": _started,
    "pile_started": lambda moment: _read(moment, "HL-02"),
    "turn_started": _turn_started,
    "guess_made": _guess_made,
    "card_played": lambda moment: _read(moment, "HL-05"),
    "guess_settled": _guess_settled,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "correction_opened": _correction_opened,
    "correction_closed": _correction_closed,
    "game_ended": _game_ended,
}
