"""Checks the journal of a killed table: every delivered event must be in it, even after a torn write.

An uncommitted write at the end of SQLite's log must lose nothing. Damage to written data must be reported when a table
starts, or do no harm; and salvage must save at least what SQLite itself finds intact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cardtable_lab.bench.torture.disk import rows, whole
from table.complaints import BadInput
from table.keeping.records import Records
from table.keeping.salvage import Saved, salvage
from tests.table import damaged

if TYPE_CHECKING:
    from cardtable_lab.bench.torture.evening import Evening

_TORN, _DAMAGED = 0.3, 0.2  # shares of the kills
_HARMS = ("flipped", "zeroed", "scribbled", "truncated")
_BESIDE = ("-wal", "")


def left(evening: Evening) -> Iterator[str]:
    """Check a killed table's journal; if people cannot continue their game with it, yield the reason."""
    drawn = evening.chance.random()
    if drawn < _TORN:
        evening.disk.tears(evening.chance)
        evening.counts["torn commits"] += 1
    with TemporaryDirectory() as home:
        _check_written(evening, Path(home))
        if _TORN <= drawn < _TORN + _DAMAGED:
            yield from _damages(evening, Path(home))


def _check_written(evening: Evening, home: Path) -> None:
    """Check that all delivered events are in the journal."""
    if evening.game_id is not None:
        with Records.read(damaged.copied(evening.disk.path, home / "whole")) as records:
            evening.check_announced(evening.game_id, records.delivered(evening.game_id))


def _damages(evening: Evening, home: Path) -> Iterator[str]:
    """Damage the journal; continue with it if no error is reported, otherwise with what can be salvaged."""
    evening.counts["damaged files"] += 1
    before = damaged.content(damaged.copied(evening.disk.path, home / "before"))
    hurt = damaged.copied(evening.disk.path, home / "hurt")
    chance = evening.chance
    damaged.damage(hurt, chance.choice(damaged.there(hurt, _BESIDE)), chance.choice(_HARMS), chance)
    error = damaged.told_by(damaged.copied(hurt, home / "told"))
    if error is None:
        if damaged.opened(damaged.copied(hurt, home / "opened")) != before:
            evening.violates("changed", "a damaged journal is read as something else")
        evening.disk.takes(hurt)
        return
    if "\n" in str(error):
        evening.violates("untold", f"damage is reported in several lines: {error}")
    yield from _salvages(evening, home, hurt, before)


def _salvages(evening: Evening, home: Path, hurt: Path, before: Mapping[int, damaged.Game]) -> Iterator[str]:
    """Salvage a journal; check that nothing changed, nothing intact is lost, and every loss is reported."""
    evening.counts["salvages"] += 1
    new = home / "new" / "table.db"
    new.parent.mkdir()
    try:
        damaged.check_salvage(damaged.copied(hurt, home / "checked"), before)
        saved = {one.game_id: one for one in salvage(hurt, new)}
    except AssertionError as error:
        evening.violates("changed", f"what was saved is not what was written: {error}")
        return
    except BadInput:  # nothing can be saved; people would use a backup
        saved = {}
    _check_enough(evening, home, hurt, saved)
    if saved:
        evening.disk.takes(new)
    if evening.game_id is None or not saved:
        return
    mine = saved.get(evening.game_id)
    if mine is None or mine.lost is not None:
        evening.counts["salvages with a reported loss"] += 1
        evening.crowd.forgets(evening.game_id)
        yield "partly lost to a damaged disk"
    elif mine.facts < len(before[evening.game_id][0]):
        evening.violates(
            "lost", f"{mine.facts} facts of {len(before[evening.game_id][0])} are saved, and no loss is reported"
        )


def _check_enough(evening: Evening, home: Path, hurt: Path, saved: Mapping[int, Saved]) -> None:
    """Check that salvage saved every fact that is intact together with all earlier facts."""
    was, found = rows(evening.disk.path, home / "was"), rows(hurt, home / "found")
    for game_id in {game_id for game_id, _ in was}:
        least, facts = whole(found, was, game_id), saved[game_id].facts if game_id in saved else 0
        if facts < least:
            evening.violates("taken", f"{facts} facts of game {game_id} are saved, but {least} are undamaged")
