"""The results of a torture run: what was done, and what went wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

# The kinds of violated invariants, in the order in which they are reported.
VIOLATIONS = {
    "lost": "announced, and gone afterwards",
    "changed": "announced, and other afterwards",
    "unwritten": "announced, and not in the journal as it was",
    "taken": "saved less than the damage left whole",
    "scores": "scores, cards or an end other than people’s own",
    "secrets": "secrets told",
    "memory": "memory out of bounds",
    "died": "a table that stopped by itself, or could not judge a fact",
    "untold": "a fault of which the table said nothing",
    "not back": "a table that did not come back",
}
WHOLE = ("evenings", "games", "cards laid", "events announced", "events told to phones")
FAULTS = (
    "tables killed", "killed at a commit", "clock jumps", "disks full", "starts refused by a full disk", "torn commits",
    "damaged files", "salvages", "salvages with a reported loss", "dead readers", "unplugged Picos", "babbling Picos",
    "stuck buttons", "undone after a stuck button", "phones gone without a word",
)  # fmt: skip


@dataclass
class Report:
    """Counts of what was done, violations with the seed of their evening, and the largest memory in bytes."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, int, str]] = field(default_factory=list)
    peak: int = 0
    growth: int = 0
    resident: int = 0  # the largest memory of a table's process with all phones
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
        ("most memory of evenings, MB, and by how much it grew", f"{report.peak / 1e6:.0f}, {report.growth / 1e6:.0f}"),
        ("most memory of a process with all phones, MB", f"{report.resident / 1e6:.0f}"),
    ]


def violations(report: Report) -> Sequence[tuple[str, str]]:
    """Return how often each invariant was broken, as rows."""
    return [(text, str(report.found(kind))) for kind, text in VIOLATIONS.items()]
