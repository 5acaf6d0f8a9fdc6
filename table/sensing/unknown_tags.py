"""Tags that belong to no deck: the aliases they have this evening, and which of them people are being asked about.

Only `table.tagging` gets their UIDs. People, pages and the journal get an alias, which means nothing on another
evening.
"""

import secrets
from collections.abc import Callable
from hashlib import blake2s
from typing import NamedTuple

from table.complaints import BadInput
from table.facts import PHONE, is_made_up
from table.saying import say

_FOREIGN = "ff"  # the first byte of an alias; no tag manufacturer has this code
_MOST = 9  # how many cards people are asked about at once; older questions are dropped


class Unknown(NamedTuple):
    """A card that people are asked about: its alias, and the zone that it touched."""

    alias: str
    zone: str


class UnknownTags:
    """The unknown cards of one evening. `is_known` returns whether a UID belongs to a card in any deck."""

    def __init__(self, is_known: Callable[[bytes], bool] = lambda _: False) -> None:
        self._is_known = is_known
        self._key = secrets.token_bytes(16)
        self._ignored: set[bytes] = set()
        self._asked: dict[str, tuple[bytes, str]] = {}
        self._last: dict[str, str] = {}

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """The cards that people are asked about, newest last."""
        return tuple(Unknown(alias, zone) for alias, (_, zone) in self._asked.items())

    def alias(self, uid: bytes) -> str:
        """Return the alias of an unknown card, which identifies it only this evening."""
        if is_made_up(uid.hex()):
            return PHONE
        return _FOREIGN + blake2s(uid, key=self._key, digest_size=3).hexdigest()

    def is_nameless(self, uid: bytes) -> bool:
        """Return whether people could name a card: it is not a phone, belongs to no deck, and has not been ignored."""
        return not (is_made_up(uid.hex()) or uid in self._ignored or self._is_known(uid))

    def ask(self, uid: bytes, zone: str) -> None:
        """Ask people which card this is, and remember it as the last card read on its zone."""
        alias = self.alias(uid)
        self._asked.pop(alias, None)
        self._asked[alias] = (uid, zone)
        self._last[zone] = alias
        for old in list(self._asked)[:-_MOST]:
            del self._asked[old]

    def pass_by(self, zone: str) -> None:
        """Record that something else was read on a zone, or that the card there has left."""
        self._last.pop(zone, None)

    def uid(self, alias: str) -> bytes:
        """Return the UID of a card that people are asked about. Raise BadInput if they are not asked about it."""
        if alias not in self._asked:
            raise BadInput(say("nobody is asked about that card any more"))
        return self._asked[alias][0]

    def answered(self, alias: str) -> str | None:
        """Stop asking about a card; return its zone if no other card has been read there since, otherwise None."""
        _, zone = self._asked.pop(alias)
        return zone if self._last.get(zone) == alias else None

    def ignore(self, alias: str) -> None:
        """Stop asking about a card this evening. Raise BadInput if nobody is being asked about it."""
        self._ignored.add(self.uid(alias))
        del self._asked[alias]

    def forget_questions(self) -> None:
        """Drop all questions, because another game is beginning."""
        self._asked.clear()
        self._last.clear()
