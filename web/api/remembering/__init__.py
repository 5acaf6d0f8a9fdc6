"""The API for kept data: whether games are kept, backups, forgetting, reports.

What was played is in the room above.
"""
