"""The public views of all tables in a club, held only in memory because the broker retains them.

A tile shows the parts of a table's view that are legible from afar; it contains only the fields listed in this module.
"""

import time
from collections.abc import Mapping
from threading import Condition, RLock
from typing import Any

from cardtable_club.hub.heard import Status
from cardtable_club.publishing.address import Place
from table.values import Value, replace

MOST_TABLES = 20_000
_POLL_S = 0.1
_SHOWN = ("game", "title", "round", "turn", "prompt", "headline", "over", "game_id", "auto")
_OF_A_SEAT = ("seat", "name", "score", "robot")
_MOST_LETTERS = 400


class Seen(Value):
    """The state of a table. `number` is the number of its latest change, `heard_s` when it arrived (monotonic)."""

    place: Place
    number: int = 0
    status: Status | None = None
    picture: Mapping[str, Any] | None = None
    heard_s: float = 0.0

    @property
    def is_there(self) -> bool:
        """Whether the table is online."""
        return self.status is not None and self.status.state == "online"

    @property
    def tile(self) -> dict[str, Any]:
        """The table's tile, as a JSON object."""
        picture = self.picture or {}
        seats = picture.get("seats")
        return {
            "club": self.place.club,
            "table": self.place.table,
            "online": self.is_there,
            "since": None if self.status is None else self.status.since,
            "version": None if self.status is None else self.status.version,
            **{name: _short(picture.get(name)) for name in _SHOWN},
            "seats": [_seat(one) for one in seats[:16]] if isinstance(seats, list) else [],
            "tops": _tops(picture.get("piles"), picture.get("labels")),
            "news": _news(picture.get("news")),
        }


class Now(Value):
    """The wall with the number of its latest change, as a snapshot for streams."""

    number: int
    wall: "Wall"


class Wall:
    """All tables of a club. Thread-safe; streams follow it like a board, with `snapshot` and `wait`."""

    def __init__(self) -> None:
        self._changed = Condition(RLock())
        self._seen: dict[Place, Seen] = {}
        self._gone: dict[Place, int] = {}
        self.number = 0
        self.closed = False
        self.away: str | None = None  # why the broker is disconnected; None while it is connected
        self._now = Now(0, self)
        self._told_s = 0.0

    @property
    def snapshot(self) -> Now:
        """The current snapshot; the same object as long as nothing changes."""
        with self._changed:
            if self._now.number != self.number:
                self._now = Now(self.number, self)
            return self._now

    def tables(self, since: int = 0) -> list[Seen]:
        """Return the tables that changed after change number `since`, sorted by club and name."""
        with self._changed:
            found = [one for one in self._seen.values() if one.number > since]
        return sorted(found, key=lambda one: (one.place.club, one.place.table))

    def gone(self, since: int) -> list[Place]:
        """Return the tables that left the club after change number `since`."""
        with self._changed:
            return [place for place, number in self._gone.items() if number > since]

    def find(self, place: Place) -> Seen | None:
        """Return a table, or None if it is unknown."""
        return self._seen.get(place)

    def there(self) -> frozenset[Place]:
        """Return the online tables."""
        with self._changed:
            return frozenset(place for place, one in self._seen.items() if one.is_there)

    def wait(self, number: int, timeout: float) -> Now:
        """Wait for a change after `number`, for at most `timeout` seconds; return at most ten times a second."""
        with self._changed:
            self._changed.wait_for(lambda: self.number > number or self.closed, timeout)
            rest_s = self._told_s + _POLL_S - time.monotonic()
            if rest_s > 0:
                self._changed.wait_for(lambda: self.closed, rest_s)
            self._told_s = time.monotonic()
        return self.snapshot

    def take_status(self, place: Place, status: Status | None, now_s: float) -> bool:
        """Update a table's status; None means the table left the club. Return whether it has just come online."""
        with self._changed:
            if status is None:
                if self._seen.pop(place, None) is not None:
                    self.number += 1
                    self._gone[place] = self.number
                    self._gone = dict([*self._gone.items()][-MOST_TABLES:])
                    self._changed.notify_all()
                return False
            before = self._seen.get(place)
            shown = status.model_copy(update={"games": {}})
            if before is not None and before.status == shown:
                return False
            self._put(replace(before or Seen(place), status=shown, heard_s=now_s))
            return status.state == "online"

    def take_picture(self, place: Place, picture: Mapping[str, Any], now_s: float) -> None:
        """Update a table's public view; an empty view of an unknown table is ignored."""
        with self._changed:
            if not picture and place not in self._seen:
                return
            self._put(replace(self._seen.get(place) or Seen(place), picture=picture, heard_s=now_s))

    def broker_is(self, away: str | None) -> None:
        """Record why the broker is disconnected, or with None, that it is connected."""
        with self._changed:
            if away != self.away:
                self.away = away
                self.number += 1
                self._changed.notify_all()

    def close(self) -> None:
        """Close the wall, and wake all waiting threads."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _put(self, seen: Seen) -> None:
        if seen.place not in self._seen and len(self._seen) >= MOST_TABLES:
            return
        self.number += 1
        self._gone.pop(seen.place, None)
        self._seen[seen.place] = replace(seen, number=self.number)
        self._changed.notify_all()


def _short(given: Any) -> Any:
    return given[:_MOST_LETTERS] if isinstance(given, str) else given if isinstance(given, bool | int) else None


def _seat(of: Any) -> dict[str, Any]:
    return {name: _short(of.get(name)) if isinstance(of, dict) else None for name in _OF_A_SEAT}


def _tops(piles: Any, labels: Any) -> list[str]:
    """Return the names of the top cards of up to four piles."""
    if not isinstance(piles, dict) or not isinstance(labels, dict):
        return []
    codes = [pile.get("top") for pile in piles.values() if isinstance(pile, dict)]
    found = [labels.get(code) for code in codes if isinstance(code, str)]
    return [str(label)[:60] for label in found if label][:4]


def _news(news: Any) -> str | None:
    latest = news[0] if isinstance(news, list) and news else None
    said = latest.get("said") if isinstance(latest, dict) else None
    return said[:_MOST_LETTERS] if isinstance(said, str) else None
