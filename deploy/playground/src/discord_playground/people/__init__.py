"""The views and actions of people in Discord's app, and the controls for tests."""
