"""The policy for Mytho: what may lie face down, whom to believe, when to lie."""

from table.ai.mytho.mind import MythoMind

__all__ = ["MythoMind"]
