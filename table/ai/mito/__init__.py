"""The policy for Mito: which card to lay first, what to hide under it, whom to call out, what to give."""

from table.ai.mito.ai import MitoAI

__all__ = ["MitoAI"]
