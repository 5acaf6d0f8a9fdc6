"""The AI for Mito, which imagines hands, gets rid of expensive cards, and cheats as people do."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from statistics import fmean

from table import moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture, reaction_s
from table.ai.known import Known, World, asked
from table.ai.mito import choices
from table.ai.mito.choices import Fetch, GiveCard, Sort, Vanish
from table.ai.mito.imagining import Round, read
from table.ai.mito.knowing import Certain, Secrets, secrets
from table.ai.mito.remembering import ENOUGH
from table.ai.policy import Action, ByTheBook, Step
from table.event import Event
from table.games.hands import Movement
from table.games.kit.actions import Action as GameAction
from table.games.kit.actions import NextRound, TurnUp
from table.games.mito import MITO, rules
from table.games.mito.actions import (
    DISCARD,
    Accept,
    CloseMatch,
    CloseSlap,
    CountAnew,
    Draw,
    FinishCount,
    Give,
    Lay,
    Lift,
    MakeCall,
    Match,
    Plead,
    SayOut,
    ShowCard,
    Slap,
    WithdrawCall,
)
from table.games.mito.cards import GUARD
from table.games.mito.rounds import POINTS
from table.games.mito.state import Phase, Race, State
from table.moves import Move
from table.values import replace
from table.view import QuestionView

# -- Which seats can act now in a game of Mito


def movers(world: World[State]) -> tuple[int, ...]:
    """Return the seats that can act: out of cards, on turn, in debt, guarding, racing, accused, or counting."""
    state, hands = world.state, world.hands
    match state.phase:
        case Phase.PLAYING if state.wrong:
            return ()
        case Phase.PLAYING | Phase.RACING:
            busy = _racers(world) if state.race is not None else _players(world)
            return tuple(seat for seat in state.setup.seats if seat in busy or not hands[seat])
        case Phase.CALLED if state.accused is not None:
            return (state.accused,)
        case Phase.CALLED:
            return tuple(seat for seat in state.setup.seats if seat != state.guard or choices.is_in_vain(world))
        case Phase.COUNTING:
            slipped = (seat for seat in state.counted if choices.has_counted_too_soon(state, seat, hands[seat]))
            return (*state.due_hands, *slipped)
        case _:
            return ()


def _racers(world: World[State]) -> tuple[int, ...]:
    """Return the seats that have not slapped yet, or those that can answer the cockroach."""
    state, race = world.state, world.state.race
    if race is None:
        return ()
    if race.kind == "slap":
        return race.missing
    return tuple(seat for seat in race.seats if choices.answers(state, world.hands[seat]))


def _players(world: World[State]) -> tuple[int, ...]:
    """Return the seat whose turn it is, those that can pay a debt or take a card back, and the guard if it can call."""
    state, found = world.state, secrets(world)
    turn = () if state.turn is None else (state.turn,)
    paying = (debt.giver for debt in state.debts if choices.gifts(state, debt, world.hands[debt.giver]))
    seen = found.seen is not None or found.moved not in (None, state.guard)
    watching = (state.guard,) if seen or choices.watches(state, state.guard) else ()
    return (*turn, *found.back, *paying, *watching)


# -- Reaction times in Mito's races, the same for all kinds of robots

_ERROR_US = 1000
_LOT_BITS = 32


def raced(race: Race, actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    """Return a race as rule actions: each hand in order of reaction time, then the end of the race."""
    return _slapped(actions, chance) if race.kind == "slap" else _matched(race, actions, chance)


def _slapped(actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    times = sorted((_reaction_us(chance), seat) for seat, action in actions.items() if isinstance(action, Slap))
    return (*(Slap(seat, at, _ERROR_US) for at, seat in times), CloseSlap(chance.getrandbits(_LOT_BITS)))


def _matched(race: Race, actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
    """Return the fastest answer and the end of the race; the other cards return to their hands unread."""
    answers = [(_reaction_us(chance), seat, one.card) for seat, one in actions.items() if isinstance(one, Match)]
    if answers and race.matched is None:
        at, seat, card = min(answers)
        return Match(card, at, seat), CloseMatch(seat)
    if race.matched is not None:  # an unknown player's card is already there
        return (CloseMatch(chance.choice(race.seats)),)
    return (CloseMatch(),)


def _reaction_us(chance: Random) -> int:
    return int(1e6 * reaction_s(chance))


# -- How hands carry out actions of Mito: cards on the discard and on pads, one button, gifts on a phone


def said(certain: Certain, action: GameAction) -> Sequence[Gesture]:
    """Return the gestures for an action: card movements, a hold (for example to plead guilty), otherwise a tap."""
    match action:
        case Lay(_, shown, drop):
            return (gestures.Lay((*(card for card in drop if card != shown), shown), DISCARD),)  # the last card on top
        case Match(card):
            return (gestures.Lay((card,), DISCARD),)
        case Lift(card):
            return (gestures.Take(card),)
        case Vanish(_, card):
            return (gestures.Vanish(card),)
        case Fetch(_, card):
            return (gestures.Fetch(card),)
        case Sort():
            return (gestures.Sort(),)
        case GiveCard(_, receiver, card):
            return gestures.Hand(card, receiver), gestures.Say("given", receiver)
        case ShowCard():
            return (gestures.Show(),)
        case Plead(guilty=True) | SayOut() | WithdrawCall() | CountAnew():
            return (gestures.Hold(),)
        case Accept(seat) if seat in certain.own_secrets.hidden:
            return (gestures.Hold(),)  # accepts the call and pleads guilty
        case MakeCall(seat) if certain.known.view.turn == seat:
            return (gestures.Double(),)
        case _:
            return (gestures.Tap(),)


def answered(certain: Certain, question: QuestionView) -> int | str:
    """Return who answered the cockroach: the seat itself if the card on top was its own, otherwise another seat."""
    offered = [option.answer for option in question.options]
    mine = certain.known.seat
    if mine in offered and certain.state.top in [one.card for one in certain.own]:
        return mine
    return next((answer for answer in offered if answer != mine), offered[0])


# -- How good a position in Mito is: the points that each hand will probably cost

_A_CARD = 1.0


def ahead(world: World[State], seat: int) -> float:
    """Return how many fewer points than the others a seat will probably have."""
    state = world.state
    left = {one: points + _expected(world, one) for one, points in state.totals.items()}
    others = [left[other] for other in left if other != seat]
    return (fmean(others) + min(others)) / 2 - left[seat]


def _expected(world: World[State], seat: int) -> float:
    """Return the points a hand will probably cost: its exact points once it is counted, an estimate until then."""
    state = world.state
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return 0
    cards = state.setup.cards
    points = sum(POINTS[cards[card].kind] for card in world.hands[seat])
    if state.phase is Phase.COUNTING:
        return points
    return 0.7 * points + _A_CARD * len(world.hands[seat])


_SEES = 0.3  # in a search, the probability that the guard sees two cards laid as one
_UNSEEN = (choices.Vanish, choices.Fetch, choices.Sort)
# Actions that several people can take at once.
_TOGETHER = (*_UNSEEN, choices.GiveCard, Lift, ShowCard, FinishCount, CountAnew)


class MitoAI(ByTheBook[State]):
    """The AI for Mito, built on the game's own rules."""

    box = MITO
    rules = rules
    victory = 12.0
    effort = Effort(worlds=2, ahead=6)  # more effort barely increases its wins

    def __init__(self) -> None:
        self._read: Round | None = None

    # -- Imagined worlds

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Return a world with random cards in the places that the seat cannot know: others' hands and hidden cards."""
        if self._read is None or self._read.known is not known:  # cached, because a search needs many worlds
            self._read = read(known)
        return self._read.world(chance)

    def moves(self, action: Action) -> Movement | None:
        """Return the movement that others see when a hand lays cards, makes a card vanish, or sorts."""
        match action:
            case Lay(_, _, drop):
                return "cheat" if len(drop) > 1 else "lay"
            case Match():
                return "lay"
            case choices.Vanish():
                return "cheat"
            case choices.Sort():
                return "sort"
            case _:
                return None

    def fidgets(self, known: Known, chance: Random) -> Action:
        """Return an unprompted action: sometimes make a card vanish, otherwise sort the hand."""
        return choices.fidgets(self.imagines(known, chance), known.seat, chance)

    # -- What happens

    def plays(self, world: World[State], actions: Mapping[int, Action], chance: Random) -> Step[State]:
        """Carry out the seats' simultaneous actions one after another; if nobody acts, let time pass."""
        delivered: list[Event] = []
        for action in self._in_order(world, {seat: one for seat, one in actions.items() if one is not None}, chance):
            world, more = self.carried_out(world, action, chance)
            delivered += more
        return world, tuple(delivered)

    def _in_order(self, world: World[State], actions: Mapping[int, Action], chance: Random) -> tuple[Action, ...]:
        """Return the simultaneous actions that take effect, in order: going out overrides all, a call most of them."""
        outs = [one for one in actions.values() if isinstance(one, SayOut)]
        if outs:
            return (chance.choice(outs),)
        together = tuple(one for one in actions.values() if isinstance(one, _TOGETHER))
        if world.state.race is not None:
            return (*together, *raced(world.state.race, actions, chance))
        alone = [one for one in actions.values() if not isinstance(one, _TOGETHER)]
        calls = [one for one in alone if isinstance(one, MakeCall)]
        if alone:
            return (*together, *(calls or [chance.choice(alone)]))
        return together or (self.passes(world, chance),)

    def carried_out(self, world: World[State], action: Action, chance: Random) -> Step[State]:
        """Carry out an action and the draws and shuffles that follow. Raise IllegalAction if it is forbidden."""
        if isinstance(action, _UNSEEN):
            return self._unseen(world, action), ()
        rule = Give(action.giver, action.receiver) if isinstance(action, choices.GiveCard) else action
        state, delivered = rules.BOOK.apply(world.state, rule)
        if isinstance(action, NextRound):
            return self._dealt(state, chance), delivered
        after = World(state, world.hands, world.draw, _kept(secrets(world), action, state, chance))
        after = self.laid(after, action)
        for move in asked(delivered):
            after = self.moved(after, move, chance)
        return after, delivered

    def _unseen(self, world: World[State], action: "choices.Vanish | choices.Fetch | choices.Sort") -> World[State]:
        """Carry out an action that is not part of the rules."""
        found = secrets(world)
        match action:
            case choices.Vanish(seat, card):
                return replace(world.without(seat, card), notes=found.vanished(seat, card))
            case choices.Fetch(_, card):
                return self._taken_back(world, card)
            case choices.Sort(seat):
                return replace(world, notes=replace(found, moved=seat))

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Return the world after the cards of an action have moved."""
        match action:
            case Lay(int(seat), _, drop):
                return world.without(seat, *drop)
            case Match(card, _, int(seat)):
                return world.without(seat, card)
            case TurnUp(card):
                return replace(world, draw=tuple(other for other in world.draw if other != card))
            case choices.GiveCard(giver, receiver, card):
                return world.passed(giver, receiver, (card,))
            case Lift(card):
                return self._taken_back(world, card)
            case _:
                return world

    def _taken_back(self, world: World[State], card: str) -> World[State]:
        """Put a card back into the hand of the player who was caught with it."""
        found = secrets(world)
        seat = next(seat for seat, other in found.back.items() if other == card)
        after = replace(world, notes=found.took_back(card))
        return after.with_hand(seat, (*world.hands[seat], card))

    def moved(self, world: World[State], move: Move, chance: Random) -> World[State]:
        """Return the world after a draw or shuffle; owed cards are not moved here, because their giver chooses them."""
        match move:
            case moves.Give():
                return world
            case moves.ShuffleIn():
                found = secrets(world).shuffled()
                after = super().moved(replace(world, notes=found), move, chance)
                return replace(after, draw=tuple(card for card in after.draw if card not in found.gone))
            case _:
                return super().moved(world, move, chance)

    def stays(self, state: State) -> AbstractSet[str]:
        """Return the cards that are not shuffled: the top of the discard, misplaced cards, and the Guard Bug."""
        bugs = {code for code, card in state.setup.cards.items() if card.kind == GUARD}
        return {*bugs, *state.wrong, *state.beside, *(card for card in (state.top, state.named) if card)}

    def passes(self, world: World[State], chance: Random) -> Action:
        """Return the action to take if nobody acts: turn up the first card, draw, withdraw a call, or open a round."""
        state = world.state
        match state.phase:
            case Phase.SET_UP:
                return TurnUp(world.draw[-1])
            case Phase.PLAYING:
                return Draw(state.turn or state.starter)
            case Phase.CALLED:
                return WithdrawCall(state.guard)
            case _:
                return NextRound(0)

    # -- What can be done

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seats that can act: out of cards, on turn, in debt, guarding, racing, accused, or counting."""
        return movers(world)

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return the legal actions that are worth trying, or only one if it needs no thought."""
        done = choices.as_a_matter_of_course(world, seat)
        if done is not None:
            return (done,)
        state, hand = world.state, world.hands[seat]
        if state.phase is Phase.RACING:
            return choices.racing(state, seat, hand)
        if state.phase is not Phase.PLAYING:
            return ()
        debt = choices.debt_of(state, seat, hand)
        if debt is not None:
            return choices.giving(state, debt, hand)
        return choices.playing(state, seat, hand) if seat == state.turn else ()

    def misfits(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return plays of cards that do not fit on the open card; none for small hands, which people play carefully."""
        state, hand = world.state, world.hands[seat]
        if state.phase is not Phase.PLAYING or seat != state.turn or len(hand) < ENOUGH:
            return ()
        fitting = choices.fitting(state, seat, hand)
        return tuple(Lay(seat, card, (card,)) for card in hand if card not in fitting and state.kind(card) != "moth")

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Lay a card that fits, sometimes hide another one under it, and tell the truth."""
        return choices.habit(world, seat, chance)

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return the gestures that carry out an action."""
        return said(read(known), action)

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return who answered a cockroach."""
        return answered(read(known), question)

    # -- The value of a position

    def worth(self, world: World[State], seat: int) -> float:
        """Return how many fewer points than the others a seat will probably have, plus the value of a win."""
        return ahead(world, seat) + (self.won(world.state, seat) if world.state.over else 0)

    def is_over(self, world: World[State]) -> bool:
        """Return whether the search ends here: counting has begun, or a misplaced card must be removed first."""
        return bool(world.state.wrong) or world.state.phase not in (Phase.PLAYING, Phase.RACING, Phase.CALLED)


def _kept(found: Secrets, action: Action, state: State, chance: Random) -> Secrets:
    """Return the secrets after an action; in a search, the guard sees a cheat with probability `_SEES`."""
    match action:
        case Lay(int(seat), shown, drop):
            under = next((card for card in drop if card != shown), None)
            return found.laid(seat, under, seen=under is not None and chance.random() < _SEES)
        case Match(_, _, int(seat)):
            return found.laid(seat, None, seen=False)
        case Plead(seat, guilty):
            return found.pleaded(seat, takes_back=guilty and state.options.retake_cheated_card)
        case Draw() | MakeCall():
            return found.looked_away()
        case _:
            return found
