"""The process that serves phones: its ports, the Flask application, routes, log, and limits on connections.

What pages show and what requests do is elsewhere.
"""
