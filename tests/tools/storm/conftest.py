from tests.storage.database_fixtures import (
    database_kind,
    database_url,
    empty_sqlite_file,
    postgres_url,
    reusable_postgres,
    store,
)

__all__ = ["database_kind", "database_url", "empty_sqlite_file", "postgres_url", "reusable_postgres", "store"]
