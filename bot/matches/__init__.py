"""What a table is, and who may do what at it: from the offer to the last word.

In come wishes of people and the ticking of the clock; out go events for the store, and the table that they make.
"""
