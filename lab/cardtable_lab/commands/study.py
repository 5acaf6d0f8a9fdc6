"""`cardtable study`: measures who wins from which seat, how long games last and how strong cards are."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cardtable_lab.commands.simulate import pool
from cardtable_lab.simulation.batches import Pool
from cardtable_lab.study import factors
from cardtable_lab.study.factors import Factor, Variant
from cardtable_lab.study.figures import Found, found
from cardtable_lab.study.page import About, page, row
from cardtable_lab.study.playing import Played, Wish, played
from table import ai, games
from table.cli import terminal
from table.complaints import BadInput
from table.files import EVERYBODY_READS, takes_files, write_atomically
from table.version import version

_VARY = (
    "Value to vary, such as cards.CARD.effects.0.points=2..6 or options.rounds=1,3; repeat it for every combination."
)
_KIND = f"Kind of the robots: {', '.join(ai.KINDS)}."
_SHOWN = 5  # how many of the strongest cards, and how many of the weakest, the terminal shows


@click.command
@terminal.game()
@click.option("--vary", "varied", multiple=True, help=_VARY)
@click.option("--players", type=int, help="Number of robots; by default three, or more if the game needs more.")
@click.option("--kind", default="easy", help=_KIND)
@terminal.number
@terminal.seed
@terminal.as_json("Print one JSON object.")
@click.option("--html", type=terminal.FILE, help="Write a page with plots.")
@click.option("--workers", type=click.IntRange(1, 1000), help="Play in this many processes (Dask).")
@click.option("--cluster", help="Play on the Dask cluster with this scheduler.")
def study(
    game: str,
    varied: tuple[str, ...],
    players: int | None,
    kind: str,
    number: int,
    seed: int,
    as_json: bool,
    html: Path | None,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Let robots show who wins from which seat, how long games last, how strong cards are, and how variants differ."""
    seats = _seats(game, players)
    ai.find(game)
    if html is not None and not takes_files(html.resolve().parent):
        raise BadInput(f"--html: {html}: this cannot be written")
    wanted = [factors.factor(one) for one in varied]
    variants = factors.variants(game, seats, wanted)
    with pool(workers, cluster) as playing:
        came = _played(playing, game, ai.check_kind(kind, "--kind"), seats, variants, range(seed, seed + number))
    figures = [found(variant, came[place]) for place, variant in enumerate(variants)]
    about = About(games.find(game).title, kind, seats, number, _focus(game, wanted), _command(), version())
    if as_json:
        said = {"game": game, "kind": kind, "players": seats, "games": number, "seed": seed}
        terminal.line(said | {"variants": [one.as_json() for one in figures]})
    else:
        _print(about, figures)
    if html is not None:
        write_atomically(html, page(about, figures).encode(), mode=EVERYBODY_READS)


def _seats(game: str, players: int | None) -> int:
    box = games.find(game)
    wanted = max(box.fewest_seats, 3) if players is None else players
    if not box.fewest_seats <= wanted <= box.most_seats:
        raise BadInput(f"--players: {box.title} is for {box.fewest_seats} to {box.most_seats} players, not {wanted}")
    return wanted


def _played(
    playing: Pool, game: str, kind: str, seats: int, variants: Sequence[Variant], seeds: Sequence[int]
) -> list[list[Played]]:
    """Play all games and return each variant's games in the order of their seeds, whichever ended first."""
    wishes = [Wish(game, kind, seats, one, variant.agreed, n) for n, variant in enumerate(variants) for one in seeds]
    came: list[list[Played]] = [[] for _ in variants]
    shown = sys.stderr.isatty()
    with click.progressbar(length=len(wishes), label=game, show_pos=True, file=sys.stderr, hidden=not shown) as bar:
        for result in playing.each(played, wishes):
            came[result.variant].append(result)
            bar.update(1)
    return [sorted(each, key=lambda one: one.seed) for each in came]


def _focus(game: str, wanted: Sequence[Factor]) -> frozenset[str]:
    """Return the names of the varied cards."""
    box = games.find(game)
    named = {one.path.split(".")[1] for one in wanted if one.path.startswith("cards.")}
    cards = [box.card.model_validate(card) for card in box.deck(None)]
    return frozenset(str(card.label) for card in cards if {card.code, card.code.partition(".")[0]} & named)


def _command() -> str:
    return shlex.join(["cardtable", *sys.argv[1:]])


def _print(about: About, figures: Sequence[Found]) -> None:
    click.echo(f"{about.title}: {about.games} games of {about.players} {about.kind} robots each; 95 % intervals")
    focus = sorted(about.focus & {name for one in figures for name in one.cards})
    head = ["variant", *(f"seat {seat}" for seat in figures[0].shares), "turns", "middle half", "points", *focus]
    terminal.table(head, [row(one, focus) for one in figures])
    for figure in figures:
        names = [*figure.cards]
        chosen = names if len(names) <= 2 * _SHOWN else [*names[:_SHOWN], *names[-_SHOWN:]]
        rows = [
            [name, "{:+.2f} ({:+.2f} to {:+.2f})".format(*figure.cards[name].better), str(figure.cards[name].seats)]
            for name in chosen
        ]
        if rows:
            terminal.table(
                ("card", "points above the table's average", "seats that had it"), rows, f"\n{figure.variant.name}"
            )
