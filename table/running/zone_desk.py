"""The zone that people choose on phones for the next touch, at a reader shared by several zones."""

from table.board import TouchSnapshot
from table.complaints import BadInput
from table.running.messages import ChooseZone, Handlers
from table.running.playing import Playing
from table.saying import say
from table.sensing.zone_choice import ZoneChoice, offered


class ZoneDesk:
    """Handles the choice of a zone for the next touch, and shows it."""

    def __init__(self, choice: ZoneChoice, playing: Playing) -> None:
        self._choice = choice
        self._playing = playing

    @property
    def handlers(self) -> Handlers:
        return {ChooseZone: self._choose}

    def _choose(self, wanted: ChooseZone) -> bool:
        """Record a choice; None as the zone withdraws it. Raise BadInput if the seat cannot choose that zone now."""
        view = self._playing.running.snapshot.view()
        if wanted.seat not in self._playing.running.setup.seats:
            raise BadInput(say("seat: nobody sits at seat {seat}", seat=wanted.seat))
        if wanted.zone is not None and wanted.zone not in offered(wanted.seat, self._choice.zones, view):
            raise BadInput(say("zone: no card can go there now"))
        self._choice.choose(wanted.seat, wanted.zone, view.turn)
        return True

    @property
    def shown(self) -> TouchSnapshot:
        """The zones that people choose from, and the chosen one."""
        game = self._playing.game
        if game is None or game.ended:
            return TouchSnapshot()
        return TouchSnapshot(self._choice.zones, self._choice.on(game.snapshot.view().turn))
