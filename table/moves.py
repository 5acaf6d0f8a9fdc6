"""What people's hands do on hearing of an event; at an emulated table they do it by themselves. Pure data."""

from table.values import value


@value
class Draw:
    """A seat takes cards from the draw pile."""

    seat: int
    count: int


@value
class PutBack:
    """A seat puts the card back on the draw pile that it drew first since the last play, or else another one."""

    seat: int


@value
class Give:
    """A seat gives cards to another; `receiver` None: to anybody."""

    giver: int
    receiver: int | None
    count: int


@value
class Settle:
    """A card laid on a zone stays there; `card` None: not everybody may know which, `seat` None: nor whose it was."""

    zone: str
    card: str | None
    seat: int | None = None


@value
class TakeOff:
    """A card laid on a zone lies wrong and has to come off; `card`, `seat` as for `Settle`."""

    zone: str
    card: str | None
    seat: int | None = None


@value
class TakePlay:
    """A seat takes its last play back; `card` None: not everybody may know which, `seat` None: nor whose it was."""

    seat: int | None
    zone: str
    card: str | None


@value
class TakeLoose:
    """A seat was caught, and may take any card that it laid back into its hand."""

    seat: int


@value
class ShuffleIn:
    """The cards of a zone are shuffled into a new draw pile, except for the top one if it lies open."""

    zone: str


@value
class TakeBack:
    """Everything since the public event `to_seq` is taken back."""

    to_seq: int


@value
class TurnOver:
    """A seat turns over the top card of its own pile. This and the moves below are for hands that lie as piles."""

    seat: int


@value
class PutUnder:
    """A seat puts the top card of its own pile under it."""

    seat: int


@value
class TakePile:
    """A seat shuffles the pile of a zone into its own; `zone` None: which one is not known yet."""

    seat: int
    zone: str | None


@value
class Refill:
    """A card begins a new pile, so this was the one that was taken."""

    zone: str
    card: str


Move = (
    Draw | PutBack | Give | Settle | TakeOff | TakePlay | TakeLoose | ShuffleIn | TakeBack
    | TurnOver | PutUnder | TakePile | Refill
)  # fmt: skip
