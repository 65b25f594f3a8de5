"""Both databases, as the store's own tests have them."""

from tests.storage.stores import blank, database, postgres, slate, url

__all__ = ["blank", "database", "postgres", "slate", "url"]
