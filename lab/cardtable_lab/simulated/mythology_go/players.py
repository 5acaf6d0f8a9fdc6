"""The players of a game of Mythology GO: what they share, and how they lay cards and hear the table's rulings.

Every player has a phone that shows their own face-down cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.comparing import Record
from cardtable_lab.simulated.mythology_go.book import ROUNDS, Book
from table.games.mythology_go.views import MgoView, Own, OwnTerrain
from table.robots.environment import TRIES, Doing, Environment, EventObject
from table.values import Value

DISCARD = "discard"
_HEARD_S = 0.8  # a player who has heard nothing touches the pad again after this long
BESIDES = ("deity", "belief")


class Habits(Value):
    """How likely players are to do something other than make an ordinary play."""

    second: float = 0.75  # lays a second card
    closed: float = 0.4  # lays a card face down where that is legal
    wrongly_closed: float = 0.12  # lays a card face down where that is illegal
    leaves_it: float = 0.3  # leaves an illegal face-down card on the terrain
    third: float = 0.05  # lays one card too many
    hasty: float = 0.04  # lays a card out of turn
    retake: float = 0.06
    bump: float = 0.05
    destroys: float = 0.6  # chooses a card to destroy if an effect allows it
    destroys_idly: float = 0.03  # lays a card on the discard although nothing destroys it
    uses: float = 0.3  # uses a chimera
    fuses: float = 0.8  # fuses two cards that may be fused
    by_phone: float = 0.4  # declares a target on the phone
    accuses_idly: float = 0.1  # accuses without having to
    guesses: float = 0.5  # accuses rightly


class Players:
    """One game of Mythology GO: where the cards really are, and what people remember."""

    def __init__(self, environment: Environment, deck: Sequence[Record], habits: Habits | None = None) -> None:
        self.environment = environment
        self.habits = habits or Habits()
        self.printed = {str(card["code"]): card for card in deck}
        self.book = Book(environment.seats, self.printed, environment.agreed.get("rounds", ROUNDS))
        self.hidden: dict[str, float] = {}
        self.owners: dict[str, int] = {}
        self.deities: dict[int, str] = {}
        self.beliefs: dict[int, str] = {}
        self.left_wrong: set[str] = set()  # cards that illegally lie face down
        self.stock: list[str] = []
        self.hands: dict[int, list[str]] = {}
        self.collect()

    def collect(self) -> None:
        """Collect and shuffle all cards (MGO-24)."""
        cards = sorted(card for card in self.printed if self.book.kind(card) not in BESIDES)
        self.stock = self.environment.chance.sample(cards, len(cards))
        self.hands = {seat: [] for seat in self.environment.seats}
        self.deities, self.beliefs, self.hidden = {}, {}, {}

    def dealt(self, kind: str) -> Mapping[int, str]:
        """Return a random card of a kind for each seat (MGO-92)."""
        cards = sorted(card for card in self.printed if self.book.kind(card) == kind)
        return dict(zip(self.environment.seats, self.environment.chance.sample(cards, len(cards)), strict=False))

    @property
    def secrets(self) -> dict[str, float]:
        """Each card that only its owner may know, mapped to the time (s) at which it became secret."""
        return dict(self.hidden)

    def hides(self, seat: int, card: str) -> None:
        """Record that only `seat` may know a card from now on."""
        self.hidden[card] = self.environment.now_s
        self.owners[card] = seat

    def own(self, seat: int) -> Own | None:
        """Return what a player's own phone shows of their cards."""
        view = self.environment.game.view(f"seat:{seat}")
        return view.mine if isinstance(view, MgoView) else None

    def row(self, seat: int) -> tuple[OwnTerrain, ...]:
        """Return what a player's own phone shows of their terrain."""
        own = self.own(seat)
        return () if own is None else own.terrain

    def laid(self, seat: int) -> tuple[str, ...]:
        """Return the cards of this turn that can be taken back, as a player's own phone shows them."""
        own = self.own(seat)
        return () if own is None else own.laid or ()

    # -- laying cards

    def lays(self, seat: int, card: str, *, closed: bool) -> Doing:
        """Touch the player's pad with a card until the table accepts or refuses it; return whether it was accepted."""
        environment, zone, since = self.environment, f"seat.{seat}", len(self.environment.events)
        note = environment.note(
            "laid", seat=seat, card=card, zone=zone, closed=closed, touches=1,
            objection=self.book.objection(seat, card, closed=closed),
            forbidden=closed and self.book.forbidden(seat, card),
        )  # fmt: skip
        before = self.shown(seat)
        if closed:
            self.hides(seat, card)

        def ruling() -> EventObject | None:
            return self._ruling(seat, card, since) or self._mistaken(seat, before)

        if closed:
            ruled = yield from self._touches_closed(seat, card, ruling, note)
        else:
            bump = self.habits.bump
            ruled = yield from behaviour.touches_until(environment, seat, [card], zone, ruling, note=note, bump=bump)
        note["until"] = round(environment.now_s, 6)
        lies = ruled is not None and ruled["event"] == "lies"
        note["shown"] = None if ruled is None else ruled.get("shown")
        note["told_forbidden"] = lies and bool((ruled or {}).get("forbidden"))
        return lies

    def _ruling(self, seat: int, card: str, since: int) -> EventObject | None:
        """Return the ruling on a card: a public refusal, or its appearance on the player's own phone."""
        for code in self.row(seat):
            if code.card == card:
                return {"event": "lies", "forbidden": code.forbidden is not None}
        if card in self.laid(seat):
            return {"event": "lies", "forbidden": False}
        refused = (event for event in self.environment.events[since:] if event["event"] == "play_refused")
        zone = f"seat.{seat}"
        return next((event for event in refused if event["zone"] == zone and event.get("card", card) == card), None)

    def shown(self, seat: int) -> set[str]:
        """Return the cards that a player's own phone shows."""
        return {*(one.card for one in self.row(seat)), *self.laid(seat)}

    def _mistaken(self, seat: int, before: set[str]) -> EventObject | None:
        """Return a ruling if the player's own phone shows a card that was not there before and was not laid."""
        new = sorted(self.shown(seat) - before)
        return {"event": "mistaken", "shown": new[0]} if new else None

    def _touches_closed(self, seat: int, card: str, ruling: Any, note: dict[str, Any]) -> Doing:
        """Hold the button down and touch the pad with a card until there is a ruling; return the ruling, or None."""
        environment, zone = self.environment, f"seat.{seat}"
        for attempt in range(TRIES):
            if attempt:
                environment.note("touched_again", seat=seat, cards=[card])
                note["touches"] = attempt + 1
            finger = environment.env.process(environment.presses(seat, environment.chance.uniform(1.3, 1.8)))
            yield environment.waits(0.2, 0.4)
            yield from environment.touches(seat, [card], zone)
            yield from environment.until(lambda: ruling() is not None, _HEARD_S)
            yield finger
            yield from environment.until(lambda: ruling() is not None, 0.3)
            if ruling() is not None:
                return ruling()
        return None

    def takes_back(self, seat: int, card: str) -> Doing:
        """Touch the pad with a card until the phone no longer shows it and the table asks for no correction."""
        environment, zone = self.environment, f"seat.{seat}"

        ours = {*self.book.rows[seat].cards, *self.book.laid} - {card}

        def lies() -> bool:
            correction = environment.view.correction
            return bool(self.shown(seat) - ours) or (correction is not None and correction.zone == zone)

        yield from behaviour.takes_back(environment, seat, card, zone, lies)
        self.hidden.pop(card, None)

    # -- where cards are

    def lies(self, seat: int, card: str, *, closed: bool) -> None:
        """Leave an accepted card where it was laid."""
        self.hands[seat].remove(card)
        self.book.lays(seat, card, closed=closed)
        self.environment.note("lies", seat=seat, cards=[card], zone=f"seat.{seat}", closed=closed)

    def returns(self, seat: int, card: str) -> None:
        """Take a card of this turn back into the hand."""
        self.book.takes_back(seat, card)
        self.hands[seat].append(card)
        self.hidden.pop(card, None)
        self.environment.note("took_back", seat=seat, card=card)
