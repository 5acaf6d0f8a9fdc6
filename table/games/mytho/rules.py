"""The rules of Mytho: turns, drawing, and playing on either pile. `apply` has the final say.

Every line that implements a rule gives its ledger ID; see docs/rules/mytho.md.
"""

from table import events
from table.games.game import IllegalAction
from table.games.kit import corrections, lateness
from table.games.kit.actions import Action, GiveTurn, NextRound, PutRight, Reshuffle, TurnUp
from table.games.kit.corrections import PUT_RIGHT, Laid, Lies, accepted
from table.games.kit.rounds import why_not_give_turn
from table.games.kit.rulebook import ByKind, Rule, Rulebook, corrected, only_if, sure, telling
from table.games.mytho import actions as act
from table.games.mytho import contests, piles, rounds
from table.games.mytho.actions import HIDDEN, PILES, VISIBLE, Draw, EndTurn, Lay
from table.games.mytho.piles import Step, can_draw, start_turn
from table.games.mytho.state import Phase, State
from table.games.words import refusal, say, unless
from table.saying import Text, message
from table.values import replace

# -- a turn

_BEGUN = message("the visible pile has begun already")


def _turn_up(state: State, action: TurnUp) -> Step:
    """Start the visible pile (MYTHO-04). Its top card is the reference (MYTHO-07)."""
    state = replace(state, reference=action.card, visible=frozenset({action.card}), pile=state.pile - 1)
    return telling((events.PileStarted(VISIBLE, action.card),), start_turn(state, state.starter))  # MYTHO-09


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    if state.phase is Phase.SET_UP and action.zone == HIDDEN:  # MYTHO-05, MYTHO-06
        return refusal("the hidden pile begins empty: turn a card up on the visible pile", "wrong_zone")
    if action.astray is not None:
        what = say("the card") if action.zone == HIDDEN else state.the_card(action.card)
        first = state.laid_last
        return lateness.refused(state.setup, action.astray, what, by=action.seat, turn=state.turn, first=first)
    if state.corrections:
        return state.pending()
    if action.over:
        state, _ = _cleared(state, action.seat)
    if action.along:
        return refusal("two cards came at once: take the last one back", "too_many_plays")
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return refusal("no card can be played now")
    if state.laid >= state.options.plays_per_turn:  # MYTHO-11
        return refusal("you have played: draw, or end your turn", "too_many_plays")
    if action.card in state.visible or action.card in state.hidden:
        return refusal(lambda: _lies_already(state, action), "already_played")
    return _misfit(state, action) if action.zone == VISIBLE else None  # MYTHO-27: anything may be played hidden


def _cleared(state: State, seat: int) -> Step:
    """Prepare for a new card from `seat`. The one before it can no longer be contested (MYTHO-T-04).

    If the turn still belongs to another player who has already played, that turn ends.
    """
    state, passed = _without_contest(state)
    if state.phase is not Phase.PLAYING or state.turn in (None, seat):
        return state, passed
    return telling(passed, _end_turn(state, EndTurn(state.turn)))


def _lies_already(state: State, action: Lay) -> Text:
    if action.zone == HIDDEN:
        return say("that card has been played")
    return say("{card:the} has been played", card=state.label(action.card))


def _misfit(state: State, action: Lay) -> IllegalAction | None:
    """Return why a card may not become the reference, or None if it may.

    Its number or its colour must fit (MYTHO-15).
    """
    if state.card(action.card).fits(state.top, state.options.colour_means):
        return None
    return refusal(lambda: _said_of(state, action.card), "no_match")


def _said_of(state: State, card: str) -> Text:
    laid, top, fits = state.label(card), state.top.label, state.what_fits()
    return say("{card:the} does not fit on {top:the}: play {fits}", card=laid, top=top, fits=fits)


def _lay(state: State, action: Lay) -> Step:
    """Lay a card.

    A face-up card becomes the reference (MYTHO-13, MYTHO-16). A hidden card can be contested (MYTHO-14).
    """
    seat, card, zone = action.seat, action.card, action.zone
    state, cleared = _cleared(state, seat) if action.over else (state, ())
    lying, state = state, accepted(replace(state, turned=None), card)  # a card that was turned over may stay
    put_right = corrected(lying, state)
    state = replace(
        piles.finalised(state),
        hands=piles.with_more(state, seat, -1),
        laid=state.laid + 1,
        last=Laid(seat, zone, card),
        turn=seat,
    )
    delivered = (*cleared, *put_right, events.CardPlayed(seat, zone, card))
    if zone == HIDDEN:
        hidden = state.hidden | {card}
        return replace(state, phase=Phase.CONTESTABLE, turn=None, hidden=hidden), delivered
    state = replace(state, reference=card, visible=state.visible | {card})
    return telling(delivered, rounds.end(state, seat) if state.hands[seat] <= 0 else contests.go_on(state, seat))


def _why_not_draw(state: State, action: Draw) -> IllegalAction | None:
    if (forbidden := state.why_not_on_turn(action.seat)) is not None:
        return forbidden
    if not can_draw(state):
        return refusal("there is no card left to draw")
    if state.drawn >= state.options.draw_per_turn:
        return refusal("you have drawn: play a card, or end your turn")
    after = state.laid and state.options.turn_order == "draw_first"
    return refusal("draw before you play") if after else None


def _draw(state: State, action: Draw) -> Step:
    """Draw a card (MYTHO-10), which may be played during the same turn (MYTHO-12, MYTHO-T-08)."""
    state, shuffled = piles.draw(piles.finalised(state), action.seat)
    state = replace(state, drawn=state.drawn + 1)
    delivered = (*shuffled, events.CardDrawn(action.seat, count=1))
    if state.laid < state.options.plays_per_turn:
        return state, delivered
    return telling(delivered, contests.go_on(state, action.seat))


def _why_not_end_turn(state: State, action: EndTurn) -> IllegalAction | None:
    if (forbidden := state.why_not_on_turn(action.seat)) is not None:
        return forbidden
    may_end = piles.may_end_turn(state)
    return unless(may_end, "draw a card or play one") if state.options.draw_per_turn else unless(may_end, "play a card")


def _end_turn(state: State, action: EndTurn) -> Step:
    passed = events.TurnPassed(action.seat, "pass")
    return telling((passed,), start_turn(piles.finalised(state), piles.follower(state, action.seat)))


# -- misplaced cards


def _show_turned(state: State, action: act.ShowTurned) -> Step:
    """Record that the contested card is on the visible pile now (MYTHO-22, MYTHO-T-09)."""
    after = replace(state, turned=None)
    return after, corrected(state, after)


def can_take_back(state: State, card: str, zone: str) -> bool:
    """Return whether a card is the last play and can still be taken back (MYTHO-T-02)."""
    running = state.phase in (Phase.PLAYING, Phase.CONTESTABLE)
    return running and not state.wrong and state.is_last(card, zone)


def taken_back(before: State, now: State) -> Step:
    """Go back to the turn of the player who is taking back the last card."""
    last = sure(now.last)
    before, _ = _without_contest(before)
    if before.turn != last.seat:
        before, _ = start_turn(before, last.seat)
    before = accepted(replace(before, last=None), last.card)
    return before, (events.PlayTakenBack(last.seat, last.zone, last.card), events.TurnStarted(last.seat))


def _without_contest(state: State) -> Step:
    """Let a hidden card stay, because play has gone on or nobody could contest it while the clock was stopped."""
    return contests.let_pass(state, act.LetPass()) if state.phase is Phase.CONTESTABLE else (state, ())


# -- what the host says, and what players have forgotten


def _reshuffle(state: State, action: Reshuffle) -> Step:
    return piles.reshuffle(state)


def _give_turn(state: State, action: GiveTurn) -> Step:
    return start_turn(piles.finalised(state), action.seat)


def _why_not_drew_before(state: State, action: act.DrewBefore) -> IllegalAction | None:
    """Return why a forgotten draw cannot be reported, or None if it can.

    While a hidden card can be contested, there must be a card in the draw pile, because a shuffle would include the
    hidden card.
    """
    pile = state.pile > 0 if state.phase is Phase.CONTESTABLE else state.phase is Phase.PLAYING and can_draw(state)
    return unless(pile and action.seat in state.setup.seats, "no card can have been drawn now")


def _drew_before(state: State, action: act.DrewBefore) -> Step:
    """Count a card that a seat drew without telling the table (MYTHO-10).

    For the current player, it counts for this turn.
    """
    if action.seat == state.turn:
        return _draw(state, Draw(action.seat))
    state, shuffled = piles.draw(piles.finalised(state), action.seat)
    return state, (*shuffled, events.CardDrawn(action.seat, count=1))


def standing(state: State, action: Action | None) -> tuple[Lay, ...]:
    """Return the refused play to accept, as a tuple of at most one play (MYTHO-T-03).

    This is the oldest play whose card is still misplaced. If there is none and the host is accepting a play, it is the
    last refused one. A next play accepts a misplaced card only if the next card is face up, because any card may be
    played face down.
    """
    if state.phase is not Phase.PLAYING or state.turn is None:
        return ()
    if action is not None and not (isinstance(action, Lay) and action.zone == VISIBLE):
        return ()
    admitted = corrections.admitted(state, state.visible | state.hidden, by_host=action is None)
    return tuple(
        replace(play, astray=None, along=False, over=play.over and _comes_next(state, play.seat)) for play in admitted
    )


def _comes_next(state: State, seat: int) -> bool:
    return state.turn is not None and piles.follower(state, state.turn) == seat


def restored(before: State, now: State, lying: Lies) -> Step:
    """Return to `before`, marking as misplaced any card on a pile to which it had not been played by then."""
    before, passed = _without_contest(before)
    return telling(passed, corrections.restored(before, now, lying, moved=True))


# -- the authority


_CONCEIVABLE = ByKind(
    {
        TurnUp: lambda _state, _seat, hand: [(card,) for card in hand],
        Lay: lambda _state, seat, hand: [(seat, card, zone) for zone in PILES for card in hand],
        act.Contest: lambda _state, seat, _hand: [((seat,),)],
        PutRight: lambda state, _seat, _hand: [(card,) for card in sorted(state.wrong)],
        act.ShowTurned: lambda state, _seat, _hand: [] if state.turned is None else [(state.turned,)],
    }
)


BOOK: Rulebook[State] = Rulebook(
    {
        TurnUp: Rule(lambda state, _: state.why_not_begin(_BEGUN), _turn_up, when=("SET_UP",)),
        Lay: Rule(_why_not_lay, _lay, when=("PLAYING", "CONTESTABLE")),
        Draw: Rule(_why_not_draw, _draw, when=("PLAYING",)),
        EndTurn: Rule(_why_not_end_turn, _end_turn, when=("PLAYING",)),
        act.Contest: Rule(contests.why_not_contest, contests.contest, when=("CONTESTABLE",)),
        act.LetPass: only_if(
            lambda *_: True,
            contests.NOTHING_TO_CONTEST,
            contests.let_pass,
            when=("CONTESTABLE",),
        ),
        PutRight: PUT_RIGHT,
        act.ShowTurned: only_if(
            lambda state, action: action.card == state.turned, message("that card was not turned over"), _show_turned
        ),
        NextRound: rounds.ROUNDS.rule,
        Reshuffle: only_if(
            lambda state, _: not state.corrections and piles.can_be_shuffled(state) > 0,
            message("there is nothing to shuffle now"),
            _reshuffle,
            when=("PLAYING",),
        ),
        GiveTurn: Rule(why_not_give_turn, _give_turn, when=("PLAYING",)),
        act.DrewBefore: Rule(_why_not_drew_before, _drew_before, when=("PLAYING", "CONTESTABLE")),
    },
    _CONCEIVABLE,
    marked=(TurnUp, Lay, Draw, EndTurn, act.Contest, Reshuffle, GiveTurn, act.DrewBefore),
    while_paused=(PutRight, act.ShowTurned, act.LetPass, act.Contest, Reshuffle, GiveTurn, act.DrewBefore),
    unsaid=(act.ShowTurned, act.LetPass, act.Contest),
)
why_not, apply, actions = BOOK.why_not, BOOK.apply, BOOK.actions


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Report a refusal. A card that may not stay on its pile must be removed."""
    match action:
        case Lay(seat=seat):
            return corrections.refused_play(state, action, why, None if state.phase is Phase.SET_UP else seat)
        case TurnUp(card=card):
            refused = events.PlayRefused(None, VISIBLE, card, why.reason, why.text)
            if state.phase is not Phase.SET_UP:
                return state, (refused,)
            return corrections.lies_wrong(state, card, VISIBLE, refused)
        case _:
            return BOOK.refuse(state, action, why)
