"""People's statistics in finished games, in separate tables that can be recomputed from the games' records.

`counts` has a row for each player of each game, with the rating after it; `standings` sums these up, and `times` is a
histogram of how long presses took.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from table.history.counting import Count, binned, counted, places
from table.history.database import Database, readable
from table.history.record import Record
from table.history.standings import Rating, Standing, alike, rated
from table.history.summary import Summary
from table.values import asdict

MOST = 100  # games, or people, on a page


class Person(NamedTuple):
    """One player's counts in one game, and the rating after it; `listed` says whether lists show the game."""

    game_id: int
    game: str
    part: Count
    rating: Rating
    listed: bool


class Tallies:
    """The statistics in an archive's file; changing them requires the file's write lock."""

    def __init__(self, file: Database) -> None:
        self._file = file

    def people(
        self, *, limit: int, before: int | None = None, robots: bool = False, finished: bool = False
    ) -> dict[str, int]:
        """Return the names of people, or kinds of robots, each with a place; the most recent players come first.

        A place is a number that decreases along the list. `before` limits the result to lower places, `finished` to
        players who have played a game to its end.
        """
        played = (
            " AND name IN (SELECT name FROM standings WHERE robot = counts.robot AND json_extract(body, '$.games') > 0)"
        )
        wanted = (
            f"SELECT name, max(game_id * 100 + seat) AS place FROM counts WHERE robot = ?{played if finished else ''}"  # noqa: S608
            " GROUP BY name HAVING place < ? ORDER BY place DESC LIMIT ?"
        )
        most = 2**62 if before is None else before
        return dict(self._file.all(wanted, int(robots), most, at_most(limit)))

    def times(self, game: str, *, robots: bool = False) -> dict[int, int]:
        """Return a histogram of press times in a game, for people or robots: presses by the start of the bin in ms."""
        found = self._file.all(
            "SELECT bin, presses FROM times WHERE game = ? AND robot = ? AND presses > 0", game, int(robots)
        )
        return dict(sorted(found))

    def standings(self) -> dict[str, list[Standing]]:
        """Return each person's standings, one per kind of game, by name."""
        found: dict[str, list[Standing]] = {}
        with readable():
            for name, body in self._file.all("SELECT name, body FROM standings WHERE NOT robot ORDER BY name, game"):
                found.setdefault(name, []).append(Standing(**json.loads(body)))
        return found

    def person(self, name: str, *, robot: bool = False) -> list[Standing]:
        """Return a person's standing in each game; empty if nobody with that name has played."""
        wanted = "SELECT body FROM standings WHERE name = ? AND robot = ? ORDER BY game"
        with readable():
            return [Standing(**json.loads(body)) for (body,) in self._file.all(wanted, name, int(robot))]

    def parts(self, name: str, *, robot: bool = False, game: str | None = None) -> Iterator[Person]:
        """Yield a person's counts and rating in each game, oldest first."""
        wanted = (
            "SELECT game_id, counts.game, body, mu, sigma, listed FROM counts JOIN games ON games.id = game_id"
            " WHERE name = ? AND robot = ?"
        )
        if game is not None:
            wanted += " AND counts.game = ?"
        for game_id, of, body, mu, sigma, listed in self._file.all(
            f"{wanted} ORDER BY game_id", name, int(robot), *(() if game is None else (game,))
        ):
            yield Person(game_id, of, _part(body), Rating(mu, sigma), bool(listed))

    def counts(self, game_id: int) -> Mapping[int, Count]:
        """Return the players' counts in a game, by seat."""
        found = self._file.all("SELECT seat, body FROM counts WHERE game_id = ? ORDER BY seat", game_id)
        return {seat: _part(body) for seat, body in found}

    def count(self, game_id: int, record: Record, summary: Summary) -> None:
        """Add the counts of a game. A game that was played to its end changes its players' ratings."""
        counts = counted(record, summary)
        ratings = self._rated(game_id, summary)
        for seat, name in summary.players.items():
            robot = summary.robots.get(seat)
            who = name if robot is None else robot
            row = (game_id, seat, who, robot is not None, summary.game, json.dumps(asdict(counts[seat])))
            self._file.db.execute("INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, *ratings[seat]))
            self._note_times(summary.game, counts[seat], 1, robot=robot is not None)

    def _rated(self, game_id: int, summary: Summary) -> Mapping[int, Rating]:
        """Return each seat's rating after a game; people are rated among people, robots among robots."""
        before = {
            seat: self._rating(summary.robots.get(seat, name), game_id, summary.game, robot=seat in summary.robots)
            for seat, name in summary.players.items()
        }
        if summary.termination != "completed":
            return before
        after = dict(before)
        for group in (summary.people, summary.robots):
            seats = tuple(group)
            now = dict(zip(seats, rated([before[seat] for seat in seats], places(summary, seats)), strict=True))
            after |= alike(now, group)
        return after

    def _rating(self, name: str, before: int, game: str, *, robot: bool) -> Rating:
        wanted = (
            "SELECT mu, sigma FROM counts WHERE name = ? AND robot = ? AND game = ? AND game_id < ?"
            " ORDER BY game_id DESC LIMIT 1"
        )
        found = self._file.all(wanted, name, int(robot), game, before)
        return Rating(*found[0]) if found else Rating()

    def rate_again(self, game: str, summary_of: Callable[[int], Summary], *, since: int) -> None:
        """Rate the players of `game` again from game number `since` on, because a game has been added or removed."""
        later = self._file.all(
            "SELECT DISTINCT game_id FROM counts WHERE game_id >= ? AND game = ? ORDER BY 1", since, game
        )
        players: set[tuple[str, int, str]] = set()
        for (game_id,) in later:
            rows = [(*one, game_id, seat) for seat, one in self._rated(game_id, summary_of(game_id)).items()]
            self._file.db.executemany("UPDATE counts SET mu = ?, sigma = ? WHERE game_id = ? AND seat = ?", rows)
            players.update(self.players(game_id))
        self.sum_up(players)

    def players(self, game_id: int) -> list[tuple[str, int, str]]:
        """Return who played a game: a person's name or a robot's kind, whether it is a robot, and the kind of game."""
        return self._file.all("SELECT DISTINCT name, robot, game FROM counts WHERE game_id = ?", game_id)

    def drop(self, game_id: int) -> None:
        """Delete the counts of a game; call `sum_up` for its players afterwards."""
        for game, robot, body in self._file.all("SELECT game, robot, body FROM counts WHERE game_id = ?", game_id):
            self._note_times(game, _part(body), -1, robot=robot)
        self._file.db.execute("DELETE FROM counts WHERE game_id = ?", (game_id,))

    def move(self, game_id: int, to: int) -> None:
        """Change a game's number."""
        self._file.db.execute("UPDATE counts SET game_id = ? WHERE game_id = ?", (to, game_id))

    def clear(self) -> None:
        """Delete all statistics."""
        for table in ("counts", "standings", "times"):
            self._file.db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names

    def sum_up_all(self) -> None:
        """Recompute all standings from the counts."""
        self.sum_up(self._file.all("SELECT DISTINCT name, robot, game FROM counts"))

    def sum_up(self, players: Iterable[tuple[str, int, str]]) -> None:
        """Recompute the standings of the given players, each in one kind of game."""
        for name, robot, game in players:
            self._stand(name, game, robot=bool(robot))

    def _stand(self, name: str, game: str, *, robot: bool) -> None:
        """Recompute a person's standing in a kind of game."""
        wanted = (
            "SELECT counts.body, mu, sigma, json_extract(summary, '$.termination') FROM counts"
            " JOIN games ON games.id = game_id WHERE name = ? AND robot = ? AND counts.game = ? ORDER BY game_id"
        )
        parts = [
            (_part(body), Rating(mu, sigma), how) for body, mu, sigma, how in self._file.all(wanted, name, robot, game)
        ]
        self._file.db.execute("DELETE FROM standings WHERE name = ? AND robot = ? AND game = ?", (name, robot, game))
        if parts:
            row = (name, robot, game, json.dumps(asdict(Standing.of(game, parts))))
            self._file.db.execute("INSERT INTO standings VALUES (?, ?, ?, ?)", row)

    def _note_times(self, game: str, count: Count, sign: int, *, robot: bool) -> None:
        insert = "INSERT INTO times VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET presses = presses + excluded.presses"
        for at, presses in binned(count.times_ms).items():
            self._file.db.execute(insert, (game, robot, at, sign * presses))


def at_most(limit: int) -> int:
    """Return a requested number of entries, limited to one page."""
    return max(0, min(limit, MOST))


def _part(body: str) -> Count:
    with readable():
        said = json.loads(body)
        return Count(**{**said, "times_ms": tuple(said["times_ms"])})
