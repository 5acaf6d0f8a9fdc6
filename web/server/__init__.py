"""The process that serves phones: ports, the Flask application, routes, log, and connection limits.

What pages show and what requests do is elsewhere.
"""
