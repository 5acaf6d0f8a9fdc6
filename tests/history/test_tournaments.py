"""Tournaments: which games count, who leads, and when somebody has won."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from table.complaints import BadInput
from table.history import tournaments
from table.history.archive import Archive
from table.history.importing import import_scripts
from table.history.saving.forgetting import forget
from table.history.summary import Summary
from table.history.tournaments import Tournament, stand
from table.keeping.journal import Journal
from table.values import replace
from tests.history.library import among, as_script, games, script

TWO = Tournament(id=1, kind="best_of", players=("Ana", "Ben"), since=0, begun_at="2026-01-01T20:00:00+00:00")


def a_tournament(**more: Any) -> Tournament:
    return replace(TWO, **more)


def game(points: Mapping[str, int], *, won: str = "", kind: str = "mito", **more: Any) -> Summary:
    """A game in which few points are good, unless somebody else is said to have won."""
    names = [*points]
    winners = won.split() or [name for name in names if points[name] == min(points.values())]
    fields: dict[str, Any] = {
        "game": kind, "players": dict(enumerate(names, 1)), "robots": {}, "rounds": 1,
        "totals": dict(enumerate(points.values(), 1)), "winners": tuple(names.index(name) + 1 for name in winners),
        "termination": "completed", "lasted_s": 60.0,
    }  # fmt: skip
    return Summary(**{**fields, **more})


def after(of: Tournament, *games: Summary) -> tournaments.Stand:
    return stand(of, [*enumerate(games, 1)])


def order(of: Tournament, *games: Summary) -> list[str]:
    return [" & ".join(place.side) for place in after(of, *games).places]


ANA, BEN = game({"Ana": 0, "Ben": 9}), game({"Ana": 9, "Ben": 0})


def test_whoever_cannot_be_caught_up_with_has_won_and_later_games_change_nothing() -> None:
    now = after(TWO, ANA, BEN)
    assert (now.winner, [place.wins for place in now.places]) == (None, [1, 1])

    now = after(TWO, ANA, BEN, BEN, ANA)
    assert now.winner == ("Ben",)
    assert [(place.side, place.wins, place.played, place.points) for place in now.places] == [
        (("Ben",), 2, 3, 9), (("Ana",), 1, 3, 18),
    ]  # fmt: skip
    assert len(now.counted) == 3
    assert after(a_tournament(best_of=5), ANA, ANA, ANA).winner == ("Ana",)


def test_a_draw_is_nobodys_and_equal_ones_play_on() -> None:
    draw = game({"Ana": 3, "Ben": 3})
    assert after(TWO, ANA, BEN, draw).winner is None
    assert after(TWO, ANA, BEN, draw, BEN).winner == ("Ben",)
    assert after(TWO, draw, draw, ANA).winner == ("Ana",)


@pytest.mark.parametrize(
    "other",
    [
        game({"Ana": 0, "Ben": 9, "Cleo": 4}),
        game({"Ana": 0, "Cleo": 9}),
        game({"Ana": 0, "Ben": 9}, termination="aborted", winners=()),
        game({"Ana": 0, "Ben": 9}, kind="mytho"),
        game({"Ana": 0, "Ben": 9}, robots={2: "easy"}),
    ],
)
def test_only_games_that_the_same_people_ended_count(other: Summary) -> None:
    assert after(a_tournament(games=("mito",)), other).counted == ()


def test_robots_may_play_along() -> None:
    assert after(TWO, game({"Ana": 1, "Ben": 9, "Robo": 0}, robots={3: "easy"}, won="Robo")).places[0].side == ("Ana",)


def test_games_before_it_began_do_not_count() -> None:
    assert after(a_tournament(since=1), ANA, BEN).places[0].side == ("Ben",)


def test_teams_add_their_points_whether_few_are_good_or_many() -> None:
    teams = a_tournament(players=("Ana", "Ben", "Cleo", "Dan"), teams=(("Ana", "Ben"), ("Cleo", "Dan")))
    few = game({"Ana": 0, "Ben": 20, "Cleo": 5, "Dan": 6})
    many = game({"Ana": 30, "Ben": 1, "Cleo": 15, "Dan": 15}, won="Ana")

    assert after(teams, few).counted[0].points == {("Ana", "Ben"): 20, ("Cleo", "Dan"): 11}
    assert order(teams, few) == ["Cleo & Dan", "Ana & Ben"]
    assert order(teams, many) == ["Ana & Ben", "Cleo & Dan"]


def test_who_is_in_no_team_plays_alone() -> None:
    three = a_tournament(players=("Ana", "Ben", "Cleo"), teams=(("Ana", "Cleo"),))
    assert three.sides == (("Ana", "Cleo"), ("Ben",))


LADDER = a_tournament(kind="ladder", players=("Ana", "Ben", "Cleo", "Dan"))


def test_on_a_ladder_those_who_played_share_the_rungs_that_they_held() -> None:
    assert order(LADDER) == ["Ana", "Ben", "Cleo", "Dan"]
    assert order(LADDER, game({"Ana": 9, "Cleo": 5, "Dan": 0})) == ["Dan", "Ben", "Cleo", "Ana"]
    moved = {place.side[0]: place.moved for place in after(LADDER, game({"Ana": 9, "Dan": 0})).places}
    assert moved == {"Dan": 3, "Ben": 0, "Cleo": 0, "Ana": -3}


def test_equal_ones_stay_as_they_were_and_who_joins_begins_on_the_lowest_rung() -> None:
    assert order(LADDER, game({"Ana": 3, "Ben": 3})) == ["Ana", "Ben", "Cleo", "Dan"]
    assert order(LADDER, game({"Zoe": 0, "Cleo": 5})) == ["Ana", "Ben", "Zoe", "Dan", "Cleo"]
    assert after(LADDER, *[ANA] * 9).winner is None, "a ladder goes on"


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("Ana", "Ana")},
        {"best_of": 4},
        {"teams": (("Ana", "Zoe"),)},
        {"teams": (("Ana", "Ben"), ("Ben", "Ana"))},
        {"teams": (("Ana", "Ben"),)},
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with Archive(tmp_path / "table.db") as archive:
        with pytest.raises(BadInput):
            tournaments.begin(archive, a_tournament(**wrong))
        assert tournaments.known(archive) == []


def test_it_counts_what_is_played_after_it_has_begun(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    import_scripts([script("mytho-on-pads")], database)
    with Archive(database) as archive:
        begun = tournaments.begin(
            archive, a_tournament(kind="ladder", teams=(("Ana", "Cleo"),), players=("Ana", "Ben", "Cleo"))
        )
        assert tournaments.known(archive) == [begun]
        import_scripts([script("mytho-on-piles")], database)
        games = tournaments.games_since(archive, begun.since)
        assert [won.game_id for won in stand(begun, games).counted] == [2]
        tournaments.end(archive, begun.id)
        assert tournaments.known(archive) == []
        with pytest.raises(BadInput):
            tournaments.end(archive, begun.id)


def test_a_name_that_is_forgotten_is_in_no_tournament(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    with Archive(database) as archive:
        tournaments.begin(
            archive, a_tournament(title="Cup of Ana", teams=(("Ana", "Ben"),), players=("Ana", "Ben", "Cleo"))
        )
    with Journal(database) as journal:
        forget("Ana", database, journal)

    with Archive(database) as archive:
        (one,) = tournaments.known(archive)
    assert (one.players, one.teams, one.title) == (
        ("somebody", "Ben", "Cleo"),
        (("somebody", "Ben"),),
        "Cup of somebody",
    )
    assert not any(b"Ana" in path.read_bytes() for path in tmp_path.glob("table.db*"))


def test_two_who_are_forgotten_are_two_and_their_games_go_on_counting(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    names = ("Ana", "Ben", "Cleo")
    with Archive(database) as archive:
        tournaments.begin(archive, a_tournament(players=names, title="Anatol cup of Ana and Ben"))
        tournaments.begin(archive, a_tournament(kind="ladder", players=names, teams=(("Ana", "Ben"),)))
    import_scripts([as_script(among(games()["mytho-3-typical-201"], *names), tmp_path)], database)

    def standing() -> list[list[tuple[int, ...]]]:
        with Archive(database) as archive:
            stands = [stand(one, tournaments.games_since(archive, one.since)) for one in tournaments.known(archive)]
        return [[(place.wins, place.played, place.points) for place in one.places] for one in stands]

    before = standing()
    assert all(played == 1 for places in before for _, played, _ in places)
    for name in ("Ana", "Ben"):
        with Journal(database) as journal:
            forget(name, database, journal)
        assert standing() == before
    with Archive(database) as archive:
        ladder, best_of = tournaments.known(archive)
    assert (best_of.players, best_of.title) == (
        ("somebody", "somebody 2", "Cleo"),
        "Anatol cup of somebody and somebody 2",
    )
    assert ladder.sides == (("somebody", "somebody 2"), ("Cleo",))
