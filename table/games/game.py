"""The interface that every game implements: pure methods on immutable states.

A game defines how a fact *can be read* in a given state; the referee keeps every world consistent with the facts.
Chance and time enter only through facts and actions. Seats are numbered clockwise from 1.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table.cards import Card, Catalogue, Deck, catalogue
from table.complaints import BadInput, none_of, sentence
from table.event import Delivered, Event, HostEvent, Kinds, PublicEvent
from table.facts import MOST_SEATS, Fact, GameStarted, Placement
from table.games.hands import Hands
from table.saying import say
from table.values import Value, field
from table.view import View

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")
A_co = TypeVar("A_co", covariant=True)

# Who may know something: "public", "host", "sealed" (everything), "seat:N".
Audience = str
PUBLIC, HOST, SEALED = "public", "host", "sealed"

LONGEST_NAME = 100  # characters, in scripts and records; table/running/names.py limits new names

# Reason codes for a refused play or press: all games share these, and a game may add its own.
Reason = str
Reasons = Mapping[Reason, str]  # by reason, the headline for a misplaced card
SHARED_REASONS: tuple[Reason, ...] = (
    "paused", "not_now", "correction_pending", "wrong_zone", "not_in_play", "already_played", "not_your_card",
)  # fmt: skip


def may_know(event: Event, audience: Audience) -> bool:
    """Return whether an audience may see all of an event, going by the class of the event."""
    if audience == SEALED or isinstance(event, PublicEvent):
        return True
    return audience == HOST and isinstance(event, HostEvent)


class IllegalAction(ValueError):
    """Raised for an action that the rules forbid in the current state.

    `IllegalAction(reason, text)` has a reason code for programs and a sentence for the player. Listing the legal
    actions creates hundreds of these without reading any, so creating one must be cheap: `text` may be a function,
    which is called only when the text is read.
    """

    @property
    def reason(self) -> Reason:
        """The reason code, for programs."""
        reason: Reason = self.args[0]
        return reason

    @property
    def text(self) -> str:
        """The sentence, for the player."""
        text: str | Callable[[], str] = self.args[1]
        return text() if callable(text) else text

    def __str__(self) -> str:
        return self.text


# Upper limits for options: more than any evening, deck or table needs.
Rounds = Annotated[int, Field(ge=1, le=99)]
SomeCards = Annotated[int, Field(ge=1, le=99)]
AnyCards = Annotated[int, Field(ge=0, le=99)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]


OptionValue = bool | int | float | str | None
ChoiceValue = Literal["seat", "answer", "number", "text"]


class Options(BaseModel):
    """A game's options. Every field has a default and a description that explains the option."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Validate options. Raise BadInput with a sentence naming the first invalid option."""
        try:
            return cls.model_validate(dict(given))
        except ValidationError as error:
            raise BadInput(say("options.{error}", error=sentence(error, given))) from None


class Choice(Value):
    """A choice that can be made on a phone. `value` is the type of value that it requires, if any.

    `for_host` is what the choice means when the host makes it, if that is different.
    """

    name: str
    who: str
    meaning: str
    value: ChoiceValue | None = None
    for_host: str | None = None


# Choices available to the host in every game.
HOST_CHOICES = (
    Choice("undo", "host", "Take back the last play, draw, call, claim or ruling, with what followed."),
    Choice("rule", "host", "Accept a play that was refused."),
    Choice("pause", "host", "Refuse plays and presses until the game is resumed."),
    Choice("resume", "host", "Go on after a pause."),
    Choice("abort", "host", "End the game without a winner."),
    Choice("settle", "host or whoever is asked", "Answer the open question.", value="answer"),
)

# A further choice for the host, not offered (and refused) in games without drawing.
RESHUFFLED = Choice("reshuffled", "host", "A pile was shuffled and is the draw pile again.")


class Dealing(Value):
    """How cards are dealt before a round: how many per player, which are set apart, and where cards are turned up.

    `turn_up` lists the zones onto which the first cards of the draw pile are turned up, one each. `gifts` says how a
    card passes from hand to hand during the round: the giver chooses it, or the receiver draws it unseen. With
    `in_piles`, players do not look at the cards dealt to them, which form a pile of two-sided cards in front of each
    player. Each player is also dealt one card from each group in `besides`, if there are enough; these cards are
    never in the draw pile. With `laid_before`, a card touched to its player's own pad lies in front of that player from
    then on. A card turned up to begin a pile goes back into the draw pile if it shows a side in `never_up`.
    """

    hand: int
    apart: tuple[str, ...] = ()
    turn_up: tuple[str, ...] = ()
    gifts: Literal["chosen", "drawn"] = "chosen"
    in_piles: bool = False
    besides: tuple[tuple[str, ...], ...] = ()
    laid_before: bool = False
    never_up: frozenset[tuple[str, int]] = frozenset()


Answer = int | str


class Ask(Value):
    """A world's assumption that players can confirm: the answer it implies, the seats to ask, and the question.

    `text` is the question and `label` the answer in words; `neutral` is the question to use when worlds differ on whom
    to ask. A press before the time `quiet`, in us, belongs to the game, not to the question. `place` is an answer's
    position in the list: the answer that players can also give with a double press comes second. A question is asked
    only if the answer matters, and only after `patience`, in us, because most questions are answered by the players'
    next actions. Answers with the same `decides` lead to the same result; if it is None, each answer leads to a
    different one. `hint` explains how to answer before being asked; `cards` are the cards that the question is about.
    """

    answer: Answer
    seats: tuple[int, ...]
    text: str
    label: str
    quiet: int = -1
    patience: int = 0
    place: int = 0
    decides: Answer | None = None
    hint: str = ""
    cards: tuple[str, ...] = ()
    neutral: str = ""


class Setup(Value, dict=True):
    """Everything settled before the first card is dealt; part of every state of a game, and shared by them all."""

    game: str
    players: tuple[str | None, ...]
    options: Any
    cards: Catalogue[Any]
    seed: int
    placement: Mapping[str, Placement]
    shared: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The occupied seats, clockwise."""
        return tuple(seat for seat, name in enumerate(self.players, start=1) if name is not None)

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.called.get(seat) or self.players[seat - 1] or f"seat {seat}"

    @cached_property
    def called(self) -> dict[int, str]:
        """The names of people who took over a seat from a robot, by seat.

        Only this part of the set-up changes during a game.
        """
        return {}

    def label(self, code: str) -> str:
        """Return the name of a card, without an article."""
        label: str = self.cards[code].label
        return label

    def left_of(self, seat: int) -> int:
        """Return the next occupied seat to the left, that is, clockwise."""
        return self._left_of[seat]

    def once(self, what: Callable[["Setup"], T]) -> T:
        """Compute and cache a result that depends only on the set-up, such as all cards of a kind."""
        if what not in self._worked_out:
            self._worked_out[what] = what(self)
        found: T = self._worked_out[what]
        return found

    @cached_property
    def _worked_out(self) -> dict[Callable[["Setup"], Any], Any]:
        return {}

    @cached_property
    def _left_of(self) -> Sequence[int]:
        places = range(len(self.players) + 1)
        return [next((other for other in self.seats if other > seat), self.seats[0]) for seat in places]


class Says(Value):
    """The choice that a gesture stands for: its name, and a short label for people."""

    choice: str
    text: str


class Reading(Value, Generic[S, A_co]):
    """One way to read a fact: the state after recording it, and its actions, in order.

    The first reading is how a bystander would understand the fact. A `secret` reading assumes something that was not
    visible to everybody; an `idle` one has no actions and only updates `noted`; one that `takes_back` undoes the last
    marked action and restores the worlds before it. An `otherwise` reading counts only if no other world has a better
    one. An `over` reading is an idle reading of a card laid after the round has ended in this world; the card is
    evidence for worlds in which play continues. `says` is the choice that a gesture stands for: phones show holds and
    double presses as buttons with that name.
    """

    noted: S
    actions: tuple[A_co, ...] = ()
    secret: bool = False
    idle: bool = False
    takes_back: bool = False
    otherwise: bool = False
    over: bool = False
    says: Says | None = None


class Outcome(Value):
    """How a game ended, and which seats won."""

    termination: str
    winners: tuple[int, ...]


class Why(Value):
    """Why an event happened.

    `rules` are the ledger IDs of the rules behind it, the decisive one first. `seen` is a sentence saying what the
    table saw.
    """

    rules: tuple[str, ...]
    seen: str


class Game(Protocol[S, A]):
    """The interface of a game: its cards, how it starts, how it reads facts, its rules, and who may know what."""

    name: str
    title: str
    rules_version: str
    same_for_all: bool  # whether `view` is the same for every audience, so that it is built only once
    shares_pads: bool  # whether the pads in front of seats only count hands, so that a single pad can serve them all
    fewest_seats: int
    most_seats: int
    options: type[Options]
    card: type[Card]
    choices: Sequence[Choice]
    events: Kinds  # the game's own events, and its replacements for shared ones
    hands: Hands  # what emulated hands need to know about the game
    reasons: Reasons  # the game's reasons besides SHARED_REASONS; where worlds differ, the first listed here is used

    def deck(self, options: Options | None) -> Deck:
        """Return the cards used with these options, as plain data.

        If `options` is None, return all cards that may need a tag.
        """
        ...

    def zones(self, seats: int) -> tuple[str, ...]:
        """Return the zones for which the game needs a reader."""
        ...

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Return the zones whose cards lie face up. If a card there has an unknown tag, anybody may name it."""
        ...

    def counting(self, state: S) -> tuple[int, ...]:
        """Return the seats that must now touch every card in their hand to their own pad.

        In most games, there are none.
        """
        ...

    def dealing(self, setup: Setup) -> Dealing:
        """Return how cards are dealt before a round."""
        ...

    def start(self, setup: Setup) -> tuple[S, tuple[Event, ...]]:
        """Begin a game. Raise BadInput if the options do not suit the number of players."""
        ...

    def readings(self, state: S, fact: Fact) -> tuple[Reading[S, A], ...]:
        """Return the readings of a fact in this state, or an empty tuple if the fact means nothing."""
        ...

    def apply(self, state: S, action: A, *, ruled: bool = False) -> tuple[S, tuple[Event, ...]]:
        """Carry out an action without modifying `state`. Raise IllegalAction if the rules forbid the action.

        With `ruled`, the action came from `standing`, so carry it out even if the rules forbid it.
        """
        ...

    def refuse(self, state: S, action: A, why: IllegalAction) -> tuple[S, tuple[Event, ...]]:
        """Report a refused action, and record what the players must correct."""
        ...

    def standing(self, state: S, action: A | None, now: int) -> tuple[Reading[S, A], ...]:
        """Return the readings that accept, without checks, a refused play whose card still lies on its pile.

        `action` is the next play, if that accepts the refused one, or None if the host does. `now` is the time, in us.
        """
        ...

    def put_back(self, state: S) -> S:
        """Return the state as if every refused card on a pad were back in its player's hand: pads do not notice that.

        Refused cards on piles stay, because a reader under a pile notices when they leave.
        """
        ...

    def marks(self, action: A) -> bool:
        """Return whether the host can undo this action."""
        ...

    def restored(self, marked: S, now: S, lying: Mapping[str, frozenset[str]] | None) -> tuple[S, tuple[Event, ...]]:
        """Return to the `marked` state, but keep the presses in progress and the positions of cards from `now`.

        `lying` maps each pile to the cards on it, so that misplaced ones can be found. It is None if a player is taking
        back the last play.
        """
        ...

    def can_pause(self, state: S) -> bool:
        """Return whether the host may pause the game now. This is not possible while players race against the clock."""
        ...

    def held_up(self, action: A) -> bool:
        """Return whether an action has to wait while the game is paused."""
        ...

    def asks(self, state: S) -> Mapping[str, Ask]:
        """Return the assumptions of this world that players can confirm, keyed by the name of the question."""
        ...

    def actions(self, state: S, seat: int, hand: Sequence[str]) -> tuple[A, ...]:
        """List the legal actions of a seat with the cards in `hand`.

        These are exactly the actions that `apply` accepts.
        """
        ...

    def due(self, state: S) -> int | None:
        """Return the next deadline in this state, in us since the game started, or None if there is none."""
        ...

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Return what an audience may know of an event, or None if it may know nothing.

        Fields are listed in an allow-list.
        """
        ...

    def view(self, state: S, audience: Audience) -> View:
        """Return an audience's view of the table, built from an allow-list.

        It includes the prompt, as a list of sentences. `running` is true from the first card of a round until the round
        ends.
        """
        ...

    def why(self, seq: int, setup: Setup, delivered: Sequence[Delivered]) -> Why:
        """Explain why event `seq` happened.

        `delivered` lists all events delivered to the audience, in order. The explanation uses nothing else, so it
        reveals no secrets.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome of the game, or None while it is running."""
        ...


def prepare(game: Game[S, A], fact: GameStarted) -> Setup:
    """Validate the set-up of a game. Raise BadInput, naming the invalid field."""
    check_players(game, fact.players)
    players = tuple(fact.players)
    _check_robots(fact)
    options = agreed(game, fact.options)
    cards = catalogue(game.deck(options) if fact.catalogue is None else fact.catalogue, game.card)
    zones = game.zones(len(players))
    known = dict.fromkeys((*zones, *pads(len(players))))  # any seat may have a pad, to look up a card
    for zone in fact.placement:
        if zone not in known:
            raise BadInput(none_of("placement", zones, zone))
    placement = {zone: _usual_placement(zone) for zone in zones} | fact.placement
    shared = _checked_shared(fact.shared or {}, zones)
    return Setup(game.name, players, options, cards, fact.seed, placement, shared)


def pads(seats: int) -> tuple[str, ...]:
    """Return the names of the pads at a table with `seats` seats."""
    return tuple(f"seat.{seat}" for seat in range(1, seats + 1))


def agreed(game: Game[S, A], options: Mapping[str, object]) -> Options:
    """Validate the options agreed for a game. Raise BadInput, naming the first invalid option."""
    return game.options.read(options)


def _checked_shared(shared: Mapping[str, str], zones: Sequence[str]) -> Mapping[str, str]:
    for pad, zone in shared.items():
        if pad not in zones or zone not in zones or zone in shared:
            raise BadInput(f"shared: expected a zone and one to share of {', '.join(zones)}, not {pad!r}: {zone!r}")
    return shared


def _check_robots(fact: GameStarted) -> None:
    for seat in fact.robots or {}:
        if int(seat) > len(fact.players) or fact.players[int(seat) - 1] is None:
            raise BadInput(say("robots: nobody sits at seat {seat}", seat=seat))


def _usual_placement(zone: str) -> Placement:
    """Return the default placement: `tap` for a seat's pad, otherwise `pile` (the antenna is under the pile)."""
    return "tap" if zone.startswith("seat.") else "pile"


def check_players(game: Game[S, A], players: Sequence[str | None]) -> None:
    """Raise BadInput if these players, listed from seat 1, cannot play the game together."""
    seated = [name for name in players if name is not None]
    if not game.fewest_seats <= len(seated) <= game.most_seats:
        wanted = {"game": game.title, "fewest": game.fewest_seats, "most": game.most_seats}
        raise BadInput(
            say("players: {game} is for {fewest} to {most} players, not {count}", count=len(seated), **wanted)
        )
    if any(len(name) > LONGEST_NAME for name in seated):
        raise BadInput(say("players: a name has at most {most} characters", most=LONGEST_NAME))
    if any(not name.strip() for name in seated):
        raise BadInput(say("players: a player needs a name"))
    if len(set(seated)) < len(seated):
        raise BadInput(say("players: two of them have the same name"))
