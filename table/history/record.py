"""The record of a finished game: its facts and the public events of each. Compressed, it takes about ten kilobytes."""

import json
import zlib
from collections.abc import Mapping
from functools import cached_property, lru_cache

from table import facts, games
from table.complaints import BadInput
from table.event import Delivered
from table.facts import Fact, GameStarted
from table.saying import restored, stored
from table.values import Json, Value

_LEVEL = 9  # a game is compressed once, and read for years
_MOST_BYTES = 64_000_000  # limit for one record as JSON: a hundred times the size of a long game
_RECENT = 8  # records that stay unpacked, because people who look at a game ask for it many times
_PARTS = ("facts", "told", "of", "kept")


class Record(Value, dict=True):
    """A game: the JSON of its `facts`, its public `events` and, in `of`, the number of the fact behind each event.

    `kept` lists the numbers of facts from which newer rules applied, as in the journal; unless it is empty, a replay
    gives different events.
    """

    facts: tuple[str, ...]
    events: tuple[Mapping[str, Json], ...]
    of: tuple[int, ...]
    kept: tuple[int, ...] = ()

    @cached_property
    def delivered(self) -> tuple[Delivered, ...]:
        """The public events, as instances of their classes."""
        kinds = games.events_of(self.started.game)
        return tuple(Delivered.read(one, kinds) for one in self.events)

    @property
    def started(self) -> GameStarted:
        """The game's first fact. Raise BadInput if it is not `game_started`."""
        first = facts.parse(self.facts[0]) if self.facts else None
        if not isinstance(first, GameStarted):
            raise BadInput("a game begins with the fact game_started")
        return first

    def parsed(self) -> list[Fact]:
        """Return all facts, in order. Raise BadInput if a fact cannot be read."""
        return [facts.parse(body) for body in self.facts]

    def packed(self) -> bytes:
        """Return the record as compressed bytes."""
        return zlib.compress(self.plain().encode(), _LEVEL)

    def plain(self) -> str:
        """Return the record as JSON."""
        parts = {"facts": [json.loads(body) for body in self.facts], "told": stored(self.events), "of": self.of}
        return json.dumps(parts | {"kept": self.kept}, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=_RECENT)
def unpacked(packed: bytes) -> Record:
    """Unpack a record; the latest ones are cached. Raise BadInput if it is damaged."""
    try:
        return from_plain(plain_of(packed).decode())
    except UnicodeDecodeError as error:
        raise BadInput(f"the record of a game is damaged: {error}") from None


def plain_of(packed: bytes) -> bytes:
    """Return the JSON of a record. Raise BadInput if it is damaged or implausibly large."""
    packer = zlib.decompressobj()
    try:
        plain = packer.decompress(packed, _MOST_BYTES)
    except zlib.error as error:
        raise BadInput(f"the record of a game is damaged: {error}") from None
    if not packer.eof:
        raise BadInput("the record of a game is damaged: it has no end")
    return plain


def from_plain(text: str) -> Record:
    """Parse a record from JSON. Raise BadInput if it is invalid."""
    try:
        parts = json.loads(text)
        bodies, events, of, kept = (parts[name] for name in _PARTS)
        return Record(tuple(json.dumps(body) for body in bodies), tuple(restored(events)), tuple(of), tuple(kept))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadInput(f"the record of a game is damaged: {error!r}") from None
