from tests.storage.stores import database, postgres, slate, store, url

__all__ = ["database", "postgres", "slate", "store", "url"]
