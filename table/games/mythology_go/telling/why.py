"""Explanations of Mythology GO events: the rules behind them (docs/rules/mythology_go.md) and what was seen.

Answers use only events that the audience already has, so only the owner of a face-down card learns which it is.
"""

from collections.abc import Mapping

from table import events
from table.games.game import Why
from table.games.kit.reasons import READ, because, filled, points, read
from table.games.moment import UNRULED, Answers, Moment
from table.games.mythology_go import events as own
from table.games.mythology_go.board import has
from table.games.mythology_go.cards import DestroyWeakest
from table.games.mythology_go.turns import PLAY_FIRST
from table.games.mythology_go.words import TO_TOUCH
from table.games.words import refusal
from table.saying import Text, capital, message, say

_PUT_RIGHT = ("MGO-T-01",)
_TURN_OVER = (events.TurnStarted, own.CountOpened, own.CardDestroyed, own.CardResurrected)
_PAIR = ("MGO-T-06", "MGO-37")
_DUE = ("MGO-T-07", "MGO-77", "MGO-63")
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


_WHILE_PAUSED = message("{reader:the} read {card:the} while the game was paused.")


def _who(moment: Moment) -> str:
    return moment.name(moment.event.seat)


# -- rounds and turns


def _round_started(moment: Moment[events.RoundStarted]) -> Why:
    starter = moment.name(moment.event.starter)
    ended = moment.last(events.RoundEnded)
    if ended is not None:
        return Why(("MGO-25", "MGO-24"), _had_fewest(moment, starter, ended.scores))
    if moment.setup.options.first_player is not None:
        return Why(("MGO-25",), say("It was agreed before the game that {starter} begins.", starter=starter))
    return Why(("MGO-25",), say("{starter} sits at the first seat, and nobody else was named.", starter=starter))


def _had_fewest(moment: Moment, starter: str, scores: Mapping[int, int]) -> Text:
    fewest = [int(seat) for seat in scores if scores[seat] == min(scores.values())]
    if len(fewest) == 1:
        return say("{starter} had the fewest points in the round before.", starter=starter)
    among = moment.names(fewest)
    if moment.setup.options.low_tie_starter == "lot":
        return say(
            "{among} had the fewest points in the round before, and the table drew lots: {starter}.",
            among=among,
            starter=starter,
        )
    return say(
        "{among} had the fewest points in the round before, and the lower seat begins: {starter}.",
        among=among,
        starter=starter,
    )


def _turn_started(moment: Moment) -> Why:
    name = _who(moment)
    if moment.last(events.CardPlayed, events.TurnStarted) is None:
        return Why(("MGO-09", "MGO-80"), say("{who} opens the round.", who=name))
    seen = say("The turn before was over, and {who} comes next with a place left.", who=name)
    return Why(("MGO-13", "MGO-83", "MGO-09"), seen)


def _card_played(moment: Moment[events.CardPlayed]) -> Why:
    if moment.event.zone == "discard":
        spell = say("{who} played a spell in the turn that is over.", who=_who(moment))
        return Why(("MGO-87", "MGO-86", "MGO-88", "MGO-63"), spell)
    if moment.event.card is None or not moment.brought(*_TURN_OVER):
        closed = read(moment, seen="{reader:the} read {card:the} while the button was down.")
        return Why(("MGO-15", "MGO-84", "MGO-11"), closed)
    return Why(("MGO-11", "MGO-14", "MGO-10"), say("{who} laid it in the turn that is over.", who=_who(moment)))


def _play_refused(moment: Moment[events.PlayRefused]) -> Why:
    reason = moment.event.reason
    if moment.brought_about(own.CountOpened):
        return Why(("MGO-64", "MGO-22"), read(moment, seen="When all cards were turned up, {card:the} lay there."))
    if reason == "not_now" and _comes_from_a_terrain(moment):
        return Why(_DUE, read(moment))
    return Why(_REFUSED[reason], read(moment, _WHILE_PAUSED if reason == "paused" else READ))


def _comes_from_a_terrain(moment: Moment[events.PlayRefused]) -> bool:
    """Return whether a card refused on the discard is not a spell, so that the player meant to destroy it."""
    code = moment.event.card
    return moment.event.zone == "discard" and (code is None or moment.printed(code).kind != "spell")


def _press_refused(moment: Moment[events.PressRefused]) -> Why:
    wanted = say("A phone or a button asked for what cannot be done now.")
    if moment.event.text == refusal(PLAY_FIRST).text:
        return Why(("MGO-18",), say("{who} has played no card in this turn.", who=_who(moment)))
    if TO_TOUCH in moment.event.text:
        return Why(_DUE, wanted)
    return Why(_REFUSED.get(moment.event.reason, ()), wanted)


# -- Deities, Beliefs, what cards do

_CAME = message("{card:the} came to the discard from {who}’s terrain.")
_RULED = message("{card:the} came to the discard from {who}’s terrain, and the host accepted it.")
_OPENED = message("{card:the} stays in play, but lies on the discard.")
_CLOSED = message("{card:the} is back on {who}’s terrain.")
_STAYS = message("{card:the} came to the discard, but stays.")
_BOTH_GO = message("{card:the} was fused with the card that came to the discard: both go.")
_BOTH_STAY = message("{card:the} is fused with the card that came to the discard: both stay.")


def _card_destroyed(moment: Moment[own.CardDestroyed]) -> Why:
    rules = (*_by(moment), "MGO-T-03")
    if moment.brought_about(own.CardDestroyed):
        return Why((*_PAIR, *rules), filled(moment, _BOTH_GO))
    return Why(rules, filled(moment, _CAME if moment.event.by else _RULED))


def _by(moment: Moment[own.CardDestroyed] | Moment[own.CardResurrected]) -> tuple[str, ...]:
    """Return the rules by which the event's card `by` destroys others, or those for a host's ruling if it is None."""
    if moment.event.by is None:
        return _PUT_RIGHT
    card = moment.printed(moment.event.by)
    if has(card, "leviathan"):
        return ("MGO-77",)
    each = any(isinstance(effect, DestroyWeakest) and effect.of == "each" for effect in card.effects)
    return ("MGO-63", "MGO-87") if each else ("MGO-T-07", "MGO-87")


def _risen(moment: Moment) -> own.CardResurrected | None:
    """Return the event saying that the card on the discard stays in play, or None if this is about another card."""
    times = (one.t for one in reversed(moment.before) if isinstance(one.event, events.CorrectionOpened))
    opened_at = moment.t if isinstance(moment.event, events.CorrectionOpened) else next(times, None)
    lain = (one.event for one in reversed(moment.before) if one.t == opened_at)
    return next((event for event in lain if isinstance(event, own.CardResurrected)), None)


def _correction(moment: Moment[events.CorrectionOpened] | Moment[events.CorrectionClosed]) -> Why:
    opened, risen = isinstance(moment.event, events.CorrectionOpened), _risen(moment)
    if moment.event.zone == "discard" and risen is not None:
        seen = say(_OPENED if opened else _CLOSED, **_named(moment, risen, opened=opened))
        return Why(("MGO-41", "MGO-42"), capital(seen))
    return Why(
        _PUT_RIGHT, say("A card was in the wrong place.") if opened else say("No card was in the wrong place any more.")
    )


def _named(moment: Moment, risen: own.CardResurrected, *, opened: bool) -> dict[str, str]:
    card = {"card": moment.card(risen.card)}
    return card if opened else {**card, "who": moment.name(risen.seat)}


def _card_resurrected(moment: Moment[own.CardResurrected]) -> Why:
    rules = ("MGO-41", "MGO-42", "MGO-43", "MGO-117", *_by(moment))
    if moment.brought_about(own.CardResurrected):
        return Why((*rules, *_PAIR), filled(moment, _BOTH_STAY))
    return Why(rules, filled(moment, _STAYS))


# -- the count


def _cards_revealed(moment: Moment[own.CardsRevealed]) -> Why:
    kinds = {moment.setup.cards[code].kind for code in moment.event.cards}
    if kinds == {"deity"}:
        return Why(("MGO-96",), say("Everybody has declared, so Deities are shown."))
    return Why(("MGO-22", "MGO-58"), say("The last turn is over, so closed cards are turned up."))


def _accusation_settled(moment: Moment[own.AccusationSettled]) -> Why:
    if moment.event.accused is None:
        nobody = say("{who} has a Deity with Identification, and accused nobody.", who=_who(moment))
        return Why(("MGO-45", "MGO-98"), nobody)
    accused = moment.name(moment.event.accused)
    return Why(("MGO-46", "MGO-119", "MGO-47"), say("The Deities lie open, that of {who} too.", who=accused))


def _round_ended(moment: Moment) -> Why:
    if moment.setup.options.strong_weak_counted == "before_doubling":
        seen = say(
            "Everybody has declared, and every point was counted, "
            "Strong and Weak before points were doubled and stolen."
        )
    else:
        seen = say("Everybody has declared, and every point was counted, Strong and Weak last of all.")
    return Why(("MGO-04", "MGO-23", "MGO-62"), seen)


def _game_ended(moment: Moment[events.GameEnded]) -> Why:
    totals = dict(sorted(moment.event.totals.items(), key=lambda one: -one[1]))
    said, best = points(moment, totals), [seat for seat, most in totals.items() if most == max(totals.values())]
    if len(best) == 1:
        return Why(("MGO-03",), say("All rounds are played: {points}.", points=said))
    if moment.setup.options.final_tie == "shared":
        seen = say("All rounds are played: {points}; a tie is shared.", points=said)
    else:
        seen = say("All rounds are played: {points}; rounds won decide.", points=said)
    return Why(("MGO-03", "MGO-57"), seen)


ANSWERS: Answers = {
    **UNRULED,
    "game_started": because("MGO-03", "MGO-92", "MGO-99", seen="A game was begun for {players}."),
    "round_started": _round_started,
    "turn_started": _turn_started,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": _press_refused,
    "play_taken_back": because("MGO-T-02", seen="{who} took a card of this turn back."),
    "correction_opened": _correction,
    "correction_closed": _correction,
    "deity_dealt": because("MGO-92", "MGO-93", "MGO-95", seen="{who} laid a Deity."),
    "belief_chosen": because("MGO-99", "MGO-101", seen="{who} laid {card:the}."),
    "card_destroyed": _card_destroyed,
    "card_resurrected": _card_resurrected,
    "starter_drawn": because("MGO-25", seen="{among} tie for fewest points, and drawing lots was agreed."),
    "cards_fused": because("MGO-35", "MGO-36", "MGO-37", seen="{who} brought both cards together, within two seconds."),
    "effect_used": because("MGO-71", "MGO-72", seen="{who} said so on their own turn."),
    "card_named": because("MGO-73", seen="{who} has named a card to search for."),
    "search_ended": because("MGO-74", "MGO-75", seen="{who} said what the search brought."),
    "count_opened": because(
        "MGO-19", "MGO-21", "MGO-90", "MGO-91", seen="Every terrain is full, or nobody has a turn left."
    ),
    "cards_revealed": _cards_revealed,
    "target_declared": because(
        "MGO-58", "MGO-59", "MGO-68", seen="{who} showed {card:the}, then its target, or said so."
    ),
    "accusation_made": because("MGO-45", "MGO-98", "MGO-118", seen="{who} accused somebody."),
    "pile_reshuffled": because("MGO-87", seen="The host said that the discard was shuffled into the draw pile."),
    "declared": because("MGO-44", "MGO-97", seen="{who} pressed the button, or a phone said so."),
    "accusation_settled": _accusation_settled,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
