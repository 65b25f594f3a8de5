"""What Discord enforces beyond its schemas: pure functions from parsed bodies to faults.

The schemas say what each field looks like; here is only what they cannot say, or do not. Every function takes any JSON.
"""
