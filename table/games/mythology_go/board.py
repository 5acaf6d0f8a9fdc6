"""A board: what lies before the players at the end of a round, checked before anybody counts it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from table.cards import Catalogue
from table.complaints import BadInput
from table.games.kit.boards import GivenBoard
from table.games.mythology_go.cards import Bonus, Identification, MgoCard, Name, Power
from table.games.mythology_go.options import CountOptions
from table.values import value

FEWEST, MOST = 2, 8  # MGO-02
TARGETING = ("gorgon", "werewolf")
Codes = Annotated[list[Name], Field(max_length=200)]  # far more than lie on any terrain, and few enough to be counted


class Accusation(BaseModel):
    """Who is said to have which Deity (MGO-45)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)
    player: Name
    deity: Name


class Player(BaseModel):
    """What lies before one player: cards by code; `hidden` ones lay face down until all were revealed (MGO-22)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)
    name: Name
    terrain: Codes
    hidden: Codes = []
    fused: Annotated[list[Annotated[list[Name], Field(min_length=2, max_length=2)]], Field(max_length=100)] = []
    resurrected: Codes = []
    destroyed: Codes = []
    targets: Annotated[dict[Name, Name], Field(max_length=200)] = {}
    deity: Name | None = None
    belief: Name | None = None
    accuses: Accusation | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards that count."""
        return (*self.terrain, *self.hidden)


class _Given(GivenBoard):
    options: dict[str, Any] = Field(default_factory=dict)
    players: Annotated[list[Player], Field(min_length=FEWEST, max_length=MOST)]


@value
class Board:
    """A board that can be counted."""

    cards: Catalogue[MgoCard]
    options: CountOptions
    players: tuple[Player, ...]


def read(given: Any) -> Board:
    """Read a board as the contract has it. Raise BadInput, one sentence, for one that cannot be."""
    board = _Given.read(given)
    options = CountOptions.read(board.options)
    checked = Board(board.cards("mythology_go", MgoCard), options, tuple(board.players))
    for wrong in _wrong(checked):
        raise BadInput(wrong)
    return checked


def _wrong(board: Board) -> Iterator[str]:
    """Say what cannot be, the first thing first."""
    yield from _of_names(board)
    yield from _of_places(board)
    for number, player in enumerate(board.players):
        where = f"players.{number}"
        yield from _of_kinds(board, player, where)
        yield from _of_pairs(board, player, where)
        yield from _of_resurrected(board, player, where)
        yield from _of_accusation(board, player, where)
        most, lie = board.options.terrain_max, len(player.cards) - len(player.fused)
        if lie > most:  # MGO-20, MGO-37
            yield f"{where}.terrain: {player.name} has {lie} cards on a terrain for {most}"
    yield from _of_targets(board)


def _of_names(board: Board) -> Iterator[str]:
    names = [player.name for player in board.players]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield f"players.{number}.name: there are two players called {name!r}"


def _of_places(board: Board) -> Iterator[str]:
    """Every card is one that there is, and lies in one place."""
    seen: dict[str, str] = {}
    for number, player in enumerate(board.players):
        for place, codes in _places(player):
            where = f"players.{number}.{place}"
            for code in codes:
                if code not in board.cards:
                    yield f"{where}: Mythology GO has no card {code!r}"
                if code in seen:
                    yield f"{where}: {code!r} is there twice, also in {seen[code]}"
                seen[code] = where


def _places(player: Player) -> Iterable[tuple[str, Sequence[str]]]:
    one = {"deity": player.deity, "belief": player.belief}
    many = {"terrain": player.terrain, "hidden": player.hidden, "destroyed": player.destroyed}
    return (*many.items(), *((place, [code]) for place, code in one.items() if code is not None))


def _of_kinds(board: Board, player: Player, where: str) -> Iterator[str]:
    wanted = {
        "terrain": "creature",
        "hidden": "creature",
        "destroyed": "creature",
        "deity": "deity",
        "belief": "belief",
    }
    for place, codes in _places(player):
        for code in codes:
            card = board.cards[code]
            if card.kind != wanted[place]:
                yield f"{where}.{place}: {card.label} is a {card.kind}, and a {wanted[place]} belongs there"
            if place == "hidden" and not card.face_down:  # MGO-64
                yield f"{where}.hidden: {card.label} may not be played face down"


def _of_pairs(board: Board, player: Player, where: str) -> Iterator[str]:
    paired: list[str] = []
    for one, other in player.fused:
        for code in (one, other):
            if code not in player.cards:
                yield f"{where}.fused: {code!r} does not lie on this terrain"
            if code in paired:
                yield f"{where}.fused: {code!r} is there twice"
            paired.append(code)
        if board.cards[one].name != board.cards[other].name or not has(board.cards[one], "fusion"):  # MGO-35, MGO-112
            yield f"{where}.fused: {one!r} and {other!r} cannot be fused: it takes two copies of a card with Fusion"


def _of_resurrected(board: Board, player: Player, where: str) -> Iterator[str]:
    for code in player.resurrected:
        if code not in player.cards:
            yield f"{where}.resurrected: {code!r} does not lie on this terrain"
        elif not has(board.cards[code], "resurrection"):
            yield f"{where}.resurrected: {board.cards[code].label} has no Resurrection"


def _of_accusation(board: Board, player: Player, where: str) -> Iterator[str]:
    accused = player.accuses
    if accused is None:
        return
    deity = None if player.deity is None else board.cards[player.deity]
    if deity is None or not any(isinstance(effect, Identification) for effect in deity.effects):
        yield f"{where}.accuses: {player.name} has no Deity with Identification"
    if accused.player == player.name or all(accused.player != other.name for other in board.players):
        yield f"{where}.accuses.player: expected another player, not {accused.player!r}"
    deities = {card.name for card in board.cards.values() if card.kind == "deity"}
    if accused.deity not in deities:
        yield f"{where}.accuses.deity: Mythology GO has no Deity {accused.deity!r}"


def _of_targets(board: Board) -> Iterator[str]:
    """What a card is put on lies on a terrain (MGO-59, MGO-102), and is copied once only (MGO-68)."""
    lying = {code for player in board.players for code in player.cards}
    copied: set[str] = set()
    for number, player in enumerate(board.players):
        where = f"players.{number}.targets"
        for effect, target in player.targets.items():
            copies = effect in board.cards and has(board.cards[effect], "gorgon")
            if effect not in player.cards:
                yield f"{where}: {effect!r} does not lie on this terrain"
            elif not any(has(board.cards[effect], keyword) for keyword in TARGETING):
                yield f"{where}: {board.cards[effect].label} has no target"
            elif target not in lying or target == effect:
                yield f"{where}: expected another card that lies on a terrain, not {target!r}"
            elif copies and target in copied:
                yield f"{where}: the {board.cards[target].label} is copied already ({target})"
            copied |= {target} if copies else set()


def has(card: MgoCard, keyword: str) -> bool:
    """Tell whether a card has an effect with this keyword."""
    for effect in card.effects:  # noqa: SIM110 - asked of every card at every move
        if effect.keyword == keyword and isinstance(effect, Bonus | Power):
            return True
    return False
