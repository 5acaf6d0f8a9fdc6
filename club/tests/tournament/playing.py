"""A tournament that is played by chance: who comes, who wins, who leaves."""

import random
from collections.abc import Sequence

from cardtable_club.tournament.entries import AnyEntry, At, Begun, Joined, Paired, Resulted, Withdrew
from cardtable_club.tournament.state import Tournament
from cardtable_club.tournament.swiss import next_round

TABLES = tuple(At(club="riverside", table=f"table-{number}") for number in range(1, 40))


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret


def begun(players: int, most: int = 2, fewest: int = 2, rounds: int = 7, seed: int = 1) -> Begun:
    names = tuple(f"P{number}" for number in range(1, players + 1))
    return Begun(title="Open", players=names, most=most, fewest=fewest, rounds=rounds, tables=TABLES, seed=seed)


def played(agreed: Begun, chance: random.Random, *, absent: float = 0.05, comes: float = 0.0) -> list[AnyEntry]:
    """The log of a whole tournament: so many of those who are paired do not come, others join and leave."""
    log: list[AnyEntry] = [agreed]
    for number in range(1, agreed.rounds + 1):
        if chance.random() < comes:
            log.append(Joined(name=f"Late{number}"))
        active = Tournament.of(log).active
        if chance.random() < comes and len(active) > agreed.fewest:
            log.append(Withdrew(name=chance.choice(active)))
        paired = next_round(Tournament.of(log))
        log += [paired, *results(number, paired, chance, absent)]
    return log


def results(number: int, paired: Paired, chance: random.Random, absent: float) -> Sequence[Resulted]:
    found = []
    for table, pairing in enumerate(paired.tables, start=1):
        there = [name for name in pairing.players if chance.random() >= absent]
        chance.shuffle(there)
        places = {name: place for place, name in enumerate(there, start=1)}
        if len(there) > 1 and chance.random() < 0.2:
            places[there[1]] = 1  # a draw for the first place
        found.append(Resulted(round=number, table=table, places=places, game=f"{number}/{table}"))
    return found
