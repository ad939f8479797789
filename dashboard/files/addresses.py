"""The addresses by which a page shows, plays and sends in files."""

from dataclasses import dataclass
from urllib.parse import quote

from dashboard.access import visitor
from dashboard.files.tickets import Ticket, signed
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.people import Viewer

FILES = "/files/"
"""Below this lie the files of all campaigns."""
WIDTHS = (64, 128, 256, 512, 1_024, 2_048)
"""Pictures are to be had in these widths, and as they are."""


def file_address(
    campaign: str, digest: str, viewer: Viewer, width: int | None = None, *, address: str | None = None
) -> str:
    """The address of a file on a page that this viewer looks at. `width` is what it is drawn at: at least that
    is sent.

    `address` is the visitor's, and that of whoever the page is being drawn for where it is left out. The address
    is good for some hours, from that visitor alone, and only while they may see the file.
    """
    who = visitor().address if address is None else address
    ticket = signed(Ticket(campaign, str(viewer.person), who))
    fitting = next((it for it in WIDTHS if width is not None and it >= width), None)
    size = "" if fitting is None else f"/{fitting}"
    return f".{FILES}{quote(campaign, safe='')}/{digest}{size}?t={ticket}"


def upload_address(campaign: str, viewer: Viewer, *, address: str | None = None) -> str:
    """The address where a page sends a file in, by `PUT`, from the seat of this viewer."""
    who = visitor().address if address is None else address
    ticket = signed(Ticket(campaign, str(viewer.person), who, uploads=True))
    return f".{FILES}{quote(campaign, safe='')}?t={ticket}"


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
