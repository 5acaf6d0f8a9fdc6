"""The contents of docs/proof.md, written by `make prove`: the page, its promises, and chapters measured by programs."""

import os

SCALE = int(os.environ.get("SCALE", "1"))  # multiplies the number of games, kills and presses in each chapter
