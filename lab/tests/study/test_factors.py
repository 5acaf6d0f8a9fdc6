"""What is varied: paths and values as they are typed, cards changed by them, and sentences for what cannot be."""

import pytest

from cardtable_lab.study.factors import Factor, factor, variants
from table import games
from table.complaints import BadInput


@pytest.mark.long
@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("options.rounds=2..4", (2, 3, 4)),
        ("cards.harpy.value=-1..0", (-1, 0)),
        ("options.fusion_effect=once,each", ("once", "each")),
        ("options.wrap=true,false", (True, False)),
        ("cards.harpy.colour=blue", ("blue",)),
    ],
)
def test_a_factor_is_read_as_it_is_typed(given: str, values: tuple[object, ...]) -> None:
    assert factor(given) == Factor(given.partition("=")[0], values)


@pytest.mark.parametrize(
    "given", ["", "rounds=1", "options.=1", "options.rounds", "options.rounds=", "cards=1", "x.y=1"]
)
def test_what_is_no_factor_is_refused(given: str) -> None:
    with pytest.raises(BadInput, match=r"--vary: expected cards\.NAME\.FIELD=2\.\.6 or options\.NAME=1,2"):
        factor(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["options.rounds=9..2"], r"options.rounds: expected a range such as 2..6, not 9..2"),
        (["options.rounds=1..999"], "expected a range"),
        (["options.rounds=1", "options.rounds=2"], "a path is given twice"),
        (["options.rounds=1..99", "options.draw=1..9"], "these are 891 combinations; at most 200"),
        (["options.speed=1"], "options.speed: unknown name"),
        (["options.rounds=0"], "options.rounds"),
        (["cards.unicorn.value=1"], r"cards.unicorn.value: no card is called 'unicorn'; there are anubis"),
        (["cards.harpy.wings=2"], r"cards.harpy.wings: there is no 'wings'; there are code, "),
        (["cards.harpy.effects.7.points=2"], r"cards.harpy.effects.7.points: there is no '7'"),
        (["cards.harpy.effects.x.points=2"], r"there is no 'x'"),
        (["cards.harpy.value.x=2"], r"there is no 'x'"),
        (['cards.harpy.value="three"'], "value"),
    ],
)
def test_what_cannot_be_varied_is_told_with_its_path(given: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        variants("mythology_go", 3, [factor(one) for one in given])


def test_all_copies_of_a_card_are_changed_and_no_other_and_the_shipped_ones_stay() -> None:
    shipped = games.find("mythology_go").deck(None)
    two, six = variants("mythology_go", 3, [factor("cards.harpy.effects.0.points=2,6")])

    for variant, points in ((two, 2), (six, 6)):
        changed = [card for card in variant.agreed.catalogue or () if card not in shipped]
        assert [card["code"] for card in changed] == [f"harpy.{copy}" for copy in range(1, 5)]
        assert {card["effects"][0]["points"] for card in changed} == {points}
        assert len(variant.agreed.catalogue or ()) == len(shipped)
    assert two.name == "points 2"


def test_one_card_alone_is_changed_by_its_code() -> None:
    (only,) = variants("nur_mut", 2, [factor("cards.nm05.faces.1=9")])

    assert [card["faces"] for card in only.agreed.catalogue or () if card["code"] == "nm05"] == [[5, 9]]


def test_several_factors_give_every_combination() -> None:
    found = variants("mythology_go", 3, [factor("options.rounds=1..2"), factor("options.fusion_effect=once,each")])

    assert [one.name for one in found] == [
        "rounds 1, fusion_effect once", "rounds 1, fusion_effect each", "rounds 2, fusion_effect once",
        "rounds 2, fusion_effect each",
    ]  # fmt: skip
    assert [variants("mito", 3, [])[0].name, found[0].agreed.catalogue] == ["as shipped", None]
