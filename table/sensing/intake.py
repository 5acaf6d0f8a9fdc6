"""Intake: turns observations of readers and buttons into facts of a game. A pure stage.

It knows which reader serves which zone of the current game, and which tag is which card. A card only touches a pad and
does not stay there: leaving a pad is not a fact, and coming back at once is the same touch. Observations of zones or
seats that are not in this game are not facts either. The UID of a foreign card, such as a travel pass, is not passed on
from here, because facts are stored.
"""

from collections.abc import Callable, Iterable, Mapping

from hardware.observations import ButtonChatter, ButtonEdge, Observation, ReaderHealth, TagEvent, UnreadTag
from table.facts import (
    PHONE,
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    Fact,
    Laying,
    ReaderBack,
    ReaderLost,
    TagArrived,
    TagUnread,
    ZoneUnsaid,
)
from table.games.game import Setup
from table.sensing.short_uids import card_of
from table.sensing.unknown_tags import UnknownTags
from table.sensing.zone_choice import ZoneChoice, open_zones
from table.view import View

# If a hand trembles over a pad and the reader misses its card, the card is back within this time; a deliberate second
# touch takes longer.
BUMP_US = 250_000


# Returns what is known about a touch, given its UID, its zone, and its time in us of the table's clock.
LaidBy = Callable[[bytes, str, int], Laying]
_UNKNOWN = Laying()


def nobody_knows(_uid: bytes, _zone: str, _at_us: int) -> Laying:
    """Return an empty Laying: real readers cannot tell whose hand laid a card, or which side is up."""
    return _UNKNOWN


class Intake:
    """Turns observations into facts. `tags` are the cards by UID, `served` the zones of this game by reader.

    As long as some card has no tag, people are asked about `unknown_tags` that appear on a `face_up` zone. `laid_by`
    returns whose hand laid a card and which face is up, if the table knows. `choice` is the zone that people chose for
    the next touch of a reader shared by several zones.
    """

    def __init__(
        self,
        setup: Setup,
        tags: Mapping[bytes, str],
        served: Mapping[str, str],
        unknown_tags: UnknownTags | None = None,
        face_up: tuple[str, ...] = (),
        laid_by: LaidBy = nobody_knows,
        choice: ZoneChoice | None = None,
    ) -> None:
        self._setup = setup
        self._tags = tags
        self._served = served
        self._left_us: dict[tuple[str, bytes], int] = {}
        self._there: dict[tuple[str, bytes], set[str]] = {}
        self._down: dict[str, set[str]] = {}
        self._unknown_tags = unknown_tags or UnknownTags()
        self._face_up = face_up
        self._laid_by = laid_by
        self._choice = choice or ZoneChoice()

    def wake(self, items: Iterable[Observation]) -> list[Observation]:
        """Return the first observations without cards already lying on pads, because nobody is laying them now."""
        return [item for item in items if not isinstance(item, TagEvent) or self._placement(item.reader) != "tap"]

    def take(self, item: Observation, t: int, counting: int | None = None, view: View | None = None) -> Fact | None:
        """Return the fact for an observation, at game time `t` (us), if any.

        `counting` is the seat whose hand is being counted on a shared pad; `view` is the public view.
        """
        if isinstance(item, ButtonEdge):
            return self._pushed(item, t) if item.button in self._setup.seats else None
        if isinstance(item, ButtonChatter):
            return None
        zone = self._served.get(item.reader)
        if zone is None:
            return None
        zones = self._choice.several.get(item.reader)
        if zones is not None and isinstance(item, TagEvent | UnreadTag):
            return self._on_several(item, zones, t, counting, view or View())
        match item:
            case TagEvent():
                return self._seen(item, zone, t, counting)
            case UnreadTag():
                return TagUnread(t, zone, item.one_by_one or None)
            case ReaderHealth():
                return self._health(item, zone, t)

    def _placement(self, reader: str) -> str | None:
        return self._setup.placement.get(self._served.get(reader, ""))

    def _pushed(self, item: ButtonEdge, t: int) -> Fact:
        error = item.error_us or None
        if item.down:
            return ButtonDown(t, item.button, error, item.was_down or None, item.held or None)
        return ButtonUp(t, item.button, error)

    def _health(self, item: ReaderHealth, zone: str, t: int) -> Fact | None:
        """Return the fact if a zone is lost or back: a zone works only while all of its readers work."""
        down = self._down.setdefault(zone, set())
        were_down = bool(down)
        down.discard(item.reader) if item.alive else down.add(item.reader)
        if bool(down) == were_down:
            return None
        return ReaderLost(t, zone) if down else ReaderBack(t, zone)

    def _seen(self, item: TagEvent, zone: str, t: int, counting: int | None) -> Fact | None:
        if self._setup.placement[zone] == "tap":
            if not self._is_new_touch(item, zone):
                return None
        elif not self._is_news(item, zone):
            return None
        return self._read(item, zone, t, counting)

    def _read(self, item: TagEvent, zone: str, t: int, counting: int | None) -> Fact | None:
        """Return the fact for a tag that came to a zone or left it."""
        self._unknown_tags.pass_by(zone)
        card = card_of(item.uid, self._tags)
        counted = counting is not None and self._setup.shared.get(f"seat.{counting}") == zone
        if card is None or card not in self._setup.cards:
            return self._stranger(item, zone, t, of_a_hand=counted) if item.present else None
        laid = self._laid_by(item.uid, zone, item.at_us) if item.present else _UNKNOWN
        if counted:
            zone = f"seat.{counting}"
        if not item.present:
            return CardLeft(t, zone, card)
        by = laid.by if laid.by in self._setup.seats else None
        face = laid.face if laid.face in self._setup.cards[card].sides else None  # not a face of this tag's card
        return CardArrived(t, zone, card, by, face)

    def _stranger(self, item: TagEvent, zone: str, t: int, *, of_a_hand: bool) -> Fact:
        """Return the fact for an unknown card; ask people about it if it lies face up and some card has no tag."""
        alias = PHONE if item.smart else self._unknown_tags.alias(item.uid)
        if item.smart or of_a_hand or zone not in self._face_up or not self._unknown_tags.is_nameless(item.uid):
            return TagArrived(t, zone, alias)
        if self._setup.cards.keys() <= set(self._tags.values()):
            return TagArrived(t, zone, alias)
        self._unknown_tags.ask(item.uid, zone)
        return TagArrived(t, zone, alias, asked=True)

    def _on_several(
        self, item: TagEvent | UnreadTag, zones: tuple[str, ...], t: int, counting: int | None, view: View
    ) -> Fact | None:
        """Return the fact for a touch of a reader shared by several zones: `ZoneUnsaid` if the zone is unclear."""
        if isinstance(item, TagEvent) and not self._is_new_touch(item, zones[0]):
            return None
        zone = self._meant(zones, counting, view)
        if isinstance(item, TagEvent) and item.smart:  # a phone held to the reader is not meant for any zone
            return self._read(item, zone or zones[0], t, counting)
        if zone is None:
            return ZoneUnsaid(t, [*zones])
        if isinstance(item, UnreadTag):
            return TagUnread(t, zone, item.one_by_one or None)
        self._choice.use()
        return self._read(item, zone, t, counting)

    def _meant(self, zones: tuple[str, ...], counting: int | None, view: View) -> str | None:
        """Return the zone, of those given, that a touch is meant for now; None if that is unclear."""
        pad = self._setup.shared.get(f"seat.{counting}")
        chosen = self._choice.on(view.turn)
        if pad in zones:
            return pad
        if chosen is not None and chosen.zone in zones:
            return chosen.zone
        possible = open_zones(zones, view)
        return zones[0] if view.over else possible[0] if len(possible) == 1 else None

    def _is_new_touch(self, item: TagEvent, zone: str) -> bool:
        touch = (zone, item.uid)
        if not item.present:
            self._left_us[touch] = item.at_us
            return False
        if item.lay_there:  # the card lay there before, so nobody touches the pad with it now
            return False
        left_us = self._left_us.get(touch)
        return left_us is None or item.at_us - left_us > BUMP_US

    def _is_news(self, item: TagEvent, zone: str) -> bool:
        """Return whether an item changes its zone: if a pile has two readers, a card leaves only when both miss it."""
        readers = self._there.setdefault((zone, item.uid), set())
        seen = bool(readers)
        readers.add(item.reader) if item.present else readers.discard(item.reader)
        return seen != bool(readers) or not (seen or item.present)
