"""Runs the example bots of eleven libraries on the playground: `make foreign`.

The examples are unchanged except for addresses, tokens and the ids that their authors left blank. They are not part of
this project, and no package contains them, so `git` fetches them from the repositories in `library`. Alternatively,
`FOREIGN` names a folder with one subfolder per library. Without a network, the tests are skipped with a message.
"""
