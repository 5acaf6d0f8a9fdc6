"""Checks that facts belong to a game: to its zones, cards, players and choices. All other facts are refused."""

from typing import Any

from table.cards import Card
from table.complaints import BadInput, none_of, short
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    EndAsked,
    Fact,
    GameStarted,
    ReaderBack,
    ReaderLost,
    SeatLeft,
    TagArrived,
    TagUnread,
    ZoneUnsaid,
)
from table.games.game import HOST_CHOICES, RESHUFFLED, Choice, Game, Setup
from table.judging.asking import Question
from table.saying import say

_MOST, _MOST_LETTERS = 10_000, 200  # the limits of a choice's number and text


class Belonging:
    """The zones, cards, players and choices of one game."""

    def __init__(self, game: Game[Any, Any], setup: Setup) -> None:
        self._title = game.title
        self._setup = setup
        self._zones = tuple(setup.placement)
        self._choices = {choice.name: choice for choice in (*HOST_CHOICES, RESHUFFLED, *game.choices)}

    def check(self, fact: Fact, question: Question | None) -> None:
        """Raise BadInput if a fact does not belong to this game, or does not answer the open question."""
        match fact:
            case CardArrived() | CardLeft() | TagArrived() | TagUnread() | ReaderLost() | ReaderBack():
                self._check_place(fact)
            case ZoneUnsaid():
                for zone in fact.zones:
                    self._check_zone(zone)
            case ButtonDown() | ButtonUp():
                self._check_seat(fact.seat)
            case SeatLeft() | EndAsked():
                for seat in (fact.seat, *fact.seats):
                    self._check_seat(seat)
            case ChoiceMade():
                self._check_choice(fact, question)
            case GameStarted():
                raise BadInput(say("fact: a script holds one game, and it has started already"))

    def _check_place(self, fact: CardArrived | CardLeft | TagArrived | TagUnread | ReaderLost | ReaderBack) -> None:
        self._check_zone(fact.zone)
        if isinstance(fact, CardArrived | CardLeft) and fact.card not in self._setup.cards:
            raise BadInput(say("card: {game} has no card {card}", game=self._title, card=short(fact.card)))
        if isinstance(fact, CardArrived) and fact.by is not None and fact.by not in self._setup.seats:
            raise BadInput(say("by: nobody sits at seat {seat}", seat=fact.by))
        if isinstance(fact, CardArrived) and fact.face is not None:
            _check_face(fact.face, self._setup.cards[fact.card])

    def _check_zone(self, zone: str) -> None:
        if zone not in self._zones:
            raise BadInput(none_of("zone", self._zones, zone))

    def _check_seat(self, seat: int) -> None:
        if seat not in self._setup.seats:
            raise BadInput(say("seat: nobody sits at seat {seat}", seat=seat))

    def _check_choice(self, fact: ChoiceMade, question: Question | None) -> None:
        if fact.seat:
            self._check_seat(fact.seat)
        choice = self._choices.get(fact.choice)
        if choice is None:
            raise BadInput(none_of("choice", self._choices, fact.choice))
        if choice.who == "host" and fact.seat:
            given = {"choice": choice.name, "seat": fact.seat}
            raise BadInput(say("choice: {choice} is for the host (seat 0), not for seat {seat}", **given))
        _check_value(choice, fact, question, self._setup)


def _check_face(face: int | str, card: Card) -> None:
    if not card.sides:
        raise BadInput(say("face: {card} has one face, which needs no telling", card=card.code))
    if face not in card.sides:
        raise BadInput(none_of("face", card.sides, face))


def _check_value(choice: Choice, fact: ChoiceMade, question: Question | None, setup: Setup) -> None:
    value = fact.value
    match choice.value:
        case None if value is not None:
            raise BadInput(say("value: {choice} takes none", choice=choice.name))
        case "seat" if type(value) is not int or value not in setup.seats:
            raise BadInput(say("value: expected a seat at which somebody sits, not {value}", value=short(value)))
        case "number" if type(value) is not int or not 0 <= value <= _MOST:
            raise BadInput(say("value: expected a number, 0 to {most}, not {value}", most=_MOST, value=short(value)))
        case "text" if not isinstance(value, str) or len(value) > _MOST_LETTERS:
            given = {"most": _MOST_LETTERS, "value": short(value)}
            raise BadInput(say("value: expected text of at most {most} letters, not {value}", **given))
        case "answer" if not isinstance(value, str | int) or len(short(value)) > _MOST_LETTERS:
            raise BadInput(say("value: expected an answer, not {value}", value=short(value)))
        case "answer" if question is not None and not _is_option(value, question):
            raise BadInput(none_of("value", question.options, value))
        case "answer" if question is not None and fact.seat and fact.seat not in question.seats:
            raise BadInput(say("seat: seat {seat} is not asked", seat=fact.seat))


def _is_option(value: Any, question: Question) -> bool:
    return type(value) in (int, str) and value in question.options
