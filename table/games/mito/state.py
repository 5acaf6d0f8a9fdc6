"""The state of a game of Mito: the current round, and the results of earlier rounds."""

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
    """What the round is waiting for."""

    SET_UP = "set up"  # a base card
    PLAYING = "playing"
    RACING = "racing"  # hands on a mosquito, or an answer to a cockroach
    CALLED = "called"  # the answer of the player called out
    COUNTING = "counting"  # hands
    BETWEEN = "between"  # the next round
    OVER = "over"


class Race(races.Race, kw_only=True, uncompared={"unanswered"}):
    """A race for the button (`slap`) or for a card of the same number (`match`).

    `by` is the seat that laid the card that opened the race, or None for the base card. `matched` is the card that
    answers it, read `at` us after the race opened; `unanswered` is the round before that card. `then` is the seat with
    the next turn if this race was opened by a card that answered another; otherwise, the turn goes to the seat left of
    `by`.
    """

    kind: Literal["slap", "match"]
    by: int | None
    card: str
    matched: str | None = None
    at: int = 0
    unanswered: "State | None" = None
    then: int | None = None


class Laid(Value):
    """The last play, and the seats that its effect made draw a card, since those draws can be cancelled.

    Once anybody draws or calls, the play is `final` and can no longer be taken back. `given` means that its player has
    given a card away since, so the play was not their last card.
    """

    seat: int
    card: str
    drawn: tuple[int, ...] = ()
    final: bool = False
    given: bool = False


class Slipped(Value):
    """Cards that a seat dropped as one, the reported one first. A secret until the round is over."""

    seat: int
    cards: tuple[str, ...]


class Owed(Value):
    """A prompt to do something with cards in hands, which the table cannot see; it is shown until the next play.

    For a `gift`, all other players give `seat` a card. For a `spider`, `seat` gives any player a card. For an `ant`,
    all but `seat` draw. For a `draw`, the `drawing` seats draw; for an `undraw`, they put a card back. For `caught`,
    the previous guard, `giver`, gives `seat` a card.
    """

    what: Literal["gift", "spider", "ant", "draw", "undraw", "caught"]
    seat: int | None = None
    giver: int | None = None
    drawing: tuple[int, ...] = ()


class Debt(Value):
    """A card that one player owes another; `receiver` is None if it may go to any player."""

    giver: int
    receiver: int | None


class Placed(Value):
    """An assumption of one world: who answered the cockroach. `among` are the seats that may have done so."""

    answer: int | Literal["nobody"]
    among: tuple[int, ...]


class State(Round[MitoOptions, MitoCard], kw_only=True, uncompared={"stack", "claimed"}):
    """One round of Mito.

    `top` is the card to play on, and `named` the reported card: of cards dropped as one, the first card read that fits.
    `played` cards were reported, and `beneath` cards were dropped with them. `latest` is the last drop, laid by
    `latest_by`; `loose` cards may be back in a hand. `stack` holds the earlier tops in order, so that lifting the top
    uncovers the last one; it is ignored when worlds are compared. `laid` holds the cards that each seat is known to
    have laid, except those shuffled since. `wrong` cards were refused and still lie on the discard, and `beside` cards
    were dropped with them; `refused` holds the plays. `pile` counts the draw pile and `held` all hands together,
    judging by events. `claimed` is the round as it was when `out` announced an empty hand. `accused` is known once a
    player has pressed after a call. `owed` holds the current prompts, and `debts` all cards owed; `to_shuffle` means
    that the discard must be shuffled. `shuffled_untold` counts cards in the draw pile that left a hand unreported;
    `held` still counts them.
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
        """The number of rounds in the game (MITO-F-46, MITO-E-72: one per player, unless agreed otherwise)."""
        return self.options.rounds or len(self.setup.seats)

    @property
    def due_hands(self) -> tuple[int, ...]:
        """The seats that still have to count their hands."""
        if self.phase is not Phase.COUNTING:
            return ()
        return tuple(seat for seat in self.setup.seats if seat != self.out and seat not in self.counted)

    @property
    def laid_last(self) -> int | None:
        """The seat that laid the card on top, if known."""
        return next((seat for seat, cards in self.laid.items() if self.named in cards), None)

    @property
    def slap_is_on(self) -> bool:
        """Whether players are racing to slap a mosquito."""
        return self.race is not None and self.race.kind == "slap"

    @property
    def answer(self) -> str | None:
        """The card that answers the cockroach, if any."""
        return None if self.race is None else self.race.matched

    def number(self, card: str | None) -> int:
        """Return a card's number. Raise ValueError for the Guard Bug and None, neither of which can be played on."""
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
        """The discard, if cards on it are misplaced."""
        return _ON_DISCARD if self.wrong else NOWHERE

    def wrong_on(self, zone: str) -> tuple[str, ...]:
        """Return the misplaced cards on the discard."""
        return tuple(sorted(self.wrong))

    @property
    def mislaid_by(self) -> int | None:
        """The seat that laid the misplaced card: the one whose turn it is, unless another is known to have laid it.

        None if any seat may have laid it, as in a race for a cockroach.
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
        """Return instructions for correcting the misplaced cards."""
        cards = reduce(_and, map(self.the_card, sorted(self.wrong)))
        if self.setup.placement[DISCARD] == "tap":
            return taking_back(say("touch the pad with {cards} again and take it back", cards=cards), cards)
        return say("take {cards} off the discard again", cards=cards)


def _and(some: Text, last: Text) -> Text:
    return both([some, last])
