"""`make kernel`: builds a real kernel once, runs its chapters and counts their checks.

`python -m cardtable_lab.kernel bus pins` runs some chapters. The output ends with `N passed, N failed`. The exit status
is 1 if a check failed, 2 if this machine lacks something that is needed.
"""

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from cardtable_lab.kernel import building, machine, results
from cardtable_lab.kernel.building import Built
from cardtable_lab.kernel.chapters import CHAPTERS
from cardtable_lab.kernel.results import Chapter
from cardtable_lab.shell import CannotBuild


def main(wanted: Sequence[str]) -> int:
    """Run the named chapters, or all, and return the exit status."""
    if unknown := [name for name in wanted if name not in CHAPTERS]:
        return _refused(f"there is no chapter {', '.join(unknown)}; there are: {', '.join(CHAPTERS)}")
    if why := building.missing():
        return _refused(why)
    try:
        built = building.build(_say)
    except CannotBuild as error:
        return _refused(str(error))
    signal.signal(signal.SIGTERM, _ended)
    _say(f"Linux {built.version}, built in {built.seconds:.0f} s")
    done = [ran(built, name) for name in wanted or CHAPTERS]
    _say(results.last_line(done))
    return 1 if any(chapter.failed for chapter in done) else 0


def ran(built: Built, name: str) -> Chapter:
    """Run a chapter and print its results."""
    _say(f"\n== {name}: {CHAPTERS[name].about}")
    done = CHAPTERS[name].run(built, lambda text: _say(f"   | {text}"))
    for check in done.checks:
        _say(f"   {'ok    ' if check.so else 'FAILED'} {check.what}{f' ({check.found})' if check.found else ''}")
    for figure in done.figures:
        _say(f"   {figure.name}: {figure.value}")
    for one in done.differences:
        _say(f"   differs: {one.step}: kernel {one.kernel}, stand-in {one.stand_in}. {one.why}")
    _say(f"   {done.passed} passed, {done.failed} failed, {done.seconds:.0f} s")
    return done


def _ended(number: int, _: FrameType | None) -> None:
    machine.cut_all()
    os._exit(128 + number)  # other threads may be waiting for their chapters


def _say(text: str) -> None:
    print(text, flush=True)


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
