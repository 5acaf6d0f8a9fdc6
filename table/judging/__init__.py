"""From facts to events: gestures, the referee with its worlds, questions, a session of one game, table scripts.

Pure: no threads, clocks, files or readers; the same facts give the same events.
"""
