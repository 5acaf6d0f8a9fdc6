"""`CardGame`: a base class that implements a game's methods in the usual way. Games override the rest."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from table.cards import Deck, PhysicalDeck, assumptions, deck_file, shipped_deck
from table.event import Delivered, Event, Kinds
from table.facts import CardLeft, Fact, Held, Spent
from table.games.game import (
    Ask,
    Audience,
    Choice,
    Dealing,
    IllegalAction,
    Options,
    Outcome,
    Reading,
    Reasons,
    Setup,
    Why,
    may_know,
)
from table.games.kit import corrections, reading
from table.games.kit.actions import PutRight, SeatsCard
from table.games.kit.fingers import Fingers
from table.games.kit.rulebook import A, Ruled
from table.games.moment import Answers, Moment
from table.values import replace
from table.view import View

F = TypeVar("F", bound=Fingers[Any])
_TABLES = "table.decks"
# Default readers of facts.
_READERS: Mapping[Any, Any] = {CardLeft: reading.comes_off, Held: reading.opens_round, Spent: reading.spent}
_Step = tuple[F, tuple[Event, ...]]


class CardGame(Ruled[F, A], Generic[F, A]):
    """A game assembled from parts, most of which are class attributes.

    - `play` is the class for the state of a world: a round, plus presses and cards in progress. By default, this is
      plain `Fingers`.
    - `events` maps names to the event classes that only this game has.
    - `piles` names all zones other than seats' pads, which a game has if `pads` is set. Cards lie face up on
      `face_up_piles`, by default on all piles.
    - `against_the_clock` names the phases in which players race, so that the host cannot pause the game.
    - `rules` is the module described in `Ruled`. It needs a `refuse` function if actions other than a `SeatsCard` with
      a `zone` can leave a misplaced card; `restored` if the one in `kit.corrections` does not suffice; `taken_back` if
      a play can be taken back; and `standing` if a refused play can be accepted.
    - `rounds` is the module that defines `ROUNDS`. It needs a `start` function unless the first seat starts; and
      `dealing` unless everybody is dealt `hand_size` cards (or none) and one card is turned up on each face-up pile.
    - `readers` maps each kind of fact to a function that returns its readings. Without a reader, a fact means nothing,
      except that lifting a misplaced card corrects it and that holding a button opens the next round.
    - `views` is the module that defines `view`. It also needs a `show` function unless the class of an event alone
      decides who may know of it.
    - `answers` maps the name of each event to a function that explains why the event happened.
    """

    name: str
    title: str
    box = ("", _TABLES)  # the deck file ("": named like the game) and the package that it comes with
    same_for_all = False
    shares_pads = False
    choices: Sequence[Choice] = ()
    reasons: Reasons = MappingProxyType({})
    events: Kinds
    piles: tuple[str, ...]
    face_up_piles: tuple[str, ...] | None = None
    pads = False
    against_the_clock: tuple[str, ...] = ()
    play: type[F] = Fingers  # type: ignore[assignment]
    rounds: Any
    readers: Mapping[Any, Any]
    views: Any
    answers: Answers
    moment: type[Moment] = Moment

    # -- what is on the table

    def deck(self, options: Options | None) -> Deck:
        """Return the cards in the box. They are the same whatever the options."""
        name, package = self.box
        return shipped_deck(name or self.name, package)

    def assumed(self) -> tuple[str, ...]:
        """Return the assumptions about what is printed on the cards, as sentences."""
        name, package = self.box
        return assumptions(name or self.name, package)

    def decks(self) -> tuple[PhysicalDeck, ...]:
        """Return the deck in the box: a shared deck that ships with the table, or the game's own."""
        name, package = self.box
        if name and package == _TABLES:
            return (deck_file(name),)
        return (PhysicalDeck(self.name, self.title, self.deck(None), self.assumed()),)

    def zones(self, seats: int) -> tuple[str, ...]:
        """Return the game's piles, plus a pad for each seat if the game uses pads."""
        return (*self.piles, *(f"seat.{seat}" for seat in range(1, seats + 1) if self.pads))

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Return the piles whose cards lie face up."""
        return self.piles if self.face_up_piles is None else self.face_up_piles

    def counting(self, state: F) -> tuple[int, ...]:
        """Return no seats, because hands are not counted."""
        return ()

    def dealing(self, setup: Setup) -> Dealing:
        """Return how cards are dealt before a round."""
        dealing: Callable[[Setup], Dealing] = getattr(self.rounds, "dealing", self._usual_dealing)
        return dealing(setup)

    def _usual_dealing(self, setup: Setup) -> Dealing:
        return Dealing(getattr(setup.options, "hand_size", 0), turn_up=self.face_up(len(setup.players)))

    # -- the game

    def start(self, setup: Setup) -> _Step[F]:
        """Begin a game. Raise BadInput if the options do not suit the number of players or the deck."""
        start: Callable[[Setup], Any] = getattr(self.rounds, "start", self._usual_start)
        state, delivered = start(setup)
        return self.play(state), delivered

    def _usual_start(self, setup: Setup) -> Any:
        return self.rounds.ROUNDS.start(setup, setup.seats[0])

    def readings(self, state: F, fact: Fact) -> tuple[Reading[F, A], ...]:
        """Return the readings of a fact. A fact for which there is no reader has no readings."""
        reader = self.readers.get(type(fact)) or _READERS.get(type(fact))
        return () if reader is None else tuple(reader(replace(state, now=fact.t), fact))

    def refuse(self, state: F, action: A, why: IllegalAction) -> _Step[F]:
        """Report a refused action. If a seat laid a card on a pile, the card must be removed."""
        refuse: Callable[..., Any] = getattr(self.rules, "refuse", self._usual_refuse)
        after, delivered = refuse(state.round, action, why)
        return replace(state, round=after), delivered

    def _usual_refuse(self, state: Any, action: A, why: IllegalAction) -> tuple[Any, tuple[Event, ...]]:
        if isinstance(action, SeatsCard) and hasattr(action, "zone"):
            return corrections.refused_play(state, action, why, action.seat)
        refused: tuple[Any, tuple[Event, ...]] = self.rules.BOOK.refuse(state, action, why)
        return refused

    def standing(self, state: F, action: A | None, now: int) -> tuple[Reading[F, A], ...]:
        """Return the readings that accept a refused play, if the game allows refused plays to be accepted."""
        standing: Callable[..., tuple[A, ...]] | None = getattr(self.rules, "standing", None)
        return () if standing is None else tuple(Reading(state, (lay,)) for lay in standing(state.round, action))

    def put_back(self, state: F) -> F:
        """Return the state as if every refused card on a pad were back in its player's hand."""
        now = state.round
        for zone in sorted(now.corrections):
            if now.setup.placement[zone] == "tap":
                for card in now.wrong_on(zone):
                    now, _ = self.rules.BOOK.apply(now, PutRight(card))
        return replace(state, round=now)

    def restored(self, marked: F, now: F, lying: Mapping[str, frozenset[str]] | None) -> _Step[F]:
        """Return to the round in `marked`. What happens to presses and cards in progress depends on `at_rest`."""
        if lying is None:
            before, delivered = self.rules.taken_back(marked.round, now.round)
        else:
            restored: Callable[..., Any] = getattr(self.rules, "restored", corrections.restored)
            before, delivered = restored(marked.round, now.round, lying)
        return now.at_rest(before), delivered

    def can_pause(self, state: F) -> bool:
        """Return whether the host may pause the game. This is not possible while players race against the clock."""
        return state.round.phase.name not in self.against_the_clock

    def asks(self, state: F) -> Mapping[str, Ask]:
        """Return no questions, because readers and buttons provide all the information that matters."""
        return {}

    def due(self, state: F) -> int | None:
        """Return the next deadline."""
        return state.due

    def outcome(self, state: F) -> Outcome | None:
        """Return the outcome of the game, or None while it is running."""
        ended: Outcome | None = self.rounds.ROUNDS.outcome(state.round)
        return ended

    # -- who may know what

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Return what an audience may see of an event, as decided by the game's `show` or else by the event's class."""
        show: Callable[[Event, Audience], Event | None] = getattr(self.views, "show", _by_class)
        return show(event, audience)

    def view(self, state: F, audience: Audience) -> View:
        """Return the view, which is the same for every audience."""
        drawn: View = self.views.view(state.round)
        return drawn

    def why(self, seq: int, setup: Setup, delivered: Sequence[Delivered]) -> Why:
        """Explain event `seq`, based on the events delivered to one audience."""
        moment = self.moment.of(seq, setup, delivered)
        return self.answers[moment.event.name](moment)


def _by_class(event: Event, audience: Audience) -> Event | None:
    return event if may_know(event, audience) else None
