"""Random worlds of Mito that agree with what a seat knows: others' hands, hidden cards, the draw pile."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from random import Random

from table.ai.known import Known, World
from table.ai.mito.knowing import Certain
from table.ai.mito.remembering import Play, remembered
from table.ai.mito.secrets import Secrets
from table.ai.mito.watching import Watched, watched
from table.games.mito.events import LogOpened
from table.games.mito.state import State
from table.values import Value, replace

HIDING, LAYING = 1, 7  # what a stranger is taken for: of the seven plain cards of a round one hid another
_AT_MOST = 0.9
_TRUSTED = 0.9  # how sure it is that who drew could not play

Hands = dict[int, tuple[str, ...]]


class Cheat(Value):
    """A card that a player may have hidden under others."""

    play: Play
    card: str


class Round(Certain):
    """What a seat knows of a round; it is read once, and many worlds are drawn from it at random."""

    def world(self, chance: Random) -> World[State]:
        """Draw at random one of the worlds that agree with what is known."""
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
        """Return the round with what others have hidden on the discard."""
        if not cheats:
            return self.state
        laid = dict(self.state.laid)
        for one in cheats:
            laid[one.play.seat] = laid.get(one.play.seat, frozenset()) | {one.card}
        beneath = self.state.beneath | {one.card for one in cheats}
        return replace(self.state, beneath=beneath, laid=laid)

    # -- what others hold

    def _dealt(self, chance: Random) -> tuple[Hands, Sequence[str]]:
        """Deal what nobody has seen; who drew lately held nothing that fitted, as a rule."""
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
        """Choose cards of a hand that it held when it could not play."""
        catalogue = self.known.setup.cards
        likely = (one for one in cards if catalogue[one].number not in lacks or catalogue[one].kind == "moth")
        return [one for one in likely if one not in self.given][:count]

    def _cheated(self, hands: Hands, chance: Random) -> tuple[Hands, Sequence[Cheat]]:
        """Imagine cards that others hid under theirs: moths first, as often as in earlier rounds."""
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
        """The plays of others under which another card may lie, and how likely that is."""
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
        """What the seat makes of the hand that has moved last."""
        return watched(self.known, self.memory, self._shares)

    @cached_property
    def _shares(self) -> Mapping[int, float]:
        """How often others hide a card: as strangers do, and more if the logs of earlier rounds name them."""
        logs = [one.event for one in self.known.told if isinstance(one.event, LogOpened)]
        hid = Counter(one["seat"] for log in logs for one in log.slipped or ())
        return {seat: min((HIDING + hid[seat]) / (LAYING * (1 + len(logs))), _AT_MOST) for seat in self.sizes}


def read(known: Known) -> Round:
    """Read what a seat knows."""
    return Round(known, remembered(known))
