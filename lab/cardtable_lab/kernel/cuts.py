"""Power cuts: the whole kernel is killed repeatedly during games, on disks that keep, lose or refuse writes.

Every event that a phone received must still be in the journal, unchanged, after the next startup; the table must start
without help. CUTS=100 makes a hundred power cuts during games, instead of twenty.
"""

import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from cardtable_lab.kernel.building import Built
from cardtable_lab.kernel.inside.evening import HEARD, PLAYS, TURNS_BAD
from cardtable_lab.kernel.machine import Machine
from cardtable_lab.kernel.results import Chapter, Check, End, Figure, Line, chapter
from table.values import Value

CUTS = int(os.environ.get("CUTS", "20"))
BAD, CONTROLS, AT_ONCE = 8, 4, 2
DISK_MB = 48
_PLAYS_S = (0.2, 2.0)
_LONGEST_S = 300.0
_EARLY = 8  # one in this many cuts happens while the table starts


class Evening(Value):
    """The results of an evening on one disk."""

    announced: int
    lost: int
    changed: int
    cuts: int
    vain: int  # starts at which the table did not come up


def run(built: Built, log: Callable[[str], None]) -> Chapter:
    """Run all evenings with power cuts, and return the chapter."""
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        sound = list(pool.map(lambda seed: evening(built, "sound", CUTS // AT_ONCE, seed, log), range(AT_ONCE)))
        drops = pool.submit(evening, built, "drops", BAD, 10, log)
        errors = pool.submit(evening, built, "errors", BAD, 11, log)
        control = pool.submit(evening, built, "sound", CONTROLS, 12, log, ("SYNC=no",))
    lines = [
        *_judged(f"{sum(one.cuts for one in sound)} power cuts of the whole kernel during games on ext4", sound),
        *_judged(f"{drops.result().cuts} power cuts; every other disk begins to drop writes", [drops.result()]),
        *_judged(f"{errors.result().cuts} power cuts; every other disk begins to refuse writes", [errors.result()]),
        _noticed(control.result()),
        End(),
    ]
    return chapter("power", lines, time.monotonic() - began)


def _judged(what: str, evenings: Sequence[Evening]) -> list[Line]:
    announced = sum(one.announced for one in evenings)
    lost, changed, vain = (sum(getattr(one, name) for one in evenings) for name in ("lost", "changed", "vain"))
    return [
        Check(f"{what}: no announced event is lost", not lost and announced > 0, f"{announced} announced, {lost} lost"),
        Check(f"{what}: no announced event is changed", not changed, f"{changed} changed"),
        Check(f"{what}: the table starts by itself", not vain, f"{vain} failed starts"),
        Figure(what, f"{announced} events announced, {lost} lost, {changed} changed"),
    ]


def _noticed(control: Evening) -> Check:
    bad = control.lost + control.changed + control.vain
    found = f"{control.lost} lost, {control.changed} changed, {control.vain} failed starts"
    return Check("control: without fsync, events are lost", bad > 0, found)


def evening(
    built: Built, kind: str, cuts: int, seed: int, log: Callable[[str], None], options: Sequence[str] = ()
) -> Evening:
    """Play on one disk and cut the power `cuts` times; check one more start, without a cut."""
    chance = random.Random(seed)  # noqa: S311 - chance for cuts, not for secrets
    announced: list[str] = []
    lost = changed = vain = 0
    with TemporaryDirectory() as name:
        disk = formatted(Path(name) / "disk", DISK_MB)
        for number in range(cuts + 1):
            last, early = number == cuts, number % _EARLY == _EARLY - 1 and kind == "sound"
            here = kind if not last and number % 2 == 0 else "sound"
            after_s = 1.0 if last else chance.uniform(*_PLAYS_S)
            life = _lives(
                built, disk, (f"DISK={here}", f"EXPECTS={len(announced)}", *options), after_s, early=early and not last
            )
            if life is None:
                if not early or last:
                    vain += 1
                continue
            lost += max(0, len(announced) - len(life.events))
            differ = sum(one != other for one, other in zip(announced, life.events, strict=False))
            changed += differ
            if differ or len(life.events) < len(announced):
                log(f"{kind} {seed}.{number}: {len(announced)} announced, {len(life.events)} there, {differ} changed")
            announced = life.events[: life.sure]
    return Evening(len(announced), lost, changed, cuts, vain)


class BeforeCut(Value):
    """The events that a phone received before a power cut, and how many of them must have survived it."""

    events: list[str]
    sure: int


def _lives(built: Built, disk: Path, options: Sequence[str], after_s: float, *, early: bool) -> BeforeCut | None:
    """Boot, play, and cut the power `after_s` seconds after the game began, or with `early`, after the kernel booted.

    Return None if the table never played.
    """
    events, plays, bad_at = list[str](), False, None
    with Machine(built, "evening", options=options, disks=[disk], longest_s=_LONGEST_S, memory="512M") as machine:
        timer = Timer(after_s, machine.cut)
        if early:
            timer.start()
        for line in machine.console():
            if line.startswith(HEARD):
                events.append(line.removeprefix(HEARD))
            elif line == PLAYS:
                plays = True
                if not early:
                    timer.start()
            elif line == TURNS_BAD:
                bad_at = len(events)
        timer.cancel()
    if not plays:
        return None
    drops = "DISK=drops" in options and bad_at is not None
    return BeforeCut([_normalized(event) for event in events], bad_at if drops and bad_at is not None else len(events))


def _normalized(event: str) -> str:
    """Return an event as JSON with sorted keys. Raise ValueError if the line is incomplete."""
    return json.dumps(json.loads(event), sort_keys=True)


def formatted(disk: Path, mb: int, *, holds: Path | None = None) -> Path:
    """Make an image of an ext4 disk, empty or with a copy of a folder."""
    with disk.open("wb") as file:
        file.truncate(mb << 20)
    filled = () if holds is None else ("-d", str(holds))
    subprocess.run(["mkfs.ext4", "-q", "-F", *filled, str(disk)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607
    return disk
