"""What Discord enforces whatever its document says: pure functions from parsed bodies to faults.

Complete by themselves: where there is no Node there are no schemas, and then nothing else guards the door.
"""
