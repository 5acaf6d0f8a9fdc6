"""When an event was told, on the wall: the same whenever it is sent, never later than it was, and never back."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from cardtable_club.publishing import times
from cardtable_club.publishing.outbox import Outbox, Position, Published, path_of
from cardtable_club.publishing.times import Anchor, anchored, at_s
from table.event import Delivered
from table.events import GamePaused

Look = tuple[float, list[float]]  # when on the wall, and the times in the game of what is new
BEGAN_S = 1_000_000.0
AHEAD_S = 0.1


def event(seq: int, t: float) -> Delivered:
    return Delivered(seq, round(t * 1e6), GamePaused())


def follows(looks: list[Look]) -> tuple[tuple[Anchor, ...], list[float]]:
    """Look at a game at times of the wall, and find events of these times of the game; check what is said of each."""
    delivered: list[Delivered] = []
    anchors: tuple[Anchor, ...] = ()
    first: list[float] = []
    for wall_s, new in looks:
        placed, now_s = len(delivered), BEGAN_S + wall_s
        delivered += [event(placed + number, t) for number, t in enumerate(new, start=1)]
        if new:
            anchors = anchored(anchors, delivered, placed, now_s, BEGAN_S)
        said = [at_s(one, BEGAN_S, anchors) for one in delivered]
        assert said[:placed] == first, "what was said once stays"
        assert all(one <= now_s + AHEAD_S for one in said)
        first = said
    assert all(later >= earlier - 0.002 for earlier, later in pairwise(first))
    return anchors, [one - BEGAN_S for one in first]


@pytest.mark.long
def test_at_the_usual_speed_no_anchor_is_needed() -> None:
    looks = [(0.3 + at, [float(at)]) for at in range(0, 4000, 5)]
    anchors, said = follows(looks)
    assert anchors == ()
    assert said[-1] == 3995


def test_a_night_switched_off_takes_one() -> None:
    looks = [(0.3 + at, [float(at)]) for at in range(60)]
    looks += [(30_000.3 + at, [60.0 + at]) for at in range(60)]
    anchors, said = follows(looks)
    assert len(anchors) == 1
    assert said[59:61] == [59, pytest.approx(30_000.3)]


@pytest.mark.long
@pytest.mark.parametrize("speed", [2, 5, 20, 100])
def test_at_a_high_speed_times_go_along_with_the_wall(speed: int) -> None:
    looks = []
    for look in range(1, 400):
        since_s, until_s = (look - 1) * 0.1 * speed, look * 0.1 * speed
        looks.append((look * 0.1, [since_s + part * (until_s - since_s) / 3 for part in (1, 2, 3)]))
    anchors, said = follows(looks)
    assert said[-1] == pytest.approx(39.9, abs=2.5)
    assert len(anchors) < 100


@given(
    st.lists(
        st.tuples(
            st.floats(0, 20),  # how long after the last look
            st.lists(st.floats(0, 300), max_size=5),  # how long after the last event
        ),
        max_size=40,
    )
)
def test_whatever_the_clocks_do_nothing_lies_ahead_and_nothing_goes_back(
    looks: list[Look],
) -> None:
    wall_s, t, seen = 0.0, 0.0, list[Look]()
    for later_s, between in looks:
        wall_s += later_s
        new = []
        for passed in between:
            t += passed
            new.append(t)
        seen.append((wall_s, new))
    follows(seen)


def test_who_sets_the_clock_back_is_followed() -> None:
    delivered = [event(1, 0.0), event(2, 10.0)]
    anchors = anchored((), delivered, 1, BEGAN_S - 3600, BEGAN_S)
    assert [at_s(one, BEGAN_S, anchors) for one in delivered] == [BEGAN_S, BEGAN_S - 3600]


def test_what_is_told_at_the_same_time_after_the_clock_was_set_back_a_little_goes_nowhere() -> None:
    delivered = [event(1, 10.0), event(2, 10.0)]
    anchors = anchored((), delivered, 1, BEGAN_S + 9, BEGAN_S)
    assert [at_s(one, BEGAN_S, anchors) for one in delivered] == [BEGAN_S + 10, BEGAN_S + 10]


def test_of_old_events_of_which_nothing_is_known_the_start_of_the_game_tells() -> None:
    delivered = [event(1, 0.0), event(2, 10.0)]
    assert anchored((), delivered, 0, BEGAN_S + 90_000, BEGAN_S) == ()


# -- how they are kept

FAST = tuple(Anchor(seq, BEGAN_S + seq / 7, seq * 1.5, 0.123456) for seq in range(1, 3_000))
RUNNING = Position(400, False, (Anchor(3, BEGAN_S), *FAST[5:]), 420)
OLD = {game: Position(311, True, (Anchor(9, BEGAN_S + game),) if game % 10 == 0 else (), 311) for game in range(1, 200)}


def test_what_is_kept_comes_back_as_it_was(database: Path) -> None:
    published = Published(1, {**OLD, 200: RUNNING})
    Outbox(database).write("here", published)
    assert Outbox(database).read("here") == published
    assert Outbox(database).read("elsewhere") is None


def test_games_that_are_finished_leave_the_file_that_is_written_all_the_time(database: Path) -> None:
    outbox = Outbox(database)
    outbox.write("here", Published(1, {**OLD, 200: Position(7, placed=9)}))
    assert outbox.path.stat().st_size == 1024


def test_a_game_that_goes_on_after_all_does_so(database: Path) -> None:
    Outbox(database).write("here", Published(1, OLD))
    again = {**OLD, 7: Position(311, False, placed=312)}
    Outbox(database).write("here", Published(1, again))
    assert Outbox(database).read("here") == Published(1, again)
    finished = {**OLD, 7: Position(320, True, placed=320)}
    Outbox(database).write("here", Published(1, finished))
    assert Outbox(database).read("here") == Published(1, finished)


ONE = {"acknowledged": 1, "finished": True, "anchors": []}
ACCOUNT = {"first": 1, "games": {"1": ONE}}
DAMAGED = [
    b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"here": []}', b'{"here": {"first": 1e999, "games": {}}}',
    *(json.dumps({"here": ACCOUNT | wrong}).encode() for wrong in [
        {"first": None}, {"games": []}, {"games": {"x": ONE}}, {"games": {"1": ONE | {"anchors": [[]]}}},
        {"games": {"1": ONE | {"anchors": [[1, 2, 3, 4, 5]]}}},
    ]),
]  # fmt: skip


@pytest.mark.parametrize("damaged", DAMAGED, ids=range(len(DAMAGED)))
def test_an_outbox_that_cannot_be_read_is_set_aside_and_begun_anew(database: Path, damaged: bytes) -> None:
    path_of(database).write_bytes(damaged)
    with capture_logs() as logs:
        outbox = Outbox(database)
        assert outbox.read("here") == Published(1)
        assert path_of(database).read_bytes() == damaged, "until there is another, it says that not all was sent"
        outbox.write("here", Published(1, OLD))

    said = ["the outbox cannot be read: everything is published again", "a damaged file is set aside"]
    assert [one["event"] for one in logs] == said
    assert path_of(database).with_name("table.db.club.damaged").read_bytes() == damaged
    assert Outbox(database).read("here") == Published(1, OLD)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([10**290, -1, 1e300]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*ACCOUNT, "here", "1", "anchors"]), inner),
    max_leaves=15,
)  # fmt: skip


@given(first=JSON, line=JSON | JSON.map(lambda position: ["here", 1, position]))
def test_whatever_is_in_the_files_a_table_begins(
    tmp_path_factory: pytest.TempPathFactory, first: object, line: object
) -> None:
    database = tmp_path_factory.mktemp("outbox") / "table.db"
    path_of(database).write_text(json.dumps(first))
    path_of(database).with_name("table.db.club.done").write_text(json.dumps(line))

    outbox = Outbox(database)
    outbox.read("here")
    outbox.write("here", Published(1, OLD))

    assert Outbox(database).read("here") == Published(1, OLD)


@pytest.mark.parametrize(
    "damaged",
    [b"[" * 100_000, json.dumps(["here", 0, ONE]).replace("0", "1e999").encode(), b'["here", 1, []]', b"\xff", b"{}"],
    ids=range(5),
)
def test_a_damaged_line_costs_no_other_game(database: Path, damaged: bytes) -> None:
    Outbox(database).write("here", Published(1, OLD))
    with path_of(database).with_name("table.db.club.done").open("ab") as done:
        done.write(b"\n" + damaged)

    assert Outbox(database).read("here") == Published(1, OLD)


def test_a_torn_line_costs_one_game(database: Path) -> None:
    outbox = Outbox(database)
    outbox.write("here", Published(1, OLD))
    done = outbox.path.with_name(f"{outbox.path.name}.done")
    done.write_bytes(done.read_bytes()[:-5])
    again = Outbox(database)
    found = again.read("here")
    assert found is not None
    assert found.games == {game: one for game, one in OLD.items() if game != 199}
    again.write("here", Published(1, {**found.games, 200: Position(5, True, placed=5)}))
    assert Outbox(database).read("here") == Published(1, {**found.games, 200: Position(5, True, placed=5)})


def test_games_that_are_gone_take_no_room(database: Path) -> None:
    outbox = Outbox(database)
    outbox.write("elsewhere", Published(1, {1: OLD[1]}))
    for game in range(1, 500):
        outbox.write("here", Published(1, {game: Position(game, True, placed=game)}))
    done = outbox.path.with_name(f"{outbox.path.name}.done")
    assert len(done.read_bytes().splitlines()) < 200
    assert Outbox(database).read("here") is not None
    found = Outbox(database).read("elsewhere")
    assert found is not None
    assert found.games == {1: OLD[1]}


@pytest.mark.long
def test_anchors_are_bounded() -> None:
    delivered = [event(1, 0.0)]
    anchors: tuple[Anchor, ...] = ()
    for seq in range(2, times._MOST_ANCHORS + 100):
        delivered.append(event(seq, delivered[-1].t / 1e6 + (100.0 if seq % 2 else 0.0)))
        anchors = anchored(anchors, delivered, len(delivered) - 1, BEGAN_S + seq * 3, BEGAN_S)
    assert len(anchors) <= times._MOST_ANCHORS
