"""Records about files, retold as of now: an audience that was narrowed is narrowed for earlier records too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.kernel.facts import Retelling
from domain.kernel.journal.attached.state import Files
from domain.kernel.journal.attached.terms import audience_of
from domain.kernel.journal.file_removal import FileRemoved
from domain.kernel.journal.files import FileAttached, FileBroughtBack, FileDescribed, FilePutAway
from domain.kernel.journal.recordings import RecordingAgreed, RecordingAligned
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, Audience, narrower

_SAYS_FOR_WHOM = FileAttached, FileDescribed
OF_FILES = (*_SAYS_FOR_WHOM, FilePutAway, FileBroughtBack, FileRemoved, RecordingAligned, RecordingAgreed)
"""The events that tell of one file."""


def told_now(retelling: Retelling, event: Event, files: Files) -> Retelling:
    """Return the retelling, kept from everybody from whom the file of the event is kept now, among `files`."""
    if not isinstance(event, OF_FILES) or event.file > len(files):
        return retelling
    audience = narrower(retelling.audience, files[event.file - 1].audience)
    return retelling if audience == retelling.audience else replace(retelling, audience=audience)


def audiences_now(
    history: Sequence[tuple[int, Event]], described: FileDescribed
) -> Iterator[tuple[int, Audience]]:
    """The audience of each earlier record about a file once the file is described anew.

    `history` are the records about files before that, with their positions, in order.
    """
    now = audience_of(described.visibility, described.only_for)
    then = EVERYONE
    for position, event in history:
        if isinstance(event, OF_FILES) and event.file == described.file:
            if isinstance(event, _SAYS_FOR_WHOM):
                then = audience_of(event.visibility, event.only_for)
            yield position, narrower(then, now)
