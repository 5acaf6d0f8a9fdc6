"""The description of the API in OpenAPI 3.1: its operations, requests and answers.

Tests compare it with real answers; it needs no table.
"""
