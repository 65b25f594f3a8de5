from tests.storage.stores import database, postgres, store, url

__all__ = ["database", "postgres", "store", "url"]
