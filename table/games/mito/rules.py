"""The rules of Mito: pure functions that involve no time, chance or hardware. See also powers.py, calls.py, rounds.py.

Each rule's ledger ID (docs/rules/mito.md) is given at the line that implements it. `why_not` decides which actions are
legal: `apply` calls it first, and `actions` lists the actions that it permits.
"""

from table import events
from table.event import Event
from table.games.game import IllegalAction
from table.games.kit import lateness
from table.games.kit.actions import Action, GiveTurn, NextRound, PutRight, Reshuffle, TurnUp
from table.games.kit.corrections import Lies
from table.games.kit.rounds import why_not_give_turn
from table.games.kit.rulebook import ByKind, Rule, Rulebook, corrected, only_if, sure, telling
from table.games.mito import actions as act
from table.games.mito import calls, debts, piles, powers, rounds
from table.games.mito.actions import DISCARD, Draw, Lay, Lift, Match
from table.games.mito.cards import GUARD, HIGHEST, LOWEST
from table.games.mito.piles import Step, follower, start_turn
from table.games.mito.state import Phase, Race, State
from table.games.words import either, refusal, say
from table.saying import Text, message
from table.values import replace

# -- what fits


def fits(number: int, top: int, *, wrap: bool) -> bool:
    """Return whether a card with this number may be laid on one with the number `top`."""
    if abs(number - top) == 1:  # MITO-F-15, MITO-E-15, MITO-E-16: exactly one above or one below
        return True
    return wrap and {number, top} == {LOWEST, HIGHEST}  # MITO-E-17, MITO-E-18, MITO-E-19: a 1 may be played on a 5


def what_fits(state: State) -> Text:
    """Return the numbers that fit on the reported card, as text."""
    return either([say("a {number}", number=number) for number in fitting_numbers(state)])


def fitting_numbers(state: State) -> tuple[int, ...]:
    """Return the numbers that fit on the reported card."""
    top, wrap = state.number(state.named), state.options.wrap
    return tuple(number for number in range(LOWEST, HIGHEST + 1) if fits(number, top, wrap=wrap))


def _misfit(state: State, card: str, top: str | None) -> IllegalAction | None:
    """Return why a card may not be laid on `top` (its number does not fit, or it is a moth), or None if it may."""
    laid, options = state.card(card), state.options
    if laid.kind == "moth":
        if state.turn != state.guard:  # MITO-E-27: a moth cannot be played
            return refusal(
                "a moth cannot be played: only the guard may play one, on their own turn", "moth_not_playable"
            )
        if not options.guard_may_play_moth:
            return refusal("a moth cannot be played", "moth_not_playable")
        if not options.guard_moth_follows_value:
            return None
    if fits(sure(laid.number), state.number(top), wrap=options.wrap):  # MITO-E-50: this also applies to a guard's moth
        return None  # MITO-E-58: this also applies to a last card
    return refusal(lambda: _said_of_misfit(state, card), "not_adjacent")


def _said_of_misfit(state: State, card: str) -> Text:
    return say(
        "{card:a} does not fit on a {number}: play {fits}",
        card=state.label(card),
        number=state.number(state.named),
        fits=what_fits(state),
    )


# -- a turn


_BEGUN = message("the discard pile has begun already")


def _why_not_turn_up(state: State, action: TurnUp) -> IllegalAction | None:
    if (forbidden := state.why_not_begin(_BEGUN)) is not None or state.kind(action.card) != GUARD:
        return forbidden
    return refusal("the Guard Bug cannot start the pile: turn up another card", "not_in_play")


def _turn_up(state: State, action: TurnUp) -> Step:
    card = action.card  # MITO-F-09, MITO-E-10, MITO-E-12: and the game can start
    only = frozenset({card})
    state = replace(
        state, phase=Phase.PLAYING, top=card, named=card, count=1, pile=state.pile - 1, played=only, latest=only
    )
    if state.options.start_action:
        state, delivered = powers.unleash(state, None, card)
    else:  # MITO-F-10, MITO-F-11: only its number counts, even a moth's
        state, delivered = start_turn(state, state.starter)  # MITO-F-13, MITO-E-14: the guard has the first turn
    return state, (events.PileStarted(DISCARD, card), *delivered)


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING:
        return _why_nobody_plays(state)
    if action.astray is not None:
        what, first = state.the_card(action.drop[0]), state.laid_last
        return lateness.refused(state.setup, action.astray, what, by=action.seat, turn=state.turn, first=first)
    if action.seat != state.turn:
        return refusal("no card can be played now")
    if state.wrong:
        return state.pending()
    return powers.why_never(state, action.card) or _misfit(state, action.card, state.top)


def why_not_as_told(state: State, action: Lay) -> IllegalAction | None:
    """Return why a card cannot be laid on the card that was reported last (MITO-E-54).

    A card hidden in that drop may lie on top instead, which must not show in whether a late card is noticed.
    """
    return why_not(replace(state, top=state.named), action)


def _why_nobody_plays(state: State) -> IllegalAction:
    match state.phase:
        case Phase.CALLED:
            return refusal("first settle the call, then play", "paused")
        case Phase.RACING:
            return refusal("wait: the race is still on")
        case Phase.COUNTING:  # MITO-E-64
            return refusal("too late: hands are counted already")
        case _:
            return refusal("no card can be played now")


def would_answer(state: State, card: str) -> bool:
    """Return whether a card would have answered a cockroach, had it been read before the card that did."""
    race = state.race
    if race is None or race.kind != "match" or race.matched is None or state.kind(card) in ("moth", GUARD):
        return False
    return state.number(card) == state.number(race.card) and card != race.matched


def _lay(state: State, action: Lay) -> Step:
    """Lay a card (MITO-F-14, MITO-E-21) and carry out its effect."""
    named = _named(state, action)
    state, laid = piles.lay(state, action, named)
    return telling(laid, powers.unleash(state, action.seat, named, race=not action.late))


def _named(state: State, action: Lay) -> str:
    """Return the card that names a drop: the first card read that fits, whether or not it is on top (MITO-E-54).

    The events and the effect of a drop therefore do not depend on which cards are hidden in it or in the drop below.
    """
    alone = len(action.drop) == 1 or action.late  # a refusal has named it already
    return action.drop[0] if alone else with_named_first(state, action.drop)[0]


def with_named_first(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a drop, starting with the one that names the drop. It need not be playable now."""
    if state.named is None:
        return cards
    named = next((card for card in cards if _can_be_named(state, card)), cards[0])
    return (named, *(card for card in cards if card != named))


def _can_be_named(state: State, card: str) -> bool:
    return state.kind(card) != GUARD and _misfit(state, card, state.named) is None


def race_of(state: State, action: Lay | TurnUp) -> Race | None:
    """Return the race that opens when a card is laid or turned up, or None if it opens none."""
    seat, card = (None, action.card) if isinstance(action, TurnUp) else (action.seat, _named(state, action))
    works = isinstance(action, Lay) or state.options.start_action
    return powers.race_for(state, seat, card) if works else None


def would_be_slapped(state: State, card: str) -> bool:
    """Return whether players will slap a card that was just read, going by what has been reported."""
    playing = state.phase is Phase.PLAYING and not state.wrong and card not in state.played - state.loose
    return playing and state.kind(card) == "mosquito" and _can_be_named(state, card)


def _why_not_draw(state: State, action: Draw) -> IllegalAction | None:
    if state.phase is Phase.CALLED:
        return refusal("first settle the call", "paused")
    return state.why_not_on_turn(action.seat)


def _draw(state: State, action: Draw) -> Step:
    """Make a seat draw a card instead of playing (MITO-T-01).

    This ends its turn, unless the options let it play as well.
    """
    seat = action.seat
    latest = frozenset({state.named} if state.named else ())
    state = replace(piles.finalised(state), owed=(), to_shuffle=False, latest=latest, latest_by=None)
    if state.drawn or not debts.can_draw(state):
        delivered: tuple[Event, ...] = (events.TurnPassed(seat, "pass"),)
    else:
        state, delivered = debts.draw(state, seat)
        if state.options.draw_then_play:
            return replace(state, drawn=True), delivered
    return telling(delivered, start_turn(state, follower(state, seat)))


def can_take_back(state: State, card: str) -> bool:
    """Return whether a card is the last play and can still be taken back (MITO-T-03)."""
    playing = state.phase is Phase.PLAYING and not state.wrong
    return playing and state.last is not None and not state.last.final and card == state.last.card


def taken_back(before: State, now: State) -> Step:
    """Go back to the turn of the player who is taking back the last play.

    This never goes back further, even if somebody lifts the whole pile.
    """
    seat = sure(before.turn)
    delivered = (events.PlayTakenBack(seat, DISCARD, sure(now.last).card), events.TurnStarted(seat))
    return debts.still_owed(replace(before, last=None, badge=now.badge), now), delivered


# -- what the host says


def _reshuffle(state: State, action: Reshuffle) -> Step:
    return piles.finalised(piles.reshuffled(state)), (events.PileReshuffled(DISCARD),)


def _give_turn(state: State, action: GiveTurn) -> Step:
    return start_turn(replace(piles.finalised(state), placed=None), action.seat)


def standing(state: State, action: Action | None) -> tuple[Lay | Match, ...]:
    """Return the plays that would accept the oldest refused play, one for each card that may be on top (MITO-T-09).

    `action` is the next play, or None if the host accepts the refused one. A next play accepts a refused one only if
    its card is still misplaced.
    """
    if action is None and state.race is not None and state.race.kind == "match":
        return tuple(one for one in state.refused if isinstance(one, Match) and state.kind(one.card) != GUARD)[:1]
    if state.phase is not Phase.PLAYING or not (action is None or isinstance(action, Lay)):
        return ()
    for refused in state.refused:
        drop = tuple(card for card in refused.drop if state.kind(card) != GUARD)
        if not isinstance(refused, Lay) or not drop:
            continue
        if action is None or (refused.drop[0] in state.wrong and refused.astray is None):
            seat = state.turn if refused.astray is None or refused.seat is None else refused.seat
            return tuple(Lay(seat, card, drop, late=True) for card in drop)
    return ()


def restored(before: State, now: State, lying: Lies) -> Step:
    """Return to `before`. If a race was open then, end it, because its clock has kept running."""
    state, delivered = _put_back(before, now, lying.get(DISCARD, frozenset()))
    return (state, delivered) if state.race is None else telling(delivered, powers.break_off(state))


def _put_back(before: State, now: State, lying: frozenset[str]) -> Step:
    """Return to `before`. Cards played on the pile since then must be removed, but only those reported are named."""
    extra = lying - before.played - before.beneath - before.wrong - before.beside
    wrong = before.wrong | (extra & now.played) | now.wrong
    beside = before.beside | now.beside | extra
    pile = before.setup.placement[DISCARD] == "pile"
    there = lying if pile else now.wrong | now.beside | now.played  # with a pad: cards not taken back since
    wrong, beside = wrong & there, beside & there
    still = dict.fromkeys(one for one in (*before.refused, *now.refused) if one.drop[0] in wrong)
    state = replace(before, wrong=wrong, beside=beside - wrong, refused=tuple(still), badge=now.badge)
    state = debts.still_owed(state, now)
    return state, corrected(before, state)


def see_guard_bug(state: State, seat: int) -> State:
    """Record where the Guard Bug was seen (MITO-F-05).

    This is used only to tell players that it is in the wrong place.
    """
    return replace(state, badge=seat)


# -- the authority


_CONCEIVABLE = ByKind(
    {
        TurnUp: lambda _state, _seat, hand: [(card,) for card in hand],
        Lay: lambda _state, seat, hand: [(seat, card, (card,)) for card in hand],
        Match: lambda _state, _seat, hand: [(card,) for card in hand],
        act.TakeAnswerBack: lambda _state, _seat, hand: [(card,) for card in hand],
        act.Slap: lambda _state, seat, _hand: [(seat,)],
        act.CloseSlap: lambda _state, _seat, _hand: [()],
        act.CloseMatch: lambda _state, seat, _hand: [(), (seat,)],
        act.Plead: lambda _state, seat, _hand: [(seat, True), (seat, False)],
        act.ShowCard: lambda _state, seat, hand: [(seat, card) for card in hand],
        PutRight: lambda state, _seat, _hand: [(card,) for card in sorted(state.wrong | state.beside)],
        Lift: lambda state, _seat, _hand: [(card,) for card in sorted(state.loose)],
        act.Give: lambda state, seat, _hand: [(seat, other) for other in state.setup.seats],
    }
)


# What the host can take back, and what has to wait during a pause.
BOOK: Rulebook[State] = Rulebook(
    {
        TurnUp: Rule(_why_not_turn_up, _turn_up, when=("SET_UP",)),
        Lay: Rule(_why_not_lay, _lay, when=("PLAYING",)),
        Draw: Rule(_why_not_draw, _draw, when=("PLAYING",)),
        PutRight: only_if(
            lambda state, action: action.card in state.wrong | state.beside,
            message("that card is fine where it is"),
            piles.put_card_right,
        ),
        Lift: only_if(
            lambda state, action: piles.can_lift(state, action.card), message("that card is not taken back"), piles.lift
        ),
        act.Give: Rule(debts.why_not_give, debts.give, when=("PLAYING", "RACING", "CALLED", "COUNTING")),
        act.Slap: Rule(powers.why_not_slap, powers.slap, when=("RACING",)),
        act.CloseSlap: only_if(
            lambda state, _: state.slap_is_on,
            powers.NO_MOSQUITO,
            powers.close_slap,
            when=("RACING",),
        ),
        Match: Rule(powers.why_not_match, powers.match_card, when=("RACING",)),
        act.TakeAnswerBack: only_if(
            lambda state, action: state.answer == action.card,
            message("that card is no answer to a cockroach"),
            powers.take_answer_back,
            when=("RACING",),
        ),
        act.CloseMatch: Rule(powers.why_not_close_match, powers.close_match, when=("RACING",)),
        act.MakeCall: Rule(calls.why_not_call, calls.call, when=("PLAYING",)),
        act.Accept: only_if(calls.may_accept, message("nobody accuses you"), calls.accept, when=("CALLED",)),
        act.Plead: only_if(
            lambda state, action: state.accused == action.seat,
            message("nobody accuses you"),
            calls.plead,
            when=("CALLED",),
        ),
        act.WithdrawCall: only_if(
            lambda state, action: action.seat == state.guard,
            message("you have called nobody out"),
            calls.withdraw_call,
            when=("CALLED",),
        ),
        act.SayOut: Rule(rounds.why_not_out, rounds.say_out, when=("PLAYING", "RACING")),
        act.WithdrawOut: only_if(
            lambda state, action: action.seat == state.out,
            message("nobody is counting because of you"),
            rounds.withdraw_out,
            when=("COUNTING",),
        ),
        act.ShowCard: Rule(rounds.why_not_show, rounds.show, when=("COUNTING",)),
        act.CountAnew: only_if(
            lambda state, action: action.seat in {*state.setup.seats} - {state.out},
            message("your hand is not being counted"),
            rounds.count_anew,
            when=("COUNTING",),
        ),
        act.FinishCount: only_if(
            lambda state, action: action.seat in state.due_hands,
            message("your hand is not being counted"),
            rounds.finish_count,
            when=("COUNTING",),
        ),
        NextRound: rounds.ROUNDS.rule,
        Reshuffle: only_if(
            lambda *_: True, message("there is no discard to shuffle now"), _reshuffle, when=("PLAYING",)
        ),
        GiveTurn: Rule(why_not_give_turn, _give_turn, when=("PLAYING",)),
    },
    _CONCEIVABLE,
    marked=(TurnUp, Lay, Draw, act.MakeCall, act.SayOut, Reshuffle, GiveTurn),
    while_paused=(PutRight, Lift, act.Give, act.TakeAnswerBack, act.CloseSlap, act.CloseMatch, Reshuffle, GiveTurn),
    unsaid=(Lift, act.TakeAnswerBack, act.CloseSlap, act.CloseMatch),
)
why_not, apply, actions = BOOK.why_not, BOOK.apply, BOOK.actions


# -- what is refused


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Report a refusal, and record which cards must be removed from the discard.

    If several cards were dropped together, only the first is named and must be removed, because naming another would
    reveal that somebody cheated.
    """
    match action:
        case Lay():
            return _refuse_card(state, action.seat, action, why)
        case Match():
            return _refuse_card(state, action.by, action, why)
        case act.ShowCard():
            zone = f"seat.{action.seat}"
            return state, (events.PlayRefused(action.seat, zone, action.card, why.reason, why.text),)
        case TurnUp():
            return state, (events.PlayRefused(None, DISCARD, action.card, why.reason, why.text),)
        case act.Give():
            said_by = 0 if action.receiver is None else action.giver  # the host says only who has paid
            return state, (events.PressRefused(said_by, why.reason, why.text),)
        case _:
            return BOOK.refuse(state, action, why)


def _refuse_card(state: State, seat: int | None, action: Lay | Match, why: IllegalAction) -> Step:
    refused = events.PlayRefused(seat, DISCARD, action.drop[0], why.reason, why.text)
    state = replace(state, refused=(*state.refused, action))
    if why.reason == "already_played":  # it is where it belongs, or the table is wrong about it
        return state, (refused,)
    first, *others = action.drop
    after = replace(state, wrong=state.wrong | {first}, beside=state.beside | set(others))
    return after, (refused, *corrected(state, after))
