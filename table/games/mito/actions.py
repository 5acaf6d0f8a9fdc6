"""What can be done in Mito. An action says what somebody does; whether he may is a matter of the rules."""

from dataclasses import dataclass

from table.games.lateness import Astray


@dataclass(frozen=True)
class TurnUp:
    """The draw pile's first card is turned up and starts the discard pile."""

    card: str


@dataclass(frozen=True)
class Lay:
    """A seat (None: nobody knows whose) lays a card on the discard.

    `drop` is all that reached the pile with it, in the order read. A play that is accepted `late` begins no race.
    `astray` is how a card came that cannot be meant as the play that is awaited.
    """

    seat: int | None
    card: str
    drop: tuple[str, ...]
    late: bool = False
    astray: Astray | None = None


@dataclass(frozen=True)
class Draw:
    """A seat cannot or will not play: it draws one, and its turn is over."""

    seat: int


@dataclass(frozen=True)
class Slap:
    """A seat's hand is on the mosquito, `at` us after the card was read, up to `error` us."""

    seat: int
    at: int = 0
    error: int | None = None


@dataclass(frozen=True)
class Match:
    """Somebody answers a cockroach with a card, `at` us after it was read; `by` is whose it is, if that is known."""

    card: str
    at: int = 0
    by: int | None = None

    @property
    def drop(self) -> tuple[str, ...]:
        """All that reached the pile with it: in a race no two cards are dropped as one."""
        return (self.card,)


@dataclass(frozen=True)
class CloseSlap:
    """The race for a mosquito is over; `lot` is a large number, used where several may have been last."""

    lot: int = 0


@dataclass(frozen=True)
class CloseMatch:
    """The race for a cockroach is over: `winner` placed the card, of those `among` who may have.

    `tied`: they pressed so near to one another that nobody can tell them apart.
    """

    winner: int | None = None
    among: tuple[int, ...] = ()
    tied: bool = False


@dataclass(frozen=True)
class TakeAnswerBack:
    """The card that answered a cockroach is taken back while the race is on."""

    card: str


@dataclass(frozen=True)
class MakeCall:
    """The guard says that she saw somebody cheat."""

    seat: int


@dataclass(frozen=True)
class Accept:
    """A seat takes the guard's call to be for him."""

    seat: int


@dataclass(frozen=True)
class Plead:
    """The accused tells the truth."""

    seat: int
    guilty: bool


@dataclass(frozen=True)
class WithdrawCall:
    """The guard was wrong."""

    seat: int


@dataclass(frozen=True)
class SayOut:
    """A seat says: my hand is empty."""

    seat: int


@dataclass(frozen=True)
class WithdrawOut:
    """Who said "my hand is empty" was wrong."""

    seat: int


@dataclass(frozen=True)
class ShowCard:
    """A seat touches one of the cards left in its hand on its pad."""

    seat: int
    card: str


@dataclass(frozen=True)
class CountAnew:
    """A seat starts counting its hand over."""

    seat: int


@dataclass(frozen=True)
class FinishCount:
    """A seat has touched all the cards left in its hand."""

    seat: int


@dataclass(frozen=True)
class NextRound:
    """The next starter, or the host (seat 0), opens the next round."""

    seat: int


@dataclass(frozen=True)
class PutRight:
    """A refused card is off the discard again."""

    card: str


@dataclass(frozen=True)
class Lift:
    """A card that may be in a hand again, for its player was caught, has left the discard."""

    card: str


@dataclass(frozen=True)
class Give:
    """A seat says that it has given a card; `receiver` None: to whom it owed one."""

    giver: int
    receiver: int | None = None


@dataclass(frozen=True)
class Reshuffle:
    """The host says that the discard was shuffled and is the draw pile again."""


@dataclass(frozen=True)
class GiveTurn:
    """The host says whose turn it is."""

    seat: int


Action = (
    TurnUp | Lay | Draw | Slap | Match | TakeAnswerBack | CloseSlap | CloseMatch | MakeCall | Accept | Plead
    | WithdrawCall | SayOut | WithdrawOut | ShowCard | CountAnew | FinishCount | NextRound | PutRight | Lift | Give
    | Reshuffle | GiveTurn
)  # fmt: skip
