"""The description of the API, OpenAPI 3.1: its operations and the shapes of what they take and give.

It is held against the real answers; nothing is asked of a table here.
"""
