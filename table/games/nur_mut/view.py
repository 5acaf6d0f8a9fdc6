"""The picture of a game of Nur Mut, by allow-list: nothing is in it that was not put there on purpose.

Worlds differ on which face is up; what they differ on is null in the picture, and both faces are shown.
"""

from collections.abc import Mapping
from typing import Any

from table.events import Event
from table.games.game import Audience, may_know
from table.games.nur_mut import rounds
from table.games.nur_mut.rules import fitting
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.words import how_to_put_right, place
from table.games.words import counted


def show(event: Event, audience: Audience) -> Event | None:
    """Give an audience what it may know of an event: everything lies open but what is in people's own piles."""
    return event if may_know(event, audience) else None


def view(state: State) -> Mapping[str, Any]:
    """Draw the picture that everybody may see; its prompt in sentences, for worlds may agree on some of them only."""
    return {
        "game": state.setup.game,
        "round": state.round,
        "rounds": state.options.rounds,
        "running": state.phase in (Phase.PLAYING, Phase.TAKING),
        "turn": state.turn if state.phase is Phase.PLAYING else None,
        "piles": {zone: _pile(state, zone) for zone in PILES},
        "seats": [_seat(state, seat) for seat in state.setup.seats],
        "waiting": list(_waiting(state)),
        "courage": state.daring,
        "lot": None if state.taken is None else list(state.taken.order),
        "headline": headline(state),
        "prompt": [_failed(state), _which(state), prompt(state)],
        "race": None,
        "correction": _correction(state),
        "winners": list(rounds.winners(state)) if state.phase is Phase.OVER else None,
    }


def _pile(state: State, zone: str) -> dict[str, Any]:
    """Show a pile; the `face` that is up is null where nobody can tell, and so are the faces that `fits` there.

    `shows` is the card that lies there, or lay there until the pile was taken: while it is asked which one that was
    `top` and `count` are null, and people have to see what they are asked about.
    """
    pile, fits = state.piles.get(zone), list(fitting(state, zone))
    if pile is None:
        shows = _lay_there(state, zone)
        return {"top": None, "count": 0, "face": None, "faces": None, "shows": shows, "fits": fits}
    faces = list(state.card(pile.top).faces)
    shown = {"top": pile.top, "count": len(pile.cards), "face": pile.face, "faces": faces, "shows": pile.top}
    return {**shown, "fits": fits}


def _lay_there(state: State, zone: str) -> str | None:
    """Name the top of a pile that was taken, as long as it may have to be asked which one was."""
    taken = state.taken or state.earlier
    return None if taken is None or taken.zone != zone else taken.tops.get(zone)


def _seat(state: State, seat: int) -> dict[str, Any]:
    name, score = state.setup.name(seat), state.totals[seat]
    return {"seat": seat, "name": name, "score": score, "hand": state.hands[seat], "passed": seat in state.passed}


def _correction(state: State) -> dict[str, Any] | None:
    if not state.wrong:
        return None
    zone = min(state.wrong.values())
    return {"zone": zone, "cards": list(state.wrong_on(zone))}


def _waiting(state: State) -> tuple[int, ...]:
    """Name the seats that the table waits for, though it is not their turn."""
    match state.phase:
        case Phase.BETWEEN:
            return (rounds.next_starter(state),)
        case Phase.TAKING if state.taken is not None:
            return (state.taken.seat,)
        case _:
            return ()


def headline(state: State) -> str:
    """Say in two or three words where the game stands."""
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            return f"Round {state.round}"
        case Phase.TAKING if state.taken is not None:
            return f"No luck, {name(state.taken.seat)}"
        case Phase.PLAYING if state.turn is not None:
            if state.wrong and state.mislaid_by is not None:
                return f"{name(state.mislaid_by)}, not there"
            return f"Courage, {name(state.turn)}!" if state.daring else f"{name(state.turn)}’s turn"
        case Phase.BETWEEN:
            return f"Round {state.round} is over"
        case _:
            best = rounds.winners(state)
            return f"{' & '.join(name(seat) for seat in best)} {'wins' if len(best) == 1 else 'win'}"


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP if state.wrong:
            return f"{capital_place(state)}."
        case Phase.SET_UP:
            deal = f"Deal {counted(state.options.hand_size, 'card')} each, as a pile that nobody turns over"
            spare = "turn up a spare card on each of the three piles, but no joker"  # NUR-09, NUR-11, NUR-12
            return f"{deal}; {spare}. {name(state.starter)} begins."
        case Phase.PLAYING if state.wrong and state.mislaid_by is not None:
            return f"{name(state.mislaid_by)}: {_put_right(state)}."
        case Phase.PLAYING if state.turn is not None:
            return f"{name(state.turn)}: {_turn_prompt(state)}."
        case Phase.BETWEEN:
            opener = name(rounds.next_starter(state))
            return f"Collect and shuffle all cards. {opener} opens round {state.round + 1}: hold your button."
        case Phase.OVER:
            return "The game is over: the fewest cards win."
        case _:
            return ""


def capital_place(state: State) -> str:
    """Say what to do about a card that lies wrong before the piles have begun."""
    return f"{state.setup.name(state.starter)}: {how_to_put_right(state)}"


def _put_right(state: State) -> str:
    """Say what to do about a card that lies wrong; whose turn it is may also go on without laying one."""
    if state.mislaid_by != state.turn or state.cover is not None or state.empty is not None:
        return how_to_put_right(state)  # there only a card counts
    other = "hold: it does not fit" if state.daring else "press twice and put it under your pile"
    return f"{how_to_put_right(state)}, or {other}"


def _turn_prompt(state: State) -> str:
    """Say what whose turn it is may do (NUR-21)."""
    if state.cover is not None:  # NUR-40
        return f"lay your next card on the joker on {place(state.cover)}"
    if state.empty is not None:  # NUR-33
        return "lay your top card in the empty place"
    if state.daring:  # NUR-28
        return "turn your top card over and lay it, or hold if it does not fit"
    if state.must_dare:  # NUR-43
        return "everybody has passed, so you have to be brave: tap"
    return "lay your top card, press twice if it does not fit, tap for Courage, or hold to pass"


def _failed(state: State) -> str:
    """Say what bravery has cost, without naming the pile: worlds may differ on that."""
    if state.taken is None:
        return ""
    name = state.setup.name(state.taken.seat)
    return f"{name} takes the pile with the highest number and shuffles it in."  # NUR-30, NUR-31


def _which(state: State) -> str:
    """Name the pile that has to be taken."""
    if state.taken is None:
        return ""
    lot = "" if len(state.taken.highest) == 1 else ", by lot"  # NUR-32
    return f"That is {place(state.taken.zone)}{lot}."
