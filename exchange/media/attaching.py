"""A file that was accepted, put into the ledger together with the record that attaches it."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, BinaryIO

from pydantic import ValidationError

from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.journal.files import AttachFile
from domain.kernel.wording.faults import first_problem
from exchange.media.accepting import Accepted, limits_set, said_size
from exchange.media.errors import NotAccepted
from exchange.media.kinds import Limits
from ledger.answers import Previewed, Refused, Ruled, Submission
from ledger.files.store import NoRoomForFile, Progress
from ledger.ledger import Ledger
from projections.transcripts.cues import utterances_in
from projections.transcripts.projector import is_transcript

NO_LINE = "No line with its times was found in it: nothing of it will be found by its words."
_AT_ONCE = 2**20
_BEGINNING = 8_192
"""Bytes in which a transcript shows that it is one."""


def attach(
    ledger: Ledger,
    campaign: str,
    file: Accepted,
    about: Mapping[str, Any],
    *,
    by: str,
    key: str | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda done, total: None,
) -> Ruled | Refused:
    """Attach a file, or say why it is refused, before any of it is written.

    `about` are the other fields of `AttachFile`; what it is for follows from its kind where they do not say.
    Raises `NotAccepted`, `LedgerUnavailable`.
    """
    entry = ledger.find(campaign)
    digest = sum_of(file.content)
    command = command_for(file, digest, about)
    submission = Submission(command=command, by=by)
    answer: Previewed | Refused = ledger.preview(entry.slug, submission)
    if isinstance(answer, Refused):
        return answer
    most = (limits or limits_set()).campaign
    try:
        staged = ledger.files.stage(entry.id, file.content, progress, most=most)
    except NoRoomForFile as error:
        raise NotAccepted(
            f"The files of this campaign would come to more than {said_size(most)}: remove one first."
        ) from error
    if staged.digest != digest:
        raise NotAccepted("The file changed while it was put in. Nothing was recorded: try again.")
    return ledger.rule(entry.slug, submission if key is None else replace(submission, key=key))


def command_for(file: Accepted, digest: str, about: Mapping[str, Any]) -> AttachFile:
    """The command that attaches the file. Raises `NotAccepted` where `about` says what no file can be.

    Voices attached as what was said would be heard without anybody's consent, and lines attached as a recording
    found by nobody: such a file gets the role of its kind.
    """
    usual = _usual_role_of(file)
    known = {
        "digest": digest,
        "media": file.media,
        "size": file.size,
        "name": file.name,
        "width": file.width,
        "height": file.height,
    }
    try:
        command = AttachFile.model_validate({"role": usual, **about, **known})
    except ValidationError as error:
        raise NotAccepted(first_problem(error)) from error
    sound = file.media.startswith(("audio/", "video/"))
    mistaken = command.role is (FileRole.TRANSCRIPT if sound else FileRole.RECORDING)
    return command.model_copy(update={"role": usual}) if mistaken else command


def warnings_about(file: Accepted) -> tuple[str, ...]:
    """The warnings about a file that was attached: of a transcript, in whatever script, if no words are found."""
    if _usual_role_of(file) is not FileRole.TRANSCRIPT:
        return file.warnings
    file.content.seek(0)
    found = next(utterances_in(file.content.read(limits_set().text)), None)
    return () if found is not None else (NO_LINE,)


def _usual_role_of(file: Accepted) -> FileRole:
    usual = usual_role(file.media)
    if usual is FileRole.OTHER and _is_transcript(file.content):
        return FileRole.TRANSCRIPT  # in a script of its own, as older programs write it
    return usual


def _is_transcript(content: BinaryIO) -> bool:
    content.seek(0)
    return is_transcript(content.read(_BEGINNING))


def usual_role(media: str) -> FileRole:
    """The usual role of a file of this kind, where nobody names one."""
    if media.startswith("image/"):
        return FileRole.PICTURE
    if media.startswith(("audio/", "video/")):
        return FileRole.RECORDING
    return FileRole.TRANSCRIPT if media in ("text/vtt", "application/x-subrip") else FileRole.OTHER


def sum_of(content: BinaryIO) -> str:
    """The SHA-256 of a file, from its beginning."""
    content.seek(0)
    found = sha256()
    while part := content.read(_AT_ONCE):
        found.update(part)
    return found.hexdigest()
