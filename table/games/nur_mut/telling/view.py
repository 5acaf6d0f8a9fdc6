"""The picture of a game of Nur Mut, by allow-list: nothing is in it that was not put there on purpose.

Worlds differ on which face is up; what they differ on is null in the picture, and both faces are shown.
"""

from collections.abc import Mapping
from typing import Any

from table.games.kit import picture
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.rules import fitting
from table.games.nur_mut.state import PILES, Phase, State, place
from table.games.words import counted


def view(state: State) -> Mapping[str, Any]:
    """Draw the picture that everybody may see; its prompt in sentences, for worlds may agree on some of them only."""
    return picture.picture(
        state,
        ROUNDS,
        running=("PLAYING", "TAKING"),
        piles={zone: _pile(state, zone) for zone in PILES},
        seats=[
            picture.seat(state, seat, hand=state.hands[seat], passed=seat in state.passed) for seat in state.setup.seats
        ],
        waiting=(state.taken.seat,) if state.taken is not None and state.phase is Phase.TAKING else (),
        headline=_headline(state),
        prompt=[
            _failed(state),
            _which(state),
            picture.prompt(state, ROUNDS, best="fewest cards", put_right=_put_right, own=_own_prompt),
        ],
        courage=state.daring,
        lot=None if state.taken is None else list(state.taken.order),
    )


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


def _headline(state: State) -> str:
    name = state.setup.name
    if state.phase is Phase.TAKING and state.taken is not None:
        return f"No luck, {name(state.taken.seat)}"
    return picture.headline(state, ROUNDS, f"Courage, {name(state.turn or 0)}!" if state.daring else "")


def _own_prompt(state: State) -> str:
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            deal = f"Deal {counted(state.options.hand_size, 'card')} each, as a pile that nobody turns over"
            spare = "turn up a spare card on each of the three piles, but no joker"  # NUR-09, NUR-11, NUR-12
            return f"{deal}; {spare}. {name(state.starter)} begins."
        case Phase.PLAYING if state.turn is not None:
            return f"{name(state.turn)}: {_turn_prompt(state)}."
        case _:
            return ""


def _put_right(state: State) -> str:
    """Say what to do about a card that lies wrong; whose turn it is may also go on without laying one."""
    only_a_card = state.cover is not None or state.empty is not None
    if state.phase is Phase.SET_UP or state.mislaid_by != state.turn or only_a_card:
        return state.how_to_put_right()
    other = "hold: it does not fit" if state.daring else "press twice and put it under your pile"
    return f"{state.how_to_put_right()}, or {other}"


def _turn_prompt(state: State) -> str:
    """Say what whose turn it is may do (NUR-21)."""
    if state.cover is not None:  # NUR-40
        return f"lay your next card on the joker on {place(state.cover)}"
    if state.empty is not None:  # NUR-33
        return "lay your top card in the empty place"
    if state.daring:  # NUR-28
        return "turn your top card over and lay it, or hold if it does not fit"
    if state.must_dare:  # NUR-43
        return "everybody passed: tap for Courage"
    return "lay your top card, press twice if it does not fit, tap for Courage, or hold to pass"


def _failed(state: State) -> str:
    """Say what bravery has cost, without naming the pile: worlds may differ on that."""
    if state.taken is None:
        return ""
    name = state.setup.name(state.taken.seat)
    return f"{name} takes the highest pile and shuffles it in."  # NUR-30, NUR-31


def _which(state: State) -> str:
    """Name the pile that has to be taken."""
    if state.taken is None:
        return ""
    lot = "" if len(state.taken.highest) == 1 else ", by lot"  # NUR-32
    return f"That is {place(state.taken.zone)}{lot}."
