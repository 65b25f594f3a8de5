"""Runs the example bots of eleven Discord libraries on the playground: `make foreign`.

The examples are unchanged except for addresses, tokens and the IDs that their authors left blank. They are not part of
this project or of any package, so `git` fetches them from the repositories that `library` lists. Instead, the
environment variable `FOREIGN` can name a folder that has one subfolder per library. The tests of examples that cannot
be downloaded are skipped.
"""
