"""What the table cannot see of Nur Mut and may have to be told: only what decides something, never a mere face.

Which number of a card is up shows when the next one is laid on it. Two things cannot always wait for that.
"""

from collections.abc import Mapping

from table.games.game import Ask
from table.games.nur_mut.cards import JOKER
from table.games.nur_mut.reading.play import PATIENCE, SHUFFLING
from table.games.nur_mut.state import State, Supposed, place
from table.games.words import both


def asks(state: State) -> Mapping[str, Ask]:
    """Name what this world takes for granted: which piles show the highest number, what a card showed (NUR-T-01)."""
    return {**_highest(state), **_face(state)}


def _highest(state: State) -> dict[str, Ask]:
    """Ask which pile has to be taken (NUR-30), as long as nobody has laid a card in its place."""
    taken = state.taken or state.earlier
    if taken is None:
        return {}
    alone = len(taken.highest) == 1
    tops = tuple(taken.tops[zone] for zone in taken.highest)
    shown = [f"{place(zone)} ({state.label(top)})" for zone, top in zip(taken.highest, tops, strict=True)]
    label = f"{shown[0]} alone" if alone else both(shown)
    text = f"{state.setup.name(taken.seat)} takes the pile that shows the highest number. Which is it?"
    asked = Ask(
        " ".join(taken.highest), (taken.seat,), text, label, patience=SHUFFLING, decides=taken.zone, cards=tops,
        hint=f"If several show it, the lot says: first {', then '.join(place(zone) for zone in taken.order)}.",
    )  # fmt: skip
    return {"highest": asked}


def _face(state: State) -> dict[str, Ask]:
    """Ask whether cards showed their numbers or the joker: that decides who lays the next one (NUR-40, NUR-42)."""
    follows = f"{state.phase} {state.turn} {state.cover} {sorted(state.hands.items())}"
    return {f"face {one.card}": _asked(state, one, follows) for one in state.supposed}


def _asked(state: State, one: Supposed, follows: str) -> Ask:
    name = state.setup.name(one.seat)
    label = "the joker" if one.face == JOKER else f"the {one.face}"
    hint = f"{name}: press twice if it was the joker." if state.just_supposed == one else ""
    text = f"What did {name} lay?"
    neutral = f"Which side of the {state.label(one.card)} is up?"
    return Ask(
        one.face, (one.seat,), text, label, patience=PATIENCE, decides=follows, hint=hint, cards=(one.card,),
        neutral=neutral,
    )  # fmt: skip
