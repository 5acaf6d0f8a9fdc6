"""Hundreds of phones: each follows the stream in its own language, disappears, and reconnects where it left off.

They read from the same generators as phones over HTTP. Once a phone has received an event under a number,
every other phone must receive the same text under that number, whenever it connects and whatever happened to the table.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from table import languages
from table.board import Snapshot
from table.games.game import HOST, PUBLIC
from web.delivery.stream import Rendering, StreamBody, stream

_FOREVER_S = 1e9
_KEPT = 64  # many phones get the same data at one poll
_OFTEN = 0.85  # this share of the phones shows the public view

Log = tuple[int | None, str, str]  # a game, an audience, a language


@lru_cache(_KEPT)
def messages(news: bytes) -> tuple[tuple[str, str], ...]:
    """Split the data of a stream into the names and data of its messages."""
    found = []
    for message in news.decode().split("\n\n"):
        fields = dict(line.partition(": ")[::2] for line in message.splitlines())
        if "data" in fields:
            found.append((fields.get("event", ""), fields["data"]))
    return tuple(found)


@lru_cache(_KEPT)
def _number(data: str) -> int:
    number: int = json.loads(data)["seq"]
    return number


@lru_cache(_KEPT)
def _game(data: str) -> int | None:
    game: int | None = json.loads(data)["game_id"]
    return game


@dataclass
class Phone:
    """A phone: its stream, its game, and the number of the last event that it received."""

    audience: str
    language: str
    game: int | None = None
    last: int | None = None
    body: StreamBody | None = None
    greeted: bool = False  # whether it has received a snapshot since it connected

    def comes(self, poll: Rendering) -> Iterator[tuple[str, str]]:
        """Open the stream; yield its first messages."""
        self.greeted = False
        self.body = stream(
            self.audience,
            self.last,
            language=languages.find(self.language),
            may=lambda: True,
            gone=lambda: False,
            heartbeat_s=_FOREVER_S,
            lifetime_s=_FOREVER_S,
        )
        return self.looks(poll)

    def looks(self, poll: Rendering) -> Iterator[tuple[str, str]]:
        """Yield the new messages of the stream; none while it is closed."""
        if self.body is not None:
            with suppress(StopIteration):
                yield from messages(self.body.send(poll))

    def vanishes(self) -> None:
        """Close the stream."""
        if self.body is not None:
            self.body.close()
            self.body = None


@dataclass
class Crowd:
    """All phones of an evening and their events. `wrong` holds the kinds and texts of violations."""

    chance: Random
    seats: int
    phones: list[Phone] = field(default_factory=list)
    announced: dict[Log, dict[int, str]] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    heard: int = 0
    _poll: Rendering | None = None

    def grows(self, number: int) -> None:
        """Add `number` new phones."""
        codes = languages.codes()
        others = [HOST, *(f"seat:{seat}" for seat in range(1, self.seats + 1))]
        for _ in range(number):
            audience = PUBLIC if self.chance.random() < _OFTEN else self.chance.choice(others)
            self.phones.append(Phone(audience, self.chance.choice(codes), last=0))

    def looks(self, snapshot: Snapshot) -> None:
        """Send every phone what is new in a snapshot."""
        self._poll = poll = Rendering(snapshot, self._poll)
        for phone in self.phones:
            received = phone.comes(poll) if phone.body is None else phone.looks(poll)
            self._hears(phone, received)

    def churns(self, leaves: int) -> None:
        """Disconnect some phones: half of them will return where they left off, and new ones replace the others."""
        for phone in self.chance.sample(self.phones, min(leaves, len(self.phones))):
            phone.vanishes()
            if self.chance.random() < 0.5:
                self.phones.remove(phone)
                self.grows(1)

    def scatters(self) -> None:
        """Close every stream, because the table is down."""
        self._poll = None
        for phone in self.phones:
            phone.vanishes()

    def asks_anew(self, snapshot: Snapshot) -> None:
        """Request all events again, for every audience and language seen so far; record missing events as lost."""
        poll = Rendering(snapshot)
        for audience, language in {(log[1], log[2]) for log in self.announced}:
            phone = Phone(audience, language, last=0)
            self._hears(phone, phone.comes(poll))
            phone.vanishes()
            known = self.announced.get((snapshot.game.game_id, audience, language), {})
            if (missing := len(known) - (phone.last or 0)) > 0:
                self.wrong.append(("lost", f"{missing} of {len(known)} events for {audience} in {language}"))

    def forgets(self, game_id: int) -> None:
        """Forget a game's events, because some were lost and the table reported that."""
        for log in [log for log in self.announced if log[0] == game_id]:
            del self.announced[log]
        for phone in self.phones:
            phone.game, phone.last = None, 0

    def check_written(self, game_id: int, written: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """Compare the events delivered in English with those in the journal."""
        for audience in (PUBLIC, HOST):
            received, there = self.announced.get((game_id, audience, "en"), {}), written.get(audience, [])
            for number, data in received.items():
                event = {name: value for name, value in json.loads(data).items() if name != "said"}
                if number > len(there) or json.loads(json.dumps(there[number - 1])) != event:
                    self.wrong.append(("unwritten", f"event {number} of game {game_id} for {audience}: {data}"))

    def _hears(self, phone: Phone, received: Iterator[tuple[str, str]]) -> None:
        for name, data in received:
            if name == "picture" and self._is_lost(phone, _game(data)):
                phone.vanishes()
                return
            if name == "":
                self._is_told(phone, _number(data), data)

    def _is_lost(self, phone: Phone, game: int | None) -> bool:
        """Record a phone's game; return whether it has returned to find a different one and must start over."""
        was_away, before = not phone.greeted and bool(phone.last), phone.game
        phone.greeted = True
        if game == before:
            return False
        phone.game, phone.last = game, 0
        return was_away

    def _is_told(self, phone: Phone, number: int, data: str) -> None:
        if number != (phone.last or 0) + 1:
            text = f"a phone received event {number} after {phone.last}, {phone.audience}, game {phone.game}"
            self.wrong.append(("lost", text))
        phone.last = number
        known = self.announced.setdefault((phone.game, phone.audience, phone.language), {})
        self.heard += 1
        if known.setdefault(number, data) != data:
            self.wrong.append(("changed", f"{known[number]} is now {data}"))
