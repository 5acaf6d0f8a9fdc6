"""Somebody who only hears what a phone speaks, and what it offers: nothing is read but sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from table import languages
from table.board import Snapshot
from tests.robots.room import Room
from tests.web.conftest import Phone
from web.delivery.shown import shown

ENGLISH = languages.find_by_hand("en")


def sentences(before: Mapping[str, Any] | None, now: Mapping[str, Any], seq: int) -> Iterator[str]:
    """Yield what speech says of a picture, by the rule of `heard.mjs`."""
    known = before if before is not None and before["game_id"] == now["game_id"] else None
    for key in ("headline", "prompt", "notice"):
        if now[key] and (known is None or known[key] != now[key]):
            yield now[key]
    if known is not None:
        yield from (one["said"] for one in reversed(now["news"]) if one["seq"] > seq and one["said"])


@dataclass
class Ears:
    """What somebody at a seat has heard: the headline and the prompt of now, and all that was said, in its order."""

    seat: int
    headline: str = ""
    prompt: str = ""
    said: list[str] = field(default_factory=list)
    _before: Mapping[str, Any] | None = None
    _seq: int = 0

    def hears(self, snapshot: Snapshot) -> None:
        """Hear what is new in a picture."""
        now = ENGLISH.of(shown(snapshot, f"seat:{self.seat}"))
        self.said += sentences(self._before, now, self._seq)
        self._before, self._seq = now, max((one["seq"] for one in now["news"]), default=0)
        self.headline, self.prompt = now["headline"] or "", now["prompt"] or ""


Offer = Mapping[str, Any]


class Listener:
    """A person at a seat who hears, and chooses from what is offered."""

    def __init__(self, room: Room, phone: Phone, seat: int, name: str) -> None:
        self.room, self.phone, self.name = room, phone, name
        self.ears = Ears(seat)
        self.complaints: list[str] = []
        self._path = f"seats/{seat}/offers"
        self.hand: Sequence[str] = ()
        self.table: Sequence[str] = ()
        self.offers: Sequence[Offer] = ()

    def listens(self) -> None:
        """Hear what is new, and ask what there is to do."""
        self.ears.hears(self.room.table.controller.board.snapshot)
        answer = self.phone.gets(self._path)
        self.hand, self.table, self.offers = answer["hand"], answer["table"], answer["offers"]

    @property
    def mine(self) -> str:
        """What the prompt says without calling somebody else: to this person, or to all."""
        return " ".join(begun[0].lower() + begun[1:] for begun in self._sentences() if not self._calls_another(begun))

    def _sentences(self) -> Iterator[str]:
        yield from filter(None, re.split(r"(?<=[.?]) ", self.ears.prompt))

    def _calls_another(self, sentence: str) -> bool:
        called, colon, _ = sentence.partition(": ")
        names = {one["name"] for one in self.room.view["seats"]} - {self.name}
        return bool(colon) and any(name in called for name in names)

    def finds(self, *beginning: str) -> Offer | None:
        """Find the first offer that begins like one of these, the first of them before the others."""
        found = (one for begins in beginning for one in self.offers if one["text"].startswith(begins))
        return next(found, None)

    def does(self, offer: Offer | None, *then: str) -> bool:
        """Do what is offered, and of what is chosen next what begins like this; tell whether it was there."""
        for begins in then:
            ways = () if offer is None else offer["then"]
            offer = next((one for one in ways if one["text"].startswith(begins)), None)
        if offer is None:
            return False
        for step in offer["steps"]:
            self.room.runs(step["after_ms"])
            answer = self.phone.post(step["path"], json=step["body"])
            if answer.status_code != 200:
                self.complaints.append(answer.get_json()["error"])
                return False
        return True

    def taps(self) -> bool:
        """Tap the button."""
        return self.does(self.finds("Tap your button"))

    def holds(self) -> bool:
        """Hold the button."""
        return self.does(self.finds("Hold your button"))
