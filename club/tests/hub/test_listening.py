"""A hub keeps what tables say: each event once, whatever dies between, and asks for what it lacks."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from cardtable_club.hub import heard, keeping
from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from cardtable_club.hub.schema import EVENTS, GAMES
from cardtable_club.publishing import topics
from cardtable_club.publishing.address import Place
from club.tests.hub.conftest import listening, waits_until
from club.tests.hub.tables import FakeTable, event, game_of, summary
from club.tests.publishing.broker import Ears, Mosquitto
from table.complaints import BadInput

GAME = game_of(1)


def seqs(database: Database, game: str = GAME) -> list[int]:
    with database.reading() as db:
        return [seq for (seq,) in db.execute(select(EVENTS.c.seq).where(EVENTS.c.game == game).order_by(EVENTS.c.seq))]


def summed_up(database: Database, game: str = GAME) -> object:
    with database.reading() as db:
        body = db.execute(select(GAMES.c.summary).where(GAMES.c.uuid == game)).scalar()
    return None if body is None else json.loads(body)


def asked(ears: Ears) -> list[object]:
    return [one.said for one in ears.of("ask")]


@pytest.mark.long
def test_each_event_is_kept_once(broker: Mosquitto, kitchen: FakeTable, each_url: str) -> None:
    with listening(broker, each_url) as hub:
        kitchen.tells(GAME, 1, 2, 2, 3, 1)
        kitchen.finishes(GAME, "Ana", "Ben")
        waits_until(hub, lambda: summed_up(hub.database))

        assert seqs(hub.database) == [1, 2, 3]
        assert summed_up(hub.database) == summary(GAME, "Ana", "Ben")
        assert (hub.counts["events"], hub.lacking) == (3, 0)


def test_an_event_is_kept_as_it_was_published(hub: Hub, kitchen: FakeTable) -> None:
    body = '{"seq": 1, "t":0.50,  "event":"x","who":"Zoë \\u00e9","nothing":null}'
    kitchen.says(f"events/{GAME}", body.encode())
    waits_until(hub, lambda: seqs(hub.database))

    with hub.database.reading() as db:
        assert db.execute(select(EVENTS.c.body)).scalar_one() == body


def test_what_is_lacking_is_asked_for(hub: Hub, kitchen: FakeTable, ears: Ears) -> None:
    kitchen.tells(GAME, 1, 3)
    kitchen.is_there(**{GAME: 5})
    ears.waits_until(lambda ears: ears.of("ask"))

    assert asked(ears)[0] == {"game": GAME, "from": 2}
    kitchen.tells(GAME, 2, 3, 4, 5)
    waits_until(hub, lambda: not hub.lacking)
    assert seqs(hub.database) == [1, 2, 3, 4, 5]


def test_a_summary_says_how_many_events_there_are(hub: Hub, kitchen: FakeTable, ears: Ears) -> None:
    kitchen.tells(GAME, 1)
    kitchen.finishes(GAME, "Ana", "Ben", events=4)
    kitchen.is_there()
    ears.waits_until(lambda ears: ears.of("ask"))

    assert asked(ears)[0] == {"game": GAME, "from": 2}


def test_who_is_not_there_is_not_asked(hub: Hub, kitchen: FakeTable, ears: Ears) -> None:
    kitchen.is_there("offline", **{GAME: 5})
    hall = FakeTable(ears, "hall")
    hall.is_there(**{game_of(1, "hall"): 2})
    ears.waits_until(lambda ears: ears.of("ask"))

    assert {"game": game_of(1, "hall"), "from": 1} in asked(ears)
    assert GAME not in str(asked(ears))
    waits_until(hub, lambda: hub.lacking == 2)


def test_a_table_that_comes_back_is_asked_at_once_for_what_it_could_not_hear(
    hub: Hub, kitchen: FakeTable, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Place | None] = []
    begin_anew = hub._gaps.begin_anew
    monkeypatch.setattr(hub._gaps, "begin_anew", lambda *of: (begin_anew(*of), begun.extend(of[1:])))
    kitchen.is_there(**{GAME: 5})
    waits_until(hub, lambda: hub.lacking == 1)
    kitchen.is_there("offline", **{GAME: 5})
    kitchen.is_there(**{GAME: 5})
    kitchen.is_there(**{GAME: 6})  # it has not come, it has only more to tell
    ears.waits_until(lambda ears: ears.of("ask"))
    kitchen.tells(GAME, 1)
    waits_until(hub, lambda: hub.counts["events"] == 1)

    assert begun == [Place("riverside", "kitchen")] * 2


def test_a_hub_that_was_killed_gets_what_it_has_not_kept(broker: Mosquitto, kitchen: FakeTable, url: str) -> None:
    with listening(broker, url) as hub:
        kitchen.tells(GAME, 1)
        waits_until(hub, lambda: hub.counts["events"] == 1)
    kitchen.tells(GAME, 2, 3)
    with listening(broker, url) as hub:
        waits_until(hub, lambda: seqs(hub.database) == [1, 2, 3])
        assert hub.counts["asked"] == 0, "the broker has kept it"


def test_a_hub_that_begins_with_nothing_asks_for_all(
    broker: Mosquitto, kitchen: FakeTable, ears: Ears, url: str
) -> None:
    kitchen.is_there()
    kitchen.finishes(GAME, "Ana", "Ben")
    with listening(broker, url):
        ears.waits_until(lambda ears: ears.of("ask"))

    assert asked(ears)[0] == {"game": GAME, "from": 1}


def test_an_end_that_was_taken_back_is_no_end(hub: Hub, kitchen: FakeTable) -> None:
    kitchen.plays(1, "Ana", "Ben")
    waits_until(hub, lambda: summed_up(hub.database))
    kitchen.says(f"games/{GAME}", b"", retain=True)
    waits_until(hub, lambda: summed_up(hub.database) is None)

    assert seqs(hub.database) == [1, 2, 3]


def test_a_name_that_was_forgotten_stands_nowhere_any_more(
    hub: Hub, kitchen: FakeTable, ears: Ears, tmp_path: Path
) -> None:
    kitchen.is_there()
    kitchen.says(f"events/{GAME}", event(1, "game_started", players=["Xanthippe", "Ben"]))
    kitchen.tells(GAME, 2, 3)
    kitchen.finishes(GAME, "Xanthippe", "Ben")
    waits_until(hub, lambda: summed_up(hub.database))
    kitchen.finishes(GAME, "somebody", "Ben")
    ears.waits_until(lambda ears: ears.of("ask"))
    assert asked(ears)[0] == {"game": GAME, "from": 1}

    kitchen.tells(GAME, 1, 2, 3)
    waits_until(hub, lambda: not hub.lacking)
    with closing(sqlite3.connect(tmp_path / "club.db")) as db:
        assert "Xanthippe" not in "\n".join(db.iterdump())


def test_nobody_adds_to_the_game_of_another_table(hub: Hub, kitchen: FakeTable, ears: Ears) -> None:
    hall = FakeTable(ears, "hall")
    kitchen.tells(GAME, 1)
    hall.tells(GAME, 2)
    hall.finishes(GAME, "Eve", "Mallory")
    hall.is_there(**{GAME: 9})
    waits_until(hub, lambda: hub.counts["foreign"] == 3)

    assert (seqs(hub.database), summed_up(hub.database), hub.lacking) == ([1], None, 0)


NONSENSE = [
    b"", b"{", b"[]", b"null", b"\xff", b"[" * 2_000, b'{"seq": 0, "event": "x"}', b'{"seq": 1.5, "event": "x"}',
    b'{"seq": true, "event": "x"}', b'{"seq": 1' + b"0" * 5_000 + b"}", b'{"seq": 1}', b'{"seq":1,"event":"\\ud800"}',
    b'{"seq": 1, "event": "x", "t": NaN}', b'{"seq": 1, "event": "x", "t": -Infinity}',
    b'{"seq": 1, "event": "x", "t": 1e999}', b'{"seq": 1, "event": "x", "more": [{"t": -1e999}]}',
    b'{"seq": 1, "event": "x", "text": "' + b"x" * 300_000 + b'"}',
    b'{"seq": 1, "event": "x", "text": "' + b"x" * 17_000 + b'"}',
]  # fmt: skip


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "[" * 500 + "]" * 500])
@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("status", {"state": "online", "version": "1", "since": "2026-01-02T03:00:00+00:00", "games": {}}),
        ("picture", {"seats": []}),
        (f"events/{GAME}", event(1)),
        (f"games/{GAME}", summary(GAME, "Ana", "Ben")),
    ],
)
def test_what_not_every_program_can_read_is_refused_wherever_it_stands(
    topic: str, said: dict[str, Any], number: str
) -> None:
    of = topics.heard(f"cardtable/riverside/kitchen/{topic}")
    assert of is not None
    read = heard.picture if topic == "picture" else partial(heard.read, of)
    read(json.dumps(said).encode())

    for name in ("unknown", *said):
        for value in ([{"x": 0.5}], 0.5):
            with pytest.raises(BadInput):
                read(json.dumps(said | {name: value}).replace("0.5", number).encode())


def test_nonsense_is_counted_and_ends_nothing(hub: Hub, kitchen: FakeTable) -> None:
    with capture_logs() as logs:
        for one in NONSENSE:
            kitchen.says(f"events/{GAME}", one)
        kitchen.says("events/no-uuid", event(1))
        kitchen.tells(GAME, 1)
        waits_until(hub, lambda: seqs(hub.database) == [1])

    assert hub.counts["bad"] == len(NONSENSE) + 1
    assert len([one for one in logs if "makes no sense" in one["event"]]) == 1


def test_what_a_table_says_of_made_up_games_is_noted_so_far_and_of_real_ones_as_before(
    hub: Hub, kitchen: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_EXPECTED", 5)
    for first, lacking in ((100, 4), (200, 5)):
        kitchen.is_there(**{game_of(number): 1 for number in range(first, first + 4)})
        waits_until(hub, lambda lacking=lacking: hub.lacking == lacking)  # of what came at once only the latest counts
    kitchen.tells(GAME, 1, 3)
    hall = FakeTable(kitchen._ears, "hall")
    hall.is_there(**{game_of(1, "hall"): 2})
    waits_until(hub, lambda: hub.lacking == 7)

    with hub.database.reading() as db:
        named = {*db.execute(select(GAMES.c.uuid)).scalars()}
    assert named == {*map(game_of, (100, 101, 102, 103, 203)), GAME, game_of(1, "hall")}


def test_what_is_far_too_large_is_not_even_sent(hub: Hub, kitchen: FakeTable) -> None:
    before = hub.counts["messages"]
    kitchen.says(f"events/{GAME}", b"x" * 1_200_000)
    kitchen.tells(GAME, 1)
    waits_until(hub, lambda: seqs(hub.database) == [1])

    assert hub.counts["messages"] - before == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"id": game_of(2)}, {"players": ["Ana\0"]}, {"players": [""]}, {"players": []}, {"players": ["x"] * 17},
        {"totals": {"1": 10**12}}, {"totals": {"x": 1}}, {"ended_at": "yesterday"}, {"ended_at": "2026-01-02"},
        {"kind": "ghosts"}, {"events": -1}, {"winners": ["Ana"]}, {"game": "x" * 41},
    ],
)  # fmt: skip
def test_a_summary_that_makes_no_sense_is_left_out(hub: Hub, kitchen: FakeTable, wrong: dict[str, object]) -> None:
    kitchen.says(f"games/{GAME}", summary(GAME, "Ana", "Ben") | wrong)
    waits_until(hub, lambda: hub.counts["bad"])

    assert summed_up(hub.database) is None


def test_a_broker_that_dies_is_found_again(broker: Mosquitto, hub: Hub) -> None:
    waits_until(hub, lambda: hub.is_connected)
    broker.dies()
    waits_until(hub, lambda: hub.wall.away is not None)
    broker.starts()
    waits_until(hub, lambda: hub.is_connected)
    with Ears(broker) as ears:
        FakeTable(ears).tells(GAME, 1)
        waits_until(hub, lambda: seqs(hub.database) == [1])
    assert hub.wall.away is None


def test_what_comes_while_the_database_is_locked_is_kept_later(
    hub: Hub, kitchen: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Database.writing

    def broken(self: Database) -> object:
        from cardtable_club.hub.database import DatabaseAway

        raise DatabaseAway("the disk is full")

    monkeypatch.setattr(Database, "writing", broken)
    kitchen.tells(GAME, 1, 2)
    waits_until(hub, lambda: hub.is_behind)
    monkeypatch.setattr(Database, "writing", right)
    waits_until(hub, lambda: seqs(hub.database) == [1, 2])
    assert not hub.is_behind


def test_what_fails_while_asking_is_logged_and_nothing_is_acknowledged_twice(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged = Counter[int]()
    with capture_logs() as logs:
        monkeypatch.setattr(hub._gaps, "due", lambda *_: 1 // 0)
        hears(hub, acknowledged, 1, 2, 3)
        waits_until(hub, lambda: acknowledged[3] and said_to_have_failed(logs))
        hears(hub, acknowledged, 4)
        waits_until(hub, lambda: acknowledged[4])

    assert acknowledged == {1: 1, 2: 1, 3: 1, 4: 1}
    assert said_to_have_failed(logs) == {"what is lacking could not be asked for"}


def test_what_cannot_be_kept_is_acknowledged_once_as_all_around_it(
    broker: Mosquitto, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged = Counter[int]()
    with listening(broker, url) as hub, capture_logs() as logs:
        monkeypatch.setattr(hub.wall, "take_status", lambda *_: 1 // 0)
        hears(hub, acknowledged, 1, 2)
        status = {"state": "online", "version": "1", "since": "2026-01-02T03:00:00+00:00", "games": {}}
        hub.hear("cardtable/riverside/kitchen/status", json.dumps(status).encode(), lambda: acknowledged.update([0]))
        hears(hub, acknowledged, 3)
        waits_until(hub, lambda: len(acknowledged) == 4)

        assert seqs(hub.database) == [1, 2, 3]
    assert acknowledged == {0: 1, 1: 1, 2: 1, 3: 1}
    assert said_to_have_failed(logs) == {"what a table says could not be kept"}


def test_a_message_that_cannot_be_acknowledged_is_no_end(hub: Hub) -> None:
    acknowledged = Counter[int]()
    with capture_logs() as logs:
        hub.hear(f"cardtable/riverside/kitchen/events/{GAME}", json.dumps(event(1)).encode(), lambda: [][0])
        hears(hub, acknowledged, 2)
        waits_until(hub, lambda: acknowledged[2])

    assert (seqs(hub.database), acknowledged) == ([1, 2], {2: 1})
    assert said_to_have_failed(logs) == {"a message could not be acknowledged"}


def hears(hub: Hub, acknowledged: Counter[int], *numbers: int) -> None:
    """Let a hub hear events, and count how often each is acknowledged."""
    for seq in numbers:
        payload = json.dumps(event(seq)).encode()
        hub.hear(f"cardtable/riverside/kitchen/events/{GAME}", payload, partial(acknowledged.update, [seq]))


def said_to_have_failed(logs: list[Any]) -> set[str]:
    return {one["event"] for one in logs if one["log_level"] == "error"}


def test_the_wall_shows_what_tables_show(hub: Hub, kitchen: FakeTable) -> None:
    seats = [{"seat": 1, "name": "Ana", "score": 3, "hand": 5, "secret": "as"}]
    piles = {"visible": {"top": "7h", "count": 4}}
    picture = {
        "game": "mytho",
        "turn": 1,
        "seats": seats,
        "piles": piles,
        "labels": {"7h": "7 of hearts"},
        "uid": "04a1",
    }
    kitchen.is_there()
    kitchen.says("picture", picture, retain=True)
    waits_until(hub, lambda: any(one.picture and one.is_there for one in hub.wall.tables()))
    tile = hub.wall.tables()[0].tile

    assert (tile["table"], tile["online"], tile["turn"], tile["tops"]) == ("kitchen", True, 1, ["7 of hearts"])
    assert tile["seats"] == [{"seat": 1, "name": "Ana", "score": 3, "robot": None}]
    assert "uid" not in tile
    kitchen.says("status", b"", retain=True)
    waits_until(hub, lambda: not hub.wall.tables())


def test_a_table_that_was_there_stands_on_the_wall_of_a_hub_started_anew(
    broker: Mosquitto, kitchen: FakeTable, url: str
) -> None:
    with listening(broker, url) as hub:
        kitchen.is_there()
        waits_until(hub, lambda: hub.wall.there())
    broker.dies()
    with listening(broker, url) as hub:
        assert [one.tile["online"] for one in hub.wall.tables()] == [False]
