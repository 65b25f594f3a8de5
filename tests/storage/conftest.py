from tests.storage.stores import bare, blank, database, postgres, slate, store, url

__all__ = ["bare", "blank", "database", "postgres", "slate", "store", "url"]
