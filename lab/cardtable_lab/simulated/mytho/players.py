"""The players at a game of Mytho: what they share, and how they lay cards and hear the table's rulings.

They know turns and legal plays from their own book, cards and lies from their own hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mytho.book import DEALT, Book
from table.robots.environment import Doing, Environment, EventObject
from table.values import Value

# -- The cards of Mytho where they really are: in hands, on the draw pile, on the two piles


class Box:
    """Every card of the deck, each in one place; the last card of a pile is on top."""

    def __init__(self, cards: Iterable[str], seats: Sequence[int], chance: Random) -> None:
        self._chance = chance
        cards = sorted(cards)
        self.stock = chance.sample(cards, len(cards))  # MYTHO-01
        self.hands = {seat: [self.stock.pop() for _ in range(DEALT)] for seat in seats}
        self.piles: dict[str, list[str]] = {"visible": [], "hidden": []}
        self.shuffled = 0

    def turn_up(self) -> str:
        """Turn the draw pile's first card up (MYTHO-04)."""
        self.piles["visible"].append(self.stock.pop())
        return self.piles["visible"][-1]

    def lay(self, seat: int, card: str, zone: str) -> None:
        self.hands[seat].remove(card)
        self.piles[zone].append(card)

    def take(self, seat: int, card: str, zone: str) -> None:
        """Take a card back into the hand."""
        self.piles[zone].remove(card)
        self.hands[seat].append(card)

    def turn_over(self, card: str) -> None:
        """Put a card of the hidden pile open on the visible one (MYTHO-22)."""
        self.piles["hidden"].remove(card)
        self.piles["visible"].append(card)

    def draw(self, seat: int) -> bool:
        """Draw a card; if need be, first shuffle both piles but for the reference (MYTHO-T-01). False: none left."""
        if not self.stock:
            *under, top = self.piles["visible"]
            rest = [*under, *self.piles["hidden"]]
            self.stock = self._chance.sample(rest, len(rest))
            self.piles = {"visible": [top], "hidden": []}
            self.shuffled += 1
        if self.stock:
            self.hands[seat].append(self.stock.pop())
            return True
        return False

    def take_unseen(self, seat: int, giver: int) -> str:
        """Take a card from somebody's hand without looking (MYTHO-21)."""
        card = self._chance.choice(self.hands[giver])
        self.hands[giver].remove(card)
        self.hands[seat].append(card)
        return card


VISIBLE, HIDDEN = "visible", "hidden"


class Habits(Value):
    """How likely players do something other than a plain play, in a turn or about a hidden card."""

    misfit: float = 0.05  # lays a card openly that does not fit
    greedy: float = 0.12  # draws though a card fits
    shy: float = 0.3  # draws, and ends the turn though a bluff is possible
    bluff: float = 0.5  # lays a card face down though it does not fit, before drawing
    modest: float = 0.25  # lays a card face down though it fits
    retake: float = 0.06
    bump: float = 0.06
    doubt: float = 0.22  # contests, each of the others
    together: float = 0.45  # two of those who contest do so at the same moment
    hasty: float = 0.12  # the next player plays on while there is time to contest
    trusting: float = 0.35  # the next player holds, to let it pass
    late: float = 0.1  # contests when the time is about over, or just after
    own: float = 0.03  # whoever played presses, which means nothing


@dataclass
class Window:
    """A hidden card as players see it: whether somebody `doubted` it, and whether the time is `over`."""

    player: int
    card: str
    doubted: bool = False
    over: bool = False


class Players:
    """One game of Mytho. `window` is the hidden card that may be contested; `hidden` are all there, and since when."""

    def __init__(self, environment: Environment, cards: Sequence[str], habits: Habits | None = None) -> None:
        self.environment = environment
        self.habits = habits or Habits()
        self.book = Book(environment.seats)
        self.box = Box(cards, environment.seats, environment.chance)
        self.window: Window | None = None
        self.hidden: dict[str, float] = {}
        self.mover: int | None = None  # whose turn it is, and whether they have drawn in it
        self.drawn = False
        self.out: int | None = None

    @property
    def secrets(self) -> dict[str, float]:
        """The cards that lie on the hidden pile, or are on their way, since when, in s."""
        return dict(self.hidden)

    def hand(self, seat: int) -> list[str]:
        """What somebody holds."""
        return self.box.hands[seat]

    def others(self, seat: int) -> list[int]:
        """Everybody else."""
        return [other for other in self.environment.seats if other != seat]

    # -- laying cards

    def lays(self, seat: int, card: str, zone: str) -> Doing:
        """Touch a pad with a card until the table rules on it; return that event, or None."""
        environment, since = self.environment, len(self.environment.events)
        note = environment.note(
            "laid", seat=seat, card=card, zone=zone, objection=self.book.objection(card, zone), touches=1
        )
        if zone == HIDDEN:
            self.hidden[card] = environment.now_s

        def ruling() -> EventObject | None:
            return self._ruling(card, zone, since)

        bump = self.habits.bump
        ruled = yield from behaviour.touches_until(environment, seat, [card], zone, ruling, note=note, bump=bump)
        note["until"] = round(environment.now_s, 6)
        if zone == HIDDEN and (ruled is None or ruled["event"] == "play_refused"):
            del self.hidden[card]
        return ruled

    def _ruling(self, card: str, zone: str, since: int) -> EventObject | None:
        """Return the ruling on a card; events do not name a card face down."""
        rulings = (
            event for event in self.environment.events[since:] if event["event"] in ("card_played", "play_refused")
        )
        return next((event for event in rulings if event["zone"] == zone and event.get("card", card) == card), None)

    def takes_back(self, seat: int, card: str, zone: str) -> Doing:
        """Touch a refused card again until it no longer lies wrong."""
        yield from behaviour.takes_back(self.environment, seat, card, zone, lambda: self.lies_wrong(zone))

    def lies_wrong(self, zone: str) -> bool:
        """Return whether something lies wrong on a pad, as far as players are told."""
        correction = self.environment.view.correction
        return correction is not None and correction.zone == zone

    def lies(self, seat: int, card: str, zone: str) -> None:
        """Leave a card where it was laid: it is played."""
        self.box.lay(seat, card, zone)
        self.environment.note("lies", seat=seat, cards=[card], zone=zone)

    # -- what many do

    def draws(self, seat: int) -> None:
        """Draw a card; cards shuffled into the draw pile are no longer secrets of the hidden pile."""
        shuffled = self.box.shuffled
        drew = self.box.draw(seat)
        if self.box.shuffled != shuffled:
            self.hidden.clear()
            self.environment.exercised["shuffled"] += 1
        if drew:
            self.environment.note("drew", seat=seat)

    def is_out(self, seat: int) -> None:
        """Note that somebody has no cards left and has won, which everybody sees."""
        self.out = seat
        self.environment.note("out", seat=seat)
        self.environment.stir()
