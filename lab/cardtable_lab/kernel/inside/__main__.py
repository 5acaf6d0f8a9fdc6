"""`python -m cardtable_lab.kernel.inside CHAPTER` runs a chapter inside the kernel; `off` powers the machine off."""

import ctypes
import os
import sys
import traceback
from pkgutil import resolve_name

from cardtable_lab.kernel.inside import console

_POWER_OFF = 0x4321FEDC  # LINUX_REBOOT_CMD_POWER_OFF, linux/reboot.h


def main(chapter: str) -> None:
    """Run a chapter, report an exception as a failed check, and print the end of the chapter."""
    if chapter == "off":
        os.sync()
        ctypes.CDLL(None).reboot(_POWER_OFF)
    try:
        resolve_name(f"cardtable_lab.kernel.inside.{chapter}:run")()
    except Exception as error:  # noqa: BLE001 - every error must get out of the kernel
        console.sees("no unexpected exception is raised", so=False, found=repr(error))
        traceback.print_exc(file=sys.stdout)
    console.ends()


if __name__ == "__main__":
    main(sys.argv[1])
