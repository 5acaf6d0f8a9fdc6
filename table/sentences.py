"""Sentences for the events that games share.

A game supplies the sentences for its own events, and may override the shared ones.
"""

import json

from table import games
from table.board import Snapshot
from table.event import EventObject, Kinds
from table.games.game import PUBLIC
from table.saying import capital, many, or_yours, say
from table.values import Value
from table.view import View, written
from table.wording import Names, place, some_cards

_LATEST = 100  # of what an audience was told before, how many are said anew when a game is resumed


def try_all(snapshot: Snapshot, before: Snapshot) -> None:
    """Make every new sentence and view of a picture, as a trial. Raise what that raises.

    So a slip in a sentence or in a view is found while the fact that brought it can still be set aside.
    """
    narrator, said = Narrator.of(snapshot), set[str]()
    for audience, told in snapshot.events.items():
        for event in told[max(len(before.events.get(audience, ())), len(told) - _LATEST) :]:
            written = json.dumps({**event, "seq": None})  # audiences count for themselves
            if written not in said:
                said.add(written)
                narrator.told(event)
    for audience, view in snapshot.views.items():
        if view != before.views.get(audience):
            _try_view(view)


def _try_view(view: View) -> None:
    """Write a view as phones get it. Raise what that raises."""
    json.dumps(written(view))


class Narrator(Value):
    """Puts events into words, with this table's names of people and cards; `kinds` are the events of its game."""

    names: Names
    kinds: Kinds

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Narrator":
        """Return a narrator for the names and the game in a picture; one without a view has those it started with."""
        if PUBLIC in snapshot.views:
            seats = [(seat.seat, seat.name) for seat in snapshot.view().seats]
        else:
            seats = [] if snapshot.started is None else [*enumerate(snapshot.started.players, start=1)]
        people = {seat: name for seat, name in seats if name}
        game = None if snapshot.started is None else snapshot.started.game
        return cls(Names(people, snapshot.labels), games.events_of(game))

    def told(self, event: EventObject) -> EventObject:
        """Return the event with its sentence as `said`, null if it needs none."""
        return {**event, "said": self.say(event)}

    def say(self, event: EventObject) -> str | None:
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

    def say_if_asked(self, event: EventObject) -> str | None:
        """Return an event's sentence, even one that its game shows only on request."""
        kind = self.kinds.get(event["event"])
        own = None if kind is None else kind.from_told(event).said_if_asked(self.names)
        return self.say(event) if own is None else own

    def _say_of_its_own(self, event: EventObject) -> str | None:
        kind = self.kinds.get(event["event"])
        return None if kind is None else kind.from_told(event).said(self.names)

    def _say_play(self, event: EventObject) -> str | None:
        match event:
            case {"event": "pile_started", "card": card}:
                return say("The pile begins with {card:a}.", card=self.names.card(card))
            case {"event": "card_played", "seat": seat, "card": card}:
                who, card = self.names.who(seat), self.names.card(card)
                return or_yours(say("{who} plays {card:a}.", who=who, card=card), say("You play {card:a}.", card=card))
            case {"event": "card_played", "seat": seat}:
                told = say("{who} plays a card face down.", who=self.names.who(seat))
                return or_yours(told, say("You play a card face down."))
            case {"event": "play_refused" | "press_refused", "text": None}:
                return say("That is refused.")
            case {"event": "play_refused" | "press_refused", "text": str(text)}:
                return text
            case {"event": "play_taken_back", "seat": seat}:
                card = self.names.card(event.get("card"))
                told = say("{who} takes {card:the} back.", who=self.names.who(seat), card=card)
                return or_yours(told, say("You take {card:the} back.", card=card))
            case {"event": "correction_closed"}:
                return say("That is fixed.")
            case {"event": "turn_passed", "seat": seat}:
                return or_yours(say("{who} passes.", who=self.names.who(seat)), say("You pass."))
            case {"event": "pile_reshuffled", "zone": zone}:
                return capital(say("{pile:the} is shuffled into a new draw pile.", pile=place(zone)))
            case _:
                return None

    def _say_debt(self, event: EventObject) -> str | None:
        match event:
            case {"event": "draw_owed" | "card_drawn", "seat": seat, "count": count}:
                told = say("{who} draws {cards}.", who=self.names.who(seat), cards=some_cards(count))
                return or_yours(told, say("You draw {cards}.", cards=some_cards(count)))
            case {"event": "gift_owed", "giver": giver, "receiver": None, "count": count}:
                told = say("{who} has to give somebody {cards}.", who=self.names.who(giver), cards=some_cards(count))
                return or_yours(told, say("You have to give somebody {cards}.", cards=some_cards(count)))
            case {"event": "gift_owed", "giver": giver, "receiver": receiver, "count": count}:
                who, to = self.names.who(giver), self.names.who(receiver)
                told = say("{who} owes {to} {cards}.", who=who, to=to, cards=some_cards(count))
                return or_yours(told, say("You owe {to} {cards}.", to=to, cards=some_cards(count)))
            case _:
                return None

    def _say_race(self, event: EventObject) -> str | None:
        match event:
            case {"event": "race_closed", "last": int(last), "lot": lot}:
                who = self.names.who(last)
                if not lot:
                    return or_yours(say("{who} was last.", who=who), say("You were last."))
                told = say("The table drew a name: {who} was last.", who=who)
                return or_yours(told, say("The table drew a name: you were last."))
            case {"event": "race_closed"}:
                return say("The race is over.")
            case {"event": "question_settled", "label": str(label)}:
                return say("It was {answer}.", answer=label)
            case _:
                return None

    def _say_round(self, event: EventObject) -> str | None:
        match event:
            case {"event": "game_started"}:
                return say("A new game begins.")
            case {"event": "round_started", "round": number, "starter": seat}:
                told = say("Round {round} begins with {who}.", round=number, who=self.names.who(seat))
                return or_yours(told, say("Round {round} begins with you.", round=number))
            case {"event": "hand_counted", "seat": seat, "points": points}:
                who = self.names.who(seat)
                told = many("{who} counts {count} point.", "{who} counts {count} points.", points, who=who)
                return or_yours(told, many("You count {count} point.", "You count {count} points.", points))
            case {"event": "round_ended", "round": number, "out": None}:
                return say("Round {round} is over.", round=number)
            case {"event": "round_ended", "round": number, "out": seat}:
                told = say("Round {round} goes to {who}.", round=number, who=self.names.who(seat))
                return or_yours(told, say("Round {round} goes to you.", round=number))
            case {"event": "game_ended", "winners": winners}:
                return say("The game is over. {who} won.", who=self.names.whoever(winners))
            case _:
                return None

    def _say_host(self, event: EventObject) -> str | None:
        match event:
            case {"event": "undone"}:
                return say("The host takes that back.")
            case {"event": "game_paused"}:
                return say("The host pauses the game.")
            case {"event": "game_resumed"}:
                return say("The game goes on.")
            case {"event": "game_aborted"}:
                return say("The host ends the game.")
            case {"event": "reader_lost", "zone": zone}:
                return say("The reader of {place:the} does not work.", place=place(zone))
            case {"event": "reader_back", "zone": zone}:
                return say("The reader of {place:the} works again.", place=place(zone))
            case {"event": "tag_unread", "zone": zone}:
                return say("A card on {place:the} could not be read.", place=place(zone))
            case _:
                return None


def _say_itself(event: EventObject) -> str | None:
    """Return the sentence that an event of a single game carries as `text`."""
    return event.get("text")
