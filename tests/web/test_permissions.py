"""Every route, asked by everybody in every phase of a game, at emulated and real tables: who may is in `permitted.py`.

`UPDATE_RECORDS=1 pytest tests/web/test_permissions.py` writes the table in SECURITY.md anew.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from table.keeping.journal import Journal
from table.running.messages import CallSeat, Choose, StartGame
from tests.emulated import TableInTime
from tests.web.conftest import Real, Shown, phone, served
from tests.web.permitted import ON, PHASES, ROWS, WHO, Row, drawn
from web.access.phones import _REGISTRY

SECURITY = Path(__file__).parents[2] / "SECURITY.md"
BEGIN, END = "<!-- who may what: begin -->\n", "\n<!-- who may what: end -->"
REFUSED = {401, 403}
FREE = 4  # a seat that is in no game here


def routes(app: Flask) -> set[tuple[str, str]]:
    rules = app.url_map.iter_rules()
    return {(method, one.rule) for one in rules for method in (one.methods or set()) - {"HEAD", "OPTIONS"}}


def test_every_route_has_an_entry_and_every_entry_a_route(app: Flask) -> None:
    assert {(row.method, row.rule) for row in ROWS} == routes(app)


def test_the_table_in_the_docs_is_this_one() -> None:
    text = SECURITY.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    if os.environ.get("UPDATE_RECORDS") == "1":
        SECURITY.write_text(f"{before}{BEGIN}{drawn()}{END}{after}", encoding="utf-8")
    else:
        assert table == drawn()


class Situation:
    """A table in a phase of a game of Mito, with others at it, and the phone that asks."""

    def __init__(self, folder: Path, phase: str, who: str, *, real: bool) -> None:
        folder.mkdir()
        self._journal = Journal(folder / "table.db")
        self.table = TableInTime(self._journal, seats=FREE)
        self.app = served((Real if real else Shown)(self.table))
        self.phone = phone(self.app)
        self._reach(phase, people=1 if who == "alone" else 2)
        if who in ("alone", "seated"):
            self.phone.takes(1)
        if phase != "nobody" and who != "alone":
            for seat in {1, 2} - {1 if who == "seated" else 0}:
                phone(self.app).takes(seat)
        if who == "beside":
            self.phone.takes(FREE)
        if who == "host":
            self.phone.becomes_host()

    def __enter__(self) -> "Situation":
        return self

    def __exit__(self, *_: object) -> None:
        self.table.live.close()
        self._journal.close()

    def _reach(self, phase: str, people: int) -> None:
        if phase == "nobody":
            return
        names, table = ("Ana", "Ben"), self.table
        table.controller.take(StartGame("mito", names, {}, seed=5, waits=True))
        for seat, name in enumerate(names, start=1):
            table.controller.take(CallSeat(seat, name, seed=9))
        if phase == "gathering":
            return
        robots = ("Bolt",) if people == 2 else ("Bolt", "Cog")
        kinds = dict.fromkeys(range(people + 1, 4), "easy")
        table.controller.take(StartGame("mito", (*names[:people], *robots), {}, 5, robots=kinds, said=True))  # type: ignore[arg-type]
        table.runs(250)
        table.people.follow(table.controller.board.snapshot)
        table.people.deal()
        if phase != "dealt":
            table.runs(1_500)
            assert table.view["running"]
        if phase == "between rounds":
            table.seat(1).holds()
            for seat in (2, 3):
                table.seat(seat).taps()
            assert not table.view["running"]
        if phase == "over":
            table.controller.take(Choose(0, "abort"))
        table.people.follow(table.controller.board.snapshot)
        assert table.controller.board.is_on == (phase in ON)

    @property
    def everything(self) -> Any:
        """What the table shows, who holds which cards and which seats."""
        snapshot = self.table.controller.board.snapshot
        now = snapshot.game
        game = (now.game_id, now.views, now.events, snapshot.table.gathering, now.robots, now.left)
        return *game, self.table.people.held, self.app.extensions[_REGISTRY].holders

    @property
    def game(self) -> Any:
        """Which game is on, who plays it, and whether it is over."""
        game = self.table.controller.board.snapshot.game
        view = game.view()
        return game.game_id, [one.name for one in view.seats], view.over, game.robots, game.left

    def asks(self, row: Row) -> int:
        body = None if row.method == "GET" else dict(row.body)
        with self.phone.open(row.asked, method=row.method, json=body) as answer:
            status = answer.status_code
            if row.method == "GET" and not answer.is_streamed:
                answer.get_data()
        return status


def situations() -> Iterator[Any]:
    for kind in ("emulated", "real"):
        for phase in PHASES:
            for who in WHO:
                if who != "alone" or phase not in ("nobody", "gathering"):
                    yield pytest.param(phase, who, kind == "real", id=f"{kind}, {phase}, {who}")


@pytest.mark.long
@pytest.mark.parametrize(("phase", "who", "real"), [*situations()])
def test_whoever_may_not_is_refused_and_changes_nothing(tmp_path: Path, phase: str, who: str, real: bool) -> None:
    with Situation(tmp_path / "table", phase, who, real=real) as there:
        known = routes(there.app)
        before = there.everything
        for row in ROWS:
            if (row.method, row.rule) in known and not row.permits(who, phase, real=real):
                status = there.asks(row)
                assert status in (REFUSED | {409} if row.not_now else REFUSED), row
                assert there.everything == before, row


@pytest.mark.long
@pytest.mark.parametrize(("phase", "who", "real"), [*situations()])
def test_whoever_may_is_not_refused(tmp_path: Path, phase: str, who: str, real: bool) -> None:
    rows, number = [row for row in ROWS if row.permits(who, phase, real=real)], 0
    while rows:  # at a new table whenever something has changed
        number += 1
        with Situation(tmp_path / f"{number}", phase, who, real=real) as there:
            known, before, game, me = routes(there.app), there.everything, there.game, there.phone.is_known_as()
            while rows and (there.everything, there.phone.is_known_as()) == (before, me):
                row = rows.pop(0)
                if (row.method, row.rule) in known:
                    assert there.asks(row) not in (REFUSED | {409} if row.not_now else REFUSED), row
                if phase in ON and who in ("stranger", "beside"):
                    assert there.game == game, "nobody who does not play changes a game"
