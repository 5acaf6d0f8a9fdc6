"""A run of the kernel as a process: here a program stands in its place."""

from pathlib import Path

from cardtable_lab.kernel.building import Built
from cardtable_lab.kernel.machine import Machine, cut_all


def test_the_power_of_every_machine_that_is_on_is_cut_at_once(tmp_path: Path) -> None:
    kernel = tmp_path / "linux"
    kernel.write_text("#!/bin/sh\necho it boots\nexec sleep 60\n")
    kernel.chmod(0o755)
    built = Built(
        kernel=kernel, libraries=tmp_path, no_sync=tmp_path, modem_manager=tmp_path, version="6.12", seconds=1.0
    )

    with Machine(built, "bus") as machine:
        lines = machine.console()
        assert next(lines) == "it boots"
        cut_all()
        assert [*lines] == []
