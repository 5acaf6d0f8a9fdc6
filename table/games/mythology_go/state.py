"""The state of a game of Mythology GO: terrains, who knows what, and the results of earlier rounds."""

from collections.abc import Mapping
from enum import Enum
from typing import Literal

from table.games.game import IllegalAction, Setup
from table.games.kit.corrections import CorrectableRound
from table.games.mythology_go.actions import DISCARD, Forbidden, Lay
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.count import Counted
from table.games.mythology_go.options import MgoOptions
from table.games.words import noun, refusal, say
from table.saying import Text
from table.values import Value, field, replace
from table.wording import taking_back


class Phase(Enum):
    """What the round is waiting for."""

    PLAYING = "playing"
    COUNTING = "counting"  # all players to declare targets and accusations; cards are now face up, but not Deities
    BETWEEN = "between"  # the next round
    OVER = "over"


class Placed(Value):
    """A card on a terrain. `public` means that it was reported to all, `risen` that it escaped destruction.

    `forbidden` is the reason a face-down card may not lie there. Only its owner sees this; to others, it looks like any
    other face-down card.
    """

    card: str
    closed: bool = False
    public: bool = False
    risen: bool = False
    forbidden: Forbidden | None = None


class Due(Value):
    """What the card `by` destroys: `all` of `cards`, or what `seat` chooses (`choice`).

    A choice covers up to `left` face-up creatures and stays open until the turn ends. A `printed` effect can be read
    only by people, who have until the end of the turn to show what it destroys.
    """

    by: str
    how: Literal["all", "choice", "printed"]
    cards: tuple[str, ...] = ()
    seat: int | None = None
    left: int = 0


Pair = tuple[str, str]


def _of_set_up(setup: Setup) -> frozenset[str]:
    """Return all Deities and Beliefs."""
    return frozenset(code for code, card in setup.cards.items() if card.kind in ("deity", "belief"))


class State(CorrectableRound[MgoOptions, MgoCard], kw_only=True):
    """One round of Mythology GO.

    `laid` are the cards of this turn in order, spells included; `drawn` counts the extra cards brought by leprechauns,
    which do not count as plays. `rows` are the terrains, and `pairs` the fused cards on them. `left` counts the turns
    that each seat still has, once a terrain is full. `closed` are the refused cards whose identity is secret. `named`
    is the card being searched for in the draw pile, and `searches` counts the searches of this turn. `gone` are cards
    of this turn that were destroyed, and `struck` those that destroyed others; `due` is what has to be destroyed, in
    order. `aims` maps cards to their targets; `accused` maps each accuser to the accused seat and the Deity it is said
    to have. `results` are each player's points in earlier rounds, and `counted` is the last round's scoring; `opener`
    opens the next round, drawn at random if the options say so.
    """

    rows: Mapping[int, tuple[Placed, ...]]
    deities: Mapping[int, str] = field(default_factory=dict)
    beliefs: Mapping[int, str] = field(default_factory=dict)
    pairs: Mapping[int, tuple[Pair, ...]] = field(default_factory=dict)
    discard: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    drawn: int = 0
    fused: tuple[Pair, ...] = ()  # this turn, with a card that is not reported yet
    left: Mapping[int, int] | None = None
    closed: frozenset[str] = frozenset()
    refused: tuple[Lay, ...] = ()
    named: str | None = None
    searches: int = 0
    gone: frozenset[str] = frozenset()
    due: tuple[Due, ...] = ()
    struck: frozenset[str] = frozenset()
    declared: frozenset[int] = frozenset()
    aims: Mapping[str, str] = field(default_factory=dict)
    accused: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    results: tuple[Mapping[int, int], ...] = ()
    counted: Counted | None = None
    opener: int | None = None

    @property
    def wrong_first(self) -> str | None:
        """The pad or the discard that has had a misplaced card the longest."""
        return next(iter(self.wrong.values()), None)

    @property
    def mislaid_by(self) -> int | None:
        """The owner of the pad with a misplaced card; for the discard, whoever laid it or the current player."""
        zone = self.wrong_first or ""
        return int(zone.removeprefix("seat.")) if zone.startswith("seat.") else super().mislaid_by

    def how_to_put_right(self) -> Text:
        """Return instructions for correcting a misplaced card; a face-down one is not named."""
        code, zone = self.wrong_top, self.wrong[self.wrong_top]
        card = noun("closed card") if code in self.closed else self.label(code)
        match self.setup.placement[zone], zone:
            case "pile", "discard":
                return say("take {card:the} off the discard", card=card)
            case "pile", _:
                return say("take {card:the} off your pad", card=card)
            case _, "discard":
                touched = say("touch the discard pad with {card:the} again and take it back", card=card)
            case _:
                touched = say("touch your pad with {card:the} again and take it back", card=card)
        return taking_back(touched, say("{card:the}", card=card))

    def pending(self) -> IllegalAction | None:
        """Return a refusal saying who must correct the misplaced cards, or None if there are none."""
        if not self.wrong:
            return None
        return refusal(self._first_put_right, "correction_pending")

    def _first_put_right(self) -> Text:
        whose, what = self.mislaid_by, self.how_to_put_right()
        if whose in (None, self.turn):
            return say("first, {what}", what=what)
        return say("first, {who}, {what}", who=self.setup.name(whose or 0), what=what)

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards on a terrain or on the discard."""
        if zone == DISCARD:
            return frozenset(self.discard)
        return frozenset(one.card for one in self.rows.get(int(zone.removeprefix("seat.")), ()))

    def may_lie_on(self, zone: str) -> frozenset[str]:
        """Return the cards that may stay in a zone; on a pad, any card already played and any Deity or Belief."""
        if zone == DISCARD:
            return self.on(zone)
        return frozenset((*self.lying(), *self.discard)) | self.setup.once(_of_set_up)

    # -- terrains

    def placed(self, code: str) -> Placed | None:
        """Find a card on the terrains."""
        for row in self.rows.values():
            for placed in row:
                if placed.card == code:
                    return placed
        return None

    def owner(self, code: str) -> int | None:
        """Return the seat on whose terrain a card lies, or None if it lies on none."""
        for seat, row in self.rows.items():
            for placed in row:
                if placed.card == code:
                    return seat
        return None

    def lying(self) -> list[str]:
        """Return all cards that lie on terrains."""
        return [one.card for row in self.rows.values() for one in row]

    def with_row(self, seat: int, row: tuple[Placed, ...]) -> "State":
        """Return the round with a terrain replaced."""
        return replace(self, rows={**self.rows, seat: row})

    def with_placed(self, seat: int, placed: Placed) -> "State":
        """Put a card on a terrain, or replace its state if it is already there."""
        row = self.rows[seat]
        there = tuple(placed if one.card == placed.card else one for one in row)
        return self.with_row(seat, there if placed in there else (*row, placed))

    def without(self, code: str) -> "State":
        """Take a card off its terrain and out of its pair."""
        rows = {seat: tuple(one for one in row if one.card != code) for seat, row in self.rows.items()}
        pairs = {seat: tuple(pair for pair in row if code not in pair) for seat, row in self.pairs.items()}
        fused = tuple(pair for pair in self.fused if code not in pair)
        return replace(self, rows=rows, pairs=pairs, fused=fused)

    def paired(self, code: str) -> Pair | None:
        """Find the pair that a card is part of."""
        return next((pair for row in self.pairs.values() for pair in row if code in pair), None)

    def places(self, seat: int) -> int:
        """Count the places that are taken on a terrain; a fused pair takes one (MGO-37)."""
        return len(self.rows[seat]) - len(self.pairs.get(seat, ()))

    def is_full(self, seat: int) -> bool:
        """Return whether a terrain has no place left (MGO-20)."""
        return self.places(seat) >= self.options.terrain_max

    def hidden(self, seat: int) -> int:
        """Count the face-down cards on a terrain."""
        return sum(one.closed for one in self.rows[seat])
