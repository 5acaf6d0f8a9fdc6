"""Removes a table from a club: clears everything that the broker and Home Assistant store about it."""

import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardtable_club.publishing.address import Broker, Place
from cardtable_club.publishing.connection import Acknowledge, Asked, Connection, Will
from cardtable_club.publishing.topics import Topics
from table.complaints import BadInput
from table.saying import Text, say

_PATIENCE_S = 10.0


def retire(broker: Broker, password: str | None, place: Place, authority: Path | None = None) -> int:
    """Clear all messages that a broker retains for a table, and return their number, not counting Home Assistant's.

    The status is cleared first, so that hubs do not take a cleared summary to mean that the end of a game was taken
    back. Raise BadInput if the broker does not answer, or refuses a message.
    """
    topics, ear = Topics(place), _Ear()
    name = f"cardtable_retire_{secrets.token_hex(6)}"
    asked = Asked(((f"{topics.base}/#", 1),))
    connection = Connection(broker, password, ear, client_id=name, asked=asked, authority=authority)
    connection.start()
    try:
        ear.waits_for(lambda: ear.is_connected or ear.why is not None)
        if not ear.is_connected:
            raise BadInput(ear.why or say("the broker at {broker} does not answer", broker=str(broker)))
        _clear(connection, ear, broker, topics.status, place)  # its acknowledgement comes after all retained messages
        for topic in sorted({topics.picture, topics.discovery, *ear.retained} - {topics.status}):
            _clear(connection, ear, broker, topic, place)
        return len(ear.retained)
    finally:
        connection.close()


def _clear(connection: Connection, ear: "_Ear", broker: Broker, topic: str, place: Place) -> None:
    number = connection.publish(topic, b"", qos=1, retain=True)
    if number is None or not ear.waits_for(lambda: number in ear.answers or ear.why is not None):
        raise BadInput(say("the broker at {broker} does not answer", broker=str(broker)))
    if (why := ear.answers.get(number, ear.why)) is not None:
        raise BadInput(say("the broker does not let us publish as {place}: {why}", place=str(place), why=why))


class _Ear:
    """Listens to the connection; collects topics of retained messages and the broker's replies to our messages."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.is_connected = False
        self.why: Text | None = None
        self.retained: set[str] = set()
        self.answers: dict[int, str | None] = {}  # by message number: why it was refused, or None if accepted

    def waits_for(self, holds: Callable[[], Any]) -> bool:
        """Wait until `holds()` is true. Return False if that takes longer than `_PATIENCE_S`."""
        with self._changed:
            return bool(self._changed.wait_for(holds, _PATIENCE_S))

    def will(self) -> Will | None:
        return None

    def connected(self) -> None:
        with self._changed:
            self.is_connected = True
            self._changed.notify_all()

    def away(self, why: Text) -> None:
        with self._changed:
            self.why = why
            self._changed.notify_all()

    def heard(self, topic: str, payload: bytes, retained: bool, acknowledge: Acknowledge) -> None:
        with self._changed:
            if retained and payload:
                self.retained.add(topic)

    def acknowledged(self, number: int, refused: str | None) -> None:
        with self._changed:
            self.answers[number] = refused
            self._changed.notify_all()
