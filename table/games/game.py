"""What every game is to the rest of the table: the same verbs for all, pure, with frozen states.

A game says how a fact *can be read* in a state; the referee keeps every world that the facts allow. Chance and time
arrive inside facts and actions. Seats count from 1, clockwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from table.cards import Card, Catalogue, catalogue, shipped_deck
from table.complaints import BadInput, sentence
from table.events import Event
from table.facts import Fact, GameStarted, Placement

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

# Who may know: "public", "host", "sealed" (everything), "seat:N".
Audience = str
PUBLIC, HOST, SEALED = "public", "host", "sealed"

# Why a play or a press is refused. Where worlds differ on the reason, the first in this order is told.
Reason = Literal[
    "paused", "not_now", "correction_pending", "wrong_zone", "not_in_play", "already_played", "not_your_card",
    "moth_not_playable", "not_adjacent", "no_match", "no_fit", "terrain_full", "too_many_hidden", "too_many_plays",
    "not_face_down", "needs_two_places", "needs_a_card",
]  # fmt: skip


class IllegalAction(ValueError):  # noqa: N818 - no failure of the program
    """An action that the rules forbid in this state: a reason for programs and a sentence for the player."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason: Reason = reason
        self.text = text


class Options(BaseModel):
    """What can be agreed on before a game; each field carries its default and, as its description, its meaning."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


@dataclass(frozen=True)
class Choice:
    """A choice that no card and no button can make."""

    name: str
    who: str
    meaning: str


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first card: part of every state, and the same in all of them."""

    game: str
    players: tuple[str | None, ...]
    options: Any
    cards: Catalogue[Any]
    seed: int
    placement: Mapping[str, Placement]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats at which somebody sits, clockwise."""
        return tuple(seat for seat, name in enumerate(self.players, start=1) if name is not None)

    def name(self, seat: int) -> str:
        """Name the player at a seat."""
        return self.players[seat - 1] or f"seat {seat}"

    def left_of(self, seat: int) -> int:
        """Tell the next seat clockwise at which somebody sits."""
        return next((other for other in self.seats if other > seat), self.seats[0])


@dataclass(frozen=True)
class Reading(Generic[S, A_co]):
    """One way to read a fact: the state after it was noted, and the actions that it amounts to, in their order.

    The first reading is what a bystander would take the fact for; `secret` marks one that assumes something that not
    everybody could see, `idle` one that means nothing but changes what is remembered.
    """

    noted: S
    actions: tuple[A_co, ...] = ()
    secret: bool = False
    idle: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a game ended, and who won."""

    termination: str
    winners: tuple[int, ...]


class Game(Protocol[S, A]):
    """A game: what it is, how it starts, how facts can be read, what the rules say, who may know what."""

    name: str
    title: str
    rules_version: str
    fewest_seats: int
    most_seats: int
    options: type[Options]
    card: type[Card]
    choices: Sequence[Choice]

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the zones that the game needs a reader for."""
        ...

    def start(self, setup: Setup) -> tuple[S, tuple[Event, ...]]:
        """Begin. Raise BadInput if the options do not fit the players."""
        ...

    def readings(self, state: S, fact: Fact) -> tuple[Reading[S, A], ...]:
        """Say how a fact can be read in a state; none means that it means nothing."""
        ...

    def apply(self, state: S, action: A) -> tuple[S, tuple[Event, ...]]:
        """Carry an action out. Raise IllegalAction if the rules forbid it; the old state stays good."""
        ...

    def refuse(self, state: S, action: A, why: IllegalAction) -> tuple[S, tuple[Event, ...]]:
        """Tell people that an action was refused, and note what has to be put right."""
        ...

    def actions(self, state: S, seat: int, hand: Sequence[str]) -> tuple[A, ...]:
        """List what a seat may do with these cards: exactly what `apply` accepts of it."""
        ...

    def due(self, state: S) -> int | None:
        """Tell the next deadline of this state, in us since the game started."""
        ...

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event; None for nothing. An allow-list."""
        ...

    def view(self, state: S, audience: Audience) -> Mapping[str, Any]:
        """Give an audience its picture of the table. An allow-list."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        ...


def prepare(game: Game[S, A], fact: GameStarted) -> Setup:
    """Check what people agreed on before a game. Raise BadInput, which names the field."""
    players = _checked_players(game, fact.players)
    try:
        options = game.options.model_validate(fact.options)
    except ValidationError as error:
        raise BadInput(f"options.{sentence(error)}") from None
    cards = catalogue(shipped_deck(game.name) if fact.catalogue is None else fact.catalogue, game.card)
    zones = game.zones(len(players))
    for zone in fact.placement:
        if zone not in zones:
            raise BadInput(f"placement: expected one of {', '.join(zones)}, not {zone!r}")
    placement = {zone: fact.placement.get(zone, _usual_placement(zone)) for zone in zones}
    return Setup(game.name, players, options, cards, fact.seed, placement)


def _usual_placement(zone: str) -> Placement:
    """Pads in front of seats are touched; any other antenna lies under its pile."""
    return "tap" if zone.startswith("seat.") else "pile"


def _checked_players(game: Game[S, A], players: Sequence[str | None]) -> tuple[str | None, ...]:
    seated = [name for name in players if name is not None]
    if not game.fewest_seats <= len(seated) <= game.most_seats:
        wanted = f"{game.fewest_seats} to {game.most_seats}"
        raise BadInput(f"players: {game.title} is for {wanted} players, not {len(seated)}")
    if any(not name.strip() for name in seated):
        raise BadInput("players: a player needs a name")
    if len(set(seated)) < len(seated):
        raise BadInput("players: two of them have the same name")
    return tuple(players)
