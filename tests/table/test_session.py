"""A session: the same facts give the same bytes, live or replayed, whole or resumed; audiences; bad facts."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import cards, facts
from table.complaints import BadInput
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    Placement,
    ReaderBack,
    ReaderLost,
    TableResumed,
    TagArrived,
    TagUnread,
    TimePassed,
    micros,
)
from table.games.game import PUBLIC
from table.games.nur_mut.views import NurMutView
from table.judging import script
from table.judging.delivery import Line
from table.judging.session import Session, dump
from table.values import replace, to_json

CODES = [card["code"] for card in cards.shipped_deck("mito")]
SEATS = st.integers(1, 3)
ZONES = st.sampled_from(["discard", "discard", "discard", "seat.1", "seat.2", "seat.3"])
MOVES = st.one_of(
    st.builds(lambda zone, card: CardArrived(0, zone, card), ZONES, st.sampled_from(CODES)),
    st.builds(lambda zone, card: CardLeft(0, zone, card), ZONES, st.sampled_from(CODES)),
    st.builds(lambda seat: ButtonDown(0, seat), SEATS),
    st.builds(lambda seat: ButtonUp(0, seat), SEATS),
    st.builds(lambda seat: ChoiceMade(0, seat, "next_round"), st.integers(0, 3)),
    st.builds(lambda seat: ChoiceMade(0, 0, "turn", seat), SEATS),
    st.builds(lambda choice: ChoiceMade(0, 0, choice), st.sampled_from(["undo", "undo", "rule", "rule", "reshuffled"])),
    st.builds(lambda choice: ChoiceMade(0, 0, choice), st.sampled_from(["pause", "resume", "resume"])),
    st.just(TagArrived(0, "discard", "04ff")),
    st.builds(lambda zone: TagUnread(0, zone), ZONES),
    st.builds(lambda zone: ReaderLost(0, zone), ZONES),
    st.builds(lambda zone: ReaderBack(0, zone), ZONES),
    st.builds(lambda zone: ReaderBack(0, zone), ZONES),
    st.just(TimePassed(0)),
)


def started(placement: str = "pile") -> GameStarted:
    return GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], {}, None, 5, {"discard": placement})  # type: ignore[dict-item]


@st.composite
def evenings(draw: st.DrawFn) -> list[Fact]:
    """Draw anything that a table might see, in steps that hit every deadline."""
    steps = st.sampled_from([0.0, 0.05, 0.1, 0.25, 0.3, 0.4, 0.6, 1.0])
    happened: list[Fact] = [started(draw(st.sampled_from(["tap", "pile"])))]
    now = 0
    for move, step in draw(st.lists(st.tuples(MOVES, steps), max_size=60)):
        now += micros(step)
        happened.append(replace(move, t=now))
    return happened


def bytes_of(lines: list[tuple[Line, ...]]) -> str:
    return "\n".join(json.dumps([line.audience, dump(line)]) for some in lines for line in some)


@given(evenings())
def test_replay_gives_the_same_bytes(evening: list[Fact]) -> None:
    _, live = Session.replay(evening)
    _, again = Session.replay([facts.parse(json.dumps(facts.dump(fact))) for fact in evening])

    assert bytes_of(again) == bytes_of(live)


@given(evenings(), st.data())
def test_letting_time_pass_in_between_changes_nothing(evening: list[Fact], data: st.DataObject) -> None:
    """Live, deadlines are facts of their own; in a script they fall due before the next fact."""
    plain, delivered = Session.replay(evening)
    session = Session(evening[0])  # type: ignore[arg-type]
    watched = [session.opening]
    for fact in evening[1:]:
        while (due := session.due()) is not None and due < fact.t and data.draw(st.booleans()):
            watched.append(session.take(TimePassed(due)))
        watched.append(session.take(fact))

    assert bytes_of(watched) == bytes_of(delivered)
    assert session.view("public") == plain.view("public")


@given(evenings())
def test_every_audience_counts_without_gaps(evening: list[Fact]) -> None:
    session, delivered = Session.replay(evening)
    for audience in session.audiences:
        counted = [line.seq for some in delivered for line in some if line.audience == audience]
        assert counted == list(range(1, len(counted) + 1))


@given(evenings())
def test_time_never_goes_back_in_what_is_told(evening: list[Fact]) -> None:
    _, delivered = Session.replay(evening)
    times = [line.t for some in delivered for line in some if line.audience == "sealed"]

    assert times == sorted(times)


@given(evenings())
def test_there_is_always_a_prompt_and_a_way_on(evening: list[Fact]) -> None:
    session, _ = Session.replay(evening)
    while (due := session.due()) is not None:
        session.take(TimePassed(due))

    assert to_json(session.view("public"))["prompt"]


MARKS = {"card_played", "draw_owed", "call_made", "hands_due"}


@given(evenings(), st.sampled_from(CODES), SEATS, st.sampled_from(["card", "tap", "hold", "double"]))
def test_undo_and_the_same_facts_again_is_as_if_never_undone(
    evening: list[Fact], card: str, seat: int, what: str
) -> None:
    started, *others = evening
    assert isinstance(started, GameStarted)
    session, _ = Session.replay([replace(started, placement={"discard": "tap"}), *others])
    rest(session)
    counting = to_json(session.view("public"))["turn"] is None
    delivered = do(session, what, card, seat)
    first = delivered[0].event.name if delivered else None
    if first not in MARKS or counting or session.ended:
        return
    once = rounds_of(session)

    session.take(ChoiceMade(session.now, 0, "undo"))
    again = do(session, what, card, seat)

    assert [dump(line)["event"] for line in again] == [dump(line)["event"] for line in delivered]
    assert rounds_of(session) == once


def rest(session: Session) -> None:
    """Let everything fall due, and presses be forgotten."""
    while (due := session.due()) is not None:
        session.take(TimePassed(due))
    session.take(TimePassed(session.now + micros(5)))


def do(session: Session, what: str, card: str, seat: int) -> list[Line]:
    now = session.now + micros(5)
    facts: dict[str, list[Fact]] = {
        "card": [CardArrived(now, "discard", card)],
        "tap": [ButtonDown(now, seat), ButtonUp(now + micros(0.1), seat)],
        "hold": [ButtonDown(now, seat), ButtonUp(now + micros(0.9), seat)],
        "double": [
            fact
            for at in (0, 0.3)
            for fact in (ButtonDown(now + micros(at), seat), ButtonUp(now + micros(at + 0.1), seat))
        ],
    }
    lines = [line for fact in facts[what] for line in session.take(fact)]
    lines += session.take(TimePassed(now + micros(1)))
    return [line for line in lines if line.audience == "public"]


def rounds_of(session: Session) -> list[object]:
    return [world.state.round for world in session._referee.worlds]


@given(evenings())
def test_a_fact_that_is_refused_as_bad_changes_nothing(evening: list[Fact]) -> None:
    session, _ = Session.replay(evening)
    before = session.view("host")
    for bad in (CardArrived(session.now, "discard", "ace"), CardLeft(session.now, "pile.9", CODES[0])):
        with pytest.raises(BadInput):
            session.take(bad)

    assert session.view("host") == before


def test_the_public_view_holds_what_is_promised() -> None:
    view = to_json(Session(started()).view("public"))

    promised = {"game", "round", "turn", "piles", "seats", "prompt", "last", "race", "correction", "winners"}
    assert promised <= view.keys()
    ana = {"seat": 1, "name": "Ana", "score": 0, "hand": None, "guard": True, "counting": None, "owes": []}
    assert view["seats"][0] == ana
    assert view["last"]["event"] == "round_started"


def told_by(session: Session, *seen: Fact) -> list[tuple[str, dict[str, object]]]:
    lines = [line for fact in seen for line in session.take(fact)]
    return [(line.audience, dump(line)) for line in lines if line.audience in ("public", "host")]


def test_a_game_waits_for_a_reader_that_is_lost_and_goes_on_when_it_is_back() -> None:
    session = Session(started("tap"))
    told_by(session, CardArrived(0, "discard", "number2.1"), TimePassed(micros(0.5)))
    delivered = told_by(session, ReaderLost(micros(1), "discard"))
    assert [(audience, event["event"]) for audience, event in delivered] == [("host", "reader_lost")]
    waits = "The table cannot see the discard pad: wait until its reader works again."
    assert to_json(session.view("public"))["prompt"] == waits

    delivered = told_by(session, ButtonDown(micros(2), 1), ButtonUp(micros(2.1), 1), TimePassed(micros(4)))
    assert [event["reason"] for audience, event in delivered if audience == "public"] == ["paused"]
    assert [event["text"] for audience, event in delivered if audience == "public"] == [waits]

    assert told_by(session, ReaderBack(micros(5), "discard"))[0][1]["event"] == "reader_back"
    assert to_json(session.view("public"))["turn"] == 1
    assert "Ana" in to_json(session.view("public"))["prompt"]


@pytest.mark.parametrize(("placement", "place"), [("pile", "pile 3"), ("tap", "the pile 3 pad")])
def test_a_pile_that_has_a_number_takes_no_article(placement: Placement, place: str) -> None:
    session = Session(GameStarted(0, "nur_mut", ["Ana", "Ben"], placement={"pile.3": placement}))
    session.take(ReaderLost(micros(1), "pile.3"))

    assert (
        to_json(session.view("public"))["prompt"] == f"The table cannot see {place}: wait until its reader works again."
    )


def test_the_host_may_go_on_without_a_reader() -> None:
    session = Session(started("tap"))
    session.take(CardArrived(0, "discard", "number2.1"))
    session.take(ReaderLost(micros(1), "seat.2"))

    session.take(ChoiceMade(micros(2), 0, "resume"))

    assert to_json(session.view("public"))["prompt"].startswith("Ana: ")


def test_a_game_that_goes_on_without_readers_is_not_stopped_by_one_that_comes_back() -> None:
    session = Session(started("tap"))
    session.take(CardArrived(0, "discard", "number2.1"))
    for zone in ("seat.1", "seat.2"):
        session.take(ReaderLost(micros(1), zone))
    session.take(ChoiceMade(micros(2), 0, "resume"))

    session.take(ReaderBack(micros(3), "seat.1"))

    assert to_json(session.view("public"))["prompt"].startswith("Ana: ")


def test_a_table_that_was_off_waits_for_no_reader_until_it_is_told_again() -> None:
    session = Session(started("tap"))
    session.take(CardArrived(0, "discard", "number2.1"))
    session.take(ReaderLost(micros(1), "discard"))

    session.take(TableResumed(micros(2)))

    assert to_json(session.view("public"))["prompt"].startswith("Ana: ")


def test_everybody_hears_of_a_card_that_could_not_be_read() -> None:
    session = Session(started("tap"))

    delivered = told_by(session, TagUnread(micros(1), "seat.2"))

    assert [(audience, event["event"]) for audience, event in delivered] == [
        ("public", "tag_unread"),
        ("host", "tag_unread"),
    ]
    assert to_json(session.view("public"))["notice"] == (
        "A card on Ben’s pad could not be read: touch it again, a little longer."
    )
    session.take(TimePassed(micros(8)))
    assert to_json(session.view("public"))["notice"] is None


def test_a_reader_that_reads_one_card_at_a_time_asks_for_that() -> None:
    session = Session(started("tap"))

    session.take(TagUnread(micros(1), "seat.2", one_by_one=True))

    assert to_json(session.view("public"))["notice"] == (
        "A card on Ben’s pad could not be read: touch it again, with one card at a time."
    )


@pytest.mark.parametrize("uid", ["08", "08a1b2c3"])
def test_a_phone_on_a_pad_is_told_as_one(uid: str) -> None:
    session = Session(started("tap"))
    session.take(TagArrived(micros(1), "discard", uid))

    assert to_json(session.view("public"))["notice"] == "A phone or a bank card lies on the discard pad: take it away."


@pytest.mark.parametrize(
    "shared", [{"pile.1": "discard"}, {"seat.1": "pile.1"}, {"seat.1": "seat.2", "seat.2": "discard"}]
)
def test_pads_are_made_good_by_zones_of_the_game(shared: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=r"^shared: "):
        Session(replace(started("tap"), shared=shared))


def test_only_the_host_hears_of_unknown_tags() -> None:
    session = Session(started())
    lines = session.take(TagArrived(micros(1), "discard", "04a1b2c3d4e5f6"))

    assert [line.audience for line in lines] == ["host", "sealed"]
    assert to_json(session.view("public"))["notice"] is not None
    assert "04a1b2c3d4e5f6" not in json.dumps(to_json(session.view("public")))


@pytest.mark.parametrize(
    ("fact", "complaint"),
    [
        (CardArrived(micros(2), "discard", "ace"), "card: Mito has no card 'ace'"),
        (CardArrived(micros(2), "pile.1", "number1.1"), "zone: expected one of discard, seat.1, .*, not 'pile.1'"),
        (ButtonDown(micros(2), 4), "seat: nobody sits at seat 4"),
        (ChoiceMade(micros(2), 7, "next_round"), "seat: nobody sits at seat 7"),
        (ChoiceMade(micros(2), 2, "undo"), r"choice: undo is for the host \(seat 0\), not for seat 2"),
        (ChoiceMade(micros(2), 0, "undo", 3), "value: undo takes none"),
        (ChoiceMade(micros(2), 0, "turn", 9), "value: expected a seat at which somebody sits, not 9"),
        (ChoiceMade(micros(2), 0, "turn"), "value: expected a seat at which somebody sits, not None"),
        (ChoiceMade(micros(2), 0, "dance"), "choice: expected one of undo, .*, next_round, .*, not 'dance'"),
        (started(), "t: time goes back, from 1 to 0"),
        (GameStarted(micros(2), "mito", ["Ana", "Ben", "Cleo"]), "fact: a script holds one game"),
    ],
)
def test_a_fact_of_another_game_is_told_in_one_sentence(fact: Fact, complaint: str) -> None:
    session = Session(started())
    session.take(TimePassed(micros(1)))

    with pytest.raises(BadInput, match=complaint):
        session.take(fact)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"game": "chess"}, "game: expected one of .*mito.*, not 'chess'"),
        ({"players": ["Ana", "Ben"]}, "players: Mito is for 3 to 5 players, not 2"),
        ({"players": ["Ana", "Ben", " "]}, "players: a player needs a name"),
        ({"players": ["Ana", "Ben", "Ben"]}, "players: two of them have the same name"),
        ({"options": {"wrapp": True}}, "options.wrapp: unknown name"),
        ({"options": {"wrap": "yes"}}, "options.wrap: expected a valid boolean, not 'yes'"),
        ({"options": {"preset": ["french"]}}, "options.preset: expected"),
        ({"options": {"preset": "german"}}, "options.preset: expected 'default', 'french'.*, not 'german'"),
        ({"options": {"first_guard": 4}}, "options.first_guard: nobody sits at seat 4"),
        ({"placement": {"pile.1": "tap"}}, "placement: expected one of discard, .*, not 'pile.1'"),
        ({"catalogue": [{"code": "x1", "kind": "number", "number": 6}]}, "catalogue: card 1, number: expected"),
        ({"catalogue": [{"code": "X", "kind": "number", "number": 1}]}, "catalogue: card 1, code: "),
        ({"catalogue": [{"code": "x1", "kind": "number"}]}, "catalogue: card 1, number: expected a number from 1 to 5"),
        ({"catalogue": [{"code": "x1", "kind": "number", "number": 1}] * 2}, "catalogue: card 2, code: 'x1' is there"),
    ],
)
def test_a_game_that_cannot_be_played_is_told_in_one_sentence(changed: dict[str, object], complaint: str) -> None:
    wanted = {"game": "mito", "players": ["Ana", "Ben", "Cleo"]} | changed

    with pytest.raises(BadInput, match=complaint) as caught:
        Session(GameStarted(0, **wanted))  # type: ignore[arg-type]

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"s\.jsonl: expected facts, one JSON object a line, but the file is empty"),
        ('{"t": 0, "fact": "time_passed"}\n', r"s\.jsonl:1: fact: a script begins with game_started"),
        ("\n\nnonsense\n", r"s\.jsonl:3: expected one JSON object"),
    ],
)
def test_a_broken_script_is_named_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(text)

    with pytest.raises(BadInput, match=complaint):
        script.play(path)


def test_a_script_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(BadInput, match="not UTF-8 text"):
        script.play(path)


def test_a_picture_that_is_the_same_for_all_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session, drawn = Session(started()), list[str]()
    own = session.game.view

    def counted(state: Any, audience: str) -> Any:
        drawn.append(audience)
        return own(state, audience)

    monkeypatch.setattr(session.game, "view", counted)
    views = session.views()

    assert drawn == ["public"]
    assert views.keys() == {"public", "host", "seat:1", "seat:2", "seat:3"}
    assert views == {audience: session.view(audience) for audience in views}


def test_the_example_of_three_cards_in_worlds_py_is_true() -> None:
    """A face that nobody saw is null until later cards settle it."""
    faces = {"nm05": [5, 6], "nm22": [2, 4], "nm23": [3, 5], "nm06": [6, 7], "nm80": [9, 9], "nm81": [9, 9]}
    faces |= {f"nm{number}": [9, 9] for number in range(70, 80)}
    catalogue = [{"code": code, "faces": both} for code, both in faces.items()]
    players = ["Ana", "Ben", "Cleo"]
    session = Session(GameStarted(0, "nur_mut", players, {"hand_size": 2}, catalogue))

    def lays(seconds: int, zone: str, card: str) -> tuple[object, list[dict[str, object]]]:
        events = [dump(line) for line in session.take(CardArrived(micros(seconds), zone, card))]
        return NurMutView.of(session.view(PUBLIC)).piles[zone].face, events

    assert lays(1, "pile.1", "nm05")[0] is None
    lays(2, "pile.2", "nm80")
    lays(3, "pile.3", "nm81")
    assert lays(6, "pile.1", "nm22")[0] == 4
    face, events = lays(9, "pile.1", "nm23")
    assert face is None
    assert {"card_played", "turn_started"} <= {str(event["event"]) for event in events}
    assert lays(12, "pile.1", "nm06")[0] == 6
