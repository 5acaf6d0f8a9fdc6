"""What people's hands do after an event; at an emulated table they do so by themselves. Pure data."""

from table.values import Value


class Draw(Value):
    """A seat takes cards from the draw pile."""

    seat: int
    count: int


class PutBack(Value):
    """A seat puts a card back on the draw pile: the first one that it drew since the last play, or another."""

    seat: int


class Give(Value):
    """A seat gives cards to another; `receiver` None: to anybody."""

    giver: int
    receiver: int | None
    count: int


class Settle(Value):
    """A card laid on a zone stays there; `card` None: not everybody may know which, `seat` None: nor whose it was."""

    zone: str
    card: str | None
    seat: int | None = None


class TakeOff(Value):
    """A card laid on a zone lies wrong and has to come off; `card`, `seat` as for `Settle`."""

    zone: str
    card: str | None
    seat: int | None = None


class TakePlay(Value):
    """A seat takes its last play back; `card` None: not everybody may know which, `seat` None: nor whose it was."""

    seat: int | None
    zone: str
    card: str | None


class GoBack(Value):
    """A card that was brought to another pile goes back to where it lay."""

    card: str


class TakeLoose(Value):
    """A seat was caught, and may take any card that it laid back into its hand."""

    seat: int


class ShuffleIn(Value):
    """The cards of a zone are shuffled into a new draw pile, except for the top one if it lies open."""

    zone: str


class TakeBack(Value):
    """Everything since the public event `to_seq` is taken back."""

    to_seq: int


class TakePile(Value):
    """A seat takes the pile of a zone into its hand; `zone` None: which one is not known yet.

    A hand that lies as a pile is shuffled with it.
    """

    seat: int
    zone: str | None


class TurnOver(Value):
    """A seat turns over the top card of its own pile. This and the moves below are for hands that lie as piles."""

    seat: int


class PutUnder(Value):
    """A seat puts the top card of its own pile under it."""

    seat: int


class Refill(Value):
    """A card begins a new pile, so this was the one that was taken."""

    zone: str
    card: str


Move = (
    Draw | PutBack | Give | Settle | TakeOff | TakePlay | GoBack | TakeLoose | ShuffleIn | TakeBack
    | TurnOver | PutUnder | TakePile | Refill
)  # fmt: skip
