"""What survives a power cut: the SQLite journal, its lock, its checks, and salvage.

It replays games only to check that they still give the same events.
"""
