"""The policy for Mythology GO: which cards combine, what lies closed, what to aim at."""

from table.ai.mythology_go.ai import MythologyGoAI

__all__ = ["MythologyGoAI"]
