"""The count of Mythology GO: worked examples as data, wrong boards, and what is true of every board."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from table.complaints import BadInput
from table.games.mythology_go import board, count, ranking
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.options import CountOptions, MgoOptions
from table.games.mythology_go.telling import explained
from table.saying import say
from table.values import to_json
from tests.oracles.mythology_go import by_hand, total

BOARDS = Path(__file__).parents[2] / "boards/mythology_go"
CATALOGUE = json.loads((BOARDS / "catalogue.json").read_text())
BOARDS_BY_HAND = int(os.environ.get("COUNT_BOARDS", "2000"))  # `make prove` says how many
CASES = sorted(path for path in BOARDS.glob("*.json") if path.stem != "catalogue")


def counted(players: Sequence[Mapping[str, Any]], **options: Any) -> list[dict[str, Any]]:
    answer = to_json(count.score({"catalogue": CATALOGUE, "options": options, "players": list(players)}))
    return json.loads(json.dumps(answer))["players"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_board_is_counted_as_people_count_it(path: Path) -> None:
    case = json.loads(path.read_text())

    for player, expected in zip(
        counted(case["board"]["players"], **case["board"]["options"]), case["expect"], strict=True
    ):
        for key, wanted in expected.items():
            match key:
                case "effects":
                    assert [[line["card"], line["keyword"], line["points"]] for line in player["effects"]] == wanted
                case "colours":
                    assert player["colours"] == dict.fromkeys(player["colours"], 0) | wanted
                case _:
                    assert player[key] == wanted, key


BARE = [{"name": name, "terrain": []} for name in ("Ana", "Ben")]
ELF = {"code": "elf.1", "name": "elf", "kind": "creature", "colour": "green", "value": 3}
WRONG = json.loads((BOARDS.parent / "mythology_go_wrong.json").read_text())


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case["said"])
def test_a_wrong_board_is_one_sentence(case: Mapping[str, Any]) -> None:
    with pytest.raises(BadInput) as wrong:
        counted([{"name": "Ana", **case["player"]}, {"name": "Ben", "terrain": ["dwarf.3"]}])

    assert str(wrong.value) == case["said"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "expected one JSON object"),
        ({"players": [{"name": "Ana", "terrain": []}]}, "players: expected"),
        ({"players": [], "round": 3}, "players: expected"),
        ({"players": BARE, "options": {"terrain_max": 0}}, "options.terrain_max: expected"),
        ({"players": BARE, "catalogue": [{"code": "x", "name": "x", "kind": "creature"}]}, "catalogue: card 1"),
        ({"players": [{"name": "A" * 101, "terrain": []}, BARE[1]]}, "players.0.name: expected"),
        ({"players": [{"name": "Ana", "terrain": ["x"] * 201}, BARE[1]]}, "players.0.terrain: expected at most 200"),
        ({"players": [{"name": "Ana", "terrain": ["x" * 101]}, BARE[1]]}, "players.0.terrain.0: expected"),
        ({"players": BARE, "options": {"identification_bonus": 10**304}}, "options.identification_bonus: expected"),
        ({"players": BARE, "catalogue": [{**ELF, "value": 1001}]}, "catalogue: card 1, value: expected"),
        ({"players": BARE, "catalogue": [{**ELF, "name": "e" * 101}]}, "catalogue: card 1, name: expected"),
        (
            {"players": BARE, "catalogue": [{**ELF, "effects": [{"keyword": "weak", "points": -1001}]}]},
            "catalogue: card",
        ),
        (
            {"players": BARE, "catalogue": [{**ELF, "effects": [{"keyword": "copies", "count": 101, "points": 1}]}]},
            "cat",
        ),
        (
            {"players": BARE, "catalogue": [{**ELF, "effects": [{"keyword": "strong"}]}]},
            "catalogue: card 1, effects.0.points: this is missing",
        ),
        (
            {"players": BARE, "catalogue": [{**ELF, "effects": [{"keyword": "gorgon", "points": 3}]}]},
            "catalogue: card 1, effects.0.points: unknown name",
        ),
        (
            {"players": BARE, "catalogue": [{**ELF, "effects": [3]}]},
            "catalogue: card 1, effects.0: expected an object, not 3",
        ),
    ],
)
def test_what_is_no_board_is_one_sentence(given: Any, said: str) -> None:
    with pytest.raises(BadInput) as wrong:
        count.score(given)

    assert str(wrong.value).startswith(said)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("model", [MgoOptions, CountOptions, MgoCard, board.Player])
def test_every_number_and_every_name_has_bounds_in_the_schema(model: type[BaseModel]) -> None:
    for place, node in nodes(model.model_json_schema()):
        if node.get("type") in ("integer", "number"):
            assert {"minimum", "maximum"} <= node.keys(), place
        if node.get("type") == "string" and not {"enum", "const", "pattern"} & node.keys():
            assert "maxLength" in node, place
        if node.get("type") == "array":
            assert "maxItems" in node, place


def nodes(schema: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every part of a JSON schema, and where it stands."""
    if isinstance(schema, dict):
        yield place, schema
        for name, inner in schema.items():
            yield from nodes(inner, f"{place}/{name}")
    elif isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from nodes(inner, f"{place}/{number}")


# -- what is true of every board


def random_board(chance: Random) -> list[dict[str, Any]]:
    """Lay any cards before two to five players, with pairs, targets, Deities and accusations."""
    by_kind: dict[str, list[str]] = {}
    for card in CATALOGUE:
        by_kind.setdefault(card["kind"], []).append(card["code"])
    stock = chance.sample(by_kind["creature"], len(by_kind["creature"]))
    deities = chance.sample(by_kind["deity"], len(by_kind["deity"]))
    players: list[dict[str, Any]] = []
    for name in ["Ana", "Ben", "Cleo", "Dan", "Eva"][: chance.randint(2, 5)]:
        cards = [stock.pop() for _ in range(chance.randint(0, 7))]
        closed = [card for card in cards if not card.startswith("dragon") and chance.random() < 0.3]
        trolls = [card for card in cards if card.startswith("troll")]
        fused = [trolls[:2]] if len(trolls) > 1 and chance.random() < 0.7 else []
        risen = [card for card in cards if card.startswith("phoenix") and chance.random() < 0.5]
        terrain = [card for card in cards if card not in closed]
        players.append({"name": name, "terrain": terrain, "hidden": closed, "fused": fused, "resurrected": risen})
        if deities and chance.random() < 0.7:
            players[-1]["deity"] = deities.pop()
    _aim(chance, players)
    return players


def _aim(chance: Random, players: list[dict[str, Any]]) -> None:
    lying = [card for player in players for card in (*player["terrain"], *player["hidden"])]
    free = set(lying)
    for player in players:
        targets = player["targets"] = {}
        for card in (*player["terrain"], *player["hidden"]):
            if card.startswith(("gorgon", "werewolf")) and (free - {card}) and chance.random() < 0.8:
                targets[card] = chance.choice(sorted(free - {card}))
                free -= {targets[card]}
        if player.get("deity") == "thoth.1":
            accused = chance.choice([other["name"] for other in players if other is not player])
            player["accuses"] = {"player": accused, "deity": chance.choice(["anubis", "isis"])}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_the_count_does_not_depend_on_seats_and_steals_come_to_nothing(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    players = random_board(chance)
    by_name = {one["name"]: one for one in counted(players)}
    again = {one["name"]: one for one in counted(chance.sample(players, len(players)))}

    assert by_name == again
    assert sum(one["identification"] for one in by_name.values()) == 0
    for one in by_name.values():
        basic = one["values"] + sum(line["points"] for line in one["effects"]) + sum(one["colours"].values())
        assert one["total"] == basic + one["strong_weak"] + one["doubling"] + one["identification"]
        assert not {"strong", "weak", "identification"} & {line["keyword"] for line in one["effects"]}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_nobody_gets_both_strong_and_weak(seed: int) -> None:
    given = {"catalogue": CATALOGUE, "players": random_board(Random(seed))}  # noqa: S311 - chance, no secret
    for one in count.count(board.read(given)).counts:
        assert len({line.keyword for line in one.strong_weak}) <= 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_a_plain_card_of_an_absent_colour_changes_only_its_own_lines(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    players = random_board(chance)
    player = chance.choice(players)
    before = {one["name"]: one for one in counted(players, terrain_max=9)}
    shown = {card["code"]: card.get("colour") for card in CATALOGUE}
    mine = {shown[card] for card in (*player["terrain"], *player["hidden"])}
    changed = {target for other in players for target in other["targets"].values()}
    absent = sorted({"green", "yellow", "orange", "grey", "blue"} - mine)
    if not absent or changed & {*player["terrain"], *player["hidden"]}:
        return
    colour = chance.choice(absent)
    lying = {card for other in players for card in (*other["terrain"], *other["hidden"])}
    card = next(code for code in (f"plain_{colour}.{n}" for n in (1, 2, 3, 4)) if code not in lying)
    player["terrain"].append(card)
    after = {one["name"]: one for one in counted(players, terrain_max=9)}

    name = player["name"]
    assert after[name]["values"] == before[name]["values"] + 10
    kept = [[line for line in one[name]["effects"] if "chrome" not in line["keyword"]] for one in (before, after)]
    assert kept[0] == kept[1]
    same = {other for other in after[name]["colours"] if other != colour}
    assert all(after[name]["colours"][other] == before[name]["colours"][other] for other in same)
    for other in before:
        if other != name:
            assert after[other]["effects"] == before[other]["effects"]
            assert after[other]["colours"] == before[other]["colours"]


AGREED = {
    "strong_weak_counted": ["last", "before_doubling"],
    "strong_weak_multi": ["copies", "one"],
    "strong_weak_order": ["strong", "weak"],
    "grey_rule": ["exactly", "any"],
}


def agrees(chance: Random) -> dict[str, str]:
    """Agree on something else now and then."""
    return {name: chance.choice(values) for name, values in AGREED.items() if chance.random() < 0.4}


@pytest.mark.long
def test_who_counts_by_hand_comes_to_the_same() -> None:
    chance = Random(1)  # noqa: S311 - chance, no secret
    for number in range(BOARDS_BY_HAND):
        players, agreed = random_board(chance), agrees(chance)
        notes = by_hand(CATALOGUE, players, agreed)
        totals = {one["name"]: one["total"] for one in counted(players, **agreed)}
        assert totals == {name: total(notes, name) for name in totals}, (number, agreed, players)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_steps_lead_to_the_total_and_each_says_why(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    players, agreed = random_board(chance), agrees(chance)
    answer = to_json(explained.explained({"catalogue": CATALOGUE, "options": agreed, "players": players}))

    for number, player in enumerate(answer["players"]):
        mine = [step for step in answer["steps"] if step["player"] == number]
        assert sum(step["points"] for step in mine) == player["total"]
        brought = [step for step in mine if step["stage"] == "cards" and step["keyword"] != "value" and step["points"]]
        assert [{key: step[key] for key in ("card", "keyword", "points")} for step in brought] == player["effects"]
    assert all(step["why"] for step in answer["steps"])


EXPLAINED = json.loads((BOARDS.parent / "mythology_go_explained.json").read_text())


@pytest.mark.parametrize("case", EXPLAINED, ids=lambda case: case["case"])
def test_reasons_are_told_in_words(case: Mapping[str, Any]) -> None:
    answer = to_json(
        explained.explained({"catalogue": CATALOGUE, "options": case.get("options", {}), "players": case["players"]})
    )

    reasons = [[step["card"] or step["keyword"], step["points"], step["why"]] for step in answer["steps"]]
    assert [reason for reason in reasons if reason[2] != "Value"] == case["steps"]


def test_who_wins_after_three_rounds() -> None:
    """MGO-03, MGO-57: most points; then more rounds won; then they share it."""
    assert ranking.ranking([{1: 20, 2: 30}, {1: 20, 2: 12}, {1: 10, 2: 8}]) == [(1,), (2,)]
    assert ranking.ranking([{1: 20, 2: 30}, {1: 30, 2: 20}]) == [(1, 2)]
    assert ranking.ranking([{1: 20, 2: 30}, {1: 20, 2: 12}, {1: 10, 2: 8}], "shared") == [(1, 2)]
    assert ranking.fewest({1: 20, 2: 12, 3: 12}) == [2, 3]


def test_where_nothing_lies_there_is_no_colour() -> None:
    players = [{"name": "Ana", "terrain": [], "deity": "athena.1"}, {"name": "Ben", "terrain": ["harpy.1"]}]
    answer = to_json(explained.explained({"players": players}))

    whys = [step["why"] for step in answer["steps"] if step["keyword"] == "monochrome"]
    assert whys == ["Monochrome: no colour at all"]


@pytest.mark.parametrize("name", ["Harpy", "{fire} bird", "a}b", "{}"])
def test_a_card_is_called_as_its_owner_has_written(name: str) -> None:
    card = MgoCard(code="own", name="own", kind="creature", colour="green", names={"en": name})

    assert card.label == name
    assert say("{card:the} fits.", card=card.label) == f"the {name} fits."
