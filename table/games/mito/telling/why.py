"""Explanations of Mito events, citing the rules behind them (docs/rules/mito.md) and what the table saw.

Explanations use only events that the audience already has (see moment.py). They therefore cannot reveal whether two
cards were dropped as one.
"""

from table import events
from table.games.game import Why
from table.games.kit.reasons import after, because, let_lie, read, read_on, round_started
from table.games.kit.rulebook import sure
from table.games.mito import events as own
from table.games.mito.actions import DISCARD
from table.games.mito.cards import HIGHEST, LOWEST
from table.games.mito.powers import NOBODY
from table.games.mito.rules import fits
from table.games.mito.telling.moment import Moment
from table.games.moment import UNRULED, Answers
from table.games.words import both, capital, joined, say
from table.saying import Text, message

# -- Why a card was played or refused, why a seat draws, and why its turn began

_NEIGHBOURS = ("MITO-F-15", "MITO-E-15")
_TURNS = ("MITO-F-12", "MITO-E-20")
_BACK = ("MITO-T-03",)
_WRONG = ("MITO-T-09",)


def _number_rules(moment: Moment, top: str | None) -> tuple[str, ...]:
    """Return the rules about which numbers fit on a card.

    If the card is a 5 or a 1, the rule about wrapping comes first.
    """
    number = None if top is None else moment.printed(top).number
    if moment.options.wrap and number in (LOWEST, HIGHEST):
        return ("MITO-E-18" if number == HIGHEST else "MITO-E-19", *_NEIGHBOURS)
    return _NEIGHBOURS


def _fits(moment: Moment, card: str, top: str) -> bool:
    number, on = moment.printed(card).number, moment.printed(top).number
    return number is not None and on is not None and fits(number, on, wrap=moment.options.wrap)


def _answering(moment: Moment) -> Text:
    opened = moment.card(moment.race_card())
    return read(moment, seen="{reader:the} read {card:the} in answer to {opened:the}.", opened=opened)


# -- plays


def _pile_started(moment: Moment[events.PileStarted]) -> Why:
    plain = moment.options.start_action or moment.printed(moment.event.card).kind == "number"
    counts = () if plain else ("MITO-F-10", "MITO-F-11")
    return Why(("MITO-F-09", "MITO-E-10", *counts), read(moment, seen="{reader:the} read {card:the} first."))


def _card_played(moment: Moment[events.CardPlayed]) -> Why:
    card, top = sure(moment.event.card), moment.top()
    if (though_refused := let_lie(moment, _WRONG)) is not None:
        return though_refused
    if moment.race() == "match":
        return Why(("MITO-E-32", *moment.same_number()), _answering(moment))
    on = top if top is not None and _fits(moment, card, top) else None
    seen = read_on(moment, on)
    if moment.printed(card).kind == "moth":
        return Why(("MITO-E-50", *(() if on is None else _number_rules(moment, on))), seen)
    wraps = on is not None and {moment.printed(card).number, moment.printed(on).number} == {LOWEST, HIGHEST}
    return Why(_number_rules(moment, on) if wraps else _NEIGHBOURS, seen)


def _play_refused(moment: Moment[events.PlayRefused]) -> Why:
    if moment.event.zone != DISCARD:
        return _hand_refused(moment)
    match moment.event.reason:
        case "not_adjacent":
            moth = ("MITO-E-50",) if moment.printed(sure(moment.event.card)).kind == "moth" else ()
            return Why((*_number_rules(moment, moment.top()), *moth), read_on(moment, moment.top()))
        case "moth_not_playable" if moment.race() == "match":
            return Why(("MITO-T-11", "MITO-E-30"), _answering(moment))
        case "moth_not_playable":
            guards = ("MITO-E-50",) if moment.options.guard_may_play_moth else ()
            return Why(("MITO-E-27", *guards), _moth_seen(moment))
        case "no_match":
            return Why(moment.same_number(), _answering(moment))
        case "not_in_play":
            return Why(("MITO-F-05",), read(moment))
        case "already_played":
            return Why(("MITO-F-14",), read(moment, seen="{reader:the} read {card:the}, which had been played before."))
        case "paused" | "correction_pending":
            return _has_to_wait(moment, read(moment, seen="{reader:the} read {card:the}"))
        case _:
            return _not_now(moment)


def _moth_seen(moment: Moment[events.PlayRefused]) -> Text:
    seat, guard = moment.event.seat, moment.guard()
    if seat in (None, guard):
        return read(moment)
    watching = moment.name(guard)
    return read(
        moment, seen="{reader:the} read {card:the} on {who}’s turn, while {guard} was the guard.", guard=watching
    )


def _not_now(moment: Moment[events.PlayRefused]) -> Why:
    match moment.race():
        case "match" if moment.answer() is not None:
            seen = read(moment, seen="{reader:the} read {card:the} when the cockroach was answered already.")
            return Why(("MITO-E-32",), seen)
        case "match":
            seen = read(
                moment, seen="{reader:the} read {card:the}, which its player may not answer the cockroach with."
            )
            return Why(("MITO-E-30",), seen)
        case "slap":
            opened = moment.card(moment.race_card())
            seen = read(moment, seen="{reader:the} read {card:the} while hands raced for {opened:the}.", opened=opened)
            return Why(("MITO-E-25",), seen)
        case _:
            return Why(("MITO-F-14",), _when_refused(moment))


def _when_refused(moment: Moment[events.PlayRefused]) -> Text:
    text = str(moment.event.text or "")  # in English, whatever the display language
    if text.startswith("Too late"):
        return read(moment, seen="{reader:the} read {card:the} just after another card, or after the end of a turn.")
    if " turn, " in text:
        return read(moment, seen="{reader:the} read {card:the} out of turn.")
    return read(moment, seen="{reader:the} read {card:the} while no card could be played.")


def _hand_refused(moment: Moment[events.PlayRefused]) -> Why:
    name = moment.name(int(moment.event.zone.removeprefix("seat.")))
    touched = read(moment, seen="{card:the} was read for {who}’s hand", who=name)
    if moment.event.reason == "paused":
        return _has_to_wait(moment, touched)
    return Why(("MITO-E-62", "MITO-E-64"), say("{seen}.", seen=touched))


def _has_to_wait(moment: Moment[events.PlayRefused] | Moment[events.PressRefused], seen: Text) -> Why:
    """Explain why a play or a press had to wait. `seen` says what the table saw, without a full stop."""
    if moment.event.reason == "correction_pending":
        return Why(_WRONG, _while_cards_lie_wrong(moment, seen))
    if moment.paused:
        return Why((), say("{seen} while the host had paused the game.", seen=seen))
    if moment.called():
        return Why(("MITO-F-30", "MITO-E-41"), say("{seen} while a call was being checked.", seen=seen))
    return Why((), say("{seen} while a reader did not work.", seen=seen))


def _while_cards_lie_wrong(moment: Moment, seen: Text) -> Text:
    lying = list(dict.fromkeys(moment.card(play.card) for play in moment.refused()))
    if len(lying) > 1:
        cards = both([say("{card:the}", card=card) for card in lying])
        return say("{seen} while {cards} still had to come off the discard.", seen=seen, cards=cards)
    card = lying[0] if lying else moment.card(None)
    return say("{seen} while {card:the} still had to come off the discard.", seen=seen, card=card)


def _press_refused(moment: Moment[events.PressRefused]) -> Why:
    seat, reason = moment.event.seat, moment.event.reason
    if seat == 0:
        return Why((), say("The host asked for it."))
    pressed = say("{who}’s button was pressed", who=moment.name(seat))
    if reason in ("paused", "correction_pending"):
        return _has_to_wait(moment, pressed)
    if moment.latest_is(events.RoundEnded, events.RoundStarted):
        return Why(("MITO-F-44", "MITO-E-70"), say("{who} asked for the next round.", who=moment.name(seat)))
    return Why(("MITO-E-21",), say("{seen}.", seen=pressed))


def _play_taken_back(moment: Moment) -> Why:
    if moment.pad(DISCARD):
        return Why(_BACK, read(moment, seen="{reader:the} read {card:the} again before anybody had played on."))
    return Why(_BACK, read(moment, seen="{card:the} was lifted off the discard before anybody had played on."))


# -- misplaced cards


def _correction_opened(moment: Moment) -> Why:
    before = moment.cause()
    if isinstance(before, events.PlayRefused):
        refused = moment.card(before.card)
        return Why(_WRONG, read(moment, seen="{card:the} was refused, and lies on the discard.", card=refused))
    return Why(_WRONG, say("The host took a play back whose card still lies on the discard."))


def _correction_closed(moment: Moment) -> Why:
    cards = list(dict.fromkeys(play.card for play in moment.refused()))
    if moment.brought(events.CardPlayed):
        return Why(_WRONG, say("The refused card was accepted after all."))
    if len(cards) != 1:
        return Why(_WRONG, say("Every card that was in the wrong place went back to its hand."))
    card = moment.card(cards[0])
    if moment.pad(DISCARD):
        return Why(_WRONG, read(moment, seen="{reader:the} read {card:the} again.", card=card))
    return Why(_WRONG, read(moment, seen="{card:the} was lifted off the discard.", card=card))


# -- draws and turns


def _draw_owed(moment: Moment[events.DrawOwed]) -> Why:
    seat = moment.event.seat
    match moment.cause():
        case own.CallSettled(accused=accused):
            seen = say("{who}’s button was tapped, which says innocent.", who=moment.name(accused))
            return Why(("MITO-F-35", "MITO-E-45"), seen)
        case own.OutWithdrawn():
            return because("MITO-T-08", seen="{before} still held a card.")(moment)
        case events.RaceClosed(race="slap"):
            return Why(("MITO-E-26",), say("{who} was last in the race for the mosquito.", who=moment.name(seat)))
        case events.CardPlayed() | events.PileStarted() | events.RaceClosed():
            top = moment.card(moment.top())
            seen = read(moment, seen="{reader:the} had read {card:the}.", reader=moment.discard, card=top)
            return Why(("MITO-E-37", "MITO-E-24"), seen)
        case _:
            return because("MITO-T-01", seen="{who}’s button was tapped, and it was {who}’s turn.")(moment)


def _turn_passed(moment: Moment) -> Why:
    if moment.latest_is(events.DrawOwed, events.TurnStarted):
        return because("MITO-T-01", seen="{who}’s button was tapped again after drawing.")(moment)
    return because("MITO-T-02", "MITO-T-01", seen="{who}’s button was tapped, and no card was left to draw.")(moment)


def _pile_reshuffled(moment: Moment) -> Why:
    if moment.brought(events.DrawOwed):
        return Why(("MITO-T-02",), say("A card had to be drawn, and by the table’s count none was left."))
    return Why(("MITO-T-02",), say("The host said that the discard was shuffled."))


def _turn_after_race(moment: Moment) -> Why:
    winner: object = None
    match moment.cause():
        case events.RaceClosed(race="slap"):
            return Why(_TURNS, say("The race for the mosquito was over."))
        case events.RaceClosed(order=order):
            winner = order[0].seat if order else None
        case events.QuestionSettled(answer=answer):
            winner = answer
    if isinstance(winner, int) and moment.options.cockroach_next_turn == "winner":
        return Why(("MITO-E-33",), say("{who} had answered the cockroach first.", who=moment.name(winner)))
    answered = isinstance(winner, int)
    return Why(_TURNS if answered else ("MITO-T-05",), say("The race for the cockroach was over."))


def _turn_after_turn(moment: Moment) -> Why:
    """Explain why a turn began without a card being played: the last player drew, or the host gave the turn."""
    last = moment.before[-1].event if moment.before else None
    if isinstance(last, events.DrawOwed):
        return Why(_TURNS, say("{who} had drawn a card.", who=moment.name(last.seat)))
    return because("MITO-E-21", seen="The host said that it is {who}’s turn.")(moment)


_checked = because("MITO-F-37", seen="The check was over.")
_turn_started = after(
    {
        "pile_started": because("MITO-F-13", "MITO-E-14", seen="The discard had begun, and {who} had the Guard Bug."),
        "card_played": because(*_TURNS, seen="{before}’s card had been accepted."),
        "race_closed": _turn_after_race,
        "question_settled": _turn_after_race,
        "call_settled": _checked,
        "call_withdrawn": _checked,
        "play_taken_back": because("MITO-T-03", seen="{laid:the} had been taken back."),
        "out_withdrawn": because("MITO-T-08", seen="{before} still held a card."),
        "turn_passed": because(*_TURNS, seen="{before} had passed."),
    },
    otherwise=_turn_after_turn,
)

_OF_PLAYS: Answers = {
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
    "pile_uncovered": because("MITO-F-32", seen="{card:the} left the discard after a call; {top:the} lies there now."),
    "turn_passed": _turn_passed,
    "pile_reshuffled": _pile_reshuffled,
    "turn_started": _turn_started,
}


# -- Why a race began and ended as it did, what it costs, and the questions about it

_MS_PER_S = 1000


def _race_opened(moment: Moment[events.RaceOpened]) -> Why:
    seen = read(moment, seen="{reader:the} read {card:the}.", reader=moment.discard, card=moment.card(moment.top()))
    slap = moment.event.race == "slap"
    return Why(("MITO-E-25", "MITO-E-24") if slap else (*moment.same_number(), "MITO-E-24"), seen)


def _race_closed(moment: Moment[events.RaceClosed]) -> Why:
    if moment.event.last is None and moment.brought(own.HandsDue):
        return Why(("MITO-F-40", "MITO-T-06"), say("A button was held, which says that a hand is empty."))
    if isinstance(moment.cause(), events.Undone):
        return Why((), say("The host took a play back, so the race can no longer be timed."))
    return _slap_closed(moment) if moment.event.race == "slap" else _match_closed(moment)


def _slap_closed(moment: Moment[events.RaceClosed]) -> Why:
    event, rules = moment.event, ["MITO-E-26", "MITO-E-25"]
    seen = [_times(moment, event.order)] if event.order else []
    if event.missing:
        seen.append(say("{seats} had not pressed within 5 seconds", seats=moment.names(event.missing)))
    seen += [say("{seats} were too close to tell apart", seats=moment.names(tie)) for tie in event.ties or ()]
    if event.lot:
        seen.append(say("the table drew who was last"))
    if event.lot or event.missing:
        rules.insert(0, "MITO-T-04")
    text = joined(seen, "; ") if seen else say("everybody slapped at the mosquito")
    return Why(tuple(rules), say("{seen}.", seen=capital(text)))


def _times(moment: Moment, order: tuple[events.Placing, ...]) -> Text:
    """Return the times of all slaps as text, measured from when the card that opened the race was read."""
    first, *others = order
    return joined([_first_time(moment, first), *(_next_time(moment, one) for one in others)], ", ")


def _first_time(moment: Moment, placing: events.Placing) -> Text:
    who, seconds = moment.name(placing.seat), _seconds(placing.at_ms)
    if placing.at_ms >= 0:
        return say("{who} pressed {seconds:.2f} s after the card was read", who=who, seconds=seconds)
    return say("{who} pressed {seconds:.2f} s before the card was read", who=who, seconds=seconds)


def _next_time(moment: Moment, placing: events.Placing) -> Text:
    who, seconds = moment.name(placing.seat), _seconds(placing.at_ms)
    if placing.at_ms >= 0:
        return say("{who} {seconds:.2f} s after", who=who, seconds=seconds)
    return say("{who} {seconds:.2f} s before", who=who, seconds=seconds)


def _seconds(at_ms: float) -> float:
    return abs(at_ms) / _MS_PER_S


def _match_closed(moment: Moment[events.RaceClosed]) -> Why:
    event, answer = moment.event, moment.answer()
    if answer is None:
        return Why(("MITO-T-05", "MITO-E-30"), say("No card that answers the cockroach was read within 10 seconds."))
    for entry in event.order or ():
        at_winner = ("MITO-E-33",) if moment.options.cockroach_next_turn == "winner" else ()
        played = moment.last(events.CardPlayed)
        nearest = ("MITO-T-10",) if played is None or played.seat is None else ()  # if empty, the player was known
        return Why(("MITO-E-32", *at_winner, *nearest), _answered(moment, answer, entry))
    card = moment.card(answer)
    if event.ties:
        who = moment.names(event.ties[0])
        seen = say("{who} pressed about equally close to the moment when {card:the} was read.", who=who, card=card)
        return Why(("MITO-T-10",), seen)
    words = {"reader": moment.discard, "card": card}
    seen = read(moment, seen="{reader:the} read {card:the}, and nobody pressed as it came.", **words)
    return Why(("MITO-T-10", "MITO-E-32"), seen)


def _answered(moment: Moment[events.RaceClosed], answer: str, placing: events.Placing) -> Text:
    words = {
        "reader": moment.discard,
        "card": moment.card(answer),
        "seconds": _seconds(placing.at_ms),
        "who": moment.name(placing.seat),
    }
    if placing.at_ms >= 0:
        return read(
            moment, seen="{reader:the} read {card:the}, {seconds:.2f} s after the cockroach; {who} laid it.", **words
        )
    return read(
        moment, seen="{reader:the} read {card:the}, {seconds:.2f} s before the cockroach; {who} laid it.", **words
    )


def _gift_owed(moment: Moment[events.GiftOwed]) -> Why:
    receiver = moment.event.receiver
    match moment.cause():
        case own.CallSettled(accused=accused):
            seen = say("{who} is guilty after the guard’s call.", who=moment.name(accused))
            return Why(("MITO-F-33", "MITO-E-44"), seen)
        case events.RaceClosed(race="slap"):
            seen = say("{who} was last in the race for the mosquito.", who=moment.name(receiver))
            return Why(("MITO-E-26", "MITO-E-28"), seen)
        case _:
            top = moment.card(moment.top())
            seen = read(moment, seen="{reader:the} had read {card:the}.", reader=moment.discard, card=top)
            return Why(("MITO-E-34", "MITO-E-35", "MITO-E-36", "MITO-E-24"), seen)


def _gift_given(moment: Moment[own.GiftGiven]) -> Why:
    giver, receiver = moment.event.giver, moment.event.receiver
    debts = [one.event for one in moment.before if isinstance(one.event, events.GiftOwed)]
    owed = any(debt.giver == giver and debt.receiver in (receiver, None) for debt in debts)
    rules = ("MITO-E-36", "MITO-E-26") if owed else ("MITO-E-36",)
    if receiver is None:
        return because(*rules, seen="{giver} or the host said that {giver} gave a card.")(moment)
    return because(*rules, seen="{giver} or the host said that {giver} gave {receiver} a card.")(moment)


def _effect_cancelled(moment: Moment) -> Why:
    if isinstance(moment.before[-1].event, (events.CardPlayed, own.CardsSlipped)):
        return because("MITO-T-09", seen="{card:the} was accepted only later.")(moment)
    return because("MITO-T-06", seen="{who}’s button was held after that card.")(moment)


def _card_put_back(moment: Moment) -> Why:
    cancelled = moment.last(own.EffectCancelled)
    card = moment.card(None if cancelled is None else cancelled.card)
    return Why(("MITO-T-06",), read(moment, seen="{who} had drawn a card for {card:the}.", card=card))


def _question_settled(moment: Moment[events.QuestionSettled]) -> Why:
    answer = moment.event.answer
    if answer is None:
        return Why(("MITO-T-10",), say("What followed needed no answer any more."))
    said = say("nobody") if answer == NOBODY else moment.name(int(answer))
    seen = say("A button, the host or what followed said: {answer}.", answer=said)
    return Why(("MITO-T-10", "MITO-T-05" if answer == NOBODY else "MITO-E-33"), seen)


_OF_RACES: Answers = {
    "race_opened": _race_opened,
    "race_closed": _race_closed,
    "gift_owed": _gift_owed,
    "gift_given": _gift_given,
    "effect_cancelled": _effect_cancelled,
    "card_put_back": _card_put_back,
    "question_asked": because("MITO-T-10", seen="The table reads which card came, but not whose hand laid it."),
    "question_settled": _question_settled,
}


# -- Why rounds begin and end as they do, what the guard's calls lead to, and how hands and winners are counted

_POINTS = ("MITO-E-62", "MITO-F-41", "MITO-F-42", "MITO-F-43", "MITO-E-65", "MITO-E-66", "MITO-E-67", "MITO-E-68")
_AGREED = message("It was agreed before the game that {starter} is the first guard.")
_FIRST_SEAT = message("{starter} sits at the first seat, and nobody else was named as the first guard.")


def _follows(moment: Moment[events.RoundStarted]) -> Text:
    last, starter = sure(moment.last(events.RoundStarted)), moment.name(moment.event.starter)
    if moment.options.guard_rotation == "guard":
        guard = moment.name(moment.guard())
        return say(
            "{who} was the guard at the end of round {round}, and {starter} sits next on the left.",
            who=guard,
            round=last.round,
            starter=starter,
        )
    opener = moment.name(last.starter)
    return say(
        "{who} opened round {round}, and {starter} sits next on the left.",
        who=opener,
        round=last.round,
        starter=starter,
    )


# -- the guard's calls


def _call_settled(moment: Moment[own.CallSettled]) -> Why:
    name, guilty = moment.name(moment.event.accused), moment.event.guilty
    rules = ("MITO-F-31", "MITO-E-43", "MITO-E-49")
    if guilty and moment.options.table_adjudicates:
        return Why((*rules, "MITO-F-34", "MITO-E-44"), say("{who} said guilty, or the table knew better.", who=name))
    if guilty:
        return Why((*rules, "MITO-F-34", "MITO-E-44"), say("{who}’s button was held, which says guilty.", who=name))
    return Why((*rules, "MITO-F-36", "MITO-E-46"), say("{who}’s button was tapped, which says innocent.", who=name))


# -- the end of a round


def _over(moment: Moment) -> tuple[str, ...]:
    """Return the rule saying that a player without cards ends the round or, if there is only one round, the game."""
    return ("MITO-E-59",) if moment.rounds == 1 else ("MITO-E-60",)


def _round_ended(moment: Moment) -> Why:
    rules = ("MITO-F-40", *_over(moment), "MITO-E-69", "MITO-E-61")
    return because(*rules, seen="{out} was out, and all other hands are counted.")(moment)


def _game_ended(moment: Moment) -> Why:
    out = _over(moment) if moment.rounds == 1 else ()
    everybody = ("MITO-F-46", "MITO-E-72") if moment.rounds == len(moment.setup.seats) else ()
    rules = ("MITO-F-47", "MITO-E-73", *out, *everybody)
    return because(*rules, seen="All rounds are played; points: {totals}.")(moment)


def _round_started(moment: Moment[events.RoundStarted]) -> Why:
    moved = "MITO-E-70" if moment.event.round == 2 else "MITO-E-71"
    return round_started(
        ("MITO-F-04", "MITO-E-05", "MITO-E-14"),
        ("MITO-F-44", "MITO-F-45", moved),
        begins=_AGREED,
        otherwise=_FIRST_SEAT,
        follows=_follows,
        option="first_guard",
    )(moment)


def _hands_due(moment: Moment) -> Why:
    if moment.latest_is(own.HandsDue, own.OutWithdrawn, events.RoundStarted):
        return Why(("MITO-E-64",), say("A button was held, to count a hand anew."))
    rules = ("MITO-F-40", "MITO-E-64", *_over(moment))
    return because(*rules, seen="{out}’s button was held, which says that the hand is empty.")(moment)


_OF_ROUNDS: Answers = {
    "game_started": because("MITO-E-03", seen="A game was begun for {players}."),
    "round_started": _round_started,
    "call_made": because(
        "MITO-F-28",
        "MITO-F-29",
        "MITO-F-30",
        "MITO-E-40",
        "MITO-E-51",
        seen="{who} is the guard and pressed: once on another’s turn, twice on one’s own.",
    ),
    "call_settled": _call_settled,
    "call_withdrawn": because("MITO-T-07", seen="{who}’s button was held after the call."),
    "hands_due": _hands_due,
    "out_withdrawn": because("MITO-T-08", seen="{who}’s button was held again: the hand is not empty."),
    "hand_counted": because(*_POINTS, seen="{who} showed the cards left in the hand, and tapped."),
    "round_ended": _round_ended,
    "log_opened": because(
        "MITO-E-01",
        "MITO-F-16",
        "MITO-E-54",
        seen="What was dealt, drawn and played was compared with the cards that were counted.",
    ),
    "game_ended": _game_ended,
    "cards_slipped": because(
        "MITO-E-54", "MITO-F-20", seen="{reader:the} read several cards within a quarter of a second."
    ),
}


ANSWERS: Answers = {**UNRULED, **_OF_PLAYS, **_OF_RACES, **_OF_ROUNDS}
