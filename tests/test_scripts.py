"""Table scripts as data: each is replayed and must give the events that stand beside it.

`scripts/examples` lists some of the events, in order; `scripts/<game>` lists all of them but `game_started`.
"""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from table import facts, games
from table.judging import script
from table.judging.session import Session, dump
from table.judging.telling import Line

SCRIPTS = Path(__file__).parent / "scripts"
EXAMPLES = sorted(path for path in (SCRIPTS / "examples").glob("*.jsonl") if ".expect" not in path.name)
ABOUT = {path.parent: tomllib.loads(path.read_text()) for path in SCRIPTS.glob("*/about.toml")}
WHOLE = [folder / f"{name}.jsonl" for folder, about in ABOUT.items() for name in about]


# What not everybody is told, whatever the game.
SECRET = {"cards_slipped", "tag_unknown"}


def events(path: Path, audience: str = "sealed") -> list[dict[str, Any]]:
    _, lines = script.play(path)
    return plain([line for line in lines if line.audience == audience])


def facts_of(path: Path) -> list[Any]:
    return [facts.parse(line) for line in path.read_text().splitlines()]


def plain(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return json.loads(json.dumps([dump(line) for line in lines]))  # type: ignore[no-any-return]


def is_the_same_on_either_placement(path: Path) -> bool:
    """Tell whether nothing is lifted, touched twice, or taken away: that is seen otherwise on a pile and on a pad."""
    seen = [json.loads(line) for line in path.read_text().splitlines()]
    cards = [one["card"] for one in seen if one["fact"] == "card_arrived"]
    moved = any(one["fact"] == "card_left" or one.get("choice") == "undo" for one in seen)
    taken = any(one["event"] == "courage_failed" or one.get("how") == "under" for one in expected(path))
    return not (moved or taken) and len(set(cards)) == len(cards)


def expected(path: Path) -> list[dict[str, Any]]:
    text = path.with_suffix(".expect.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def holds(event: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(name in event and event[name] == value for name, value in wanted.items())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_its_events_in_order(path: Path) -> None:
    told = iter(events(path))
    missing = [wanted for wanted in expected(path) if not any(holds(event, wanted) for event in told)]

    assert missing == []


@dataclass(frozen=True)
class Played:
    """A script, and what each audience was told."""

    path: Path
    sealed: list[dict[str, Any]]
    public: list[dict[str, Any]]


@pytest.fixture(scope="module", params=WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def played(request: pytest.FixtureRequest) -> Played:
    """A script that is played once for all that is asked of it."""
    _, lines = script.play(request.param)
    sealed, public = (plain([one for one in lines if one.audience == to]) for to in ("sealed", "public"))
    return Played(request.param, sealed, public)


def test_a_script_gives_its_events_and_no_others(played: Played) -> None:
    told = [event for event in played.sealed if event["event"] != "game_started"]
    wanted = expected(played.path)

    assert [event["event"] for event in told] == [event["event"] for event in wanted]
    for event, one in zip(told, wanted, strict=True):
        assert holds(event, one), f"expected {one}, told {event}"


def test_the_public_is_told_all_but_the_secrets(played: Played) -> None:
    own = {"seq": 0, "to_seq": 0}  # each audience counts for itself
    told = [event | own for event in played.sealed if event["event"] not in SECRET]
    public = played.public

    assert [event["seq"] for event in public] == list(range(1, len(public) + 1))
    if (apart := played.path.with_suffix(".public.jsonl")).exists():  # a game with more secrets than that
        wanted = [json.loads(line) for line in apart.read_text().splitlines()]
        said = [{**event, "seq": None} for event in public if event["event"] != "game_started"]
        assert said == [{**event, "seq": None} for event in wanted]
        return
    for one, sealed in zip(public, told, strict=True):
        in_a_hand = sealed["event"] == "play_refused" and sealed["zone"].startswith("seat.")
        face_down = sealed.get("zone") == "hidden" and "card" in sealed
        assert ("card" in one) == ("card" in sealed and not in_a_hand and not face_down)
        assert in_a_hand or {**sealed, **one, **own} == sealed


@pytest.mark.parametrize(
    "path",
    [path for path in WHOLE if is_the_same_on_either_placement(path)],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_a_card_that_is_left_alone_means_the_same_on_a_pad_and_on_a_pile(path: Path) -> None:
    started, *others = facts_of(path)
    told = []
    for placement in ("tap", "pile"):
        zones = games.find(started.game).zones(len(started.players))
        piles = [zone for zone in zones if not zone.startswith("seat.")]
        where = {**started.placement, **dict.fromkeys(piles, placement)}
        session, brought = Session.replay([replace(started, placement=where), *others])
        lines = [line for some in brought for line in some if line.audience == "sealed"]
        told.append([{**event, "text": None} for event in plain(lines)])
        assert all(session.setup.placement[zone] == placement for zone in piles)

    assert told[0] == told[1]


@pytest.mark.parametrize("folder", ABOUT, ids=lambda folder: folder.name)
def test_every_script_says_what_it_shows(folder: Path) -> None:
    found = {path.stem for path in folder.glob("*.jsonl") if "." not in path.stem}

    assert found == set(ABOUT[folder])


def test_there_are_examples_and_scripts() -> None:
    assert EXAMPLES
    assert WHOLE
