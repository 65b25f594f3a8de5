from tests.storage.stores import bare, database, postgres, slate, store, url

__all__ = ["bare", "database", "postgres", "slate", "store", "url"]
