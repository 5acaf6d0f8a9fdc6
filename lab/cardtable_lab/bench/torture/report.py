"""The results of a torture run: what was done, and what went wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

# The kinds of violated invariants, in the order of the report.
VIOLATIONS = {
    "lost": "an announced event that is lost",
    "changed": "an announced event that changes",
    "unwritten": "an announced event that differs in the journal",
    "taken": "a salvage that loses undamaged facts",
    "scores": "scores, cards or a result that differ from what people did",
    "secrets": "a leaked secret",
    "memory": "memory use beyond its limit",
    "died": "a table that stops by itself, or cannot judge a fact",
    "untold": "a fault that the table does not report",
    "not back": "a table that does not recover",
}
WHOLE = ("evenings", "games", "cards laid", "events announced", "events sent to phones")
FAULTS = (
    "tables killed", "killed at a commit", "clock jumps", "full disks", "starts refused by a full disk", "torn commits",
    "damaged files", "salvages", "salvages with a reported loss", "dead readers", "unplugged Picos", "babbling Picos",
    "stuck buttons", "undos after a stuck button", "phones that vanished",
)  # fmt: skip


@dataclass
class Report:
    """Counts of what was done, each violation with the seed of its evening, and the peak memory in bytes."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, int, str]] = field(default_factory=list)
    peak: int = 0
    growth: int = 0
    resident: int = 0  # the peak memory of a table's process with all phones
    seconds: float = 0.0

    def violates(self, kind: str, seed: int, text: str) -> None:
        """Record a violation."""
        assert kind in VIOLATIONS, kind  # noqa: S101
        self.wrong.append((kind, seed, text))

    def __iadd__(self, other: "Report") -> "Report":
        self.counts += other.counts
        self.wrong += other.wrong
        self.peak, self.growth = max(self.peak, other.peak), max(self.growth, other.growth)
        self.resident = max(self.resident, other.resident)
        return self

    def found(self, kind: str) -> int:
        """Return how many violations of a kind there were."""
        return sum(one == kind for one, *_ in self.wrong)


def done(report: Report) -> Sequence[tuple[str, str]]:
    """Return the counts as rows."""
    counts = report.counts
    rest = sorted(counts.keys() - {*WHOLE, *FAULTS, "seconds at the table"})
    return [
        ("hours at the table", f"{counts['seconds at the table'] / 3600:.1f}"),
        *((name, f"{counts[name]:,}") for name in (*WHOLE, *FAULTS, *rest)),
        ("peak memory of evenings and its growth, MB", f"{report.peak / 1e6:.0f}, {report.growth / 1e6:.0f}"),
        ("peak memory of a process with all phones, MB", f"{report.resident / 1e6:.0f}"),
    ]


def violations(report: Report) -> Sequence[tuple[str, str]]:
    """Return how often each invariant was broken, as rows."""
    return [(text, str(report.found(kind))) for kind, text in VIOLATIONS.items()]
