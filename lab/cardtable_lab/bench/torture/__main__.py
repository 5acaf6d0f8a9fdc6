"""Runs the evenings, prints the results, and exits with 1 if an invariant was violated.

`python -m cardtable_lab.bench.torture --evenings 20 --seed 1` runs it.
"""

import argparse
import sys

from cardtable_lab.bench.torture.report import done, violations
from cardtable_lab.bench.torture.running import run


def main() -> int:
    """Torture tables for a number of evenings; print the counts, and the seeds with violations."""
    asked = argparse.ArgumentParser(prog="python -m cardtable_lab.bench.torture", description=__doc__)
    asked.add_argument("--evenings", type=int, default=20, help="how many evenings")
    asked.add_argument(
        "--seed", type=int, default=1, help="of the first; each has the next one, and a seed is an evening"
    )
    asked.add_argument("--lives", type=int, default=10, help="how often a process of its own is killed")
    asked.add_argument("--workers", type=int, default=None, help="how many at a time; all cores without it")
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
