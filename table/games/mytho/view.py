"""The picture of a game of Mytho, by allow-list: nothing is in it that was not put there on purpose.

How many cards everybody holds is public. Which card lies on the hidden pile is known to nobody.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from table import events
from table.events import Event
from table.games.game import SEALED, Audience, may_know
from table.games.mytho import piles, rounds
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.state import Phase, Settled, State
from table.games.mytho.words import how_to_put_right, label, what_fits
from table.games.words import both, counted


def show(event: Event, audience: Audience) -> Event | None:
    """Give an audience what it may know of an event: of the hidden pile no card, not even whose it was (MYTHO-14)."""
    match event:
        case events.CardPlayed(zone=zone) | events.PlayRefused(zone=zone) | events.PlayTakenBack(zone=zone):
            return replace(event, card=None) if zone == HIDDEN and audience != SEALED else event
    return event if may_know(event, audience) else None


def view(state: State, shuts: int | None = None) -> Mapping[str, Any]:
    """Draw the picture that everybody may see; its prompt in sentences.

    A hidden card that can be contested can be so until `shuts`, in us of the game.
    """
    return {
        "game": state.setup.game,
        "round": state.round,
        "rounds": state.options.rounds,
        "running": state.phase in (Phase.PLAYING, Phase.CONTESTABLE),
        "turn": state.turn,
        "may_draw": _may_draw(state),
        "piles": {
            VISIBLE: {"top": state.reference, "count": len(state.visible)},
            HIDDEN: {"top": None, "count": len(state.hidden)},
        },
        "fits": _fits(state),
        "seats": [_seat(state, seat) for seat in state.setup.seats],
        "draw": state.pile,
        "waiting": list(_waiting(state)),
        "headline": headline(state),
        "prompt": [_settled(state), prompt(state)],
        "race": _window(state, shuts),
        "correction": _correction(state),
        "winners": list(rounds.winners(state)) if state.phase is Phase.OVER else None,
    }


def _fits(state: State) -> list[str]:
    """Name the cards of the whole deck that fit on the reference, whoever holds them."""
    if state.reference is None:
        return []
    reference, means = state.card(state.reference), state.options.colour_means
    return [code for code, card in state.setup.cards.items() if card.fits(reference, means)]


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {"seat": seat, "name": state.setup.name(seat), "score": state.totals[seat], "hand": state.hands[seat]}


def _window(state: State, shuts: int | None) -> dict[str, Any] | None:
    """Show the time in which a hidden card can be contested, as a race against the clock."""
    if state.phase is not Phase.CONTESTABLE or state.last is None:
        return None
    closes = None if shuts is None else shuts / 1e6
    return {"race": "contest", "seats": list(_waiting(state)), "by": state.last.seat, "closes_at": closes}


def _correction(state: State) -> dict[str, Any] | None:
    """Name what lies open and wrong; of a card on the hidden pile only that there is one."""
    if state.wrong_on(VISIBLE):
        return {"zone": VISIBLE, "cards": list(state.wrong_on(VISIBLE))}
    if state.wrong_on(HIDDEN):
        return {"zone": HIDDEN, "cards": []}
    return None if state.turned is None else {"zone": HIDDEN, "cards": [], "to": VISIBLE}


def _waiting(state: State) -> tuple[int, ...]:
    """Name the seats whose button the table waits for, though it is not their turn."""
    match state.phase:
        case Phase.BETWEEN:
            return (rounds.next_starter(state),)
        case Phase.CONTESTABLE if state.last is not None:
            return tuple(seat for seat in state.setup.seats if seat != state.last.seat)
        case _:
            return ()


def headline(state: State) -> str:
    """Say in two or three words where the game stands."""
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            return f"Round {state.round}"
        case Phase.CONTESTABLE:
            return "Do you believe it?"
        case Phase.PLAYING if state.turn is not None:
            if state.wrong and state.mislaid_by is not None:
                return f"{name(state.mislaid_by)}, not there"
            return f"{name(state.turn)}’s turn"
        case Phase.BETWEEN:
            return f"Round {state.round} is over"
        case _:
            best = rounds.winners(state)
            return f"{' & '.join(name(seat) for seat in best)} {'wins' if len(best) == 1 else 'win'}"


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    name, options = state.setup.name, state.options
    match state.phase:
        case Phase.SET_UP if state.wrong:
            return f"{name(state.starter)}: {how_to_put_right(state)}."
        case Phase.SET_UP:
            deal = f"Deal {counted(options.hand_size, 'card')} each and turn up the draw pile’s first card."
            return f"{deal} {name(state.starter)} begins."
        case Phase.CONTESTABLE if state.last is not None:
            return _contest_prompt(state, state.last.seat)
        case Phase.PLAYING if state.wrong and state.mislaid_by is not None:
            return f"{name(state.mislaid_by)}: {how_to_put_right(state)}."
        case Phase.PLAYING if state.turn is not None:
            return f"{name(state.turn)}: {how_to_put_right(state) if state.turned else _options(state)}."
        case Phase.BETWEEN:
            opener = name(rounds.next_starter(state))
            return f"Collect and shuffle all cards. {opener} opens round {state.round + 1}: hold your button."
        case _:
            return "The game is over: the fewest cards win."


def _contest_prompt(state: State, player: int) -> str:
    follower = state.setup.name(piles.follower(state, player))
    last = " It was the last card!" if state.hands[player] == 0 else ""
    others = both([state.setup.name(seat) for seat in _waiting(state)])
    wrong = f" {state.setup.name(state.mislaid_by or player)}: {how_to_put_right(state)}." if state.wrong else ""
    return f"{others}: tap to contest it.{last} {follower} lets it pass by playing on, or holds.{wrong}"


def _options(state: State) -> str:
    """Say what whose turn it is may do."""
    play = f"play {what_fits(state)}, or any card face down on the hidden pile"
    may_draw = piles.can_draw(state) and state.drawn < state.options.draw_per_turn
    if state.laid >= state.options.plays_per_turn:
        return "tap to draw, or hold: your turn is over"
    if state.laid and state.options.turn_order == "draw_first":
        return f"{play}, or tap: your turn is over"
    if may_draw:
        over = "; hold to pass" if state.options.allow_pass or state.drawn or state.laid else ""
        return f"{play}, or tap to draw{over}"
    return f"{play}, or tap: your turn is over" if state.drawn or not piles.can_draw(state) else play


def _may_draw(state: State) -> bool:
    """Tell whether a tap of whose turn it is draws a card."""
    too_late = state.laid > 0 and state.options.turn_order == "draw_first"
    may = state.drawn < state.options.draw_per_turn and piles.can_draw(state) and not too_late
    return state.phase is Phase.PLAYING and not state.needs_correction and may


def _settled(state: State) -> str:
    """Say how a contest went, and what people do because of it: hands are off the table, and nobody checks it."""
    if state.settled is None:
        return ""
    name = state.setup.name
    challenger, player = name(state.settled.challenger), name(state.settled.player)
    card = "" if state.reference is None else f"the {label(state, state.reference)}"
    if state.settled.truthful:
        draws = f"; {challenger} draws a card" if state.settled.draws else ""
        return f"{player} was honest: {card} fits{draws}."  # MYTHO-19
    return f"{player} lied: {card} does not fit. {_pays(state.settled, challenger, player)}."


def _pays(settled: Settled, challenger: str, player: str) -> str:
    takes = f"one out of {challenger}’s hand, unseen"
    return f"{player} draws a card and takes {takes}" if settled.draws else f"{player} takes {takes}"  # MYTHO-20, 21
