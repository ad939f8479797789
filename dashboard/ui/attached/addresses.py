"""Addresses from which whoever looks at a page fetches the files of its campaign."""

from dataclasses import dataclass

from dashboard.access import visitor
from dashboard.files.addresses import file_address
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.people import Viewer


@dataclass(frozen=True, slots=True)
class FileAddresses:
    """The addresses of files for one viewer of a campaign. `visitor` is the address of whoever the page is for."""

    campaign: str
    viewer: Viewer
    visitor: str

    def __call__(self, file: AttachedFile, width: int | None = None) -> str:
        """The address from which this viewer fetches a file, as it is or at least so many pixels wide."""
        return file_address(self.campaign, file.digest, self.viewer, width, address=self.visitor)


def addresses_for(campaign: str, viewer: Viewer) -> FileAddresses:
    """The addresses for whoever the page is being drawn for."""
    return FileAddresses(campaign, viewer, visitor().address)
