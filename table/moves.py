"""What players' hands do after an event, as pure data. At an emulated table the hands are emulated."""

from table.values import Value


class Draw(Value):
    """A seat takes cards from the draw pile."""

    seat: int
    count: int


class PutBack(Value):
    """A seat puts the first card drawn since the last play, or another if that one is gone, back on the draw pile."""

    seat: int


class Give(Value):
    """A seat gives cards to another; if `receiver` is None, the giver chooses."""

    giver: int
    receiver: int | None
    count: int


class Settle(Value):
    """A card laid on a zone stays there; `card` is None if secret, `seat` is None if the player is unknown."""

    zone: str
    card: str | None
    seat: int | None = None


class TakeOff(Value):
    """A card laid on a zone does not belong there and has to come off; `card` and `seat` as in `Settle`."""

    zone: str
    card: str | None
    seat: int | None = None


class TakePlay(Value):
    """A seat takes its last play back; `card` and `seat` as in `Settle`."""

    seat: int | None
    zone: str
    card: str | None


class GoBack(Value):
    """A card that was moved to another pile goes back to where it was."""

    card: str


class TakeLoose(Value):
    """A seat was caught cheating and may take back into its hand any card that it laid."""

    seat: int


class ShuffleIn(Value):
    """A zone's cards are shuffled into a new draw pile, except for the top one if it is face up."""

    zone: str


class TakeBack(Value):
    """All plays since the public event `to_seq` are taken back."""

    to_seq: int


class TakePile(Value):
    """A seat takes a zone's pile into its hand; `zone` is None while it is unknown.

    If the hand is stacked in a pile, the two are shuffled together.
    """

    seat: int
    zone: str | None


class TurnOver(Value):
    """A seat turns over the top card of its own pile, in games where hands are stacked in piles."""

    seat: int


class PutUnder(Value):
    """A seat moves the top card of its own pile to the bottom."""

    seat: int


class Refill(Value):
    """A card begins a new pile on a zone, which shows that the pile taken was this zone's."""

    zone: str
    card: str


Move = (
    Draw | PutBack | Give | Settle | TakeOff | TakePlay | GoBack | TakeLoose | ShuffleIn | TakeBack
    | TurnOver | PutUnder | TakePile | Refill
)  # fmt: skip
