"""What people at an emulated table see of the game that is on, from the picture that everybody has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from table import games
from table.board import Picture
from table.games.game import PUBLIC, Dealing, Setup, prepare
from table.games.hands import Hands


@dataclass(frozen=True)
class Sight:
    """A picture in people's eyes. `tags` says which card really carries which tag: tables may take one for another."""

    picture: Picture = field(default_factory=Picture)
    tags: Mapping[bytes, str] = field(default_factory=dict)

    @property
    def round(self) -> tuple[int, int] | None:
        """Which round of which game is on; None where no card has to be dealt, as in a household's own game."""
        picture, view = self.picture, self.picture.views.get(PUBLIC, {})
        if picture.game_id is None or picture.household or view.get("over") or not view.get("round"):
            return None
        return picture.game_id, view["round"]

    @cached_property
    def dealing(self) -> tuple[Setup, Dealing] | None:
        """What the people sat down to, and what is dealt in it; None if no game is on."""
        if self.picture.started is None:
            return None
        game = games.find(self.picture.started.game)
        setup = prepare(game, self.picture.started)
        return setup, game.dealing(setup)

    @property
    def hands(self) -> Hands:
        """What the game that is on lets hands know; plain, if none is."""
        started = self.picture.started
        return Hands() if started is None else games.find(started.game).hands

    @property
    def is_laid(self) -> bool:
        """Whether the table has told of a card on a pile, or of one that lies where it must not."""
        view = self.picture.views.get(PUBLIC, {})
        return bool(view.get("correction")) or any(pile["count"] for pile in view.get("piles", {}).values())

    @property
    def open(self) -> frozenset[str]:
        """The cards that everybody was told lie open: the tops of piles, and what lies where it must not."""
        view = self.picture.views.get(PUBLIC, {})
        tops = (pile["top"] for pile in view.get("piles", {}).values() if pile["top"] is not None)
        wrong = (view.get("correction") or {}).get("cards", ())
        return frozenset(self.really(card) for card in (*tops, *wrong, *self.hands.lying_open(view)))

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones of the game that is on."""
        started = self.picture.started
        return () if started is None else tuple(games.find(started.game).zones(len(started.players)))

    def lies_before(self, seat: int, zone: str) -> bool:
        """Tell whether cards that touch a pad lie before its player from then on."""
        return self.dealing is not None and zone == f"seat.{seat}" and self.dealing[1].laid_before

    def lies_open(self, zone: str) -> bool:
        """Tell whether the cards of a zone lie face up: then the top of its pile stays when that is shuffled."""
        started = self.picture.started
        return started is not None and zone in games.find(started.game).face_up(len(started.players))

    def really(self, card: str) -> str:
        """Tell which card it is that the table calls so."""
        started = self.picture.started
        decks = () if started is None else self.picture.decks_for(started.game)
        carrying = (uid for deck in decks for uid, named in deck.tags.items() if named == card)
        return next((self.tags[uid] for uid in carrying if uid in self.tags), card)
