"""Tools for the host of the bot: configuration, health checks, metrics, logs and invite links.

Depends on no other subpackage of `bot`, and never outputs secrets. Entry points: `Environment` reads the environment
variables, `serve_health` serves health checks and metrics, and `Metrics` holds the metrics.
"""
