"""A board to score: the cards in front of each player at the end of a round, validated before scoring."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from table.cards import Catalogue
from table.complaints import BadInput
from table.games.kit.boards import GivenBoard
from table.games.mythology_go.cards import Bonus, Identification, MgoCard, Name, Power
from table.games.mythology_go.options import CountOptions
from table.saying import Text, message, noun, say
from table.values import Value

FEWEST, MOST = 2, 8  # MGO-02
_NOT_HERE = message("{where}: {code} does not lie on this terrain")
_KINDS = {
    "creature": noun("creature"),
    "spell": noun("spell"),
    "deity": noun("deity"),
    "belief": noun("belief"),
}
TARGETING = ("gorgon", "werewolf")
Codes = Annotated[list[Name], Field(max_length=200)]  # far more than fit on any terrain, but few enough to score


class Accusation(BaseModel):
    """A claim that the named player has a certain Deity (MGO-45)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)
    player: Name
    deity: Name


class Player(BaseModel):
    """The cards in front of one player, by code; `hidden` ones lay face down until all were revealed (MGO-22)."""

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
        return (*self.terrain, *self.hidden)


class _Given(GivenBoard):
    options: dict[str, object] = Field(default_factory=dict)
    players: Annotated[list[Player], Field(min_length=FEWEST, max_length=MOST)]


class Board(Value):
    """A board that can be scored."""

    cards: Catalogue[MgoCard]
    options: CountOptions
    players: tuple[Player, ...]


def read(given: Any) -> Board:
    """Parse a board given as JSON. Raise BadInput with a one-sentence message if the board is impossible."""
    board = _Given.read(given)
    options = CountOptions.read(board.options)
    checked = Board(board.cards("mythology_go", MgoCard), options, tuple(board.players))
    for wrong in _wrong(checked):
        raise BadInput(wrong)
    return checked


def _wrong(board: Board) -> Iterator[Text]:
    """Yield the errors that make a board impossible, in order."""
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
            place = f"{where}.terrain"
            yield say(
                "{where}: {who} has {lie} cards on a terrain for {most}",
                where=place,
                who=player.name,
                lie=lie,
                most=most,
            )
    yield from _of_targets(board)


def _of_names(board: Board) -> Iterator[Text]:
    names = [player.name for player in board.players]
    for number, name in enumerate(names):
        if name in names[:number]:
            where = f"players.{number}.name"
            yield say("{where}: there are two players called {name}", where=where, name=repr(name))


def _of_places(board: Board) -> Iterator[Text]:
    """Check that every card exists and lies in only one place."""
    seen: dict[str, str] = {}
    for number, player in enumerate(board.players):
        for place, codes in _places(player):
            where = f"players.{number}.{place}"
            for code in codes:
                if code not in board.cards:
                    yield say("{where}: Mythology GO has no card {code}", where=where, code=repr(code))
                if code in seen:
                    yield say(
                        "{where}: {code} is there twice, also in {place}",
                        where=where,
                        code=repr(code),
                        place=seen[code],
                    )
                seen[code] = where


def _places(player: Player) -> Iterable[tuple[str, Sequence[str]]]:
    one = {"deity": player.deity, "belief": player.belief}
    many = {"terrain": player.terrain, "hidden": player.hidden, "destroyed": player.destroyed}
    return (*many.items(), *((place, [code]) for place, code in one.items() if code is not None))


def _of_kinds(board: Board, player: Player, where: str) -> Iterator[Text]:
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
                kind, other = _KINDS[card.kind], _KINDS[wanted[place]]
                yield say(
                    "{where}: {card} is {kind:a}, and {wanted:a} belongs there",
                    where=f"{where}.{place}",
                    card=card.label,
                    kind=kind,
                    wanted=other,
                )
            if place == "hidden" and not card.face_down:  # MGO-64
                yield say("{where}: {card} may not be played face down", where=f"{where}.hidden", card=card.label)


def _of_pairs(board: Board, player: Player, where: str) -> Iterator[Text]:
    paired: list[str] = []
    for one, other in player.fused:
        for code in (one, other):
            if code not in player.cards:
                yield say(_NOT_HERE, where=f"{where}.fused", code=repr(code))
            if code in paired:
                yield say("{where}: {code} is there twice", where=f"{where}.fused", code=repr(code))
            paired.append(code)
        if board.cards[one].name != board.cards[other].name or not has(board.cards[one], "fusion"):  # MGO-35, MGO-112
            yield say(
                "{where}: {one} and {other} cannot be fused: it takes two copies of a card with Fusion",
                where=f"{where}.fused",
                one=repr(one),
                other=repr(other),
            )


def _of_resurrected(board: Board, player: Player, where: str) -> Iterator[Text]:
    for code in player.resurrected:
        if code not in player.cards:
            yield say(_NOT_HERE, where=f"{where}.resurrected", code=repr(code))
        elif not has(board.cards[code], "resurrection"):
            card = board.cards[code].label
            yield say("{where}: {card} has no Resurrection", where=f"{where}.resurrected", card=card)


def _of_accusation(board: Board, player: Player, where: str) -> Iterator[Text]:
    accused = player.accuses
    if accused is None:
        return
    deity = None if player.deity is None else board.cards[player.deity]
    if deity is None or not any(isinstance(effect, Identification) for effect in deity.effects):
        yield say("{where}: {who} has no Deity with Identification", where=f"{where}.accuses", who=player.name)
    if accused.player == player.name or all(accused.player != other.name for other in board.players):
        place = f"{where}.accuses.player"
        yield say("{where}: expected another player, not {name}", where=place, name=repr(accused.player))
    deities = {card.name for card in board.cards.values() if card.kind == "deity"}
    if accused.deity not in deities:
        place = f"{where}.accuses.deity"
        yield say("{where}: Mythology GO has no Deity {deity}", where=place, deity=repr(accused.deity))


def _of_targets(board: Board) -> Iterator[Text]:
    """Check that targets lie on a terrain (MGO-59, MGO-102), and that each is copied only once (MGO-68)."""
    lying = {code for player in board.players for code in player.cards}
    copied: set[str] = set()
    for number, player in enumerate(board.players):
        where = f"players.{number}.targets"
        for effect, target in player.targets.items():
            copies = effect in board.cards and has(board.cards[effect], "gorgon")
            if effect not in player.cards:
                yield say(_NOT_HERE, where=where, code=repr(effect))
            elif not any(has(board.cards[effect], keyword) for keyword in TARGETING):
                yield say("{where}: {card} has no target", where=where, card=board.cards[effect].label)
            elif target not in lying or target == effect:
                yield say(
                    "{where}: expected another card that lies on a terrain, not {code}", where=where, code=repr(target)
                )
            elif copies and target in copied:
                yield say(
                    "{where}: {card:the} is copied already ({code})",
                    where=where,
                    card=board.cards[target].label,
                    code=target,
                )
            copied |= {target} if copies else set()


def has(card: MgoCard, keyword: str) -> bool:
    """Return whether a card has an effect with this keyword."""
    for effect in card.effects:  # noqa: SIM110 - asked of every card at every move
        if effect.keyword == keyword and isinstance(effect, Bonus | Power):
            return True
    return False
