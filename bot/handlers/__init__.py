"""The code behind every button and command, in one file per feature.

Depends on `matches`, `ai`, `ratings`, `tournaments`, `daily`, `screens` and `rendering`. A handler takes a `Request`
and returns a `Response`. A handler that raises `Refused` has changed nothing. Entry point: `Dispatcher.answer_press`
finds the handler for a custom ID.
"""
