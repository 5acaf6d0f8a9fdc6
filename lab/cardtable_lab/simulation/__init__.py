"""Simulated people at emulated chips, in virtual time, and the comparison of their actions with the table's events.

This package sees the secrets of both the players and the table, so no part of the table imports it.
"""
