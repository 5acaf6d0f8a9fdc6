"""Emulated hands hold what the table counts after every event of games with robots, whoever takes back what."""

from random import Random

import pytest

from table import games
from table.keeping.journal import Journal
from tests.robots.persons import LEAST, Person, does_the_least
from tests.robots.room import Room, luck

FOR_CHILDREN = ("mito", "mytho", "nur_mut", "mythology_go")
SHORT_S, LONG_S = 25, 200
SEEDS = {
    "mytho": (1, 5, 6, 7, 27),  # where several cards lie wrong on a pile, robots' among them
    "mythology_go": (1, 3, 5, 9, 14),  # where a turn ends while a spell is taken back, and what is destroyed stays
}
# What a game does in its first moments, in `make test`, and whole games; in some a person lays and takes back anything.
GAMES = [pytest.param(game, seed, SHORT_S, True) for game, seed in (("mito", 5), ("nur_mut", 5), ("mytho", 10))]
GAMES += [
    pytest.param(game, seed, LONG_S, game in FOR_CHILDREN, marks=pytest.mark.long)
    for game in LEAST
    for seed in SEEDS.get(game, (5,))
]


def takes_back(person: Person, chance: Random) -> None:
    """Take a card back that one laid, whoever has gone on since: the table may say no."""
    held = person.room.table.people.held
    laid = [card for one in held.laid if one.seat == person.seat for card in one.cards if held.zone_of(card)]
    if laid:
        person.phone.asks("hands", do="take", seat=person.seat, card=chance.choice(laid[-2:]))


@pytest.mark.parametrize(("game", "seed", "longest_s", "anything"), GAMES)
def test_hands_hold_what_the_table_counts(
    journal: Journal, game: str, seed: int, longest_s: float, anything: bool
) -> None:
    robots, chance = max(2, games.find(game).fewest_seats - 1), Random(seed)  # noqa: S311
    with luck(seed):
        room = Room(journal, game, seats=robots + 1, seed=seed)
        asked = room.phone.asks("quick", game=game, robots=robots, kind="easy", name="Ana")
        person = Person(room, room.phone, asked.get_json()["seats"][0])
        while not room.view["over"] and room.clock.now_ns() < longest_s * 1e9:
            lays_something(person, chance) if anything and chance.random() < 0.3 else does_the_least(person)
            room.runs(chance.choice((100, 400, 1500)))
            takes_back(person, chance) if anything else None

    assert len(room.events) > 10
    assert room.differing == []


def lays_something(person: Person, chance: Random) -> None:
    """Lay any card anywhere, as a child does."""
    piles = [zone for zone in person.view["piles"] if person.hand]
    if piles and not room_deals(person.room):
        card = chance.choice(person.hand)
        person.phone.asks("hands", do="lay", seat=person.seat, cards=[card], zone=chance.choice(piles))


def room_deals(room: Room) -> bool:
    """Whether nothing has been dealt yet."""
    return room.is_to_deal
