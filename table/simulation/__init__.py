"""Simulated people at emulated chips, in virtual time, and what the table said held against what they did."""
