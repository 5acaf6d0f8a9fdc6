"""Commands about games without a table: the list of games, options, points, replays."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from msgspec import UNSET, UnsetType

from table import games, languages, packages
from table.cli import terminal
from table.complaints import BadInput
from table.files import text_of
from table.games import described
from table.games.game import HOST_CHOICES, SEALED, OptionValue
from table.judging import script, session
from table.languages.language import Language
from table.values import Json, Value, to_json


class ListedGame(Value, kw_only=True):
    """A game: its minimum and maximum number of seats, and its zones with all seats taken.

    `broken` says why parts of the game cannot be loaded; `package` names the packages that these parts come from.
    """

    name: str
    title: str
    seats: tuple[int, int]
    zones: tuple[str, ...]
    rules_version: str
    package: str | UnsetType = UNSET
    broken: str | UnsetType = UNSET


class LeftOut(Value):
    """A game that could not be loaded."""

    name: str
    package: str
    broken: str


@click.command("games")
@terminal.as_json("Print JSON.")
def list_games(as_json: bool) -> None:
    """List the games with their seats and zones, and any games or parts that were left out, with the reason."""
    broken = packages.broken()
    found = [_described(name, broken) for name in games.names()]
    if as_json:
        out = [LeftOut(one.game, one.package, one.reason) for one in broken if not one.lacking]
        listed: list[ListedGame | LeftOut] = [*out, *found]
        terminal.line(sorted(listed, key=lambda one: one.name))
        return
    terminal.table(("game", "title", "seats", "zones"), [_row(game) for game in found])
    for one in broken:
        terminal.tell(one.text)


def _row(game: ListedGame) -> tuple[str, ...]:
    fewest, most = game.seats
    return game.name, game.title, f"{fewest} to {most}", ", ".join(game.zones)


def _described(name: str, broken: Sequence[packages.Broken]) -> ListedGame:
    """Describe a game; `broken` lists the games and parts of games that cannot be loaded."""
    game = games.find(name)
    parts = [one for one in broken if one.lacking and one.game == game.name]
    return ListedGame(
        name=game.name,
        title=game.title,
        seats=(game.fewest_seats, game.most_seats),
        zones=game.zones(game.most_seats),
        rules_version=game.rules_version,
        package=", ".join(dict.fromkeys(one.package for one in parts)) if parts else UNSET,
        broken="; ".join(one.reason for one in parts) if parts else UNSET,
    )


# -- `cardtable options`: lists a game's options, and the choices during it


@click.command
@terminal.game()
@terminal.as_json("Print JSON.")
@terminal.language
def options(game: str, as_json: bool, language: str) -> None:
    """List a game's options and choices, each with its default and meaning."""
    found = games.find(game)
    spoken = languages.find(language, "--lang")
    agreed = described.options(found)
    chosen = described.choices((*HOST_CHOICES, *found.choices))
    if as_json:
        terminal.line(spoken.of({"game": found.name, "options": [_plain(one) for one in agreed], "choices": chosen}))
        return
    rows = [(entry.name, _short(entry.default), _meaning(spoken, entry)) for entry in agreed]
    terminal.table(("option", "default", "meaning"), rows, title=f"{found.title}: options")
    rows = [(entry.name, spoken.says(entry.who), spoken.says(entry.meaning)) for entry in chosen]
    terminal.table(("choice", "who", "meaning"), rows, title=f"\n{found.title}: choices")


def _plain(option: described.DescribedOption) -> Mapping[str, Json]:
    """Return an option as JSON for programs, without the labels that pages show."""
    return {name: one for name, one in to_json(option).items() if name not in ("label", "called")}


def _meaning(spoken: Language, option: described.DescribedOption) -> str:
    values = "" if isinstance(option.values, UnsetType) else f" ({', '.join(option.values)})"
    return f"{spoken.says(option.meaning)}{values}"


def _short(default: OptionValue) -> str:
    match default:
        case None:
            return "-"
        case bool():
            return "true" if default else "false"
        case _:
            return str(default)


# -- `cardtable score`: counts the points of the cards in front of the players, without a game

_MOST_BYTES = 10_000_000  # a board with its own catalogue takes a few hundred thousand


@click.command
@click.argument("game", help="A game whose points can be counted without playing it.")
@click.argument("path", type=terminal.FILE, metavar="FILE", help="The hands or the board, as JSON.")
def score(game: str, path: Path) -> None:
    """Score the hands or board in a file."""
    scoring = games.scoring(game)
    text = text_of(path, _MOST_BYTES)
    try:
        board = json.loads(text)
    except ValueError as error:
        raise BadInput(f"{path}: expected one JSON object: {error}") from None
    except RecursionError:
        raise BadInput(f"{path}: expected one JSON object: this one is nested too deeply") from None
    try:
        json.dumps(board, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput(f"{path}: it holds half a character, such as \\ud800 is") from None
    try:
        terminal.line(scoring.score(board))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


# -- `cardtable replay`: prints the events that follow from a table script, or the last view, for one audience
#
# For a report, it also says on standard error whether the events and failures were reproduced.


@click.command
@click.argument("path", type=terminal.FILE, metavar="SCRIPT", help="Facts, one JSON object per line; or a report.")
@click.option(
    "--audience", default=SEALED, help="Print the events of this audience: public, seat:N, host or sealed (all)."
)
@click.option("--view", help="Print the last view of this audience instead: public, seat:N or host.")
@terminal.language
def replay(path: Path, audience: str, view: str | None, language: str) -> None:
    """Print the events that follow from a table script, one JSON object a line."""
    spoken = languages.find(language, "--lang")
    if script.is_packed(path):
        _tell_again(path)
    played, lines = script.play(path)
    if view is not None:
        _check("view", view, [name for name in played.audiences if name != SEALED])
        terminal.line(spoken.of(to_json(played.view(view))))
        return
    _check("audience", audience, played.audiences)
    for line in lines:
        if line.audience == audience:
            terminal.line(spoken.of(session.dump(line)))


def _tell_again(path: Path) -> None:
    """Print to standard error whether a replay of a report produces the same events, and what still fails."""
    from table.reporting import reproducing

    report = reproducing.read(path)
    if not report.has_game:
        raise BadInput(f"{path}: there is no game in this report, only the log of its table")
    where = reproducing.differs(report)
    click.echo("as it was told" if where is None else f"not as it was told: {where}", err=True)
    for then, now in reproducing.judged_again(report):
        click.echo(f"could not be judged: {then}; now: {now or 'it can'}", err=True)


def _check(option: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise BadInput(f"--{option}: expected one of {', '.join(known)}, not {name!r}")
