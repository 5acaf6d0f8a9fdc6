"""The commands as people run them, each in a separate process."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from urllib.request import urlopen

import pytest

from table import distributions
from table.cli import COMMANDS
from table.tagging import tags
from tests.playing import COMMAND, free_port, playing, run

EXAMPLE = Path(__file__).parent / "scripts" / "examples" / "mito-first-turns.jsonl"


def run_anew(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a new Python process, with its own hash seed."""
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.long
def test_an_example_replays_to_the_same_bytes_twice() -> None:
    first, second = run_anew("replay", EXAMPLE), run_anew("replay", EXAMPLE)

    assert first.returncode == 0
    assert first.stdout == second.stdout
    events = [json.loads(line) for line in first.stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.long
def test_a_view_is_one_json_object() -> None:
    view = json.loads(run("replay", EXAMPLE, "--view", "public").stdout)

    assert view["piles"] == {"discard": {"top": "number5.1", "count": 3}}
    assert view["turn"] == 1


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([COMMAND, "replay", EXAMPLE], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    complaint = "what is printed cannot be written: No space left on device"
    assert (done.returncode, done.stderr) == (1, f"cardtable: {complaint}\n")


def test_games_and_options_for_people_and_for_programs() -> None:
    assert "3 to 5" in run("games").stdout
    games = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert games["mito"]["zones"][:2] == ["discard", "seat.1"]
    assert "A 1 may be laid on a 5" in run("options", "mito").stdout
    described = json.loads(run("options", "mito", "--json").stdout)
    wrap = {"name": "wrap", "default": True, "meaning": "A 1 may be laid on a 5, and a 5 on a 1.", "kind": "yes_no"}
    assert wrap in described["options"]
    choices = {choice["name"]: choice for choice in described["choices"]}
    assert {"undo", "pause", "resume", "abort", "next_round", "rule", "reshuffled", "settle"} <= choices.keys()
    assert choices["settle"]["value"] == "answer"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["replay", "/nowhere.jsonl"], "/nowhere.jsonl: cannot be read: No such file or directory"),
        (["replay", EXAMPLE, "--audience", "seat:9"], "--audience: expected one of public, host, sealed, seat:1"),
        (["replay", EXAMPLE, "--view", "sealed"], "--view: expected one of public, host, seat:1"),
        (["replay"], "Missing argument 'SCRIPT'"),
        (["options"], "Missing argument 'GAME'"),
        (["plan", "--seats", "3"], "Missing option '--readers'"),
        (["games", "--jsn"], "No such option '--jsn'. Did you mean '--json'?\n"),
        (["languages", "--foo"], "No such option '--foo'. Expected one of --json, --help.\n"),
        (["hotspot", "maybe"], "No such command 'maybe'. Expected one of join, off, on, status.\n"),
        (["wiring", "--format", "pdf"], "Invalid value for '--format'"),
        (["options", "chess"], "game: expected one of "),
        (["options", "mito", "--lang", "tlh"], "--lang: expected one of en, de, fr, not 'tlh'"),
        (["duel", "mito", "--seats", "keen,mad"], "--seats: expected one of easy, keen, not 'mad'"),
        (["study", "mito", "--kind", "mad"], "--kind: expected one of easy, keen, not 'mad'"),
        (["play", "--players", "9"], "--players: Mito is for 3 to 5 players, not 9"),
        (["play", "--port", "0"], "Invalid value for '--port'"),
        (["sing"], "No such command 'sing'. Expected one of play, run, serve, "),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(arguments: list[str | Path], complaint: str) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"cardtable: {complaint}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((), [*COMMANDS, *sorted(distributions.COMMANDS)]), (("hotspot",), ("join", "off", "on", "status"))],
)
def test_who_names_no_command_sees_which_there_are(arguments: tuple[str, ...], named: Iterable[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert [*named] == re.findall(r"^  ([a-z]+)  ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert "..." not in done.stdout.partition("Commands:")[2]
    assert done.stderr == "cardtable: expected a command, as listed above\n"
    assert run(*arguments, "--help").stdout == done.stdout


def test_help_says_what_is_asked_and_what_is_usual() -> None:
    said = " ".join(run("play", "--help").stdout.split())

    assert "[GAME] Name of a game, as in `cardtable games`. [default: mito]" in said
    assert "--port INTEGER RANGE The dashboard's port. [default: 8000; 1<=x<=65535]" in said


@pytest.mark.parametrize(
    ("board", "printed"),
    [
        ({"hands": {"Ana": ["number3.1", "ant4.1"], "Ben": ["moth2.1"], "Cleo": []}}, {"Ana": 6, "Ben": 10, "Cleo": 0}),
        ({"hands": {}}, {}),
        ({"hands": {"Ana": ["x1"]}, "catalogue": [{"code": "x1", "kind": "moth", "number": 2}]}, {"Ana": 10}),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])  # Windows often writes a byte order mark
def test_hands_are_scored(tmp_path: Path, board: object, printed: dict[str, int], encoding: str) -> None:
    (tmp_path / "hands.json").write_text(json.dumps(board), encoding=encoding)

    assert json.loads(run("score", "mito", tmp_path / "hands.json").stdout) == {"hands": printed}


def test_a_round_is_counted_with_every_reason(tmp_path: Path) -> None:
    ana = {"name": "Ana", "terrain": ["harpy.1", "troll.1", "troll.2"], "fused": [["troll.1", "troll.2"]]}
    (tmp_path / "board.json").write_text(json.dumps({"players": [ana, {"name": "Ben", "terrain": []}]}))

    counted, other = json.loads(run("score", "mythology_go", tmp_path / "board.json").stdout)["players"]

    assert counted["effects"] == [
        {"card": "harpy.1", "keyword": "outnumber", "points": 4},
        {"card": "troll.1", "keyword": "fusion", "points": 2},
    ]
    assert counted["colours"]["grey"] == 2
    assert (counted["total"], other["total"]) == (counted["values"] + 8, 0)


def test_the_board_in_the_documentation_is_counted(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs/scoring.md").read_text()
    (tmp_path / "board.json").write_text(page.partition("```json\n")[2].partition("```")[0])

    ana, ben = json.loads(run("score", "mythology_go", tmp_path / "board.json").stdout)["players"]

    assert (ana["identification"], ben["identification"]) == (4, -4)
    assert [one["keyword"] for one in ana["effects"]] == ["fusion", "fusion", "outnumber"]


def test_one_player_alone_is_no_board(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"players": [{"name": "Ana", "terrain": []}]}))
    done = run("score", "mythology_go", path)

    assert (done.returncode, done.stderr) == (2, f"cardtable: {path}: players: expected at least 2, not 1\n")


def test_what_nothing_counts_is_told(tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text("{}")
    done = run("score", "mytho", tmp_path / "board.json")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cardtable: game: points are counted for mito, mythology_go, not for 'mytho'\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nonsense", "expected one JSON object"),
        ("[]", "expected"),
        ('{"hands":' * 100_000, "expected one JSON object: this one is nested too deeply"),
        ("{}", "hands: this is missing"),
        ('{"hands": {"Ana": ["ace"]}}', "hands.Ana: Mito has no card 'ace'"),
        ('{"hands": {"Ana": ["ant1.1"], "Ben": ["ant1.1"]}}', "hands.Ben: ant1.1 is in Ana’s hand already"),
    ],
)
def test_hands_that_cannot_be_scored_are_told(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "hands.json"
    path.write_text(text)
    done = run("score", "mito", path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cardtable: {path}: {complaint}")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_an_owners_corrections_are_played_with_or_complained_of(tmp_path: Path) -> None:
    corrections = tmp_path / "decks" / "mito.toml"
    corrections.parent.mkdir()
    corrections.write_text('cards = [{ code = "number7.1", kind = "number", number = 7 }]')
    done = run("play", "--port", str(free_port()), "--database", tmp_path / "table.db")
    assert done.returncode == 2
    assert done.stderr.startswith(f"cardtable: {corrections}: catalogue: card 73, number: expected")

    corrections.write_text('cards = [{ code = "number5.9", kind = "number", number = 5 }]')
    with playing(tmp_path / "table.db") as table:
        table.touches("number5.9", "discard")
        assert table.shows("number5.9")["turn"] == 1


def test_a_port_in_use_is_named_before_anything_is_done(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104
        port = taken.getsockname()[1]
        done = run("play", "--port", str(port), "--database", tmp_path / "table.db")

    assert done.returncode == 2
    assert done.stderr == f"cardtable: --port: {port} is not available: Address already in use; try another one\n"
    assert list(tmp_path.iterdir()) == []


def test_a_killed_table_shows_the_same_picture_when_it_is_started_again(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        table.touches("number2.1", "discard")
        table.shows("number2.1")
        table.touches("number3.1", "discard")
        before = table.shows("number3.1")
        os.kill(table.process.pid, signal.SIGKILL)
        table.process.wait(timeout=10)

    with playing(tmp_path / "table.db") as table:
        assert table.table() == before
        table.touches("number4.1", "discard")
        assert table.shows("number4.1")["turn"] == 3


@pytest.mark.long
def test_a_second_table_on_one_database_says_so_and_stops(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db"):
        done = run("play", "--port", str(free_port()), "--database", tmp_path / "table.db")

    assert done.returncode == 2
    assert done.stderr.endswith("table.db: another table is using this database; stop it first\n")


BROKEN = """
import sys
from hardware.reader_bank import ReaderBank
from web.server.main import main

def poll(self):
    raise OSError("the SPI bus is gone")

ReaderBank.poll = poll
sys.argv = ["cardtable", "play", "--port", sys.argv[1], "--database", sys.argv[2]]
main()
"""


def is_well(port: int) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/health", timeout=20) as answer:
        return bool(json.load(answer)["ok"])


@pytest.mark.long
def test_a_table_whose_hardware_breaks_says_so_once_and_goes_on(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", BROKEN, str(port), str(tmp_path / "table.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "Ctrl-C stops" not in process.stdout.readline():
            assert process.poll() is None
        until_s = time.monotonic() + 20
        while is_well(port):  # the table has only just started to poll
            assert time.monotonic() < until_s
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=20)

    assert process.returncode == 0
    assert complaints.count("the SPI bus is gone") == 1


@pytest.mark.long
def test_an_interrupted_game_goes_on_and_says_so_or_is_given_up(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        assert len(table.table()["seats"]) == 3
    with playing(tmp_path / "table.db", "--players", "5") as table:
        assert "Going on with the interrupted game of Mito for 3; --new begins another.\n" in table.greeting
        assert len(table.table()["seats"]) == 3
    with playing(tmp_path / "table.db", "--players", "5", "--new") as table:
        assert len(table.table()["seats"]) == 5


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_table_stops_cleanly_though_phones_are_watching(tmp_path: Path, number: int) -> None:
    with playing(tmp_path / "table.db") as table:
        with urlopen(f"{table.url}/api/v1/events", timeout=5) as watching:  # noqa: S310
            assert watching.readline() == b"retry: 1000\n"
            table.process.send_signal(number)
            assert table.process.wait(timeout=10) == 0
        assert table.complaints() == []


@pytest.mark.long
def test_phones_keep_their_seats_when_the_table_is_started_again(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        phone, host = table.phone(), table.host()
        assert phone.asks("seats/2/take") == {"seats": [2]}
        assert host.asks("choices", choice="pause") == {"done": True}
        os.kill(table.process.pid, signal.SIGKILL)
        table.process.wait(timeout=10)

    access = tmp_path / "table.db.access"
    assert access.stat().st_mode & 0o777 == 0o600
    with playing(tmp_path / "table.db") as table:
        phone.url = host.url = table.url
        assert phone.asks("hands", seat=2, do="show") == {"done": True}
        assert host.asks("choices", choice="resume") == {"done": True}
        with phone.opens(f"{table.url}/api/v1/seats/2/events") as stream:
            assert stream.readline() == b"retry: 1000\n"
            host.asks("seats/2/free")
            assert b"retry" not in stream.read(), "it ends at once"


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """Return a command's error. Assert that it printed only that one sentence and exited with status 2."""
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("cardtable: ").removesuffix("\n")


def play_once(database: Path) -> subprocess.CompletedProcess[str]:
    return run("play", "--port", str(free_port()), "--database", database)


@pytest.mark.long
def test_a_damaged_database_is_told_by_every_command_and_salvaged(tmp_path: Path) -> None:
    database, new = tmp_path / "table.db", tmp_path / "new.db"
    with playing(database) as table:
        table.touches("number2.1", "discard")
        table.shows("number2.1")
        done = run("salvage", database, "-o", new)
        assert complaint(done) == f"{database}: a table is using this database; stop it first"
        os.kill(table.process.pid, signal.SIGKILL)
        table.process.wait(timeout=10)
    log = database.with_name("table.db-wal")
    found = log.read_bytes()
    log.write_bytes(found[:-100] + bytes(100))

    message = complaint(play_once(database))

    assert message.startswith(f"{database}: its write-ahead log is damaged: game 1 is lost from minute ")
    assert message.endswith(f"; `cardtable salvage {database} -o NEW` saves what can be saved")
    assert complaint(run("export", "1", "--database", database)) == message
    config = tmp_path / "table.toml"
    config.write_text('[table]\nseats = 3\ndatabase = "table.db"\n[[reader]]\nzone = "discard"\nbackend = "emulated"\n')
    assert complaint(run("run", "--config", config, "--port", str(free_port()))) == message

    done = run("salvage", database, "-o", new)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Saved 1 game with ")
    assert "Lost of game 1: from fact " in done.stdout
    assert new.stat().st_mode & 0o777 == 0o600
    with playing(new) as table:
        assert table.table()["game"] == "mito"
    assert complaint(run("salvage", database, "-o", new)) == (f"{new}: this file exists already; name a new one")


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (
            '[[reader]]\nzone = "hidden"\nbackend = "emulated"\n',
            "no reader serves discard, and Mito cannot be played without it; there is hidden",
        ),
        (
            '[[reader]]\nzone = "discard"\nbackend = "spidev"\n' * 2,
            (
                "reader 2: reader 1 (discard, spi 0.0) has the same chip select, so both would answer at once; give it "
                'another device, or with backend = "spidev" a select_pin of its own'
            ),
        ),
    ],
)
def test_a_table_that_its_file_makes_unplayable_writes_nothing(tmp_path: Path, parts: str, why: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f"[table]\nseats = 3\n{parts}")
    done = run("run", "--config", config, "--port", str(free_port()), "mito", "--players", "Ana,Ben,Cleo")

    assert complaint(done) == why
    assert [*tmp_path.iterdir()] == [config]


def test_of_nothing_nothing_is_saved(tmp_path: Path) -> None:
    database, new = tmp_path / "table.db", tmp_path / "new.db"
    database.write_bytes(bytes(20_000))

    assert complaint(run("salvage", database, "-o", new)) == f"{database}: nothing from a card table was found in it"
    assert complaint(run("salvage", tmp_path / "no.db", "-o", new)).endswith(
        "no.db: cannot be read: No such file or directory"
    )
    assert not new.exists()
    assert complaint(play_once(database)).startswith(f"{database}: is ")


@pytest.mark.parametrize("place", ["/proc/table.db", "/sys/table.db", "/dev/full"])
def test_a_place_where_nothing_can_be_kept_is_told(place: str) -> None:
    assert complaint(play_once(Path(place))).startswith(f"{place}: cannot be opened: ")


@pytest.mark.long
def test_untagged_emulated_cards_are_unknown_until_somebody_names_them(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    with playing(database, "--untagged") as table:
        table.touches("number2.5", "discard")
        table.waits_until(lambda view: "say on a phone which card it is" in (view["notice"] or ""))
        phone = table.phone()
        phone.asks("seats/2/take")
        (unknown,) = phone.gets("tags")["unknown"]
        phone.asks("tags", do="name", alias=unknown["alias"], label="2")
        table.shows("number2.1")
    assert list(tags.read(tags.path_of(database, "mito")).values()) == ["number2.1"]

    with playing(database, "--untagged", "--new") as table:
        table.touches("number2.5", "discard")
        table.shows("number2.1")


def test_wiring_does_not_replace_what_it_draws(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(said := f"[table]\nseats = 2\n{READER}")
    refused = run("wiring", "--config", config, "-o", config)
    assert (refused.returncode, refused.stderr.count("\n"), config.read_text()) == (2, 1, said)


@pytest.mark.parametrize("command", ["replay", "score mito", "doctor --config"])
def test_a_file_without_an_end_is_refused_in_a_sentence(command: str) -> None:
    done = run(*command.split(), "/dev/zero")

    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"cardtable: /dev/zero: expected at most \d+ bytes\n", done.stderr)


BEGINS = '{"t": 0, "fact": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]'
LONG = "1" + "0" * 5_000
READER = '[[reader]]\nzone = "discard"\nbackend = "emulated"\n'


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "text", "complaint"),
    [
        ("replay", BEGINS + f', "options": {{"rounds": {LONG}}}}}', "1: expected one JSON object: number out of range"),
        ("replay", BEGINS + ', "options": ' + '{"a": ' * 50_000, "1: expected one JSON object: recursion limit"),
        ("replay", BEGINS.replace("Cleo", "\\ud800") + "}", "1: expected one JSON object"),
        ("replay", BEGINS + ', "options": {"rounds": 100}}', "1: options.rounds: expected less than or equal to 99"),
        ("replay", BEGINS + ', "catalogue": [' + "{}, " * 600 + "{}]}", "1: catalogue: expected at most 500, not 601"),
        ("replay", BEGINS + ', "catalogue": []}', "1: catalogue: expected 1 to 500 cards, not 0"),
        (
            "replay",
            BEGINS + '}\n{"t": 1, "fact": "button_down", "seat": 1, "error_ms": 1e308}',
            "2: error_ms: expected less than or equal to 60000",
        ),
        (
            "replay",
            BEGINS + '}\n{"t": 1, "fact": "choice_made", "seat": 0, "choice": "settle", "value": {"a": []}}',
            "2: value: expected an answer, not {'a': []}",
        ),
        ("score mito", '{"hands": {"\\ud800": ["ant1.1"]}}', " it holds half a character"),
        ("score mito", f'{{"hands": {{"Ana": [{LONG}]}}}}', " expected one JSON object: Exceeds the limit"),
        (
            "score mythology_go",
            '{"players": [], "catalogue": [{"code": "x", "name": "x", "kind": "spell", "value": 1000}]}',
            " ",
        ),
        ("doctor --config", "a = " + "[" * 15_000, " nested too deeply"),
        ("doctor --config", "# " + "a" * 20_000, " expected at most 20000 characters"),
        (
            "doctor --config",
            f"[table]\nseats = {LONG}\n{READER}",
            " cannot be read: line 2: a number has too many digits",
        ),
        ("run --config", f'[table]\nseats = 3\ndatabase = "a\\u0000b"\n{READER}', " line 3: table: database: expected"),
        (
            "run --config",
            f'[table]\nseats = 3\nname = "{"x" * 5_000}"\n{READER}',
            " line 3: table: name: expected a name",
        ),
    ],
)
def test_what_has_no_bounds_is_one_sentence(tmp_path: Path, command: str, text: str, complaint: str) -> None:
    path = tmp_path / "given"
    path.write_text(text)
    done = run(*command.split(), path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cardtable: {path}:{complaint}")
    assert done.stderr.count("\n") == 1


def test_a_database_of_an_endless_name_is_one_sentence() -> None:
    done = run("play", "--database", "x" * 5_000)

    assert (done.returncode, done.stderr) == (2, "cardtable: --database: this file name is too long\n")
