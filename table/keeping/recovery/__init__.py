"""Recovery: a table's files are replaced all at once, and failed starts are counted."""
