"""The policy for Mythology GO: which cards to combine, which to lay closed, which to aim at."""

from table.ai.mythology_go.ai import MythologyGoAI

__all__ = ["MythologyGoAI"]
