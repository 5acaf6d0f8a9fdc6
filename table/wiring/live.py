"""Makes a live table from open devices: connects sources, lights and people to its controller."""

from collections.abc import Mapping
from functools import partial

from hardware.clock import SharedClock
from hardware.observations import ButtonEdge, Observation
from hardware.ports import Source
from table.board import Snapshot
from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.keeping.journal import Journal
from table.running.controller import Controller
from table.running.live import LiveTable, TimeInHand
from table.running.messages import Observed
from table.running.signals import Signals
from table.sensing import intake
from table.tagging.tagged_decks import TaggedDecks
from table.values import replace
from table.wiring.hardware import Hardware


def live_table(
    *,
    journal: Journal,
    hardware: Hardware,
    seats: int,
    tags: Mapping[str, Mapping[bytes, str]] | TaggedDecks,
    people: People | None = None,
) -> LiveTable:
    """Return a table that uses open devices; it is not running yet. `tags` maps each deck to its cards by UID.

    `people` are those who hold the cards of an emulated table, if any. On a shared clock, the caller controls the
    table's time.
    """
    decks = tags if isinstance(tags, TaggedDecks) else TaggedDecks(tags)
    decks.carry(hardware.emulated_tags)
    signals = signals_of(hardware)
    return LiveTable(
        controller=Controller(
            journal=journal,
            tags=decks,
            sources=list(hardware.sources),
            seats=seats,
            antennas=hardware.antennas,
            fed=hardware.fed,
            laid_by=intake.nobody_knows if people is None else people.laid_by,
            dealt=(lambda _: False) if people is None else people.has_dealt,
        ),
        sources={name: partial(_poll, name, source, hardware) for name, source in hardware.sources.items()},
        showing=lambda: hardware.showing.now,
        followers=[
            *([] if people is None else [people.follow]),
            lambda snapshot: signals.show(snapshot.game),
            partial(_pace, hardware),
        ],
        shine=hardware.lights.refresh,
        is_steady=lambda: hardware.lights.is_steady,
        dark=hardware.lights.dark,
        closing=[hardware.close],
        in_hand=_in_hand(hardware),
        phones=hardware.phones,
    )


def _in_hand(hardware: Hardware) -> TimeInHand | None:
    """Return the time control of an emulated table on a shared clock; None for other tables."""
    if not isinstance(hardware.clock, SharedClock):
        return None
    from table.wiring.emulated import skip_idle

    return TimeInHand(hardware.clock, partial(skip_idle, hardware))


def signals_of(hardware: Hardware) -> Signals:
    """Return the signals, which make the lights follow a table."""
    return Signals(hardware.lights.play)


def _pace(hardware: Hardware, snapshot: Snapshot) -> None:
    """Poll often during a game or an enrolment, and seldom otherwise; tell phone buttons about a race."""
    hardware.poll_often(often=snapshot.game.is_there or snapshot.host.enrolment is not None)
    if hardware.phones is not None:
        hardware.phones.expect_race(race=snapshot.game.view().race is not None)


def _poll(name: str, source: Source, hardware: Hardware) -> Observed:
    """Poll a source once; return its observations."""
    batch, hands = source.poll(), hardware.tabletop
    hardware.showing.saw(batch.items)
    items = batch.items if hands is None else [_timed(item, hands) for item in batch.items]
    return Observed(name, items, batch.watermark_us)


def _timed(item: Observation, hands: Tabletop) -> Observation:
    """Return an observation; a press becomes `held` if a phone reported it as a hold."""
    if isinstance(item, ButtonEdge) and item.down and hands.is_held(item.button, item.at_us):
        return replace(item, held=True)
    return item
