"""The process that serves phones: ports, the Flask application, routes, log, and connection limits.

Other packages define what pages show and what requests do.
"""
