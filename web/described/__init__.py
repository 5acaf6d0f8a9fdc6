"""The description of the API, OpenAPI 3.1: its operations and the shapes of what they take and give.

Tests compare it with real answers; it asks nothing of a table.
"""
