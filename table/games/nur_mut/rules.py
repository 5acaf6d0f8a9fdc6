"""The rules of Nur Mut in one world: laying, jokers, passing. `apply` is the only authority. See courage.py.

Every line that implements a rule names its ledger ID; see docs/rules/nur_mut.md.
"""

from collections.abc import Iterator, Sequence

from table import events
from table.games.game import IllegalAction
from table.games.kit import corrections, lateness
from table.games.kit.actions import Action, GiveTurn, NextRound, PutRight
from table.games.kit.corrections import PUT_RIGHT, Laid, finalised
from table.games.kit.rulebook import ByKind, Rule, Rulebook, corrected, only_if, sure, telling
from table.games.nur_mut import actions as act
from table.games.nur_mut import courage, rounds
from table.games.nur_mut import events as own
from table.games.nur_mut.actions import Lay, Pass, PutUnder, TurnUp
from table.games.nur_mut.cards import HIGHEST, JOKER, Face
from table.games.nur_mut.state import PILES, Phase, Refused, State, Supposed
from table.games.nur_mut.turns import Step, fits, next_turn, start_turn, with_card, with_hand, without_pile
from table.games.words import refusal, say, unless
from table.values import replace
from table.wording import place

_DOUBTS = 5  # the number of remembered cards that may show a joker

# -- the three piles


def _why_not_turn_up(state: State, action: TurnUp) -> IllegalAction | None:
    if state.phase is not Phase.SET_UP:
        return refusal("the piles have begun already")
    if (pending := state.pending()) is not None:
        return pending
    if action.face == JOKER:  # NUR-11
        return refusal("a pile cannot begin with a joker: turn another card up", "not_in_play")
    if any(action.card in pile.cards for zone, pile in state.piles.items() if zone != action.zone):
        card = state.label(action.card)
        return refusal(say("{card:the} has begun another pile", card=card), "already_played")
    before = state.piles.get(action.zone)
    joker = (
        before is not None and not before.known and JOKER in state.card(before.top).faces
    )  # NUR-11: it may have been a joker
    return None if before is None or joker else refusal(say("{pile} has begun already", pile=place(action.zone)))


def _turn_up(state: State, action: TurnUp) -> Step:
    """Begin one of the three piles (NUR-09, NUR-10), or replace a joker that began it (NUR-11)."""
    zone, card, face = action.zone, action.card, action.face
    state = with_card(without_pile(state, zone), zone, card, face, known=action.known)
    delivered = (own.FaceStarted(zone, card, face) if action.known else events.PileStarted(zone, card),)
    if len(state.piles) < len(PILES):
        return state, delivered
    return telling(delivered, start_turn(state, state.starter))  # NUR-13


def _turn_down(state: State, action: act.TurnDown) -> Step:
    """Remove a card that began a pile: a joker goes back to the spare cards (NUR-11, NUR-12)."""
    delivered = (events.PlayTakenBack(None, action.zone, state.piles[action.zone].top),)
    return replace(without_pile(state, action.zone), phase=Phase.SET_UP, turn=None), delivered


# -- laying


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    if state.phase is Phase.SET_UP:
        return refusal("first turn a card up on each pile")
    if any(action.card in pile.cards for pile in state.piles.values()):  # others may be misplaced
        return refusal(lambda: say("{card:the} has been laid", card=_called(state, action)), "already_played")
    if action.astray is not None:
        turn = state.turn if len(state.movers) == 1 else None  # worlds may differ on whose turn it is
        what, first = say("{card:the}", card=_called(state, action)), state.laid_last
        return lateness.refused(state.setup, action.astray, what, by=action.seat, turn=turn, first=first)
    if state.wrong:
        return state.pending()
    if action.along:
        return refusal("two cards came at once: take the last one back", "too_many_plays")
    if (untaken := courage.why_not_before_taking(state)) is not None:
        return untaken
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return refusal("no card can be laid now")
    return _elsewhere(state, action.zone) or _misfit(state, action)


def _called(state: State, action: Lay) -> str:
    return state.called(action.card, action.face if action.known else None)


def _elsewhere(state: State, zone: str) -> IllegalAction | None:
    """Refuse a card that must go on another pile (NUR-33, NUR-40), without naming the pile: worlds may differ on it."""
    if (state.cover or state.empty) in (None, zone):
        return None
    if state.cover:
        return refusal("your card goes on the joker, to cover it", "wrong_zone")
    return refusal("your card goes in the empty place, to begin the pile anew", "wrong_zone")


def fitting(state: State, zone: str) -> tuple[Face, ...]:
    """Return the faces that the seat whose turn it is may lay on a pile; empty if a card must go elsewhere."""
    if state.phase is not Phase.PLAYING or state.turn is None or state.wrong:
        return ()
    if (state.cover or state.empty) not in (None, zone):  # NUR-33, NUR-40
        return ()
    seat, faces = state.turn, (*range(state.options.min_number, HIGHEST + 1), JOKER)
    return tuple(face for face in faces if not _last_joker(state, seat, face) and _fits_there(state, zone, face))


def _misfit(state: State, action: Lay) -> IllegalAction | None:
    """Return why a card with this face up may not be laid on that pile (NUR-16)."""
    if _last_joker(state, action.seat, action.face):
        return refusal("your last card cannot be a joker", "no_fit")
    if _fits_there(state, action.zone, action.face):
        return None
    called, pile = _called(state, action), action.zone
    return refusal(lambda: say("{card:the} does not fit on {pile}", card=called, pile=place(pile)), "no_fit")


def _last_joker(state: State, seat: int, face: Face) -> bool:
    """Return whether a face is a joker that would be the seat's last card, which the options may forbid."""
    last = face == JOKER and state.hands[seat] == 1
    return last and not (state.options.joker_last_card or state.cover is not None)


def _fits_there(state: State, zone: str, face: Face) -> bool:
    pile = state.piles.get(zone)
    if pile is None:  # NUR-33: any card begins a pile
        return True
    on = (pile.under if state.options.after_joker_fit else None) if state.cover else pile.face  # NUR-40
    return on is None or fits(state, face, on)


def _lay(state: State, action: Lay) -> Step:
    """Lay a card on a pile (NUR-15, NUR-22, NUR-23, NUR-35)."""
    seat, zone, card, face = action.seat, action.zone, action.card, action.face
    begins, covers = zone not in state.piles, state.cover == zone
    among = state.movers or frozenset({seat})
    either = (Supposed(seat, card, face, among),) if JOKER in _possible(state, action) else ()
    movers = _movers(state, action, among)
    doubts = tuple(one for one in state.supposed if one.card != card)
    lying, state = state, corrections.accepted(finalised(state), card)
    put_right = corrected(lying, state)
    state = replace(
        with_hand(with_card(state, zone, card, face, known=action.known), seat, -1),
        begun=True,
        passed=(),
        turn=seat,
        cover=None,
        empty=None if state.empty == zone else state.empty,
        taken=None,
        earlier=None if state.options.refill_always else state.taken or state.earlier,
        supposed=(*either, *doubts)[:_DOUBTS],
        last=Laid(seat, zone, card),
    )
    laid = own.PileRefilled(seat, zone, card, face) if begins else own.FacePlayed(seat, zone, card, face)
    state, more = _go_on(state, action, begins=begins, covers=covers)
    return replace(state, movers=movers), (*put_right, laid, *more)


def _possible(state: State, action: Lay) -> tuple[Face, ...]:
    """Return the faces that may be up in any world; empty if it is known which one is up."""
    return () if action.known else state.card(action.card).faces


def _movers(state: State, action: Lay, among: frozenset[int]) -> frozenset[int]:
    """Return the seats that may lay the next card; after a possible joker or extra turn, the last player may too."""
    joker = JOKER in (action.face, *_possible(state, action))
    again = joker or state.daring or not state.options.refill_costs_turn
    return frozenset(state.setup.left_of(seat) for seat in among) | (among if again else frozenset())


def _go_on(state: State, action: Lay, *, begins: bool, covers: bool) -> Step:
    """Continue after a card: the round ends, a joker has to be covered, Courage is rewarded, or the turn passes."""
    if state.hands[action.seat] <= 0:  # NUR-04, NUR-12, NUR-44; also with a joker (NUR-T-04)
        return rounds.end(state, action.seat)
    if action.face == JOKER:  # NUR-38, NUR-39, NUR-40, NUR-41: it must be laid, and covered
        return replace(state, cover=action.zone, phase=Phase.PLAYING), ()
    if begins:  # NUR-34
        return next_turn(state) if state.options.refill_costs_turn else start_turn(state, action.seat)
    if state.daring and (not covers or state.options.joker_courage_reward):  # NUR-36, NUR-37; NUR-42 clashes with it
        delivered = (own.CourageRewarded(action.seat),)
        return telling(delivered, start_turn(state, action.seat) if state.options.reward_turn else next_turn(state))
    return next_turn(state)  # NUR-42


# -- not laying


def _why_not_pass(state: State, action: Pass) -> IllegalAction | None:
    if forbidden := courage.why_not_choose(state, action.seat):
        return forbidden
    if state.must_dare:  # NUR-43
        return refusal("everybody passed: tap for Courage")
    if state.daring:
        return refusal("you have called Courage already")
    return state.pending()


def _pass(state: State, action: Pass) -> Step:
    """Pass (NUR-26)."""
    state = replace(finalised(state), begun=True, passed=(*state.passed, action.seat), taken=None)
    return telling((own.TurnPassed(action.seat, "pass"),), next_turn(state))


def _why_not_put_under(state: State, action: PutUnder) -> IllegalAction | None:
    if forbidden := courage.why_not_choose(state, action.seat):
        return forbidden
    if state.must_dare:
        return refusal("everybody passed: tap for Courage")
    if state.daring:
        return refusal("you were brave: hold if the card does not fit")
    return state.pending() if state.lifted_first or state.mislaid_by_others(action.seat) else None


def _put_under(state: State, action: PutUnder) -> Step:
    """Put a card that does not fit under its player's own pile (NUR-24); the next player has the turn (NUR-25)."""
    passed = (*state.passed, action.seat) if state.options.misfit_is_pass else ()
    lying, state = state, replace(finalised(state), begun=True, passed=passed, wrong={}, refused=(), taken=None)
    return telling((*corrected(lying, state), own.TurnPassed(action.seat, "under")), next_turn(state))


def _why_not_say_joker(state: State, action: act.SayJoker) -> IllegalAction | None:
    laid = state.just_supposed
    mine = laid is not None and (laid.seat, laid.face) == (action.seat, JOKER)
    return unless(mine and state.cover is not None, "you have laid no joker")


def _say_joker(state: State, action: act.SayJoker) -> Step:
    return state, ()


# -- what is taken back, and what the host says


def can_take_back(state: State, card: str, zone: str) -> bool:
    """Return whether a card is the last play and can still be undone (NUR-T-02)."""
    return state.phase is Phase.PLAYING and state.is_last(card, zone)


def taken_back(before: State, now: State) -> Step:
    """Go back to the turn of the player who is taking back the last card."""
    last = sure(now.last)
    before = corrections.accepted(replace(before, last=None, wrong=now.wrong, refused=now.refused), last.card)
    pile = now.piles[last.zone]
    back = own.FaceTakenBack(last.seat, last.zone, last.card, pile.face) if pile.known else None
    event = back or events.PlayTakenBack(last.seat, last.zone, last.card)
    return before, (event, events.TurnStarted(last.seat))


def _why_not_give_turn(state: State, action: GiveTurn) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING:
        return refusal("nobody has a turn now")
    return unless(action.seat in state.setup.seats, "nobody sits there")


def _give_turn(state: State, action: GiveTurn) -> Step:
    if action.seat == state.turn and state.cover is None:  # the host rules out worlds in which it is not its turn
        return finalised(state), (events.TurnStarted(action.seat),)
    return start_turn(replace(finalised(state), passed=()), action.seat)


def _count(state: State, action: act.CountPile) -> Step:
    """Take a seat's word for how many cards are left in its pile (NUR-T-06)."""
    state = replace(finalised(state), hands={**state.hands, action.seat: action.cards})
    delivered = (events.HandCounted(action.seat, action.cards),)
    if action.cards > 0:
        return state, delivered
    return telling(delivered, rounds.end(state, action.seat))


def standing(state: State, action: Action | None) -> tuple[Lay, ...]:
    """Return the refused play to accept, with either face up: the oldest misplaced one, or else the last (NUR-T-03).

    The next card accepts it only if laid on the same pile, and not after Courage, where a hold reports a misfit.
    """
    if state.phase is not Phase.PLAYING or state.turn is None or not (action is None or isinstance(action, Lay)):
        return ()
    laid = frozenset[str]().union(*(pile.cards for pile in state.piles.values()))
    admitted = corrections.admitted(state, laid, by_host=action is None)
    if isinstance(action, Lay) and (state.daring or any(play.zone != action.zone for play in admitted)):
        return ()
    return tuple(
        Lay(play.seat or state.turn, play.zone, play.card, face, known=play.face is not None)
        for play in admitted
        for face in (state.card(play.card).sides if play.face is None else (play.face,))
    )


# -- the authority


def _sides_up(state: State, hand: Sequence[str]) -> Iterator[tuple[str, str, Face]]:
    """List how cards might be laid: on each pile, with either side up."""
    return ((zone, card, face) for card in hand for zone in PILES for face in state.card(card).sides)


_CONCEIVABLE = ByKind(
    {
        TurnUp: lambda state, _seat, hand: _sides_up(state, hand),
        Lay: lambda state, seat, hand: [(seat, *up) for up in _sides_up(state, hand)],
        act.Fail: lambda _state, seat, _hand: [(seat,)],
        act.FailAndTake: lambda _state, seat, _hand: [(seat, 0, zone) for zone in PILES],
        act.TakePile: lambda _state, _seat, _hand: [(zone,) for zone in PILES],
        act.TurnDown: lambda _state, _seat, _hand: [(zone,) for zone in PILES],
        PutRight: lambda state, _seat, _hand: [(card,) for card in sorted(state.wrong)],
    }
)


BOOK: Rulebook[State] = Rulebook(
    {
        TurnUp: Rule(_why_not_turn_up, _turn_up, when=("SET_UP",)),
        act.TurnDown: only_if(
            lambda state, action: not state.begun and action.zone in state.piles,
            "that pile has begun already",
            _turn_down,
        ),
        Lay: Rule(_why_not_lay, _lay, when=("PLAYING",)),
        act.Dare: Rule(courage.why_not_dare, courage.dare, when=("PLAYING",)),
        act.Fail: Rule(courage.why_not_fail, courage.fail, when=("PLAYING",)),
        act.FailAndTake: Rule(courage.why_not_fail, courage.fail, when=("PLAYING",)),
        act.TakePile: only_if(
            lambda state, action: action.zone in sure(state.taken).highest,
            "nobody has to take that pile",
            courage.take,
            when=("TAKING",),
        ),
        Pass: Rule(_why_not_pass, _pass, when=("PLAYING",)),
        PutUnder: Rule(_why_not_put_under, _put_under, when=("PLAYING",)),
        act.SayJoker: Rule(_why_not_say_joker, _say_joker),
        PutRight: PUT_RIGHT,
        NextRound: rounds.ROUNDS.rule,
        GiveTurn: Rule(_why_not_give_turn, _give_turn, when=("PLAYING",)),
        act.CountPile: only_if(
            lambda state, action: action.seat in state.setup.seats,
            "no round is on",
            _count,
            when=("PLAYING", "TAKING"),
        ),
    },
    _CONCEIVABLE,
    marked=(TurnUp, Lay, act.Dare, act.Fail, Pass, PutUnder, GiveTurn, act.CountPile),
    while_paused=(PutRight, act.TakePile, act.TurnDown, act.FailAndTake, act.SayJoker, GiveTurn, act.CountPile),
    unsaid=(act.TakePile, act.SayJoker, act.TurnDown),
)
why_not, apply, actions = BOOK.why_not, BOOK.apply, BOOK.actions


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Report a refusal; a card that may not stay on its pile must be taken off."""
    if not isinstance(action, Lay | TurnUp):
        return BOOK.refuse(state, action, why)
    seat, astray = (action.seat, action.astray is not None) if isinstance(action, Lay) else (0, False)
    face = action.face if action.known else None
    whose = None if state.phase is Phase.SET_UP else seat or None
    after, delivered = corrections.refused_play(
        state, Refused(action.zone, action.card, whose, astray, face), why, whose
    )
    return after, delivered if face is None else tuple(own.with_face(one, face) for one in delivered)
