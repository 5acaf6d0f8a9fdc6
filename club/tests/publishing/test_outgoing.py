"""One game on its way to the broker, whose answers may come late."""

from typing import Any

from cardtable_club.publishing.outgoing import Outgoing
from cardtable_club.publishing.played import Played
from table.event import Delivered
from table.events import GamePaused

NOW_S = 1_800_000_000.0


class OneGame:
    """What a game's publisher asks of those of a table."""

    delivered: tuple[Delivered, ...] = ()

    def uuid(self, game: Played) -> str:
        return f"game {game.game_id}"

    def events(self, _game: Played) -> Any:
        return self.delivered


def events(number: int) -> tuple[Delivered, ...]:
    return tuple(Delivered(seq, seq * 1_000_000, GamePaused()) for seq in range(1, number + 1))


def arrive(outgoing: Outgoing) -> None:
    """Send what there is to be sent; the broker has it at once."""
    for delivered in outgoing.next(10, NOW_S):
        outgoing.sends(delivered.seq)()


class Forgetting(Outgoing):
    """A game whose publisher forgets its events as soon as anybody has looked at them."""

    @property
    def _events(self) -> Any:
        seen: Any = self._seen
        self._seen = None
        return seen

    @_events.setter
    def _events(self, events: Any) -> None:
        self._seen = events


def test_others_may_ask_how_much_waits_while_events_are_forgotten() -> None:
    games: Any = OneGame()
    outgoing = Forgetting(Played(1, "2026-11-25T09:00:00+00:00", None), games, None)
    outgoing.follow(events(3), NOW_S)

    assert outgoing.waiting == 3
    assert outgoing.waiting == 0


def test_a_summary_that_was_under_way_when_more_was_told_is_sent_once_more() -> None:
    games: Any = OneGame()
    outgoing = Outgoing(Played(1, "2026-11-25T09:00:00+00:00", "2026-11-25T09:10:00+00:00"), games, None)
    outgoing.follow(events(3), NOW_S)
    arrive(outgoing)
    assert outgoing.is_to_be_finished
    the_broker_has_it = outgoing.finishes()

    outgoing.follow(events(4), NOW_S)
    arrive(outgoing)
    the_broker_has_it()

    assert outgoing.is_to_be_finished
    outgoing.finishes()()
    assert not outgoing.is_to_be_finished
    assert not outgoing.lacks
