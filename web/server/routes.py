"""All routes of the application: pages and API."""

from collections.abc import Iterator

from flask import Blueprint

from web.access import claiming, roles
from web.access.approvals import Claims
from web.api import (
    choices,
    corrections,
    decks,
    ending,
    hands,
    history,
    new_game,
    people,
    pictures,
    places,
    practice,
    recovery,
    robots,
    setting_up,
    streams,
    why,
)
from web.api.remembering import keeping, reports
from web.context import Config, Table
from web.described import route as description
from web.locale import words
from web.pages import ear, home_screen, host, joining, rules, score, scoreboard, seat, virtual, who_to_ask
from web.pages import history as history_page
from web.pages import people as people_page
from web.pages import recovery as recovery_page
from web.pages import setting_up as setup_page
from web.pages import tournaments as tournaments_page


def blueprints(table: Table, config: Config) -> Iterator[Blueprint]:
    """Yield the routes for one table, with those for emulated hands if it has any."""
    claims = Claims(config.now_ns)
    yield scoreboard.blueprint(table)
    yield rules.blueprint(table)
    yield why.blueprint(table)
    yield pictures.blueprint(table, config, claims)
    yield streams.blueprint(table.board, config, pictures.STREAMS)
    yield roles.blueprint(table, config, claims)
    yield claiming.blueprint(table, config, claims)
    yield choices.blueprint(table, config)
    yield ending.blueprint(table, config)
    yield description.blueprint()
    yield decks.blueprint(table, config)
    yield corrections.blueprint(table, config)
    yield score.blueprint(table)
    yield history.blueprint(table)
    yield people.blueprint(table)
    yield keeping.blueprint(table, config)
    yield reports.blueprint(table, config)
    yield new_game.blueprint(table, config)
    yield places.blueprint(table, config, claims)
    yield host.blueprint(table)
    yield setting_up.blueprint(table)
    yield setup_page.blueprint(table)
    yield recovery.blueprint(None, config)
    yield recovery_page.blueprint(None)
    yield seat.blueprint(table)
    yield history_page.blueprint(table)
    yield people_page.blueprint(table)
    yield tournaments_page.blueprint(table)
    yield words.blueprint()
    yield who_to_ask.blueprint(emulated=table.people is not None)
    yield home_screen.blueprint()
    yield joining.blueprint(emulated=table.people is not None)
    yield robots.blueprint(table, table.people, config)
    for one in table.following:
        yield from one.pages()
    if table.tabletop is not None and table.people is not None:
        yield virtual.blueprint(table, table.tabletop, table.people, config)
        yield hands.blueprint(table, config, table.people)
        yield ear.blueprint(table)
        yield practice.blueprint(table, table.people, config)
