"""The players of a game of Mytho: what they share, and how they lay cards and hear the table's rulings.

They know turns and legal plays from their own book, and their cards and lies from their own hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mytho.book import DEALT, Book
from table.robots.environment import Doing, Environment, EventObject
from table.values import Value

# -- Where the cards really are: in hands, on the draw pile, or on the two piles


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
        """Turn up the top card of the draw pile (MYTHO-04)."""
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
        """Move a card from the hidden pile face up to the visible pile (MYTHO-22)."""
        self.piles["hidden"].remove(card)
        self.piles["visible"].append(card)

    def draw(self, seat: int) -> bool:
        """Draw a card; return False if none is left.

        If the draw pile is empty, first shuffle both piles into it, except for the reference (MYTHO-T-01).
        """
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
        """Take a card from another player's hand without looking (MYTHO-21)."""
        card = self._chance.choice(self.hands[giver])
        self.hands[giver].remove(card)
        self.hands[seat].append(card)
        return card


VISIBLE, HIDDEN = "visible", "hidden"


class Habits(Value):
    """How likely players are to do something other than an ordinary play, in a turn or about a face-down card."""

    misfit: float = 0.05  # lays a card face up although it does not fit
    greedy: float = 0.12  # draws although a card fits
    shy: float = 0.3  # draws, and ends the turn instead of bluffing
    bluff: float = 0.5  # before drawing, bluffs with a face-down card that does not fit
    modest: float = 0.25  # lays a fitting card face down
    retake: float = 0.06
    bump: float = 0.06
    doubt: float = 0.22  # the chance that any one of the other players contests
    together: float = 0.45  # when one player contests, another does so at the same moment
    hasty: float = 0.12  # the next player plays on before the time to contest is over
    trusting: float = 0.35  # the next player holds the button to let the card pass
    late: float = 0.1  # contests just before or just after the time to contest ends
    own: float = 0.03  # the card's own player presses, which has no effect


@dataclass
class Window:
    """A face-down card as players see it: `doubted` means that it was contested, `over` that it no longer can be."""

    player: int
    card: str
    doubted: bool = False
    over: bool = False


class Players:
    """One game of Mytho.

    `window` is the face-down card that may be contested; `hidden` holds all face-down cards, with the times at which
    they were laid.
    """

    def __init__(self, environment: Environment, cards: Sequence[str], habits: Habits | None = None) -> None:
        self.environment = environment
        self.habits = habits or Habits()
        self.book = Book(environment.seats)
        self.box = Box(cards, environment.seats, environment.chance)
        self.window: Window | None = None
        self.hidden: dict[str, float] = {}
        self.mover: int | None = None  # the seat whose turn it is; `drawn` says whether it has drawn this turn
        self.drawn = False
        self.out: int | None = None

    @property
    def secrets(self) -> dict[str, float]:
        """Each card on the hidden pile or on its way to it, mapped to the time (s) at which it was laid."""
        return dict(self.hidden)

    def hand(self, seat: int) -> list[str]:
        """Return the cards in a player's hand."""
        return self.box.hands[seat]

    def others(self, seat: int) -> list[int]:
        """Return all other seats."""
        return [other for other in self.environment.seats if other != seat]

    # -- laying cards

    def lays(self, seat: int, card: str, zone: str) -> Doing:
        """Touch a pad with a card until the table rules on the card; return the ruling, or None."""
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
        """Return the ruling on a card, or None. Events do not name a face-down card."""
        rulings = (
            event for event in self.environment.events[since:] if event["event"] in ("card_played", "play_refused")
        )
        return next((event for event in rulings if event["zone"] == zone and event.get("card", card) == card), None)

    def takes_back(self, seat: int, card: str, zone: str) -> Doing:
        """Touch the pad with a refused card until the table no longer asks for a correction."""
        yield from behaviour.takes_back(self.environment, seat, card, zone, lambda: self.lies_wrong(zone))

    def lies_wrong(self, zone: str) -> bool:
        """Return whether the table is asking for a correction on a pad."""
        correction = self.environment.view.correction
        return correction is not None and correction.zone == zone

    def lies(self, seat: int, card: str, zone: str) -> None:
        """Leave an accepted card on its pile."""
        self.box.lay(seat, card, zone)
        self.environment.note("lies", seat=seat, cards=[card], zone=zone)

    # -- drawing and winning

    def draws(self, seat: int) -> None:
        """Draw a card. If the piles are shuffled for this, their face-down cards are no longer secret."""
        shuffled = self.box.shuffled
        drew = self.box.draw(seat)
        if self.box.shuffled != shuffled:
            self.hidden.clear()
            self.environment.exercised["shuffled"] += 1
        if drew:
            self.environment.note("drew", seat=seat)

    def is_out(self, seat: int) -> None:
        """Record that a player has no cards left and has won, as everybody can see."""
        self.out = seat
        self.environment.note("out", seat=seat)
        self.environment.stir()
