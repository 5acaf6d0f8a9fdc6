"""The AI for Mythology GO: which card to lay, destroy, fuse or aim at, and whom to accuse."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from random import Random

from table import moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World
from table.ai.mythology_go import seen, turn
from table.ai.mythology_go.seen import BESIDES
from table.ai.policy import Action, ByTheBook, Step, behind
from table.event import Event
from table.games.kit.actions import NextRound, PutRight, Reshuffle
from table.games.mythology_go import MYTHOLOGY_GO, beliefs, declaring, rules
from table.games.mythology_go.actions import (
    DISCARD,
    Accuse,
    Aim,
    Believe,
    Deal,
    Declare,
    Destroy,
    EndSearch,
    EndTurn,
    Fuse,
    Lay,
    NameCard,
    TakeBack,
)
from table.games.mythology_go.board import TARGETING, has
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.count import count
from table.games.mythology_go.state import Phase, State
from table.games.mythology_go.turns import dealing
from table.games.mythology_go.views import MgoView
from table.values import replace

# -- The options during scoring in Mythology GO, and the value of the cards on a terrain

MOST_TARGETS = 4  # how many targets a keen robot tries
PLACE = 5.0  # the value of a free place, in points, as long as it can still be filled


def aims(state: State, seat: int) -> tuple[Aim, ...]:
    """Return actions that aim the first card needing a target at the best legal targets."""
    card = aiming(state, seat)
    found = () if card is None else (Aim(seat, card, target) for target in _targets(state, seat, card))
    return tuple(islice((one for one in found if rules.why_not(state, one) is None), MOST_TARGETS))


def aiming(state: State, seat: int) -> str | None:
    """Return the first card on the seat's terrain that still needs a target."""
    own = (one.card for one in state.rows[seat] if one.card not in state.aims)
    return next((code for code in own if _targeting(state.card(code))), None)


def _targeting(card: MgoCard) -> bool:
    return bool(card.effects) and any(has(card, keyword) for keyword in TARGETING)


def _targets(state: State, seat: int, card: str) -> Iterator[str]:
    """Yield the targets of a card, best first: a gorgon copies any card, a werewolf spoils another player's."""
    copies = has(state.card(card), "gorgon")
    lie = [(owner, one.card) for owner, row in state.rows.items() for one in row if one.card != card]
    theirs = [code for owner, code in lie if copies or owner != seat]
    yield from sorted(theirs, key=lambda code: -state.card(code).value)


def accusations(state: State, seat: int) -> tuple[Accuse, ...]:
    """Return an accusation per other player, each naming a possible Deity, if the seat's own Deity must accuse."""
    if seat in state.accused or not declaring.identifies(state, seat):
        return ()
    own = state.card(state.deities[seat]).name
    names = [name for name in declaring.deities(state) if name != own]
    others = [other for other in state.setup.seats if other != seat and other in state.deities]
    return tuple(Accuse(seat, other, names[(state.round + other) % len(names)]) for other in others)


def _best_aims(state: State) -> dict[str, str]:
    """Choose the best remaining target for each card that needs one."""
    aims = dict(state.aims)
    copied = {target for code, target in aims.items() if has(state.card(code), "gorgon")}
    for seat in frozenset(state.rows) - state.declared:
        for card in [one.card for one in state.rows[seat] if _targeting(state.card(one.card))]:
            target = next((code for code in _targets(state, seat, card) if code not in copied), None)
            if card not in aims and target is not None:
                aims[card] = target
                copied |= {target} if has(state.card(card), "gorgon") else set()
    return aims


def as_it_lies(state: State) -> dict[int, float]:
    """Return the scores if the round ended now, with the best targets, plus a value for places still to be filled."""
    points: dict[int, float] = {}
    counted = count(declaring.board(replace(state, aims=_best_aims(state))))
    for seat, tally in zip(state.setup.seats, counted.counts, strict=True):
        free = state.options.terrain_max - state.places(seat) if state.phase is Phase.PLAYING else 0
        turns = free if state.left is None else max(state.left[seat], 0)
        points[seat] = tally.total + PLACE * min(free, state.options.plays_per_turn * turns)
    return points


# -- How hands carry out actions of Mythology GO: cards on their own pad, one button, choices on a phone


def said(known: Known, action: Action) -> Sequence[Gesture]:
    """Return the gestures for an action: lay cards, closed ones with the button down; tap to end a turn or declare."""
    match action:
        case moves.Draw(_, count):
            return (gestures.TakeCards(count),)
        case Deal(seat, card):
            return (gestures.Lay((card,), f"seat.{seat}", pressed=True),)
        case Believe(seat, card):
            return (gestures.Lay((card,), f"seat.{seat}"),)
        case Lay(_, card, zone, closed):
            return (gestures.Lay((card,), zone, pressed=closed),)
        case EndTurn():
            left = tuple(card for card in known.hand if known.setup.cards[card].kind not in BESIDES)
            return (gestures.PutBelow(left), gestures.Tap()) if left else (gestures.Tap(),)
        case Destroy(card):
            return tuple(gestures.Move(one, DISCARD) for one in _together(known, card))
        case _:
            return _besides(action)


def _together(known: Known, card: str) -> tuple[str, ...]:
    """Return a card and any card fused with it, because fused cards share their fate (MGO-T-06)."""
    lie = (one for seat in MgoView.of(known.view).seats for one in seat.terrain or ())
    other = next((one.pair for one in lie if one.card == card), None)
    return (card,) if other is None else (card, other)


def _besides(action: Action) -> Sequence[Gesture]:
    """Return the gestures for an action that is not a play: fuse, take back, search, aim, accuse."""
    match action:
        case Fuse(_, cards):
            return (gestures.Touch(cards),)
        case TakeBack(_, str(card)):
            return (gestures.Take(card),)
        case NameCard(_, name):
            return (gestures.Say("djinn", name),)
        case EndSearch():
            return (gestures.Search("search", "found", "nothing"),)
        case Aim(_, card, target):
            return (gestures.Say("target", f"{card} {target}"),)
        case Accuse(_, accused, deity):
            return (gestures.Say("accuse", f"{accused} {deity}"),)
        case _:
            return (gestures.Tap(),)


# How often people do these things without much thought, as a share of their opportunities.
SECOND, CLOSED, DESTROYS, FUSES, AIMS = 0.75, 0.4, 0.35, 0.8, 0.8
LOTS = 720  # random numbers for tie-breaks; at least one for each relevant order of the lowest players


class MythologyGoAI(ByTheBook[State]):
    """The AI for Mythology GO, built on the game's own rules.

    The `notes` of a world are `Brought`. A hand starts with the Deity and the Belief if they have not been laid yet,
    followed by the drawn cards in order.
    """

    box = MYTHOLOGY_GO
    rules = rules
    victory = 20.0
    effort = Effort(worlds=3, ahead=3)

    # -- Imagined worlds

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Return a world with random closed cards, random Deities of others, and a random order of the draw pile."""
        lot = seen.unseen(known, chance)
        state = seen.state_of(known, lot)
        others = [seat for seat in known.setup.seats if seat != known.seat]
        hands = {known.seat: known.hand, **{seat: self._imagined_hand(state, seat, lot) for seat in others}}
        draw = [*lot.creatures, *lot.spells]
        chance.shuffle(draw)
        world = World(state, hands, tuple(draw), seen.notes_of(known, state))
        return world.drawn(state.turn, beliefs.draws(state, state.turn)) if state.turn in others else world

    def _imagined_hand(self, state: State, seat: int, lot: seen.Lot) -> tuple[str, ...]:
        """Return a random Deity and Belief for a player who has not laid theirs yet."""
        lacks = {"deity": seat not in state.deities, "belief": seat not in state.beliefs}
        held = (lot.besides(kind) for kind, missing in lacks.items() if missing)
        return tuple(code for code in held if code is not None)

    def _dealt(self, state: State, chance: Random) -> World[State]:
        """Deal a Deity and a Belief to each seat and let the starter draw."""
        hands: dict[int, tuple[str, ...]] = dict.fromkeys(state.setup.seats, ())
        groups = dealing(state.setup).besides
        for group in groups:
            for seat, card in zip(state.setup.seats, chance.sample(group, len(group)), strict=False):
                hands[seat] = (*hands[seat], card)
        besides = {card for group in groups for card in group}
        draw = [card for card in state.setup.cards if card not in besides]
        chance.shuffle(draw)
        return turn.turn_begun(World(state, hands, tuple(draw)))

    # -- What happens

    def plays(self, world: World[State], actions: Mapping[int, Action], chance: Random) -> Step[State]:
        """Carry out all actions in random order, except those that earlier ones have made illegal."""
        acting = [action for action in actions.values() if action is not None]
        if len(acting) < 2:
            return super().plays(world, actions, chance)
        after, delivered = world, tuple[Event, ...]()
        for action in chance.sample(acting, len(acting)):
            if after is world or isinstance(action, moves.Draw) or rules.why_not(after.state, action) is None:
                after, more = self.carried_out(after, action, chance)
                delivered += more
        return after, delivered

    def carried_out(self, world: World[State], action: Action, chance: Random) -> Step[State]:
        """Carry out an action and what hands do as a result, such as drawing, or putting cards under the draw pile."""
        if isinstance(action, moves.Draw):
            return world.drawn(action.seat, action.count), ()
        if isinstance(action, Declare):
            action = replace(action, lot=chance.randrange(LOTS))
        after, delivered = super().carried_out(world, action, chance)
        match action:
            case Lay(closed=False):
                return turn.had_its_effect(after, action), delivered
            case TakeBack(seat, str(card)):
                return after.with_hand(seat, (*after.hands[seat], card)), delivered
            case NameCard(seat):
                return turn.searched(after, seat, chance), delivered
            case EndTurn(seat):
                return turn.turn_begun(turn.put_below(after, seat)), delivered
            case _:
                return after, delivered

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Return the world after taking a laid card out of its hand."""
        return super().laid(world, action) if isinstance(action, Lay | Deal | Believe) else world

    def passes(self, world: World[State], chance: Random) -> Action:
        """Return the action to take if nobody acts: move misplaced cards, refill the draw pile, or open a round."""
        if world.state.wrong:
            return PutRight(min(world.state.wrong))
        return Reshuffle() if world.state.playing and not world.draw else NextRound(0)

    def stays(self, state: State) -> AbstractSet[str]:
        """Return the cards that are not shuffled: those on terrains and the discard, Deities and Beliefs."""
        lying = {one.card for row in state.rows.values() for one in row}
        return lying.union(state.discard, *dealing(state.setup).besides)

    # -- What can be done

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seat whose turn it is and any lacking a Deity or Belief; in scoring, any yet to declare."""
        state = world.state
        if state.phase is Phase.COUNTING:
            return tuple(seat for seat in state.setup.seats if seat not in state.declared)
        if state.phase is not Phase.PLAYING:
            return ()
        on_turn = None if state.wrong else state.turn
        return tuple(seat for seat in state.setup.seats if seat == on_turn or self._besides(world, seat))

    def _besides(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return the actions that lay a seat's Deity and Belief, unless they have been laid."""
        state = world.state
        lacks = {"deity": seat not in state.deities, "belief": seat not in state.beliefs}
        if not any(lacks.values()):
            return ()
        cards = {kind: code for code in world.hands[seat] if lacks.get(kind := state.card(code).kind)}
        deity = (Deal(seat, cards["deity"]),) if "deity" in cards else ()
        return (*deity, Believe(seat, cards["belief"])) if "belief" in cards else deity

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return the legal actions worth trying: one for all cards of a name, and only the best targets."""
        state = world.state
        if seat not in self.movers(world):
            return ()
        if state.phase is Phase.COUNTING:
            return (
                *turn.fusions(state, seat),
                *aims(state, seat),
                *accusations(state, seat),
                Declare(seat),
            )
        if besides := self._besides(world, seat):
            return besides[:1]
        if forced := turn.forced(world, seat):
            return forced
        ends = (EndTurn(seat),) if rules.why_not(state, EndTurn(seat)) is None else ()
        found = (
            *turn.lays(world, seat),
            *turn.names(world, seat),
            *turn.fusions(state, seat),
            *turn.strikes(state, seat),
            *ends,
        )
        return found or turn.stuck(world, seat)

    def misfits(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Return illegal plays: cards without a free place, or without what they need."""
        state = world.state
        if state.phase is not Phase.PLAYING or seat != state.turn or self._besides(world, seat):
            return ()
        lays = (turn.lay(state, seat, code) for code in turn.drawn(world, seat))
        return tuple(one for one in lays if rules.why_not(state, one) is not None)

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Lay one or two random legal cards, sometimes closed; fuse, destroy and aim at random."""
        state = world.state
        if seat not in self.movers(world):
            return None
        if state.phase is Phase.COUNTING:
            return self._counts(state, seat, chance)
        if first := self._besides(world, seat) or turn.forced(world, seat):
            return first[0]
        if (fusions := turn.fusions(state, seat)) and chance.random() < FUSES:
            return fusions[0]
        if (strikes := turn.strikes(state, seat)) and chance.random() < DESTROYS:
            return chance.choice(strikes)
        if names := turn.names(world, seat):
            return chance.choice(names)
        may_end = rules.why_not(state, EndTurn(seat)) is None
        if not may_end or chance.random() < SECOND:
            hand = turn.drawn(world, seat)
            lays = (turn.lay(state, seat, code) for code in chance.sample(hand, len(hand)))
            lay = next((one for one in lays if rules.why_not(state, one) is None), None)
            if lay is not None:
                return replace(lay, closed=turn.may_close(state, lay) and chance.random() < CLOSED)
        return EndTurn(seat) if may_end else next(iter(turn.stuck(world, seat)), None)

    def _counts(self, state: State, seat: int, chance: Random) -> Action:
        """Return the next action during scoring: fuse, aim, accuse if necessary, or declare."""
        if (fusions := turn.fusions(state, seat)) and chance.random() < FUSES:
            return fusions[0]
        if (card := aiming(state, seat)) is not None and chance.random() < AIMS:
            targets = [code for code in state.lying() if code != card]
            aim = Aim(seat, card, chance.choice(targets)) if targets else None
            if aim is not None and rules.why_not(state, aim) is None:
                return aim
        possible = accusations(state, seat)
        return chance.choice(possible) if possible else Declare(seat)

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return the gestures that carry out an action."""
        return said(known, action)

    # -- The value of a position

    def worth(self, world: World[State], seat: int) -> float:
        """Return a seat's lead in points over the others' average, free places included, plus the value of a win."""
        state = world.state
        points: dict[int, float] = dict(state.totals)
        if not self.is_over(world):
            for other, more in as_it_lies(state).items():
                points[other] += more
        return -behind(points, seat) + (self.won(state, seat) if state.over else 0)
