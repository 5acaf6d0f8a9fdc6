"""Hands at the emulated table: a phone deals, draws, lays, moves and gives the cards of the seat that it holds.

Laying a card moves an emulated tag, which the real drivers read; this module does not know the rules.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, jsonify
from pydantic import Field, TypeAdapter

from table import games
from table.complaints import BadInput
from table.emulated.people import People
from table.running.messages import Choose
from table.saying import say
from web.access import permissions, phones
from web.bodies import WHEN_USED, Body, Seat, Word, read_one_of
from web.context import Config, Table
from web.delivery import offers
from web.delivery.room import Around

GIVEN = "given"  # the choice that reports to a game that a card went from hand to hand

_MOST_CARDS = 99


def _only_seat() -> int:
    """Return the only seat that the requesting phone holds. Raise BadInput if it holds none, or several."""
    held = phones.seats()
    if len(held) != 1:
        raise BadInput(say("{field}: this is missing", field="seat"))
    return next(iter(held))


class _OfASeat(Body):
    seat: Seat = Field(default_factory=_only_seat, description="By default the only seat that this phone holds.")


class Deal(Body):
    """Shuffle all cards, deal them, and turn up the first card."""

    do: Literal["deal"]


class TurnUp(Body):
    """Turn up the top card of the draw pile."""

    do: Literal["turn_up"]


class Lay(_OfASeat):
    """Lay a card, or drop two cards as one."""

    do: Literal["lay"]
    cards: Annotated[list[Word], Field(max_length=_MOST_CARDS)]
    zone: Word


class Take(_OfASeat):
    """Take a card back from a pile; it touches the reader again."""

    do: Literal["take"]
    card: Word


class TouchPad(_OfASeat):
    """Touch the seat's pad with one card, or two held as one, from the player's hand or from in front of the player."""

    do: Literal["touch"]
    cards: Annotated[list[Word], Field(max_length=_MOST_CARDS)]


class Search(_OfASeat):
    """Search the draw pile for the named card, take it, and shuffle the rest."""

    do: Literal["search"]


class Move(_OfASeat):
    """Move a face-up card to another pile."""

    do: Literal["move"]
    card: Word
    zone: Word


class Draw(_OfASeat):
    """Draw a card, or several."""

    do: Literal["draw"]
    count: Annotated[int, Field(ge=1, le=9)] = 1


class PutBelow(_OfASeat):
    """Put cards from the hand under the draw pile."""

    do: Literal["put_below"]
    cards: Annotated[list[Word], Field(min_length=1, max_length=_MOST_CARDS)]


class Show(_OfASeat):
    """Touch the seat's pad with every card of the hand, so that the table counts them."""

    do: Literal["show"]


class Give(_OfASeat):
    """Give a card to another seat."""

    do: Literal["give"]
    card: Word
    to: Seat


class Vanish(_OfASeat):
    """Make a card vanish."""

    do: Literal["vanish"]
    card: Word


class Fetch(_OfASeat):
    """Take back a card that has vanished."""

    do: Literal["fetch"]
    card: Word


class Sort(_OfASeat):
    """Move the hand as if sorting it: a bluff in games where cards may vanish."""

    do: Literal["sort"]


class PutBack(_OfASeat):
    """Put a card on top of the draw pile."""

    do: Literal["put_back"]
    card: Word


Act = (
    Deal | TurnUp | Lay | Take | TouchPad | Search | Move | Draw | Show | Give | Vanish | Fetch | Sort | PutBack
    | PutBelow
)  # fmt: skip
ACT: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="do")], config=WHEN_USED)


def blueprint(table: Table, config: Config, people: People) -> Blueprint:
    """Return the virtual table's routes."""
    routes = Blueprint("hands", __name__)

    @routes.post("/api/v1/hands")
    def act() -> Response:
        wanted = read_one_of(ACT)
        if isinstance(wanted, _OfASeat):
            phones.require_seat(wanted.seat)
            permissions.require_in_game(table, wanted.seat)
        else:
            phones.require_person()
        permissions.require_people(table)
        if not isinstance(wanted, _OfASeat):
            permissions.require_player(table)
        people.follow(table.board.snapshot)  # a phone that has seen a snapshot may act on it at once
        if isinstance(wanted, Give) and wanted.to not in table.board.snapshot.game.seated:
            raise BadInput(say("seat: nobody plays at seat {seat} in this game", seat=wanted.to))
        if isinstance(wanted, Give) and _tells_of_gifts(table):
            people.check_gift(wanted.seat, wanted.card, wanted.to)
            table.ask(Choose(wanted.seat, GIVEN, wanted.to)).result(config.answer_s)
        _do(people, wanted)
        return jsonify(done=True)

    @routes.get("/api/v1/seats/<int:seat>/offers")
    def offer(seat: int) -> Response:
        phones.require_seat(seat)
        around = Around(frozenset(phones.holders()), table.coming)
        return jsonify(offers.heard(people, table.board.snapshot, seat, table.seats, around).capitalized)

    return routes


def _tells_of_gifts(table: Table) -> bool:
    """Return whether the current game wants reports of cards that go from hand to hand."""
    started = table.board.snapshot.game.started
    return started is not None and any(choice.name == GIVEN for choice in games.find(started.game).choices)


def _do(people: People, wanted: Act) -> None:
    act: Mapping[type, Callable[[Any], None]] = {
        Deal: lambda _: people.deal(),
        TurnUp: lambda _: people.turn_up(),
        Lay: lambda lay: people.lay(lay.seat, lay.cards, lay.zone),
        Take: lambda take: people.take(take.seat, take.card),
        TouchPad: lambda touch: people.touch(touch.seat, touch.cards),
        Search: lambda search: people.search(search.seat),
        Move: lambda move: people.move(move.card, move.zone, by=move.seat),
        Draw: lambda draw: people.draw(draw.seat, draw.count),
        PutBelow: lambda put: people.put_below(put.seat, put.cards),
        Show: lambda show: people.show(show.seat),
        Give: lambda give: people.give(give.seat, give.card, give.to),
        Vanish: lambda vanish: people.vanish(vanish.seat, vanish.card),
        Fetch: lambda fetch: people.fetch(fetch.seat, fetch.card),
        Sort: lambda sort: people.sort(sort.seat),
        PutBack: lambda put: people.put_back(put.seat, put.card),
    }
    act[type(wanted)](wanted)
