"""How a count came about: point by point, in the order in which people count, each step with its reason in words.

The points are those of count.py; what brought none is told, too, where people would have hoped for some.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from table.games.mythology_go import board as boards
from table.games.mythology_go.board import Player
from table.games.mythology_go.cards import COLOURS, Bonus, Copies, Effect, Identification, MgoCard
from table.games.mythology_go.count import Count, Counted, Line, count, told, with_effects
from table.games.mythology_go.effects import Row
from table.games.words import with_article
from table.values import value

Stage = Literal["cards", "colours", "strong_weak", "doubling", "identification"]
_BONUSES = {
    "green": "more than 2",
    "yellow": "exactly 3",
    "orange": "just one",
    "grey": "just one",
    "blue": "exactly 2",
}
_ORDERS = {  # MGO-62
    "last": ("doubling", "identification", "strong_weak"),
    "before_doubling": ("strong_weak", "doubling", "identification"),
}


@value
class Step:
    """Some points of a player, by number, and why. `card` is what they stand on; None for those of a colour."""

    stage: Stage
    player: int
    card: str | None
    keyword: str
    points: int
    why: str


def explained(given: Any) -> Mapping[str, Any]:
    """Count a board that is given as JSON, and say how. Raise BadInput, one sentence, for one that cannot be.

    `players` are those of `score`; `steps` have `stage`, `player`, `card`, `keyword`, `points`, `why`, in their order.
    """
    counted = count(boards.read(given))
    return {"players": [told(one) for one in counted.counts], "steps": [asdict(step) for step in steps(counted)]}


def steps(counted: Counted) -> list[Step]:
    """Give all steps: everybody's cards and colours, then what is counted last, for everybody."""
    of = [_Of(counted, number) for number in range(len(counted.counts))]
    stages = {
        "strong_weak": [step for one in of for step in one.strong_weak()],
        "doubling": [step for one in of for step in one.doubling()],
        "identification": [step for one in of for step in one.identification()],
    }
    later = [step for stage in _ORDERS[counted.board.options.strong_weak_counted] for step in stages[stage]]
    return [*(step for one in of for step in (*one.cards(), *one.colours())), *later]


class _Of:
    """The steps of one player."""

    def __init__(self, counted: Counted, number: int) -> None:
        self._all = counted
        self._number = number
        self._count: Count = counted.counts[number]
        self._player: Player = counted.board.players[number]
        self._row: Row = counted.played.rows[number]

    def cards(self) -> Iterator[Step]:
        """Card by card, the value and then what its effects bring."""
        values = {line.card: line.points for line in self._count.values}
        for code, card in with_effects(self._all.board, self._player, self._row):
            if code in values:
                yield self._step("cards", code, "value", values[code], self._value(code))
            for effect in card.effects:
                if isinstance(effect, Bonus | Copies) and effect.keyword not in ("strong", "weak"):
                    held = Line(code, effect.keyword, effect.points, effect) in self._count.effects
                    why = self._why(effect, code, card, held=held)
                    yield self._step("cards", code, effect.keyword, effect.points if held else 0, why)

    def colours(self) -> Iterator[Step]:
        """What colours bring, or cost."""
        for colour, points in self._count.colours.items():
            if points:
                any_grey = colour == "grey" and self._all.board.options.grey_rule == "any"
                why = f"{self._row.coloured(colour)} {colour}: {'one or more' if any_grey else _BONUSES[colour]}"
                yield self._step("colours", None, colour, points, why)

    def strong_weak(self) -> Iterator[Step]:
        """What Strong and Weak bring."""
        lines = list(self._count.strong_weak)
        for code, card in with_effects(self._all.board, self._player, self._row):
            for effect in card.effects:
                if isinstance(effect, Bonus) and effect.keyword in ("strong", "weak"):
                    line = Line(code, effect.keyword, effect.points, effect)
                    held = line in lines
                    if held:
                        lines.remove(line)
                    why = self._why_strong_weak(effect.keyword, held=held)
                    yield self._step("strong_weak", code, effect.keyword, effect.points if held else 0, why)

    def _why_strong_weak(self, keyword: str, *, held: bool) -> str:
        totals = [one.compared for one in self._all.counts]
        end, called = (max(totals), "highest") if keyword == "strong" else (min(totals), "lowest")
        mine = self._count.compared
        if held:
            reason = f"{end} is the {called}"
        elif mine != end:
            reason = f"{end} is the {called}, not {mine}"
        elif self._count.strong_weak[0].keyword == keyword:
            reason = "one effect alone counts, and that was the first"
        else:
            reason = "only one of Strong and Weak counts"
        return f"{keyword.title()}: {reason}"

    def doubling(self) -> Iterator[Step]:
        """What a Deity doubles."""
        if self._count.doubling:
            why = f"All {self._count.doubling} points count twice"
            yield self._step("doubling", self._player.deity, "double", self._count.doubling, why)

    def identification(self) -> Iterator[Step]:
        """What was stolen, and from whom."""
        mine = self._player.deity
        for line in self._count.identification:
            thief = next(player for player in self._all.board.players if player.deity == line.card)
            deity = "" if thief.accuses is None else self._deity(thief.accuses.deity)
            said = f"{thief.accuses.player} has {deity}" if thief.accuses and line.card == mine else ""
            why = f"Identification: {said or f'{thief.name} has named {deity}'}"
            yield self._step("identification", line.card, "identification", line.points, why)
        card = None if mine is None else self._all.board.cards[mine]
        tried = card is not None and any(isinstance(effect, Identification) for effect in card.effects)
        if tried and not any(line.card == mine for line in self._count.identification):
            accused = self._player.accuses
            why = (
                "nobody was accused"
                if accused is None
                else f"{accused.player} does not have {self._deity(accused.deity)}"
            )
            yield self._step("identification", mine, "identification", 0, f"Identification: {why}")

    # -- reasons

    def _step(self, stage: Stage, card: str | None, keyword: str, points: int, why: str) -> Step:
        return Step(stage, self._number, card, keyword, points, why)

    def _deity(self, name: str) -> str:
        return next(card.label for card in self._all.board.cards.values() if card.name == name)

    def _value(self, code: str) -> str:
        board, counts = self._all.board, self._all.faces[code]
        by_wolf = [
            wolf
            for player in board.players
            for wolf, target in player.targets.items()
            if target == code and boards.has(board.cards[wolf], "werewolf")
        ]
        if by_wolf:
            return f"Value: {with_article(board.cards[by_wolf[-1]].label)} has changed it"
        if boards.has(board.cards[code], "gorgon"):
            target = self._player.targets.get(code)
            return (
                "Value: it copies nothing" if target is None else f"Value of the {self._called(counts.name)} it copies"
            )
        return "Value"

    def _called(self, name: str) -> str:
        return next((card.label for card in self._all.board.cards.values() if card.name == name), name)

    def _why(self, effect: Effect, code: str, card: MgoCard, *, held: bool) -> str:
        keyword = effect.keyword
        match keyword:
            case "outnumber":
                reason = self._outnumber(card, held=held)
            case "unique":
                reason = self._unique(card, held=held)
            case "polychrome":
                missing = [colour for colour in COLOURS if colour not in self._row.colours]
                reason = "a card of each colour" if held else f"no {_listed(missing, 'or')}"
            case "monochrome":
                here = [colour for colour in COLOURS if colour in self._row.colours]
                reason = f"{'only ' if held else ''}{_listed(here)}"
            case "fusion":
                paired = any(code in pair for pair in self._row.pairs)
                reason = "a pair" if held else "counts once for the pair" if paired else "not in a pair"
            case "resurrection":
                reason = "it was to be destroyed, and stayed" if held else "nobody destroyed it"
            case _:
                return self._copies(effect, card, held=held)
        return f"{keyword.title()}: {reason}"

    def _outnumber(self, card: MgoCard, *, held: bool) -> str:
        own = self._all.played.copies(self._row, card.name)
        most = max(self._all.played.others(self._row, card.name), default=0)
        if held:
            return f"{own} here, and nobody else has as many"
        has = "has" if len(self._with(card, most)) == 1 else "have"
        return f"{_listed(self._with(card, most))} {has} {'as many' if most == own else most}"

    def _unique(self, card: MgoCard, *, held: bool) -> str:
        if held:
            return "nobody else has one"
        others = [name for count in range(1, 20) for name in self._with(card, count)]
        return f"{_listed(others)} {'has' if len(others) == 1 else 'have'} one, too" if others else "a second one here"

    def _with(self, card: MgoCard, copies: int) -> list[str]:
        """Name the others who have so many copies of a card."""
        played = self._all.played
        return [
            player.name
            for player, row in zip(self._all.board.players, played.rows, strict=True)
            if row is not self._row and played.copies(row, card.name) == copies
        ]

    def _copies(self, effect: Effect, card: MgoCard, *, held: bool) -> str:
        wanted = effect.count if isinstance(effect, Copies) else 0
        own = self._all.played.copies(self._row, card.name)
        counted = "" if held or own < wanted else ", counted once for all"
        return f"Copies: {min(own, wanted)} of {wanted}{counted}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    """List words.

    >>> _listed(["Ana", "Ben", "Cleo"])
    'Ana, Ben and Cleo'
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
