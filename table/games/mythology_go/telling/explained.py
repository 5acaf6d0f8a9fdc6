"""A count explained point by point, in counting order, giving the reason for each step in words.

The points are those of count.py; cards that scored nothing are also mentioned if players may have hoped for points.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from table.games.mythology_go import board as boards
from table.games.mythology_go.board import Player
from table.games.mythology_go.cards import COLOURS, Bonus, Copies, Effect, Identification, MgoCard
from table.games.mythology_go.count import Count, Counted, Line, count, counted_player, together, with_effects
from table.games.mythology_go.effects import Row
from table.games.mythology_go.views import CountStep, CountView, Stage
from table.games.words import both, either, many, say
from table.saying import Text, message, own

_BONUSES: Mapping[str, str] = {
    "green": message("{number} green: more than 2"),
    "yellow": message("{number} yellow: exactly 3"),
    "orange": message("{number} orange: just one"),
    "grey": message("{number} grey: just one"),
    "blue": message("{number} blue: exactly 2"),
}
_ANY_GREY = message("{number} grey: one or more")
_COLOURS: Mapping[str, Text] = {
    "green": own("green"),
    "yellow": own("yellow"),
    "orange": own("orange"),
    "grey": own("grey"),
    "blue": own("blue"),
}
_KEYWORDS: Mapping[str, Text] = {
    "strong": say("Strong"),
    "weak": say("Weak"),
    "outnumber": say("Outnumber"),
    "unique": say("Unique"),
    "polychrome": say("Polychrome"),
    "monochrome": say("Monochrome"),
    "fusion": say("Fusion"),
    "resurrection": say("Resurrection"),
    "identification": say("Identification"),
    "copies": say("Copies"),
    "value": say("Value"),
}
_ORDERS = {  # MGO-62
    "last": ("doubling", "identification", "strong_weak"),
    "before_doubling": ("strong_weak", "doubling", "identification"),
}


def explained(given: Any) -> CountView:
    """Score a JSON board step by step. Raise BadInput with a one-sentence message if the board is impossible."""
    counted = count(boards.read(given))
    return CountView([counted_player(one) for one in counted.counts], steps(counted))


def steps(counted: Counted) -> list[CountStep]:
    """Return all steps: each player's cards and colours, followed by what is scored last for all players."""
    of = [_Of(counted, number) for number in range(len(counted.counts))]
    stages = {
        "strong_weak": [step for one in of for step in one.strong_weak()],
        "doubling": [step for one in of for step in one.doubling()],
        "identification": [step for one in of for step in one.identification()],
    }
    later = [step for stage in _ORDERS[counted.board.options.strong_weak_counted] for step in stages[stage]]
    return [*(step for one in of for step in (*one.cards(), *one.colours())), *later]


class _Of:
    """The steps of one player's count."""

    def __init__(self, counted: Counted, number: int) -> None:
        self._all = counted
        self._number = number
        self._count: Count = counted.counts[number]
        self._player: Player = counted.board.players[number]
        self._row: Row = counted.played.rows[number]

    def cards(self) -> Iterator[CountStep]:
        """Yield the value of each card, followed by the points for its effects."""
        values = {line.card: line.points for line in self._count.values}
        for code, card in with_effects(self._all.board, self._player, self._row):
            if code in values:
                yield self._step("cards", code, "value", values[code], self._value(code))
            for effect in card.effects:
                if isinstance(effect, Bonus | Copies) and effect.keyword not in ("strong", "weak"):
                    held = Line(code, effect.keyword, effect.points, effect) in self._count.effects
                    why = self._why(effect, code, card, held=held)
                    yield self._step("cards", code, effect.keyword, effect.points if held else 0, why)

    def colours(self) -> Iterator[CountStep]:
        """Yield the points that colours earn or cost."""
        for colour, points in self._count.colours.items():
            if points:
                any_grey = colour == "grey" and self._all.board.options.grey_rule == "any"
                why = say(_ANY_GREY if any_grey else _BONUSES[colour], number=self._row.coloured(colour))
                yield self._step("colours", None, colour, points, why)

    def strong_weak(self) -> Iterator[CountStep]:
        """Yield the points earned by Strong and Weak."""
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

    def _why_strong_weak(self, keyword: str, *, held: bool) -> Text:
        totals = [one.compared for one in self._all.counts]
        strong, mine = keyword == "strong", self._count.compared
        end = max(totals) if strong else min(totals)
        if held and strong:
            reason = say("{points} is the highest", points=end)
        elif held:
            reason = say("{points} is the lowest", points=end)
        elif mine != end and strong:
            reason = say("{points} is the highest, not {mine}", points=end, mine=mine)
        elif mine != end:
            reason = say("{points} is the lowest, not {mine}", points=end, mine=mine)
        elif self._count.strong_weak[0].keyword == keyword:
            reason = say("one effect alone counts, and that was the first")
        else:
            reason = say("only one of Strong and Weak counts")
        return _because(keyword, reason)

    def doubling(self) -> Iterator[CountStep]:
        """Yield the points added by a Deity that doubles them."""
        if self._count.doubling:
            why = say("All {points} points count twice", points=self._count.doubling)
            yield self._step("doubling", self._player.deity, "double", self._count.doubling, why)

    def identification(self) -> Iterator[CountStep]:
        """Yield the points that were stolen, and say from whom."""
        mine = self._player.deity
        for line in self._count.identification:
            thief = next(player for player in self._all.board.players if player.deity == line.card)
            why = _because("identification", self._why_stolen(thief, mine=line.card == mine))
            yield self._step("identification", line.card, "identification", line.points, why)
        card = None if mine is None else self._all.board.cards[mine]
        tried = card is not None and any(isinstance(effect, Identification) for effect in card.effects)
        if tried and not any(line.card == mine for line in self._count.identification):
            accused = self._player.accuses
            why = (
                say("nobody was accused")
                if accused is None
                else say("{who} does not have {deity}", who=accused.player, deity=self._deity(accused.deity))
            )
            yield self._step("identification", mine, "identification", 0, _because("identification", why))

    # -- reasons

    def _why_stolen(self, thief: Player, *, mine: bool) -> Text:
        deity = "" if thief.accuses is None else self._deity(thief.accuses.deity)
        if mine and thief.accuses is not None:
            return say("{who} has {deity}", who=thief.accuses.player, deity=deity)
        return say("{who} has named {deity}", who=thief.name, deity=deity)

    def _step(self, stage: Stage, card: str | None, keyword: str, points: int, why: str) -> CountStep:
        return CountStep(stage, self._number, card, keyword, points, why)

    def _deity(self, name: str) -> str:
        return next(card.label for card in self._all.board.cards.values() if card.name == name)

    def _value(self, code: str) -> Text:
        board, counts = self._all.board, self._all.faces[code]
        by_wolf = [
            wolf
            for player in board.players
            for wolf, target in player.targets.items()
            if code in together(board, target) and boards.has(board.cards[wolf], "werewolf")
        ]
        if by_wolf:
            return _because("value", say("{card:a} has changed it", card=board.cards[by_wolf[-1]].label))
        if boards.has(board.cards[code], "gorgon"):
            target = self._player.targets.get(code)
            if target is None:
                return _because("value", say("it copies nothing"))
            return say("Value of {card:the} it copies", card=self._called(counts.name))
        return _KEYWORDS["value"]

    def _called(self, name: str) -> str:
        return next((card.label for card in self._all.board.cards.values() if card.name == name), name)

    def _why(self, effect: Effect, code: str, card: MgoCard, *, held: bool) -> Text:
        keyword = effect.keyword
        match keyword:
            case "outnumber":
                reason = self._outnumber(card, held=held)
            case "unique":
                reason = self._unique(card, held=held)
            case "polychrome":
                missing = [_COLOURS[colour] for colour in COLOURS if colour not in self._row.colours]
                reason = say("a card of each colour") if held else say("no {colours}", colours=either(missing))
            case "monochrome":
                reason = self._monochrome(held=held)
            case "fusion":
                reason = self._fusion(code, held=held)
            case "resurrection":
                reason = say("it was to be destroyed, and stayed") if held else say("nobody destroyed it")
            case _:
                return self._copies(effect, card, held=held)
        return _because(keyword, reason)

    def _monochrome(self, *, held: bool) -> Text:
        here = [_COLOURS[colour] for colour in COLOURS if colour in self._row.colours]
        if not here:
            return say("no colour at all")
        return say("only {colour}", colour=here[0]) if held else both(here)

    def _fusion(self, code: str, *, held: bool) -> Text:
        if held:
            return say("a pair")
        paired = any(code in pair for pair in self._row.pairs)
        return say("counts once for the pair") if paired else say("not in a pair")

    def _outnumber(self, card: MgoCard, *, held: bool) -> Text:
        mine = self._all.played.copies(self._row, card.name)
        most = max(self._all.played.others(self._row, card.name), default=0)
        if held:
            return say("{number} here, and nobody else has as many", number=mine)
        others = self._with(card, most)
        if most == mine:
            return many("{who} has as many", "{who} have as many", len(others), who=both(others))
        return many("{who} has {most}", "{who} have {most}", len(others), who=both(others), most=most)

    def _unique(self, card: MgoCard, *, held: bool) -> Text:
        if held:
            return say("nobody else has one")
        others = [name for count in range(1, 20) for name in self._with(card, count)]
        if not others:
            return say("a second one here")
        return many("{who} has one, too", "{who} have one, too", len(others), who=both(others))

    def _with(self, card: MgoCard, copies: int) -> list[str]:
        """Return the other players with that many copies of a card."""
        played = self._all.played
        return [
            player.name
            for player, row in zip(self._all.board.players, played.rows, strict=True)
            if row is not self._row and played.copies(row, card.name) == copies
        ]

    def _copies(self, effect: Effect, card: MgoCard, *, held: bool) -> Text:
        wanted = effect.count if isinstance(effect, Copies) else 0
        mine = self._all.played.copies(self._row, card.name)
        number = min(mine, wanted)
        if held or mine < wanted:
            return _because("copies", say("{number} of {wanted}", number=number, wanted=wanted))
        return _because(
            "copies",
            say("{number} of {wanted}, counted once for all", number=number, wanted=wanted),
        )


def _because(keyword: str, reason: str) -> Text:
    return say("{keyword}: {reason}", keyword=_KEYWORDS[keyword], reason=reason)
