"""Runs the evenings, prints the results, and exits with 1 if an invariant was violated.

`python -m cardtable_lab.bench.torture --evenings 20 --seed 1` runs it.
"""

import argparse
import sys

from cardtable_lab.bench.torture.report import done, violations
from cardtable_lab.bench.torture.running import run


def main() -> int:
    """Torture tables for the requested number of evenings; print the counts, and the seeds with violations."""
    asked = argparse.ArgumentParser(prog="python -m cardtable_lab.bench.torture", description=__doc__)
    asked.add_argument("--evenings", type=int, default=20, help="number of evenings")
    asked.add_argument("--seed", type=int, default=1, help="seed of the first evening; each further evening adds one")
    asked.add_argument(
        "--lives", type=int, default=10, help="number of times that a table in a separate process is killed"
    )
    asked.add_argument("--workers", type=int, default=None, help="number of worker processes; by default one per core")
    given = asked.parse_args()
    report = run(given.evenings, given.seed, given.lives, given.workers)
    for what, number in (*done(report), *violations(report)):
        print(f"{number:>9}  {what}")
    for kind, seed, text in report.wrong:
        print(f"seed {seed}: {kind}: {text[:1000]}")
    print(f"This took {report.seconds / 60:.1f} minutes.")
    return min(len(report.wrong), 1)


if __name__ == "__main__":
    sys.exit(main())
