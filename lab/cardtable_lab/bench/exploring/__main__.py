"""Visits every state of every tiny game, on all cores; STATES=100000 stops each game after that many states.

`python -m cardtable_lab.bench.exploring` runs it.
"""

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from cardtable_lab.bench.exploring.tiny import TINY, explored

MOST = int(os.environ["STATES"]) if "STATES" in os.environ else None


def main() -> int:
    """Visit all states; print a line for each tiny game."""
    wrong, states = 0, 0
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(explored, number, MOST) for number in reversed(range(len(TINY)))]):
            line = done.result()
            wrong, states = wrong + sum(line["wrong"].values()), states + line["states"]
            print(json.dumps(line), flush=True)
    print(f"{states} states, {wrong} of them wrong", file=sys.stderr)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
