"""Counts games again, from nothing but what everybody was told: JSON objects, read by what their names mean.

It shares no line with the history that it is held against, nor with the events: who reads the docstrings of the events
could have written it with a pencil. Plain loops, on purpose.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

MOST_POINTS_WIN = {"mythology_go": True, "mito": False, "mytho": False, "nur_mut": False}


@dataclass
class Part:
    """What one player did in one game."""

    won: bool = False
    points: int = 0
    times_ms: list[float] = field(default_factory=list)
    missed: int = 0
    last: int = 0
    calls_right: int = 0
    calls_wrong: int = 0
    bluffs_told: int = 0
    bluffs_doubted: int = 0
    bluffs_found_out: int = 0


@dataclass
class Game:
    """One game: `names` and `robots` by seat, and everybody's part."""

    game: str
    names: dict[int, str]
    robots: dict[int, str]
    rounds: int
    totals: dict[int, int]
    winners: list[int]
    termination: str
    lasted_s: float
    parts: dict[int, Part]

    def who(self, seat: int) -> tuple[str, bool]:
        """Return under which name a seat is counted, and whether that is a kind of robots."""
        return (self.robots[seat], True) if seat in self.robots else (self.names[seat], False)


def game(facts: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]) -> Game:
    """Count one game."""
    first = facts[0]
    names = {seat: name for seat, name in enumerate(first["players"], start=1) if name is not None}
    robots = {int(seat): kind for seat, kind in first.get("robots", {}).items()}
    for fact in facts:
        if fact["fact"] == "robot_seated" and "kind" in fact:
            robots[fact["seat"]] = fact["kind"]
    stood = not_taken_back(events)
    totals, winners, termination = dict.fromkeys(names, 0), [], "abandoned"
    for event in stood:
        if event["event"] == "round_ended":
            for seat, points in event["scores"].items():
                totals[int(seat)] += points
        elif event["event"] == "game_aborted":
            termination = "aborted"
    for event in stood:
        if event["event"] == "game_ended":
            assert totals == {int(seat): points for seat, points in event["totals"].items()}, "rounds make the game"
            winners, termination = list(event["winners"]), "completed"
            best = max(totals.values()) if MOST_POINTS_WIN[first["game"]] else min(totals.values())
            assert all(totals[seat] == best for seat in winners)
    parts = {seat: Part(won=seat in winners, points=totals[seat]) for seat in names}
    for at, event in enumerate(stood):
        if event["event"] != "race_closed" or termination == "completed":  # a game that was ended early has no races
            count(event, stood[:at], parts)
    return Game(
        game=first["game"],
        names=names,
        robots=robots,
        rounds=sum(event["event"] == "round_ended" for event in stood),
        totals=totals,
        winners=winners,
        termination=termination,
        lasted_s=max(event["t"] for event in events),
        parts=parts,
    )


def not_taken_back(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return what still holds: `undone` takes everything back that came after `to_seq`, and itself says nothing."""
    holds: dict[int, Mapping[str, Any]] = {}
    for event in events:
        if event["event"] == "undone":
            for seq in [seq for seq in holds if seq > event["to_seq"]]:
                del holds[seq]
        else:
            holds[event["seq"]] = event
    return list(holds.values())


def count(event: Mapping[str, Any], before: Sequence[Mapping[str, Any]], parts: Mapping[int, Part]) -> None:
    """Count one event."""
    match event["event"]:
        case "race_closed" if event["race"] == "slap" and event["order"] is not None:
            for one in event["order"]:
                parts[one["seat"]].times_ms.append(one["at_ms"])
            for seat in event["missing"] or []:
                parts[seat].missed += 1
            if event["last"] is not None:
                parts[event["last"]].last += 1
        case "call_settled":  # Mito: the guard called, and the accused told the truth
            (*_, call) = (one for one in before if one["event"] == "call_made")
            caller, accused = parts[call["seat"]], parts[event["accused"]]
            accused.bluffs_doubted += 1
            if event["guilty"]:
                caller.calls_right += 1
                accused.bluffs_told += 1
                accused.bluffs_found_out += 1
            else:
                caller.calls_wrong += 1
        case "log_opened":  # Mito: who dropped cards as one, when the round is over; who was caught was counted then
            for slip in event["slipped"] or []:
                if slip["seat"] is not None and not was_caught(slip, before):
                    parts[slip["seat"]].bluffs_told += 1
        case "contest_settled":  # Mytho: a card that was laid face down was turned over
            challenger, player = parts[event["challenger"]], parts[event["player"]]
            player.bluffs_doubted += 1
            if event["truthful"]:
                challenger.calls_wrong += 1
            else:
                challenger.calls_right += 1
                player.bluffs_told += 1
                player.bluffs_found_out += 1
        case "accusation_settled" if event["accused"] is not None:  # Mythology GO: if it is null, nobody was accused
            if event["right"]:
                parts[event["seat"]].calls_right += 1
            else:
                parts[event["seat"]].calls_wrong += 1


def was_caught(slipped: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether somebody was found guilty when nothing that he had laid since was another card."""
    begins = max(at for at, event in enumerate(before) if event["event"] == "round_started")
    seat, told_as = slipped["seat"], slipped["cards"][0]
    for at, event in enumerate(before):
        if at > begins and event["event"] == "call_settled" and event["guilty"] and event["accused"] == seat:
            laid = [one["card"] for one in before[:at] if one["event"] == "card_played" and one["seat"] == seat]
            if laid and laid[-1] == told_as:
                return True
    return False


@dataclass
class Standing:
    """Somebody's parts in a game, over the years."""

    games: int = 0
    wins: int = 0
    points: int = 0
    races: int = 0
    median_ms: float | None = None
    best_ms: float | None = None
    last: int = 0
    calls_right: int = 0
    calls_wrong: int = 0
    bluffs_told: int = 0
    bluffs_doubted: int = 0
    bluffs_found_out: int = 0
    streak: int = 0
    longest_streak: int = 0


Who = tuple[str, bool]  # a name, and whether it is that of a kind of robots


def standings(played: Iterable[Game]) -> dict[Who, dict[str, Standing]]:
    """Sum up games, the oldest first: by who played, then by game."""
    parts: dict[Who, dict[str, list[tuple[Part, bool]]]] = {}
    for game in played:
        for seat, part in game.parts.items():
            of = parts.setdefault(game.who(seat), {})
            of.setdefault(game.game, []).append((part, game.termination == "completed"))
    return {who: {name: _summed(some) for name, some in of.items()} for who, of in parts.items()}


def _summed(parts: Sequence[tuple[Part, bool]]) -> Standing:
    standing = Standing()
    slaps: list[float] = []
    wins = ""
    for part, ended in parts:
        if ended:
            standing.games += 1
            standing.wins += part.won
            standing.points += part.points
            wins += "w" if part.won else " "
        slaps += part.times_ms
        standing.races += len(part.times_ms) + part.missed
        standing.last += part.last
        standing.calls_right += part.calls_right
        standing.calls_wrong += part.calls_wrong
        standing.bluffs_told += part.bluffs_told
        standing.bluffs_doubted += part.bluffs_doubted
        standing.bluffs_found_out += part.bluffs_found_out
    slaps.sort()
    if slaps:
        half = len(slaps) // 2
        standing.median_ms = slaps[half] if len(slaps) % 2 else (slaps[half - 1] + slaps[half]) / 2
        standing.best_ms = slaps[0]
    standing.longest_streak = max(map(len, wins.split()), default=0)
    standing.streak = len(wins) - len(wins.rstrip("w"))
    return standing


Strength = tuple[float, float]


def strengths(played: Iterable[Game]) -> list[dict[int, Strength]]:
    """Return for each game, in order, how strong each seat is after it: mu and sigma, as OpenSkill has them.

    People are rated among people, robots among robots. Of several robots of a kind in a game the mean is what counts.
    """
    model = PlackettLuce()
    now: dict[tuple[Who, str], Strength] = {}
    after: list[dict[int, Strength]] = []
    for game in played:
        for robots in (False, True):
            seats = [seat for seat in game.names if (seat in game.robots) is robots]
            if game.termination == "completed" and len(seats) > 1:
                teams = [[model.rating(*_of(now, game, seat))] for seat in seats]
                rated = model.rate(teams, ranks=[float(_place(game, seat)) for seat in seats])
                new: dict[tuple[Who, str], list[Any]] = {}
                for seat, (rating,) in zip(seats, rated, strict=True):
                    new.setdefault((game.who(seat), game.game), []).append(rating)
                for key, several in new.items():
                    mu = sum(rating.mu for rating in several) / len(several)
                    now[key] = mu, sum(rating.sigma for rating in several) / len(several)
        after.append({seat: _of(now, game, seat) for seat in game.names})
    return after


def _of(now: Mapping[tuple[Who, str], Strength], one: Game, seat: int) -> Strength:
    return now.get((one.who(seat), one.game), (25.0, 25.0 / 3.0))


def _place(game: Game, seat: int) -> int:
    """Return what is lower the better a seat did: winners first, the others by their points."""
    if seat in game.winners:
        return -1_000_000
    return -game.totals[seat] if MOST_POINTS_WIN[game.game] else game.totals[seat]
