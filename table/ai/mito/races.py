"""Reaction times in Mito's races: no robot is faster for being clever."""

from collections.abc import Mapping
from random import Random

from table.ai.mind import Action
from table.ai.reacting import reaction_s
from table.games.mito.actions import CloseMatch, CloseSlap, Match, Slap
from table.games.mito.state import Race

_ERROR_US = 1000
_LOT_BITS = 32


def raced(race: Race, actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    """Return a race as actions of the rules: whose hand comes when, and its end."""
    return _slapped(actions, chance) if race.kind == "slap" else _matched(race, actions, chance)


def _slapped(actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    times = sorted((_reaction_us(chance), seat) for seat, action in actions.items() if isinstance(action, Slap))
    return (*(Slap(seat, at, _ERROR_US) for at, seat in times), CloseSlap(chance.getrandbits(_LOT_BITS)))


def _matched(race: Race, actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    """Keep the first card; the others return to their hands unread."""
    answers = [(_reaction_us(chance), seat, one.card) for seat, one in actions.items() if isinstance(one, Match)]
    if answers and race.matched is None:
        at, seat, card = min(answers)
        return Match(card, at, seat), CloseMatch(seat)
    if race.matched is not None:  # somebody's card lies there already, and nobody has said whose
        return (CloseMatch(chance.choice(race.seats)),)
    return (CloseMatch(),)


def _reaction_us(chance: Random) -> int:
    return int(1e6 * reaction_s(chance))
