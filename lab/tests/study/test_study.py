"""The command: games among robots, figures for programs and people, and a page that needs nothing else."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cardtable_lab.commands import study
from cardtable_lab.study.factors import factor, variants
from cardtable_lab.study.figures import Found, found
from cardtable_lab.study.page import About, Dot, dots, page
from cardtable_lab.study.playing import Played, Wish, played
from table.facts import Agreed
from tests.playing import run

WHO_WINS = 3


@pytest.mark.long
@pytest.mark.parametrize("game", ["mito", "mytho", "nur_mut", "mythology_go"])
def test_a_game_is_noted_as_it_was_played(game: str) -> None:
    wish = Wish(game, "easy", 3, 5, Agreed({"rounds": 1}))
    came = played(wish)

    assert came == played(wish), "it follows from the wish"
    (only,) = came.rounds
    assert only.scores == came.totals
    assert sorted(only.had) == [1, 2, 3]
    assert all(only.had.values())
    assert came.turns > 3
    assert set(came.winners) <= {1, 2, 3}


def test_what_is_agreed_on_holds_in_the_game() -> None:
    (wild,) = variants("mythology_go", 3, [factor("options.rounds=2")])
    came = played(Wish("mythology_go", "easy", 3, 5, wild.agreed))

    assert len(came.rounds) == 2
    assert came.totals == {seat: sum(one.scores[seat] for one in came.rounds) for seat in came.totals}


@pytest.mark.long
def test_the_command_tells_programs_people_and_writes_a_page(tmp_path: Path) -> None:
    arguments = ("study", "mytho", "--vary", "options.hand_size=2,3", "--games", "9", "--html", "page.html", "--json")
    answer = json.loads(run(*arguments, folder=tmp_path).stdout)

    assert [one["set"] for one in answer["variants"]] == [{"options.hand_size": 2}, {"options.hand_size": 3}]
    assert [one["games"] for one in answer["variants"]] == [9, 9]
    assert all(len(one["shares"]) == WHO_WINS for one in answer["variants"])
    assert "cardtable study mytho --vary options.hand_size=2,3" in (tmp_path / "page.html").read_text()
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == 0o644  # it is made to be shown


@pytest.mark.long
def test_a_page_that_cannot_be_written_costs_no_games(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    games = ("study", "mytho", "--games", "1", "--json", "--html")
    nowhere, taken = run(*games, "/dev/null/page.html", folder=tmp_path), run(*games, "page.html", folder=tmp_path)

    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    assert nowhere.stderr == "cardtable: --html: /dev/null/page.html: this cannot be written\n"
    assert (taken.returncode, len(json.loads(taken.stdout)["variants"])) == (2, 1)
    assert taken.stderr.endswith("/page.html: this is no file, and is not replaced by one\n")


class Tags(HTMLParser):
    """Sees whether every element of a page is closed, and what it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetches: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetches += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def came() -> list[Found]:
    wild = variants("mythology_go", 3, [factor("options.draw=3,4"), factor("options.rounds=1")])
    games: list[list[Played]] = [
        [played(Wish("mythology_go", "easy", 3, seed, game.agreed)) for seed in range(1, 9)] for game in wild
    ]
    return [found(one, each) for one, each in zip(wild, games, strict=True)]


@pytest.mark.long
def test_a_page_is_whole_and_fetches_nothing(came: list[Found]) -> None:
    text = page(About("Mytho <&>", "easy", 3, 8, frozenset({"Harpy"}), "cardtable study 'x' <y>", "1.0 (abc)"), came)
    tags = Tags(text)

    assert (tags.open, tags.fetches) == ([], [])
    assert "<title>Mytho &lt;&amp;&gt;: who wins, how long" in text
    assert "Card table 1.0 (abc)" in text
    assert text.count('class="axis"') == 5
    for column in ("won from seat 1", "turns in a game", "middle half of the games, in turns", "points in a game"):
        assert f"<th>{column}</th>" in text
    assert text.count("<svg") == 5
    assert not re.search("NaN|nan|inf", re.sub("<style>.*</style>", "", text).replace("information", ""))


@pytest.mark.long
def test_people_are_told_in_a_table(came: list[Found], capsys: pytest.CaptureFixture[str]) -> None:
    study._print(About("Mythology GO", "easy", 3, 8, frozenset({"Harpy"}), "", ""), came)
    printed = capsys.readouterr().out.splitlines()

    assert printed[0] == "Mythology GO: 8 games of 3 easy robots each; 95 % intervals"
    assert printed[1].split()[:7] == ["variant", "seat", "1", "seat", "2", "seat", "3"]
    assert printed[1].split()[-1] == "Harpy"
    assert len([line for line in printed if line.startswith("card ")]) == 2


def test_dots_stand_where_their_figures_are_on_one_scale() -> None:
    drawn = dots(
        [Dot("a", (1.0, 0.0, 2.0)), Dot("b", (3.0, float("-inf"), 4.0), strong=True)],
        title="t",
        axis="points",
        even=0.0,
    )
    middles = [float(one) for one in re.findall(r'cx="([\d.]+)"', drawn)]

    assert middles[0] < middles[1]
    assert drawn.count('class="strong"') == 1
    assert 'class="even"' in drawn
    apart = dots([Dot("a", (1.0, 0.0, 2.0))], title="t", axis="points", among=[(30.0, 20.0, 40.0)])
    assert float(re.findall(r'cx="([\d.]+)"', apart)[0]) < 230
