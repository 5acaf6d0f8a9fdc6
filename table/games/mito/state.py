"""The state of a game of Mito: the current round, plus the results of earlier ones."""

from collections.abc import Mapping
from enum import Enum
from functools import reduce
from typing import Literal

from table.games.kit import races
from table.games.kit.rounds import NOWHERE, Round
from table.games.mito.actions import DISCARD, Lay, Match
from table.games.mito.cards import MitoCard
from table.games.mito.options import MitoOptions
from table.saying import Text, both, say
from table.values import Value, field
from table.wording import taking_back

_ON_DISCARD = frozenset({DISCARD})


class Phase(Enum):
    """What a round is waiting for."""

    SET_UP = "set up"  # a base card
    PLAYING = "playing"
    RACING = "racing"  # presses for a mosquito, or a card that answers a cockroach
    CALLED = "called"  # the accused player's answer
    COUNTING = "counting"  # hands to be counted
    BETWEEN = "between"  # the next round
    OVER = "over"


class Race(races.Race, kw_only=True, uncompared={"unanswered"}):
    """A race to press the button (`slap`) or to play a card of the same number (`match`).

    `card` opened the race, and `by` is the seat that laid it, or None if it was the base card. `matched` is the card
    that answered, read `at` us after the race opened; `unanswered` is the state before that card was read. `then` is
    the seat whose turn comes after the race, if the race was opened by a card that answered another; otherwise, it is
    the turn of the seat left of `by`.
    """

    kind: Literal["slap", "match"]
    by: int | None
    card: str
    matched: str | None = None
    at: int = 0
    unanswered: "State | None" = None
    then: int | None = None


class Laid(Value):
    """The last play, and the seats that had to draw because of its effect, so that those draws can be cancelled.

    The play becomes `final` as soon as anybody draws or calls; after that, it can no longer be taken back. `given`
    means that the player has given somebody a card since then, so the play was not their last card.
    """

    seat: int
    card: str
    drawn: tuple[int, ...] = ()
    final: bool = False
    given: bool = False


class Slipped(Value):
    """Cards that a seat dropped as one, the reported card first. They stay secret until the round is over."""

    seat: int
    cards: tuple[str, ...]


class Owed(Value):
    """A prompt about cards in players' hands, which the table cannot see. It is shown until the next play.

    `gift` means that every other player gives `seat` a card; `spider`, that `seat` gives a card to a player of their
    choice; `ant`, that everybody except `seat` draws a card; `draw`, that the `drawing` seats draw a card; `undraw`,
    that they put one back; and `caught`, that the previous guard, `giver`, gives `seat` a card.
    """

    what: Literal["gift", "spider", "ant", "draw", "undraw", "caught"]
    seat: int | None = None
    giver: int | None = None
    drawing: tuple[int, ...] = ()


class Debt(Value):
    """A card that one player owes another. `receiver` is None if it may be given to any player."""

    giver: int
    receiver: int | None


class Placed(Value):
    """What one world assumes about who answered the cockroach. `among` are the seats that may have answered it."""

    answer: int | Literal["nobody"]
    among: tuple[int, ...]


class State(Round[MitoOptions, MitoCard], kw_only=True, uncompared={"stack", "claimed"}):
    """One round of Mito.

    `top` is the card that the next one is played on. `named` is the last card reported; if several cards were dropped
    as one, it is the first card read that fits. `played` holds the cards that were reported, and `beneath` those that
    were dropped along with them. `latest` is the last drop, and `latest_by` the seat that laid it. `loose` cards may
    have been taken back into a hand. `stack` lists the earlier top cards, so that lifting the top card uncovers the
    last of these; it is ignored when worlds are compared. `laid` maps each seat to the cards it is known to have laid,
    except those shuffled since then.

    `wrong` holds the refused cards that are still on the discard, `beside` the cards dropped along with them, and
    `refused` the plays themselves. `pile` counts the cards in the draw pile, and `held` those in all hands together,
    according to the events. `shuffled_untold` counts cards that left a hand without being reported and have since been
    shuffled into the draw pile; they are still included in `held`.

    `out` is the seat that announced an empty hand, and `claimed` the round as it was at that time. `accused` is the
    seat that was called out, known once that player has pressed. `owed` holds the current prompts, and `debts` all the
    cards that players owe one another. `to_shuffle` means that the discard must be shuffled.
    """

    guard: int
    drawn: bool = False
    top: str | None = None
    named: str | None = None
    count: int = 0
    pile: int = 0
    held: int = 0
    played: frozenset[str] = frozenset()
    beneath: frozenset[str] = frozenset()
    latest: frozenset[str] = frozenset()
    latest_by: int | None = None
    laid: Mapping[int, frozenset[str]] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    stack: tuple[str, ...] = ()
    last: Laid | None = None
    wrong: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    refused: tuple[Lay | Match, ...] = ()
    race: Race | None = None
    placed: Placed | None = None
    accused: int | None = None
    badge: int | None = None
    slipped: tuple[Slipped, ...] = ()
    owed: tuple[Owed, ...] = ()
    debts: tuple[Debt, ...] = ()
    to_shuffle: bool = False
    shuffled_untold: int = 0
    out: int | None = None
    claimed: "State | None" = None
    hands: Mapping[int, frozenset[str]] = field(default_factory=dict)
    counted: Mapping[int, int] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """The number of rounds in the game: by default, one per player (MITO-F-46, MITO-E-72)."""
        return self.options.rounds or len(self.setup.seats)

    @property
    def due_hands(self) -> tuple[int, ...]:
        """The seats that still have to count their hands."""
        if self.phase is not Phase.COUNTING:
            return ()
        return tuple(seat for seat in self.setup.seats if seat != self.out and seat not in self.counted)

    @property
    def laid_last(self) -> int | None:
        """The seat that laid the reported card, if known."""
        return next((seat for seat, cards in self.laid.items() if self.named in cards), None)

    @property
    def slap_is_on(self) -> bool:
        """Whether players are racing to slap a mosquito."""
        return self.race is not None and self.race.kind == "slap"

    @property
    def answer(self) -> str | None:
        """The card that has answered the cockroach, if any."""
        return None if self.race is None else self.race.matched

    def number(self, card: str | None) -> int:
        """Return a card's number. Raise ValueError for None and for the Guard Bug, on which nothing can be played."""
        number: int | None = None if card is None else self.setup.cards[card].number
        if number is None:
            raise ValueError(f"{card} has no number")
        return number

    def kind(self, card: str) -> str:
        """Return a card's kind."""
        kind: str = self.setup.cards[card].kind
        return kind

    @property
    def corrections(self) -> frozenset[str]:
        """The discard if it has misplaced cards, otherwise nothing."""
        return _ON_DISCARD if self.wrong else NOWHERE

    def wrong_on(self, zone: str) -> tuple[str, ...]:
        """Return the misplaced cards on the discard."""
        return tuple(sorted(self.wrong))

    @property
    def mislaid_by(self) -> int | None:
        """The seat that laid the misplaced card, or None if any seat may have laid it, as when answering a cockroach.

        Unless another seat is known to have laid the card, this is the seat whose turn it is.
        """
        refused = next((one for one in reversed(self.refused) if one.drop[0] in self.wrong), None)
        match refused:
            case Match(by=seat):
                return seat
            case Lay(astray=str(), seat=seat):
                return seat
            case _:
                return self.turn

    def the_card(self, card: str) -> Text:
        """Return the name of a card with its article, as the object of a sentence."""
        return say("{card:the}", card=self.label(card))

    def how_to_put_right(self) -> str:
        """Return instructions for correcting the misplaced cards, without the player's name or a full stop."""
        cards = reduce(_and, map(self.the_card, sorted(self.wrong)))
        if self.setup.placement[DISCARD] == "tap":
            return taking_back(say("touch the pad with {cards} again and take it back", cards=cards), cards)
        return say("take {cards} off the discard again", cards=cards)


def _and(some: Text, last: Text) -> Text:
    return both([some, last])
