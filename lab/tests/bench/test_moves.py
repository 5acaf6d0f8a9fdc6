"""Random games by the rules alone, as the bench plays them: every game goes on, and with all that it is played with."""

from collections import Counter
from itertools import islice

import pytest

from cardtable_lab.bench import rates
from table import ai
from tests.own import OWN_GAMES

ENOUGH = 600  # moves


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_GAMES)
def test_random_legal_moves_lead_through_whole_games(game: str) -> None:
    played = Counter(type(action).__name__ for action in islice(rates.moves_of(game), ENOUGH))

    assert played.total() == ENOUGH
    assert played["Lay"] > ENOUGH / 10
    assert len(played) > 6
    assert not rates.LEADS_NOWHERE[game] & played.keys()


@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_leads_nowhere_is_of_the_rules(game: str) -> None:
    kinds = {kind.__name__ for kind in ai.find(game).rules.BOOK.rules}  # type: ignore[attr-defined]

    assert rates.LEADS_NOWHERE[game] <= kinds
