"""The only room that knows Discord's library: its gateway, its commands, and scenes as its messages.

In come interactions; out go answers, and whatever the herald wants posted, edited or removed.
"""
