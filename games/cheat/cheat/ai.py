"""The robot policy for Cheat: what to play, when to lie and whom to doubt."""

from collections.abc import Mapping, Sequence
from random import Random

from cheat import CHEAT, rules
from cheat.rules import Call, Claim, Name, State
from cheat.telling import CheatView
from table import moves
from table.ai import gestures
from table.ai.effort import Effort
from table.ai.gestures import Gesture
from table.ai.known import Known, World, dealt_out
from table.ai.policy import Action, ByTheBook, Step
from table.games.kit.rounds import Phase
from table.games.kit.rulebook import sure
from table.games.kit.shedding import PILE, Lay, PileTaken
from table.moves import Move

HONEST = {1: 0.5}  # the probability that a plausible claim is true, by the number of cards claimed
MOSTLY = 0.85  # the same probability for larger claims
DOUBTS, DOUBTS_A_LAST_ONE = 0.15, 0.4  # how often a plausible claim is doubted; the same for a last claim
ADDS_A_LIE = 0.1
OF_A_RANK = 4


class CheatAI(ByTheBook[State]):
    """The policy for Cheat, built on the game's rule book."""

    box = CHEAT
    rules = rules
    effort = Effort(worlds=16, ahead=6)

    # -- possible worlds

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Deal the other hands and the pile at random; in many worlds, make the last claim true if possible."""
        view, seat = CheatView.of(known.view), known.seat
        own = _own_on_pile(known)
        unseen = [card for card in known.setup.cards if card not in {*known.hand, *own}]
        chance.shuffle(unseen)
        claim, count = view.claim, view.laying if view.claim is None else view.claim.count
        is_mine = seat == (view.turn if claim is None else claim.seat)
        top = own[len(own) - count :] if is_mine and count else ()
        if claim is not None and not is_mine and chance.random() < HONEST.get(count, MOSTLY):
            unseen.sort(key=lambda card: known.setup.cards[card].rank != claim.rank)
        missing = count - len(top)
        top, unseen = (*top, *unseen[:missing]), unseen[missing:]
        below = tuple(card for card in own if card not in top)
        sizes = {one.seat: sure(one.hand) for one in view.seats if one.seat != seat}
        sizes[0] = max(0, sure(view.piles[PILE].count) - len(top) - len(below))
        hands, aside = dealt_out(unseen, sizes, chance)
        pile = (*below, *hands.pop(0), *top)
        return World(_state(known, view, pile, top), {**hands, seat: known.hand}, aside)

    def moved(self, world: World[State], move: Move, chance: Random) -> World[State]:
        """Carry out a move; a seat taking the pile gets every card that is neither in a hand nor set aside."""
        if not isinstance(move, moves.TakePile):
            return super().moved(world, move, chance)
        elsewhere = {*world.draw}.union(*world.hands.values())
        cards = [card for card in world.state.setup.cards if card not in elsewhere]
        return world.with_hand(move.seat, (*world.hands[move.seat], *cards))

    # -- possible actions

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return the seat whose turn it is and, while a claim is open to doubt, every other seat that may doubt it."""
        turn, claim = super().movers(world), world.state.claim
        return turn if claim is None or not turn else tuple(one for one in world.hands if one != claim.seat)

    def plays(self, world: World[State], actions: Mapping[int, Action], chance: Random) -> Step[State]:
        """Carry out only the calls, if there are any, because laying a card takes longer than calling."""
        calls = {seat: action for seat, action in actions.items() if isinstance(action, Call)}
        return super().plays(world, calls or actions, chance)

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """List plausible actions: call if it is promising, lay a card of the best rank or a rare one, name a rank."""
        state = world.state
        claim = state.claim
        calls: tuple[Action, ...] = ()
        if claim is not None and claim.seat != seat:
            often = claim.count == 1 or not state.hands[claim.seat]
            calls = (Call(seat),) if often or _doubts(state, claim, world.hands[seat]) == 1 else ()
        if seat != state.turn:
            return (*calls, None)
        rank = _best_rank(world, seat)
        lays: list[Action] = [Name(seat, rank)] if state.laying else []
        if len(state.laying) < state.options.most_cards:
            by_rank = {state.card(card).rank: card for card in world.hands[seat]}
            count = dict.fromkeys(by_rank, 0)
            for card in world.hands[seat]:
                count[state.card(card).rank] += 1
            true = [by_rank.pop(rank)] if rank in by_rank else []
            lies = (
                []
                if true or state.laying
                else [by_rank[one] for one in sorted(by_rank, key=lambda one: count[one])[:2]]
            )
            lays += [Lay(seat, card) for card in (*true, *lies)]
        return (*calls, *lays)

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Lay all cards of the rank, or lie with one card; doubt claims that cannot be true, and sometimes others."""
        state, claim, hand = world.state, world.state.claim, world.hands[seat]
        if claim is not None and claim.seat != seat and chance.random() < _doubts(state, claim, hand):
            return Call(seat)
        if seat != state.turn:
            return None
        rank = _best_rank(world, seat)
        true = [card for card in hand if state.card(card).rank == rank]
        room = len(state.laying) < state.options.most_cards and bool(hand)
        if true and room:
            return Lay(seat, chance.choice(true))
        if room and (not state.laying or chance.random() < ADDS_A_LIE):
            return Lay(seat, chance.choice(hand))
        return Name(seat, rank)

    def gestures(self, known: Known, action: Action) -> Sequence[Gesture]:
        """Return an action's gesture: lay a card, tap to call or name the usual rank, or name another by phone."""
        match action:
            case Lay(card=card):
                return (gestures.Lay((card,), PILE),)
            case Name(rank=rank) if rank != CheatView.of(known.view).ranks[0]:
                return (gestures.Say("claim", rank),)
            case _:
                return (gestures.Tap(),)


def _best_rank(world: World[State], seat: int) -> int:
    """Return the rank to name: the most common among the cards laid, with ties broken by the cards held."""
    state = world.state
    laid = [state.card(card).rank for card in state.laying]
    held = [state.card(card).rank for card in world.hands[seat]]
    return max(state.ranks, key=lambda rank: (laid.count(rank), held.count(rank)))


def _doubts(state: State, claim: Claim, hand: Sequence[str]) -> float:
    """Return the probability that a seat doubts a claim, judging only by its own cards."""
    if claim.count + sum(state.card(card).rank == claim.rank for card in hand) > OF_A_RANK:
        return 1.0
    return (DOUBTS if state.hands[claim.seat] else DOUBTS_A_LAST_ONE) / (len(state.setup.seats) - 1)


# -- what was seen


def _own_on_pile(known: Known) -> tuple[str, ...]:
    """Return the cards that the seat has laid since the pile was last taken."""
    since = known.last_seq(PileTaken) or 0
    return tuple(dict.fromkeys(one.card for one in known.laid if one.seq >= since and one.card not in known.hand))


def _state(known: Known, view: CheatView, pile: tuple[str, ...], top: tuple[str, ...]) -> State:
    claim, phase = view.claim, Phase.PLAYING
    if view.turn is None:
        phase = Phase.BETWEEN if view.winners is None else Phase.OVER
    return State(
        known.setup,
        phase,
        sure(view.round),
        known.starter,
        turn=view.turn,
        totals={one.seat: sure(one.score) for one in view.seats},
        hands={one.seat: sure(one.hand) for one in view.seats},
        pile=pile,
        laying=top if claim is None else (),
        rank=view.rank,
        claim=claim,
    )
