"""From facts to events: gestures, the referee and its worlds, questions, sessions, table scripts.

Pure: no threads, clocks, files or readers; the same facts give the same events.
"""
