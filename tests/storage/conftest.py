from tests.storage.stores import bare, blank, database, path, postgres, slate, store, url

__all__ = ["bare", "blank", "database", "path", "postgres", "slate", "store", "url"]
