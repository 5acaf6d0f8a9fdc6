"""The count at the end of a Mythology GO round: every point with its reason, in counting order.

Targets, values, effects and colours come first; then doubling, what identifications steal, and finally Strong and Weak
(MGO-62).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.games.mythology_go import board as boards
from table.games.mythology_go.board import Board, Player, has
from table.games.mythology_go.cards import (
    COLOURS,
    Bonus,
    Colour,
    Copies,
    Double,
    Effect,
    Identification,
    MgoCard,
    Power,
)
from table.games.mythology_go.effects import HOLDS, Round, Row
from table.games.mythology_go.views import CountedPlayer, EffectPoints
from table.values import Value, replace

LAST = ("strong", "weak")  # MGO-62


class Line(Value):
    """Some points and the reason for them: the card that earns them, and one of its keywords or `value`."""

    card: str
    keyword: str
    points: int
    effect: Effect | None = None


class Count(Value):
    """One player's points. `identification` is what the player stole, or a negative number if stolen from.

    `compared` is the total that was compared for Strong and Weak.
    """

    name: str
    values: tuple[Line, ...]
    effects: tuple[Line, ...]
    colours: Mapping[Colour, int]
    strong_weak: tuple[Line, ...] = ()
    doubling: int = 0
    identification: tuple[Line, ...] = ()
    compared: int = 0

    @property
    def total(self) -> int:
        """All points scored so far."""
        basic = points(self.values) + points(self.effects) + sum(self.colours.values())
        return basic + self.doubling + points(self.identification) + points(self.strong_weak)


def points(lines: Sequence[Line]) -> int:
    """Add up the points on these lines."""
    return sum(line.points for line in lines)


class Counted(Value):
    """A scored board: its cards as counted, by code (`faces`), its rows (`played`), and each player's points."""

    board: Board
    faces: Mapping[str, MgoCard]
    played: Round
    counts: tuple[Count, ...]


class Score(Value):
    """Each player's points."""

    players: tuple[CountedPlayer, ...]


def score(given: Any) -> Score:
    """Score a board given as JSON. Raise BadInput with a one-sentence message if the board is impossible."""
    return Score(tuple(counted_player(one) for one in count(boards.read(given)).counts))


def counted_player(counted: Count) -> CountedPlayer:
    """Summarise one player's points for display."""
    return CountedPlayer(
        name=counted.name,
        values=points(counted.values),
        effects=[EffectPoints(line.card, line.keyword, line.points) for line in counted.effects],
        colours=counted.colours,
        strong_weak=points(counted.strong_weak),
        doubling=counted.doubling,
        identification=points(counted.identification),
        total=counted.total,
    )


def count(board: Board) -> Counted:
    """Score a round (MGO-04, MGO-23): values, effects, colours (MGO-53, MGO-89), then what is scored last."""
    faces = as_they_count(board)
    rows = tuple(_row(player, faces, changed_pairs(board)) for player in board.players)
    played = Round(rows, board.options)
    counted = tuple(_basic(board, player, played, row) for player, row in zip(board.players, rows, strict=True))
    for step in _ORDERS[board.options.strong_weak_counted]:
        counted = step(board, played, counted)
    return Counted(board, faces, played, counted)


# -- what cards become when they are scored


def as_they_count(board: Board) -> Mapping[str, MgoCard]:
    """Apply werewolves, which change cards (MGO-69), then gorgons, which copy some (MGO-66, MGO-67)."""
    faces = {code: board.cards[code] for player in board.players for code in player.cards}
    targets = [pair for player in board.players for pair in player.targets.items()]
    for wolf, target in targets:
        if has(board.cards[wolf], "werewolf"):
            printed = board.cards[wolf]
            harmless = tuple(effect for effect in printed.effects if effect != Power(keyword="werewolf"))  # MGO-70
            for code in together(board, target):
                faces[code] = printed.model_copy(update={"code": code, "effects": harmless})
    seen = dict(faces)
    for gorgon, target in targets:
        if has(seen[gorgon], "gorgon"):
            copied = seen[target]
            update = {"name": copied.name, "value": copied.value, "effects": copied.effects}
            faces[gorgon] = seen[gorgon].model_copy(update=update)
    return faces


def together(board: Board, code: str) -> Sequence[str]:
    """Return the codes of a card and of the card fused with it, if any: the two are one card (MGO-37)."""
    return next((pair for player in board.players for pair in player.fused if code in pair), (code,))


def changed_pairs(board: Board) -> Sequence[Sequence[str]]:
    """Return the fused pairs that a werewolf has changed: each is a single Werewolf, and no longer a pair (MGO-69)."""
    wolves = {
        target
        for player in board.players
        for wolf, target in player.targets.items()
        if has(board.cards[wolf], "werewolf")
    }
    return [pair for player in board.players for pair in player.fused if not wolves.isdisjoint(pair)]


def _row(player: Player, faces: Mapping[str, MgoCard], changed: Sequence[Sequence[str]]) -> Row:
    under = {other for _, other in changed}
    pairs = tuple(tuple(pair) for pair in player.fused if pair not in changed and under.isdisjoint(pair))
    cards = {code: faces[code] for code in player.cards if code not in under}
    return Row(cards, pairs, frozenset(player.resurrected))


# -- value, effect, colour


def _basic(board: Board, player: Player, played: Round, row: Row) -> Count:
    values = tuple(Line(code, "value", card.value) for code, card in row.cards.items())  # MGO-05, MGO-38
    effects = tuple(_effects(board, player, played, row))
    return Count(player.name, values, effects, colour_bonuses(row, board.options.grey_rule))


def _effects(board: Board, player: Player, played: Round, row: Row) -> Iterator[Line]:
    """Score the effects (MGO-06): once per card (MGO-56), but only once in total for copies (MGO-54)."""
    reached: set[tuple[str, Copies]] = set()
    for code, card in with_effects(board, player, row):
        for effect in card.effects:
            match effect:
                case Bonus(keyword=keyword) if keyword in HOLDS and HOLDS[keyword](played, row, code, card):
                    yield Line(code, keyword, effect.points, effect)
                case Copies() if played.copies(row, card.name) >= effect.count and (card.name, effect) not in reached:
                    reached.add((card.name, effect))
                    yield Line(code, "copies", effect.points, effect)


def with_effects(board: Board, player: Player, row: Row) -> Iterator[tuple[str, MgoCard]]:
    """Return cards whose effects apply to a player: those on the terrain, plus Deity (MGO-94) and Belief (MGO-100)."""
    yield from row.cards.items()
    for code in (player.deity, player.belief):
        if code is not None:
            yield code, board.cards[code]


def colour_bonuses(row: Row, grey_rule: str) -> dict[Colour, int]:
    """Score the colours (MGO-07)."""
    number = {colour: row.coloured(colour) for colour in COLOURS}
    return {
        "green": 2 if number["green"] > 2 else 0,  # MGO-48
        "yellow": 3 if number["yellow"] == 3 else 0,  # MGO-49
        "orange": -1 if number["orange"] == 1 else 0,  # MGO-50
        "grey": 2 if number["grey"] == 1 or (number["grey"] and grey_rule == "any") else 0,  # MGO-51
        "blue": 3 if number["blue"] == 2 else 0,  # MGO-52
    }


# -- what is scored last


Counts = tuple[Count, ...]


def _doubled(board: Board, played: Round, counted: Counts) -> Counts:
    """Double the points so far for each player whose Deity says so; stealing comes later (MGO-79)."""
    return tuple(
        replace(tally, doubling=tally.total) if _doubles(board, player) else tally
        for tally, player in zip(counted, board.players, strict=True)
    )


def _doubles(board: Board, player: Player) -> bool:
    return player.deity is not None and any(isinstance(one, Double) for one in board.cards[player.deity].effects)


def _strong_and_weak(board: Board, played: Round, counted: Counts) -> Counts:
    """Score Strong for the players with the most points so far, Weak for those with the fewest (MGO-62)."""
    totals = [one.total for one in counted]
    wanted = {
        "strong": max(totals),  # MGO-26, MGO-108; MGO-27: also in a tie
        "weak": min(totals),  # MGO-28, MGO-110; MGO-29: also in a tie
    }
    first = board.options.strong_weak_order
    order = [first, *(keyword for keyword in LAST if keyword != first)]
    met = [[keyword for keyword in order if total == wanted[keyword]] for total in totals]
    return tuple(
        replace(tally, strong_weak=_first_met(board, player, row, keywords), compared=tally.total)
        for tally, player, row, keywords in zip(counted, board.players, played.rows, met, strict=True)
    )


def _first_met(board: Board, player: Player, row: Row, met: Sequence[str]) -> tuple[Line, ...]:
    """Score the first keyword in `met` that a player has, for every card with it or only one (MGO-60, MGO-61)."""
    for keyword in met:
        lines = tuple(
            Line(code, keyword, effect.points, effect)
            for code, card in with_effects(board, player, row)
            for effect in card.effects
            if isinstance(effect, Bonus) and effect.keyword == keyword
        )
        if lines:
            return lines[:1] if board.options.strong_weak_multi == "one" else lines
    return ()


def _with_steals(board: Board, played: Round, counted: Counts) -> Counts:
    """Steal points for players who named another's Deity (MGO-46, MGO-119)."""
    stolen: dict[str, tuple[Line, ...]] = {one.name: () for one in counted}
    for thief in board.players:
        for line in _steals(board, thief):
            assert thief.accuses is not None, "only who accuses steals"  # noqa: S101 - _steals has seen to it
            stolen[thief.name] += (line,)
            stolen[thief.accuses.player] += (replace(line, points=-line.points),)
    return tuple(replace(one, identification=stolen[one.name]) for one in counted)


def _steals(board: Board, thief: Player) -> Iterator[Line]:
    if thief.accuses is None or thief.deity is None:
        return
    accused = next(player for player in board.players if player.name == thief.accuses.player)
    right = accused.deity is not None and board.cards[accused.deity].name == thief.accuses.deity
    for effect in board.cards[thief.deity].effects:
        if right and isinstance(effect, Identification):
            steal = board.options.identification_bonus if effect.steal is None else effect.steal
            yield Line(thief.deity, "identification", steal)


_ORDERS = {
    "last": (_doubled, _with_steals, _strong_and_weak),  # MGO-62
    "before_doubling": (_strong_and_weak, _doubled, _with_steals),
}
