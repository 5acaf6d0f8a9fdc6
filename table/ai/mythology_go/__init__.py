"""The policy for Mythology GO: which cards combine, what lies closed, what to aim at."""

from table.ai.mythology_go.mind import MythologyGoMind

__all__ = ["MythologyGoMind"]
