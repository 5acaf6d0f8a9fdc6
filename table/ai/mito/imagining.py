"""Random worlds of Mito that agree with what a seat knows: others' hands, hidden cards, the draw pile."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from random import Random

from table.ai.known import Known, Moved, World
from table.ai.mito.knowing import Certain, Secrets
from table.ai.mito.remembering import Memory, Play, remembered
from table.events import CardPlayed, PlayRefused
from table.games.mito.events import CallSettled, CallWithdrawn, LogOpened
from table.games.mito.hands import Nimble
from table.games.mito.state import State
from table.values import Value, replace

# -- The guard's suspicion: how likely it is that a hand that moved has cheated, given how long it moved and all events
#
# Robots at the table know only whose hand moved last, and how long people take to lay a card, to cheat and to sort.
# They infer the purpose of a movement by Bayes' rule.

ENOUGH = 0.55  # the probability of a cheat at which the guard calls
_SELDOM = 0.02  # how often a card that is not a plain number hides another one
_VANISHING, _SORTING = 1, 2  # the prior for each player: one in three movements that lay no card is a cheat
_RESTLESS = 1.8  # the factor by which each further movement without a card raises the odds of a cheat
_CALLS = (CallSettled, CallWithdrawn)


class Watched(Value):
    """The seat whose hand `moved` last, whether it `laid` a card, and the seat that was `seen` cheating."""

    moved: int | None = None
    laid: bool = False
    seen: int | None = None


def watched(known: Known, memory: Memory, hiding: Mapping[int, float]) -> Watched:
    """Return what a seat concludes from movements; `hiding` is how often each seat hides a card under one it lays."""
    settled = max((one.seq for one in known.of_round() if isinstance(one.event, _CALLS)), default=0)
    since = [one for one in known.moves if one.seq >= settled]
    if not since or since[-1].seat == memory.guard:  # the guard has played on
        return Watched()
    last = since[-1]
    laid = _has_laid(known, last)
    calls = last.rests and known.seat == memory.guard and laid is not None
    cheats = calls and _cheats(known, memory, last, laid=bool(laid), hiding=hiding.get(last.seat, 0)) >= ENOUGH
    return Watched(last.seat, bool(laid), last.seat if cheats else None)


def _has_laid(known: Known, moved: Moved) -> bool | None:
    """Return whether a movement laid a card; None if the player of a later card is unknown."""
    since = (one.event for one in known.of_round() if one.seq > moved.seq)
    came = [event.seat for event in since if isinstance(event, (CardPlayed, PlayRefused))]
    return None if None in came else moved.seat in came


def _cheats(known: Known, memory: Memory, moved: Moved, *, laid: bool, hiding: float) -> float:
    """Return the probability that a movement was a cheat."""
    paces = Nimble().paces(known.setup.options)
    if laid:
        last = next((one for one in reversed(memory.plays) if one.seat == moved.seat), None)
        share, otherwise = hiding if last is not None and last.plain and last.hides is None else _SELDOM, paces["lay"]
    else:
        share, otherwise = _vanishing(known, memory, moved), paces["sort"]
    cheat = share * paces["cheat"].likelihood(moved.for_ms)
    return cheat / (cheat + (1 - share) * otherwise.likelihood(moved.for_ms))


def _vanishing(known: Known, memory: Memory, moved: Moved) -> float:
    """Return the probability that a movement without a card is a cheat, given past calls and the seat's movements."""
    calls = (one.event for one in known.delivered)
    verdicts = [one.guilty for one in calls if isinstance(one, CallSettled) and one.accused == moved.seat]
    cheats, sorts = _VANISHING + sum(verdicts), _SORTING + len(verdicts) - sum(verdicts)
    laid = max((play.seq for play in memory.plays if play.seat == moved.seat), default=0)
    further = sum(one.seat == moved.seat and one.seq >= laid for one in known.moves) - 1
    odds: float = cheats / sorts * _RESTLESS ** max(further, 0)
    return odds / (1 + odds)


HIDING, LAYING = 1, 7  # the prior for each player: one in seven plain cards in a round hides another card
_AT_MOST = 0.9
_TRUSTED = 0.9  # the probability that a player who drew could not play

Hands = dict[int, tuple[str, ...]]


class Cheat(Value):
    """A card that a player may have hidden under a play."""

    play: Play
    card: str


class Round(Certain):
    """What a seat knows about a round, computed once for many random worlds."""

    def world(self, chance: Random) -> World[State]:
        """Return a random world that agrees with what the seat knows."""
        hands, draw = self._dealt(chance)
        hands, cheats = self._cheated(hands, chance)
        now = [one for one in cheats if one.play.shuffles == self.memory.shuffles]
        mixed = [one.card for one in cheats if one not in now]
        if mixed:
            draw = chance.sample((*draw, *mixed), len(draw) + len(mixed))
        hands[self.known.seat] = self.known.hand
        fresh = {one.play.seat: one.card for one in now if one.play is self._last_of(one.play.seat)}
        own = self.own_secrets
        hidden = Secrets({**fresh, **own.hidden}, self.watched.seen, own.back, own.gone, self.watched.moved)
        state = self._with_cheats(now)
        if self.counting:
            shown = {seat: frozenset(hands[seat][:count]) for seat, count in self.counting.items()}
            state = replace(state, hands=shown)
        return World(state, hands, tuple(draw), hidden)

    def _with_cheats(self, cheats: Sequence[Cheat]) -> State:
        """Return the state of the round with the cards that others may have hidden in the discard pile."""
        if not cheats:
            return self.state
        laid = dict(self.state.laid)
        for one in cheats:
            laid[one.play.seat] = laid.get(one.play.seat, frozenset()) | {one.card}
        beneath = self.state.beneath | {one.card for one in cheats}
        return replace(self.state, beneath=beneath, laid=laid)

    # -- The hands of others

    def _dealt(self, chance: Random) -> tuple[Hands, Sequence[str]]:
        """Deal the unseen cards to others; a seat that drew recently probably had no card that fitted."""
        cards = list(self.unseen)
        chance.shuffle(cards)
        hands: Hands = {}
        for seat, size in self.sizes.items():
            hands[seat] = self._hand(seat, size, cards, chance)
            taken = set(hands[seat])
            cards = [card for card in cards if card not in taken]
        return hands, cards

    def _hand(self, seat: int, size: int, cards: Sequence[str], chance: Random) -> tuple[str, ...]:
        given = [card for card in cards if self.given.get(card) == seat]
        lacks = self.memory.lacks.get(seat) if chance.random() < _TRUSTED else None
        old = max(size - self.memory.gained.get(seat, 0) - len(given), 0)
        if not (given or (lacks and old)):
            return tuple(card for card in cards if card not in self.given)[:size]
        known = [*given, *self._lacking(cards, lacks or frozenset(), old if lacks else 0)]
        taken = {*known, *self.given}
        rest = [card for card in cards if card not in taken]
        return (*known, *rest[: max(size - len(known), 0)])

    def _lacking(self, cards: Sequence[str], lacks: AbstractSet[int], count: int) -> Sequence[str]:
        """Return likely cards for a hand whose player could not play the numbers in `lacks`."""
        catalogue = self.known.setup.cards
        likely = (one for one in cards if catalogue[one].number not in lacks or catalogue[one].kind == "moth")
        return [one for one in likely if one not in self.given][:count]

    def _cheated(self, hands: Hands, chance: Random) -> tuple[Hands, Sequence[Cheat]]:
        """Move cards that others may have hidden out of their hands, moths first, with each play's probability."""
        cheats = []
        for play, share in self.suspected:
            hand = hands[play.seat]
            if len(hand) > 1 and (share == 1 or chance.random() < share):
                card = next((one for one in hand if self.known.setup.cards[one].kind == "moth"), hand[-1])
                hands[play.seat] = tuple(one for one in hand if one != card)
                cheats.append(Cheat(play, card))
        return hands, cheats

    def _last_of(self, seat: int) -> Play:
        return next(play for play in reversed(self.memory.plays) if play.seat == seat)

    @cached_property
    def suspected(self) -> Sequence[tuple[Play, float]]:
        """Others' plays that may hide a second card, each with the probability that it does."""
        shares = self._shares
        found = []
        for play in self.memory.plays:
            if play.seat not in shares:
                continue
            seen = play.seat == self.watched.seen and self.watched.laid and play is self._last_of(play.seat)
            if seen or (play.plain and play.hides is None):
                found.append((play, 1.0 if seen else shares[play.seat]))
        return found

    @cached_property
    def watched(self) -> Watched:
        """What the seat concludes about the hand that moved last."""
        return watched(self.known, self.memory, self._shares)

    @cached_property
    def _shares(self) -> Mapping[int, float]:
        """How often each other seat hides a card, estimated from the prior and the logs of earlier rounds."""
        logs = [one.event for one in self.known.delivered if isinstance(one.event, LogOpened)]
        hid = Counter(one["seat"] for log in logs for one in log.slipped or ())
        return {seat: min((HIDING + hid[seat]) / (LAYING * (1 + len(logs))), _AT_MOST) for seat in self.sizes}


def read(known: Known) -> Round:
    """Return a round as a seat knows it."""
    return Round(known, remembered(known))
