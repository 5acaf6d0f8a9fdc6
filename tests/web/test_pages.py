"""Pages and API over an emulated table: what is shown, what is moved, who is kept out."""

import gzip
import json
import re
import struct
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from structlog.testing import capture_logs

import web
from table.games.game import HOST
from table.running.messages import Failed
from tests.emulated import TableInTime
from tests.own import OWN_GAMES
from web.delivery.shown import shown

WEB = Path(web.__file__).parent


def do(client: FlaskClient, body: object, **headers: str):  # type: ignore[no-untyped-def]
    return client.post("/api/v1/tabletop", json=body, headers=headers)


def test_the_table_is_shown_with_its_news(client: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number3.1").touches("discard")

    picture = client.get("/api/v1/table").get_json()

    assert picture["turn"] == 2
    assert picture["piles"]["discard"]["top"] == "number3.1"
    assert [one["said"] for one in picture["news"]][:2] == ["Ana plays a 3.", "The pile begins with a 2."]


@pytest.mark.parametrize("path", ["/", "/virtual"])
def test_pages_carry_the_picture_and_nothing_inline_that_runs(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    text = page.get_data(as_text=True)

    assert page.status_code == 200
    assert "Ana" in text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert "<script>" not in text
    assert "style=" not in text


def test_a_card_put_on_the_pages_pad_goes_through_the_driver(client: FlaskClient, table: TableInTime) -> None:
    chip = next(chip for name, chip in table.hardware.room.chips.items() if "discard" in name)
    table.runs(100)
    before = chip.on_air_ns
    table.runs(100)
    idle = chip.on_air_ns - before

    assert do(client, {"do": "touch", "card": "number2.1", "zone": "discard"}).status_code == 200
    before = chip.on_air_ns
    table.runs(100)

    assert chip.on_air_ns - before > idle, "a card in the field is more to talk about than an empty one"
    table.runs(400)
    assert client.get("/api/v1/table").get_json()["piles"]["discard"]["top"] == "number2.1"


def test_a_button_on_the_page_moves_the_pin(client: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    do(client, {"do": "press", "seat": 1})
    table.runs(100)
    do(client, {"do": "release", "seat": 1})
    table.runs(600)

    assert table.event_names()[-2:] == ["draw_owed", "turn_started"]


def test_a_card_may_be_left_lying_and_lifted(client: FlaskClient, table: TableInTime) -> None:
    do(client, {"do": "put", "card": "number2.1", "zone": "seat.1"})
    do(client, {"do": "lift", "card": "number2.1"})
    table.runs(300)

    assert table.view["piles"]["discard"]["count"] == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"do": "touch", "card": "ace", "zone": "discard"}, "card: this table has none called 'ace'"),
        ({"do": "touch", "card": "number2.1", "zone": "moon"}, "zone: this table has none called 'moon'"),
        ({"do": "press", "seat": 9}, "seat: this table has none called 9"),
        ({"do": "press"}, "seat: this is missing"),
        ({"do": "steal", "card": "number2.1"}, "do: expected one of touch, put, lift, press, release, not 'steal'"),
        ({}, "do: this is missing"),
        ([], "expected an object, not []"),
    ],
)
def test_bad_moves_are_told_in_one_sentence(client: FlaskClient, body: object, complaint: str) -> None:
    answer = do(client, body)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)
    assert "\n" not in answer.get_json()["error"]


def test_another_page_may_not_move_anything(client: FlaskClient, table: TableInTime) -> None:
    move = {"do": "touch", "card": "number2.1", "zone": "discard"}

    for origin in ("http://evil.example", "http://[", "null"):
        assert do(client, move, Origin=origin).status_code == 403
    assert client.post("/api/v1/tabletop", data=json.dumps(move), content_type="text/plain").status_code == 415
    table.runs(600)
    assert table.view["piles"]["discard"]["count"] == 0
    assert do(client, move, Origin="http://localhost").status_code == 200


def test_a_body_that_is_too_long_is_refused(client: FlaskClient) -> None:
    answer = do(client, {"do": "touch", "card": "x" * 70_000, "zone": "discard"})

    assert answer.status_code == 413
    assert answer.get_json()["error"]


def test_errors_are_sentences(client: FlaskClient) -> None:
    assert client.get("/nowhere").status_code == 404
    assert client.get("/nowhere").get_json()["error"]
    page = client.get("/nowhere", headers={"Accept": "text/html"}).text
    assert [link in page for link in ('href="/"', 'href="/history"', 'href="/help"')] == [True, True, True]
    assert client.get("/games/mito/../../secrets").status_code == 404
    assert client.get("/games/chess/parts.mjs").status_code == 404


@pytest.mark.parametrize("game", ["mito", "mytho"])
def test_a_game_brings_its_own_looks(client: FlaskClient, game: str) -> None:
    for file, kind in (("parts.mjs", "text/javascript"), ("ui.css", "text/css")):
        with client.get(f"/games/{game}/{file}") as answer:
            assert answer.mimetype == kind
            known = {"If-None-Match": answer.headers["ETag"]}
        with client.get(f"/games/{game}/{file}", headers=known) as again:
            assert again.status_code == 304, "a browser that has it need not fetch it again"


def test_what_is_shared_names_no_game() -> None:
    shared = [*WEB.glob("*.py"), *(WEB / "static").glob("*.*"), *(WEB / "templates").glob("*.html")]
    examples = {"openapi.py", "claims.mjs"}  # they give an example

    for file in shared:
        words = set(re.findall(r"\w+", file.read_text())) if file.name not in examples else set()
        assert not words & set(OWN_GAMES), file.name


def test_the_same_people_may_play_again(host: FlaskClient, table: TableInTime) -> None:
    table.starts("mito", "Dan", "Eva", "Finn", rounds=1)
    table.card("number2.1").touches("discard")
    table.seat(1).holds()
    for seat in (2, 3):
        table.seat(seat).taps()
    assert table.view["winners"] == [1]

    assert host.post("/api/v1/games", json={}).status_code == 200

    assert table.view["winners"] is None
    assert (table.view["round"], table.view["rounds"]) == (1, 1)
    assert [seat["name"] for seat in table.view["seats"]] == ["Dan", "Eva", "Finn"]


@pytest.mark.parametrize("host", ["evil.example", "198.51.100.9", "localhost.evil.example"])
def test_only_this_machines_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.long
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "cardtable.local"])
def test_this_machine_goes_by_several_names(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_health_says_whether_the_table_goes_on_and_nothing_that_betrays_a_secret(
    client: FlaskClient, table: TableInTime
) -> None:
    assert client.get("/health").get_json() == {
        "ok": True,
        "late": 0,
        "lost": {},
        "restarts": {},
        "stalled": [],
    }

    table.controller.board.close()

    assert client.get("/health").status_code == 503


def test_only_the_host_is_told_what_has_failed(client: FlaskClient, table: TableInTime) -> None:
    with capture_logs():
        table.controller.take(Failed("readers", OSError("no space left on /home/ana/table.db")))

    answer = client.get("/health")

    assert (answer.status_code, answer.get_json()["ok"]) == (200, False)
    assert "/home/ana" not in answer.get_data(as_text=True)
    health = shown(table.controller.board.snapshot, HOST)["health"]
    assert health["broken"] == {"readers": "OSError: no space left on /home/ana/table.db"}


def test_the_host_takes_back_and_rules(host: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number3.1").touches("discard")

    assert host.post("/api/v1/choices", json={"choice": "undo"}).status_code == 200
    assert host.get("/api/v1/table").get_json()["turn"] == 1
    table.card("number4.1").touches("discard")
    assert host.post("/api/v1/choices", json={"choice": "rule"}).status_code == 200
    assert host.get("/api/v1/table").get_json()["piles"]["discard"]["top"] == "number4.1"


def test_the_host_is_told_what_each_undo_would_take_back(host: FlaskClient, table: TableInTime) -> None:
    def undo() -> list[str]:
        said: list[str] = shown(table.controller.board.snapshot, HOST)["undo"]
        return said

    previews = []
    for card in ("number2.1", "number3.1", "number4.1", "number5.1"):
        table.card(card).touches("discard")
        previews.append(undo())
    assert all(len(preview) == 1 for preview in previews)

    for preview in previews[2::-1]:
        host.post("/api/v1/choices", json={"choice": "undo"})
        assert undo() == preview


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({}, "choice: this is missing"),
        ({"choice": "dance"}, "choice: expected one of undo, rule, "),
        ({"choice": "turn", "value": 9}, "value: expected a seat at which somebody sits, not 9"),
    ],
)
def test_a_choice_that_cannot_be_made_is_told_and_changes_nothing(
    host: FlaskClient, table: TableInTime, body: dict[str, object], complaint: str
) -> None:
    before = host.get("/api/v1/table").get_json()
    answer = host.post("/api/v1/choices", json=body)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)
    assert host.get("/api/v1/table").get_json() == before


def test_an_ended_game_says_so_and_another_one_may_begin(host: FlaskClient) -> None:
    host.post("/api/v1/choices", json={"choice": "abort"})
    picture = host.get("/api/v1/table").get_json()

    assert (picture["over"], picture["headline"]) == (True, "Game ended")
    assert host.post("/api/v1/games", json={}).status_code == 200
    assert host.get("/api/v1/table").get_json()["over"] is False


def test_a_home_screen_gets_icons_of_the_sizes_that_it_asks_for(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest")
    fields = manifest.get_json()

    assert manifest.mimetype == "application/manifest+json"
    assert (fields["start_url"], fields["scope"], fields["display"]) == ("/", "/", "standalone")
    sizes = set()
    for icon in fields["icons"]:
        with client.get(icon["src"]) as answer:
            width, height = struct.unpack(">II", answer.get_data()[16:24])
        assert f"{width}x{height}" == icon["sizes"]
        sizes.add((width, icon["purpose"]))
    assert sizes == {(192, "any"), (512, "any"), (512, "maskable")}


def test_the_worker_keeps_only_files_that_are_there_and_hold_nothing_of_the_table(
    client: FlaskClient, table: TableInTime
) -> None:
    code = client.get("/service-worker.js").get_data(as_text=True)
    kept = json.loads(code.partition("self.kept = ")[2].partition(";\n")[0])

    assert kept["away"] in kept["files"]
    for path in kept["files"]:
        with client.get(path) as answer:
            assert answer.status_code == 200, path
            assert b"Ana" not in answer.get_data()


FILES = ["/static/table.css", "/games/mito/parts.mjs", "/words/de.js"]


@pytest.mark.parametrize("path", FILES)
def test_files_are_compressed_for_whoever_takes_them_so(client: FlaskClient, path: str) -> None:
    with client.get(path) as plain, client.get(path, headers={"Accept-Encoding": "br, gzip"}) as packed:
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(packed.get_data()) == plain.get_data()
        assert len(packed.get_data()) < len(plain.get_data()) / 2
    for encoding, first in (("gzip", packed), ("identity", plain)):
        known = {"Accept-Encoding": encoding, "If-None-Match": first.headers["ETag"]}
        with client.get(path, headers=known) as again:
            assert (again.status_code, again.get_data()) == (304, b"")
            assert again.headers["Vary"] == "Accept-Encoding", "or caches keep it for all"


def test_the_qr_code_of_the_table_is_compressed(client: FlaskClient) -> None:
    code = client.get("/join.svg", headers={"Accept-Encoding": "gzip"})

    assert code.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(code.get_data()) == client.get("/join.svg").get_data()


def test_what_is_told_to_people_is_not_compressed(client: FlaskClient) -> None:
    for path in ("/", "/api/v1/table"):
        assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": "gzip"}).headers
