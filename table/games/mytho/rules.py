"""The rules of Mytho: turns, drawing, playing on either pile; `apply` is the only authority.

Every line that carries out a rule names it by its ledger ID; see docs/rules/mytho.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from table import events
from table.games.game import IllegalAction
from table.games.mytho import actions as act
from table.games.mytho import contests, piles, rounds
from table.games.mytho.actions import HIDDEN, PILES, VISIBLE, Action, Draw, EndTurn, Lay, PutRight, TurnUp
from table.games.mytho.piles import Step, can_draw, start_turn
from table.games.mytho.state import Laid, Phase, State
from table.games.mytho.words import correction_pending, label, what_fits
from table.games.rulebook import Rule, Rulebook
from table.games.words import refusal, unless

# -- a turn


def _why_not_turn_up(state: State, action: TurnUp) -> IllegalAction | None:
    if state.phase is not Phase.SET_UP:
        return refusal("the visible pile has begun already")
    return correction_pending(state) if state.wrong else None


def _turn_up(state: State, action: TurnUp) -> Step:
    """Start the visible pile (MYTHO-04): its top card is the reference (MYTHO-07)."""
    state = replace(state, reference=action.card, visible=frozenset({action.card}), pile=state.pile - 1)
    state, turn = start_turn(state, state.starter)  # MYTHO-09
    return state, (events.PileStarted(VISIBLE, action.card), *turn)


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    if state.phase is Phase.SET_UP and action.zone == HIDDEN:  # MYTHO-05, MYTHO-06
        return refusal("the hidden pile begins empty: turn a card up on the visible pile", "wrong_zone")
    if state.needs_correction:
        return correction_pending(state)
    if action.along:
        return refusal("two cards came at once: take the last one back", "too_many_plays")
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return refusal("no card can be played now")
    if state.laid >= state.options.plays_per_turn:  # MYTHO-11
        return refusal("you have played: draw, or end your turn", "too_many_plays")
    if action.card in state.visible | state.hidden:
        return refusal(_lies_already(state, action), "already_played")
    return _misfit(state, action) if action.zone == VISIBLE else None  # MYTHO-27: anything may be played hidden


def _lies_already(state: State, action: Lay) -> str:
    return "that card has been played" if action.zone == HIDDEN else f"the {label(state, action.card)} has been played"


def _misfit(state: State, action: Lay) -> IllegalAction | None:
    """Say why a card may not be the next reference: it has neither its number nor its colour (MYTHO-15)."""
    assert state.reference is not None, "a round that is played has a reference"  # noqa: S101 - an invariant of State
    reference = state.card(state.reference)
    if state.card(action.card).fits(reference, state.options.colour_means):
        return None
    played = label(state, action.card)
    return refusal(f"the {played} does not fit on the {reference.label}: play {what_fits(state)}", "no_match")


def _lay(state: State, action: Lay) -> Step:
    """Lay a card: open, it is the reference (MYTHO-13, MYTHO-16); face down, anybody may contest it (MYTHO-14)."""
    seat, card, zone = action.seat, action.card, action.zone
    state, put_right = _accepted(state, card)
    if state.turned is not None:  # people have let the card lie that was turned over
        state, put_right = replace(state, turned=None), (*put_right, events.CorrectionClosed(HIDDEN))
    state = replace(
        piles.finalised(state),
        hands=piles.with_more(state, seat, -1),
        laid=state.laid + 1,
        last=Laid(seat, card, zone),
        turn=seat,
    )
    told = (*put_right, events.CardPlayed(seat, zone, card))
    if zone == HIDDEN:
        hidden = state.hidden | {card}
        return replace(state, phase=Phase.CONTESTABLE, turn=None, hidden=hidden), told
    state = replace(state, reference=card, visible=state.visible | {card})
    state, more = rounds.end(state, seat) if state.hands[seat] <= 0 else contests.go_on(state, seat)
    return state, (*told, *more)


def _accepted(state: State, card: str) -> Step:
    """Forget what speaks against a card that people let lie, though it was refused."""
    refused = tuple(play for play in state.refused if play.card != card)
    wrong = {other: zone for other, zone in state.wrong.items() if other != card}
    after = replace(state, refused=refused, wrong=wrong)
    return after, (events.CorrectionClosed(state.wrong[card]),) if card in state.wrong and not wrong else ()


def _why_not_draw(state: State, action: Draw) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return refusal("it is not your turn")
    if state.needs_correction:
        return correction_pending(state)
    if not can_draw(state):
        return refusal("there is no card left to draw")
    if state.drawn >= state.options.draw_per_turn:
        return refusal("you have drawn: play a card, or end your turn")
    after = state.laid and state.options.turn_order == "draw_first"
    return refusal("who draws does so before he plays") if after else None


def _draw(state: State, action: Draw) -> Step:
    """Draw a card (MYTHO-10); it may be played in the same turn (MYTHO-12, MYTHO-T-08)."""
    state, shuffled = piles.draw(piles.finalised(state), action.seat)
    state = replace(state, drawn=state.drawn + 1)
    told = (*shuffled, events.CardDrawn(action.seat, count=1))
    if state.laid < state.options.plays_per_turn:
        return state, told
    state, more = contests.go_on(state, action.seat)
    return state, (*told, *more)


def _why_not_end_turn(state: State, action: EndTurn) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return refusal("it is not your turn")
    if state.needs_correction:
        return correction_pending(state)
    has_acted = state.drawn or state.laid or state.options.allow_pass  # MYTHO-12, MYTHO-T-08
    wanted = "draw a card or play one" if state.options.draw_per_turn else "play a card"
    return unless(bool(has_acted) or not can_draw(state), wanted)


def _end_turn(state: State, action: EndTurn) -> Step:
    state, turn = start_turn(piles.finalised(state), piles.follower(state, action.seat))
    return state, (events.TurnPassed(action.seat, "pass"), *turn)


# -- what lies wrong


def _why_not_put_right(state: State, action: PutRight) -> IllegalAction | None:
    return unless(action.card in state.wrong, "that card does not lie wrong")


def _put_right(state: State, action: PutRight) -> Step:
    zone = state.wrong[action.card]
    state, _ = _accepted(state, action.card)
    return state, () if state.wrong_on(zone) else (events.CorrectionClosed(zone),)


def _why_not_show_turned(state: State, action: act.ShowTurned) -> IllegalAction | None:
    if state.wrong:
        return correction_pending(state)
    return unless(action.card == state.turned, "that card was not turned over")


def _show_turned(state: State, action: act.ShowTurned) -> Step:
    """See the card that was contested on the visible pile (MYTHO-22, MYTHO-T-09)."""
    return replace(state, turned=None), (events.CorrectionClosed(HIDDEN),)


def can_take_back(state: State, card: str, zone: str) -> bool:
    """Tell whether a card is the last play, and nothing has come of it that stays (MYTHO-T-02)."""
    last, running = state.last, state.phase in (Phase.PLAYING, Phase.CONTESTABLE)
    return (
        running and not state.wrong and last is not None and not last.final and (card, zone) == (last.card, last.zone)
    )


def taken_back(before: State, now: State) -> Step:
    """Make it the turn again of whoever takes his last card back."""
    assert now.last is not None, "can_take_back has seen to it"  # noqa: S101
    seat, card, zone = now.last.seat, now.last.card, now.last.zone
    before, _ = _without_contest(before)
    if before.turn != seat:
        before, _ = start_turn(before, seat)
    wrong = {other: there for other, there in before.wrong.items() if other != card}
    before = replace(before, last=None, wrong=wrong)
    return before, (events.PlayTakenBack(seat, zone, card), events.TurnStarted(seat))


def _without_contest(state: State) -> Step:
    """Let a card pass that could have been contested: nobody contests against a clock that has run on."""
    return contests.let_pass(state, act.LetPass()) if state.phase is Phase.CONTESTABLE else (state, ())


# -- what the host says, and what people have forgotten


def _why_not_reshuffle(state: State, action: act.Reshuffle) -> IllegalAction | None:
    return unless(state.phase is Phase.PLAYING and not state.needs_correction, "there is nothing to shuffle now")


def _reshuffle(state: State, action: act.Reshuffle) -> Step:
    return piles.reshuffle(state)


def _why_not_give_turn(state: State, action: act.GiveTurn) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING:
        return refusal("nobody has a turn now")
    return unless(action.seat in state.setup.seats and action.seat != state.turn, "it is that seat's turn already")


def _give_turn(state: State, action: act.GiveTurn) -> Step:
    return start_turn(piles.finalised(state), action.seat)


def _why_not_drew_before(state: State, action: act.DrewBefore) -> IllegalAction | None:
    running = state.phase in (Phase.PLAYING, Phase.CONTESTABLE)
    seated = action.seat in state.setup.seats
    return unless(running and seated and can_draw(state), "no card can have been drawn now")


def _drew_before(state: State, action: act.DrewBefore) -> Step:
    """Count a card that somebody drew and forgot to say so (MYTHO-10)."""
    state, shuffled = piles.draw(piles.finalised(state), action.seat)
    return state, (*shuffled, events.CardDrawn(action.seat, count=1))


def standing(state: State, action: Action | None) -> tuple[Lay, ...]:
    """Give what can be admitted of the oldest play that was refused (MYTHO-T-03).

    Only another open card shows that people played on over it, and only over one that lies wrong; face down all goes.
    """
    if state.phase is not Phase.PLAYING or state.turn is None:
        return ()
    if action is not None and not (isinstance(action, Lay) and action.zone == VISIBLE):
        return ()
    refused = (play for play in state.refused if action is None or play.card in state.wrong)
    return tuple(replace(play, seat=state.turn, along=False) for play in refused)[:1]


def restored(before: State, now: State, lying: Mapping[str, frozenset[str]]) -> Step:
    """Go back to `before`; what lies on a pile and was not played then has to be taken off."""
    before, passed = _without_contest(before)
    wrong = {card: zone for card, zone in {**before.wrong, **now.wrong}.items() if _lies(before, card, zone, lying)}
    for zone in PILES:
        known = before.visible | before.hidden | {before.turned}
        wrong |= dict.fromkeys(lying.get(zone, frozenset()) - known - wrong.keys(), zone)
    refused = tuple(play for play in dict.fromkeys((*before.refused, *now.refused)) if play.card in wrong)
    state = replace(before, wrong=wrong, refused=refused)
    opened = {zone for zone in PILES if state.wrong_on(zone) and not before.wrong_on(zone)}
    return state, (*passed, *(events.CorrectionOpened(zone) for zone in sorted(opened)))


def _lies(state: State, card: str, zone: str, lying: Mapping[str, frozenset[str]]) -> bool:
    return state.setup.placement[zone] == "tap" or card in lying.get(zone, frozenset())


# -- the authority


RULES: Mapping[type, Rule[State]] = {
    TurnUp: Rule(_why_not_turn_up, _turn_up),
    Lay: Rule(_why_not_lay, _lay),
    Draw: Rule(_why_not_draw, _draw),
    EndTurn: Rule(_why_not_end_turn, _end_turn),
    act.Contest: Rule(contests.why_not_contest, contests.contest),
    act.LetPass: Rule(contests.why_not_let_pass, contests.let_pass),
    PutRight: Rule(_why_not_put_right, _put_right),
    act.ShowTurned: Rule(_why_not_show_turned, _show_turned),
    act.NextRound: Rule(rounds.why_not_next_round, rounds.next_round),
    act.Reshuffle: Rule(_why_not_reshuffle, _reshuffle),
    act.GiveTurn: Rule(_why_not_give_turn, _give_turn),
    act.DrewBefore: Rule(_why_not_drew_before, _drew_before),
}

# What the host can take back, and what has to wait while he has paused.
BOOK = Rulebook(
    RULES,
    marked=(TurnUp, Lay, Draw, EndTurn, act.Contest, act.Reshuffle, act.GiveTurn, act.DrewBefore),
    goes_on=(PutRight, act.ShowTurned, act.LetPass, act.Contest, act.Reshuffle, act.GiveTurn, act.DrewBefore),
)
why_not, apply = BOOK.why_not, BOOK.apply


def actions(state: State, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
    """List what a seat may do with these cards in its hand, and what time and the host (any seat) may."""
    return tuple(action for action in _conceivable(state, seat, hand) if why_not(state, action) is None)


def _conceivable(state: State, seat: int, hand: Sequence[str]) -> Iterator[Action]:
    yield from (TurnUp(card) for card in hand)
    for zone in PILES:
        yield from (Lay(seat, card, zone) for card in hand)
    yield from (Draw(seat), EndTurn(seat), act.Contest((seat,)), act.LetPass(), act.NextRound(seat))
    yield from (act.Reshuffle(), act.GiveTurn(seat), act.DrewBefore(seat))
    yield from (PutRight(card) for card in sorted(state.wrong))
    yield from (act.ShowTurned(card) for card in (state.turned,) if card is not None)


# -- what is refused


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Tell people that an action was refused, and note what has to be put right: a card that may not lie there."""
    match action:
        case Lay(seat=seat):
            return _refuse_card(state, seat, action, why)
        case TurnUp(card=card):
            return state, (events.PlayRefused(None, VISIBLE, card, why.reason, why.text),)
        case PutRight() | act.ShowTurned() | act.LetPass() | act.Contest():
            return state, ()
        case act.Reshuffle() | act.GiveTurn():
            return state, (events.PressRefused(0, why.reason, why.text),)
        case _:
            return state, (events.PressRefused(action.seat, why.reason, why.text),)


def _refuse_card(state: State, seat: int, action: Lay, why: IllegalAction) -> Step:
    nobody = state.phase is Phase.SET_UP
    told = events.PlayRefused(None if nobody else seat, action.zone, action.card, why.reason, why.text)
    if why.reason == "already_played":  # it is where it belongs, or the table is wrong about it
        return replace(state, refused=(*state.refused, action)), (told,)
    opened = () if state.wrong_on(action.zone) else (events.CorrectionOpened(action.zone),)
    state = replace(state, refused=(*state.refused, action), wrong={**state.wrong, action.card: action.zone})
    return state, (told, *opened)
