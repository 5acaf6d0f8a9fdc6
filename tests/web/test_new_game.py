"""A new game: what can be agreed on, who may begin one, and under which names people play."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from table import ai, games
from table.keeping.journal import Journal
from table.running.messages import Message
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Real, Shown, phone, served


def names(table: TableInTime) -> list[str]:
    return [seat["name"] for seat in table.view["seats"]]


def test_games_are_described_with_every_option(client: Phone) -> None:
    known = client.get("/api/v1/games").get_json()
    mito = next(game for game in known["games"] if game["game"] == "mito")

    wrap = next(option for option in mito["options"] if option["name"] == "wrap")
    assert (wrap["kind"], wrap["default"]) == ("yes_no", True)
    assert wrap["meaning"] == "A 1 may be laid on a 5, and a 5 on a 1."
    assert mito["presets"]["french"]["wrap"] is False
    assert next(option for option in mito["options"] if option["name"] == "rounds")["least"] == 1
    assert known["seats"] == [1, 2, 3]
    assert [choice["name"] for choice in mito["choices"]] == ["next_round", "reshuffled", "given", "turn"], "its own"


def test_the_tables_own_games_come_first(client: Phone) -> None:
    named = [game["game"] for game in client.get("/api/v1/games").get_json()["games"]]

    assert named[: len(games.own())] == games.own(), "the host's form begins with the first"
    assert sorted(named) == games.names()


def test_an_option_that_has_but_one_word_to_choose_is_described_too(client: Phone) -> None:
    known = client.get("/api/v1/games").get_json()
    mytho = next(game for game in known["games"] if game["game"] == "mytho")

    assert (mytho["options"][0]["kind"], mytho["options"][0]["values"]) == ("choice", ["default"])
    assert mytho["presets"]["default"]["hand_size"] == 5


def test_the_host_begins_a_game_with_other_options_and_players(host: Phone, table: TableInTime) -> None:
    answer = host.asks("games", game="mito", players=["Zoe", "Yan", "Xi", None], options={"preset": "french"})

    assert answer.status_code == 200
    assert names(table) == ["Zoe", "Yan", "Xi"]
    started = table.controller.board.snapshot.game.started
    assert started is not None
    assert started.options == {"preset": "french"}


def test_what_is_left_out_stays_as_in_the_last_game(host: Phone, table: TableInTime) -> None:
    host.asks("games", players=["Zoe", "Yan", "Xi"], options={"rounds": 2})
    host.asks("games")

    assert names(table) == ["Zoe", "Yan", "Xi"]
    assert table.view["rounds"] == 2


def test_another_game_keeps_the_players_but_not_the_options(host: Phone, table: TableInTime) -> None:
    host.asks("games", players=["Zoe", "Yan", "Xi"], options={"rounds": 2})

    assert host.asks("games", game="cheat").status_code == 200

    assert names(table) == ["Zoe", "Yan", "Xi"]
    started = table.controller.board.snapshot.game.started
    assert started is not None
    assert (started.game, started.options) == ("cheat", {})


@pytest.mark.parametrize(("knowing", "robots"), [(["mito", "cheat"], {3: "easy"}), (["mito"], {})])
def test_robots_play_on_in_another_game_if_they_can(
    host: Phone, table: TableInTime, knowing: list[str], robots: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert host.asks("robots", seat=3, kind="easy").status_code == 200
    monkeypatch.setattr(ai, "names", lambda: knowing)

    assert host.asks("games", game="cheat").status_code == 200

    assert names(table)[:2] == ["Ana", "Ben"]
    assert table.controller.board.snapshot.game.robots == robots


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"players": ["Zoe"]}, "players: Mito is for 3 to 5 players, not 1"),
        ({"players": ["Zoe", "Zoe", "Xi"]}, "players: two of them have the same name"),
        ({"players": ["Zoe", "x" * 21, "Xi"]}, "the name at seat 2: a name has at most 20 letters"),
        ({"options": {"wrap": "maybe"}}, "options.wrap: expected a valid boolean, not 'maybe'"),
        ({"game": "chess", "players": ["A", "B", "C"]}, "game: expected one of "),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_and_the_old_one_goes_on(
    host: Phone, table: TableInTime, body: dict[str, object], complaint: str
) -> None:
    before = table.controller.board.snapshot.game.game_id

    answer = host.asks("games", **body)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)
    assert table.controller.board.snapshot.game.game_id == before


def test_somebody_with_a_seat_begins_a_game_only_while_none_of_others_is_on(
    client: Phone, other: Phone, table: TableInTime
) -> None:
    assert client.asks("games").status_code == 401
    client.takes(2)
    other.takes(3)
    assert client.asks("games").status_code == 200
    table.card("number2.1").touches("discard")

    assert client.asks("games").status_code == 403


def test_at_a_real_table_nobody_but_the_host_begins_a_game(table: TableInTime) -> None:
    somebody = phone(served(Real(table)))
    somebody.takes(2)
    before = table.controller.board.snapshot.game.game_id

    assert somebody.asks("games").status_code == 403
    assert table.controller.board.snapshot.game.game_id == before
    somebody.becomes_host()
    assert somebody.asks("games").status_code == 200


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[TableInTime]:
    """A table at which nobody has played yet."""
    with Journal(tmp_path / "fresh.db") as journal, TableInTime(journal, seats=4) as table:
        yield table


def test_the_first_game_needs_to_be_said(fresh: TableInTime) -> None:
    host = phone(served(Shown(fresh)))
    host.becomes_host()
    host.takes(1)

    for path, body in (("games", {}), ("seats/1/name", {"name": "Zoe"}), ("practice", {"seat": 1})):
        answer = host.asks(path, **body)
        assert answer.status_code == 400
        assert answer.get_json()["error"] == "no game has been played yet: say which one, and who plays"
    assert host.asks("games", game="mito").get_json()["error"] == "players: Mito is for 3 to 5 players, not 0"
    assert host.asks("games", game="mito", players=["Zoe", "Yan", "Xi"]).status_code == 200
    assert names(fresh) == ["Zoe", "Yan", "Xi"]


def test_who_takes_an_empty_seat_plays_there_under_his_name(fresh: TableInTime) -> None:
    fresh.starts("mito", "Ana", "Ben", "Cleo")
    newcomer = phone(served(Shown(fresh)))
    newcomer.takes(4)
    assert newcomer.asks("practice", seat=4).status_code == 409, "nobody plays there yet"

    assert newcomer.asks("seats/4/name", name="Dan").status_code == 200

    assert names(fresh) == ["Ana", "Ben", "Cleo", "Dan"]


def test_who_has_not_said_his_name_yet_may_ask_why_as_everybody_may(fresh: TableInTime) -> None:
    fresh.starts("mito", "Ana", "Ben", "Cleo")
    newcomer = phone(served(Shown(fresh)))
    newcomer.takes(4)
    fresh.card("number2.1").touches("discard")

    assert newcomer.gets("seats/4/events/3/why") == newcomer.gets("events/3/why")
    assert newcomer.gets("events/3/why")["said"] == "The pile begins with a 2."


def test_who_takes_a_seat_says_his_name(client: Phone, other: Phone, table: TableInTime) -> None:
    client.takes(2)

    assert client.asks("seats/2/name", name=" Zoe ").status_code == 200
    assert names(table) == ["Ana", "Zoe", "Cleo"]
    assert other.asks("seats/2/name", name="Mal").status_code == 401
    other.takes(3)
    assert other.asks("seats/2/name", name="Mal").status_code == 403
    assert other.asks("seats/3/name", name="Zoe").status_code == 400, "two of the same name"


class Busy(Shown):
    """A table at which something else happens before it hears what is asked of it."""

    def __init__(self, table: TableInTime) -> None:
        super().__init__(table)
        self.before: list[Callable[[], object]] = []

    def ask(self, message: Message) -> Future[None]:
        while self.before:
            self.before.pop()()
        return super().ask(message)


def test_who_say_their_names_at_once_are_all_called_so(table: TableInTime) -> None:
    busy = Busy(table)
    app = served(busy)
    first, second, third = phone(app), phone(app), phone(app)
    for seat, one in enumerate((first, second, third), start=1):
        one.takes(seat)
    busy.before = [lambda: third.asks("seats/3/name", name="Xi"), lambda: second.asks("seats/2/name", name="Yan")]

    assert first.asks("seats/1/name", name="Zoe").status_code == 200

    assert names(table) == ["Zoe", "Yan", "Xi"]


def test_a_name_does_not_end_a_round_that_begins_meanwhile(table: TableInTime) -> None:
    busy = Busy(table)
    first = phone(served(busy))
    first.takes(1)
    busy.before = [lambda: table.card("number2.1").touches("discard")]

    assert first.asks("seats/1/name", name="Zoe").get_json() == {"name": "Zoe", "next": True}

    assert table.view["running"]
    assert busy.coming == {1: "Zoe"}


def test_a_name_said_while_the_next_game_begins_is_not_forgotten(table: TableInTime) -> None:
    busy = Busy(table)
    app = served(busy)
    host, first = phone(app), phone(app)
    host.becomes_host()
    first.takes(1)
    table.card("number2.1").touches("discard")
    busy.before = [lambda: first.asks("seats/1/name", name="Zoe")]

    assert host.asks("games").status_code == 200

    assert busy.coming == {1: "Zoe"}


def test_a_name_said_once_cards_are_played_is_for_the_next_game(client: Phone, host: Phone, table: TableInTime) -> None:
    client.takes(2)
    table.card("number2.1").touches("discard")
    assert client.asks("seats/2/name", name="Zoe").get_json() == {"name": "Zoe", "next": True}
    table.seat(1).holds()
    for seat in (2, 3):
        table.seat(seat).taps()
    assert not table.view["running"]
    assert client.asks("seats/2/name", name="Zoe").get_json()["next"], "between rounds, too"
    assert names(table) == ["Ana", "Ben", "Cleo"]

    host.asks("games")

    assert names(table) == ["Ana", "Zoe", "Cleo"]


def test_where_a_turn_begins_before_a_card_lies_a_name_counts_at_once(
    client: Phone, host: Phone, table: TableInTime
) -> None:
    host.asks("games", game="mythology_go", players=["Ana", "Ben", "Cleo"])
    assert table.view["running"]
    client.takes(2)

    assert client.asks("seats/2/name", name="Zoe").get_json() == {"name": "Zoe", "next": False}
    assert names(table) == ["Ana", "Zoe", "Cleo"]


@pytest.mark.parametrize("name", [7, None])
def test_a_name_is_text(client: Phone, name: object) -> None:
    client.takes(2)

    assert client.asks("seats/2/name", name=name).status_code == 400


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "name: say your name"),
        ("   ", "name: say your name"),
        ("x" * 21, "name: a name has at most 20 letters, and this one has 21"),
        ("a\nb", "name: a name cannot have invisible letters"),
        ("\u202egnp", "name: a name cannot have invisible letters"),
        ("\N{CYRILLIC CAPITAL LETTER A}na", "\N{CYRILLIC CAPITAL LETTER A}na and Ana look alike: choose another name"),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("under_way", [False, True])
def test_what_is_wrong_with_a_name_is_told_in_a_sentence(
    client: Phone, table: TableInTime, name: str, complaint: str, under_way: bool
) -> None:
    client.takes(2)
    if under_way:
        table.card("number2.1").touches("discard")

    answer = client.asks("seats/2/name", name=name)

    assert (answer.status_code, answer.get_json()["error"]) == (400, complaint)
    assert names(table) == ["Ana", "Ben", "Cleo"]


def test_two_who_wait_for_the_next_game_are_not_called_alike(client: Phone, other: Phone, table: TableInTime) -> None:
    client.takes(2)
    other.takes(3)
    table.card("number2.1").touches("discard")
    assert client.asks("seats/2/name", name="Zoe").status_code == 200

    answer = other.asks("seats/3/name", name="Zoe")

    assert answer.get_json()["error"] == "somebody else is called Zoe: choose another name"


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        (["Zoe", "ZOE", "Xi"], "ZOE and Zoe look alike: choose another name"),
        (["Zoe", "x" * 30, "Xi"], "the name at seat 2: a name has at most 20 letters, and this one has 30"),
        (["Zoe", "Yan", "\u200b"], "the name at seat 3: a name cannot have invisible letters"),
    ],
)
def test_the_names_of_a_new_game_are_checked_too(host: Phone, players: list[str], complaint: str) -> None:
    assert host.asks("games", players=players).get_json()["error"] == complaint
