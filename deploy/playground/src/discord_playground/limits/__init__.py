"""Discord's rules for request bodies that its schemas do not express, as pure functions.

Each function accepts any parsed JSON and returns or yields the errors that it finds.
"""
