"""What Nur Mut asks people is in sight: the piles in question show their cards, though the table knows too little."""

from pathlib import Path

from table import facts
from table.facts import SECOND
from table.judging.session import Session
from table.values import to_json

ASKED = Path(__file__).parents[2] / "scripts" / "nur_mut" / "highest-asked.jsonl"


def test_piles_of_which_it_is_asked_which_was_taken_show_what_lay_there() -> None:
    seen = [facts.parse(line) for line in ASKED.read_text().splitlines()]
    session, _ = Session.replay([fact for fact in seen if fact.t <= 18 * SECOND])
    view = to_json(session.view("public"))

    assert view["question"]["choice"] == "highest"
    assert {zone: pile["shows"] for zone, pile in view["piles"].items()} == {
        "pile.1": "nm15",
        "pile.2": "nm02",
        "pile.3": "nm03",
    }
    assert view["piles"]["pile.1"]["top"] is None, "nobody can tell whether it was taken"
    assert [(one["label"], one["cards"]) for one in view["question"]["options"]] == [
        ("pile 3 (7) alone", ["nm03"]),
        ("pile 1 (5/9) alone", ["nm15"]),
    ]


def test_a_pile_that_was_taken_for_certain_is_gone() -> None:
    seen = [facts.parse(line) for line in ASKED.read_text().splitlines()]
    session, _ = Session.replay(seen)
    pile = to_json(session.view("public"))["piles"]["pile.3"]

    assert (pile["top"], pile["count"]) == (None, 0)
