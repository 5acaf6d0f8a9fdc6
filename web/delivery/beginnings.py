"""What a seat by ear can do outside a game: give a name, begin the same game again, or another one.

It offers what the start page and the end of a game offer to eyes. Pure.
"""

from collections.abc import Collection, Iterator

from table import ai, games
from table.board import GameSnapshot, Snapshot
from table.facts import RobotKind
from table.saying import many, say
from web.delivery.offered import Heard, Offer, OfferStep
from web.delivery.room import Around

GAMES, QUICK, NAME = "/api/v1/games", "/api/v1/quick", "/api/v1/seats/{seat}/name"
_USUAL: RobotKind = "easy"
_MOST_ROBOTS = 4  # more of them are not offered by ear, if the game does not need them


def beginnings(snapshot: Snapshot, seat: int, seats: Collection[int], around: Around) -> Heard:
    """Return what a seat outside a game can do; `seats` are the table's."""
    waits = snapshot.table.gathering
    if snapshot.game.is_there and not snapshot.game.household:
        if seat in around.coming:
            return Heard((say("{who}, you are in the next game.", who=around.coming[seat]),))
        return Heard((say("You are not in this game."),), offers=(_named(seat),))
    if waits is not None and seat in waits.names:
        hand = (say("{who}, you are in.", who=waits.names[seat]),)
        return Heard(hand, offers=tuple(_begun(snapshot.game, seat, seats, around)))
    named = (_named(seat),) if waits is not None else ()
    return Heard((say("No game is on."),), offers=(*named, *_begun(snapshot.game, seat, seats, around)))


def _named(seat: int) -> Offer:
    """Return a suggested name; people can type another one on the page."""
    name = say("Guest {seat}", seat=seat)
    return Offer(say("Join as {who}", who=name), (OfferStep(NAME.format(seat=seat), {"name": name}),))


def _begun(game: GameSnapshot, seat: int, seats: Collection[int], around: Around) -> Iterator[Offer]:
    people = len({seat, *around.taken})
    if game.view().over and not game.household:
        yield Offer(say("Play again"), (OfferStep(GAMES, {}),))
    me = _people(game)[seat - 1] if seat <= len(game.view().seats) else None
    ways = {name: tuple(_with_robots(game, name, people, len(seats), me)) for name in games.names()}
    offered = tuple(Offer(games.find(name).title, then=then) for name, then in ways.items() if then)
    if offered:
        yield Offer(say("Begin a game"), then=offered)


def _with_robots(game: GameSnapshot, name: str, people: int, seats: int, me: str | None) -> Iterator[Offer]:
    """Offer a game with as many robots as it needs, and more while there is room; or for people alone.

    Whoever asks stays who they were, `me`.
    """
    found = games.find(name)
    least, most = max(found.fewest_seats - people, 0), min(found.most_seats, seats) - people
    if name not in ai.names():
        if least == 0 <= most:
            yield Offer(say("Without robots"), (OfferStep(GAMES, {"game": name, "players": _people(game)}),))
        return
    kind = next(iter(game.robots.values()), _USUAL)
    for count in range(least, min(most, max(least, _MOST_ROBOTS)) + 1):
        text = many("With {count} robot", "With {count} robots", count) if count else say("Without robots")
        named = {} if me is None else {"name": me}
        yield Offer(text, (OfferStep(QUICK, {"game": name, "robots": count, "kind": kind, **named}),))


def _people(game: GameSnapshot) -> list[str | None]:
    """Return who sits where, without robots."""
    return [None if one.seat in game.robots else one.name for one in game.view().seats]
