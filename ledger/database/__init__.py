"""Storage of records: the `eventsourcing` recorders on SQLAlchemy Core, for SQLite and PostgreSQL.

The library builds everything here by its own configuration, `PERSISTENCE_MODULE` set to
`ledger.database.factory:SqlAlchemyFactory` and `SQLALCHEMY_URL` set to the address of the database.
"""
