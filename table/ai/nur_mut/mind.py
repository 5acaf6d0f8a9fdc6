"""Nur Mut for a robot: it lays its top card, dares, puts it under, or waits."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from table import moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World, dealt_out
from table.ai.mind import Action, ByTheBook
from table.ai.nur_mut import seen
from table.games.kit.actions import GiveTurn, NextRound, PutRight
from table.games.nur_mut import NUR_MUT, rules
from table.games.nur_mut.actions import Dare, Fail, Lay, Pass, PutUnder, TakePile, TurnUp
from table.games.nur_mut.cards import JOKER, Face
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.turns import fits
from table.moves import Move
from table.values import Value, replace
from table.view import QuestionView

# What people do who do not think long: shares of the times when they could.
LAZY, BRAVE_THOUGH_IT_FITS, BRAVE = 0.08, 0.1, 0.15
LOTS = 720  # as many as orders of the three piles, and more

Faces = tuple[Face, Face]  # the one that is up, and the one below


class Tossed(Value):
    """The faces of each card that lies in no pile in the middle: what is up comes first."""

    faces: Mapping[str, Faces]


class NurMutMind(ByTheBook[State]):
    """Nur Mut, thought about by its rules.

    The first card of a hand is the top of that seat's pile. `notes` are `Tossed`.
    """

    effort = Effort(worlds=4)
    box = NUR_MUT
    rules = rules
    victory = 8.0

    # -- what may be

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Draw at random what others hold, which sides are up, and the other side of the top card."""
        piles = seen.lying(known)
        open_ones = frozenset(card for cards in piles.values() for card in cards)
        state, placed = seen.state_of(known, piles), seen.known_in_piles(known, open_ones)
        top = known.hand[:1]
        sizes = {seat: max(size - len(placed[seat]), 0) for seat, size in state.hands.items()}
        sizes[known.seat] = max(state.hands[known.seat] - len(placed[known.seat]) - 1, 0) if top else 0
        gone = {*open_ones, *top, *(card for cards in placed.values() for card in cards)}
        unseen = [card for card in known.setup.cards if card not in gone]
        hands, rest = dealt_out(unseen, sizes, chance)
        for seat, cards in placed.items():
            mixed = [*hands[seat], *cards]
            hands[seat] = tuple(chance.sample(mixed, len(mixed))[: state.hands[seat]])
        hands[known.seat] = (*top, *hands[known.seat])
        faces = _tossed(state, chance)
        for card in top:
            faces[card] = _own_top(known, (*unseen, *placed[known.seat]), card, chance)
        return World(state, hands, rest, Tossed(faces))

    def _dealt(self, state: State, chance: Random) -> World[State]:
        return replace(super()._dealt(state, chance), notes=Tossed(_tossed(state, chance)))

    # -- what happens

    def carried_out(self, world: World[State], action: Action, chance: Random) -> tuple[World[State], tuple[Any, ...]]:
        """Carry an action out, with a lot of its own for the highest piles."""
        if type(action) is Fail:
            action = replace(action, lot=chance.randrange(LOTS))
        return super().carried_out(world, action, chance)

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Take a card off the top of a pile, or turn one of the spare cards up."""
        if isinstance(action, TurnUp):
            return replace(world, draw=tuple(card for card in world.draw if card != action.card))
        return super().laid(world, action)

    def moved(self, world: World[State], move: Move, chance: Random) -> World[State]:
        """Do what an event asks of hands whose cards lie as a pile."""
        match move:
            case moves.TurnOver(seat):
                return _turned_over(world, seat)
            case moves.PutUnder(seat):
                hand = world.hands[seat]
                return world.with_hand(seat, (*hand[1:], *hand[:1]))
            case moves.TakePile(seat):
                return _shuffled_in(world, seat, chance)
            case _:
                return world

    def passes(self, world: World[State], chance: Random) -> Action:
        """Turn spare cards up, take a pile that has to be taken, put right what lies wrong, or open the next round."""
        state = world.state
        match state.phase:
            case Phase.SET_UP:
                zone = next(zone for zone in PILES if zone not in state.piles)
                card = next(card for card in reversed(world.draw) if _faces(world)[card][0] != JOKER)
                return TurnUp(zone, card, _faces(world)[card][0])
            case Phase.TAKING if state.taken is not None:
                return TakePile(state.taken.zone)
            case Phase.PLAYING if state.wrong:
                return PutRight(min(state.wrong))
            case Phase.PLAYING if state.turn is not None:  # nothing fits on what a joker covers: the host helps
                return GiveTurn(state.setup.left_of(state.turn))
            case _:
                return NextRound(0)

    # -- what can be done

    def held(self, world: World[State], seat: int) -> tuple[str, ...]:
        """Return the top card of a pile."""
        return world.hands[seat][:1]

    def sides(self, world: World[State], seat: int) -> Mapping[str, int]:
        """Return which side is up of one's own top card, and of those in the middle."""
        state = world.state
        up = {pile.top: pile.face for pile in state.piles.values()}
        up |= {card: _faces(world)[card][0] for card in world.hands[seat][:1]}
        return {card: state.card(card).faces.index(face) for card, face in up.items()}

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List what may be done with the top card; whoever was brave lays it if it fits."""
        state, lays = world.state, _lays(world, seat)
        if seat not in self.movers(world):
            return ()
        if state.cover is not None or state.empty is not None:
            return lays
        if state.daring:
            return lays or (Fail(seat),)
        if state.must_dare:  # NUR-43
            return (Dare(seat),)
        return (*lays, Dare(seat), Pass(seat)) if lays else (PutUnder(seat), Dare(seat), Pass(seat))

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Lay the card anywhere if it fits; now and then be brave, or lazy."""
        options = self.options(world, seat)
        lays = [one for one in options if isinstance(one, Lay)]
        if len(lays) == len(options):
            return chance.choice(lays) if lays else None
        if len(options) == 1:
            return options[0]
        luck = chance.random()
        if lays:
            passes, dares = LAZY, LAZY + (1 - LAZY) * BRAVE_THOUGH_IT_FITS
            return Pass(seat) if luck < passes else Dare(seat) if luck < dares else chance.choice(lays)
        return Dare(seat) if luck < BRAVE else chance.choice((PutUnder(seat), Pass(seat)))

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Lay a card, which shows its face; tap for Courage, press twice to put one under, hold to pass or fail."""
        match action:
            case Lay(card=card, zone=zone):
                return (gestures.Lay((card,), zone),)
            case Dare():
                return (gestures.Tap(),)
            case PutUnder():
                return (gestures.Double(),)
            case _:
                return (gestures.Hold(),)

    def answers(self, known: Known, question: QuestionView) -> int | str:
        """Return which side of a card is up, or which piles show the highest number."""
        kind, _, card = str(question.choice).partition(" ")
        if kind == "face" and card in known.up:
            faces: tuple[Face, Face] = known.setup.cards[card].faces
            return faces[known.up[card]]
        if kind == "highest":
            return seen.highest(known, question)
        return super().answers(known, question)


# -- cards with two faces


def _faces(world: World[State]) -> Mapping[str, Faces]:
    return world.notes.faces if isinstance(world.notes, Tossed) else {}


def _tossed(state: State, chance: Random) -> dict[str, Faces]:
    """Choose a random side of every card."""
    bits = chance.getrandbits(len(state.setup.cards))
    faces = {}
    for code, card in state.setup.cards.items():
        one, other = card.faces
        faces[code] = (one, other) if bits & 1 else (other, one)
        bits >>= 1
    return faces


def _own_top(known: Known, unseen: Sequence[str], top: str, chance: Random) -> Faces:
    """Guess the other side of the seat's top card, which may be that of any like it."""
    up = seen.face_up(known, top)
    cards = (known.setup.cards[card].faces for card in (top, *unseen))
    return up, chance.choice([faces[1 - n] for faces in cards for n in (0, 1) if faces[n] == up])


def _turned_over(world: World[State], seat: int) -> World[State]:
    if not world.hands[seat]:
        return world
    top = world.hands[seat][0]
    up, below = _faces(world)[top]
    return replace(world, notes=Tossed({**_faces(world), top: (below, up)}))


def _shuffled_in(world: World[State], seat: int, chance: Random) -> World[State]:
    """Shuffle all other cards into a pile, each with a random side up (NUR-31)."""
    state = world.state
    elsewhere = {card for hand in (*world.hands.values(), world.draw) for card in hand}
    elsewhere.update(*(pile.cards for pile in state.piles.values()))
    hand = [*world.hands[seat], *(card for card in state.setup.cards if card not in elsewhere)]
    chance.shuffle(hand)
    tossed = _tossed(state, chance)
    faces = {**_faces(world), **{card: tossed[card] for card in hand}}
    return replace(world.with_hand(seat, tuple(hand)), notes=Tossed(faces))


def _lays(world: World[State], seat: int) -> tuple[Lay, ...]:
    """List where the top card of a pile may be laid."""
    state = world.state
    if state.phase is not Phase.PLAYING or state.turn != seat or not world.hands[seat] or state.wrong:
        return ()
    card = world.hands[seat][0]
    face, wanted = _faces(world)[card][0], state.cover or state.empty
    fitting = (zone for zone in PILES if (on := state.piles.get(zone)) is None or fits(state, face, on.face))
    found = (Lay(seat, zone, card, face) for zone in (fitting if wanted is None else (wanted,)))
    certain = wanted is None and face != JOKER
    return tuple(one for one in found if certain or rules.why_not(state, one) is None)
