"""Events in plain sentences, for people who look up from their cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from table.board import Picture

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Narrator:
    """Says events with the names that people and cards have at this table."""

    names: Mapping[int, str]
    labels: Mapping[str, str]

    @classmethod
    def of(cls, picture: Picture) -> "Narrator":
        """Take the names from a picture."""
        seats = picture.views.get("public", {}).get("seats", ())
        return cls({seat["seat"]: seat["name"] for seat in seats if seat["name"]}, picture.labels)

    def told(self, event: Event) -> Event:
        """Add to an event what people would say: `said`, or null if it goes without saying."""
        return {**event, "said": self.say(event)}

    def say(self, event: Event) -> str | None:
        """Say an event; None for one that the picture shows better than words."""
        if event["event"] in _ROUND_EVENTS:
            return self._say_round(event)
        return self._say_play(event)

    def _say_play(self, event: Event) -> str | None:
        match event:
            case {"event": "pile_started", "card": card}:
                return f"The pile begins with a {self._card(card)}."
            case {"event": "card_played", "seat": seat, "card": card}:
                return f"{self._who(seat)} plays a {self._card(card)}."
            case {"event": "play_refused" | "press_refused", "text": text}:
                return str(text)
            case {"event": "play_taken_back", "seat": seat, "card": card}:
                return f"{self._who(seat)} takes the {self._card(card)} back."
            case {"event": "correction_closed"}:
                return "That is put right."
            case {"event": "draw_owed", "seat": seat, "count": 1}:
                return f"{self._who(seat)} draws a card."
            case {"event": "draw_owed", "seat": seat, "count": count}:
                return f"{self._who(seat)} draws {count} cards."
            case _:
                return None

    def _say_round(self, event: Event) -> str | None:
        match event:
            case {"event": "game_started"}:
                return "A new game begins."
            case {"event": "round_started", "round": number, "starter": seat}:
                return f"Round {number} begins with {self._who(seat)}."
            case {"event": "hands_due", "seats": seats, "out": out}:
                return f"{self._who(out)} is out; to count: {self._all(seats)}."
            case {"event": "out_withdrawn", "seat": seat}:
                return f"{self._who(seat)} is not out after all."
            case {"event": "hand_counted", "seat": seat, "points": points}:
                return f"{self._who(seat)} counts {points} {'point' if points == 1 else 'points'}."
            case {"event": "round_ended", "round": number, "out": seat}:
                return f"Round {number} goes to {self._who(seat)}."
            case {"event": "game_ended", "winners": winners}:
                return f"The game is over. {self._all(winners)} won."
            case _:
                return None

    def _who(self, seat: int | None) -> str:
        return "Somebody" if seat is None else self.names.get(seat, f"Seat {seat}")

    def _all(self, seats: Sequence[int]) -> str:
        *others, last = [self._who(seat) for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last

    def _card(self, code: str | None) -> str:
        return "card" if code is None else self.labels.get(code, code)


_ROUND_EVENTS = frozenset(
    {
        "game_started",
        "round_started",
        "hands_due",
        "out_withdrawn",
        "hand_counted",
        "round_ended",
        "game_ended",
    },
)
