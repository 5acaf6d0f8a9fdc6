"""What people's hands do after an event; at an emulated table the hands are emulated. Pure data."""

from table.values import Value


class Draw(Value):
    """A seat takes cards from the draw pile."""

    seat: int
    count: int


class PutBack(Value):
    """A seat puts back on the draw pile the first card drawn since the last play, or another if that one is gone."""

    seat: int


class Give(Value):
    """A seat gives cards to another; if `receiver` is None, the giver chooses."""

    giver: int
    receiver: int | None
    count: int


class Settle(Value):
    """A card laid on a zone stays there; `card` is None if it must stay hidden, `seat` if the player is unknown."""

    zone: str
    card: str | None
    seat: int | None = None


class TakeOff(Value):
    """A card laid on a zone must not be there and has to come off; `card` and `seat` as in `Settle`."""

    zone: str
    card: str | None
    seat: int | None = None


class TakePlay(Value):
    """A seat takes its last play back; `card` and `seat` as in `Settle`."""

    seat: int | None
    zone: str
    card: str | None


class GoBack(Value):
    """A card that was moved to another pile goes back to where it lay."""

    card: str


class TakeLoose(Value):
    """A seat was caught cheating, and may take any card that it laid back into its hand."""

    seat: int


class ShuffleIn(Value):
    """The cards of a zone are shuffled into a new draw pile, except for the top one if it lies face up."""

    zone: str


class TakeBack(Value):
    """All plays since the public event `to_seq` are taken back."""

    to_seq: int


class TakePile(Value):
    """A seat takes the pile of a zone into its hand; `zone` is None while it is unknown.

    If the hand lies as a pile, the two are shuffled together.
    """

    seat: int
    zone: str | None


class TurnOver(Value):
    """A seat turns over the top card of its own pile, in games where a hand lies as a pile."""

    seat: int


class PutUnder(Value):
    """A seat puts the top card of its own pile under that pile."""

    seat: int


class Refill(Value):
    """A card begins a new pile on a zone, so the pile of this zone is the one that was taken."""

    zone: str
    card: str


Move = (
    Draw | PutBack | Give | Settle | TakeOff | TakePlay | GoBack | TakeLoose | ShuffleIn | TakeBack
    | TurnOver | PutUnder | TakePile | Refill
)  # fmt: skip
