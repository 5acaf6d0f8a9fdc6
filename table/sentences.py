"""Sentences for the events shared by games.

A game supplies the sentences for its own events, and may override the shared ones.
"""

import json

from table import events
from table.board import GameSnapshot
from table.event import Delivered, Event, EventObject
from table.games.game import PUBLIC
from table.saying import capital, many, or_yours, say
from table.values import Value, to_json
from table.view import View
from table.wording import WHICH_PILE, Names, place, some_cards

_LATEST = 100  # how many earlier events per audience have their sentences rebuilt when a game resumes


def try_all(game: GameSnapshot, before: GameSnapshot) -> None:
    """Build every new sentence and view of a snapshot, to find out whether any fails. Exceptions propagate.

    This way a bug in a sentence or a view is found while the fact that triggers it can still be set aside.
    """
    narrator, said = Narrator.of(game), set[str]()
    for audience, delivered in game.events.items():
        for one in delivered[max(len(before.events.get(audience, ())), len(delivered) - _LATEST) :]:
            text = json.dumps({**one.json, "seq": None})  # each audience has its own numbers
            if text not in said:
                said.add(text)
                narrator.say(one.event)
    for audience, view in game.views.items():
        if view != before.views.get(audience):
            _try_view(view)


def _try_view(view: View) -> None:
    """Serialize a view, as for phones. Exceptions propagate."""
    json.dumps(to_json(view))


class Narrator(Value):
    """Puts events into words, with this table's names for people and cards."""

    names: Names

    @classmethod
    def of(cls, game: GameSnapshot) -> "Narrator":
        """Return a narrator with a snapshot's names, or those in the game's first fact if there is no public view."""
        if PUBLIC in game.views:
            seats = [(seat.seat, seat.name) for seat in game.view().seats]
        else:
            seats = [] if game.started is None else [*enumerate(game.started.players, start=1)]
        people = {seat: name for seat, name in seats if name}
        return cls(Names(people, game.labels))

    def with_sentence(self, one: Delivered) -> EventObject:
        """Return an event's JSON object with its sentence as `said`, which is null if the event needs no sentence."""
        return {**one.json, "said": self.say(one.event)}

    def say(self, event: Event) -> str | None:
        """Return an event's sentence, or None if the view shows the event better."""
        said = event.said(self.names)
        for way in (self._say_play, self._say_debt, self._say_race, self._say_round, _say_host):
            if said is None:
                said = way(event)
        return getattr(event, "text", None) if said is None else said

    def say_if_asked(self, event: Event) -> str | None:
        """Return an event's sentence, even one that its game shows only on request."""
        own = event.said_if_asked(self.names)
        return self.say(event) if own is None else own

    def _say_play(self, event: Event) -> str | None:
        match event:
            case events.PileStarted(card=card):
                return say("The pile begins with {card:a}.", card=self.names.card(card))
            case events.CardPlayed(seat=seat, card=str(code)):
                who, card = self.names.who(seat), self.names.card(code)
                return or_yours(say("{who} plays {card:a}.", who=who, card=card), say("You play {card:a}.", card=card))
            case events.CardPlayed(seat=seat):
                sentence = say("{who} plays a card face down.", who=self.names.who(seat))
                return or_yours(sentence, say("You play a card face down."))
            case events.PlayRefused(text=None) | events.PressRefused(text=None):
                return say("That is refused.")
            case events.PlayRefused(text=str(text)) | events.PressRefused(text=str(text)):
                return text
            case events.PlayTakenBack(seat=seat, card=taken):
                card = self.names.card(taken)
                sentence = say("{who} takes {card:the} back.", who=self.names.who(seat), card=card)
                return or_yours(sentence, say("You take {card:the} back.", card=card))
            case events.CorrectionClosed():
                return say("That is fixed.")
            case events.TurnPassed(seat=seat):
                return or_yours(say("{who} passes.", who=self.names.who(seat)), say("You pass."))
            case events.PileReshuffled(zone=zone):
                return capital(say("{pile:the} is shuffled into a new draw pile.", pile=place(zone)))
            case _:
                return None

    def _say_debt(self, event: Event) -> str | None:
        match event:
            case events.DrawOwed(seat=seat, count=count) | events.CardDrawn(seat=seat, count=count):
                sentence = say("{who} draws {cards}.", who=self.names.who(seat), cards=some_cards(count))
                return or_yours(sentence, say("You draw {cards}.", cards=some_cards(count)))
            case events.GiftOwed(giver=giver, receiver=None, count=count):
                sentence = say(
                    "{who} has to give somebody {cards}.", who=self.names.who(giver), cards=some_cards(count)
                )
                return or_yours(sentence, say("You have to give somebody {cards}.", cards=some_cards(count)))
            case events.GiftOwed(giver=giver, receiver=receiver, count=count):
                who, to = self.names.who(giver), self.names.who(receiver)
                sentence = say("{who} owes {to} {cards}.", who=who, to=to, cards=some_cards(count))
                return or_yours(sentence, say("You owe {to} {cards}.", to=to, cards=some_cards(count)))
            case _:
                return None

    def _say_race(self, event: Event) -> str | None:
        match event:
            case events.RaceClosed(last=int(last), lot=lot):
                who = self.names.who(last)
                if not lot:
                    return or_yours(say("{who} was last.", who=who), say("You were last."))
                sentence = say("The table drew a name: {who} was last.", who=who)
                return or_yours(sentence, say("The table drew a name: you were last."))
            case events.RaceClosed():
                return say("The race is over.")
            case events.QuestionSettled(label=str(label)):
                return say("It was {answer}.", answer=label)
            case _:
                return None

    def _say_round(self, event: Event) -> str | None:
        match event:
            case events.GameStarted():
                return say("A new game begins.")
            case events.RoundStarted(round=number, starter=seat):
                sentence = say("Round {round} begins with {who}.", round=number, who=self.names.who(seat))
                return or_yours(sentence, say("Round {round} begins with you.", round=number))
            case events.HandCounted(seat=seat, points=points):
                who = self.names.who(seat)
                sentence = many("{who} scores {count} point.", "{who} scores {count} points.", points, who=who)
                return or_yours(sentence, many("You score {count} point.", "You score {count} points.", points))
            case events.RoundEnded(round=number, out=None):
                return say("Round {round} is over.", round=number)
            case events.RoundEnded(round=number, out=seat):
                sentence = say("Round {round} goes to {who}.", round=number, who=self.names.who(seat))
                return or_yours(sentence, say("Round {round} goes to you.", round=number))
            case events.GameEnded(winners=winners):
                return say("The game is over. {who} won.", who=self.names.whoever(winners))
            case _:
                return None


def _say_host(event: Event) -> str | None:
    match event:
        case events.Undone():
            return say("The host takes that back.")
        case events.GamePaused():
            return say("The host pauses the game.")
        case events.GameResumed():
            return say("The game goes on.")
        case events.GameAborted():
            return say("The host ends the game.")
        case events.ReaderLost(zone=zone):
            return say("The reader of {place:the} does not work.", place=place(zone))
        case events.ReaderBack(zone=zone):
            return say("The reader of {place:the} works again.", place=place(zone))
        case events.TagUnread(zone=zone):
            return say("A card on {place:the} could not be read.", place=place(zone))
        case events.ZoneAsked():
            return WHICH_PILE
        case _:
            return None
