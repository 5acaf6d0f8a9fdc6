"""Table scripts: each is replayed once, and must pass the checks that hold for every script.

In `scripts/examples`, expectations are some of the events, in order; in `scripts/<game>`, all of them except
`game_started`. The events, views and answers of each moment are recorded, too: see `records.py`.
"""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table import games
from table.games.game import Why
from table.games.moment import WITHOUT_RULE
from table.judging import script
from table.judging.session import Session
from table.sentences import Narrator
from table.values import replace
from table.wording import Names
from tests import records
from tests.own import OWN_GAMES
from tests.replayed import (
    ABOUT,
    EXAMPLES,
    PLAYED,
    WHOLE,
    EventObject,
    Replayed,
    delivered,
    facts_of,
    plain,
    replay,
    whys,
)

# Events that are secret in every game.
SECRET = {"cards_slipped", "tag_unknown"}

# How a sentence names a card, by game; matches that are no names of cards are ignored.
CARD = {
    "mito": r"\b(?:spider|mosquito|cockroach|ant|moth) [1-5]\b|\b(?:the|an?) [1-5]\b",
    "mytho": r"\b\w+ of (?:clubs|diamonds|hearts|spades)\b|\b(?:red|yellow|green|blue) \d\b",
    "mythology_go": r"\b(?:the|an?) [A-Z]\w+\b",
    "nur_mut": r"\bthe \d(?:/(?:\d|joker))?\b",
}


def expected(path: Path) -> list[EventObject]:
    text = path.with_suffix(".expect.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def holds(event: EventObject, wanted: EventObject) -> bool:
    return all(name in event and event[name] == value for name, value in wanted.items())


def gives_its_events_and_no_others(played: Replayed) -> None:
    sealed_events = [event for event in played.events["sealed"] if event["event"] != "game_started"]
    wanted = expected(played.path)

    assert [event["event"] for event in sealed_events] == [event["event"] for event in wanted]
    for event, one in zip(sealed_events, wanted, strict=True):
        assert holds(event, one), f"expected {one}, told {event}"


def tells_the_public_all_but_the_secrets(played: Replayed) -> None:
    own = {"seq": 0, "to_seq": 0}  # each audience numbers its own events
    sealed_events = [event | own for event in played.events["sealed"] if event["event"] not in SECRET]
    public = played.events["public"]

    assert [event["seq"] for event in public] == list(range(1, len(public) + 1))
    if (apart := played.path.with_suffix(".public.jsonl")).exists():  # for games with more secrets
        wanted = [json.loads(line) for line in apart.read_text().splitlines()]
        said = [{**event, "seq": None} for event in public if event["event"] != "game_started"]
        assert said == [{**event, "seq": None} for event in wanted]
        return
    for shown, sealed in zip(public, sealed_events, strict=True):
        in_a_hand = sealed["event"] == "play_refused" and sealed["zone"].startswith("seat.")
        face_down = sealed.get("zone") == "hidden" and "card" in sealed
        assert ("card" in shown) == ("card" in sealed and not in_a_hand and not face_down)
        assert in_a_hand or {**sealed, **shown, **own} == sealed


def means_the_same_on_a_pad_and_on_a_pile(played: Replayed) -> None:
    if not is_left_alone(played.path):
        return
    started, *others = facts_of(played.path)
    zones = [zone for zone in games.find(started.game).zones(len(started.players)) if not zone.startswith("seat.")]
    sealed_events = [{**event, "text": None} for event in played.events["sealed"]]
    for placement in ("tap", "pile"):
        where = {**started.placement, **dict.fromkeys(zones, placement)}
        if all(played.session.setup.placement[zone] == placement for zone in zones):
            continue
        session, brought = Session.replay([replace(started, placement=where), *others])
        lines = [line for some in brought for line in some if line.audience == "sealed"]
        assert all(session.setup.placement[zone] == placement for zone in zones)
        assert [{**event, "text": None} for event in plain(lines)] == sealed_events


def is_left_alone(path: Path) -> bool:
    """Return whether no card is lifted, touched twice, taken away or played on: pads and piles differ in these."""
    seen = [json.loads(line) for line in path.read_text().splitlines()]
    cards = [fact["card"] for fact in seen if fact["fact"] == "card_arrived"]
    moved = any(fact["fact"] == "card_left" or fact.get("choice") == "undo" for fact in seen)
    taken = any(e["event"] == "courage_failed" or e.get("how") == "under" for e in expected(path))
    return not (moved or taken or _is_played_on(seen, expected(path))) and len(set(cards)) == len(cards)


def _is_played_on(facts: list[EventObject], events: list[EventObject]) -> bool:
    """Return whether people play on over a refused card, which only a pile's reader can see under the next one."""
    kinds = ("play_refused", "card_played")
    refused, played = ({event.get("card") for event in events if event["event"] == kind} for kind in kinds)
    return bool(refused & played) and all(fact.get("choice") != "rule" for fact in facts)


def says_every_event_in_a_sentence_or_not_at_all(played: Replayed) -> None:
    setup = played.session.setup
    labels = {code: card.label for code, card in setup.cards.items()}
    names = Names({seat: setup.name(seat) for seat in setup.seats}, labels)
    narrator = Narrator(names)
    for event in (event for events in played.events.values() for event in events):
        (one,) = delivered(played.session.game.name, [event])
        said = narrator.say(one.event)
        if said is not None and event["event"] not in ("play_refused", "press_refused"):
            assert said.endswith((".", "!", "?"))
            assert "Somebody" not in said or event.get("seat", 0) is None
            assert not any(code in said for code in labels if "." in code)


def answers_why_to_everything(played: Replayed) -> None:
    for audience in ("public", "host", "sealed", "seat:3"):
        events = played.events.get(audience, [])
        undone = {"race_closed"} if any(event["event"] == "undone" for event in events) else set()
        for event, why in zip(events, answers(played, events), strict=True):
            assert re.fullmatch(r"[A-Z].*\.", why.seen), (audience, why.seen)
            assert ".." not in why.seen, audience
            assert why.rules or _is_of_no_rule(event) or event["event"] in undone, (audience, event)


def answers_stay_the_same_and_name_no_card_that_was_not_told(played: Replayed) -> None:
    events = played.events["public"]
    labels = {code: card.label for code, card in played.session.setup.cards.items()}
    for number, (event, why) in enumerate(zip(events, answers(played, events), strict=True), start=1):
        so_far = delivered(played.session.game.name, (one for one in events if one["t"] <= event["t"]))
        assert played.session.game.why(event["seq"], played.session.setup, so_far) == why
        codes = re.findall(r'"([\w.]+)"', json.dumps(events[:number]))
        known = {labels[code] for code in codes if code in labels}
        known |= {str(one["face"]) for one in events[:number] if one.get("face") is not None}
        named = {re.sub(r"^(?:the|an?) ", "", name) for name in re.findall(CARD[played.session.game.name], why.seen)}
        assert named & set(labels.values()) <= known, why.seen


def answers(played: Replayed, events: list[EventObject]) -> list[Why]:
    return whys(played.session, events)


def _is_of_no_rule(event: EventObject) -> bool:
    """Return whether an event follows from the host or the hardware instead of a rule."""
    pressed = event["event"] == "press_refused" and event["seat"] == 0
    paused = event["event"] in ("press_refused", "play_refused") and event["reason"] == "paused"
    return event["event"] in WITHOUT_RULE or pressed or paused


CHECKS: tuple[Callable[[Replayed], None], ...] = (
    gives_its_events_and_no_others,
    tells_the_public_all_but_the_secrets,
    means_the_same_on_a_pad_and_on_a_pile,
    says_every_event_in_a_sentence_or_not_at_all,
    answers_why_to_everything,
    answers_stay_the_same_and_name_no_card_that_was_not_told,
    records.is_as_recorded,
)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_script(path: Path) -> None:
    played = replay(path)
    for check in CHECKS:
        check(played)


@pytest.mark.long
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_script_goes_on_from_a_checkpoint(path: Path) -> None:
    played = replay(path)
    started, *others = facts_of(played.path)
    resumed = Session(started)
    for number, fact in enumerate(others):
        if number % 5 == 0:
            resumed = pickle.loads(pickle.dumps(resumed))  # noqa: S301 - our own
        assert resumed.take(fact) == played.moments[number + 1].lines
    whole = played.session
    assert resumed.due() == whole.due()
    assert [resumed.view(audience) for audience in whole.audiences] == [whole.view(a) for a in whole.audiences]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_whole_game_ends_and_is_as_recorded(path: Path) -> None:
    played = replay(path)

    assert played.session.ended
    assert played.session.views() == {a: played.session.view(a) for a in played.session.audiences if a != "sealed"}
    records.is_as_recorded(played)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_its_events_in_order(path: Path) -> None:
    _, lines = script.play(path)
    events = iter(plain(line for line in lines if line.audience == "sealed"))
    missing = [wanted for wanted in expected(path) if not any(holds(event, wanted) for event in events)]

    assert missing == []


@pytest.mark.parametrize("folder", ABOUT, ids=lambda folder: folder.name)
def test_every_script_says_what_it_shows(folder: Path) -> None:
    found = {path.stem for path in folder.glob("*.jsonl") if "." not in path.stem}

    assert found == set(ABOUT[folder])


def test_there_are_scripts_examples_and_whole_games_of_every_game() -> None:
    assert EXAMPLES
    assert {folder.name for folder in ABOUT} == set(OWN_GAMES)
    assert {records.game_of(path) for path in PLAYED} == set(OWN_GAMES)
    for game in OWN_GAMES:
        of_it = {path.stem for path in (*WHOLE, *PLAYED) if records.game_of(path) == game}
        assert records.recorded(game).keys() == of_it


def test_what_differs_from_the_records_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    path = PLAYED[0]
    was: Any = json.loads(json.dumps(records.record(replay(path))))
    now = json.loads(json.dumps(was))
    moment = next(name for name, found in now.items() if "public prompt" in found)
    now[moment]["public prompt"] = "Do it."
    monkeypatch.setattr(records, "as_recorded", lambda _: {str(path.relative_to(records.ROOT)): was})

    (difference,) = records.differences({path: now})

    assert difference.startswith("public prompt:\n  - ")
    assert difference.endswith(f"\n  + 'Do it.'\n    in {path.stem}, {moment}")
    assert records.digest(was[moment]) != records.digest(now[moment])
