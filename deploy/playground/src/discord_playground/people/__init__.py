"""What people see and do in Discord's app, and the controls for tests."""
