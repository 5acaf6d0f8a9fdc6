"""`cardtable score`: counts the points of the cards that lie before the players, without a game."""

import json
from pathlib import Path

import click

from table import games
from table.cli.shared import asked, output
from table.complaints import BadInput
from table.files import text_of

_MOST_BYTES = 10_000_000  # a board with a catalogue of its own has some hundred thousand


@click.command
@click.argument("game", help="A game whose points can be counted without playing it.")
@click.argument("path", type=asked.FILE, metavar="FILE", help="What lies there, as JSON.")
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
        output.line(scoring.score(board))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
