"""Discord's rules for request bodies that its schemas do not express, as pure functions.

Each function accepts any parsed JSON, checks only what the schemas cannot, and returns the errors it finds.
"""
