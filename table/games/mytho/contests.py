"""Contests in Mytho: a player doubts a hidden card, which is then turned over."""

from table import events
from table.games.game import IllegalAction
from table.games.kit.rulebook import corrected, sure, telling
from table.games.mytho import events as own
from table.games.mytho import piles, rounds
from table.games.mytho.actions import Contest, LetPass
from table.games.mytho.piles import Step
from table.games.mytho.state import Phase, Settled, State
from table.games.words import refusal, unless
from table.saying import message
from table.values import replace

NOTHING_TO_CONTEST = message("there is no hidden card to contest now")


def why_not_contest(state: State, action: Contest) -> IllegalAction | None:
    """Return why these seats cannot contest the newest hidden card, or None if they can (MYTHO-T-04)."""
    played = state.last
    if played is None or state.phase is not Phase.CONTESTABLE:
        return refusal(NOTHING_TO_CONTEST)
    others = set(state.setup.seats) - {played.seat}  # MYTHO-17
    return unless(bool(action.among) and set(action.among) <= others, "you cannot contest your own card")


def contest(state: State, action: Contest) -> Step:
    """Turn over the contested card (MYTHO-18), even a player's last (MYTHO-25), and see whether they were bluffing."""
    played = sure(state.last)
    challenger = action.among[action.lot % len(action.among)]  # MYTHO-T-05
    truthful = state.card(played.card).fits(state.top, state.options.colour_means)
    before, state = state, _turned(state, played.card, lots=state.lots + (len(action.among) > 1))
    delivered = (own.ContestMade(challenger), own.ContestSettled(challenger, played.seat, truthful, played.card))
    state, owed = _pay(state, played.seat, challenger, truthful=truthful)
    drawn = any(isinstance(event, events.DrawOwed) for event in owed)
    state = replace(state, settled=Settled(challenger, played.seat, truthful, drawn))
    out = played.seat if truthful else challenger
    if state.hands[out] == 0:  # MYTHO-25; MYTHO-26: the card that the liar takes may be the challenger's last
        return telling((*delivered, *owed), rounds.end(replace(state, turned=None), out))
    after = state.options.after_contest
    going_on = piles.follower(state, played.seat) if after == "left" else challenger  # MYTHO-T-06
    return telling((*delivered, *corrected(before, state), *owed), piles.start_turn(state, going_on))


def _turned(state: State, card: str, *, lots: int) -> State:
    """Make the card that was turned over the new reference, whatever the result of the contest (MYTHO-22)."""
    return replace(
        state,
        reference=card,
        visible=state.visible | {card},
        hidden=state.hidden - {card},
        turned=card,
        last=None,
        lots=lots,
    )


def _pay(state: State, player: int, challenger: int, *, truthful: bool) -> Step:
    """Make the loser of a contest draw. If the player was bluffing, they also take a card from the challenger."""
    if truthful:  # MYTHO-19, and no more: MYTHO-23, MYTHO-24
        return _draw(state, challenger)
    state, delivered = _draw(state, player)  # MYTHO-20
    hands = piles.with_more(state, challenger, -1)
    state = replace(state, hands={**hands, player: hands[player] + 1})  # MYTHO-21
    return state, (*delivered, events.GiftOwed(challenger, player, count=1))


def _draw(state: State, seat: int) -> Step:
    if not piles.can_draw(state):
        return state, ()
    state, shuffled = piles.draw(state, seat)
    return state, (*shuffled, events.DrawOwed(seat, count=1))


def let_pass(state: State, action: LetPass) -> Step:
    """Let a hidden card stay. The reference does not change (MYTHO-28), and a player whose last card it was wins."""
    played = sure(state.last)
    return rounds.end(state, played.seat) if state.hands[played.seat] == 0 else go_on(state, played.seat)


def go_on(state: State, seat: int) -> Step:
    """Continue after a play. The turn goes on if the player can do anything else, otherwise the next turn starts."""
    state = replace(state, phase=Phase.PLAYING, turn=seat)
    if state.laid < state.options.plays_per_turn or may_draw_after(state):
        return state, ()
    return piles.start_turn(state, piles.follower(state, seat))


def may_draw_after(state: State) -> bool:
    """Return whether a player may still draw after playing."""
    late = state.options.turn_order == "either" and state.drawn < state.options.draw_per_turn
    return late and piles.can_draw(state)
