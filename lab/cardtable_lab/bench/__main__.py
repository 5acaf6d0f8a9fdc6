"""`make bench`: measures what readers, the table and phones cost, checks the targets, and finds out which robots win.

Results go to bench/results.json; figures with targets also go into the history (`lab/cardtable_lab/bench/history.py`).
The figures for polls are exact: the traffic of emulated chips, on the bus and in the air, is counted, and a cost model
converts it to time.
"""

import json
import platform
import sys
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cardtable_lab.bench import targets
from cardtable_lab.bench.history import note
from cardtable_lab.bench.peers import PEERS, LeftOutError, on_stand_ins, peer_costs
from cardtable_lab.bench.polls import MHZ, Cost
from cardtable_lab.bench.rates import Figure
from hardware.emulator.spi import RELEASE_NS, TRANSFER_NS
from hardware.iso14443a import CARRIER_HZ, FIELD_ON_NS
from table.values import asdict, to_builtins

RESULTS = Path(__file__).parents[3] / "bench/results.json"
AIR_BITS_PER_S = CARRIER_HZ // 128
MODEL = {
    "transfer_ns": TRANSFER_NS,
    "transfer_source": "raspberrypi/linux #6854, Pi 5",
    "release_ns": RELEASE_NS,
    "release_source": "drivers/spi/spi.c, default_delay_ns of _spi_transfer_cs_change_delay",
    "bits_per_byte": 8,
    "air_bits_per_s": AIR_BITS_PER_S,
    "field_on_ns": FIELD_ON_NS,
}
IN_WORDS = (
    f"Modelled, not measured: a system call takes {TRANSFER_NS / 1000:g} us (Pi 5, raspberrypi/linux #6854), each "
    f"further transfer in it {RELEASE_NS / 1000:g} us (the kernel's release of the select), and 8 bits a byte at the "
    f"bus's speed; the air takes {AIR_BITS_PER_S / 1000:.0f} kbit/s, and as long as the chip's timer waits "
    f"for an answer; once a field is on, our drivers wait {FIELD_ON_NS / 1e6:g} ms; sleeps take what they are asked "
    "for; all other code takes nothing. Polling the chip while it listens keeps bus and air busy at once. Ours "
    "selects and halts each tag that it finds."
)
MS = 1_000_000
WIDE_ENOUGH = 170


def all_costs() -> tuple[list[Cost], list[str]]:
    """Measure our drivers and other projects'; return the costs, and a line for each driver that can't be measured."""
    costs, left_out = on_stand_ins(Path(sys.executable), "cardtable_lab.bench.readers"), list[str]()
    for requirement in PEERS:
        try:
            costs += peer_costs(requirement)
        except LeftOutError as error:
            left_out.append(f"{requirement} is left out: {error}")
    return costs, left_out


def cost_table(costs: list[Cost]) -> Table:
    drawn = Table(title="Cost of one poll of a field", title_justify="left", box=None)
    drawn.add_column("library", no_wrap=True)
    for heading in ("SPI", "calls", "transfers", "bytes", "bus ms", "air ms", "total ms"):
        drawn.add_column(heading, justify="right")
    drawn.add_column("read")
    order = list(dict.fromkeys(cost.what for cost in costs))
    for what, rows in groupby(sorted(costs, key=lambda cost: order.index(cost.what)), lambda cost: cost.what):
        drawn.add_row(f"[bold]{what}[/bold]")
        for cost in rows:
            drawn.add_row(*cells(cost))
    return drawn


def cells(cost: Cost) -> list[str]:
    spent = cost.spent
    times = [f"{ns / MS:.2f}" for ns in (spent.bus_ns, spent.air_ns, spent.took_ns)]
    speed = f"{cost.hz // MHZ} MHz"
    return [
        f"  {cost.library}",
        speed,
        f"{spent.calls}",
        f"{spent.transfers}",
        f"{spent.bytes_moved}",
        *times,
        cost.read,
    ]


def figure_table(figures: list[Figure]) -> Table:
    drawn = Table("what", "value", "unit", title="Figures of the table", title_justify="left", box=None)
    for figure in figures:
        drawn.add_row(figure.what, f"{figure.value:,.2f}".removesuffix(".00"), figure.unit)
    return drawn


def main() -> None:
    """Print and save all figures. Exit with 1 if something could not be measured."""
    console = Console()
    console = console if console.is_terminal else Console(width=WIDE_ENOUGH)
    costs, left_out = all_costs()
    console.print(cost_table(costs), IN_WORDS, *left_out, sep="\n", highlight=False)
    figures, not_measured = targets.measured(targets.SOURCES)
    now = targets.values(figures)
    console.print(figure_table(figures), targets.drawn(now))
    left_out += not_measured
    results = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [to_builtins(figure) for figure in figures],
        "targets": [{**asdict(one), "now": now.get(one.name)} for one in targets.TARGETS],
        "model": MODEL,
        "looks": [to_builtins(cost) for cost in costs],
        "left_out": left_out,
    }
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    note(now)
    if left_out:
        sys.exit("bench: incomplete, for " + "; ".join(left_out))


if __name__ == "__main__":
    main()
