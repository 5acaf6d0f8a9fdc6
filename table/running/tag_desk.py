"""Handles what people say about tags and cards, during and between games."""

from typing import get_args

from table.running.messages import Handlers
from table.running.playing import Playing
from table.tagging.desk import DeckMessage, NameTag, Tagging


class TagDesk:
    """Changes decks; during a round few changes are allowed. A card that is named during a game counts at once."""

    def __init__(self, tagging: Tagging, playing: Playing) -> None:
        self._tagging = tagging
        self._playing = playing

    @property
    def handlers(self) -> Handlers:
        return {NameTag: self._name, **dict.fromkeys(get_args(DeckMessage), self._change)}

    def _name(self, wanted: NameTag) -> bool:
        """Name an unknown card; it counts at once if nothing else has been read on its zone since."""
        card, zone = self._tagging.name(wanted, self._playing.running.setup)
        if zone is not None:
            self._playing.count(card, zone)
        return True

    def _change(self, message: DeckMessage) -> bool:
        game = self._playing.game
        self._tagging.take(message, playing=game is not None and game.snapshot.in_round)
        return True
