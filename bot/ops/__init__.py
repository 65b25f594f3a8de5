"""What the host of the bot needs: configuration, health, metrics, logs and invite links.

Depends on no other package. Secrets appear in none of its output. Entry points: `Environment` reads the environment
variables, `serve_health` answers monitoring, and `Metrics` counts.
"""
