"""The players at a game of Nur Mut: what they share, and how they lay cards and hear the table's rulings.

They see which face is up; the table does not. They know turns and legal plays from their own book.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.nur_mut.book import JOKER, Book
from cardtable_lab.simulated.nur_mut.box import Box, Card
from table.robots.environment import Doing, Environment, EventObject
from table.values import Value

HEARD_S = 1.4  # how long people wait for the table to hear them
_RULINGS = ("card_played", "pile_refilled", "play_refused", "pile_started")


class Habits(Value):
    """How likely players do something other than a plain play; some depend on temper, from timid (0) to brave (1)."""

    brave: float = 0.2  # for the bravest: Courage though the card fits
    braver: float = 0.3  # for the bravest: Courage though it fits nowhere
    lazy: float = 0.08  # passes though the card fits
    misfit: float = 0.06  # tries a card where it does not fit
    retake: float = 0.05
    bump: float = 0.06
    says_joker: float = 0.75  # says so when laying one, without being asked
    quick: float = 0.3  # lifts and lays before the table has said which pile it is


class Players:
    """One game of Nur Mut. `temper` is how brave each is."""

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
        """Touch a pad with one's own top card until the table rules on it; return that event, or None."""
        environment, card = self.environment, self.box.top(seat)
        face, since = self.box.face(card), len(self.environment.told)
        note = environment.note(
            "laid", seat=seat, card=card.code, zone=place, face=written(face), brave=brave, touches=1,
            objection=self.book.objection(face, place), either=self._may_seem_to_fit(card, place),
        )  # fmt: skip
        ruled = yield from self.touches_until_ruled(seat, card.code, place, note, since)
        note["until"] = round(environment.now_s, 6)
        return ruled

    def _may_seem_to_fit(self, card: Card, place: str) -> bool:
        """Return whether a card may seem to fit to the table, which cannot see faces."""
        below = self.box.places[place]
        tops = self.box.both(below[0]) if below else ()
        return self.book.fits_by_any(self.box.both(card), tops)

    def touches_until_ruled(self, seat: int, card: str, place: str, note: dict[str, Any], since: int) -> Doing:
        """Touch a pad with a card until the table rules on it; return that event, or None."""
        environment = self.environment

        def ruling() -> EventObject | None:
            rulings = (event for event in environment.told[since:] if event["event"] in _RULINGS)
            return next((event for event in rulings if (event["zone"], event["card"]) == (place, card)), None)

        bump = self.habits.bump
        return (yield from behaviour.touches_until(environment, seat, [card], place, ruling, note=note, bump=bump))

    def takes_back(self, seat: int, card: str, place: str) -> Doing:
        """Touch a refused card again until it no longer lies wrong."""
        yield from behaviour.takes_back(self.environment, seat, card, place, self.lies_wrong)

    def picks_up(self, seat: int, card: str, place: str) -> Doing:
        """Touch a card that only the table let pass until it is taken back, or the host has undone it."""
        touch = partial(self.environment.touches, seat, [card], place)
        yield from self.environment.insists(touch, "play_taken_back", "undone", patience_s=HEARD_S)

    def lies_wrong(self) -> bool:
        """Return whether something lies wrong, as far as players are told."""
        return self.environment.view.correction is not None

    def lies(self, seat: int, place: str) -> int:
        """Leave one's own top card on a place: it is played. Return the face that is up."""
        card = self.box.top(seat)
        face = self.box.face(card)
        self.box.lay(seat, place)
        self.book.shown[place] = face
        self.book.anew = None
        self.book.passed.clear()
        self.environment.note("lies", seat=seat, cards=[card.code], zone=place, face=written(face))
        return face

    def is_out(self, seat: int) -> None:
        """Note that somebody has no cards left and has won, which everybody sees."""
        self.out = seat
        self.environment.note("out", seat=seat)
        self.environment.stir()


def read_face(face: Any) -> int:
    """Read a face from a deck: a number, or the joker."""
    return JOKER if face == "joker" else int(face)


def written(face: int) -> int | str:
    """Write a face as events do."""
    return "joker" if face == JOKER else face
