"""Tables of a club as they are heard on the broker, without chips: what they say is made up."""

import json
from typing import Any
from uuid import UUID, uuid5

from club.tests.publishing.broker import Ears

GAMES = UUID("00000000-0000-0000-0000-000000000001")


def game_of(number: int, table: str = "kitchen") -> str:
    return str(uuid5(GAMES, f"{table}/{number}"))


def event(seq: int, event: str = "turn_started", **more: Any) -> dict[str, Any]:
    return {"seq": seq, "t": float(seq), "at": "2026-01-02T03:04:05.000+00:00", "event": event, **more}


def summary(game: str, *names: str | None, ended: str = "2026-01-02T04:00:00+00:00", **more: Any) -> dict[str, Any]:
    """A game that ended; the first one has won it, by many points."""
    seats = [str(seat) for seat, name in enumerate(names, start=1) if name is not None]
    return {
        "id": game, "game": "mytho", "kind": "people", "players": list(names),
        "started_at": "2026-01-02T03:00:00+00:00", "ended_at": ended, "rounds": 2,
        "totals": {seat: 30 - 10 * at for at, seat in enumerate(seats)}, "winners": [int(seats[0])], "robots": {},
        "termination": "completed", "lasted_s": 3600.0, "events": 3,
    } | more  # fmt: skip


class FakeTable:
    """A table that says what a test wants it to."""

    def __init__(self, ears: Ears, name: str = "kitchen", club: str = "riverside") -> None:
        self._ears = ears
        self.base = f"cardtable/{club}/{name}"
        self.name = name

    def says(self, topic: str, said: Any, *, retain: bool = False) -> None:
        payload = said if isinstance(said, bytes) else json.dumps(said).encode()
        self._ears.says(f"{self.base}/{topic}", payload, retain=retain)

    def is_there(self, state: str = "online", **games: int) -> None:
        status = {"state": state, "version": "1.0.0", "since": "2026-01-02T03:00:00.000+00:00", "games": games}
        self.says("status", status, retain=True)

    def tells(self, game: str, *seqs: int) -> None:
        for seq in seqs:
            self.says(f"events/{game}", event(seq))

    def finishes(self, game: str, *names: str | None, **more: Any) -> dict[str, Any]:
        over = summary(game, *names, **more)
        self.says(f"games/{game}", over, retain=True)
        return over

    def plays(self, number: int, *names: str | None, **more: Any) -> str:
        """Play a whole game; return its UUID."""
        game = game_of(number, self.name)
        self.tells(game, 1, 2, 3)
        self.finishes(game, *names, **more)
        return game
