"""Why Mythology GO told what it told: the rules behind each event (docs/rules/mythology_go.md), and what was seen.

Everything comes from what the event's audience has been told by then: of a closed card nobody else learns which it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from table.games.game import Setup, Why
from table.games.moment import UNRULED, Answers, Moment
from table.games.words import capital

_PUT_RIGHT = ("MGO-T-01",)
_PAIR = ("MGO-T-06", "MGO-37")
_REFUSED: Mapping[str, tuple[str, ...]] = {
    "not_now": ("MGO-13",),
    "too_many_plays": ("MGO-10", "MGO-81", "MGO-88"),
    "terrain_full": ("MGO-20",),
    "needs_two_places": ("MGO-65",),
    "needs_a_card": ("MGO-76",),
    "not_face_down": ("MGO-64",),
    "too_many_hidden": ("MGO-16", "MGO-85"),
    "wrong_zone": ("MGO-102",),
    "correction_pending": _PUT_RIGHT,
    "already_played": ("MGO-11",),
    "paused": (),
}


def why(event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
    """Say why an audience was told an event, of all that it was told."""
    return _ANSWERS[event["event"]](Moment.of(event, setup, told))


def _read(moment: Moment, rest: str = "") -> str:
    zone, card = moment.event["zone"], moment.event.get("card")
    return f"{moment.reader(zone)} read {moment.card(card)}{rest}."


def _who(moment: Moment) -> str:
    return moment.name(moment.event["seat"])


# -- rounds and turns


def _game_started(moment: Moment) -> Why:
    return Why(("MGO-03", "MGO-92", "MGO-99"), f"A game was begun for {moment.names(moment.setup.seats)}.")


def _round_started(moment: Moment) -> Why:
    starter = moment.name(moment.event["starter"])
    ended = moment.last("round_ended")
    if ended is not None:
        scores = {int(seat): points for seat, points in ended["scores"].items()}
        among = [seat for seat in scores if scores[seat] == min(scores.values())]
        how = "the table drew the lot" if moment.setup.options.low_tie_starter == "lot" else "the lower seat begins"
        tied = f"{moment.names(among)} had the fewest points in the round before, and {how}: {starter}."
        alone = f"{starter} had the fewest points in the round before."
        return Why(("MGO-25", "MGO-24"), alone if len(among) == 1 else tied)
    if moment.setup.options.first_player is not None:
        return Why(("MGO-25",), f"It was agreed before the game that {starter} begins.")
    return Why(("MGO-25",), f"{starter} sits at the first seat, and nobody else was named.")


def _turn_started(moment: Moment) -> Why:
    name = _who(moment)
    if moment.last("card_played", "turn_started") is None:
        return Why(("MGO-09", "MGO-80"), f"{name} opens the round.")
    return Why(("MGO-13", "MGO-83", "MGO-09"), f"The turn before was over, and {name} comes next with a place left.")


def _card_played(moment: Moment) -> Why:
    if moment.event["zone"] == "discard":
        return Why(("MGO-87", "MGO-86", "MGO-88", "MGO-63"), f"{_who(moment)} played a spell in the turn that is over.")
    if moment.event.get("card") is None or moment.event["t"] != _turn_over_at(moment):
        return Why(("MGO-15", "MGO-84", "MGO-11"), _read(moment, " while the button was down"))
    return Why(("MGO-11", "MGO-14", "MGO-10"), f"{_who(moment)} laid it in the turn that is over.")


def _turn_over_at(moment: Moment) -> float | None:
    """Tell when the turn of an event was over, if that was in the same moment."""
    names = ("turn_started", "count_opened", "card_destroyed", "card_resurrected")
    return moment.event["t"] if moment.brought(*names) else None


def _play_refused(moment: Moment) -> Why:
    reason = moment.event["reason"]
    if moment.brought_about("count_opened"):
        return Why(
            ("MGO-64", "MGO-22"), f"When all cards were turned up, {moment.card(moment.event['card'])} lay there."
        )
    return Why(_REFUSED[reason], _read(moment, " while the game was paused" if reason == "paused" else ""))


def _press_refused(moment: Moment) -> Why:
    wanted = "A phone or a button asked for what cannot be done now."
    return Why(_REFUSED.get(moment.event["reason"], ()), wanted)


def _taken_back(moment: Moment) -> Why:
    return Why(("MGO-T-02",), f"{_who(moment)} took a card of this turn back.")


def _correction(moment: Moment) -> Why:
    return Why(
        _PUT_RIGHT, f"Something {'lay' if moment.event['event'] == 'correction_opened' else 'no more lay'} wrong."
    )


# -- Deities, Beliefs, what cards do


def _simply(*rules: str, said: str) -> Callable[[Moment], Why]:
    """Answer with a sentence in which `who` and `card` stand for those of the event."""
    return lambda moment: Why(rules, capital(said.format(who=_who(moment), card=moment.card(moment.event.get("card")))))


def _cards_fused(moment: Moment) -> Why:
    return Why(("MGO-35", "MGO-36", "MGO-37"), f"{_who(moment)} touched both cards within two seconds.")


def _card_destroyed(moment: Moment) -> Why:
    card = capital(moment.card(moment.event["card"]))
    if moment.brought_about("card_destroyed"):
        return Why(_PAIR, f"{card} was fused with the card that came to the discard: both go.")
    return Why(("MGO-T-03", "MGO-77"), f"{card} came to the discard from {_who(moment)}’s terrain.")


def _card_resurrected(moment: Moment) -> Why:
    card, rules = capital(moment.card(moment.event["card"])), ("MGO-41", "MGO-42", "MGO-43", "MGO-117")
    if moment.brought_about("card_resurrected"):
        return Why((*rules, *_PAIR), f"{card} is fused with the card that came to the discard: both stay.")
    return Why(rules, f"{card} came to the discard, and stays.")


def _starter_drawn(moment: Moment) -> Why:
    return Why(("MGO-25",), f"{moment.names(moment.event['among'])} have as few points, and a lot was agreed on.")


def _searched(moment: Moment) -> Why:
    return Why(("MGO-74", "MGO-75"), f"{_who(moment)} said what the search brought.")


# -- the count


def _count_opened(moment: Moment) -> Why:
    rules = ("MGO-19", "MGO-21", "MGO-90", "MGO-91")
    return Why(rules, "Every terrain is full, or nobody has a turn left.")


def _cards_revealed(moment: Moment) -> Why:
    kinds = {moment.setup.cards[code].kind for code in moment.event["cards"]}
    if kinds == {"deity"}:
        return Why(("MGO-96",), "Everybody has declared, so Deities are shown.")
    return Why(("MGO-22", "MGO-58"), "The last turn is over, so closed cards are turned up.")


def _accusation_settled(moment: Moment) -> Why:
    if moment.event["accused"] is None:
        return Why(("MGO-45", "MGO-98"), f"{_who(moment)} has a Deity with Identification, and accused nobody.")
    accused = moment.name(moment.event["accused"])
    return Why(("MGO-46", "MGO-119", "MGO-47"), f"The Deities lie open, that of {accused} too.")


def _round_ended(moment: Moment) -> Why:
    early = moment.setup.options.strong_weak_counted == "before_doubling"
    last = "Strong and Weak before points were doubled and stolen" if early else "Strong and Weak last of all"
    return Why(("MGO-04", "MGO-23", "MGO-62"), f"Everybody has declared, and every point was counted, {last}.")


def _game_ended(moment: Moment) -> Why:
    totals = sorted(moment.event["totals"].items(), key=lambda one: -one[1])
    said = ", ".join(f"{moment.name(int(seat))} {points}" for seat, points in totals)
    best = [seat for seat, points in totals if points == totals[0][1]]
    if len(best) == 1:
        return Why(("MGO-03",), f"All rounds are played: {said}.")
    how = "whoever is equal shares" if moment.setup.options.final_tie == "shared" else "rounds won decide"
    return Why(("MGO-03", "MGO-57"), f"All rounds are played: {said}; {how}.")


def _reshuffled(moment: Moment) -> Why:
    return Why(("MGO-87",), "The host said that the discard was shuffled into the draw pile.")


_ANSWERS: Answers = {
    **UNRULED,
    "game_started": _game_started,
    "round_started": _round_started,
    "turn_started": _turn_started,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "play_taken_back": _taken_back,
    "correction_opened": _correction,
    "correction_closed": _correction,
    "deity_dealt": _simply("MGO-92", "MGO-93", "MGO-95", said="{who}’s Deity touched the pad."),
    "belief_chosen": _simply("MGO-99", "MGO-101", said="{who} touched the pad with {card}."),
    "card_destroyed": _card_destroyed,
    "card_resurrected": _card_resurrected,
    "starter_drawn": _starter_drawn,
    "cards_fused": _cards_fused,
    "effect_used": _simply("MGO-71", "MGO-72", said="{who} said so in the own turn."),
    "card_named": _simply("MGO-73", said="{who} has named a card to search for."),
    "search_ended": _searched,
    "count_opened": _count_opened,
    "cards_revealed": _cards_revealed,
    "target_declared": _simply("MGO-58", "MGO-59", "MGO-68", said="{who} touched {card}, then its target, or said so."),
    "accusation_made": _simply("MGO-45", "MGO-98", "MGO-118", said="{who} accused somebody."),
    "pile_reshuffled": _reshuffled,
    "declared": _simply("MGO-44", "MGO-97", said="{who} pressed the button, or a phone said so."),
    "accusation_settled": _accusation_settled,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
