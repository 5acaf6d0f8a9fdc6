"""Output for the audiences of a Nur Mut game: a view for each, and explanations of events.

Nothing is decided here; rules and readings do not depend on this module.
"""

from collections.abc import Mapping
from typing import Any

from table import events
from table.games.game import Why
from table.games.kit import views
from table.games.kit.reasons import (
    READ,
    Refused,
    after,
    because,
    filled,
    let_lie,
    play_refused,
    press_refused,
    read,
    read_on,
    round_started,
    usual,
)
from table.games.kit.rulebook import sure
from table.games.moment import Answers, Moment
from table.games.nur_mut import events as own
from table.games.nur_mut.cards import HIGHEST, JOKER, face_name
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.rules import can_take_back, fitting
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.views import NurMutPile, NurMutSeat, NurMutView
from table.saying import Text, joined, many, message, or_brief, or_yours, say
from table.values import replace
from table.view import CorrectionView
from table.wording import place

# -- The moment of a Nur Mut event, with the face that was reported as up


class FaceMoment(Moment):
    """A moment that names a card by one face, if an event reported which one is up."""

    def card(self, code: str | None) -> str:
        """Return a card's name by the face that was last reported, or by both faces."""
        about = (self.event, *(one.event for one in reversed(self.before)))
        last = next((event for event in about if code and getattr(event, "card", None) == code), None)
        face = getattr(last, "face", None)
        return super().card(code) if face is None else face_name(face)


# -- The Nur Mut view for each audience, built from an allow-list
#
# Where worlds differ on which face is up, fields are null and both faces are shown.


def view(state: State) -> NurMutView:
    """Return the public view."""
    return NurMutView(
        **views.shared(
            state,
            ROUNDS,
            running=("PLAYING", "TAKING"),
            piles={zone: _pile(state, zone) for zone in PILES},
            seats=[
                NurMutSeat(**views.seat(state, seat), hand=state.hands[seat], passed=seat in state.passed)
                for seat in state.setup.seats
            ],
            waiting=(state.taken.seat,) if state.taken is not None and state.phase is Phase.TAKING else (),
            headline=_headline(state),
            sentences=[
                _failed(state),
                _which(state),
                views.prompt(state, ROUNDS, best=say("the fewest cards win"), put_right=_put_right, own=_own_prompt),
            ],
        ),
        correction=_correction(state),
        take_back=views.last_play(state, state.last, can_take_back),
        courage=state.daring,
        lot=None if state.taken is None else tuple(state.taken.order),
    )


def _pile(state: State, zone: str) -> NurMutPile:
    """Return the view of a pile; its `face` and the faces in `fits` become null while worlds differ on them."""
    pile, fits = state.piles.get(zone), tuple(fitting(state, zone))
    if pile is None:
        return NurMutPile(shows=_lay_there(state, zone), fits=fits)
    faces = tuple(state.card(pile.top).faces)
    return NurMutPile(top=pile.top, count=len(pile.cards), face=pile.face, faces=faces, shows=pile.top, fits=fits)


def _correction(state: State) -> CorrectionView | None:
    """Return the misplaced cards, with their visible `faces` by card, if known."""
    wrong, faces = views.correction(state), state.faces_wrong()
    return replace(wrong, faces=faces) if wrong is not None and faces else wrong


def _lay_there(state: State, zone: str) -> str | None:
    """Return the former top of a pile that was taken, while players may still be asked which pile that was."""
    taken = state.taken or state.earlier
    return None if taken is None or taken.zone != zone else taken.tops.get(zone)


def _headline(state: State) -> str:
    name = state.setup.name
    if state.phase is Phase.TAKING and state.taken is not None:
        return say("No luck, {who}", who=name(state.taken.seat))
    return views.headline(state, ROUNDS, say("Courage, {who}!", who=name(state.turn or 0)) if state.daring else "")


def _own_prompt(state: State) -> str:
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:  # NUR-09, NUR-11, NUR-12
            deal = many(
                "Deal {count} card each; nobody turns it over. "
                "Turn one more up for each of the three piles, but no joker.",
                "Deal {count} cards each; nobody turns that pile over. "
                "Turn one more up for each of the three piles, but no joker.",
                state.options.hand_size,
            )
            brief = many("Deal {count} card each.", "Deal {count} cards each.", state.options.hand_size)
            return joined(
                [or_brief(deal, brief), or_yours(say("{who} begins.", who=name(state.starter)), say("You begin."))]
            )
        case Phase.PLAYING if state.turn is not None:
            return _turn_prompt(state, name(state.turn))
        case Phase.TAKING if state.misplaced:  # the card that did not fit may still lie there
            return views.to_put_right(state, state.how_to_put_right())
        case _:
            return ""


def _put_right(state: State) -> str:
    """Return how to correct a misplaced card, and what the current player may do instead of laying another."""
    only_a_card, first = state.cover is not None or state.empty is not None, state.how_to_put_right()
    if state.phase is Phase.SET_UP or state.mislaid_by != state.turn or only_a_card:
        return first
    if state.daring:
        return say("{what}, or hold: it does not fit", what=first)
    if state.lifted_first:
        return first
    return say("{what}, or press twice and put it under your pile", what=first)


def _turn_prompt(state: State, who: str) -> Text:
    """Return what the current player may do (NUR-21)."""
    if state.cover is not None:  # NUR-40
        return say("{who}: lay your next card on the joker on {pile}.", who=who, pile=place(state.cover))
    if state.empty is not None:  # NUR-33
        return say("{who}: lay your top card in the empty place.", who=who)
    if state.daring:  # NUR-28
        text = say("{who}: turn your top card over and lay it, or hold if it does not fit.", who=who)
        return or_brief(text, say("{who}: your top card is turned over. Lay it.", who=who))
    if state.must_dare:  # NUR-43
        text = say("{who}: everybody passed: tap for Courage.", who=who)
        return or_brief(text, say("{who}: everybody passed, so you need Courage.", who=who))
    text = say(
        "{who}: lay your top card, press twice if it does not fit, tap for Courage, or hold to pass.",
        who=who,
    )
    return or_brief(text, say("{who}: lay your top card, or say what you do.", who=who))


def _failed(state: State) -> str:
    """Return a sentence saying what a failed Courage costs; it names no pile, because worlds may differ on it."""
    if state.taken is None:
        return ""
    who = state.setup.name(state.taken.seat)
    text = say("{who} takes the highest pile and shuffles it in.", who=who)  # NUR-30, NUR-31
    return or_yours(text, say("You take the highest pile and shuffle it in."))


def _which(state: State) -> str:
    """Return a sentence naming the pile that has to be taken."""
    if state.taken is None:
        return ""
    pile = place(state.taken.zone)
    if len(state.taken.highest) > 1:  # NUR-32
        return say("That is {pile}, drawn by lot.", pile=pile)
    return say("That is {pile}.", pile=pile)


# -- Explanations of Nur Mut events: the rules behind them (docs/rules/nur_mut.md) and what the table saw
#
# Answers use only events that the audience already has. The table has not seen which face is up, so answers say no
# more about it than those events.

_FITS = ("NUR-16", "NUR-15")
_EXAMPLES: Mapping[Any, tuple[str, ...]] = {3: ("NUR-17",), 4: ("NUR-18",), HIGHEST: ("NUR-19",)}
_AGAIN = ("NUR-T-03",)
_BEGINS = ("NUR-09", "NUR-10")
_TAKES_IT = ("NUR-30",)
_NO_MOVES = (
    events.TurnStarted, events.PressRefused, events.PlayRefused, events.PlayTakenBack, events.CorrectionOpened,
    events.CorrectionClosed,
)  # fmt: skip
Laid = own.FaceStarted | own.FacePlayed | own.PileRefilled
OfAPile = Moment[own.FacePlayed] | Moment[events.PlayRefused]


def _after_reward(moment: Moment[events.TurnStarted]) -> Why:
    rewarded = moment.last(own.CourageRewarded)
    if rewarded is not None and rewarded.seat == moment.event.seat:
        return because("NUR-36", "NUR-37", seen="{who} was brave, and the card fits.")(moment)
    return _over(moment)


def _after_taking(moment: Moment) -> Why:
    begins = ("NUR-33",) if _begins_anew(moment) else ()
    return because(*begins, "NUR-14", seen="A pile was taken, and {who} comes next.")(moment)


def _begins_anew(moment: Moment) -> bool:
    """Return whether the pile that was taken last has to be started again."""
    failed = moment.last(own.CourageFailed)
    return bool(moment.options.refill_always or (failed is not None and failed.lot))


_over = because("NUR-25", "NUR-14", seen="The turn before was over, and {who} comes next.")
_turn_started = after(
    {
        "pile_started": because("NUR-13", seen="All three piles have begun, and {who} opens the round."),
        "play_taken_back": because("NUR-T-02", seen="{who} took the card back, and has the turn again."),
        "courage_rewarded": _after_reward,
        "courage_failed": because("NUR-33", "NUR-14", seen="A pile was to be taken, and {who} comes next."),
        "pile_taken": _after_taking,
        "pile_refilled": because("NUR-34", "NUR-14", seen="The pile has begun anew, and {who} comes next."),
        "card_played": _over,
        "turn_passed": _over,
        "": because("NUR-14", seen="It was {who}’s turn."),
    },
    otherwise=because("NUR-14", seen="The host gave {who} the turn, or it became known who had it."),
)


def _pile_started(moment: Moment[events.PileStarted]) -> Why:
    refused = [event for event in moment.since(events.RoundStarted) if isinstance(event, events.PlayRefused)]
    joker = any(play.reason == "not_in_play" and play.zone == moment.event.zone for play in refused)
    return Why((*_BEGINS, "NUR-11") if joker else _BEGINS, read(moment))


def _card_played(moment: Moment[own.FacePlayed]) -> Why:
    if (though_refused := let_lie(moment, _AGAIN, on_that_pile=True)) is not None:
        return though_refused
    seen = read_on(moment, _top(moment))
    if moment.event.face == JOKER:
        return Why(("NUR-20", "NUR-38", "NUR-39"), seen)
    match moment.last(own.FacePlayed, own.PileRefilled, own.PileTaken, own.FaceStarted):
        case (own.FacePlayed() | own.PileRefilled() | own.FaceStarted()) as covered:
            if covered.face == JOKER and covered.zone == moment.event.zone:
                return Why(("NUR-40", "NUR-41"), seen)
    return Why((*_FITS, *_example(moment)), seen)


def _laid_there(moment: OfAPile) -> Laid | None:
    """Return the event that reported the card on top of the pile."""
    for one in reversed(moment.before):
        match one.event:
            case (own.FaceStarted() | own.FacePlayed() | own.PileRefilled()) as laid if laid.zone == moment.event.zone:
                return laid
            case own.PileTaken(zone=zone) if zone in (moment.event.zone, None):
                return None
    return None


def _top(moment: OfAPile) -> str | None:
    """Return the card on top of the pile, as reported."""
    there = _laid_there(moment)
    return None if there is None else there.card


def _example(moment: OfAPile) -> tuple[str, ...]:
    """Return the rule whose example is the number on top of the pile, if there is one and the number is known."""
    there = _laid_there(moment)
    if there is None:
        return ()
    started = isinstance(there, own.FaceStarted)
    faces = {*moment.printed(sure(there.card)).faces} - {JOKER} if started else {there.face}
    return _EXAMPLES.get(next(iter(faces)), ()) if len(faces) == 1 else ()


_HELD = message("{who}’s button was held: the card does not fit.")
_LIFTED = message("The pile was lifted, which says that {who}’s card does not fit.")
_TAKES_THE_HIGHEST = message("{who} takes the pile with the highest number.")
_TAKES = message("{who} takes {pile}, which shows the highest number.")
_TAKES_BY_LOT = message("{who} takes {pile}, which shows the highest number; several show it, and the table drew lots.")


def _courage_failed(moment: Moment[own.CourageFailed]) -> Why:
    zone, rules = moment.event.zone, ("NUR-30", "NUR-29", "NUR-31")
    lifted = moment.brought(own.PileTaken) and not (zone is None or moment.pad(zone))
    said = filled(moment, _LIFTED if lifted else _HELD)
    if zone is None:
        return Why(rules, joined([said, filled(moment, _TAKES_THE_HIGHEST)]))
    if moment.event.lot:
        return Why((*rules, "NUR-32"), joined([said, filled(moment, _TAKES_BY_LOT, pile=place(zone))]))
    return Why(rules, joined([said, filled(moment, _TAKES, pile=place(zone))]))


def _turn_passed(moment: Moment[events.TurnPassed]) -> Why:
    if moment.event.how == "under":
        return because("NUR-24", "NUR-25", seen="{who}’s button was pressed twice.")(moment)
    last = ("NUR-43",) if _passes(moment) + 1 >= len(moment.setup.seats) else ()
    return because("NUR-26", *last, seen="{who}’s button was held.")(moment)


def _passes(moment: Moment) -> int:
    """Count the latest consecutive passes; a play that was taken back does not interrupt them."""
    counted = ("pass", "under") if moment.options.misfit_is_pass else ("pass",)
    done = [one.event for one in reversed(moment.before) if not isinstance(one.event, _NO_MOVES)]
    return next((at for at, event in enumerate(done) if getattr(event, "how", None) not in counted), len(done))


def _courage_declared(moment: Moment) -> Why:
    forced = _passes(moment) >= len(moment.setup.seats)
    rules = ("NUR-27", "NUR-28", *(("NUR-43",) if forced else ()))
    if forced and moment.brought(events.CardPlayed, events.PlayRefused):
        return because(*rules, seen="Everybody had passed, and {who} laid a card.")(moment)
    return because(*rules, seen="{who}’s button was tapped.")(moment)


def _question(moment: Moment[events.QuestionAsked] | Moment[events.QuestionSettled]) -> Why:
    if moment.event.choice == "highest":
        which = say("Which faces are up the table cannot see, and it decides which pile is taken.")
        return Why(("NUR-30", "NUR-32"), which)
    whose = say("Which face is up the table cannot see, and it decides whose turn it is.")
    return Why(("NUR-40", "NUR-42"), whose)


_REFUSED: Refused = {
    "not_in_play": (("NUR-11",), READ),
    "too_many_plays": (("NUR-22",), message("{reader:the} read {card:the} right after another one.")),
    "correction_pending": (_AGAIN, READ),
    "already_played": (_AGAIN, READ),
}


def _play_refused(moment: Moment[events.PlayRefused]) -> Why:
    text = str(moment.event.text or "")  # in English, whatever the display language
    match moment.event.reason:
        case "no_fit" if text.startswith("Your last card"):
            return Why(("NUR-T-04",), read_on(moment, _top(moment)))
        case "no_fit":
            return Why((*_FITS, *_example(moment)), read_on(moment, _top(moment)))
        case "wrong_zone":
            waits = read(moment, seen="{reader:the} read {card:the} while another pile waits for a card.")
            return Why(_in_the_way(moment), waits)
        case "not_now" if not moment.latest_is(events.TurnStarted, events.RoundStarted):
            return Why(_BEGINS, read(moment))
    otherwise = _TAKES_IT if _in_the_way(moment) == _TAKES_IT else ("NUR-15", "NUR-14")
    return play_refused(_REFUSED, otherwise=otherwise)(moment)


def _in_the_way(moment: Moment) -> tuple[str, ...]:
    """Return the rules that require the current player to do something else first."""
    match moment.last(own.CourageFailed, own.PileTaken, own.FacePlayed, own.PileRefilled, own.FaceStarted):
        case own.CourageFailed():
            return _TAKES_IT
        case own.PileTaken() if _begins_anew(moment):
            return ("NUR-33",)
        case own.FacePlayed(face="joker") | own.PileRefilled(face="joker") | own.FaceStarted(face="joker"):
            return ("NUR-40",)
    return ("NUR-43",) if _passes(moment) >= len(moment.setup.seats) else ("NUR-21",)


def _wins(moment: Moment) -> tuple[str, ...]:
    return ("NUR-45",) if moment.options.rounds == 1 else ("NUR-50", "NUR-46")


_POINTS = message("All rounds are played; cards left: {totals}.")
ANSWERS: Answers = {
    **usual(
        started=("NUR-06", "NUR-07", "NUR-08"),
        over=("NUR-45", "NUR-50", "NUR-46"),
        wrong=_AGAIN,
        back=("NUR-T-02",),
        points=_POINTS,
    ),
    "round_started": round_started(
        ("NUR-13",),
        ("NUR-T-05", "NUR-46"),
        begins=message("It was agreed before the game that {starter} is the bravest."),
        otherwise=message("{starter} sits at the first seat, and nobody else was named as the bravest."),
        follows=message("The round before is over, and {starter} sits next on its starter’s left."),
    ),
    "game_ended": lambda moment: because(*_wins(moment), seen=_POINTS)(moment),
    "round_ended": because("NUR-44", "NUR-49", "NUR-47", "NUR-48", seen="{out} has laid the last card of the pile."),
    "pile_started": _pile_started,
    "turn_started": _turn_started,
    "turn_passed": _turn_passed,
    "card_played": _card_played,
    "play_refused": _play_refused,
    "press_refused": lambda moment: press_refused(_AGAIN, otherwise=_in_the_way(moment))(moment),
    "courage_declared": _courage_declared,
    "courage_rewarded": because("NUR-35", "NUR-36", "NUR-37", seen="{who} was brave, and the card fits."),
    "courage_failed": _courage_failed,
    "pile_taken": because("NUR-31", "NUR-30", seen="{who} was brave, and the card did not fit."),
    "pile_refilled": because("NUR-33", "NUR-34", seen="{reader:the} read {card:the} where a pile was taken."),
    "question_asked": _question,
    "question_settled": _question,
    "hand_counted": because("NUR-T-06", seen="{who} said on a phone how many cards are left."),
}
