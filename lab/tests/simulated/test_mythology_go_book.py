"""The population's own book and count of Mythology GO beside the table's: where they differ one is wrong."""

from random import Random
from typing import Any

import pytest

from cardtable_lab.simulated.mythology_go import game
from cardtable_lab.simulated.mythology_go.book import Book, Row
from cardtable_lab.simulated.mythology_go.counting import BoardToCount, points
from cardtable_lab.simulated.mythology_go.players import Players
from table.board import GameSnapshot
from table.games.mythology_go import MYTHOLOGY_GO, count, plays, rules
from table.games.mythology_go.actions import DISCARD, Lay
from table.games.mythology_go.board import read
from table.games.mythology_go.views import MgoView, Own, OwnTerrain
from table.robots.environment import SECOND_NS, Environment
from tests.table.games.mythology_go_games import RandomGame
from tests.table.games.test_mythology_go_count import CATALOGUE, random_board

PRINTED = {card["code"]: card for card in MYTHOLOGY_GO.deck(None)}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_both_come_to_the_same_points(seed: int) -> None:
    players = random_board(Random(seed))  # noqa: S311 - chance, no secret
    counted = count.count(read({"catalogue": CATALOGUE, "players": players}))

    assert points(board(players)) == {seat: one.total for seat, one in enumerate(counted.counts, start=1)}


def board(players: list[dict[str, Any]]) -> BoardToCount:
    """Put a board into the form that the population counts."""
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
    return BoardToCount(
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


def test_a_card_that_was_to_be_destroyed_and_stayed_does_not_come_back() -> None:
    """Both books say so, and of the spell that was to destroy it (MGO-41, MGO-T-02)."""
    game, book = RandomGame(1, 2), Book((1, 2), PRINTED)
    for card in ("storm.1", "phoenix.1"):
        game.touch(1, card)
        book.lays(1, card, closed=False)
    assert plays.can_come_back(game.state) == ("storm.1", "phoenix.1")
    assert book.can_come_back(1, "phoenix.1")

    game.destroy("phoenix.1")
    due = book.cause("phoenix.1")
    assert due is not None
    book.strikes(due, ["phoenix.1"])
    book.rows[1].risen.add("phoenix.1")

    assert plays.can_come_back(game.state) == ()
    assert not book.can_come_back(1, "phoenix.1")


@pytest.mark.parametrize(("shown", "back"), [(["harpy.1"], False), ([], True)])
def test_whoever_takes_a_card_back_goes_by_the_terrain_on_their_phone(shown: list[str], *, back: bool) -> None:
    """What phones offer to take back is empty once a card has had its effect: that says nothing of where it lies."""
    players = Players(Environment(Idle(), lambda *_: None, Random(1), now_ns=0, seats=(1, 2)), MYTHOLOGY_GO.deck(None))  # noqa: S311 - chance, no secret
    players.book.lays(1, "harpy.1", closed=False)
    terrain = tuple(OwnTerrain(card=card, closed=False, forbidden=None) for card in shown)
    own = Own(
        terrain=terrain, deity=None, laid=(), spells=(), played=0, effects=(), names=False, searches=None, aims={},
        identifies=False,
    )  # fmt: skip
    players.environment.game = GameSnapshot(views={"seat:1": MgoView(own=own)})
    players.environment.env.process(game._changes_mind(players, 1))
    players.environment.env.run(until=20 * SECOND_NS)

    assert ("harpy.1" in players.hands[1], players.book.laid) == ((True, []) if back else (False, ["harpy.1"]))


class Idle:
    """Hands that do nothing."""

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        pass

    def press(self, seat: int) -> None:
        pass

    def release(self, seat: int) -> None:
        pass


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
