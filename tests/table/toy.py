"""A game made of a table of moves, to try the referee without any real game's rules.

`MOVES[(state, card)]` lists the ways in which that card can be read in that state; cards not listed mean nothing.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from table.cards import Card, Deck
from table.event import Event
from table.events import TurnStarted
from table.facts import CardArrived, Fact, TimePassed
from table.games.game import Ask, Audience, Choice, IllegalAction, Options, Outcome, Reading, Setup, Why
from table.games.hands import Hands
from table.saying import message
from table.values import Value
from table.view import View


class Part(Value, kw_only=True):
    state: str | None


class ToyView(View, kw_only=True):
    state: str | None
    parts: tuple[Part, ...]


class Said(Event, blur={"detail"}):
    """Something a toy world says; `detail` may blur."""

    what: str
    detail: str | None = None


class Way(Value):
    """One way to read a card: where it leads, what it says, what it does besides; `refused` makes it unlawful."""

    to: str
    says: tuple[Event, ...] = ()
    secret: bool = False
    idle: bool = False
    marked: bool = False
    takes_back: bool = False
    refused: str | None = None
    otherwise: bool = False
    then: "Way | None" = None


Moves = Mapping[tuple[str, str], Sequence[Way]]


class Toy:
    name = "toy"
    title = "Toy"
    rules_version = "1"
    same_for_all = False
    shares_pads = False
    fewest_seats, most_seats = 1, 9
    options = Options
    card = Card
    choices: Sequence[Choice] = ()
    events = MappingProxyType({Said.name: Said})
    hands = Hands()
    reasons = MappingProxyType({"too_blue": message("{who}: too blue"), "too_green": message("{who}: too green")})

    def __init__(self, moves: Moves, deadlines: Mapping[str, int] | None = None) -> None:
        self._moves = moves
        self._deadlines = deadlines or {}

    def deck(self, options: Options | None) -> Deck:
        return []

    def zones(self, seats: int) -> tuple[str, ...]:
        return ("pile",)

    def face_up(self, seats: int) -> tuple[str, ...]:
        return ()

    def counting(self, state: str) -> tuple[int, ...]:
        return ()

    def start(self, setup: Setup) -> tuple[str, tuple[Event, ...]]:
        return "start", (TurnStarted(1),)

    def readings(self, state: str, fact: Fact) -> tuple[Reading[str, Way], ...]:
        card = fact.card if isinstance(fact, CardArrived) else "time" if isinstance(fact, TimePassed) else ""
        ways = self._moves.get((state, card), ())
        return tuple(self._reading(state, way) for way in ways)

    def _reading(self, state: str, way: Way) -> Reading[str, Way]:
        if way.idle or way.takes_back:
            return Reading(way.to, (), way.secret, way.idle, way.takes_back)
        actions = (way,) if way.then is None else (way, way.then)
        return Reading(state, actions, way.secret, otherwise=way.otherwise)

    def apply(self, state: str, action: Way, *, ruled: bool = False) -> tuple[str, tuple[Event, ...]]:
        if action.refused is not None and not ruled:
            raise IllegalAction(action.refused, f"{action.to} is refused")
        return action.to, action.says

    def refuse(self, state: str, action: Way, why: IllegalAction) -> tuple[str, tuple[Event, ...]]:
        return state, (Said("refused", why.reason),)

    def standing(self, state: str, action: Way | None, now: int) -> tuple[Reading[str, Way], ...]:
        over = "played on" if action is not None else "ruled"
        return tuple(Reading(state, (way,), way.secret) for way in self._moves.get((state, over), ()))

    def put_back(self, state: str) -> str:
        """Go where the move "put back" leads, if there is one."""
        return next((way.to for way in self._moves.get((state, "put back"), ())), state)

    def marks(self, action: Way) -> bool:
        return action.marked

    def restored(
        self, marked: str, now: str, lying: Mapping[str, frozenset[str]] | None
    ) -> tuple[str, tuple[Event, ...]]:
        return marked, (Said("restored", now if lying is None else f"{now} {sorted(lying)}"),)

    def can_pause(self, state: str) -> bool:
        return state != "racing"

    def held_up(self, action: Way) -> bool:
        return True

    def asks(self, state: str) -> Mapping[str, Ask]:
        """Ask which side a world `went`, whoever it was; or that `of` a seat."""
        side, _, seat = state.removeprefix("went ").partition(" of ")
        seats, neutral = ((int(seat),), "Whose side?") if seat else ((1, 2), "")
        ask = Ask(side, seats, f"Which side{seat}?", side.title(), neutral=neutral)
        return {"side": ask} if state.startswith("went ") else {}

    def actions(self, state: str, seat: int, hand: Sequence[str]) -> tuple[Way, ...]:
        return tuple(way for (at, _), ways in self._moves.items() if at == state for way in ways)

    def due(self, state: str) -> int | None:
        return self._deadlines.get(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        if isinstance(event, Said) and event.what == "secret":
            return event if audience == "sealed" else None
        return event

    def view(self, state: str, audience: Audience) -> "ToyView":
        return ToyView(state=state, parts=(Part(state="same"), Part(state=state)))

    def why(self, event: Mapping[str, Any], setup: Setup, delivered: Sequence[Mapping[str, Any]]) -> Why:
        return Why((), "A card was read.")

    def outcome(self, state: str) -> Outcome | None:
        return Outcome("over", (1,)) if state == "over" else None


def setup() -> Setup:
    return Setup("toy", ("Ana",), Options(), {}, 0, {"pile": "pile"})
