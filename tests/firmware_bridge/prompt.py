"""MicroPython's raw prompt, as mpremote talks to it on a board; MicroPython for unix has none. Runs under that.

With the file `stuck` there, whatever is written arrives corrupt.
"""

import os
import sys

_read = sys.stdin.buffer.read
_names = {}


def _is_stuck():
    try:
        os.stat("stuck")  # noqa: PTH116 - MicroPython has no pathlib
    except OSError:
        return False
    return True


def _run(code):
    if _is_stuck():
        code = code.replace(b"\\n", b"\\r")
    try:
        exec(code.decode(), _names)  # noqa: S102 - that is what a prompt is for
    except Exception as error:  # noqa: BLE001 - told on the other end
        sys.stdout.buffer.write(b"\x04")
        sys.print_exception(error, sys.stdout)  # type: ignore[attr-defined]  # MicroPython's
    else:
        sys.stdout.buffer.write(b"\x04")
    sys.stdout.buffer.write(b"\x04>")


is_raw, code = False, b""
while True:
    byte = _read(1)
    if not byte:
        break
    if byte == b"\x01":
        is_raw, code = True, b""
        sys.stdout.buffer.write(b"raw REPL; CTRL-B to exit\r\n>")
    elif byte == b"\x02":
        is_raw = False
    elif not is_raw or byte == b"\x03":
        code = b""  # the friendly prompt is nobody's here
    elif byte == b"\x05" and not code:
        _read(2)
        sys.stdout.buffer.write(b"R\x00")  # it knows no raw paste
    elif byte == b"\x04":
        sys.stdout.buffer.write(b"OK")
        _run(code)
        code = b""
    else:
        code += byte
