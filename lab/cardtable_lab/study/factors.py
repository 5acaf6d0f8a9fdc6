"""A study's factors and all their combinations. A factor is a path to a card's field or an option, with its values."""

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import product
from typing import Any

from table import cards, games
from table.complaints import BadInput, short
from table.facts import Agreed, GameStarted
from table.games.game import prepare
from table.values import Value

MOST = 200  # combinations; more would take too long
_RANGE = re.compile(r"(-?[0-9]{1,4})\.\.(-?[0-9]{1,4})")


class Factor(Value):
    """A path, such as `cards.CARD.effects.0.points` or `options.rounds`, and its values."""

    path: str
    values: tuple[Any, ...]


class Variant(Value):
    """One combination: the value to which each path is `set`, and the resulting options and cards."""

    set: Mapping[str, Any]
    agreed: Agreed

    @property
    def name(self) -> str:
        """The name of the variant in tables and plots."""
        said = (f"{path.rpartition('.')[2]} {_said(one)}" for path, one in self.set.items())
        return ", ".join(said) or "as shipped"


def factor(given: str) -> Factor:
    """Parse a factor from the command line. Raise BadInput if it is not a path with values.

    >>> factor("options.rounds=1..3").values, factor("options.wrap=true,false").values
    ((1, 2, 3), (True, False))
    """
    path, _, said = given.partition("=")
    root, _, rest = path.partition(".")
    if root not in ("cards", "options") or not rest or not said:
        raise BadInput(f"--vary: expected cards.NAME.FIELD=2..6 or options.NAME=1,2, not {short(given)}")
    found = _RANGE.fullmatch(said)
    if found is None:
        return Factor(path, tuple(map(_read, said.split(","))))
    first, last = int(found[1]), int(found[2])
    if not first <= last < first + MOST:
        raise BadInput(f"--vary: {path}: expected a range such as 2..6, not {said}")
    return Factor(path, tuple(range(first, last + 1)))


def variants(game: str, players: int, factors: Sequence[Factor]) -> list[Variant]:
    """Return every combination of values. Raise BadInput, naming the path, if a value makes the game unplayable."""
    if len({one.path for one in factors}) < len(factors):
        raise BadInput("--vary: a path is given twice; give all its values at once, as 1,2,3")
    number = 1
    for one in factors:
        number *= len(one.values)
    if number > MOST:
        raise BadInput(f"--vary: these are {number} combinations; at most {MOST} are compared")
    found = []
    for chosen in product(*(one.values for one in factors)):
        wanted = dict(zip((one.path for one in factors), chosen, strict=True))
        found.append(Variant(wanted, _agreed(game, players, wanted)))
    return found


def _agreed(game: str, players: int, wanted: Mapping[str, Any]) -> Agreed:
    box = games.find(game)
    options = {path.partition(".")[2]: one for path, one in wanted.items() if path.startswith("options.")}
    changed = {path.partition(".")[2]: one for path, one in wanted.items() if path.startswith("cards.")}
    catalogue = None
    if changed:
        catalogue = deepcopy([*box.deck(box.options.read(options))])
        for path, one in changed.items():
            _change(catalogue, path, one)
    agreed = Agreed(options, catalogue)
    names: list[str | None] = [f"{seat}" for seat in range(1, players + 1)]
    try:
        box.start(prepare(box, GameStarted(0, game, names, options, catalogue)))
    except BadInput as error:
        raise BadInput(f"--vary: {error}") from None
    return agreed


def _change(catalogue: cards.Deck, path: str, wanted: Any) -> None:
    """Set the field at `path`, which starts with a name shared by several cards, or with the code of a single card."""
    name, _, field = path.partition(".")
    found = [card for card in catalogue if name in (card["code"], _kind(card), card.get("name"))]
    if not found:
        names = ", ".join(sorted({_kind(card) for card in catalogue})[:12])
        raise BadInput(f"--vary: cards.{path}: no card is called {short(name)}; there are {names}, ...")
    for card in found:
        place: Any = card
        *way, last = field.split(".")
        for key in way:
            place = _inside(place, key, path)
        if last and isinstance(place, list):
            _inside(place, last, path)
            place[int(last)] = wanted
        elif isinstance(place, dict) and last in place:
            place[last] = wanted
        else:
            fields = ", ".join(place) if isinstance(place, dict) else "numbers"
            raise BadInput(f"--vary: cards.{path}: there is no {short(last)}; there are {fields}")


def _inside(place: Any, key: str, path: str) -> Any:
    try:
        return place[int(key)] if isinstance(place, list) else place[key]
    except (KeyError, IndexError, ValueError, TypeError):
        raise BadInput(f"--vary: cards.{path}: there is no {short(key)}") from None


def _kind(card: Mapping[str, Any]) -> str:
    return str(card["code"]).partition(".")[0]


def _read(said: str) -> Any:
    try:
        return json.loads(said)
    except ValueError:
        return said


def _said(one: Any) -> str:
    return one if isinstance(one, str) else json.dumps(one)
