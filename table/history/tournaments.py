"""Tournaments at one table. The standings are computed from the games finished since a tournament began.

In `best_of`, the same people play `best_of` games; a leader who can no longer be caught has won. In `ladder`, the
players of each game redistribute the rungs they held; the winner takes the highest.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Annotated, Literal

from msgspec import Meta, convert

from table.complaints import BadInput
from table.forgotten import somebody, word
from table.history.archive import Archive
from table.history.summary import Summary
from table.saying import say
from table.values import Value, replace, to_builtins

Kind = Literal["best_of", "ladder"]
Side = Annotated[tuple[str, ...], Meta(description="Name of a single player, or both names of a team.")]

_NOTED = "tournaments"
MOST_TOURNAMENTS = 50


class Tournament(Value):
    """The terms of a tournament. `since` is the last game before it; `games` are the kinds that count (if empty, all).

    A player who is not on a team plays alone. On a ladder, newcomers may join, starting on the lowest rung.
    """

    id: int
    kind: Kind
    players: tuple[str, ...]
    since: int
    begun_at: str
    title: str | None = None
    games: tuple[str, ...] = ()
    best_of: int = 3
    teams: tuple[Side, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in order of their first players."""
        found = {next((team for team in self.teams if name in team), (name,)): None for name in self.players}
        return tuple(found)


class Won(Value):
    """A game that counted, with each side's points and place, from 1."""

    game_id: int
    game: str
    points: Mapping[Side, int]
    places: Mapping[Side, int]

    @property
    def winner(self) -> Side | None:
        """The side that has won; None if several sides tied for first place."""
        first = [side for side, place in self.places.items() if place == 1]
        return first[0] if len(first) == 1 else None


class Place(Value):
    """A side's standing: games won and played, points."""

    side: Side
    wins: int = 0
    played: int = 0
    points: int = 0
    moved: Annotated[
        int, Meta(description="In a ladder: number of rungs climbed in the last game; negative for rungs lost.")
    ] = 0


class Stand(Value):
    """A tournament's standings: the sides in order, the games that counted, and the winner."""

    places: tuple[Place, ...]
    counted: tuple[Won, ...]
    winner: Side | None = None


class SideResult(Value):
    """A side's points and place in a game."""

    side: Side
    points: int
    place: int


class CountedGame(Value):
    """A game that counted, as the API shows it."""

    id: int
    game: str
    winner: Annotated[Side | None, Meta(description="Side that won; null if several tied for first place.")]
    sides: tuple[SideResult, ...]


class DescribedTournament(Value, kw_only=True):
    """A tournament and its standings, as the API shows them."""

    id: int
    kind: Kind
    title: str | None
    games: Annotated[tuple[str, ...], Meta(description="Games that count; empty if all do.")]
    players: tuple[str, ...]
    best_of: Annotated[int | None, Meta(description="Number of games in a best-of series; null for a ladder.")]
    begun_at: str
    places: Annotated[tuple[Place, ...], Meta(description="Standings, starting with the leader.")]
    counted: Annotated[tuple[CountedGame, ...], Meta(description="The games that counted, oldest first.")]
    winner: Annotated[Side | None, Meta(description="Side that has won the tournament; null if none has yet.")]


def stand(of: Tournament, games: Iterable[tuple[int, Summary]]) -> Stand:
    """Return the standings after the given games, which are sorted oldest first."""
    counted = [won for game_id, summary in games if (won := _counted(of, game_id, summary)) is not None]
    return _ladder(of, counted) if of.kind == "ladder" else _best_of(of, counted)


def _counted(of: Tournament, game_id: int, summary: Summary) -> Won | None:
    """Return a game's result for a tournament; None if the game does not count."""
    if summary.termination != "completed" or (of.games and summary.game not in of.games):
        return None
    there = {name: seat for seat, name in summary.people.items()}
    if of.kind == "best_of" and there.keys() != set(of.players):
        return None
    sides = [side for side in of.sides if set(side) <= there.keys()]
    if of.kind == "ladder":
        known = {name for side in of.sides for name in side}
        sides += [(name,) for name in there if name not in known]
    if len(sides) < 2 or game_id <= of.since:
        return None
    points = {side: sum(summary.totals[there[name]] for name in side) for side in sides}
    return Won(game_id, summary.game, points, _places(summary, {side: [there[n] for n in side] for side in sides}))


def _places(summary: Summary, seats: Mapping[Side, Sequence[int]]) -> Mapping[Side, int]:
    """Return each side's place, by points; without teams, winners come first."""
    sign = 1 if summary.few_points_win else -1
    teams = any(len(of) > 1 for of in seats.values())
    worth = {
        side: (not teams and of[0] not in summary.winners, sign * sum(summary.totals[seat] for seat in of))
        for side, of in seats.items()
    }
    return {side: 1 + sum(other < mine for other in worth.values()) for side, mine in worth.items()}


def _best_of(of: Tournament, games: Sequence[Won]) -> Stand:
    places = {side: Place(side) for side in of.sides}
    for at, won in enumerate(games, start=1):
        _count(places, won)
        leader = _leader(places.values(), left=max(0, of.best_of - at))
        if leader is not None:
            return Stand(_ranked(places.values()), tuple(games[:at]), leader)
    return Stand(_ranked(places.values()), tuple(games))


def _leader(places: Iterable[Place], left: int) -> Side | None:
    """Return the side that leads by more games than are left. If the last game leaves a tie, play continues."""
    first, second, *_ = sorted(places, key=lambda one: -one.wins)
    return first.side if first.wins - second.wins > left else None


def _ranked(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda one: -one.wins))


def _ladder(of: Tournament, games: Sequence[Won]) -> Stand:
    rungs = [*of.sides]
    places = {side: Place(side) for side in rungs}
    for won in games:
        for side in won.places:
            if side not in places:
                rungs.append(side)
                places[side] = Place(side)
        held = [at for at, side in enumerate(rungs) if side in won.places]
        there = sorted((rungs[at] for at in held), key=lambda side: won.places[side])  # tied sides keep their order
        before = {side: at for at, side in enumerate(rungs)}
        for at, side in zip(held, there, strict=True):
            rungs[at] = side
        _count(places, won)
        for at, side in enumerate(rungs):
            places[side] = replace(places[side], moved=before[side] - at)
    return Stand(tuple(places[side] for side in rungs), tuple(games))


def _count(places: dict[Side, Place], won: Won) -> None:
    for side, points in won.points.items():
        was = places[side]
        wins = was.wins + (won.winner == side)
        places[side] = replace(was, wins=wins, played=was.played + 1, points=was.points + points)


# -- stored in the archive, with the host's other settings


def known(archive: Archive) -> list[Tournament]:
    """Return all tournaments, latest first."""
    return [convert(body, Tournament) for body in archive.wish(_NOTED) or ()]


def begin(archive: Archive, new: Tournament) -> Tournament:
    """Begin a tournament; later games count. Raise BadInput if its terms are invalid or too many tournaments exist."""
    _check(new)
    others = known(archive)
    if len(others) >= MOST_TOURNAMENTS:
        raise BadInput(
            say("there are {most_tournaments} tournaments already: end one first", most_tournaments=MOST_TOURNAMENTS)
        )
    number = 1 + max((one.id for one in others), default=0)
    begun = replace(new, id=number, since=archive.last_id())
    _note(archive, [begun, *others])
    return begun


def end(archive: Archive, number: int) -> None:
    """Delete a tournament; its games stay. Raise BadInput if no tournament has that number."""
    others = [one for one in known(archive) if one.id != number]
    if len(others) == len(known(archive)):
        raise BadInput(say("there is no tournament {number}", number=number))
    _note(archive, others)


def forget(archive: Archive, name: str) -> bool:
    """Forget a name in all tournaments; return whether any had it.

    The name is replaced as in games among the same people, so those games still count. On a ladder, a game with other
    people counts for the first `somebody` in the tournament.
    """
    before = known(archive)
    after = [_without(name, one) for one in before]
    if after != before:
        _note(archive, after)
    return after != before


def games_since(archive: Archive, since: int) -> list[tuple[int, Summary]]:
    """Return the games after number `since`, oldest first."""
    later = takewhile(lambda kept: kept.id > since, archive.each())
    return [(kept.id, kept.summary) for kept in later][::-1]


def described(of: Tournament, now: Stand) -> DescribedTournament:
    """Return a tournament and its standings."""
    return DescribedTournament(
        id=of.id,
        kind=of.kind,
        title=of.title,
        games=of.games,
        players=of.players,
        best_of=of.best_of if of.kind == "best_of" else None,
        begun_at=of.begun_at,
        places=now.places,
        counted=tuple(
            CountedGame(
                won.game_id,
                won.game,
                won.winner,
                tuple(SideResult(side, points, won.places[side]) for side, points in won.points.items()),
            )
            for won in now.counted
        ),
        winner=now.winner,
    )


def _check(new: Tournament) -> None:
    if len(set(new.players)) < len(new.players):
        raise BadInput(say("players: somebody is named twice"))
    if new.kind == "best_of" and new.best_of % 2 == 0:
        raise BadInput(say("best_of: expected an odd number, not {best_of}", best_of=new.best_of))
    members = [name for team in new.teams for name in team]
    if len(set(members)) < len(members) or not set(members) <= set(new.players):
        raise BadInput(say("teams: each player can be in one team, and has to be among the players"))
    if len(new.sides) < 2:
        raise BadInput(say("players: a tournament needs two sides at least"))


def _without(name: str, tournament: Tournament) -> Tournament:
    new = somebody(name, tournament.players)

    def of(names: Side) -> Side:
        return tuple(new if other == name else other for other in names)

    title = tournament.title and word(name).sub(new, tournament.title)
    return replace(tournament, players=of(tournament.players), teams=tuple(map(of, tournament.teams)), title=title)


def _note(archive: Archive, all_of_them: Sequence[Tournament]) -> None:
    archive.note(_NOTED, [to_builtins(one) for one in all_of_them])
