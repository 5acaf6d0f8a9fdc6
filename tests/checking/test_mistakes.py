"""Each slip that an author of a game made is found by `cardtable check`, with its file and what to do."""

import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from table.checking import trial
from tests.own import OWN_GAMES
from tests.packaged import EXAMPLE, environment, forget_packages, found_here, install
from tests.playing import run

GAME = "higher_or_lower"
POINTS = {"games": {GAME: f"{GAME}:HIGHER_OR_LOWER"}, "ui": {GAME: f"{GAME}.ui"}}


class Slip(NamedTuple):
    """What an author has written `instead` of `right` in a file, and how it is found: the rule, and where."""

    file: str
    right: str
    instead: str
    rule: str
    where: str


SLIPS: Mapping[str, Slip] = {
    "an import": Slip("rules.py", "from typing import", "import nowhere\nfrom typing import", "loads", "games"),
    "a deck": Slip("__init__.py", '("numbers", "higher', '("numbrs", "higher', "loads", "games"),
    "a card’s field": Slip("box.py", "ge=1, le=13", "ge=1, le=12", "loads", "games"),
    "an exception": Slip("rules.py", "before, now = ", "before, now = 1 / 0, ", "raises", "rules.py"),
    "no tuple": Slip(
        "rules.py",
        "return replace(state, guess=action.guess), (GuessMade(action.seat, action.guess),)",
        "return replace(state, guess=action.guess)",
        "tuple",
        "rules.py",
    ),
    "an event without its comma": Slip(
        "rules.py",
        "(GuessMade(action.seat, action.guess),)",
        "GuessMade(action.seat, action.guess)",
        "tuple",
        "rules.py",
    ),
    "an action that is not in the book": Slip(
        "rules.py", "{Say: Rule(forbidden, _say), Lay", "{Lay", "book", "rules.py"
    ),
    "a choice that nothing reads": Slip(
        "__init__.py",
        "    piles = (rules.PILE,)",
        "    piles = (rules.PILE,)\n    choices = (Choice('double', 'host', 'Double it.'),)",
        "choice",
        "__init__.py",
    ),
    "a state changed in place": Slip(
        "rules.py",
        "    points = {**state.totals, seat: state.totals[seat] + right}\n",
        "    state.totals[seat] += right\n    points = state.totals\n",
        "mutated",
        "rules.py",
    ),
    "a state that can be changed": Slip(
        "rules.py",
        "laid, follower = (*state.laid, card),",
        "laid, follower = [*state.laid, card],",
        "frozen",
        "rules.py",
    ),
    "an action with a list": Slip(
        "rules.py",
        '    guess: Literal["higher", "lower"]\n\n\nclass Lay',
        '    guess: Literal["higher", "lower"]\n    seen: tuple[str, ...] = field(default_factory=list)\n\n\nclass Lay',
        "hashable",
        "rules.py",
    ),
    "chance that is not the seed’s": Slip(
        "rules.py",
        "right = now > before",
        "right = __import__('random').random() < 0.5 if True else now > before",
        "chance",
        "__init__.py",
    ),
    "the order of a set": Slip(
        "rules.py",
        "most_points(after))",
        "tuple({f'{seat}': seat for seat in {str(one) for one in state.setup.seats}}.values()))",
        "chance",
        "__init__.py",
    ),
    "a view without its game’s name": Slip(
        "view.py",
        "        guess=state.guess,\n    )",
        "        guess=state.guess,\n    ).__replace__(game=None)",
        "view",
        "view.py",
    ),
    "a view that is no JSON": Slip("view.py", "guess=state.guess,\n", "guess={state.guess},\n", "view", "view.py"),
    "a prompt that is a string": Slip(
        "view.py", "sentences=[prompt(state)]", "sentences=[str(prompt(state))]", "glued", "view.py"
    ),
    "a sentence with a name glued in": Slip(
        "view.py", 'say("{who}’s turn", who=who)', 'say(f"{who}’s turn")', "glued", "view.py"
    ),
    "a misspelt placeholder": Slip(
        "rules.py",
        'has to say higher or lower first", who=who',
        'has to say higher or lower first", whom=who',
        "raises",
        "rules.py",
    ),
    "an event without words": Slip(
        "events.py",
        '    def said(self, names: Names) -> Text:\n        who = names.who(self.seat)\n        return say("{who} was',
        '    def says(self, names: Names) -> Text:\n        who = names.who(self.seat)\n        return say("{who} was',
        "words",
        "events.py",
    ),
    "a reason that is not listed": Slip(
        "rules.py",
        'refusal("first turn a card up")',
        'refusal("first turn a card up", "too_early")',
        "reason",
        "rules.py",
    ),
    "a why that is missing": Slip("why.py", '    "guess_made": _guess_made,\n', "", "why", "events.py"),
    "a version that is missing": Slip("__init__.py", '    rules_version = "2"\n', "", "version", "__init__.py"),
    "a reading that raises": Slip(
        "reading.py",
        'Held: lambda play, fact: does(play, Say(fact.press.seat, "lower"))',
        "Held: lambda play, fact: (_ for _ in ()).throw(IllegalAction('not_now', 'no'))",
        "reading",
        "reading.py",
    ),
    "a seat that is a string": Slip(
        "rules.py", "GuessSettled(seat, right", "GuessSettled(str(seat), right", "seats", "events.py"
    ),
    "a secret in everybody’s view": Slip(
        "__init__.py",
        "    piles = (rules.PILE,)",
        "    piles = (rules.PILE,)\n    face_up_piles = ()",
        "secret",
        "view.py",
    ),
    "two moves of hands": Slip(
        "events.py",
        "    guess: str\n",
        "    guess: str\n\n    def hands(self) -> object:\n        return ()\n",
        "hands",
        "events.py",
    ),
    "a method that is missing": Slip("rules.py", "    def on(self", "    def upon(self", "raises", "reading.py"),
    "a rule that does not end": Slip(
        "rules.py", "before, now = ", "while state.laid: pass\n    before, now = ", "slow", "rules.py"
    ),
    "a page that cannot be drawn": Slip("ui/rules.en.html", "{{ o.cards }}", "{{ o.cards .", "page", "rules.en.html"),
    "a misspelt option on a page": Slip("ui/rules.en.html", "{{ o.cards }}", "{{ o.card }}", "page", "rules.en.html"),
    "a field that every event has": Slip(
        "events.py", "    guess: str\n", "    guess: str\n    t: int = 0\n", "json", "events.py"
    ),
    "a number that is no JSON": Slip(
        "events.py", "    guess: str\n", "    guess: str\n    luck: float = float('nan')\n", "json", "events.py"
    ),
    "a turn of nobody": Slip("rules.py", "TurnStarted(follower)", "TurnStarted(0)", "seats", "__init__.py"),
    "an undo that brings nothing back": Slip(
        "__init__.py",
        "    piles = (rules.PILE,)",
        "    piles = (rules.PILE,)\n\n    def restored(self, marked, now, lying):\n        return now, ()\n",
        "undo",
        "__init__.py",
    ),
    "a game that cannot end": Slip(
        "rules.py", "over = len(laid) > state.options.cards", "over = len(laid) > 10_000", "end", "__init__.py"
    ),
}
BESIDES = {
    "__init__.py": "from table.games.game import Choice\n",
    "reading.py": "from table.games.game import IllegalAction\n",
    "rules.py": "from table.values import field\n",
}


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the example, installed for this process; tests change it before they find the game."""
    shutil.copytree(EXAMPLE / GAME, tmp_path / GAME)
    install(tmp_path, "games", POINTS)
    modules = {name: one for name, one in sys.modules.items() if name.partition(".")[0] == GAME}
    for name in modules:
        monkeypatch.delitem(sys.modules, name)
    found_here(monkeypatch, tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == GAME]:
        del sys.modules[name]
    monkeypatch.undo()
    forget_packages()


def _slips(folder: Path, slip: Slip) -> None:
    file = folder / GAME / slip.file
    text = file.read_text()
    assert text.count(slip.right) == 1, f"{slip.file} has this once: {slip.right}"
    head, _, tail = text.partition('"""\n\n')
    file.write_text(f'{head}"""\n\n{BESIDES.get(slip.file, "")}{tail}'.replace(slip.right, slip.instead))


QUICK = ("an import", "an exception", "a state changed in place", "a misspelt placeholder")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in SLIPS]
)
def test_a_slip_is_found_with_its_file(packaged: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slip = SLIPS[name]
    _slips(packaged, slip)
    monkeypatch.setattr(trial, "_MOST_FACTS", 600)
    monkeypatch.setattr(trial, "_STEP_S", 1.0)

    found = trial.check(GAME, 0).findings

    named = [(one.rule, one.file.partition(":")[0]) for one in found]
    assert (slip.rule, slip.where) in named, found


def test_a_game_without_slips_has_no_findings(packaged: Path) -> None:
    found = trial.check(GAME, 0)

    assert found.findings == ()
    assert found.ended


@pytest.mark.long
def test_a_game_is_played_also_without_its_ai(packaged: Path) -> None:
    install(packaged, "robots", {"ai": {GAME: "nowhere:AI"}})
    forget_packages()

    found = trial.check(GAME, 0)

    assert [(one.file, one.rule) for one in found.findings] == [("robots", "loads")]
    assert found.ended


def test_the_command_prints_a_line_for_each_and_fails(packaged: Path) -> None:
    _slips(packaged, SLIPS["an exception"])

    done: Any = run("check", GAME, "--seconds", "0", environment=environment(packaged))

    lines = done.stdout.splitlines()
    assert lines[0].startswith("rules.py:")
    assert ": raises: " in lines[0]
    assert any(" findings in " in line for line in lines)
    assert done.returncode == 1


@pytest.mark.long
def test_the_command_prints_json(packaged: Path) -> None:
    done: Any = run("check", GAME, "--seconds", "0", "--json", environment=environment(packaged))

    report = json.loads(done.stdout)
    assert report["findings"] == []
    assert report["ended"] >= 1
    assert done.returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_GAMES)
def test_our_own_games_have_no_findings(game: str) -> None:
    assert trial.check(game, 10).findings == ()


@pytest.mark.long
def test_what_a_package_prints_is_neither_a_finding_nor_in_the_output(packaged: Path) -> None:
    file = packaged / GAME / "rules.py"
    file.write_text(f"{file.read_text()}\nprint('debug')\n")

    done: Any = run("check", GAME, "--seconds", "0", "--json", environment=environment(packaged))

    assert json.loads(done.stdout)["findings"] == []
