"""Why a card was played or refused, why somebody draws, and why it is somebody's turn."""

from table import events
from table.games.game import Why
from table.games.kit.reasons import after, because, let_lie, read, read_on
from table.games.kit.rulebook import sure
from table.games.mito import events as own
from table.games.mito.actions import DISCARD
from table.games.mito.cards import HIGHEST, LOWEST
from table.games.mito.rules import fits
from table.games.mito.telling.moment import Moment
from table.games.moment import Answers
from table.games.words import both, say
from table.saying import Text

_NEIGHBOURS = ("MITO-F-15", "MITO-E-15")
_TURNS = ("MITO-F-12", "MITO-E-20")
_BACK = ("MITO-T-03",)
_WRONG = ("MITO-T-09",)


def _number_rules(moment: Moment, top: str | None) -> tuple[str, ...]:
    """Return the rules about the numbers that fit on a card; at the ends of the row those about 5 and 1 come first."""
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
    """Return what a play or a press had to wait for; `seen` is a sentence without its full stop."""
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
        return say("{seen} while {cards} still lay wrong on the discard.", seen=seen, cards=cards)
    card = lying[0] if lying else moment.card(None)
    return say("{seen} while {card:the} still lay wrong on the discard.", seen=seen, card=card)


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


# -- what lies wrong


def _correction_opened(moment: Moment) -> Why:
    before = moment.cause()
    if isinstance(before, events.PlayRefused):
        refused = moment.card(before.card)
        return Why(_WRONG, read(moment, seen="{card:the} was refused, and lies on the discard.", card=refused))
    return Why(_WRONG, say("The host took a play back whose card still lies on the discard."))


def _correction_closed(moment: Moment) -> Why:
    cards = list(dict.fromkeys(play.card for play in moment.refused()))
    if moment.brought(events.CardPlayed):
        return Why(_WRONG, say("The card that was refused was let lie after all."))
    if len(cards) != 1:
        return Why(_WRONG, say("Every card that lay wrong went back to its hand."))
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
    """Return why a turn follows another without a card: somebody drew, or the host ruled it."""
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

ANSWERS: Answers = {
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
