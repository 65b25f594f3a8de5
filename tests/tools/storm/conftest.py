from tests.storage.stores import blank, database, postgres, slate, store, url

__all__ = ["blank", "database", "postgres", "slate", "store", "url"]
