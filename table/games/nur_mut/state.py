"""The state of a game of Nur Mut in one world: the round, with the faces assumed to be showing."""

from collections.abc import Mapping
from enum import Enum

from table.games.kit.corrections import CorrectableRound
from table.games.kit.rulebook import sure
from table.games.nur_mut.cards import Face, NurMutCard, face_name
from table.games.nur_mut.options import NurMutOptions
from table.saying import Text, both, say
from table.values import Value, field
from table.wording import place, taking_back

PILES = ("pile.1", "pile.2", "pile.3")


class Phase(Enum):
    """What the round is waiting for."""

    SET_UP = "set up"  # the first card of each pile
    PLAYING = "playing"
    TAKING = "taking"  # a failed player to take a pile
    BETWEEN = "between"  # the next round
    OVER = "over"


class Pile(Value):
    """One of the three piles: its `top`, the `face` that is up in this world, and all its `cards`.

    `under` is the number below a joker. The face is `known` if the card was laid on a phone; otherwise, it is this
    world's guess.
    """

    top: str
    face: Face
    cards: frozenset[str]
    under: Face | None = None
    known: bool = False


class Supposed(Value):
    """A card laid by a seat, which shows a number or a joker, and the `face` assumed in this world to be showing.

    `among` are the seats that may have laid it, in any world.
    """

    seat: int
    card: str
    face: Face
    among: frozenset[int] = frozenset()


class Taken(Value):
    """After Courage failed, `seat` takes pile `zone`: the one among the `highest` that comes first in a random `order`.

    The order is always drawn, because a table that cannot see which numbers are up cannot tell whether a draw is
    needed. `tops` are the cards that were on top of the piles at the time: players may be asked about them.
    """

    seat: int
    zone: str
    highest: tuple[str, ...]
    order: tuple[str, ...] = ()
    tops: Mapping[str, str] = field(default_factory=dict)


class Refused(Value):
    """A refused play: `seat` laid the card, or is None if unknown.

    `astray` means that it came out of turn or too late. `face` is the one that is up, if known.
    """

    zone: str
    card: str
    seat: int | None
    astray: bool = False
    face: Face | None = None


class State(CorrectableRound[NurMutOptions, NurMutCard], kw_only=True):
    """One round of Nur Mut.

    `piles` are the three in the middle; `hands` counts the cards in front of each seat. `daring` means that Courage was
    declared this turn. `passed` are the seats that have passed in a row; once all have, the player whose turn it is has
    to be brave. `cover` is the pile with a joker that the same seat has to cover, `empty` the place of a pile that was
    taken and has to be started again. `supposed` are the last cards laid that might show a joker or a number. `movers`
    are the seats whose turn it may be, in any world. `earlier` is the pile that was taken last, as long as players may
    still be asked which one it was.
    """

    hands: Mapping[int, int]
    piles: Mapping[str, Pile] = field(default_factory=dict)
    begun: bool = False
    daring: bool = False
    passed: tuple[int, ...] = ()
    cover: str | None = None
    empty: str | None = None
    taken: Taken | None = None
    supposed: tuple[Supposed, ...] = ()
    refused: tuple[Refused, ...] = ()
    movers: frozenset[int] = frozenset()
    earlier: Taken | None = None

    @property
    def just_supposed(self) -> Supposed | None:
        """The last card laid, if it might show a joker or a number and nothing has happened since."""
        last = None if self.last is None or self.last.final else self.last.card
        return next((one for one in self.supposed if one.card == last), None)

    @property
    def must_dare(self) -> bool:
        """Whether all players have passed, so that the first one who passed has to be brave (NUR-43)."""
        return len(self.passed) >= len(self.setup.seats)

    @property
    def lifted_first(self) -> bool:
        """Whether a misplaced card must be lifted off a pile before it can go under its owner's pile."""
        return any(self.setup.placement[zone] == "pile" for zone in self.wrong.values())

    def faces_wrong(self) -> Mapping[str, Face]:
        """Return the visible faces of the misplaced cards, if known."""
        return {play.card: play.face for play in self.refused if play.card in self.wrong and play.face is not None}

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that were laid on a pile."""
        return self.piles[zone].cards if zone in self.piles else frozenset()

    def called(self, code: str, face: Face | None) -> str:
        """Return a card's name by its visible face, or by both faces if it is not known which one is up."""
        return self.label(code) if face is None else face_name(face)

    def how_to_put_right(self) -> Text:
        """Return instructions for correcting the misplaced cards on a pile, whichever face is up."""
        zone = sure(self.wrong_first)
        faces = self.faces_wrong()
        cards = both([say("{card:the}", card=self.called(code, faces.get(code))) for code in self.wrong_on(zone)])
        pile = place(zone)
        if self.setup.placement[zone] == "tap":
            touched = say("touch {pile} with {cards} again and take it back", pile=pile, cards=cards)
            return taking_back(touched, cards)
        return say("take {cards} off {pile} again", cards=cards, pile=pile)
