"""What `make prove` writes into docs/proof.md: the page, what each chapter promises, and chapters of whole programs."""

import os

SCALE = int(os.environ.get("SCALE", "1"))  # multiplies what is played, killed and pressed in each chapter
