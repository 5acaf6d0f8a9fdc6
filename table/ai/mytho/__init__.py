"""How Mytho is thought about: what may have been laid face down, whom to believe, when to lie."""

from table.ai.mytho.mind import MythoMind

__all__ = ["MythoMind"]
