"""The household's own book and count of Mythology GO beside the table's: where they differ one is wrong."""

from random import Random
from typing import Any

import pytest

from cardtable_lab.simulated.mythology_go.book import Book, Row
from cardtable_lab.simulated.mythology_go.counting import Lying, points
from table.games.mythology_go import MYTHOLOGY_GO, count, rules
from table.games.mythology_go.actions import DISCARD, Lay
from table.games.mythology_go.board import read
from tests.table.games.mythology_go_games import RandomGame
from tests.table.games.test_mythology_go_count import CATALOGUE, random_board

PRINTED = {card["code"]: card for card in MYTHOLOGY_GO.deck(None)}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_both_come_to_the_same_points(seed: int) -> None:
    players = random_board(Random(seed))  # noqa: S311 - chance, no secret
    counted = count.count(read({"catalogue": CATALOGUE, "players": players}))

    assert points(lying(players)) == {seat: one.total for seat, one in enumerate(counted.counts, start=1)}


def lying(players: list[dict[str, Any]]) -> Lying:
    """Put a board into the form that the household counts."""
    printed = {card["code"]: card for card in CATALOGUE}
    seats = {player["name"]: seat for seat, player in enumerate(players, start=1)}
    deity = {player["name"]: player.get("deity") for player in players}
    named = [
        (seats[player["name"]], seats[said["player"]])
        for player in players
        if (said := player.get("accuses"))
        and deity[said["player"]] is not None
        and printed[deity[said["player"]]]["name"] == said["deity"]
    ]
    return Lying(
        rows={
            seats[player["name"]]: Row(
                [*player["terrain"], *player["hidden"]],
                risen=set(player["resurrected"]),
                pairs=[(one, other) for one, other in player["fused"]],
            )
            for player in players
        },
        printed=printed,
        deities={seats[name]: code for name, code in deity.items() if code is not None},
        aims={card: target for player in players for card, target in player["targets"].items()},
        named=named,
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_both_books_agree_on_what_may_be_laid(seed: int) -> None:
    game = RandomGame(seed, 2 + seed % 7)
    game.set_up()
    for _ in range(seed):
        if game.state.turn is not None:
            game.turn()
    state = game.state
    book = Book(state.setup.seats, PRINTED)
    book.beliefs = dict(state.beliefs)
    book.turn, book.laid, book.extra = state.turn, list(state.laid), state.drawn
    for seat, row in state.rows.items():
        closed = {one.card for one in row if one.closed}
        book.rows[seat] = Row([one.card for one in row], closed, pairs=list(state.pairs.get(seat, ())))
    known = {*state.lying(), *state.discard}
    for seat in state.setup.seats:
        for card, printed in PRINTED.items():
            if printed["kind"] in ("creature", "spell") and card not in known:
                zone = DISCARD if printed["kind"] == "spell" else f"seat.{seat}"
                for closed in (False, True):
                    why = rules.why_not(state, Lay(seat, card, zone, closed=closed))
                    assert (why and why.reason) == book.objection(seat, card, closed=closed), (card, closed)


def test_a_leprechaun_that_is_taken_back_lets_no_creature_come() -> None:
    """On a terrain with one place left a cyclops that comes from the hand has no room (MGO-65, MGO-78)."""
    of = {str(card["name"]): code for code, card in PRINTED.items()}
    others = [code for code, card in PRINTED.items() if card["name"] == "harpy"] * 3
    book = Book((1, 2), PRINTED)
    book.rows[1] = Row(others[:6])

    book.lays(1, of["leprechaun"], closed=False)
    book.takes_back(1, of["leprechaun"])

    assert book.objection(1, of["cyclops"], closed=False) == "needs_two_places"
    assert (book.extra, book.laid, len(book.rows[1].cards)) == (0, [], 6)
