"""The players of a game of Mito: what they share, and how they lay cards and hear the table's rulings.

They know turns and legal plays from their own book, and their cards and cheats from their own hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.behaviour import DECIDED_S
from cardtable_lab.simulated.mito.book import DEALT, Book, kind
from table.robots.environment import TRIES, Doing, Environment, EventObject
from table.values import Value

# -- Where the cards really are: in hands, on the draw pile, on the discard, or gone under the table


class Box:
    """Every card of the box except the Guard Bug, each in one place."""

    def __init__(self, cards: Iterable[str], seats: Sequence[int], chance: Random) -> None:
        self._cards = sorted(cards)
        self._seats = seats
        self._chance = chance
        self.deal()

    def deal(self) -> None:
        """Collect, shuffle and deal all cards (MITO-F-06, MITO-F-07)."""
        self.stock = self._chance.sample(self._cards, len(self._cards))
        self.hands = {seat: [self.stock.pop() for _ in range(DEALT)] for seat in self._seats}
        self.gone: dict[int, list[str]] = {seat: [] for seat in self._seats}
        self.discard: list[str] = []

    def turn_up(self) -> str:
        """Turn up the top card of the draw pile (MITO-F-09)."""
        self.discard.append(self.stock.pop())
        return self.discard[-1]

    def lay(self, seat: int, *cards: str) -> None:
        """Lay cards from a hand on the discard; the last one is then on top."""
        for card in cards:
            self.hands[seat].remove(card)
            self.discard.append(card)

    def take(self, seat: int, card: str) -> None:
        """Take a card from any position of the discard into a hand."""
        self.discard.remove(card)
        self.hands[seat].append(card)

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.stock.pop())

    def shuffle(self) -> list[str]:
        """Shuffle the discard, except its top card, under the draw pile (MITO-T-02); return the shuffled cards."""
        *under, top = self.discard
        self.stock = self._chance.sample(under, len(under)) + self.stock
        self.discard = [top]
        return under

    def give(self, seat: int, to: int, card: str) -> None:
        """Pass a card from hand to hand."""
        self.hands[seat].remove(card)
        self.hands[to].append(card)

    def vanish(self, seat: int, card: str) -> None:
        """Drop a card under the table."""
        self.hands[seat].remove(card)
        self.gone[seat].append(card)

    def fetch(self, seat: int, card: str) -> None:
        """Take a card from under the table back into a hand."""
        self.gone[seat].remove(card)
        self.hands[seat].append(card)

    def gifts(self, seat: int) -> list[str]:
        """Return the cards of a hand that may be given away: no moths (MITO-E-28)."""
        return [card for card in self.hands[seat] if kind(card) != "moth"]

    @property
    def vanished(self) -> int:
        """The number of cards under the table."""
        return sum(map(len, self.gone.values()))


DISCARD = "discard"
_WONDER_S = 2.5  # how often players look for cards that the table wants removed
_HEARD_S = 0.2  # how long it takes players to hear the guard
_LONGEST_CALL_S = 60


class Habits(Value):
    """How likely players are to do something other than make an ordinary play, in a turn, a race or a call."""

    misfit: float = 0.05
    bluff: float = 0.04  # lays a moth although that is illegal
    unwilling: float = 0.06  # draws although a card fits
    thirsty: float = 0.08  # players mostly draw in a round, until the draw pile is empty
    two_as_one: float = 0.14
    retake: float = 0.05
    bump: float = 0.06
    vanish: float = 0.2
    seen: float = 0.35  # the guard sees a cheat
    suspicion: float = 0.03
    withdrawn: float = 0.25  # the guard withdraws a mere suspicion
    asleep: float = 0.05  # does not slap
    dreamy: float = 0.03  # slaps, but late
    false_start: float = 0.03  # slaps a card that is not a mosquito
    together: float = 0.08  # two hands come down at the same moment
    attempt: float = 0.8  # a player who can answer a cockroach does
    mistaken: float = 0.06  # answers with a wrong card


@dataclass
class Race:
    """A race for a mosquito or a cockroach, as players see it. A late hand still belongs to the race it set out for.

    `over_s` is when it ended, `answered` the seat that answered a cockroach, `reached_s` the time at which a hand set
    out to answer it.
    """

    over_s: float | None = None
    answered: int | None = None
    reached_s: float | None = None

    @property
    def is_on(self) -> bool:
        return self.over_s is None


@dataclass
class Offence:
    """A cheat: the seat, the card, whether it lies on the pile, and whether the guard saw it."""

    seat: int
    card: str
    on_pile: bool
    seen: bool = False


class Players:
    """One game of Mito.

    `voice` is the time of the guard's call, or None if no call is pending. `doubtful` counts the
    cards in a round that may have vanished without the table being able to tell.
    """

    def __init__(self, environment: Environment, cards: Sequence[str], habits: Habits | None = None) -> None:
        self.environment = environment
        self.habits = habits or Habits()
        self.book = Book(environment.seats, environment.agreed.get("rounds"))
        self.box = Box(cards, environment.seats, environment.chance)
        self.offences: list[Offence] = []
        self.voice: float | None = None
        self.race: Race | None = None
        self.out: int | None = None
        self.doubtful = 0
        self.ended = False
        self.under: dict[str, float] = {}
        self.vanished: dict[str, float] = {}
        self.acting: int | None = None  # the seat that is playing its turn
        self.reaching: dict[int, Sequence[str]] = {}
        self.thirsty = False
        self.shuffled = 0  # how many reshuffles players have made

    def starts_round(self) -> None:
        """Deal the cards and reset the state of the round."""
        self.book.open_round()
        self.box.deal()
        self.offences, self.voice, self.race, self.out = [], None, None, None
        self.doubtful, self.ended = 0, False
        self.thirsty = self.environment.happens(self.habits.thirsty)
        self.under.clear()
        self.vanished.clear()
        hands = {seat: list(hand) for seat, hand in self.box.hands.items()}
        self.environment.note("dealt", round=self.book.round, opener=self.book.opener, hands=hands)

    @property
    def secrets(self) -> dict[str, float]:
        """Each card that is hidden under another or has vanished, mapped to the time (s) at which that happened."""
        gone = {card for cards in self.box.gone.values() for card in cards}
        hidden = {*self.box.discard, *(card for cards in self.reaching.values() for card in cards)}
        there = {card: since for card, since in self.under.items() if card in hidden}
        return there | {card: since for card, since in self.vanished.items() if card in gone}

    @property
    def unwilling(self) -> float:
        """How likely a player is to draw although a card fits."""
        return 0.7 if self.thirsty else self.habits.unwilling

    @property
    def racing(self) -> bool:
        return self.race is not None and self.race.is_on

    @property
    def ending(self) -> bool:
        """Whether a player has no cards left and is about to say so."""
        return any(not hand for hand in self.box.hands.values())

    @property
    def seats(self) -> tuple[int, ...]:
        return self.environment.seats

    def hand(self, seat: int) -> list[str]:
        """Return the cards in a player's hand."""
        return self.box.hands[seat]

    def others(self, seat: int) -> list[int]:
        """Return all other seats."""
        return [other for other in self.seats if other != seat]

    # -- laying cards

    def lays(self, seat: int, cards: Sequence[str], *, note: dict[str, Any], race: Race | None = None) -> Doing:
        """Hold cards together and touch the discard with them until there is a ruling; return the ruling, or None.

        The player whose turn it is assumes that the first ruling is about their card. In a race, players wait for a
        ruling on their own card, and give up when the race is over.
        """
        self.reaching[seat] = cards
        ruled = yield from self._touches_until_ruled(seat, cards, note, race)
        note["until"] = round(self.environment.now_s, 6)
        del self.reaching[seat]
        return ruled

    def _touches_until_ruled(self, seat: int, cards: Sequence[str], note: dict[str, Any], race: Race | None) -> Doing:
        environment, since = self.environment, len(self.environment.events)

        def ruling() -> EventObject | None:
            rulings = (
                event for event in environment.events[since:] if event["event"] in ("card_played", "play_refused")
            )
            ours = (event for event in rulings if event["zone"] == DISCARD and (race is None or event["card"] in cards))
            return next(ours, None)

        def gives_up() -> bool:
            return race is not None and (not race.is_on or race.answered is not None or not environment.view.race)

        return (
            yield from behaviour.touches_until(
                environment, seat, cards, DISCARD, ruling, note=note, bump=self.habits.bump, gives_up=gives_up
            )
        )

    def takes_back(self, seat: int, card: str, ruled: EventObject | None) -> Doing:
        """Touch the pad with a refused card, or the one that the table named instead, until no correction is needed."""
        environment, called = self.environment, card if ruled is None else ruled["card"]
        for _ in range(TRIES):
            yield environment.waits(0.6, 1.2)
            if called not in self.lying_wrong():
                return
            mine = called if called in self.hand(seat) else card
            self.reaching[seat] = [mine]
            yield from environment.touches(seat, [mine], DISCARD, unless=lambda: called not in self.lying_wrong())
            yield from environment.until(lambda: called not in self.lying_wrong(), DECIDED_S)
            del self.reaching[seat]

    def minds_the_cards(self) -> Doing:
        """Until the game ends, touch the pad with cards in hands that the table still wants removed."""
        environment, seen = self.environment, frozenset[str]()
        while not environment.over:
            yield environment.waits(_WONDER_S)
            wrong = frozenset(self.lying_wrong())
            for card in sorted(wrong & seen & set(self.box.discard)):
                yield from self._is_exposed(card)
            for seat in self.seats:
                for card in self.at_hand(seat, [card for card in self.hand(seat) if card in wrong & seen]):
                    environment.note("put_right", seat=seat, card=card)
                    yield from self._touches_wrong(seat, card)
            seen = wrong

    def _touches_wrong(self, seat: int, card: str) -> Doing:
        """Touch the discard with a card, if the table still wants it removed."""
        yield from self.environment.touches(seat, [card], DISCARD, unless=lambda: card not in self.lying_wrong())

    def _is_exposed(self, card: str) -> Doing:
        """Take back a hidden card that the table has read late and wants removed."""
        culprit = next((offence.seat for offence in reversed(self.offences) if offence.card == card), None)
        if culprit is None:
            return
        self.environment.note("put_right", seat=culprit, card=card)
        yield from self._touches_wrong(culprit, card)
        gone = yield from self.environment.until(lambda: card not in self.lying_wrong(), DECIDED_S)
        if gone and card in self.box.discard:
            self.box.take(culprit, card)
            self.under.pop(card, None)

    def lying_wrong(self) -> Sequence[str]:
        """Return the cards that the table wants removed."""
        correction = self.environment.view.correction
        return () if correction is None else correction.named

    def lies(self, seat: int, *cards: str) -> None:
        """Leave accepted cards on the discard; the last one is on top."""
        self.box.lay(seat, *cards)
        self.environment.note("lies", seat=seat, cards=list(cards))

    def was_accepted(self, seat: int, cards: Sequence[str], since: int) -> bool:
        """Leave refused cards on the discard if the table accepted them after all; return whether it did."""
        played = (event for event in self.environment.events[since:] if event["event"] == "card_played")
        accepted = [event["card"] for event in played if event["card"] in self.at_hand(seat, cards)]
        if accepted:
            self.lies(seat, *accepted)
            self.gives_way()
            self.book.turn = self.environment.view.turn or self.book.left_of(seat)
        return bool(accepted)

    def gives_way(self) -> None:
        """Accept the table's top card as the open card, although players see another one because a card was hidden."""
        top = self.environment.view.piles[DISCARD].top
        if top is not None:
            self.environment.note("gave_way", card=top)
            self.book.opens(top)

    # -- drawing, giving, and ending a round

    def draws(self, seat: int) -> None:
        """Draw a card; first shuffle the discard if the table says so, or if the draw pile is empty.

        The table may report a reshuffle early, because it does not count cards that were dropped unseen.
        """
        reported = sum(event["event"] == "pile_reshuffled" for event in self.environment.events)
        if reported > self.shuffled:
            self.shuffled = reported
            self._shuffles(reported=True)
        elif not self.box.stock and len(self.box.discard) > 1:  # the table missed a draw
            self._shuffles(reported=False)
            self.shuffled += 1
            self.environment.says(0, "reshuffled")
        if self.box.stock:
            self.box.draw(seat)
            self.environment.note("drew", seat=seat)

    def _shuffles(self, *, reported: bool) -> None:
        """Shuffle the discard into the draw pile; hidden cards, which the table does not know of, become doubtful."""
        shuffled = self.box.shuffle()
        self.doubtful += len(self.under.keys() & set(shuffled))
        for card in shuffled:
            self.under.pop(card, None)
        self.thirsty = False
        self.environment.note("shuffled", cards=sorted(shuffled), told=reported)
        self.environment.exercised["reshuffled"] += 1

    def gives(self, seat: int, to: int) -> None:
        """Give a card to another player, if the hand has a card that may be given."""
        gifts = self.at_hand(seat, self.box.gifts(seat))
        if gifts:
            card = self.environment.chance.choice(gifts)
            self.box.give(seat, to, card)
            self.environment.note("gave", seat=seat, to=to, card=card)
            self.environment.exercised["gifts"] += 1
            self.environment.says(seat, "given", to)

    def at_hand(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Return which of these cards are not on their way to a pad."""
        return [card for card in cards if card not in self.reaching.get(seat, ())]

    def is_halted(self) -> bool:
        """Return whether play stops for a call: at once on the guard's turn, otherwise once players hear it."""
        if self.voice is None:
            return False
        return self.book.turn == self.book.guard or self.environment.now_s - self.voice > _HEARD_S

    def says_out(self, seat: int) -> Doing:
        """Declare an empty hand until the table notices; if two hands are empty, the first player counts as out."""
        for _ in range(TRIES):
            yield from self.environment.until(lambda: not self.is_halted(), _LONGEST_CALL_S)
            if self.out is not None or self.hand(seat) or (yield from self._says_out_once(seat)):
                return
            yield self.environment.waits(0.3, 0.8)

    def _says_out_once(self, seat: int) -> Doing:
        """Hold the button to declare an empty hand; return whether the table now counts somebody as out."""
        environment, since = self.environment, len(self.environment.events)
        yield from environment.holds(seat)
        yield from environment.until(lambda: environment.heard(since, "hands_due") is not None, DECIDED_S)
        due = environment.heard(since, "hands_due")
        if due is not None:
            self.is_out(due["out"])
        return due is not None

    def is_out(self, seat: int) -> None:
        """Record that a player has no cards left, as everybody can see."""
        if self.out is None:
            self.out = seat
            self.environment.note("out", seat=seat)
            self.environment.exercised["outs"] += 1
            self.environment.stir()

    def moths(self, seat: int) -> list[str]:
        """Return the moths in a hand."""
        return [card for card in self.hand(seat) if kind(card) == "moth"]
