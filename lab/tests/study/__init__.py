"""Studies: what is varied, what robots come to, and how certain that is."""
