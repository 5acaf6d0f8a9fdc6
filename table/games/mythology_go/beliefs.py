"""What Beliefs allow their owners to do during play (MGO-100)."""

from collections.abc import Iterator

from table.games.mythology_go.cards import Advantage, HiddenLimit
from table.games.mythology_go.state import State


def draws(state: State, seat: int) -> int:
    """Return how many cards a seat draws when its turn begins (MGO-09)."""
    return max(state.options.draw, *_counts(state, seat, "draw"), 0)


def most_plays(state: State, seat: int) -> int:
    """Return how many cards a seat may play in a turn (MGO-10)."""
    return max(state.options.plays_per_turn, *_counts(state, seat, "plays"), 0)


def _counts(state: State, seat: int, keyword: str) -> Iterator[int]:
    if (code := state.beliefs.get(seat)) is not None:
        for effect in state.card(code).effects:
            if isinstance(effect, Advantage) and effect.keyword == keyword:
                yield effect.count


def hides_too_much(state: State, seat: int, *, closed: int, shown: int) -> bool:
    """Return whether `closed` face-down cards are too many for `shown` face-up ones (MGO-16)."""
    code = state.beliefs.get(seat)
    effects = () if code is None else state.card(code).effects
    return closed > shown + sum(effect.more for effect in effects if isinstance(effect, HiddenLimit))
