"""Audiences of what is written in the journal."""

from enum import StrEnum

from domain.kernel.people import EVERYONE, GM_ONLY, Audience


class Visibility(StrEnum):
    """Audience of a note or a comment."""

    TABLE = "table"
    GM = "gm"

    @property
    def audience(self) -> Audience:
        """The same as facts say it."""
        return GM_ONLY if self is Visibility.GM else EVERYONE
