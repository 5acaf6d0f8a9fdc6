"""From facts to events: gestures, the referee and its worlds, questions, sessions, table scripts.

Pure, except that `script` reads files: no threads, clocks or readers; the same facts give the same events.
"""
