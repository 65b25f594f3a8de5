"""Where every press and every command leads: it asks the tables, answers the person, and says whom to tell.

In comes an `Asked` (who, where, in which language); out goes an `Answer`, or a refusal, and then nothing has changed.
"""
