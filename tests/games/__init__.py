"""Games that are packages of their own, below games/."""
