"""Robots at a table in a separate process: they play until somebody takes a seat, and never again after that."""

import os
import signal
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.playing import Phone, Playing, playing, run

TAKEN_UP = "Going on with the interrupted game"


def is_played(view: dict[str, Any]) -> bool:
    """Return whether somebody has laid a card or must draw one."""
    return any(event["event"] in ("card_played", "draw_owed") for event in view["news"])


def come(phone: Phone) -> None:
    """Take seats for three people on one phone and enter their names."""
    for seat, name in enumerate(("Xi", "Yan", "Zoe"), start=1):
        phone.asks(f"seats/{seat}/take")
        phone.asks(f"seats/{seat}/name", name=name)


def kill(table: Playing) -> None:
    os.kill(table.process.pid, signal.SIGKILL)
    table.process.wait(timeout=10)


@pytest.mark.long
def test_robots_deal_and_play_by_themselves(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto", "--players", "4") as table:
        view = table.waits_until(is_played)

    assert view["auto"]
    assert len(view["seats"]) == 4


@pytest.mark.long
def test_who_takes_a_seat_finds_a_table_on_which_nothing_lies_and_nobody_presses(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        table.waits_until(is_played)
        phone = table.phone()
        phone.asks("seats/1/take")
        view = table.table()
        assert (view["auto"], view["game"], view["turn"]) == (False, None, None)
        assert {seat["name"] for seat in view["seats"]} == {None}
        assert view["prompt"].startswith("Three are needed")

        come(phone)
        view = table.table()
        assert (view["running"], view["game_id"]) == (False, 2)
        assert view["prompt"].startswith("Deal 8 cards each")
        phone.asks("hands", do="deal")
        view = table.waits_until(lambda view: view["running"])
        assert (view["piles"]["discard"]["count"], view["correction"]) == (1, None)
        phone.asks("tabletop", do="press", seat=1)
        phone.asks("tabletop", do="release", seat=1)
        table.waits_until(lambda view: view["news"][0]["event"] in ("draw_owed", "card_drawn"))
        view = table.waits_until(lambda view: view["turn"] == 2)
        assert [event["event"] for event in view["news"] if event["event"] == "card_played"] == []


@pytest.mark.long
def test_gestures_of_visitors_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        with pytest.raises(HTTPError, match="409") as refused:
            table.touches("number2.1", "discard")

        assert "Robots are playing: take a seat" in refused.value.read().decode()


@pytest.mark.long
def test_a_game_of_robots_alone_is_not_gone_on_with(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        table.waits_until(is_played)
        kill(table)

    with playing(tmp_path / "table.db") as table:
        view = table.table()
        assert TAKEN_UP not in table.greeting
        assert (view["auto"], view["game_id"], view["running"]) == (False, 2, False)


@pytest.mark.long
def test_a_seat_that_is_held_from_before_sends_nobody_home(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        phone = table.phone()
        phone.asks("seats/1/take")
        phone.asks("seats/1/name", name="Zoe")
        kill(table)

    with playing(tmp_path / "table.db", "--auto") as table:
        phone.url = table.url
        assert phone.gets("me")["seats"] == [1]
        assert table.waits_until(is_played)["auto"]
        phone.asks("seats/1/take")
        assert not table.table()["auto"]


@pytest.mark.long
def test_an_interrupted_game_of_people_goes_on_and_nobody_disturbs_it(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        phone = table.phone()
        come(phone)
        phone.asks("hands", do="deal")
        before = table.waits_until(lambda view: view["running"])
        kill(table)

    with playing(tmp_path / "table.db", "--auto") as table:
        assert TAKEN_UP in table.greeting
        assert table.table() == before
        phone.url = table.url
        for act in ("press", "release"):
            phone.asks("tabletop", do=act, seat=1)
        after = table.waits_until(lambda view: view["turn"] == 2)
        assert (after["auto"], after["game_id"]) == (False, before["game_id"])
        assert [event["said"] for event in after["news"] if event not in before["news"]] == ["Xi draws a card."]


@pytest.mark.long
def test_a_host_who_begins_a_game_sends_them_home(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        table.waits_until(is_played)
        table.host().asks("games", players=["Uma", "Vic", "Wes"])

        view = table.table()
        assert (view["auto"], [seat["name"] for seat in view["seats"]]) == (False, ["Uma", "Vic", "Wes"])


@pytest.mark.long
def test_an_interrupted_table_stops_cleanly_though_robots_play(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as table:
        table.waits_until(is_played)
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(timeout=10) == 0
        assert table.complaints() == []


def test_who_cannot_play_is_not_asked_to(tmp_path: Path) -> None:
    done = run("play", "--auto", "--untagged", "--database", tmp_path / "table.db")

    assert done.returncode == 2
    assert done.stderr == "cardtable: --auto: robots cannot name cards; leave out --untagged\n"


@pytest.mark.long
def test_robots_who_play_faster_are_seen_on_phones_and_nobody_can_take_a_seat(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto", "--speed", "40") as table:
        table.waits_until(is_played)
        began_s, at_s = time.monotonic(), table.table()["last"]["t"]
        view = table.waits_until(lambda view: view["last"]["t"] > at_s + 60)
        took_s = time.monotonic() - began_s
        phone = table.phone()
        with pytest.raises(HTTPError, match="409") as refused:
            phone.asks("seats/1/take")

        assert took_s < 60, "a minute at the table takes less, even on a busy machine"
        assert view["auto"]
        assert "without --speed to take a seat" in refused.value.read().decode()
        assert phone.gets("me")["seats"] == []
        assert table.table()["auto"]
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(timeout=10) == 0
        assert [line for line in table.complaints() if "[info" not in line] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--auto", "--speed", "0"), "--speed: expected 1 to 100, not 0"),
        (("--auto", "--speed", "nan"), "--speed: expected 1 to 100, not nan"),
        (("--speed", "20"), "--speed: people cannot play faster; add --auto for robots"),
    ],
)
def test_a_speed_that_cannot_be_is_refused(tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    done = run("play", *arguments, "--database", tmp_path / "table.db")

    assert (done.returncode, done.stderr) == (2, f"cardtable: {complaint}\n")


@pytest.mark.long
def test_time_does_not_run_in_an_interrupted_game_of_people(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        kill(table)
    done = run("play", "--auto", "--speed", "20", "--database", tmp_path / "table.db")

    assert done.returncode == 2
    assert done.stderr == (
        "cardtable: --speed: a game of people was interrupted: leave out --speed to go on, or say --new\n"
    )
