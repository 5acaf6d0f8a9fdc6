"""Print the directory of the stand-ins, for PYTHONPATH."""

import sys

from hardware.emulator.stand_ins import DIRECTORY

sys.stdout.write(f"{DIRECTORY}\n")
