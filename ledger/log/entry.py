"""A campaign of a ledger: which it is, and what it is called."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """One campaign of a ledger: its id, what it is called in commands and links, and its game."""

    id: UUID
    slug: str
    game: str
