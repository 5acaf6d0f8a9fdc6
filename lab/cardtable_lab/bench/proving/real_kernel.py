"""The chapter in docs/proof.md on `make kernel`: what a real kernel shows about a real Pi, and what it cannot."""

from collections.abc import Callable, Sequence

from cardtable_lab.bench.proving.programs import Chapter, again, far, grid, prose
from cardtable_lab.kernel import building, cuts
from cardtable_lab.kernel import chapters as kernel_chapters
from cardtable_lab.kernel.results import Chapter as Ran

# The parts of a Pi that a table uses, and whether and how the kernel covers each.
SEEN = (
    (
        "spidev: ioctls, errors, sizes, modes, devices that come and go",
        "yes",
        "spidev and the spi core are Linux's",
    ),
    ("GPIO lines: requests, pull-ups, edges, their buffer and stamps", "yes", "gpiolib is Linux's"),
    ("lost edges", "yes", "this kernel loses more edges than a Pi does"),
    ("keys of a grabbed keyboard, with stamps", "yes", "evdev is Linux's"),
    ("a power cut, a disk that loses unflushed writes", "yes", "ext4 and the device mapper are Linux's"),
    ("the Pi's own controllers: BCM2835, RP1", "no", "a simulated controller replaces them"),
    ("air, antennas, voltage levels, wires, power supply", "no", "chips and contacts are emulated"),
    ("an SD card that reports a flush too early", "in part", "only lost writes, not wear"),
    (
        "USB serial ports: IDs, port numbers, unplugging",
        "yes",
        "USB core and cdc_acm are Linux's",
    ),
    ("a Pico", "in part", "its program, under MicroPython for Unix; not its chip or its USB"),
    ("ModemManager on a Pico's port", "yes", "Debian's own ModemManager opens, probes and reads it"),
    (
        "a table that a person tests part by part with `pytest --table`",
        "in part",
        "the same tests, with simulated hands",
    ),
    ("udev, systemd and its sandbox", "yes", "Debian's own, on a kernel with the options that they require"),
    ("an access point with a phone", "in part", "mac80211 is Linux's; its radios are simulated"),
    (
        "a slow computer",
        "in part",
        "a tenth of a core, limited by CPU bandwidth control; not a Pi's memory, caches or buses",
    ),
    ("the speed of a Pi", "no", "this computer is not a Pi"),
)


SLOW = "slow"  # the kernel chapter that measures time, so that nothing else may run beside it


def chapter() -> Chapter:
    """Run every kernel chapter except `SLOW` and yield the page's chapter about them."""
    return _about([name for name in kernel_chapters.CHAPTERS if name != SLOW], told_of_kernel)


def slow_chapter() -> Chapter:
    """Run the kernel chapter `SLOW` and yield the page's chapter about it."""
    return _about([SLOW], told_of_slow)


def _about(names: Sequence[str], told: Callable[[Sequence[Ran], str, float], Chapter]) -> Chapter:
    if why := building.missing():
        yield f"\nNot run: {why}.\n", False
        return
    built = building.build(print)
    done = [kernel_chapters.CHAPTERS[name].run(built, print) for name in names]
    yield from told(done, built.version, built.seconds)


def told_of_slow(done: Sequence[Ran], version: str, _built_s: float) -> Chapter:
    """Yield the page's chapter for the results of the kernel chapter `SLOW`."""
    [ran] = done
    text = (
        far(f"{len(ran.checks)} checks in {ran.seconds / 60:.0f} minutes")
        + prose(
            f"Linux {version} runs as a program on this computer ([how](kernel.md)). It lets the table run 1 ms of",
            f"every 10. Went wrong: {_failed(ran)}.",
        )
        + f"\n{grid(['measured', 'value'], [[figure.name, figure.value] for figure in ran.figures])}"
        + again(f"python -m cardtable_lab.kernel {SLOW}")
    )
    yield text, not ran.failed and bool(ran.checks)


def told_of_kernel(done: Sequence[Ran], version: str, built_s: float) -> Chapter:
    """Yield the page's chapter for the results of these kernel chapters."""
    checks, failed = sum(len(one.checks) for one in done), sum(one.failed for one in done)
    seconds = sum(one.seconds for one in done)
    rows = [[one.name, kernel_chapters.about(one.name), one.passed, _failed(one), f"{one.seconds:.0f}"] for one in done]
    figures = [[figure.name, figure.value] for one in done for figure in one.figures]
    differences = [[one.step, one.kernel, one.stand_in, one.why] for ran in done for one in ran.differences]
    text = (
        far(f"{checks} checks in {len(done)} chapters, {cuts.CUTS} power cuts of the whole kernel")
        + prose(
            f"Linux {version} runs as a program on this computer ([how](kernel.md)). It was built in {built_s:.0f} s;",
            f"all chapters took {seconds / 60:.0f} minutes. How much of a real Pi this covers:",
        )
        + f"\n{grid(['part of a Pi', 'covered', 'why'], SEEN)}"
        + f"\n{grid(['chapter', 'about', 'passed', 'failed', 's'], rows)}"
        + (f"\n{grid(['measured', 'value'], figures)}" if figures else "")
        + _differences_text(differences)
        + again("make kernel")
    )
    yield text, not failed and checks > 0


def _failed(ran: Ran) -> str:
    wrong = "; ".join(check.what for check in ran.checks if not check.so)
    return f"NO: {wrong}" if wrong else "none"


def _differences_text(differences: Sequence[Sequence[str]]) -> str:
    if not differences:
        return "\nNo step of the driver script differs between the stand-ins and the kernel.\n"
    head = ["step", "kernel", "stand-in", "why it does not matter"]
    return prose("Where a stand-in differs from the kernel:") + f"\n{grid(head, differences)}"
