"""Chips, tags, fields and pins that behave as the real ones do at the level on which the drivers touch them."""
