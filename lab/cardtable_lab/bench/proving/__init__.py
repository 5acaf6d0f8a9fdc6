"""The contents of docs/proof.md, which `make prove` writes: the page, its promises, and chapters of whole programs."""

import os

SCALE = int(os.environ.get("SCALE", "1"))  # multiplies the number of games, kills and presses in each chapter
