"""Events in plain sentences, for people who look up from their cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from table.board import Picture
from table.games.words import with_article

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
        for way in (
            self._say_play,
            self._say_courage,
            self._say_debt,
            self._say_race,
            self._say_call,
            self._say_contest,
            self._say_round,
            self._say_host,
            _say_itself,
        ):
            said = way(event)
            if said is not None:
                return said
        return None

    def _say_play(self, event: Event) -> str | None:
        match event:
            case {"event": "pile_started", "card": card}:
                return f"The pile begins with {self._a_card(card)}."
            case {"event": "card_played", "seat": seat, "card": card}:
                return f"{self._who(seat)} plays {self._a_card(card)}."
            case {"event": "card_played", "seat": seat}:
                return f"{self._who(seat)} plays a card face down."
            case {"event": "play_refused" | "press_refused", "text": text}:
                return "That is refused." if text is None else str(text)
            case {"event": "play_taken_back", "seat": seat}:
                return f"{self._who(seat)} takes the {self._card(event.get('card'))} back."
            case {"event": "pile_uncovered", "seat": seat, "card": card, "top": top}:
                return f"{self._who(seat)} takes the {self._card(card)} back: {self._a_card(top)} lies on top now."
            case {"event": "correction_closed"}:
                return "That is put right."
            case {"event": "turn_passed", "seat": seat, "how": "under"}:
                return f"{self._who(seat)} puts the card under the pile."
            case {"event": "turn_passed", "seat": seat}:
                return f"{self._who(seat)} passes."
            case {"event": "pile_reshuffled", "zone": zone}:
                return f"{_place(zone).capitalize()} is shuffled and is the draw pile again."
            case _:
                return None

    def _say_courage(self, event: Event) -> str | None:
        match event:
            case {"event": "courage_declared", "seat": seat}:
                return f"Courage, {self._who(seat)}!"
            case {"event": "courage_rewarded", "seat": seat}:
                return f"{self._who(seat)} was brave, and goes on."
            case {"event": "courage_failed", "seat": seat, "zone": None}:
                return f"No luck: {self._who(seat)} takes the highest pile."
            case {"event": "courage_failed", "seat": seat, "zone": zone, "lot": lot}:
                return f"No luck: {self._who(seat)} takes {_place(zone)}{', by lot' if lot else ''}."
            case {"event": "pile_refilled", "seat": seat, "zone": zone}:
                return f"{self._who(seat)} begins {_place(zone)} anew."
            case _:
                return None

    def _say_debt(self, event: Event) -> str | None:
        match event:
            case {"event": "draw_owed" | "card_drawn", "seat": seat, "count": count}:
                return f"{self._who(seat)} draws {_cards(count)}."
            case {"event": "gift_owed", "giver": giver, "receiver": None, "count": count}:
                return f"{self._who(giver)} owes {_cards(count)} to anybody."
            case {"event": "gift_owed", "giver": giver, "receiver": receiver, "count": count}:
                return f"{self._who(giver)} owes {self._who(receiver)} {_cards(count)}."
            case {"event": "nothing_to_draw", "seats": seats}:
                return f"No card is left to draw for {self._all(seats)}."
            case {"event": "gift_given", "giver": giver, "receiver": None, "count": count}:
                return f"{self._who(giver)} has given {_cards(count)} away."
            case {"event": "gift_given", "giver": giver, "receiver": receiver, "count": count}:
                return f"{self._who(giver)} has given {self._who(receiver)} {_cards(count)}."
            case {"event": "effect_cancelled", "seat": seat, "card": card}:
                return f"What {self._who(seat)}’s {self._card(card)} brings does not happen."
            case _:
                return None

    def _say_race(self, event: Event) -> str | None:
        match event:
            case {"event": "race_opened", "race": "slap"}:
                return "Slap the buttons!"
            case {"event": "race_opened", "race": "match"}:
                return "Who answers it first?"
            case {"event": "race_closed", "last": int(last), "lot": lot}:
                return f"{self._who(last)} was last{', by lot' if lot else ''}."
            case {"event": "race_closed", "race": "match", "order": [{"seat": seat}, *_]}:
                return f"{self._who(seat)} answered first."
            case {"event": "race_closed"}:
                return "The race is over."
            case {"event": "question_settled", "label": str(label)}:
                return f"It was {label}."
            case _:
                return None

    def _say_call(self, event: Event) -> str | None:
        match event:
            case {"event": "call_made", "seat": seat}:
                return f"{self._who(seat)} calls: Vu!"
            case {"event": "call_settled", "accused": accused, "guilty": True}:
                return f"{self._who(accused)} is guilty, and the guard from now on."
            case {"event": "call_settled", "accused": accused}:
                return f"{self._who(accused)} is innocent."
            case {"event": "call_withdrawn", "seat": seat}:
                return f"{self._who(seat)} withdraws the call."
            case _:
                return None

    def _say_contest(self, event: Event) -> str | None:
        match event:
            case {"event": "contest_made", "seat": seat}:
                return f"{self._who(seat)} does not believe it."
            case {"event": "contest_settled", "player": player, "truthful": True, "card": card}:
                return f"{self._who(player)} was honest: it is the {self._card(card)}."
            case {"event": "contest_settled", "player": player, "card": card}:
                return f"{self._who(player)} lied: it is the {self._card(card)}."
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
            case {"event": "round_ended", "round": number, "out": None}:
                return f"Round {number} is over."
            case {"event": "round_ended", "round": number, "out": seat}:
                return f"Round {number} goes to {self._who(seat)}."
            case {"event": "log_opened", "slipped": slipped, "vanished": vanished}:
                return self._say_log(slipped or (), vanished)
            case {"event": "game_ended", "winners": winners}:
                return f"The game is over. {self._all(winners)} won."
            case _:
                return None

    def _say_log(self, slipped: Sequence[Mapping[str, Any]], vanished: int | None) -> str | None:
        """Tell what nobody was to know while the round was on."""
        doubles = [f"{self._who(one['seat'])} laid {self._both(one['cards'])} as one" for one in slipped]
        count = [f"{vanished} {'card' if vanished == 1 else 'cards'} vanished, and nobody saw"] if vanished else []
        return f"{'; '.join([*count, *doubles])}." if count or doubles else None

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
                return f"The reader of {_place(zone)} does not work."
            case {"event": "reader_back", "zone": zone}:
                return f"The reader of {_place(zone)} works again."
            case {"event": "tag_unread", "zone": zone}:
                return f"A card on {_place(zone)} could not be read."
            case _:
                return None

    def _who(self, seat: int | None) -> str:
        return "Somebody" if seat is None else self.names.get(seat, f"Seat {seat}")

    def _all(self, seats: Sequence[int]) -> str:
        *others, last = [self._who(seat) for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last

    def _both(self, codes: Sequence[str]) -> str:
        *others, last = [self._card(code) for code in codes]
        return f"{', '.join(others)} and {last}" if others else last

    def _a_card(self, code: str | None) -> str:
        return with_article(self._card(code))

    def _card(self, code: str | None) -> str:
        return "card" if code is None else self.labels.get(code, code)


def _say_itself(event: Event) -> str | None:
    """Say what only one game knows: such an event brings its sentence along as `text`."""
    return event.get("text")


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _place(zone: str) -> str:
    """Name a zone in a sentence.

    >>> _place("pile.1"), _place("seat.2")
    ('the pile 1', 'the pad of seat 2')
    """
    kind, _, number = zone.partition(".")
    return f"the pad of seat {number}" if kind == "seat" else f"the {zone.replace('.', ' ')}"
