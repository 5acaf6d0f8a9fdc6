"""What the host sees of the wiring: the current state of each part, and a complete set-up."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from table.values import Value, field
from table.view import Seat

State = Literal["elsewhere", "stranger", "ready", "looking", "asking", "written", "failed"]


class WiredReader(Value):
    """A reader, and what it sees now."""

    reader: str
    zones: tuple[str, ...]
    cards: Annotated[int, Meta(description="Number of cards that the reader sees.")]
    good: Annotated[
        float | None,
        Meta(description="Share of polls that read a card that was present, from 0 to 1; null before the first card."),
    ]


class WiredButton(Value):
    """A button: whether it is down now, and whether it is a `phone`."""

    seat: Seat
    down: bool
    phone: bool = False
    error_ms: Annotated[
        float | None,
        Meta(description="Error bound of a press by phone, in milliseconds; null if unknown, and for a wired button."),
    ] = None


class Wired(Value):
    """The current state of each reader and button."""

    readers: tuple[WiredReader, ...]
    buttons: tuple[WiredButton, ...]


class Ask(Value, kw_only=True):
    """A question or instruction during set-up."""

    ask: Literal["touch", "press", "enough", "drive", "lights", "lit", "measure", "write"]
    zone: Annotated[str | UnsetType, Meta(description="Pad to touch, or to measure.")] = UNSET
    seat: Seat | UnsetType = UNSET
    pins: Annotated[
        tuple[int, ...] | UnsetType,
        Meta(description="BCM pins that the set-up asks to drive, or that may have lights."),
    ] = UNSET
    places: Annotated[
        tuple[str, ...] | UnsetType, Meta(description="Places where lights may be connected, in words.")
    ] = UNSET
    at: Annotated[str | UnsetType, Meta(description="Place where the blinking light is connected.")] = UNSET
    do: Literal["lay", "leave", "lift"] | UnsetType = UNSET
    round: int | UnsetType = UNSET
    of: int | UnsetType = UNSET


class FoundReader(Value):
    """A reader: where it is connected, its chip, the zones that it serves, and the result of measuring it."""

    at: str
    chip: str
    zones: tuple[str, ...]
    measured: str | None


class FoundLight(Value):
    """A light: where it is connected, and the pad or seat next to it."""

    at: str
    beside: str | int


class SetUpView(Value, kw_only=True):
    """The whole set-up: its progress, the current question, the parts that were found, and the result."""

    state: Annotated[
        State,
        Meta(
            description="`elsewhere`: the table was started by hand, without a set-up. `stranger`: the phone is not the"
            " host’s. `written`: the set-up is complete, and the table restarts."
        ),
    ] = "ready"
    why: Annotated[
        str, Meta(description="Why the table cannot be opened, or why the set-up has failed; otherwise empty.")
    ] = ""
    wired: Annotated[bool, Meta(description="Whether a table.toml exists.")] = False
    alone: Annotated[bool, Meta(description="Whether only the set-up is served.")] = False
    started: Annotated[
        tuple[str, ...], Meta(description="Notes about ignored lines of cardtable.txt on a flashed SD card.")
    ] = ()
    question: Annotated[int, Meta(description="Number of the current question, to be sent with its answer.")] = 0
    ask: Annotated[Ask | None, Meta(description="Current question or instruction; null if there is none.")] = None
    number: Annotated[int, Meta(description="Number of the current step, from 1.")] = 0
    steps: Annotated[int, Meta(description="Total number of steps, as far as known; it may change.")] = 0
    heard: Annotated[str, Meta(description="What was wrong with the last answer; otherwise empty.")] = ""
    pads: Annotated[
        tuple[str, ...], Meta(description="Pads that the set-up asks for, each named after its first zone.")
    ] = ()
    seats: int = 0
    readers: tuple[FoundReader, ...] = ()
    buttons: Annotated[Mapping[int, str], Meta(description="Place where each seat’s button is connected.")] = field(
        default_factory=dict
    )
    lights: tuple[FoundLight, ...] = ()
    notes: Annotated[tuple[str, ...], Meta(description="Problems found with the wiring.")] = ()
