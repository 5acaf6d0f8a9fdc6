"""Judging: gestures, worlds, rows."""
