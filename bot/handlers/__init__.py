"""What every button and command does: one file per feature.

Depends on `matches`, `ai`, `ratings`, `screens` and `rendering`. A handler gets a `Request` and returns a `Response`.
If it raises `Refused`, nothing has changed. Entry point: `Dispatcher.answer` finds the handler for a custom id.
"""
