"""Every number of the history, held against a second count of the same games; and small games counted by hand."""

import dataclasses
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from table.history.archive import Archive
from table.history.importing import import_scripts
from table.history.tallies import MOST
from table.values import asdict
from tests.history import counted_by_hand as by_hand
from tests.history import library

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def counted() -> list[by_hand.Game]:
    return library.counted()


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a table that has imported the whole library."""
    folder = tmp_path_factory.mktemp("imported")
    scripts = [library.as_script(seen, folder, name) for name, seen in library.games().items()]
    numbers = import_scripts(scripts, folder / "table.db")
    assert numbers == list(range(1, len(numbers) + 1))
    return folder / "table.db"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a table at which the whole library was played."""
    database = tmp_path_factory.mktemp("played") / "table.db"
    with Archive(database) as archive:
        for game_id, name in enumerate(library.games(), start=1):
            archive.add(game_id, library.recorded(name), "1", f"2026-01-01T00:00:{game_id:02}", "2026-01-02T00:00:00")
    return database


@pytest.fixture(params=["imported", "played", "rebuilt"])
def archive(request: pytest.FixtureRequest, imported: Path, played: Path) -> Iterator[Archive]:
    with Archive(played if request.param == "played" else imported) as archive:
        if request.param == "rebuilt":
            assert archive.rebuild() == len(library.games())
        yield archive


def test_each_game_is_told_in_short_as_it_was(archive: Archive, counted: list[by_hand.Game]) -> None:
    for game_id, game in enumerate(counted, start=1):
        summary = archive.find(game_id).summary
        assert summary.game == game.game
        assert summary.players == game.names
        assert summary.robots == game.robots
        assert summary.rounds == game.rounds
        assert summary.totals == game.totals
        assert list(summary.winners) == game.winners
        assert summary.termination == game.termination
        assert summary.lasted_s == game.lasted_s


def test_each_player_of_each_game_is_counted(archive: Archive, counted: list[by_hand.Game]) -> None:
    for game_id, game in enumerate(counted, start=1):
        counts = {seat: plain(asdict(count)) for seat, count in archive.tallies.counts(game_id).items()}
        assert counts == {seat: dataclasses.asdict(part) for seat, part in game.parts.items()}


def test_pages_show_all_that_is_worth_it_from_the_newest_on(archive: Archive, counted: list[by_hand.Game]) -> None:
    is_imported = archive.find(1).imported
    worth = [
        game_id
        for game_id, game in enumerate(counted, start=1)
        if is_imported or game.termination == "completed" or game.rounds
    ]
    assert ids(archive) == worth[::-1]
    for kind in by_hand.MOST_POINTS_WIN:
        assert ids(archive, game=kind) == [one for one in worth[::-1] if counted[one - 1].game == kind]
    for name in {name for game in counted for name in game.names.values()}:
        with_them = [one for one in worth[::-1] if (name, False) in people_of(counted[one - 1])]
        assert ids(archive, player=name) == with_them
        assert ids(archive, player=name, game="mito") == [one for one in with_them if counted[one - 1].game == "mito"]


def test_people_and_robots_stand_where_their_games_have_put_them(archive: Archive, counted: list[by_hand.Game]) -> None:
    standings = by_hand.standings(counted)
    strengths = by_hand.strengths(counted)
    for robots in (False, True):
        there = archive.tallies.people(limit=MOST, robots=robots)
        assert sorted(there) == sorted(name for name, is_robot in standings if is_robot is robots)
        for name in there:
            games = archive.tallies.person(name, robot=robots)
            of = standings[name, robots]
            assert [standing.game for standing in games] == sorted(of)
            for standing in games:
                said = asdict(standing)
                mu, sigma = said.pop("mu"), said.pop("sigma")
                assert said.pop("game") == standing.game
                assert said == pytest.approx(dataclasses.asdict(of[standing.game]))
                last = latest(counted, strengths, (name, robots), standing.game)
                assert (mu, sigma) == pytest.approx(last, rel=1e-12)


def test_people_who_have_finished_no_game_can_be_left_out(archive: Archive, counted: list[by_hand.Game]) -> None:
    finished = {who for game in counted if game.termination == "completed" for who in people_of(game)}
    for robots in (False, True):
        there = archive.tallies.people(limit=MOST, robots=robots, finished=True)
        assert sorted(there) == sorted(name for name, is_robot in finished if is_robot is robots)
        assert there.items() <= archive.tallies.people(limit=MOST, robots=robots).items()


def test_ratings_are_those_of_openskill_game_by_game(archive: Archive, counted: list[by_hand.Game]) -> None:
    strengths = by_hand.strengths(counted)
    moved = 0
    for name, is_robot in by_hand.standings(counted):
        parts = list(archive.tallies.parts(name, robot=is_robot))
        assert [(one.game_id, one.game) for one in parts] == [
            (game_id, game.game)
            for game_id, game in enumerate(counted, start=1)
            for who in people_of(game)
            if who == (name, is_robot)
        ]
        for part in parts:
            here = [
                seat
                for seat in counted[part.game_id - 1].names
                if counted[part.game_id - 1].who(seat) == (name, is_robot)
            ]
            assert tuple(part.rating) == pytest.approx(strengths[part.game_id - 1][here[0]], rel=1e-12)
            moved += not math.isclose(part.rating.mu, 25.0)
    assert moved > 100


def ids(archive: Archive, *, page: int = 7, **of: Any) -> list[int]:
    """Return the numbers of all games, page by page."""
    found: list[int] = []
    while some := archive.page(limit=page, before=found[-1] if found else None, **of):
        assert len(some) <= page
        found += [kept.id for kept in some]
    return found


def people_of(game: by_hand.Game) -> list[by_hand.Who]:
    return [game.who(seat) for seat in game.names]


def latest(
    counted: list[by_hand.Game], strengths: list[dict[int, by_hand.Strength]], who: by_hand.Who, kind: str
) -> by_hand.Strength:
    """Return how strong somebody was after their last game."""
    (*_, last) = (
        after[seat]
        for game, after in zip(counted, strengths, strict=True)
        for seat in game.names
        if game.game == kind and game.who(seat) == who
    )
    return last


def plain(count: Mapping[str, Any]) -> dict[str, Any]:
    return {**count, "times_ms": list(count["times_ms"])}
