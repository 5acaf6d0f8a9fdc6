"""How emulated hands play Mito: who may cheat, and how easily others can see it."""

from collections.abc import Mapping, Sequence

from table.games.hands import USUAL_PACES, Hands, Movement, Pace
from table.games.mito.options import MitoOptions
from table.games.mito.views import MitoView
from table.saying import Text, say
from table.view import View

_CHEAT = {"barely": Pace(670, 130), "somewhat": Pace(800, 130), "plainly": Pace(930, 130)}


class Nimble(Hands):
    """Hands that can make a card vanish. Others can watch their movements."""

    sleights = True

    def paces(self, options: MitoOptions) -> Mapping[Movement, Pace]:
        """Return how long each movement takes. The option `watchfulness` determines how much longer cheating takes."""
        return {**USUAL_PACES, "cheat": _CHEAT[options.watchfulness]}

    def may_not_vanish(self, view: View, seat: int, hand: Sequence[str]) -> Text | None:
        """Return why a seat may not make a card vanish now, or None if it may.

        A card may not vanish if the seat is the guard, has only one card left, or play has stopped.
        """
        seen = MitoView.of(view)
        if any(one.seat == seat and one.guard for one in seen.seats):
            return say("The guard does not cheat.")  # MITO-F-27, MITO-E-48
        if seen.call is not None:
            return say("Nobody cheats while somebody is being checked.")  # MITO-F-21, MITO-E-42
        if any(one.counted is not None for one in seen.seats):
            return say("Hands are being counted: every card counts.")
        if len(hand) == 1:
            return say("Your last card may not vanish: lay it.")  # MITO-F-22, MITO-E-57
        return None
