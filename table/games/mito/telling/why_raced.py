"""Why a race began and ended as it did, what it costs, and the questions about it."""

from table import events
from table.games.game import Why
from table.games.kit.reasons import because, read
from table.games.mito import events as own
from table.games.mito.powers import NOBODY
from table.games.mito.telling.moment import Moment
from table.games.moment import Answers
from table.games.words import capital, joined, say
from table.saying import Text

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
    """Return when hands were there, counted from the reading of the card that opened the race."""
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
        nearest = ("MITO-T-10",) if played is None or played.seat is None else ()  # else it was known whose card it was
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
        return because("MITO-T-09", seen="{card:the} was let lie only later.")(moment)
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


ANSWERS: Answers = {
    "race_opened": _race_opened,
    "race_closed": _race_closed,
    "gift_owed": _gift_owed,
    "gift_given": _gift_given,
    "effect_cancelled": _effect_cancelled,
    "card_put_back": _card_put_back,
    "question_asked": because("MITO-T-10", seen="The table reads which card came, but not whose hand laid it."),
    "question_settled": _question_settled,
}
