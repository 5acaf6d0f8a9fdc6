"""A robot's mind: the only place where robots at a table call their game's AI, which may be somebody else's code.

Each call has a time limit, and no exception of the AI leaves this module. If the AI fails, its robots decide in a
simpler way, so that the people at the table can play on, and the host is told once in the game.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from table.ai import gestures
from table.ai.gestures import Gesture
from table.ai.known import Known
from table.ai.policy import AI, Action
from table.games.game import Game, IllegalAction
from table.log import logger
from table.packages import LONGEST_S as MAKING_S  # which may import its package
from table.packages import TookTooLong, reason, within
from table.saying import Text, say
from table.values import Value
from table.view import QuestionView

# A robot should decide in 2 s, even on a slow computer. This limit is longer, so that a computer that is busy with
# something else for a moment is not taken for an AI that does not return.
LONGEST_S = 5.0
# So often in a game an AI may fail to return. While it does not, the whole table is slow.
_MOST_HANGS = 2
_log = logger()

T = TypeVar("T")
Chooses = Callable[[AI[Any], Known, Random], Action]


class Attempt(Value):
    """An action of a robot that cannot ask its AI: a gesture that may be lawful. The table judges it."""

    gesture: Gesture


class Mind:
    """What the robots of one game ask its AI, which `make` returns. `tell_host` is called when it first fails.

    An AI that cannot be made is asked for nothing. One that raises is asked again next time. One that does not return
    is asked for less: after the first time, no longer for a choice, only for the lawful options; after the second time,
    for nothing.
    """

    def __init__(
        self, make: Callable[[], AI[Any]], game: Game[Any, Any], tell_host: Callable[[Text], object] = lambda _: None
    ) -> None:
        self._game, self._tell_host = game, tell_host
        self._hangs = 0
        self._told = False
        self._ai: AI[Any] | None = None
        try:
            self._ai = within(MAKING_S, make)
        except Exception as error:  # noqa: BLE001 - other people's code may raise anything
            self._tell(error)

    def _asks(self, ask: Callable[[AI[Any]], T], otherwise: T) -> T:
        """Return the AI's answer, or `otherwise` if the AI fails or is no longer asked."""
        ai = self._ai if self._hangs < _MOST_HANGS else None
        return otherwise if ai is None else self._calls(lambda: ask(ai), otherwise)

    def _calls(self, call: Callable[[], T], otherwise: T) -> T:
        """Return what a function of the game's package returns, or `otherwise` if it fails."""
        try:
            return within(LONGEST_S, call)
        except Exception as error:  # noqa: BLE001 - other people's code may raise anything
            self._hangs += isinstance(error, TookTooLong)
            self._tell(error)
            return otherwise

    def _tell(self, error: Exception) -> None:
        """Log an AI's first error, and tell the host, who also plays and so learns nothing about cards."""
        if self._told:
            return
        self._told = True
        top = type(self._game if self._ai is None else self._ai).__module__.partition(".")[0]
        why = reason(error, top)
        _log.error("a robot's AI has failed: robots make simple moves", game=self._game.name, error=why)
        self._tell_host(
            say(
                "The robots’ program for {game} has failed, so they make simple moves. The table’s log says why.",
                game=self._game.title,
            )
        )

    # -- Turns

    def decides(self, known: Known, chance: Random, chooses: Chooses) -> Action:
        """Return the seat's next action; None if it has nothing to do or prefers to wait.

        If the AI cannot choose, this is one of the options it lists, at random; if it cannot list any, an Attempt.
        """
        for way in (chooses, _any_option)[self._hangs :]:
            decided = self._asks(lambda ai: (_decided(ai, known, chance, way),), None)  # noqa: B023 - called at once
            if decided is not None:
                return decided[0]
        is_on = known.view.turn == known.seat or known.seat in known.view.awaited
        return self._attempt(known, chance) if is_on else None

    def gestures(self, known: Known, action: Action, chance: Random) -> Sequence[Gesture]:
        """Return the gestures that carry out an action; if the AI cannot tell, one that may be lawful."""
        attempt = action if isinstance(action, Attempt) else None
        meant = None if attempt else self._asks(lambda ai: gestures_of(ai, known, action), None)
        return meant or ((attempt or self._attempt(known, chance)).gesture,)

    def _attempt(self, known: Known, chance: Random) -> Attempt:
        """Return a press, or a card and where to lay it, or what phones offer, at random."""
        presses = (gestures.Tap(), gestures.Hold())
        lays = [gestures.Lay((card,), zone) for card in known.hand for zone in known.view.piles]
        nothing: list[Sequence[Gesture]] = []
        kinds = (presses, lays, *self._calls(lambda: self._offered(known), nothing))
        untried = [[one for one in kind if Attempt(one) not in known.vain] for kind in kinds]
        return Attempt(chance.choice(chance.choice([kind for kind in untried if kind] or [presses])))

    def _offered(self, known: Known) -> list[Sequence[Gesture]]:
        """Return the other gestures that the game offers a seat: lay a card before itself, make a choice, draw."""
        seat, cards, hands = known.seat, known.setup.cards, self._game.hands
        is_before = self._game.dealing(known.setup).laid_before
        before = [gestures.Lay((card,), f"seat.{seat}") for card in known.hand if is_before]
        says = [gestures.Say(one.choice, one.value) for one in hands.says(known.view, seat, cards) if not one.then]
        draws = hands.draws(known.view, seat, known.hand, cards)
        return [before, says, [gestures.TakeCards(draws)] if draws else []]

    def may(self, known: Known, action: Action) -> bool:
        """Return whether the rules allow an action, as far as the seat knows; True if the AI cannot tell."""

        def is_lawful(ai: AI[Any]) -> bool:
            world = ai.imagines(known, Random(0))  # noqa: S311
            try:
                ai.plays(world, {known.seat: action}, Random(0))  # noqa: S311
            except IllegalAction:
                return False
            return known.seat in ai.movers(world)

        return isinstance(action, Attempt) or self._asks(is_lawful, True)

    # -- Everything else, which a robot can do without

    def misfits(self, known: Known, chance: Random) -> Sequence[Action]:
        """Return illegal actions that a careless player might try."""
        return self._asks(lambda ai: tuple(ai.misfits(ai.imagines(known, chance), known.seat)), ())

    def fidgets(self, known: Known, chance: Random) -> Sequence[Gesture]:
        """Return the gestures of an unprompted movement, if any."""

        def moves(ai: AI[Any]) -> Sequence[Gesture]:
            action = ai.fidgets(known, chance)
            return () if action is None else gestures_of(ai, known, action)

        return self._asks(moves, ())

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return the answer to a question from the table, by default the first one."""
        return self._asks(lambda ai: ai.answers(known, question), question.options[0].answer)

    def puts_right(self, known: Known) -> Gesture | None:
        """Return the gesture that moves a misplaced card to the right pile, or None."""
        return self._asks(lambda ai: ai.puts_right(known), None)


def gestures_of(ai: AI[Any], known: Known, action: Action) -> Sequence[Gesture]:
    """Return the gestures that an AI makes for an action. Raise TypeError if they are none."""
    meant = tuple(ai.gestures(known, action))
    if not meant or not all(isinstance(one, Gesture) for one in meant):
        raise TypeError(f"`gestures` returns {meant!r}: a robot needs one or more gestures")
    return meant


def _decided(ai: AI[Any], known: Known, chance: Random, chooses: Chooses) -> Action:
    world = ai.imagines(known, Random(chance.getrandbits(32)))  # noqa: S311
    if known.seat not in ai.movers(world):
        return None
    return chooses(ai, known, Random(chance.getrandbits(32)))  # noqa: S311


def _any_option(ai: AI[Any], known: Known, chance: Random) -> Action:
    """Choose a lawful option at random, which needs no habit."""
    options = ai.options(ai.imagines(known, chance), known.seat)
    return chance.choice([one for one in options if one not in known.vain] or [*options] or [None])
