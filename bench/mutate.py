"""`make mutate`: mutate rules, readings and referee one expression at a time, and see whether the quick tests notice.

mutmut makes the mutants and runs the tests that reach each; [tool.mutmut] names the files and tests. Here a sample is
drawn: `MUTANTS=300 make mutate`, or `MUTANTS=all`; another `MUTANT_SEED` draws another one.
"""

import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORDS = Path(__file__).with_name("survivors.toml")
SAMPLE, ENOUGH = "100", 0.9
SEED = int(os.environ.get("MUTANT_SEED", "1"))
NOTICED = ("killed", "timeout")


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no test noticed: its name, the line before and after, and whether a test reaches it."""

    name: str
    was: str
    made: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The result for a sample of `of` mutants."""

    of: int
    sample: int
    survivors: Sequence[Survivor]

    @property
    def share(self) -> float:
        """The share of the sample that was noticed, 0 to 1."""
        return 1 - len(self.survivors) / self.sample


def run() -> Found:
    """Draw a sample, test each mutant, and return the survivors. Exit with 1 if the tests do not run."""
    names = _all()
    wanted = os.environ.get("MUTANTS", SAMPLE)
    sample = names if wanted in ("all", "0") else random.Random(SEED).sample(names, min(int(wanted), len(names)))  # noqa: S311
    mutmut = Path(sys.executable).with_name("mutmut")
    if subprocess.run([mutmut, "run", *sample], cwd=ROOT, check=False).returncode:  # noqa: S603
        sys.exit("mutmut could not run the tests")
    how = _how_they_ended()
    left = [name for name in sample if how[name] not in NOTICED and not _is_noticed_when_imported(name)]
    return Found(len(names), len(sample), [_survivor(name, how[name]) for name in left])


def told(found: Found) -> str:
    """Return the chapter of docs/proof.md."""
    words = tomllib.loads(WORDS.read_text()) if WORDS.exists() else {}
    killed = found.sample - len(found.survivors)
    head = (
        f"\nRules, readings, referee, session, gestures and intake are broken one expression at a time, in {found.of}\n"
        f"ways. Of {found.sample}, drawn with seed {SEED}, quick tests noticed {killed}: {100 * found.share:.0f} %.\n"
        f"These they did not:\n\n| where | was | is | a word on it |\n| --- | --- | --- | --- |\n"
    )
    rows = "".join(_row(one, words) for one in sorted(found.survivors, key=lambda one: one.name))
    return f"{head}{rows}\nAgain:\n\n    MUTANTS={found.sample} MUTANT_SEED={SEED} make mutate\n"


def _row(one: Survivor, words: Mapping[str, str]) -> str:
    word = words.get(
        one.made, "no test reaches it" if not one.reached else "a test is missing, or it is equivalent: not looked at"
    )
    shown = [text.replace("|", "\\|") for text in (one.was, one.made)]
    return f"| {one.name} | `{shown[0]}` | `{shown[1]}` | {word} |\n"


def _all() -> list[str]:
    """Make the mutants; return all their names."""
    from mutmut import __main__ as mutmut

    os.chdir(ROOT)
    Path("mutants").mkdir(exist_ok=True)
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    mutmut.create_mutants(os.cpu_count() or 2)
    return sorted(_how_they_ended())


def _is_noticed_when_imported(name: str) -> bool:
    """Try a mutant in a process of its own: mutmut chooses one when all is imported, and what ran by then ran without.

    Answers to why are put together at import; what they say stands in the records.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/test_recorded.py"]
    environment = os.environ | {"MUTANT_UNDER_TEST": name}
    tried = subprocess.run(command, cwd=ROOT / "mutants", env=environment, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
    return tried.returncode == 1


def _how_they_ended() -> dict[str, str]:
    from mutmut import __main__ as mutmut

    found, _ = mutmut.collect_source_file_mutation_data(mutant_names=())
    return {name: mutmut.status_by_exit_code[code] for _, name, code in found}


def _survivor(name: str, how: str) -> Survivor:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    changed = [
        line for line in get_diff_for_mutant(name).splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    was, made = (" ".join(line[1:].strip() for line in changed if line[0] == sign) for sign in "-+")
    return Survivor(name, was, made, how != "no tests")
