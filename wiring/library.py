"""Puts the parts together: which games there are, where the ledger is, what reads it. The one place that may."""

import os
from dataclasses import dataclass

from platformdirs import user_data_path

from domain.registry import RESERVED as RESERVED
from domain.registry import games as games
from ledger.database.address import Address
from ledger.ledger import Ledger
from projections.read_models import ReadModels

DATABASE_VARIABLE = "CAMPAIGN_DATABASE"
FILE_NAME = "campaigns.sqlite3"


@dataclass(frozen=True, slots=True)
class Library:
    """An open ledger with the read models that follow it."""

    ledger: Ledger
    views: ReadModels

    def close(self) -> None:
        """Close the database."""
        self.ledger.close()


def database_url(given: str | None = None) -> str:
    """The address of the ledger: as given, else as the environment says, else a file in the user's data folder.

    Raises `WrongAddress` for what begins like an address and is none.
    """
    url = given or os.environ.get(DATABASE_VARIABLE)
    if not url:
        url = str(user_data_path("campaign-ledger", appauthor=False) / FILE_NAME)
    return Address.parse(url).text


def database_name() -> str:
    """The ledger as its owner knows it, and as errors name it: the path of a file, or the address of a server."""
    address = Address.parse(database_url())
    return str(address.file or address)


def open_library(database: str | None = None) -> Library:
    """Open the ledger and its read models. Raises `LedgerUnavailable` with one plain sentence."""
    ledger = Ledger(games(), {"SQLALCHEMY_URL": database_url(database)})
    views = ReadModels(ledger)
    ledger.followers.append(views)
    return Library(ledger, views)
