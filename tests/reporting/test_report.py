"""A report of the last game: it replays to what was told, names nobody, and is there whatever is damaged."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from table.complaints import BadInput
from table.facts import RobotSeated
from table.history.archive import Archive
from table.judging import script
from table.judging.session import dump
from table.keeping import kept_log
from table.keeping.journal import Journal
from table.reporting import reproducing
from table.reporting.configuration import configured
from table.reporting.report import LATER, made, write
from table.settings.model import Settings
from table.values import to_json
from tests.history import library
from tests.history.library import among
from tests.history.test_archive import add
from tests.history.test_forgetting import write as written
from tests.reporting.searching import found_in

GAME = "mito-4-typical-124"
ODD = ["Jürgen O'Neill\\", 'J. R. "Bob" 100%', "🦊🦊", "Al"]
WORDS = ["card", "e", "number2.1", "round_ended"]


def left_behind(folder: Path, players: list[str], *, ended: bool = True) -> Path:
    with Journal(folder / "table.db") as journal:
        seen = among(library.games()[GAME], *players)
        written(journal, seen if ended else seen[:40], ended=ended)
    return folder / "table.db"


def replayed(path: Path) -> list[dict[str, Any]]:
    _, lines = script.play(path)
    return [{**dump(line), "text": str(dump(line).get("text", ""))} for line in lines if line.audience == "sealed"]


def test_whoever_took_a_robots_seat_is_not_named_either(tmp_path: Path) -> None:
    seen = among(library.games()[GAME], *"ABCD")[:40]
    taken = [*seen[:9], {"t": seen[8]["t"], "fact": "robot_seated", "seat": 1, "name": "Zoe Unheard-of"}, *seen[9:]]
    with Journal(tmp_path / "table.db") as journal:
        written(journal, taken, ended=True)
    write(tmp_path / "table.db", tmp_path / "report.zip")

    assert found_in(tmp_path / "report.zip", ["Unheard"]) == []
    named = [fact for fact in reproducing.read(tmp_path / "report.zip").facts if isinstance(fact, RobotSeated)]
    assert [fact.name for fact in named] == ["Seat 1"]


@pytest.mark.long
@pytest.mark.parametrize("players", [ODD, WORDS])
def test_a_report_replays_to_the_same_events_and_names_nobody(players: list[str], tmp_path: Path) -> None:
    database = left_behind(tmp_path, players)
    log = kept_log.KeptLog(database, {"configuration": {}})
    log.write({"event": "a message cannot be handled", "error": f"KeyError: {players[0]!r} of {players[2]}"})
    write(database, tmp_path / "report.zip")
    report = reproducing.read(tmp_path / "report.zip")

    before = library.as_script(among(library.games()[GAME], *[f"Seat {seat}" for seat in range(1, 5)]), tmp_path)
    assert replayed(tmp_path / "report.zip") == replayed(before)
    assert reproducing.differs(report) is None
    assert report.about.game.replays_as_told is True
    if players is ODD:
        assert found_in(tmp_path / "report.zip", ODD[:3]) == []
    assert players[0] not in [name for fact in report.facts for name in getattr(fact, "players", ())]
    assert "Seat 1" in report.log[-1]["error"] or "somebody" in report.log[-1]["error"]


def test_of_a_game_that_is_over_the_history_has_the_facts(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db"):
        pass
    with Archive(tmp_path / "table.db") as archive:
        add(archive, 4, library.record(among(library.games()[GAME], *ODD)))
    write(tmp_path / "table.db", tmp_path / "report.zip")
    report = reproducing.read(tmp_path / "report.zip")

    assert (report.about.game.audience, reproducing.differs(report)) == ("public", None)
    assert found_in(tmp_path / "report.zip", ODD[:3]) == []


def test_a_game_that_goes_on_is_not_for_phones(tmp_path: Path) -> None:
    database = left_behind(tmp_path, ODD, ended=False)

    with pytest.raises(BadInput, match=LATER):
        made(database, secrets=False)
    _, game = made(database)
    assert game is not None
    assert game.is_secret


@pytest.mark.long
def test_of_a_damaged_journal_a_report_has_what_can_be_saved(tmp_path: Path) -> None:
    database = left_behind(tmp_path, ODD)
    body = bytearray(database.read_bytes())
    body[-3000:-2500] = b"x" * 500
    database.write_bytes(body)
    write(database, tmp_path / "report.zip")
    report = reproducing.read(tmp_path / "report.zip")

    assert report.about.damage
    assert str(tmp_path) not in report.about.damage
    assert reproducing.differs(report) is None
    assert found_in(tmp_path / "report.zip", ODD[:3]) == []


def test_without_a_game_there_is_still_the_log(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        write(tmp_path / "table.db", tmp_path / "report.zip")
    kept_log.KeptLog(tmp_path / "table.db", {})

    assert write(tmp_path / "table.db", tmp_path / "report.zip") is None
    assert not reproducing.read(tmp_path / "report.zip").has_game


def test_of_the_configuration_only_what_is_listed_is_told() -> None:
    settings = Settings.model_validate({
        "table": {"seats": 2, "name": "Jürgen's kitchen", "database": "jürgen.db"},
        "reader": [{"zone": "discard", "backend": "pico", "pico": "juergen", "channel": 0}],
        "pico": [{"name": "juergen", "serial_number": "E6614103E7"}],
    })  # fmt: skip

    text = json.dumps(to_json(configured(settings)), ensure_ascii=False)
    assert "rgen" not in text
    assert "E6614103E7" not in text
    assert configured(settings).readers[0]["pico"] == "pico 1"


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (None, "is damaged"),
        ({}, "expected a report with report.json"),
        ({"report.json": "{}"}, "expected what a report says of itself"),
        ({"report.json": "[" * 100_000}, "report.json is damaged"),
        ({"report.json": '{"format": 1, "game": {}}', "log.jsonl": ""}, "expected a report with told.jsonl"),
    ],
)
def test_a_report_that_is_none_is_told_in_a_sentence(parts: dict[str, str] | None, why: str, tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    path.write_bytes(b"PK\x03\x04 torn")
    if parts is not None:
        with zipfile.ZipFile(path, "w") as packed:
            for name, text in parts.items():
                packed.writestr(name, text)

    with pytest.raises(BadInput, match=why):
        reproducing.read(path)


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_MOST_BYTES", 1000)
    with zipfile.ZipFile(tmp_path / "report.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(script.FACTS, "x" * 100_000)

    with pytest.raises(BadInput, match="longer than any evening"):
        script.play(tmp_path / "report.zip")
