"""A slip of a game's author costs the fact that brought it: what is told of it is said and drawn before it counts."""

import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from table import packages, values
from table.complaints import BadInput
from table.event import PublicEvent
from table.judging import script
from table.keeping.journal import Journal
from table.running import live_game, replaying
from table.saying import say
from table.values import to_json
from tests.emulated import TableInTime
from tests.packaged import EXAMPLE, environment, forget_packages, found_here, install
from tests.playing import running
from tests.replayed import printed
from web.delivery.shown import shown

GAME = "higher_or_lower"
LONG = pytest.mark.long
Slips = Callable[[str, Any], None]


@pytest.fixture
def slips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Slips]:
    """Let a function of the example game be wrong, by its module and name."""
    groups = {"games": {GAME: f"{GAME}:HIGHER_OR_LOWER"}}
    install(tmp_path / "site", "higher-or-lower", groups)
    found_here(monkeypatch, tmp_path / "site", EXAMPLE)

    def slip(where: str, wrong: Any) -> None:
        module, _, name = where.partition(":")
        of: Any = importlib.import_module(f"{GAME}.{module}")
        *path, last = name.split(".")
        for part in path:
            of = getattr(of, part)
        monkeypatch.setattr(of, last, wrong)

    yield slip
    monkeypatch.undo()
    forget_packages()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(packages, "TICK_S", 0.01)
    for module in (live_game, replaying, script):
        monkeypatch.setattr(module, "RULES_S", 0.3)
    with capture_logs() as entries:
        yield entries


def for_ever(*_: Any, **__: Any) -> Any:
    while True:
        pass


def ends_it_all(*_: Any, **__: Any) -> Any:
    raise SystemExit("enough")


def if_said(wrong: Callable[[], Any]) -> Callable[..., Any]:
    """Return a rule that is wrong where somebody says higher or lower, and sound where a card is laid."""
    return lambda state, **changes: wrong() if changes.get("guess") else values.replace(state, **changes)


def misspelt(_event: PublicEvent, names: Any) -> Any:
    return say("{whoo} has guessed.", who=names.who(1))


def misnamed(state: Any) -> Any:
    return values.replace(EXAMPLES_VIEW(state), **({"gues": state.guess} if state.guess else {}))


def of_no_json(state: Any) -> Any:
    return values.replace(EXAMPLES_VIEW(state), guess={state.guess} if state.guess else None)


def divided(state: Any) -> Any:
    return values.replace(EXAMPLES_VIEW(state), round=1 // (state.guess is None))


def EXAMPLES_VIEW(state: Any) -> Any:  # noqa: N802 - replaced by the fixture below
    raise NotImplementedError


@pytest.fixture(autouse=True)
def examples_view(monkeypatch: pytest.MonkeyPatch, slips: Slips) -> None:
    view = importlib.import_module(f"{GAME}.view")
    monkeypatch.setitem(globals(), "EXAMPLES_VIEW", view.view)


WRONG = {
    "a placeholder of a sentence": ("events:GuessMade.said", misspelt, "KeyError: 'who"),
    "a view that raises": ("view:view", divided, "ZeroDivisionError"),
    "a view with a field that it has not": ("view:view", misnamed, "gues"),
    "a view that is no JSON": ("view:view", of_no_json, "TypeError: Object of type set is not JSON serializable"),
    "a rule that does not return": ("rules:replace", if_said(for_ever), "TookTooLong: it did not return within 0.3 s"),
    "a rule that ends the program": ("rules:replace", if_said(ends_it_all), "RuntimeError: SystemExit: enough"),
}


@pytest.mark.parametrize("slip", [pytest.param(name, marks=LONG if "return" in name else ()) for name in WRONG])
def test_a_slip_costs_one_fact(slip: str, slips: Slips, journal: Journal) -> None:
    where, wrong, error = WRONG[slip]
    with TableInTime(journal, game=GAME) as table:
        table.starts(GAME, "Ana", "Ben")
        table.card("n7.1").touches("pile")
        before = table.controller.board.snapshot.game
        slips(where, wrong)

        table.seat(1).taps()
        table.runs(1000)

        after = table.controller.board.snapshot
        assert error in " ".join(one.error for one in journal.set_aside(1))
        assert [error for error in after.host.health["errors"] if "could not judge" in error]
        assert printed(after.game) == printed(before)
        assert to_json(after.game.views["seat:1"])["guess"] is None
        for audience in after.game.views:
            json.dumps(shown(after, audience))


def test_play_goes_on_after_it(slips: Slips, journal: Journal) -> None:
    with TableInTime(journal, game=GAME) as table:
        table.starts(GAME, "Ana", "Ben")
        table.card("n7.1").touches("pile")
        table.seat(1).taps()
        table.runs(1000)
        slips("rules:replace", lambda state, **_: for_ever() if state.guess else values.replace(state, **_))
        table.card("n9.1").touches("pile")
        assert table.view["piles"]["pile"] == {"top": "n7.1", "count": 1}
        slips("rules:replace", values.replace)

        table.card("n8.1").touches("pile")

        assert table.view["piles"]["pile"] == {"top": "n8.1", "count": 2}
        assert table.view["seats"][0]["score"] == 1


@pytest.mark.parametrize(("wrong", "why"), [pytest.param(for_ever, "TookTooLong", marks=LONG), (misspelt, "TypeError")])
def test_a_game_that_cannot_begin_leaves_the_one_that_is_on(
    wrong: Any, why: str, slips: Slips, journal: Journal
) -> None:
    with TableInTime(journal, game=GAME) as table:
        table.starts(GAME, "Ana", "Ben", "Cleo")
        before = table.controller.board.snapshot.game
        slips("rules:most_points", wrong)
        slips("view:view", wrong)

        with pytest.raises(BadInput, match=f"Higher or lower cannot begin: {why}"):
            table.starts(GAME, "Ana", "Ben")

        assert table.controller.board.snapshot.game.views == before.views
        assert journal.running() is not None


def test_a_game_whose_newer_sentences_are_wrong_is_put_away_and_the_table_goes_on(slips: Slips, tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game=GAME) as table:
        table.starts(GAME, "Ana", "Ben")
        table.card("n7.1").touches("pile")
        table.seat(1).taps()
    slips("events:GuessMade.said", misspelt)

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game=GAME) as table:
        found = journal.running()
        assert found is not None
        table.controller.resume(found)

        snapshot = table.controller.board.snapshot
        assert snapshot.game.game_id is None
        assert "Game 1 cannot go on" in str(snapshot.host.health["errors"])


def test_a_script_that_cannot_be_judged_is_refused_in_one_line(slips: Slips, tmp_path: Path) -> None:
    path = tmp_path / "slip.jsonl"
    path.write_text((EXAMPLE / "scripts/first-guesses.jsonl").read_text())
    slips("rules:replace", for_ever)

    with pytest.raises(BadInput, match=re.escape(f"{path}:2: this cannot be judged: TookTooLong")):
        script.play(path)

    slips("rules:replace", lambda *_, **__: 1 // 0)
    with pytest.raises(BadInput, match=r":2: this cannot be judged: ZeroDivisionError: .* \(rules\.py:\d+\)$"):
        script.play(path)


@pytest.mark.long
def test_no_page_is_lost_by_a_slip(tmp_path: Path) -> None:
    site = tmp_path / "slipping"
    install(
        site,
        "slipping-games",
        {"games": {GAME: "slipping:GAME"}},
        slipping="""
            from higher_or_lower import HIGHER_OR_LOWER as GAME
            from higher_or_lower import events
            from table.saying import say
            events.GuessMade.said = lambda event, names: say("{whoo} guessed", who="Ana")
            """,
    )
    arguments = ("play", GAME, "--players", "2", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=environment(site, EXAMPLE)) as table:
        table.touches("n7.1", "pile")
        table.shows("n7.1")
        table.presses(1)
        table.releases(1)
        table.waits_until(lambda view: "has stopped" in view["headline"])

        host = table.host()
        for path in ("", "seat/1", "virtual", "screen", "host", "api/v1/table"):
            with host.opens(f"{host.url}/{path}") as answer:
                assert answer.status == 200
        watched = host.watches("host/events", lambda _: True)
        assert "The table cannot judge this game any more" in str(watched["health"]["errors"])
