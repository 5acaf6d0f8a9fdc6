"""A game with what most games answer alike already answered: derive from `CardGame`, and say what differs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from table.cards import Deck, assumptions, shipped_deck
from table.events import Event
from table.facts import Fact
from table.games.game import Ask, Audience, Choice, Options, Outcome, Reading, Reason, Setup, Why, may_know
from table.games.kit.fingers import Fingers
from table.games.kit.rulebook import A, Ruled
from table.games.moment import Answers, Moment

F = TypeVar("F", bound=Fingers[Any])
_Step = tuple[F, tuple[Event, ...]]


class CardGame(Ruled[F, A], Generic[F, A]):
    """A game that is made of modules.

    - `rules` as `Ruled` has it, with `standing`, `restored` and `taken_back`, as far as refusals can be let lie, and
      actions be undone;
    - `rounds` with `ROUNDS`, `start` and `dealing`;
    - `reading` with `READERS`: by the kind of fact how it can be read;
    - `picture` with `view`;
    - `answers`: by the name of an event why it was told.

    `play` is the class of what a world knows: a round, and what fingers and cards are doing.
    """

    name: str
    shares_pads = False
    choices: Sequence[Choice] = ()
    reasons: Sequence[Reason] = ()
    play: type[F]
    rounds: Any
    reading: Any
    picture: Any
    answers: Answers
    moment: type[Moment] = Moment

    # -- what is on the table

    def deck(self, options: Options | None) -> Deck:
        """Read the box: the same cards, whatever is agreed on."""
        return shipped_deck(self.name)

    def assumed(self) -> tuple[str, ...]:
        """Say what of its cards nobody has seen printed."""
        return assumptions(self.name)

    def counting(self, state: F) -> tuple[int, ...]:
        """Tell that nobody counts cards in hands."""
        return ()

    def dealing(self, setup: Setup) -> Any:
        """Tell what people do with the cards before a round."""
        return self.rounds.dealing(setup)

    # -- the game

    def start(self, setup: Setup) -> _Step[F]:
        """Begin. Raise BadInput if the options do not fit the players or the deck."""
        state, told = self.rounds.start(setup)
        return self.play(state), told

    def readings(self, state: F, fact: Fact) -> tuple[Reading[F, A], ...]:
        """Say how a fact can be read; one that the game has no reader for means nothing."""
        reader = self.reading.READERS.get(type(fact))
        return () if reader is None else tuple(reader(replace(state, now=fact.t), fact))

    def standing(self, state: F, action: A | None, now: int) -> tuple[Reading[F, A], ...]:
        """Give the readings of the oldest play that was refused and not put right."""
        return tuple(Reading(state, (lay,)) for lay in self.rules.standing(state.round, action))

    def restored(self, marked: F, now: F, lying: Mapping[str, frozenset[str]] | None) -> _Step[F]:
        """Make an earlier round the round again; cards and fingers go on as they are."""
        if lying is None:
            before, told = self.rules.taken_back(marked.round, now.round)
        else:
            before, told = self.rules.restored(marked.round, now.round, lying)
        return now.at_rest(before), told

    def can_pause(self, state: F) -> bool:
        """Tell that nothing runs against the clock."""
        return True

    def asks(self, state: F) -> Mapping[str, Ask]:
        """Ask nothing: all that matters is seen, or said by a button."""
        return {}

    def due(self, state: F) -> int | None:
        """Tell the next deadline."""
        return state.due

    def outcome(self, state: F) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        ended: Outcome | None = self.rounds.ROUNDS.outcome(state.round)
        return ended

    # -- who may know what

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event: all of it, if everybody may."""
        return event if may_know(event, audience) else None

    def view(self, state: F, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all."""
        drawn: Mapping[str, Any] = self.picture.view(state.round)
        return drawn

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return self.answers[event["event"]](self.moment.of(event, setup, told))
