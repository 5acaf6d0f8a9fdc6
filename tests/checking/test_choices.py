"""Choices that are made by chance are mostly what a game reads: also where only the game knows the words."""

from random import Random

import pytest

from table import games
from table.checking.player import Player, take
from table.facts import ChoiceMade, GameStarted
from table.judging.session import Session

pytest.importorskip("crazy_eights")


def test_suits_are_named_that_the_game_lists() -> None:
    game, names = games.find("crazy_eights"), set[str]()
    for seed in range(12):
        session = Session(GameStarted(0, "crazy_eights", ("Ana", "Ben"), {}, seed=seed))
        player = Player(session, game, Random(seed))  # noqa: S311 - chance, no secret
        while not session.ended:
            for fact in player.does():
                lines = take(session, fact)
                player.hears(lines)
                if isinstance(fact, ChoiceMade) and fact.choice == "suit":
                    names |= {line.event.name for line in lines}

    assert "suit_named" in names
