"""Questions of Nur Mut: what the table cannot see and must ask, if it matters.

The next card laid usually shows which number was up. Two things cannot always wait for that.
"""

from collections.abc import Mapping

from table.games.game import Ask
from table.games.nur_mut.cards import JOKER, face_name
from table.games.nur_mut.reading.play import PATIENCE, SHUFFLING
from table.games.nur_mut.state import State, Supposed
from table.games.words import both, say
from table.wording import place


def asks(state: State) -> Mapping[str, Ask]:
    """Return this world's assumptions: which piles show the highest number, what a card showed (NUR-T-01)."""
    return {**_highest(state), **_face(state)}


def _highest(state: State) -> dict[str, Ask]:
    """Ask which pile has to be taken (NUR-30), as long as nobody has laid a card in its place."""
    taken = state.taken or state.earlier
    if taken is None:
        return {}
    alone = len(taken.highest) == 1
    tops = tuple(taken.tops[zone] for zone in taken.highest)
    shown = [
        say("{pile} ({card})", pile=place(zone), card=state.label(top))
        for zone, top in zip(taken.highest, tops, strict=True)
    ]
    label = say("{pile} alone", pile=shown[0]) if alone else both(shown)
    who = state.setup.name(taken.seat)
    text = say("{who} takes the pile that shows the highest number. Which is it?", who=who)
    first, second, third = map(place, taken.order)
    lot = say(
        "If several show it, the table drew lots: first {first}, then {second}, then {third}.",
        first=first,
        second=second,
        third=third,
    )
    asked = Ask(
        " ".join(taken.highest), (taken.seat,), text, label, patience=SHUFFLING, decides=taken.zone, cards=tops,
        hint=lot,
    )  # fmt: skip
    return {"highest": asked}


def _face(state: State) -> dict[str, Ask]:
    """Ask whether cards showed their numbers or the joker: that decides who lays the next one (NUR-40, NUR-42)."""
    follows = f"{state.phase} {state.turn} {state.cover} {sorted(state.hands.items())}"
    return {f"face {one.card}": _asked(state, one, follows) for one in state.supposed}


def _asked(state: State, one: Supposed, follows: str) -> Ask:
    name = state.setup.name(one.seat)
    label = say("{face:the}", face=face_name(one.face))
    how = say("{who}: press twice if it was the joker. If not, play on.", who=name)
    hint = how if state.just_supposed == one else ""
    text = say("What did {who} lay?", who=name)
    neutral = say("Which side of {card:the} is up?", card=state.label(one.card))
    return Ask(
        one.face, (one.seat,), text, label, patience=PATIENCE, place=int(one.face == JOKER), decides=follows, hint=hint,
        cards=(one.card,), neutral=neutral,
    )  # fmt: skip
