"""Studies: what is varied, what robots achieve, and how certain that is."""
