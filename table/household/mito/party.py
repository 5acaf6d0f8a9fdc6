"""A household at a game of Mito: what its people share, and how they lay cards and hear what the table says to it.

Whose turn it is and what may be laid they know from their own book; cards and cheats from their own hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from table.household import manners
from table.household.evening import TRIES, Doing, Evening, Told
from table.household.manners import DECIDED_S
from table.household.mito.book import Book, kind
from table.household.mito.box import Box

DISCARD = "discard"
_WONDER_S = 2.5  # until people wonder that a card still lies wrong
_HEARD_S = 0.2  # until people have heard a voice
_LONGEST_CALL_S = 60


@dataclass(frozen=True)
class Habits:
    """How often people do what is not a plain play: chances of a turn, of a race, or of a call."""

    misfit: float = 0.05
    bluff: float = 0.04  # lays a moth that he may not lay
    unwilling: float = 0.06  # draws though a card fits
    thirsty: float = 0.08  # a round in which nobody plays much, until the draw pile is empty
    two_as_one: float = 0.14
    retake: float = 0.05
    bump: float = 0.06
    vanish: float = 0.2
    seen: float = 0.35  # a cheat that the guard sees
    suspicion: float = 0.03
    withdrawn: float = 0.25  # of suspicions
    asleep: float = 0.05  # does not slap
    dreamy: float = 0.03  # slaps, but late
    false_start: float = 0.03  # slaps what is no mosquito
    together: float = 0.08  # two hands come down at the same moment
    attempt: float = 0.8  # answers a cockroach, of those who can
    mistaken: float = 0.06  # answers with a card that does not


@dataclass
class Race:
    """A race as people see it, for a mosquito or a cockroach; hands that come late know which one they meant.

    `over_s` is when it was over, `answered` who has answered a cockroach, `reached_s` since when a hand is on its way.
    """

    over_s: float | None = None
    answered: int | None = None
    reached_s: float | None = None

    @property
    def is_on(self) -> bool:
        """Whether it is not over."""
        return self.over_s is None


@dataclass
class Offence:
    """A cheat: who, with which card, and whether the guard has seen it."""

    seat: int
    card: str
    on_pile: bool
    seen: bool = False


class Party:
    """One game of Mito.

    `voice` is when the guard called out, as long as that is not settled; `doubtful` counts the cards of a round of
    which nobody can tell the table whether they vanished.
    """

    def __init__(self, evening: Evening, cards: Sequence[str], habits: Habits | None = None) -> None:
        self.evening = evening
        self.habits = habits or Habits()
        self.book = Book(evening.seats, evening.agreed.get("rounds"))
        self.box = Box(cards, evening.seats, evening.chance)
        self.offences: list[Offence] = []
        self.voice: float | None = None
        self.race: Race | None = None
        self.out: int | None = None
        self.doubtful = 0
        self.ended = False
        self.under: dict[str, float] = {}
        self.vanished: dict[str, float] = {}
        self.acting: int | None = None  # who is laying a card or drawing, as his turn
        self.reaching: dict[int, Sequence[str]] = {}
        self.thirsty = False
        self.shuffled = 0  # so often the table has said that the discard is shuffled, and people have done so

    def starts_round(self) -> None:
        """Deal, and forget what was."""
        self.book.open_round()
        self.box.deal()
        self.offences, self.voice, self.race, self.out = [], None, None, None
        self.doubtful, self.ended = 0, False
        self.thirsty = self.evening.happens(self.habits.thirsty)
        self.under.clear()
        self.vanished.clear()
        hands = {seat: list(hand) for seat, hand in self.box.hands.items()}
        self.evening.note("dealt", round=self.book.round, opener=self.book.opener, hands=hands)

    @property
    def secrets(self) -> dict[str, float]:
        """The cards that go or lie under others, as long as they do, and those that are gone; since when, in s."""
        gone = {card for cards in self.box.gone.values() for card in cards}
        hidden = {*self.box.discard, *(card for cards in self.reaching.values() for card in cards)}
        there = {card: since for card, since in self.under.items() if card in hidden}
        return there | {card: since for card, since in self.vanished.items() if card in gone}

    @property
    def unwilling(self) -> float:
        """How likely it is that somebody draws though a card fits."""
        return 0.7 if self.thirsty else self.habits.unwilling

    @property
    def racing(self) -> bool:
        """Whether people race."""
        return self.race is not None and self.race.is_on

    @property
    def ending(self) -> bool:
        """Whether somebody has no card any more, and is about to say so."""
        return any(not hand for hand in self.box.hands.values())

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody."""
        return self.evening.seats

    def hand(self, seat: int) -> list[str]:
        """What somebody holds."""
        return self.box.hands[seat]

    def others(self, seat: int) -> list[int]:
        """Everybody else."""
        return [other for other in self.seats if other != seat]

    # -- laying cards

    def lays(self, seat: int, cards: Sequence[str], *, note: dict[str, Any], race: Race | None = None) -> Doing:
        """Touch the discard with cards as one until the table says something to them; return that event.

        Who has the turn takes the first ruling that is heard for his; in a race people listen for their own card, and
        give up when it is over. None: it never said anything.
        """
        self.reaching[seat] = cards
        ruled = yield from self._touches_until_ruled(seat, cards, note, race)
        note["until"] = round(self.evening.now_s, 6)
        del self.reaching[seat]
        return ruled

    def _touches_until_ruled(self, seat: int, cards: Sequence[str], note: dict[str, Any], race: Race | None) -> Doing:
        evening, since = self.evening, len(self.evening.told)

        def ruling() -> Told | None:
            rulings = (event for event in evening.told[since:] if event["event"] in ("card_played", "play_refused"))
            ours = (event for event in rulings if event["zone"] == DISCARD and (race is None or event["card"] in cards))
            return next(ours, None)

        def gives_up() -> bool:
            return race is not None and (not race.is_on or race.answered is not None or not evening.view["race"])

        return (
            yield from manners.touches_until(
                evening, seat, cards, DISCARD, ruling, note=note, bump=self.habits.bump, gives_up=gives_up
            )
        )

    def takes_back(self, seat: int, card: str, ruled: Told | None) -> Doing:
        """Touch a card that was refused again, until it does not lie wrong any more, whatever the table calls it."""
        evening, called = self.evening, card if ruled is None else ruled["card"]
        for _ in range(TRIES):
            yield evening.waits(0.6, 1.2)
            if called not in self.lying_wrong():
                return
            mine = called if called in self.hand(seat) else card
            self.reaching[seat] = [mine]
            yield from evening.touches(seat, [mine], DISCARD)
            yield from evening.until(lambda: called not in self.lying_wrong(), DECIDED_S)
            del self.reaching[seat]

    def minds_the_cards(self) -> Doing:
        """See whether a card still lies wrong that is in a hand, and touch it, as long as the game lasts."""
        evening, seen = self.evening, frozenset[str]()
        while not evening.over:
            yield evening.waits(_WONDER_S)
            wrong = frozenset(self.lying_wrong())
            for card in sorted(wrong & seen & set(self.box.discard)):
                yield from self._is_exposed(card)
            for seat in self.seats:
                for card in self.at_hand(seat, [card for card in self.hand(seat) if card in wrong & seen]):
                    evening.note("put_right", seat=seat, card=card)
                    yield from evening.touches(seat, [card], DISCARD)
            seen = wrong

    def _is_exposed(self, card: str) -> Doing:
        """Let a card be taken back that was hidden under another one, and that the table has read too late."""
        culprit = next((offence.seat for offence in reversed(self.offences) if offence.card == card), None)
        if culprit is None:
            return
        self.evening.note("put_right", seat=culprit, card=card)
        yield from self.evening.touches(culprit, [card], DISCARD)
        gone = yield from self.evening.until(lambda: card not in self.lying_wrong(), DECIDED_S)
        if gone and card in self.box.discard:
            self.box.take(culprit, card)
            self.under.pop(card, None)

    def lying_wrong(self) -> Sequence[str]:
        """Name the cards that lie where they must not, as far as people are told."""
        found: Sequence[str] = (self.evening.view.get("correction") or {}).get("cards", ())
        return found

    def lies(self, seat: int, *cards: str) -> None:
        """Leave cards on the discard, the last one on top: they are played."""
        self.box.lay(seat, *cards)
        self.evening.note("lies", seat=seat, cards=list(cards))

    def was_accepted(self, seat: int, cards: Sequence[str], since: int) -> bool:
        """Tell whether cards that were refused were accepted after all; then they lie there, as the table says."""
        told = (event for event in self.evening.told[since:] if event["event"] == "card_played")
        accepted = [event["card"] for event in told if event["card"] in self.at_hand(seat, cards)]
        if accepted:
            self.lies(seat, *accepted)
            self.gives_way()
            self.book.turn = self.evening.view["turn"] or self.book.left_of(seat)
        return bool(accepted)

    def gives_way(self) -> None:
        """Go by what the table says lies open, though people have seen another card: somebody has hidden one."""
        top = self.evening.view["piles"][DISCARD]["top"]
        if top is not None:
            self.evening.note("gave_way", card=top)
            self.book.opens(top)

    # -- what many do

    def draws(self, seat: int) -> None:
        """Draw a card; when none is there the discard is shuffled, and people do so, too, when the table says so.

        It may say so early: what went along unseen with other cards it does not count.
        """
        told = sum(event["event"] == "pile_reshuffled" for event in self.evening.told)
        if told > self.shuffled:
            self.shuffled = told
            self._shuffles(told=True)
        elif not self.box.stock and len(self.box.discard) > 1:  # somebody drew whom the table did not hear
            self._shuffles(told=False)
            self.shuffled += 1
            self.evening.says(0, "reshuffled")
        if self.box.stock:
            self.box.draw(seat)
            self.evening.note("drew", seat=seat)

    def _shuffles(self, *, told: bool) -> None:
        """Shuffle the discard; nobody can tell the table of the cards that lay unseen in it."""
        shuffled = self.box.shuffle()
        self.doubtful += len(self.under.keys() & set(shuffled))
        for card in shuffled:
            self.under.pop(card, None)
        self.thirsty = False
        self.evening.note("shuffled", cards=sorted(shuffled), told=told)
        self.evening.exercised["reshuffled"] += 1

    def gives(self, seat: int, to: int) -> None:
        """Give somebody a card, if there is one that may be given."""
        gifts = self.at_hand(seat, self.box.gifts(seat))
        if gifts:
            card = self.evening.chance.choice(gifts)
            self.box.give(seat, to, card)
            self.evening.note("gave", seat=seat, to=to, card=card)
            self.evening.exercised["gifts"] += 1
            self.evening.says(seat, "given", to)

    def at_hand(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Leave out the cards that are on their way to a pad."""
        return [card for card in cards if card not in self.reaching.get(seat, ())]

    def is_halted(self) -> bool:
        """Tell whether the guard has called out: everybody stops who has heard it, and she does at once."""
        if self.voice is None:
            return False
        return self.book.turn == self.book.guard or self.evening.now_s - self.voice > _HEARD_S

    def says_out(self, seat: int) -> Doing:
        """Say that a hand is empty, until the table has understood; of two it takes the first one's word."""
        for _ in range(TRIES):
            yield from self.evening.until(lambda: not self.is_halted(), _LONGEST_CALL_S)
            if self.out is not None or self.hand(seat) or (yield from self._says_out_once(seat)):
                return
            yield self.evening.waits(0.3, 0.8)

    def _says_out_once(self, seat: int) -> Doing:
        """Hold the button, and return whether the table has heard it from somebody."""
        evening, since = self.evening, len(self.evening.told)
        yield from evening.holds(seat)
        yield from evening.until(lambda: evening.heard(since, "hands_due") is not None, DECIDED_S)
        due = evening.heard(since, "hands_due")
        if due is not None:
            self.is_out(due["out"])
        return due is not None

    def is_out(self, seat: int) -> None:
        """Everybody knows: somebody has no card any more."""
        if self.out is None:
            self.out = seat
            self.evening.note("out", seat=seat)
            self.evening.exercised["outs"] += 1
            self.evening.stir()

    def moths(self, seat: int) -> list[str]:
        """Name the moths in a hand."""
        return [card for card in self.hand(seat) if kind(card) == "moth"]
