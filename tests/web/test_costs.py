"""What an answer costs: nobody keeps the table busy with what is dear, for nothing that anybody may get is.

Each is measured in processor time against the start page, at its cheapest of several, whatever else the machine does.
"""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask
from werkzeug.test import TestResponse

from table.history.importing import import_scripts
from tests.history.library import as_script, games
from tests.web.conftest import Phone
from web.api.history import MOST_PICTURES

MOST = 10  # times the start page, which takes 1 to 2 ms
LONG = ("mito-5-harsh-105", "mythology_go-4-harsh-302")  # many events; large pictures at the end
GIVEN = {"seat": "1", "name": "Ana"}


def cpu_s(*asks: Callable[[], TestResponse]) -> list[float]:
    """Return what answers take at their cheapest; each is asked for in turn, for a processor changes its speed."""
    took: list[list[float]] = [[] for _ in asks]
    for _ in range(5):
        for ask, times in zip(asks, took, strict=True):
            began_s = time.thread_time()
            ask().close()
            times.append(time.thread_time() - began_s)
    return [min(times) for times in took]


def test_nothing_that_anybody_may_get_is_dear(client: Phone, app: Flask, database: Path, tmp_path: Path) -> None:
    scripts = [as_script(games()[name], tmp_path, name) for name in LONG]
    numbers = import_scripts(scripts, database)
    asked = {path for number in numbers for path in public_paths(client, app, number)}

    dear = {}
    for path in sorted(asked):
        page_s, cost_s = cpu_s(lambda: client.get("/"), lambda path=path: client.get(path))
        if cost_s > MOST * page_s:
            dear[path] = round(cost_s / page_s, 1)

    assert dear == {}


def public_paths(client: Phone, app: Flask, number: int) -> Iterator[str]:
    """Yield all paths but streams; those about an event of a finished game are about the last ones of this game."""
    last = client.gets(f"history/{number}")["events"]
    given = GIVEN | {"number": str(number), "seq": str(last)}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and (not rule.rule.endswith("/events") or "<int:number>" in rule.rule):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda found: given.get(found[1], "mito"), rule.rule)
    pictures = f"/api/v1/history/{number}/pictures?from={last - MOST_PICTURES + 1}&to={last}"
    assert len(client.get(pictures).get_json()) == MOST_PICTURES
    yield pictures
