"""Shared events in plain sentences, for people who look up from their cards.

A game supplies the sentences for its own events, and may override the shared ones.
"""

from collections.abc import Mapping
from typing import Any

from table import games
from table.board import Picture
from table.events import Kinds
from table.values import value
from table.wording import Names, place, some_cards

Event = Mapping[str, Any]


@value
class Narrator:
    """Puts events into words, with this table's names of people and cards; `kinds` are the events of its game."""

    names: Names
    kinds: Kinds

    @classmethod
    def of(cls, picture: Picture) -> "Narrator":
        """Return a narrator for the names and the game in a picture; one without a view has those it started with."""
        if "public" in picture.views:
            seats = [(seat["seat"], seat["name"]) for seat in picture.views["public"]["seats"]]
        else:
            seats = [] if picture.started is None else [*enumerate(picture.started.players, start=1)]
        people = {seat: name for seat, name in seats if name}
        game = None if picture.started is None else picture.started.game
        return cls(Names(people, picture.labels), games.events_of(game))

    def told(self, event: Event) -> Event:
        """Return the event with its sentence as `said`, null if it needs none."""
        return {**event, "said": self.say(event)}

    def say(self, event: Event) -> str | None:
        """Return an event's sentence; None if the picture shows it better."""
        for way in (
            self._say_of_its_own,
            self._say_play,
            self._say_debt,
            self._say_race,
            self._say_round,
            self._say_host,
            _say_itself,
        ):
            said = way(event)
            if said is not None:
                return said
        return None

    def say_if_asked(self, event: Event) -> str | None:
        """Return an event's sentence, even one that its game shows only on request."""
        kind = self.kinds.get(event["event"])
        own = None if kind is None else kind.from_told(event).said_if_asked(self.names)
        return self.say(event) if own is None else own

    def _say_of_its_own(self, event: Event) -> str | None:
        kind = self.kinds.get(event["event"])
        return None if kind is None else kind.from_told(event).said(self.names)

    def _say_play(self, event: Event) -> str | None:
        match event:
            case {"event": "pile_started", "card": card}:
                return f"The pile begins with {self.names.a_card(card)}."
            case {"event": "card_played", "seat": seat, "card": card}:
                return f"{self.names.who(seat)} plays {self.names.a_card(card)}."
            case {"event": "card_played", "seat": seat}:
                return f"{self.names.who(seat)} plays a card face down."
            case {"event": "play_refused" | "press_refused", "text": text}:
                return "That is refused." if text is None else str(text)
            case {"event": "play_taken_back", "seat": seat}:
                return f"{self.names.who(seat)} takes the {self.names.card(event.get('card'))} back."
            case {"event": "correction_closed"}:
                return "That is fixed."
            case {"event": "turn_passed", "seat": seat}:
                return f"{self.names.who(seat)} passes."
            case {"event": "pile_reshuffled", "zone": zone}:
                return f"{place(zone).capitalize()} is shuffled into a new draw pile."
            case _:
                return None

    def _say_debt(self, event: Event) -> str | None:
        match event:
            case {"event": "draw_owed" | "card_drawn", "seat": seat, "count": count}:
                return f"{self.names.who(seat)} draws {some_cards(count)}."
            case {"event": "gift_owed", "giver": giver, "receiver": None, "count": count}:
                return f"{self.names.who(giver)} has to give somebody {some_cards(count)}."
            case {"event": "gift_owed", "giver": giver, "receiver": receiver, "count": count}:
                return f"{self.names.who(giver)} owes {self.names.who(receiver)} {some_cards(count)}."
            case _:
                return None

    def _say_race(self, event: Event) -> str | None:
        match event:
            case {"event": "race_closed", "last": int(last), "lot": lot}:
                who = self.names.who(last)
                return f"The table drew a name: {who} was last." if lot else f"{who} was last."
            case {"event": "race_closed"}:
                return "The race is over."
            case {"event": "question_settled", "label": str(label)}:
                return f"It was {label}."
            case _:
                return None

    def _say_round(self, event: Event) -> str | None:
        match event:
            case {"event": "game_started"}:
                return "A new game begins."
            case {"event": "round_started", "round": number, "starter": seat}:
                return f"Round {number} begins with {self.names.who(seat)}."
            case {"event": "hand_counted", "seat": seat, "points": points}:
                return f"{self.names.who(seat)} counts {points} {'point' if points == 1 else 'points'}."
            case {"event": "round_ended", "round": number, "out": None}:
                return f"Round {number} is over."
            case {"event": "round_ended", "round": number, "out": seat}:
                return f"Round {number} goes to {self.names.who(seat)}."
            case {"event": "game_ended", "winners": winners}:
                return f"The game is over. {self.names.whoever(winners)} won."
            case _:
                return None

    def _say_host(self, event: Event) -> str | None:
        match event:
            case {"event": "undone"}:
                return "The host takes that back."
            case {"event": "game_paused"}:
                return "The host pauses the game."
            case {"event": "game_resumed"}:
                return "The game goes on."
            case {"event": "game_aborted"}:
                return "The host ends the game."
            case {"event": "reader_lost", "zone": zone}:
                return f"The reader of {place(zone)} does not work."
            case {"event": "reader_back", "zone": zone}:
                return f"The reader of {place(zone)} works again."
            case {"event": "tag_unread", "zone": zone}:
                return f"A card on {place(zone)} could not be read."
            case _:
                return None

    def _say_robot(self, event: Event) -> str | None:
        match event:
            case {"event": "robot_asks", "seat": seat, "place": number, "of": count, "zone": zone}:
                return f"{self.names.who(seat)} asks for card {number} of {count}, from the left, for {place(zone)}."
            case {"event": "robot_waits", "seat": seat}:
                return f"{self.names.who(seat)} asks for no card any more."
            case {"event": "card_not_asked_for", "seat": seat}:
                return f"{self.names.who(seat)} did not ask for that card: put it back where it was."
            case _:
                return None


def _say_itself(event: Event) -> str | None:
    """Return the sentence that an event of a single game carries as `text`."""
    return event.get("text")
