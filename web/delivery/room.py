"""What phones see in addition to the table's snapshot: who has a seat, and which cards the table asks about.

At an emulated table, they also see the draw pile, and each seat sees its own hand.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from table.board import GameSnapshot, Snapshot
from table.emulated.people import People
from table.running.phones import PhoneButtons
from table.sensing.zone_choice import offered
from table.values import Value, field, replace
from table.view import Owed, Seat, Seats

# -- The unknown cards that people are asked about, without UIDs


class UnknownCard(Value):
    """A card that is in no deck, and where it lies."""

    alias: str
    zone: str


class PossibleCard(Value):
    """A name that an unknown card may have, the `code` of a card of that name, and how many such cards carry no tag."""

    label: str
    code: str
    left: int


class Unknown(Value):
    """The unknown cards and their possible names, for `claims.mjs`."""

    game: str | None
    unknown: Annotated[tuple[UnknownCard, ...], Meta(description="Cards that no deck knows, the newest last.")]
    labels: Annotated[tuple[PossibleCard, ...], Meta(description="Names that the unknown cards may have.")]


NOTHING = Unknown(None, (), ())  # no unknown cards


def asking(snapshot: Snapshot) -> Unknown:
    """Return the unknown cards and their possible names, without UIDs."""
    unknown = tuple(UnknownCard(one.alias, one.zone) for one in snapshot.host.unknown)
    started = snapshot.game.started
    if not unknown or started is None:
        return NOTHING
    tagged = {card for deck in snapshot.host.decks_for(started.game) for card in deck.tags.values()}
    free = {code: label for code, label in snapshot.game.labels.items() if code not in tagged}
    first = {label: code for code, label in reversed(free.items())}
    left = Counter(free.values())
    return Unknown(started.game, unknown, tuple(PossibleCard(label, first[label], left[label]) for label in left))


FEW = 8  # cards; a draw pile no larger than this is shown as a small one
DrawPile = Literal["none", "few", "many", "aside"]
Face = Annotated[Literal[0, 1], Meta(description="Which of the card's two sides is up.")]


class Sign(Value):
    """The sign shown on the requesting phone and all others, so that people know which phone they are approving."""

    word: str
    number: int
    colour: str


class OpenClaim(Value):
    """A phone's open request to become host or to get a seat, as everybody sees it."""

    id: str
    seat: Annotated[int, Meta(description="Seat that the phone asks for; 0 if it asks to become host.")]
    sign: Sign
    agreed: Annotated[
        bool,
        Meta(description="Whether somebody has agreed; the seat then changes phones, unless somebody objects."),
    ]
    by: Annotated[Seats, Meta(description="Seats whose phones may agree.")]


class NamedCard(Value):
    """A card, by its code and its name."""

    code: str
    label: str


class TopCard(Value):
    """The top of a pile of two-sided cards."""

    code: str
    label: str
    up: Face


class LaidCard(Value):
    """A card, and where it lies."""

    code: str
    label: str
    zone: str


class Side(Value):
    """The card on top of a pile, and which side is up."""

    code: str
    up: Face


class OwnPile(Value):
    """A hand stacked in a pile; `count` is null while the table asks which pile was shuffled in."""

    count: int | None
    top: TopCard | None


class Mine(Value, kw_only=True):
    """What a seat holds."""

    seat: Seat
    hand: Annotated[
        tuple[NamedCard, ...], Meta(description="Cards in the hand; for a hand that is a pile, only its top card.")
    ]
    pile: Annotated[
        OwnPile | None,
        Meta(description="The hand, if it is a pile that nobody looks at; otherwise null."),
    ]
    gone: Annotated[tuple[NamedCard, ...], Meta(description="Cards of this seat that have vanished.")]
    may_vanish: Annotated[bool, Meta(description="Whether a card of the hand may vanish now.")]
    owed: Annotated[
        tuple[Owed, ...], Meta(description="Cards that the seat has to give; `to` is null if any player may get them.")
    ]
    last: Annotated[LaidCard | None, Meta(description="Card that the seat may take back; null if there is none.")]


class SeatTouch(Value, kw_only=True):
    """What a seat can choose for the next card touch if one reader serves several zones."""

    zones: Annotated[tuple[str, ...], Meta(description="Zones to choose from.")]
    chosen: Annotated[str | None, Meta(description="Chosen zone; null if none is chosen.")]
    by: Annotated[Seat | None, Meta(description="Seat that has chosen the zone; null if none is chosen.")]


class Room(Value, kw_only=True):
    """What a phone sees in addition to the snapshot; the sizes of other hands and of the draw pile are left out."""

    taken: Annotated[Seats, Meta(description="Seats that a phone holds.")]
    coming: Annotated[Mapping[int, str], Meta(description="Names entered for the next game, by seat.")]
    practice: Annotated[bool, Meta(description="Whether the current game is practice; the real game follows.")]
    claim: Annotated[
        OpenClaim | None,
        Meta(description="Request of a phone to become host or to get a seat; null if no request is open."),
    ]
    awaited: Annotated[
        Seats | UnsetType,
        Meta(description="Seats whose phones the current race waits for. Only where phones are buttons."),
    ] = UNSET
    held_up: Annotated[
        Seats | UnsetType,
        Meta(
            description="Seats whose phones the current or the last race has waited for. Only where phones are buttons."
        ),
    ] = UNSET
    deal: Annotated[
        bool | UnsetType, Meta(description="Whether the cards have yet to be dealt. Only at an emulated table.")
    ] = UNSET
    up: Annotated[
        tuple[str, ...] | UnsetType,
        Meta(description="Zones where a first card has yet to be turned up. Only at an emulated table."),
    ] = UNSET
    draw: Annotated[
        DrawPile | UnsetType,
        Meta(description="Size of the draw pile; `aside` if nobody draws from it. Only at an emulated table."),
    ] = UNSET
    sides: Annotated[
        Mapping[str, Side] | UnsetType,
        Meta(description="Top card of each pile, by zone, if cards have two sides. Only at an emulated table."),
    ] = UNSET
    strange: Annotated[
        Mapping[str, NamedCard] | UnsetType,
        Meta(description="Unknown cards on top of piles, by zone. Only at an emulated table."),
    ] = UNSET
    mine: Annotated[
        Mine | UnsetType | None,
        Meta(description="What this seat holds; null without a seat. Only at an emulated table."),
    ] = UNSET
    asking: Annotated[
        Unknown | UnsetType, Meta(description="Unknown cards and their possible names. Only for seats and the host.")
    ] = UNSET
    touch: Annotated[
        SeatTouch | UnsetType,
        Meta(description="Choice of the zone for the next card. Only for a seat that can choose now."),
    ] = UNSET


class Around(Value):
    """Who is present: the seats held by phones, the names for the next game, the open claim, and phones as buttons."""

    taken: frozenset[int] = frozenset()
    coming: Mapping[int, str] = field(default_factory=dict)
    claim: OpenClaim | None = None
    buttons: PhoneButtons | None = None


def room(people: People | None, snapshot: Snapshot, seat: int | None, around: Around) -> Room:
    """Return what a phone sees at a seat; without a seat, what a phone that only watches sees."""
    seen = Room(
        taken=tuple(sorted(around.taken)),
        coming=dict(around.coming),
        practice=snapshot.game.practice,
        claim=around.claim,
        awaited=UNSET if around.buttons is None else tuple(sorted(around.buttons.awaited)),
        held_up=UNSET if around.buttons is None else tuple(sorted(around.buttons.held_up)),
    )
    if people is None:
        return seen
    return replace(
        seen,
        deal=people.is_to_deal(snapshot.game),
        up=tuple(people.turns_up(snapshot.game)),
        draw=draw_pile(people),
        sides=sides(people),
        strange=_strange(people, snapshot),
        mine=None if seat is None else mine(people, snapshot.game, seat),
    )


def persons_room(people: People | None, snapshot: Snapshot, seat: int | None, around: Around) -> Room:
    """Return the room for the host or a seat, which also shows unknown cards and, to a seat, its touch zones."""
    touched = UNSET if seat is None else touch(snapshot, seat, around.taken)
    return replace(room(people, snapshot, seat, around), asking=asking(snapshot), touch=touched)


def touch(snapshot: Snapshot, seat: int, taken: Collection[int]) -> SeatTouch | UnsetType:
    """Return what a seat can choose for the next touch, or UNSET if there is no choice or another phone makes it.

    If a phone holds the seat whose turn it is (it is in `taken`), only that phone chooses. During a correction any
    phone at a seat may choose.
    """
    touched, view = snapshot.table.touch, snapshot.game.view()
    says = view.turn in (None, seat) or view.turn not in taken or view.correction is not None
    if not says or seat not in snapshot.game.seated or len(offered(view.turn, touched.zones, view)) < 2:
        return UNSET
    chosen = touched.chosen
    return SeatTouch(
        zones=offered(seat, touched.zones, view),
        chosen=None if chosen is None else chosen.zone,
        by=None if chosen is None else chosen.seat,
    )


def draw_pile(people: People) -> DrawPile:
    """Return how large the draw pile looks; `aside` means that nobody draws from it."""
    left = len(people.held.draw)
    return "aside" if people.held.in_piles else "none" if not left else "few" if left <= FEW else "many"


def _strange(people: People, snapshot: Snapshot) -> Mapping[str, NamedCard]:
    """Return the unknown cards as people see them, by zone. Two cards that were dropped as one are not shown."""
    asked, laid = {unknown.zone for unknown in snapshot.host.unknown}, people.held.laid
    tops = {zone: people.held.pile(zone)[-1:] for zone in asked}
    together = set(laid[-1].cards) if laid and len(laid[-1].cards) > 1 else set()
    return {zone: _named(snapshot.game, top[0]) for zone, top in tops.items() if top and top[0] not in together}


def sides(people: People) -> Mapping[str, Side]:
    """For two-sided cards, return the top card of each pile and which side is up."""
    held = people.held
    tops = {zone: pile[-1] for zone, pile in held.piles.items() if pile}
    return {zone: Side(card, _face(held.up[card])) for zone, card in tops.items() if card in held.up}


def mine(people: People, game: GameSnapshot, seat: int) -> Mine:
    """Return what a seat holds; if its hand is stacked in a pile, only the top card."""
    held = people.held
    return Mine(
        seat=seat,
        hand=tuple(_named(game, card) for card in held.visible(seat)),
        pile=_pile(people, game, seat) if held.in_piles else None,
        gone=tuple(_named(game, card) for card in held.gone.get(seat, ())),
        may_vanish=people.may_vanish(seat, game),
        owed=_owed(people, game, seat),
        last=_last(people, game, seat),
    )


def _owed(people: People, game: GameSnapshot, seat: int) -> tuple[Owed, ...]:
    """Return what a seat owes according to its public view or, if that shows no debts, to the emulated hands."""
    shown = game.view().at(seat)
    debts = None if shown is None else shown.owed
    if debts is not None:
        return debts
    return tuple(Owed(to=one.to, count=one.count) for one in people.held.owed if one.seat == seat)


def _pile(people: People, game: GameSnapshot, seat: int) -> OwnPile:
    """Return a seat's own pile: its size as the table counts it, and its top with the side that is up.

    A card that the seat laid still counts if no event has reported it. The size is None while the table asks which pile
    was shuffled in.
    """
    hand, up = people.held.hand(seat), people.held.up
    top = TopCard(hand[0], _label(game, hand[0]), _face(up.get(hand[0], 0))) if hand else None
    taking = people.held.taking is not None and people.held.taking.seat == seat
    return OwnPile(None if taking else len(hand) + len(people.held.untold(seat)), top)


def _last(people: People, game: GameSnapshot, seat: int) -> LaidCard | None:
    """Return the card that a seat may take back, or None if there is none or the view names it as misplaced.

    People take a misplaced card from the pile on which the page shows it.
    """
    card = people.to_take_back(seat, game)
    wrong = game.view().correction
    if card is None or (wrong is not None and card in wrong.named):
        return None
    zone = next(zone for zone, pile in people.held.piles.items() if people.really(card, game) in pile)
    return LaidCard(card, people.shown(card, game), zone)


def _named(game: GameSnapshot, card: str) -> NamedCard:
    return NamedCard(card, _label(game, card))


def _label(game: GameSnapshot, card: str) -> str:
    return game.labels.get(card, card)


def _face(up: int) -> Literal[0, 1]:
    return 1 if up else 0
