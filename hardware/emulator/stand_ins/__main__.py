"""Print the directory that contains the stand-ins, for PYTHONPATH."""

import sys

from hardware.emulator.stand_ins import DIRECTORY

sys.stdout.write(f"{DIRECTORY}\n")
