"""The rules of Mito, in the order in which a game goes. Pure: no time, no chance, no table.

Each rule carries its ledger ID (docs/rules/mito.md) at the line that carries it out. `why_not` is the authority on what
is allowed: `apply` asks it first, and `actions` lists what it lets pass.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from table import events
from table.complaints import BadInput
from table.events import Event
from table.games.game import IllegalAction, Outcome, Setup
from table.games.mito.actions import (
    Action,
    CountAnew,
    Draw,
    FinishCount,
    Lay,
    NextRound,
    PutRight,
    SayOut,
    ShowCard,
    TakeBack,
    TurnUp,
    WithdrawOut,
)
from table.games.mito.cards import HIGHEST, LOWEST
from table.games.mito.state import Phase, State

DISCARD = "discard"
HAND = 8  # MITO-F-07, MITO-E-07
POINTS = {"number": 1}  # MITO-F-41, MITO-E-65

Step = tuple[State, tuple[Event, ...]]


# -- before the first card


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if nobody sits where the first guard is to sit."""
    first = setup.options.first_guard
    if first not in setup.seats:
        raise BadInput(f"options.first_guard: nobody sits at seat {first}")
    zero = dict.fromkeys(setup.seats, 0)
    state, begun = _start_round(State(setup, Phase.SET_UP, round=0, starter=first, guard=first, totals=zero), first)
    return state, (events.GameStarted(setup.game, setup.players), *begun)


def _start_round(state: State, starter: int) -> Step:
    number = state.round + 1
    seats = state.setup.seats
    fresh = State(
        state.setup,
        Phase.SET_UP,
        round=number,
        starter=starter,
        guard=starter,  # MITO-F-44, MITO-E-70: the guard of a round is its starter
        pile=len(state.setup.cards) - HAND * len(seats) - 1,  # MITO-F-07, MITO-F-09: what is left after dealing
        totals=state.totals,
    )
    return fresh, (events.RoundStarted(number, starter, guard=starter),)


# -- what is allowed


def fits(number: int, top: int, *, wrap: bool) -> bool:
    """Tell whether a number may be laid on another."""
    if abs(number - top) == 1:  # MITO-F-15, MITO-E-16: exactly one above or one below
        return True
    return wrap and {number, top} == {LOWEST, HIGHEST}  # MITO-E-17, MITO-E-18, MITO-E-19: on a 5 a 1 may be played


def why_not(state: State, action: Action) -> IllegalAction | None:
    """Say why an action is forbidden; None if it is allowed."""
    match action:
        case TurnUp():
            return _unless(state.phase is Phase.SET_UP, "the discard pile has begun already")
        case Lay():
            return _why_not_lay(state, action)
        case TakeBack():
            return _why_not_take_back(state, action)
        case Draw() | SayOut():
            return _why_not_press(state, action)
        case WithdrawOut():
            return _unless(state.phase is Phase.COUNTING and action.seat == state.out, "nobody counts because of you")
        case ShowCard():
            return _why_not_show(state, action)
        case CountAnew() | FinishCount():
            return _why_not_count(state, action)
        case NextRound():
            return _why_not_next_round(state, action)
        case PutRight():
            return _unless(action.card in state.wrong | state.beside, "that card does not lie wrong")


def _unless(allowed: bool, text: str) -> IllegalAction | None:
    return None if allowed else IllegalAction("not_now", _capital(text))


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING or action.seat != state.turn:
        return IllegalAction("not_now", "No card can be played now.")
    if state.wrong:
        return _correction_pending(state)
    if action.card in state.played:
        return IllegalAction("already_played", f"This {_label(state, action.card)} has been played already.")
    if not _fits_on(state, action.card, state.top):
        return IllegalAction("not_adjacent", _not_adjacent(state, action.card))
    return None


def _fits_on(state: State, card: str, top: str | None) -> bool:
    assert top is not None, "a round that is playing has a top card"  # noqa: S101 - an invariant of State
    cards = state.setup.cards
    return fits(cards[card].number, cards[top].number, wrap=state.setup.options.wrap)


def _not_adjacent(state: State, card: str) -> str:
    assert state.named is not None, "a round that is playing has a top card"  # noqa: S101 - an invariant of State
    top = state.setup.cards[state.named].number
    return f"A {_label(state, card)} does not fit on a {top}: play {what_fits(state)}."


def what_fits(state: State) -> str:
    """Name the numbers that fit on the card that was told."""
    assert state.named is not None, "a round that is playing has a top card"  # noqa: S101 - an invariant of State
    top, wrap = state.setup.cards[state.named].number, state.setup.options.wrap
    return " or ".join(f"a {number}" for number in range(LOWEST, HIGHEST + 1) if fits(number, top, wrap=wrap))


def _why_not_take_back(state: State, action: TakeBack) -> IllegalAction | None:
    playing = state.phase is Phase.PLAYING and not state.wrong
    return _unless(playing and state.before is not None and action.card == state.named, "somebody has played on")


def _why_not_press(state: State, action: Draw | SayOut) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING:
        return IllegalAction("not_now", "The round is not running.")
    if isinstance(action, Draw) and action.seat != state.turn:
        return IllegalAction("not_now", "It is not your turn.")
    return _correction_pending(state) if state.wrong else None


def _correction_pending(state: State) -> IllegalAction:
    return IllegalAction("correction_pending", f"First {how_to_put_right(state)}.")


def how_to_put_right(state: State) -> str:
    """Say what to do about the cards that lie wrong."""
    cards = " and the ".join(_label(state, card) for card in sorted(state.wrong))
    if state.setup.placement[DISCARD] == "tap":
        return f"touch the {cards} again and take it back"
    return f"take the {cards} off the discard again"


def _why_not_show(state: State, action: ShowCard) -> IllegalAction | None:
    if action.seat not in state.due_hands:
        return IllegalAction("not_now", "Your hand is not being counted.")
    if action.card in state.played:
        return IllegalAction("already_played", f"This {_label(state, action.card)} lies on the discard pile.")
    if any(action.card in hand for seat, hand in state.hands.items() if seat != action.seat):
        return IllegalAction("not_your_card", f"This {_label(state, action.card)} is counted in another hand.")
    return None


def _why_not_count(state: State, action: CountAnew | FinishCount) -> IllegalAction | None:
    counts = state.phase is Phase.COUNTING and action.seat in state.setup.seats and action.seat != state.out
    again = isinstance(action, CountAnew) or action.seat not in state.counted
    return _unless(counts and again, "your hand is not being counted")


def _why_not_next_round(state: State, action: NextRound) -> IllegalAction | None:
    if state.phase is not Phase.BETWEEN:
        return IllegalAction("not_now", "The round is not over.")
    opener = next_starter(state)
    if action.seat not in (0, opener):
        return IllegalAction("not_now", f"{state.setup.name(opener)} opens the next round.")
    return None


def actions(state: State, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
    """List what a seat may do with these cards in its hand."""
    return tuple(action for action in _conceivable(state, seat, hand) if why_not(state, action) is None)


def _conceivable(state: State, seat: int, hand: Sequence[str]) -> Iterator[Action]:
    yield from (TurnUp(card) for card in hand)
    yield from (Lay(seat, card, (card,)) for card in hand)
    yield from (TakeBack(card) for card in hand)
    yield from (ShowCard(seat, card) for card in hand)
    yield from (Draw(seat), SayOut(seat), WithdrawOut(seat), CountAnew(seat), FinishCount(seat), NextRound(seat))
    yield from (PutRight(card) for card in sorted(state.wrong | state.beside))


# -- what happens


def apply(state: State, action: Action) -> Step:
    """Carry an action out. Raise IllegalAction if it is forbidden; the old state stays good."""
    forbidden = why_not(state, action)
    if forbidden is not None:
        raise forbidden
    match action:
        case TurnUp():
            return _turn_up(state, action)
        case Lay():
            return _lay(state, action)
        case TakeBack():
            return _take_back(state, action)
        case Draw():
            return _draw(state, action)
        case SayOut():
            return _say_out(state, action)
        case WithdrawOut():
            return _withdraw_out(state, action)
        case ShowCard():
            hand = state.hands.get(action.seat, frozenset()) | {action.card}
            return replace(state, hands={**state.hands, action.seat: hand}), ()
        case CountAnew():
            return _count_anew(state, action)
        case FinishCount():
            return _finish_count(state, action)
        case NextRound():
            return _start_round(state, next_starter(state))
        case PutRight():
            return _put_right(state, action)


def _turn_up(state: State, action: TurnUp) -> Step:
    card = action.card  # MITO-F-09, MITO-E-12: and the game can start
    only = frozenset({card})
    begun = replace(state, phase=Phase.PLAYING, top=card, named=card, count=1, played=only, latest=only)
    state, turn = _start_turn(begun, state.starter)  # MITO-F-13, MITO-E-14: the guard has the first turn
    return state, (events.PileStarted(DISCARD, card), *turn)


def _lay(state: State, action: Lay) -> Step:
    named = _named(state, action)
    laid = replace(
        state,
        top=action.card,
        named=named,
        count=state.count + 1,
        played=state.played | {named},
        beneath=state.beneath | set(action.drop) - {named},
        latest=frozenset(action.drop),
        beside=frozenset(),
        before=state,
    )
    state, turn = _start_turn(laid, state.setup.left_of(action.seat))  # MITO-F-12, MITO-E-11, MITO-E-20: clockwise
    return state, (events.CardPlayed(action.seat, DISCARD, named), *turn)


def _named(state: State, action: Lay) -> str:
    """Name a drop by the first card read that fits what was told before, whatever may lie on top (MITO-E-54).

    So what is told of a drop does not depend on what lies below this one or the last.
    """
    return next((card for card in action.drop if _fits_on(state, card, state.named)), action.drop[0])


def _take_back(state: State, action: TakeBack) -> Step:
    before = state.before
    assert before is not None and before.turn is not None, "why_not has seen to it"  # noqa: S101, PT018 - an invariant
    restored = replace(before, before=None)  # one play only: a pile that is lifted whole is not an evening undone
    return restored, (events.PlayTakenBack(before.turn, DISCARD, action.card), events.TurnStarted(before.turn))


def _draw(state: State, action: Draw) -> Step:
    """The documents are silent on a player who cannot or will not play: he draws one, and his turn is over."""
    state, turn = _start_turn(_one_less(state), state.setup.left_of(action.seat))
    return state, (events.DrawOwed(action.seat, count=1), *turn)


def _one_less(state: State) -> State:
    """Take a card off the draw pile; an empty one is the discard, shuffled but for its top."""
    assert state.named is not None, "a round that is playing has a top card"  # noqa: S101 - an invariant of State
    top = frozenset({state.named})
    drawn = replace(state, pile=state.pile - 1, latest=top, before=None)
    if drawn.pile > 0:
        return drawn
    return replace(drawn, pile=len(state.played) - 1, played=top, beneath=state.latest - top)


def lift(state: State, card: str) -> State:
    """Note that a card which came with another one is off the pile again: it may be played like any."""
    return replace(state, beneath=state.beneath - {card}, latest=state.latest - {card})


def _start_turn(state: State, seat: int) -> Step:
    return replace(state, turn=seat), (events.TurnStarted(seat),)


def _put_right(state: State, action: PutRight) -> Step:
    wrong = state.wrong - {action.card}
    all_back = not wrong and state.setup.placement[DISCARD] == "tap"  # on a pile its companions may still lie there
    beside = frozenset() if all_back else state.beside - {action.card}
    closed = (events.CorrectionClosed(DISCARD),) if state.wrong and not wrong else ()
    return replace(state, wrong=wrong, beside=beside), closed


# -- the end of a round


def _say_out(state: State, action: SayOut) -> Step:
    """The round stops the moment a hand is empty (MITO-F-40, MITO-E-22); the others count theirs (MITO-E-64)."""
    state = replace(state, phase=Phase.COUNTING, out=action.seat)  # MITO-F-02: hands are off the table, so it is said
    return state, (events.HandsDue(state.due_hands, action.seat),)


def _withdraw_out(state: State, action: WithdrawOut) -> Step:
    assert state.turn is not None, "a round that was playing has a turn"  # noqa: S101 - an invariant of State
    state, turn = _start_turn(replace(state, phase=Phase.PLAYING, out=None, hands={}, counted={}), state.turn)
    return state, (events.OutWithdrawn(action.seat), *turn)


def _count_anew(state: State, action: CountAnew) -> Step:
    out = state.out
    assert out is not None, "somebody is out while hands are counted"  # noqa: S101 - an invariant of State
    hands = {seat: hand for seat, hand in state.hands.items() if seat != action.seat}
    counted = {seat: points for seat, points in state.counted.items() if seat != action.seat}
    state = replace(state, hands=hands, counted=counted)
    return state, (events.HandsDue(state.due_hands, out),)


def _finish_count(state: State, action: FinishCount) -> Step:
    points = hand_points(state.setup, state.hands.get(action.seat, frozenset()))
    state = replace(state, counted={**state.counted, action.seat: points})
    told = (events.HandCounted(action.seat, points),)
    if state.due_hands:
        return state, told
    state, ended = _end_round(state)
    return state, (*told, *ended)


def hand_points(setup: Setup, hand: frozenset[str]) -> int:
    """Add up the penalty points of the cards left in a hand (MITO-E-62, MITO-E-68)."""
    return sum(POINTS[setup.cards[card].kind] for card in hand)


def _end_round(state: State) -> Step:
    out = state.out
    assert out is not None, "somebody is out when a round ends"  # noqa: S101 - an invariant of State
    scores = {seat: state.counted.get(seat, 0) for seat in state.setup.seats}  # MITO-E-69: who is out scores 0
    totals = {seat: state.totals[seat] + scores[seat] for seat in state.setup.seats}  # MITO-E-61, MITO-E-63
    last = state.round >= state.rounds
    state = replace(state, phase=Phase.OVER if last else Phase.BETWEEN, turn=None, totals=totals)
    ended = events.RoundEnded(state.round, scores, out)
    if not last:
        return state, (ended,)
    return state, (ended, events.GameEnded(totals, winners(state)))


def winners(state: State) -> tuple[int, ...]:
    """Name the seats with the fewest points (MITO-F-47, MITO-E-73); a tie is shared."""
    best = min(state.totals.values())
    return tuple(seat for seat, points in state.totals.items() if points == best)


def next_starter(state: State) -> int:
    """Tell who opens the next round: the seat left of whoever opened this one (MITO-F-44, F-45, MITO-E-70, E-71)."""
    return state.setup.left_of(state.starter)


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it runs."""
    return Outcome("all rounds played", winners(state)) if state.phase is Phase.OVER else None


# -- what is refused


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Tell people, and note what has to be put right: a card on the discard that may not lie there.

    Of cards dropped as one only the first read is named, and has to go: to name another would betray a cheat.
    """
    match action:
        case Lay():
            return _refuse_lay(state, action, why)
        case ShowCard():
            zone = f"seat.{action.seat}"
            return state, (events.PlayRefused(action.seat, zone, action.card, why.reason, why.text),)
        case TurnUp() | TakeBack() | PutRight():
            return state, ()
        case _:
            return state, (events.PressRefused(action.seat, why.reason, why.text),)


def _refuse_lay(state: State, action: Lay, why: IllegalAction) -> Step:
    told = events.PlayRefused(action.seat, DISCARD, action.drop[0], why.reason, why.text)
    if why.reason == "already_played":  # it is where it belongs, or the table is wrong about it
        return state, (told,)
    opened = () if state.wrong else (events.CorrectionOpened(DISCARD),)
    first, *others = action.drop
    return replace(state, wrong=state.wrong | {first}, beside=state.beside | set(others)), (told, *opened)


# -- words


def _label(state: State, card: str) -> str:
    label: str = state.setup.cards[card].label
    return label


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
