"""Assigns readers to the zones of the current game: a pad can serve as different zones in different games."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest

from table.complaints import BadInput
from table.facts import Placement
from table.values import Value, field

SCAN = "deck.scan"  # the pad for tagging decks


class Antenna(Value):
    """A reader's antenna: the zones that it may serve, and whether cards touch it or lie on it.

    `asks` means that several zones of one game may share it, and people choose on a phone which one they mean.
    """

    zones: tuple[str, ...]
    placement: Placement = "tap"
    asks: bool = False


class Served(Value):
    """The readers in this game: each reader's zone, each zone's placement, and the substitutes for missing pads.

    `several` has all zones of each shared reader; `by_reader` has only the first.
    """

    by_reader: Mapping[str, str]
    placement: Mapping[str, Placement]
    shared: Mapping[str, str] = field(default_factory=dict)
    several: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def pads_for(games: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Lay out pads for several games, each given as its zones: piles share pads, and the first pad also tags decks.

    >>> pads_for([["discard", "seat.1"], ["visible", "hidden"]])
    [('discard', 'visible', 'deck.scan'), ('hidden',), ('seat.1',)]
    """
    wanted = [list(zones) for zones in games]
    piles = [[zone for zone in zones if not is_pad(zone)] for zones in wanted]
    shared = [tuple(dict.fromkeys(zone for zone in nth if zone)) for nth in zip_longest(*piles)]
    seats = dict.fromkeys(zone for zones in wanted for zone in zones if is_pad(zone))
    first = (*(shared[0] if shared else ()), SCAN)
    return [first, *shared[1:], *((seat,) for seat in seats)]


def serve(
    antennas: Mapping[str, Antenna],
    wanted: Sequence[str],
    title: str,
    *,
    shares_pads: bool,
    besides: Collection[str] = (),
) -> Served:
    """Assign a reader to every zone of a game. Raise BadInput with a one-sentence message if a zone has no reader.

    `shares_pads` means in this game seat pads only count hands, so a shared pad may replace a missing one.
    `besides` are zones that the game does not need; they are served by readers that the game leaves free.

    >>> serve({"left": Antenna(("discard", "visible"))}, ["discard", "seat.1"], "Snap", shares_pads=True).shared
    {'seat.1': 'discard'}
    """
    zones = {reader: _zones(reader, antennas[reader], wanted, title, shares_pads=shares_pads) for reader in antennas}
    by_reader = {reader: found[0] for reader, found in zones.items() if found}
    several = {reader: found for reader, found in zones.items() if len(found) > 1}
    for reader in [reader for reader in antennas if reader not in by_reader]:
        zone = next((zone for zone in antennas[reader].zones if zone in besides), None)
        if zone is not None and zone not in by_reader.values():
            by_reader[reader] = zone
    placement: dict[str, Placement] = {}
    for reader, zone in [*by_reader.items(), *((name, zone) for name, found in several.items() for zone in found)]:
        if placement.setdefault(zone, antennas[reader].placement) != antennas[reader].placement:
            raise BadInput(f"the readers of {zone} have to be of one placement, tap or pile")
    common = [zone for zone in placement if not is_pad(zone)]
    missing = [zone for zone in wanted if zone not in placement]
    for zone in missing:
        if not (is_pad(zone) and shares_pads and common):
            served = ", ".join(dict.fromkeys(zone for antenna in antennas.values() for zone in antenna.zones))
            raise BadInput(f"no reader serves {zone}, and {title} cannot be played without it; there is {served}")
    return Served(by_reader, placement, dict.fromkeys(missing, common[0]) if missing else {}, several)


def _zones(reader: str, antenna: Antenna, wanted: Sequence[str], title: str, *, shares_pads: bool) -> tuple[str, ...]:
    """Return the zones of a game that a reader serves. Raise BadInput for several zones, unless its antenna `asks`."""
    mine = tuple(zone for zone in antenna.zones if zone in wanted)
    if len(mine) < 2:
        return mine
    if not antenna.asks:
        raise BadInput(f"{reader} would be {' and '.join(mine)} at once: {title} needs a reader for each of them")
    return tuple(zone for zone in mine if not (shares_pads and is_pad(zone))) or mine[:1]


def is_pad(zone: str) -> bool:
    """Return whether a zone is a seat's pad."""
    return zone.startswith("seat.")
