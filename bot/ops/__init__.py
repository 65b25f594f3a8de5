"""What whoever runs the bot has to do with it: environment, health, metrics, log, memory, the link to invite it.

In come environment variables and requests of machinery; out go lines of JSON and figures, and never a secret.
"""
