"""From facts to events: gestures, the referee and its worlds, questions, sessions, table scripts.

Except for `script`, which reads files, the code is pure: no threads, clocks or readers, and the same facts always
produce the same events.
"""
