"""The players of a game of Nur Mut: what they share, and how they lay cards and hear the table's rulings.

They see which face is up; the table does not. They know turns and legal plays from their own book.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.nur_mut.book import DEALT, JOKER, PLACES, Book
from table.robots.environment import Doing, Environment, EventObject
from table.values import Value

# -- Where the cards really are, and which side is up: in players' piles, on the three places, or spare

Sides = Mapping[str, tuple[int, int]]  # the two faces of each card, 0 for a joker


@dataclass
class Card:
    """A card and which of its two sides is up."""

    code: str
    up: int


class Box:
    """Every card of the box, each in one place with one side up; the first card of a pile is on top."""

    def __init__(self, sides: Sides, seats: Sequence[int], chance: Random) -> None:
        self._sides = sides
        self._chance = chance
        cards = [Card(code, chance.randrange(2)) for code in sorted(sides)]
        chance.shuffle(cards)  # NUR-06
        self.own = {seat: [cards.pop() for _ in range(DEALT)] for seat in seats}
        self.places: dict[str, list[Card]] = {place: [] for place in PLACES}
        self.spare = cards  # NUR-12

    def face(self, card: Card) -> int:
        return self._sides[card.code][card.up]

    def both(self, card: Card) -> tuple[int, int]:
        return self._sides[card.code]

    def top(self, seat: int) -> Card:
        """Return the top card of a player's own pile (NUR-08)."""
        return self.own[seat][0]

    def turn_over(self, seat: int) -> Card:
        """Turn over the top card of a player's own pile (NUR-28)."""
        card = self.top(seat)
        card.up = 1 - card.up
        return card

    def begin(self, place: str) -> Card:
        """Turn up a spare card on a place (NUR-09)."""
        card = self.spare.pop()
        card.up = self._chance.randrange(2)
        self.places[place] = [card]
        return card

    def put_back(self, place: str) -> None:
        """Put the card on a place back among the spare cards (NUR-11)."""
        self.spare.insert(0, self.places[place].pop())

    def lay(self, seat: int, place: str) -> None:
        """Lay the top card of a player's own pile on a place."""
        self.places[place].insert(0, self.own[seat].pop(0))

    def take_back(self, seat: int, place: str) -> None:
        """Put the top card of a place back on the player's own pile."""
        self.own[seat].insert(0, self.places[place].pop(0))

    def put_under(self, seat: int) -> None:
        """Put the top card under the player's own pile (NUR-24)."""
        self.own[seat].append(self.own[seat].pop(0))

    def take_pile(self, seat: int, place: str) -> None:
        """Shuffle a pile into a player's own; each of its cards may then have either side up (NUR-31)."""
        cards = self.places[place]
        for card in cards:
            card.up = self._chance.randrange(2)
        self.own[seat] += cards
        self._chance.shuffle(self.own[seat])
        self.places[place] = []


HEARD_S = 1.4  # how long people wait for the table to react
_RULINGS = ("card_played", "pile_refilled", "play_refused", "pile_started")


class Habits(Value):
    """How likely players are to do more than an ordinary play; some values depend on temper (0 timid, 1 brave)."""

    brave: float = 0.2  # the bravest player declares Courage although the card fits
    braver: float = 0.3  # the bravest player declares Courage if the card fits nowhere
    lazy: float = 0.08  # passes although the card fits
    misfit: float = 0.06  # tries a card where it does not fit
    retake: float = 0.05
    bump: float = 0.06
    says_joker: float = 0.75  # reports a joker without being asked
    quick: float = 0.3  # lifts and lays cards before the table has named the pile


class Players:
    """One game of Nur Mut. `temper` is how brave each player is, from 0 to 1."""

    def __init__(
        self, environment: Environment, deck: Sequence[Mapping[str, Any]], habits: Habits | None = None
    ) -> None:
        self.environment = environment
        self.habits = habits or Habits()
        self.book = Book(environment.seats)
        sides = {card["code"]: (read_face(card["faces"][0]), read_face(card["faces"][1])) for card in deck}
        self.box = Box(sides, environment.seats, environment.chance)
        self.temper = {seat: environment.chance.random() for seat in environment.seats}
        self.out: int | None = None

    def left(self, seat: int) -> int:
        """Return how many cards a player has left."""
        return len(self.box.own[seat])

    # -- laying cards

    def lays(self, seat: int, place: str, *, brave: bool = False) -> Doing:
        """Touch a pad with the player's top card until the table rules on the card; return the ruling, or None."""
        environment, card = self.environment, self.box.top(seat)
        face, since = self.box.face(card), len(self.environment.events)
        note = environment.note(
            "laid", seat=seat, card=card.code, zone=place, face=written(face), brave=brave, touches=1,
            objection=self.book.objection(face, place), either=self._may_seem_to_fit(card, place),
        )  # fmt: skip
        ruled = yield from self.touches_until_ruled(seat, card.code, place, note, since)
        note["until"] = round(environment.now_s, 6)
        return ruled

    def _may_seem_to_fit(self, card: Card, place: str) -> bool:
        """Return whether a card may seem to fit, because the table cannot see faces."""
        below = self.box.places[place]
        tops = self.box.both(below[0]) if below else ()
        return self.book.fits_by_any(self.box.both(card), tops)

    def touches_until_ruled(self, seat: int, card: str, place: str, note: dict[str, Any], since: int) -> Doing:
        """Touch a pad with a card until the table rules on the card; return the ruling, or None."""
        environment = self.environment

        def ruling() -> EventObject | None:
            rulings = (event for event in environment.events[since:] if event["event"] in _RULINGS)
            return next((event for event in rulings if (event["zone"], event["card"]) == (place, card)), None)

        bump = self.habits.bump
        return (yield from behaviour.touches_until(environment, seat, [card], place, ruling, note=note, bump=bump))

    def takes_back(self, seat: int, card: str, place: str) -> Doing:
        """Touch the pad with a refused card until the table no longer asks for a correction."""
        yield from behaviour.takes_back(self.environment, seat, card, place, self.lies_wrong)

    def picks_up(self, seat: int, card: str, place: str) -> Doing:
        """Touch the pad with a wrongly accepted card until the table takes the play back, or the host undoes it."""
        touch = partial(self.environment.touches, seat, [card], place)
        yield from self.environment.insists(touch, "play_taken_back", "undone", patience_s=HEARD_S)

    def lies_wrong(self) -> bool:
        """Return whether the table is asking for a correction."""
        return self.environment.view.correction is not None

    def lies(self, seat: int, place: str) -> int:
        """Leave the player's top card, now accepted, where it was laid; return the face showing."""
        card = self.box.top(seat)
        face = self.box.face(card)
        self.box.lay(seat, place)
        self.book.shown[place] = face
        self.book.anew = None
        self.book.passed.clear()
        self.environment.note("lies", seat=seat, cards=[card.code], zone=place, face=written(face))
        return face

    def is_out(self, seat: int) -> None:
        """Record that a player has no cards left and has won, as everybody can see."""
        self.out = seat
        self.environment.note("out", seat=seat)
        self.environment.stir()


def read_face(face: Any) -> int:
    """Return a face from a deck as a number; a joker is 0."""
    return JOKER if face == "joker" else int(face)


def written(face: int) -> int | str:
    """Return a face in the form used in events."""
    return "joker" if face == JOKER else face
