"""`doctor`, `watch` and `run` in separate processes, with the real mfrc522 package on stand-ins."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from table import games
from tests.on_stand_ins import PI, StandIns
from tests.playing import COMMAND, PATIENCE_S, run, running

pytestmark = pytest.mark.usefixtures("mfrc522_package")

UID = "04a1b2c3d4e5f6"
OTHER = "04a1b2c3d4e5f7"
ROOT = Path(__file__).parent.parent


@pytest.fixture
def on_a_pi(tmp_path: Path) -> StandIns:
    return StandIns(tmp_path)


def asked(on_a_pi: StandIns, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = (*arguments, "--config", str(on_a_pi.config))
    return run(*line, timeout_s=PATIENCE_S, environment=on_a_pi.environment)


def test_the_doctor_passes_a_sound_table(on_a_pi: StandIns) -> None:
    result = asked(on_a_pi, "doctor", "--seconds", "0.1")

    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        "ok     reader 1 (discard, spi 0.0): MFRC522 version 2.0",
        "ok     reader 2 (hidden, spi 0.1): MFRC522 version 2.0",
        "ok     button of seat 1 (BCM 17, pin 11): at rest",
        "ok     button of seat 2 (BCM 27, pin 13): at rest",
        "ok     button of seat 3 (BCM 5, pin 29): at rest",
    ]


def test_the_doctor_names_what_is_wrong_and_fails(tmp_path: Path) -> None:
    on_a_pi = StandIns(tmp_path, PI.replace("device = 1", 'device = 1\nfaults = ["deaf"]'))
    result = asked(on_a_pi, "doctor", "--seconds", "0.1", "--json")

    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert not report["ok"]
    assert [(device["what"], device["ok"]) for device in report["devices"][:2]] == [
        ("reader 1 (discard, spi 0.0)", True),
        ("reader 2 (hidden, spi 0.1)", False),
    ]
    assert report["devices"][1]["fault"].startswith("deaf chip")
    assert report["devices"][1]["cure"]


@pytest.mark.long
def test_the_doctor_shows_how_high_a_card_is_read(on_a_pi: StandIns) -> None:
    command = [COMMAND, "doctor", "--config", str(on_a_pi.config), "--range", "hidden", "--seconds", "20"]
    process = subprocess.Popen(
        command, env=on_a_pi.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        with on_a_pi.hands() as hands:
            hands.does("put", uid=UID, reader="0.1")
            assert any(line.endswith(" 25 of the last 25 polls read a card\n") for line in process.stdout)
            hands.does("lift", uid=UID)
            assert any(line.endswith(" 0 of the last 25 polls read a card\n") for line in process.stdout)
    finally:
        process.kill()
        process.communicate()


def test_a_range_of_no_reader_is_told_in_one_line(on_a_pi: StandIns) -> None:
    result = asked(on_a_pi, "doctor", "--range", "attic")

    complaint = "--range: no reader is called 'attic'; there are: 1 (discard), 2 (hidden)"
    assert (result.returncode, result.stderr) == (2, f"cardtable: {complaint}\n")


@pytest.mark.long
def test_watch_tells_cards_and_buttons_until_it_is_stopped(on_a_pi: StandIns) -> None:
    command = [COMMAND, "watch", "--config", str(on_a_pi.config)]
    process = subprocess.Popen(
        command, env=on_a_pi.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        with on_a_pi.hands() as hands:
            hands.touches(UID)
            result = [json.loads(process.stdout.readline()) for _ in range(2)]
            hands.taps(2)
            result += [json.loads(process.stdout.readline()) for _ in range(2)]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    finally:
        process.kill()
        rest, complaints = process.communicate()

    assert (rest, complaints) == ("", "")
    assert [(fact["fact"], fact.get("zone"), fact.get("uid"), fact.get("seat")) for fact in result] == [
        ("tag_arrived", "discard", UID, None),
        ("tag_left", "discard", UID, None),
        ("button_down", None, None, 2),
        ("button_up", None, None, 2),
    ]
    assert [fact["t"] for fact in result] == sorted(fact["t"] for fact in result)


def test_watch_ends_by_itself_after_its_time(on_a_pi: StandIns) -> None:
    assert asked(on_a_pi, "watch", "--seconds", "0.2").returncode == 0


@pytest.mark.parametrize("command", ["watch", "doctor"])
def test_a_time_is_a_number(on_a_pi: StandIns, command: str) -> None:
    result = asked(on_a_pi, command, "--seconds", "nan")

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("cardtable: Invalid value for '--seconds': nan is not in the range 0<=x<=")


def test_a_game_is_played_on_the_table_with_the_cards_that_were_tagged(on_a_pi: StandIns) -> None:
    decks = on_a_pi.config.parent / "decks"
    decks.mkdir()
    (decks / "mito.tags.toml").write_text(f'"{UID}" = "number2.1"\n"{OTHER}" = "number1.1"\n')
    arguments = ("run", "--config", str(on_a_pi.config), "mito", "--players", "Ana,Ben,Cleo")
    with running(*arguments, environment=on_a_pi.environment) as table, on_a_pi.hands() as hands:
        assert "virtual" not in table.greeting
        hands.touches(UID)
        table.waits_until(lambda view: view["piles"] == {"discard": {"top": "number2.1", "count": 1}})
        hands.touches(OTHER)
        table.waits_until(lambda view: view["piles"] == {"discard": {"top": "number1.1", "count": 2}})
        hands.taps(2)
        table.waits_until(lambda view: view["turn"] == 3)
        hands.touches("04ffffffffffff")
        table.waits_until(lambda view: "does not know the card" in (view["notice"] or ""))

    database = (on_a_pi.config.parent / "table.db").read_bytes()
    assert b"04ffffffffffff" not in database, "a foreign card is never stored"


@pytest.mark.long
def test_another_game_than_the_interrupted_one_is_refused(on_a_pi: StandIns) -> None:
    arguments = ("run", "--config", str(on_a_pi.config))
    with running(*arguments, "mito", "--players", "Ana,Ben,Cleo", environment=on_a_pi.environment) as table:
        assert "0 of 72 cards carry a tag" in table.greeting

    result = asked(on_a_pi, "run", "mito", "--players", "Xena,Yan,Zed")
    assert (result.returncode, result.stderr) == (
        2,
        "cardtable: a game of Mito with Ana, Ben, Cleo was interrupted: leave out the game to go on, or say --new\n",
    )
    with running(*arguments, environment=on_a_pi.environment) as table:
        assert "Going on with the interrupted game of Mito for 3" in table.greeting


@pytest.mark.long
def test_a_new_game_that_cannot_begin_leaves_the_interrupted_one(on_a_pi: StandIns) -> None:
    arguments = ("run", "--config", str(on_a_pi.config))
    with running(*arguments, "mito", "--players", "Ana,Ben,Cleo", environment=on_a_pi.environment):
        pass

    result = asked(on_a_pi, "run", "nur_mut", "--new", "--players", "Ana,Ben")
    assert result.returncode == 2
    assert result.stderr.startswith("cardtable: no reader serves pile.1, and Nur Mut cannot be played without it")
    with running(*arguments, environment=on_a_pi.environment) as table:
        assert "Going on with the interrupted game of Mito for 3" in table.greeting


@pytest.mark.long
def test_a_tag_for_a_card_that_is_none_is_told(on_a_pi: StandIns) -> None:
    decks = on_a_pi.config.parent / "decks"
    decks.mkdir()
    (decks / "mito.tags.toml").write_text(f'"{UID}" = "numbre2.1"\n')

    result = asked(on_a_pi, "run", "mito", "--players", "Ana,Ben,Cleo")

    path = decks / "mito.tags.toml"
    complaint = f"{path}: {UID}: the deck has no card 'numbre2.1'; did you mean number2.1?"
    assert (result.returncode, result.stderr) == (2, f"cardtable: {complaint}\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["mito"], "--players: who plays Mito? expected names by seat, as --players Ana,Ben,Cleo"),
        (["mito", "--players", "A,B,C,D"], "--players: this table has 3 seats, not 4"),
        (["mito", "--players", "Ana,Ben"], "--players: Mito is for 3 to 5 players, not 2"),
        (["mito", "--players", "Ana", "--robots", "1"], "--players: Mito is for 3 to 5 players, not 2"),
        (["mito", "--players", "Ana,Ben,Ana"], "--players: two of them have the same name"),
        (
            ["mito", "--players", "Ada,\N{CYRILLIC CAPITAL LETTER A}da,Cleo"],
            "--players: \N{CYRILLIC CAPITAL LETTER A}da and Ada look alike: choose another name",
        ),
        (
            ["mito", "--players", "Ada,B\u200bo,Cleo"],
            "--players: the name at seat 2: a name cannot have invisible letters",
        ),
        (["--players", "A,B,C"], "--players: this needs a game; name one before it"),
        (["--new"], "--new: this needs a game; name one before it"),
        (["poker", "--players", "A,B,C"], f"game: expected one of {', '.join(games.names())}, not 'poker'"),
    ],
)
def test_what_cannot_be_run_is_told_in_one_line(on_a_pi: StandIns, arguments: list[str], complaint: str) -> None:
    result = asked(on_a_pi, "run", *arguments)

    assert (result.returncode, result.stderr) == (2, f"cardtable: {complaint}\n")
    assert not (on_a_pi.config.parent / "table.db").exists()


def test_a_device_that_cannot_be_opened_is_named_with_its_cure(tmp_path: Path) -> None:
    result = asked(StandIns(tmp_path, "spi_enabled = false\n" + PI), "watch", "--seconds", "1")

    assert result.returncode == 2
    assert re.fullmatch(
        r"cardtable: reader 1 \(discard, spi 0\.0\): SPI is not enabled: there is no /dev/spidev0\.0; add "
        r"dtparam=spi=on .*\n",
        result.stderr,
    )


@pytest.mark.proof
def test_the_hardware_suite_runs_on_a_real_table_with_a_person(on_a_pi: StandIns) -> None:
    """Here the person is a function that reads the prompts and moves emulated cards."""
    command = [sys.executable, "-m", "pytest", "tests/hardware/test_on_readers.py", "--table", str(on_a_pi.config)]
    process = subprocess.Popen(
        [*command, "-p", "no:cacheprovider"], cwd=ROOT, env=on_a_pi.environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = []
    try:
        with on_a_pi.hands() as hands:
            for line in process.stdout:
                said.append(line)
                obeys(hands, line)
    finally:
        process.kill()
        process.communicate()

    assert process.returncode == 0, "".join(said)
    assert " 10 passed" in said[-1]
    assert sum(line.startswith(">>> Lay card") for line in said) == 10


def uids(named: str) -> list[str]:
    """Return the UIDs of the cards that a prompt names, such as `A and B`."""
    return [f"04a1b2c3d4e5{ord(card):02x}" for card in named.split(" and ")]


def obeys(hands: object, line: str) -> None:
    from tests.on_stand_ins import Hands

    assert isinstance(hands, Hands)
    if found := re.match(r">>> Lay cards? (.+) on .* spi (\d\.\d)\)", line):
        for uid in uids(found[1]):
            hands.does("put", uid=uid, reader=found[2])
    elif found := re.match(r">>> Take cards? (.+) away", line):
        for uid in uids(found[1]):
            hands.does("lift", uid=uid)
    elif found := re.match(r">>> .* the button of seat (\d)", line):
        hands.taps(int(found[1]))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--zones", "discard,Hidden"), "--zones: expected names of zones, such as discard,seat.1, not 'Hidden'"),
        (("--zones", ","), "--zones: expected names of zones, such as discard,seat.1, not ','"),
        (("--config", "/dev/null/table.toml"), "/dev/null/table.toml: this cannot be written"),
    ],
)
def test_what_could_not_be_written_is_told_before_anybody_touches_a_pad(
    on_a_pi: StandIns, arguments: tuple[str, ...], complaint: str
) -> None:
    line = ("setup", "--json", "--config", str(on_a_pi.config), *arguments)  # a repeated option replaces the first one
    result = run(*line, timeout_s=PATIENCE_S, environment=on_a_pi.environment)

    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"cardtable: {complaint}\n")


@pytest.mark.long
def test_a_table_is_set_up_by_touches_and_presses(on_a_pi: StandIns) -> None:
    on_a_pi.config.write_text("# from before")
    line = [COMMAND, "setup", "--config", str(on_a_pi.config), "--json", "--zones", "discard,hidden", "--seats", "3"]
    process = subprocess.Popen(
        line, env=on_a_pi.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    heard, lies = [], None
    with process, on_a_pi.hands() as hands:
        try:
            for message in map(json.loads, process.stdout):
                heard.append(message)
                if lies is not None and "ask" in message:  # the card stays until it has been read, however slow that is
                    hands.does("lift", uid=UID, reader=lies)
                    lies = None
                match message:
                    case {"ask": "touch", "zone": zone}:
                        lies = "0.1" if zone == "discard" else "0.0"
                        hands.does("put", uid=UID, reader=lies)
                    case {"ask": "press", "seat": seat}:
                        hands.taps(4 - seat)
            process.wait(PATIENCE_S)
        finally:
            process.kill()
    result = asked(on_a_pi, "wiring", "--format", "json")

    assert (process.returncode, heard[-1]) == (0, {"wrote": str(on_a_pi.config)})
    assert [message["found"] for message in heard if "found" in message] == ["reader", "reader"]
    assert on_a_pi.config.with_name("table.toml.before").read_text() == "# from before"
    wires = {
        (wire["from"]["part"], wire["from"]["pin"]): wire["to"]["name"] for wire in json.loads(result.stdout)["wires"]
    }
    assert (wires["reader 1", "SDA"], wires["reader 2", "SDA"]) == ("GPIO7", "GPIO8")
    assert [wires[f"button seat {seat}", "1"] for seat in (1, 2, 3)] == ["GPIO5", "GPIO27", "GPIO17"]
