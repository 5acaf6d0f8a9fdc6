"""The faults of an evening: each strikes at random intervals, independently of the others.

The table must report every fault that people cannot see for themselves, and every repaired part must work again, unless
another fault prevents that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardtable_lab.bench.torture.mortal import AFTER, BEFORE, NOW
from table.games.game import HOST

if TYPE_CHECKING:
    from simpy import Event

    from cardtable_lab.bench.torture.evening import Evening
    from hardware.emulator.pico.pico import EmulatedPico

    Doing = Generator[Event, Any, Any]

_DAYS_S = 2 * 24 * 3600.0
_LONG_S = 3.3  # the host is shown a press that lasts this long
_AT_REST_S = 30.0
_SOON_S, _WRITES_S = 5.0, 60.0
_UNDOES = 8  # the host undoes at most this many actions
# Events that a stuck button may cause without changing the game.
_HARMLESS = ("press_refused", "reader_lost", "reader_back", "undone")


def kills(evening: Evening) -> Doing:
    """Kill the table, at any moment or at a commit."""
    if evening.table.is_up:
        evening.table.doomed = evening.chance.choice((NOW, BEFORE, AFTER))
        yield evening.waits(_SOON_S)
        if evening.table.doomed is not None:  # nothing was committed
            evening.table.doomed = NOW


def clock(evening: Evening) -> Doing:
    """Set the wall clock two days ahead, or back."""
    evening.wall.shift(evening.chance.choice((_DAYS_S, -_DAYS_S)))
    evening.counts["clock jumps"] += 1
    yield evening.waits(0)


def full(evening: Evening) -> Doing:
    """Keep the disk full until the table reports it, and for a while after that."""
    evening.disk.fills(evening.table.journal)
    evening.counts["full disks"] += 1
    yield from evening.until(lambda: evening.table.is_halted or not evening.disk.is_full, _WRITES_S, despite_disk=True)
    yield evening.waits(0.5, 6)
    evening.disk.frees(evening.table.journal)
    yield from evening.comes_back("there is room on the disk", lambda: not evening.table.is_halted)


def readers(evening: Evening) -> Doing:
    """Make a reader's chip deaf, or switch its antenna off; repair it after the table has reported the fault."""
    room, chance = evening.room, evening.chance
    name, fault = chance.choice([*room.chips]), chance.choice(("deaf", "antenna"))
    room.breaks(name, fault)
    evening.counts["dead readers"] += 1
    yield from evening.is_told(f"{name} is dead ({fault})", lambda: name in evening.table.lost)
    yield evening.waits(0.2, 6)
    room.mends(name)
    yield from evening.comes_back(f"{name} is repaired", lambda: name not in evening.table.lost)


def picos(evening: Evening) -> Doing:
    """Unplug a Pico; plug it in again after the table has reported its readers as lost."""
    if not evening.room.picos:
        return
    name = evening.chance.choice([*evening.room.picos])
    pico, mine = evening.room.picos[name], evening.table.readers_of(name)
    evening.counts["unplugged Picos"] += 1
    with evening.cables:
        evening.does(pico.unplug)
        yield from evening.is_told(
            f"{name} is unplugged", lambda: mine <= evening.table.lost.keys(), despite_cables=True
        )
        yield evening.waits(0.2, 6)
        evening.does(pico.plug)
    yield from evening.comes_back(f"{name} is plugged in", lambda: not mine & evening.table.lost.keys())


def babble(evening: Evening) -> Doing:
    """Inject garbage between the messages on a Pico's cable, in both directions."""
    if not evening.room.picos:
        return
    name = evening.chance.choice([*evening.room.picos])
    mine, corrupt, life = evening.table.readers_of(name), evening.table.corrupt(name), evening.table.life
    evening.counts["babbling Picos"] += 1
    with evening.cables:
        lines = yield from _babbles(evening, evening.room.picos[name])
        undisturbed = evening.cables.alone
    yield from evening.comes_back(f"{name} is quiet", lambda: not mine & evening.table.lost.keys())
    heard = lines and undisturbed and corrupt is not None and evening.table.life == life
    if heard and evening.table.corrupt(name) == corrupt:
        evening.violates("untold", f"{name} has babbled, and no line was dropped")


def _babbles(evening: Evening, pico: EmulatedPico) -> Doing:
    """Inject garbage for a while; return how many garbage lines were sent to the table."""
    chance, lines, ends = evening.chance, 0, evening.env.now + evening.chance.uniform(0.2e9, 3e9)
    while evening.env.now < ends:
        garbage, way = chance.randbytes(chance.randrange(1, 80)), chance.choice((pico.to_host, pico.to_pico))
        if chance.random() < 0.5:
            lines += way.write(garbage + b"\n") > len(garbage) and way is pico.to_host
        else:
            way.write(garbage)
        yield evening.waits(0.002, 0.04)
    return lines


def buttons(evening: Evening) -> Doing:
    """Jam a button for a while; the host then undoes the events that it caused."""
    if not (yield from evening.until(evening.is_at_rest, _AT_REST_S)):
        return
    seat, before, life = evening.chance.choice(evening.seats), len(evening.delivered(HOST)), evening.table.life
    evening.counts["stuck buttons"] += 1
    with evening.waiting("a button is stuck"):
        evening.jam(seat)
        yield evening.waits(*evening.chance.choice(((0.1, 0.6), (0.7, 2.0), (_LONG_S, 6.0))))
        yield from _is_seen_to_be_long(evening, seat, life)
        evening.free(seat)
        yield evening.waits(1.0)
        yield from _is_undone(evening, before)


def _is_seen_to_be_long(evening: Evening, seat: int, life: int) -> Doing:
    """Check that the host is shown a press of three seconds, unless the table was killed during the press."""
    pressed_ns = evening.pressed_ns(seat)
    if evening.env.now - pressed_ns < _LONG_S * 1e9 or evening.table.life != life:
        return
    shown = yield from evening.until(lambda: seat in evening.held or evening.table.life != life, _SOON_S)
    if not shown:
        evening.violates("untold", f"the button of seat {seat} is stuck, and the host is not informed")


def _is_undone(evening: Evening, before: int) -> Doing:
    """Undo, as host, all events after number `before`, which a stuck button caused."""
    for _ in range(_UNDOES):
        delivered = evening.delivered(HOST)
        if not _lasting(delivered, before):
            return
        back_to = evening.view(HOST).undo_to
        if not isinstance(back_to, int) or back_to < before:
            break
        evening.says(0, "undo", None)
        evening.counts["undos after a stuck button"] += 1
        yield from evening.hears_more(len(delivered), _SOON_S)
    evening.gives_up("a stuck button has caused what nobody can take back")


def _lasting(delivered: Sequence[Any], before: int) -> list[Any]:
    """Return the events after number `before` that were not undone and that change the game."""
    kept: list[Any] = []
    for event in delivered:
        if event["event"] == "undone":
            kept = [one for one in kept if one["seq"] <= event["to_seq"]]
        kept.append(event)
    return [one for one in kept if one["seq"] > before and one["event"] not in _HARMLESS]


def phones(evening: Evening) -> Doing:
    """Disconnect some phones, and replace half of them with new ones."""
    leaves = evening.chance.randint(1, 20)
    evening.crowd.churns(leaves)
    evening.counts["phones that vanished"] += leaves
    yield evening.waits(0)


# The faults, each with the mean time between two strikes, in s at the table.
EVERY: Mapping[str, tuple[float, Callable[[Evening], Doing]]] = {
    "kills": (110.0, kills),
    "clock": (90.0, clock),
    "full": (240.0, full),
    "readers": (120.0, readers),
    "picos": (150.0, picos),
    "babble": (100.0, babble),
    "buttons": (130.0, buttons),
    "phones": (6.0, phones),
}
