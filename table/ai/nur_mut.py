"""The policy for Nur Mut: which pile to lay on, when to be brave, what the other side of a card may show."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from table import events, moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook
from table.games.kit.actions import GiveTurn, NextRound, PutRight
from table.games.kit.rulebook import sure
from table.games.nur_mut import NUR_MUT, rules
from table.games.nur_mut import events as own
from table.games.nur_mut.actions import Dare, Fail, Lay, Pass, PutUnder, TakePile, TurnUp
from table.games.nur_mut.cards import HIGHEST, JOKER, Face
from table.games.nur_mut.state import PILES, Phase, Pile, State, Taken
from table.games.nur_mut.turns import fits
from table.games.nur_mut.views import NurMutView
from table.moves import Move
from table.values import Value, replace
from table.view import QuestionView

# -- What a seat has seen of a round of Nur Mut: where each card lies, and the phase
#
# Where the table's view is null, the robot uses what people see or remember, or else the first possibility. The choice
# is never random, so the legal actions are the same in all worlds that a seat imagines.

LAID = (own.FacePlayed, own.PileRefilled)
_BEGUN = (events.CardPlayed, events.TurnPassed, own.CourageDeclared)

# -- The places of cards


def whereabouts(known: Known) -> dict[str, str | int]:
    """Return the place of each card seen so far, in order of placement: a pile in the middle or a seat's pile.

    After a seat takes a pile, it holds those cards in unknown order.
    """
    at: dict[str, str | int] = {}
    taker: int | None = None
    for one in known.of_round():
        match one.event:
            case events.PileStarted(zone=zone, card=card):
                _move(at, zone, None)
                _place(at, card, zone)
            case events.CardPlayed(zone=zone, card=str(card)):
                _place(at, card, zone)
            case own.PileRefilled(zone=zone, card=card):
                _move(at, zone, taker)
                _place(at, card, zone)
            case own.PileTaken(seat=taker, zone=taken):
                _move(at, taken, taker)
            case events.PlayTakenBack(seat=seat, card=str(card)):
                _place(at, card, seat)
    return at


def _place(at: dict[str, str | int], card: str, place: str | int | None) -> None:
    """Record a card's place, or None if it is unknown."""
    at.pop(card, None)
    if place is not None:
        at[card] = place


def _move(at: dict[str, str | int], zone: str | None, place: str | int | None) -> None:
    """Record a new place for every card in a pile."""
    for card in [card for card, there in at.items() if there == zone]:
        _place(at, card, place)


def known_in_piles(known: Known, open_ones: frozenset[str]) -> dict[int, list[str]]:
    """Return the cards known to be in each player's pile because the player took them with another pile."""
    found: dict[int, list[str]] = {seat: [] for seat in known.setup.seats}
    for card, place in whereabouts(known).items():
        if isinstance(place, int) and card not in open_ones and card not in known.hand:
            found[place].append(card)
    return found


def lying(known: Known) -> dict[str, tuple[str, ...]]:
    """Return the known cards in each pile that has been started, top card last."""
    at, empty = whereabouts(known), emptied(known)
    piles: dict[str, tuple[str, ...]] = {}
    for zone in PILES:
        shown = NurMutView.of(known.view).piles[zone]
        top = shown.top or (shown.shows if shown.count is None and zone != empty else None)
        if top in known.setup.cards:
            below = [card for card, place in at.items() if place == zone and card not in (top, *known.hand)]
            most = len(below) if shown.count is None else shown.count - 1
            piles[zone] = (*below[len(below) - min(most, len(below)) :], str(top))
    return piles


def emptied(known: Known) -> str | None:
    """Return the pile that was taken and must be started again, or None.

    If the table does not know which pile it was, the seat does, because it sees the remaining cards.
    """
    view = NurMutView.of(known.view)
    failed, piles = known.last(own.CourageFailed), view.piles
    missing = [zone for zone in PILES if piles[zone].top is None]
    if failed is None or not missing or not (known.setup.options.refill_always or failed.lot):
        return None
    if failed.zone is not None:
        return failed.zone if failed.zone in missing else None
    gone = next((zone for zone in missing if piles[zone].shows not in known.up), None)
    highest = [] if gone else _highest_of(known, view.lot or PILES)
    return gone or next((zone for zone in highest if zone in missing), missing[0])


def face_up(known: Known, card: str, reported: Face | None = None) -> Face:
    """Return a card's upper face: as `reported` by the table, otherwise as the seat sees it."""
    faces: tuple[Face, Face] = known.setup.cards[card].faces
    return faces[known.up.get(card, 0)] if reported is None else reported


def sizes(known: Known) -> dict[int, int]:
    """Return how many cards each seat has left or, if the table does not know, how many it started with."""
    most = known.setup.options.hand_size
    return {one.seat: most if one.hand is None else one.hand for one in known.view.seats}


def highest(known: Known, question: QuestionView) -> str:
    """Return the answer that names the piles with the highest number, or the first answer if none does."""
    named = set(_highest_of(known, PILES))
    answers = [str(option.answer) for option in question.options]
    return next((answer for answer in answers if set(answer.split()) == named), answers[0])


def _highest_of(known: Known, order: Sequence[str]) -> list[str]:
    """Return the piles that the seat sees showing the highest number, in the given order."""
    piles = NurMutView.of(known.view).piles
    tops = {zone: top for zone in order if (top := piles[zone].shows) is not None}
    faces = {zone: known.setup.cards[top].faces[known.up[top]] for zone, top in tops.items() if top in known.up}
    numbers = {zone: 0 if face == JOKER else int(face) for zone, face in faces.items()}
    return [zone for zone, number in numbers.items() if number == max(numbers.values())]


# -- The state of the round


def state_of(known: Known, piles: Mapping[str, tuple[str, ...]]) -> State:
    """Return the round's state under the rules, with the given cards on the three piles."""
    view, phase = NurMutView.of(known.view), _phase(known)
    turn = _turn(known) if phase is Phase.PLAYING else None
    return State(
        known.setup,
        phase,
        sure(view.round),
        known.starter,
        turn=turn,
        totals={one.seat: one.score or 0 for one in view.seats},
        hands=sizes(known),
        piles={zone: _pile(known, zone, cards) for zone, cards in piles.items()},
        begun=known.last(*_BEGUN) is not None,
        daring=_daring(known),
        passed=tuple(one.seat for one in view.seats if one.passed),
        cover=_to_cover(known, piles) if phase is Phase.PLAYING else None,
        empty=emptied(known) if phase is Phase.PLAYING else None,
        taken=_taking(known) if phase in (Phase.PLAYING, Phase.TAKING) else None,
        movers=frozenset() if turn is None else frozenset({turn}),
        wrong=known.wrong,
    )


def _phase(known: Known) -> Phase:
    if known.view.winners is not None:
        return Phase.OVER
    if known.view.turn is not None:
        return Phase.PLAYING
    if known.last(events.RoundEnded) is not None:
        return Phase.BETWEEN
    if any(known.view.piles[zone].top is None for zone in PILES) and known.last(*_BEGUN) is None:
        return Phase.SET_UP
    last = known.last(own.CourageFailed, own.PileTaken, events.TurnStarted, *LAID)
    return Phase.TAKING if isinstance(last, own.CourageFailed) else Phase.PLAYING


def _turn(known: Known) -> int:
    """Return whose turn it is; if the table is in doubt, infer it from the last card, as people would."""
    turn = known.view.turn
    if turn is not None:
        return turn
    match known.last(events.TurnStarted, own.PileTaken, *LAID):
        case events.TurnStarted(seat=seat):
            return seat
        case own.PileTaken(seat=seat):
            return known.setup.left_of(seat)
        case (own.FacePlayed() | own.PileRefilled()) as last:
            seat = last.seat or known.setup.seats[0]
            again = face_up(known, sure(last.card), last.face) == JOKER or _plays_again(known, last)
            return seat if again else known.setup.left_of(seat)
    return known.setup.seats[0]


def _plays_again(known: Known, last: own.FacePlayed | own.PileRefilled) -> bool:
    """Return whether the last player probably has another turn."""
    options = known.setup.options
    if isinstance(last, own.PileRefilled):
        return not options.refill_costs_turn
    turn = known.since(events.TurnStarted, events.RoundStarted)
    covers = sum(isinstance(one.event, LAID) for one in turn) > 1
    return _daring(known) and (options.joker_courage_reward or not covers)  # NUR-36, NUR-42


def _daring(known: Known) -> bool:
    courage = NurMutView.of(known.view).courage
    if courage is not None:
        return courage
    return isinstance(known.last(events.TurnStarted, own.CourageDeclared), own.CourageDeclared)


def _pile(known: Known, zone: str, cards: tuple[str, ...]) -> Pile:
    top = cards[-1]
    face = face_up(known, top, NurMutView.of(known.view).piles[zone].face)
    return Pile(top, face, frozenset(cards), _under(known, zone) if face == JOKER else None)


def _under(known: Known, zone: str) -> Face | None:
    """Return the number under a joker if the next card has to fit on that number; otherwise None."""
    options = known.setup.options
    fit = {face for face in NurMutView.of(known.view).piles[zone].fits or () if face not in (None, JOKER)}
    numbers = range(options.min_number, HIGHEST + 1)
    around = {n: {n - 1, n + 1} & set(numbers) for n in numbers}
    return next((n for n in numbers if options.after_joker_fit and around[n] == fit), None)


def _to_cover(known: Known, piles: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the pile on which a joker was laid this turn, or None."""
    last = known.last(events.TurnStarted, *LAID)
    if not isinstance(last, LAID) or last.zone not in piles:
        return None
    return last.zone if _pile(known, last.zone, piles[last.zone]).face == JOKER else None


def _taking(known: Known) -> Taken | None:
    """Return who is taking or has taken which pile, until play continues."""
    failed = known.last(own.CourageFailed, own.CourageDeclared, events.TurnPassed, *LAID)
    if not isinstance(failed, own.CourageFailed):
        return None
    view = NurMutView.of(known.view)
    shown = {zone: pile.shows for zone, pile in view.piles.items()}
    tops = {zone: top for zone, top in shown.items() if top is not None and top in known.setup.cards}
    faces = {zone: face_up(known, top, view.piles[zone].face) for zone, top in tops.items()}
    first = max(faces, key=lambda zone: 0 if faces[zone] == JOKER else int(faces[zone]), default=PILES[0])
    zone = failed.zone or first
    among = [one for one in tops if failed.lot and faces[one] == faces.get(zone)]
    order: tuple[str, ...] = tuple(view.lot or PILES)
    return Taken(failed.seat, zone, tuple(dict.fromkeys((zone, *among))), order, tops)


# -- The AI for Nur Mut, which lays its top card, dares, puts the card under its pile, or passes

# How often people do these things without much thought, as a fraction of their opportunities.
LAZY, BRAVE_THOUGH_IT_FITS, BRAVE = 0.08, 0.1, 0.15
LOTS = 720  # random numbers for tie-breaks; at least one for each order of the three piles

Faces = tuple[Face, Face]  # the upper face and the lower one


class Tossed(Value):
    """The faces of each card; for cards outside the middle piles, the upper face comes first."""

    faces: Mapping[str, Faces]


class NurMutAI(ByTheBook[State]):
    """The AI for Nur Mut, built on the game's own rules.

    The first card of a hand is the top of that seat's pile. The `notes` of a world are `Tossed`.
    """

    effort = Effort(worlds=4)
    box = NUR_MUT
    rules = rules
    victory = 8.0

    # -- Imagined worlds

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Return a world with random hands, random faces up, and a random hidden face for the seat's own top card."""
        piles = lying(known)
        open_ones = frozenset(card for cards in piles.values() for card in cards)
        state, placed = state_of(known, piles), known_in_piles(known, open_ones)
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

    # -- What happens

    def carried_out(self, world: World[State], action: Action, chance: Random) -> tuple[World[State], tuple[Any, ...]]:
        """Carry out an action, with a random tie-break between the highest piles."""
        if type(action) is Fail:
            action = replace(action, lot=chance.randrange(LOTS))
        return super().carried_out(world, action, chance)

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Return the world after an action's card has left its pile or the spare cards."""
        if isinstance(action, TurnUp):
            return replace(world, draw=tuple(card for card in world.draw if card != action.card))
        return super().laid(world, action)

    def moved(self, world: World[State], move: Move, chance: Random) -> World[State]:
        """Return the world after a seat turns its top card over, puts it under its pile, or takes a pile."""
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
        """Return the action to take if nobody acts: turn up a spare card, take or correct a pile, or open a round."""
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
            case Phase.PLAYING if state.turn is not None:  # no card fits on the joker: the host passes the turn on
                return GiveTurn(state.setup.left_of(state.turn))
            case _:
                return NextRound(0)

    # -- What can be done

    def held(self, world: World[State], seat: int) -> tuple[str, ...]:
        """Return the top card of a seat's pile."""
        return world.hands[seat][:1]

    def sides(self, world: World[State], seat: int) -> Mapping[str, int]:
        """Return which side is up, for the seat's own top card and the top cards in the middle."""
        state = world.state
        up = {pile.top: pile.face for pile in state.piles.values()}
        up |= {card: _faces(world)[card][0] for card in world.hands[seat][:1]}
        return {card: state.card(card).faces.index(face) for card, face in up.items()}

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return the legal actions with the top card; after a dare, the card has to be laid if it fits."""
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
        """Lay the card on a random pile if it fits, otherwise put it under the pile; sometimes dare or pass instead."""
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
        """Return the gesture for an action: lay a card, tap to dare, press twice to put a card under, or hold."""
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
        """Return this seat's answer: which face of a card is up, or which piles show the highest number."""
        kind, _, card = str(question.choice).partition(" ")
        if kind == "face" and card in known.up:
            faces: tuple[Face, Face] = known.setup.cards[card].faces
            return faces[known.up[card]]
        if kind == "highest":
            return highest(known, question)
        return super().answers(known, question)


# -- Cards with two faces


def _faces(world: World[State]) -> Mapping[str, Faces]:
    return world.notes.faces if isinstance(world.notes, Tossed) else {}


def _tossed(state: State, chance: Random) -> dict[str, Faces]:
    """Return the faces of all cards, with a random one up."""
    bits = chance.getrandbits(len(state.setup.cards))
    faces = {}
    for code, card in state.setup.cards.items():
        one, other = card.faces
        faces[code] = (one, other) if bits & 1 else (other, one)
        bits >>= 1
    return faces


def _own_top(known: Known, unseen: Sequence[str], top: str, chance: Random) -> Faces:
    """Return the faces of the seat's top card; the hidden one comes from a random card that shares the upper face."""
    up = face_up(known, top)
    cards = (known.setup.cards[card].faces for card in (top, *unseen))
    return up, chance.choice([faces[1 - n] for faces in cards for n in (0, 1) if faces[n] == up])


def _turned_over(world: World[State], seat: int) -> World[State]:
    if not world.hands[seat]:
        return world
    top = world.hands[seat][0]
    up, below = _faces(world)[top]
    return replace(world, notes=Tossed({**_faces(world), top: (below, up)}))


def _shuffled_in(world: World[State], seat: int, chance: Random) -> World[State]:
    """Shuffle the cards that are nowhere else into a seat's pile, each with a random side up (NUR-31)."""
    state = world.state
    elsewhere = {card for hand in (*world.hands.values(), world.draw) for card in hand}
    elsewhere.update(*(pile.cards for pile in state.piles.values()))
    hand = [*world.hands[seat], *(card for card in state.setup.cards if card not in elsewhere)]
    chance.shuffle(hand)
    tossed = _tossed(state, chance)
    faces = {**_faces(world), **{card: tossed[card] for card in hand}}
    return replace(world.with_hand(seat, tuple(hand)), notes=Tossed(faces))


def _lays(world: World[State], seat: int) -> tuple[Lay, ...]:
    """Return the legal plays of a seat's top card."""
    state = world.state
    if state.phase is not Phase.PLAYING or state.turn != seat or not world.hands[seat] or state.wrong:
        return ()
    card = world.hands[seat][0]
    face, wanted = _faces(world)[card][0], state.cover or state.empty
    fitting = (zone for zone in PILES if (on := state.piles.get(zone)) is None or fits(state, face, on.face))
    found = (Lay(seat, zone, card, face) for zone in (fitting if wanted is None else (wanted,)))
    certain = wanted is None and face != JOKER
    return tuple(one for one in found if certain or rules.why_not(state, one) is None)
