"""`cardtable serve`: what the system's service runs: the real table, or an emulated one until a table.toml is there."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import structlog
import typer

from table.cli.playing.play import emulated
from table.cli.playing.run import laid_out
from table.cli.playing.sitting import Catalogue, LaidTable, Server, resumed
from table.keeping.journal import Journal
from table.network.avahi import Announced
from table.robots.live import LiveRobots
from table.settings.model import load_settings
from table.settings.places import CONFIGURATION, DATABASE
from table.tagging.taking_over import take_over

Config = Annotated[Path, typer.Option(help="The table.toml that says what is wired where; there may be none yet.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="The dashboard's port.")]
Database = Annotated[Path, typer.Option(help="Where games are kept until a table.toml says it.")]
_log = structlog.get_logger()


def serve_command(server: Server) -> Callable[..., None]:
    """Return the command."""

    def serve(config: Config = CONFIGURATION, port: Port = 80, database: Database = DATABASE) -> None:
        """Run the table as a service: no game is named, nothing is asked, the PIN is kept."""
        setup = load_settings(config) if config.exists() else None
        kept = database if setup is None else setup.table.database
        take_over(kept, lambda said: _log.info("decks were taken over", said=said))
        bound = server.bind(port)
        with ExitStack() as closing:
            closing.callback(bound.close)
            journal = closing.enter_context(Journal(kept))
            if setup is None:
                _log.info("no table.toml says what is wired: an emulated table is served", config=str(config))
                laid = _unwired(journal, kept)
            else:
                laid = laid_out(journal, setup, None, new=False, keep=True)
            closing.enter_context(laid.table)
            closing.enter_context(LiveRobots(laid.table, laid.attached))
            closing.enter_context(Announced(port))
            bound.run(laid.table, kept, laid.attached, service=True)

    return serve


def _unwired(journal: Journal, database: Path) -> LaidTable:
    """Return an emulated table, on which an interrupted game goes on."""

    def build(_name: str, _seats: int, deck: Catalogue) -> LaidTable:
        return emulated(journal, deck, database)

    return resumed(journal, build, new=False, keep=True) or emulated(journal, (), database)
