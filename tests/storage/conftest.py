from tests.storage.database_fixtures import (
    database_kind,
    database_url,
    empty_sqlite_file,
    postgres_url,
    reusable_postgres,
    server_connection,
    sqlite_path,
    store,
    url_without_tables,
)

__all__ = [
    "database_kind",
    "database_url",
    "empty_sqlite_file",
    "postgres_url",
    "reusable_postgres",
    "server_connection",
    "sqlite_path",
    "store",
    "url_without_tables",
]
