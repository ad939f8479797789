"""Writing transactions: how they begin and end on a connection."""

from typing import Protocol

import sqlalchemy as sa


class Transactions(Protocol):
    """Begins and ends the transactions that write to one database."""

    def begin(self, connection: sa.Connection) -> None:
        """Begin one. Raises the errors of the driver or of SQLAlchemy."""
        ...

    def commit(self, connection: sa.Connection) -> None:
        """Make it last. Raises the same."""
        ...

    def roll_back(self, connection: sa.Connection) -> None:
        """Undo it. Raises the same."""
        ...


class _BySqlAlchemy:
    """By SQLAlchemy's own means."""

    def begin(self, connection: sa.Connection) -> None:
        connection.begin()

    def commit(self, connection: sa.Connection) -> None:
        connection.commit()

    def roll_back(self, connection: sa.Connection) -> None:
        connection.rollback()


BY_SQLALCHEMY: Transactions = _BySqlAlchemy()
