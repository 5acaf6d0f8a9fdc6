"""The process that serves phones: its ports, the Flask application, routes, log, and who is in too great a hurry.

What a page shows and what a request does is not here.
"""
