"""An archive of a campaign in the panel of imports: put into the ledger as it is, or refused in a sentence."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import streamlit as st

from dashboard.access import visitor
from dashboard.long_work import in_turn
from dashboard.ui.header import script_of
from exchange.archive.checking import check
from exchange.archive.opening import opened
from exchange.archive.recognising import is_archive
from exchange.archive.storing import IN_WORDS, store
from exchange.documents.html.markup import people
from exchange.media.errors import room_on_disk
from wiring.library import Library

PUT_IN = "archive-put-in"
"""The key of the campaign that an archive was put in as."""
_REPLAY = script_of("replay")


@dataclass(frozen=True, slots=True)
class CampaignPutIn:
    """A campaign that an archive was put in as, and what is said of it."""

    slug: str
    said: str
    receipt: str


@contextmanager
def archive_in(what: Sequence[tuple[str, BinaryIO]] | Path) -> Iterator[Path | None]:
    """The place of the archive that was chosen, for as long as it is read; None where it is something else."""
    if isinstance(what, Path):
        yield what if is_archive(what) else None
        return
    stream = what[0][1]
    known = len(what) == 1 and is_archive(stream)
    stream.seek(0)  # whoever reads it next begins at its beginning
    if not known:
        yield None
        return
    with TemporaryDirectory(prefix="upload-") as folder:
        place = Path(folder) / "archive.zip"
        with place.open("wb") as into:
            shutil.copyfileobj(stream, into)
        yield place


def put_in(library: Library, place: Path) -> CampaignPutIn:
    """Check an archive and store it, with a bar. All of it or nothing. Raises `NotAnArchive`, `BrokenArchive`,
    `AlreadyHere`, `NotAccepted`.
    """
    bar = st.progress(0.0, "Unpacking")

    def moved(step: float, words: str, done: int, total: int) -> None:
        bar.progress(min(1.0, (step + done / max(1, total)) / 3), words)

    with (
        in_turn("Reading it"),
        room_on_disk(),
        opened(place, lambda done, total: moved(0, "Unpacking", done, total)) as archive,
    ):
        sound = check(archive, library.ledger.games, lambda done, total: moved(1, "Checking", done, total))
        outcome = store(library.ledger, sound, lambda done, total: moved(2, "Storing", done, total))
    bar.empty()
    title = sound.title
    library.views.catch_up(sound.entry.slug)
    much = f"{title.records:,} records in {title.rulings:,} rulings"
    return CampaignPutIn(
        sound.entry.slug, f"{title.title} {IN_WORDS[outcome]}: {much}.", str(title.receipt.shortened(16))
    )


def show_put_in(campaign: CampaignPutIn) -> None:
    """Draw what is said of it, and the ways on from there."""
    st.html(people(campaign.said, "p", "intake-line"))
    st.html(people(f"Receipt, to compare with the one kept elsewhere: {campaign.receipt}", "p", "quiet"))
    open_to_me = visitor().may_look(campaign.slug)
    if not open_to_me:
        st.html(people("Whoever keeps this server says who has a seat in it.", "p", "quiet"))
    with st.container(horizontal=True):
        if open_to_me and st.button("Open it", type="primary", key="archive-open"):
            _forget()
            st.session_state["taking-in"] = False
            st.switch_page(_REPLAY, query_params={"campaign": campaign.slug})
        st.button("Another file", key="archive-more", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(PUT_IN, None)
