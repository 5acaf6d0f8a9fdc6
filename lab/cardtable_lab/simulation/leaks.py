"""Finds leaked secrets: searches all views and events for cards that their audience may not know."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from cardtable_lab.simulated import Population
from cardtable_lab.simulated.comparing import Finding
from table.board import GameSnapshot
from table.games.game import SEALED
from table.values import to_json
from table.view import View

_NOT_SEARCHED = (
    "seq",  # a number; often the only difference between audiences' events
    "last",  # an event, which is searched when it is delivered
    "fits",  # cards from the whole deck, no matter who holds them
)


class Gathered(Protocol):
    """The people at a table, and their secrets."""

    @property
    def people(self) -> Population:
        """The population that plays."""
        ...

    @property
    def secrets(self) -> Mapping[str, float]:
        """Each card that is secret now, mapped to the time (s) at which it became secret."""
        ...

    @property
    def owners(self) -> Mapping[str, int]:
        """Each secret card, mapped to the seat that may know it."""
        ...


class Leaks:
    """Collects leaks of the players' secrets: cards, and hand sizes."""

    def __init__(self, gathering: Gathered) -> None:
        self.found: list[Finding] = []
        self._people = gathering.people
        self._gathering = gathering
        self._named: frozenset[str] = frozenset()
        self._secret: frozenset[str] = frozenset()
        self._shown: Mapping[str, Any] = {}  # the latest public view
        self._read: dict[str, int] = {}
        self._views, self._events = _Searched(), _Searched()

    def poll(self, game: GameSnapshot, now_s: float) -> None:
        """Search the views and new events of a snapshot."""
        secrets = self._gathering.secrets
        self._named = self._named & secrets.keys() | self._stood_there(secrets.keys() - self._secret)
        self._secret = frozenset(secrets)
        for audience, delivered in sorted(game.events.items()):
            before = self._read.get(audience, 0)
            if audience != SEALED and len(delivered) != before:
                news = tuple(one.json for one in delivered[before:])
                self._search_events(news, before, self._kept_from(audience, secrets))
                self._read[audience] = len(delivered)
        view = game.view()
        self._shown = to_json(view)
        if view.running:
            self._search_views(game.views, now_s, secrets)

    def _stood_there(self, secrets: Collection[str]) -> frozenset[str]:
        """Return the new secrets that the public view was already showing. It is not a leak to keep showing them.

        Example: the table mistakes a card for the open card under it, because both would be legal. The player takes
        the card back and lets it vanish.
        """
        return _words(_searched(self._shown)).intersection(secrets) if secrets else frozenset()

    def _search_events(self, events: tuple[Mapping[str, Any], ...], before: int, secrets: Mapping[str, float]) -> None:
        for place, event in enumerate(events, start=before + 1):
            if event["event"] in self._people.revealing:
                self._named |= {event.get("card", ""), *event.get("cards", ())} & secrets.keys()
            hidden = [card for card, since in secrets.items() if card not in self._named and event["t"] > since]
            opens = event["event"] in self._people.opening
            if event["seq"] != place or (not opens and self._events.names(event, hidden)):
                self.found.append(Finding("secrets_leaked", event["t"], event))

    def _kept_from(self, audience: str, secrets: Mapping[str, float]) -> Mapping[str, float]:
        """Return the secrets, except for cards that belong to the audience's own seat."""
        owners = self._gathering.owners
        if not owners:
            return secrets
        return {card: since for card, since in secrets.items() if audience != f"seat:{owners.get(card)}"}

    def _search_views(self, views: Mapping[str, View], now_s: float, secrets: Mapping[str, float]) -> None:
        seen: list[View] = []
        for audience, view in views.items():
            if view not in seen:
                seen.append(view)
                hidden = self._kept_from(audience, secrets).keys() - self._named
                counted = not self._people.counts_hands and any(seat.hand is not None for seat in view.seats)
                if counted or self._views.names(to_json(view), hidden):
                    self.found.append(Finding("secrets_leaked", now_s, to_json(view)))


def _searched(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in payload.items() if name not in _NOT_SEARCHED}


def _words(payload: Mapping[str, Any]) -> frozenset[str]:
    """Return all strings in a payload. The text between them is included too, but it never names a card."""
    return frozenset(repr(payload).split("'"))


class _Searched:
    """A search that remembers its last payload and result, because many audiences see the same payload."""

    def __init__(self) -> None:
        self._payload: Mapping[str, Any] = {}
        self._words = _words({})
        self._hidden: Collection[str] = ()
        self._found = False

    def names(self, payload: Mapping[str, Any], hidden: Collection[str]) -> bool:
        """Return whether a payload names a hidden card anywhere."""
        if not hidden:
            return False
        searched = _searched(payload)
        if (same := searched == self._payload) and hidden == self._hidden:
            return self._found
        if not same:
            self._payload, self._words = searched, _words(searched)
        self._hidden, self._found = hidden, not self._words.isdisjoint(hidden)
        return self._found
