"""What survives a power cut: the SQLite journal, its lock, its checks, and salvage.

This package replays games only to check that they still produce the same events.
"""
