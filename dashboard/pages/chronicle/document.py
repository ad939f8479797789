"""The story as a file to keep: what of it, in which format, for whom; made here and saved by the browser."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from dashboard.files.to_save import MadeFile, NotMade, file_to_save
from dashboard.ui.open_ledger import guarded
from domain.kernel.people import EVERYONE, Role, Viewer
from exchange.archive.writing import write_archive
from exchange.documents.campaign.files import formats_here, write
from exchange.documents.campaign.sessions import NotSessions, SessionRange
from exchange.documents.campaign.telling import (
    NoSuchSession,
    TooLong,
    parts_that_fit,
    telling_of,
    text_up_to,
)
from exchange.documents.printed.errors import CannotPrint
from exchange.media.accepting import said_size
from ledger.handle import CampaignHandle
from projections.views.recap import sessions_in
from wiring.library import Library

_ARCHIVE = "zip"
_SAID = {
    "html": "Page with its replay",
    "pdf": "Book (PDF)",
    "epub": "E-book (EPUB)",
    "md": "Text (Markdown)",
    _ARCHIVE: "Archive of everything, for another ledger",
}
_MEDIA = {
    "html": "text/html",
    "pdf": "application/pdf",
    "epub": "application/epub+zip",
    "md": "text/markdown",
    _ARCHIVE: "application/zip",
}
_MOST_ATTACHED = 100 * 2**20
"""Bytes of attached files that an archive has with it: it is held in memory until it is saved."""
_WHOLE, _SOME = "", "some"
_EVERYBODY, _ME = "everybody", "me"
_STEPS = 50
"""The bar moves so often on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryRead:
    """The story that is read: of which campaign, by whom, and which session of it (0: none alone)."""

    library: Library
    campaign: CampaignHandle
    viewer: Viewer
    session: int


@st.fragment
@guarded
def story_as_file(read: StoryRead) -> None:
    """Draw the choices, and the file once it is made."""
    campaign, viewer = read.campaign, read.viewer
    slug = campaign.slug
    here = [*formats_here(), *([_ARCHIVE] if viewer.is_gm else [])]
    form = st.selectbox(
        "As", [it for it in _SAID if it in here], format_func=_SAID.__getitem__, key=f"story-file-form-{slug}"
    )
    words, recipient = ("", None) if form == _ARCHIVE else (_sessions(read), _recipient(slug, viewer))

    def make() -> MadeFile:
        if form == _ARCHIVE:
            return _archived(read)
        try:
            return _made(read, recipient, form, SessionRange.parse(words) if words else None)
        except (NotSessions, NoSuchSession, TooLong, CannotPrint) as error:
            raise NotMade(_refused(error)) from error

    file_to_save("story-file", campaign, viewer, make)


def _sessions(read: StoryRead) -> str:
    """Draw the choice of what is told; its sessions as somebody types them, nothing for the whole campaign."""
    views, campaign, slug = read.library.views, read.campaign, read.campaign.slug
    there = sessions_in(views.marks(campaign, at=campaign.head))
    parts = parts_that_fit(views, campaign)
    said = {str(read.session): "This session"} if read.session else {}
    if parts:
        said |= {str(part): f"Sessions {part.first:,} to {part.last:,}" for part in parts}
    else:
        said[_WHOLE] = "The whole campaign"
    if len(there) > 1:
        said[_SOME] = "Some sessions"
    key = f"story-file-what-{slug}-{read.session}-{len(parts)}"
    chosen = st.selectbox("What", list(said), format_func=said.__getitem__, key=key)
    if chosen != _SOME:
        return chosen or _WHOLE
    latest = there[-1].session
    return st.text_input(
        "Which sessions",
        key=f"story-file-sessions-{slug}",
        value=f"{max(1, latest - 1)}-{latest}",
        max_chars=40,
        help="The number of one, or from one to another, such as 3-7.",
    )


def _recipient(slug: str, viewer: Viewer) -> Viewer | None:
    """Draw the choice of who is to read it; None for everybody at the table."""
    if viewer.role is Role.READER:
        return None
    mine = "Me: everything, with its secrets" if viewer.is_gm else "Me: also what only I may know"
    said = {_EVERYBODY: "Everybody at the table", _ME: mine}
    chosen = st.selectbox("For", list(said), format_func=said.__getitem__, key=f"story-file-for-{slug}")
    return viewer if chosen == _ME else None


def _made(read: StoryRead, recipient: Viewer | None, form: str, sessions: SessionRange | None) -> MadeFile:
    """Make it, with a bar. Raises what is wrong with what was asked for, and `CannotPrint`."""
    ledger, views, slug = read.library.ledger, read.library.views, read.campaign.slug
    telling = telling_of(ledger, views, slug, sessions, recipient, bounded=form != "md")
    bar = st.progress(0.0, "Retelling it")

    def progress(done: int, total: int) -> None:
        if done and done % max(1, total // _STEPS) == 0:
            bar.progress(min(1.0, done / total), "Retelling it")

    telling.progress = progress
    to, remarks = BytesIO(), list[str]()
    lacks = write(telling, form, to, remarks.append)
    bar.empty()
    told = f"-session{'s' if sessions.first != sessions.last else ''}-{sessions}" if sessions else ""
    return MadeFile(
        content=to.getvalue(),
        name=f"{slug}{told}{f'-for-{recipient.person}' if recipient else ''}.{form}",
        media=_MEDIA[form],
        remarks=(*remarks, *(lack.in_words() for lack in lacks)),
    )


def _archived(read: StoryRead) -> MadeFile:
    """Make an archive of the campaign, with a bar. Raises `BrokenLedger` at a record that was changed."""
    ledger, campaign = read.library.ledger, read.campaign
    slug = campaign.slug
    attached = sum(file.size for file in campaign.now.journal.files)
    bar = st.progress(0.0, "Gathering it")

    def moved(done: int, total: int) -> None:
        bar.progress(min(1.0, done / max(1, total)), "Gathering it")

    with TemporaryDirectory(prefix="archive-") as folder:
        written = write_archive(
            ledger,
            slug,
            Path(folder) / f"{slug}.zip",
            chronicle=lambda head: text_up_to(ledger, slug, head, EVERYONE),
            told_to=EVERYONE,
            without_files=attached > _MOST_ATTACHED,
            progress=moved,
        )
        content = written.place.read_bytes()
    bar.empty()
    remarks = [
        "It holds every record, also what is for the GM's eyes only. Import, on Campaigns, puts it into a ledger.",
        f"Receipt, to keep elsewhere: {written.title.receipt.shortened(16)}",
    ]
    if attached > _MOST_ATTACHED:
        size = said_size(attached)
        remarks.append(f"Its attached files, {size}, are not in it: campaign export takes them along.")
    return MadeFile(
        content=content,
        name=f"{slug}.zip",
        media=_MEDIA[_ARCHIVE],
        remarks=tuple(remarks),
    )


def _refused(error: Exception) -> str:
    match error:
        case NoSuchSession(there=there):
            return f"{error} There are {there[0]} to {there[-1]}." if there else f"{error} None was opened yet."
        case TooLong(parts=parts):
            fit = ", ".join(map(str, parts))
            return f"{error} Choose fewer sessions: {fit} would fit each." if parts else str(error)
    return str(error)
