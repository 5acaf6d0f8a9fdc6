"""The description of the API in OpenAPI 3.1: its operations, requests and responses.

It can be made without a table. Tests compare it with real responses.
"""
