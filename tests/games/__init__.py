"""Games in separate packages, below games/."""
