"""Robots at seats: what they know, what they do, and whole games with them."""
