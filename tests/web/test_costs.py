"""What an answer costs: nobody keeps the table busy with what is dear, for nothing that anybody may get is.

Each is measured in processor time against the start page, at its cheapest of several, whatever else the machine does.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from werkzeug.test import TestResponse

from table.history.importing import import_scripts
from tests.history.library import script
from tests.web.conftest import Phone

MOST = 30  # times the start page, which takes 1 to 2 ms
GIVEN = {"number": "2", "seq": "40", "seat": "1", "name": "Ana"}


def cpu_s(*asks: Callable[[], TestResponse]) -> list[float]:
    """Return what answers take at their cheapest; each is asked for in turn, for a processor changes its speed."""
    took: list[list[float]] = [[] for _ in asks]
    for _ in range(5):
        for ask, times in zip(asks, took, strict=True):
            began_s = time.thread_time()
            ask().close()
            times.append(time.thread_time() - began_s)
    return [min(times) for times in took]


def test_nothing_that_anybody_may_get_is_dear(client: Phone, app: Flask, database: Path) -> None:
    import_scripts([script("mito-on-a-pile")], database)
    paths = {
        re.sub(r"<(?:\w+:)?(\w+)>", lambda found: GIVEN.get(found[1], "mito"), rule.rule)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.rule.endswith("/events")
    }
    asked = {path: lambda path=path: client.get(path) for path in paths}
    asked["pictures"] = lambda: client.get("/api/v1/history/2/pictures?from=1&to=20")
    assert client.get("/api/v1/history/2/pictures?from=1&to=20").status_code == 200

    dear = {}
    for path, ask in asked.items():
        page_s, cost_s = cpu_s(lambda: client.get("/"), ask)
        if cost_s > MOST * page_s:
            dear[path] = round(cost_s / page_s, 1)

    assert dear == {}
