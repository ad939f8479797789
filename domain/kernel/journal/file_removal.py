"""Files removed for good: by whom, and what is left in the record."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import reason_given
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.attached.terms import GONE, FileNumber
from domain.kernel.journal.files import EventOfFile, for_those_who_may_see, known_file, of_the_asker
from domain.kernel.journal.record_care import Removal, WordsRemoved
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import Position, Text

chapter = Chapter[AnyMoment, Past](
    "Files removed",
    {
        "others_attached_it": "Others attached the very bytes of file {file} too, and would lose them: ask the "
        "{gm_called} to remove it.",
        "file_removal_alone": "A file is removed by `campaign files --remove`, which takes its bytes out as well.",
    },
)


class RemoveFile(Command):
    """Note that a file is gone for good, and its words and digest out of these records with it.

    It is gone wherever it was attached. `campaign files --remove` takes it out and asks this.

    Refused:  `not_seated`, `file_unknown`, `file_gone`, `not_your_file`, `others_attached_it`, `reason_missing`,
              `file_removal_alone`.
    Yields:   `WordsRemoved`, `FileRemoved`.
    """

    type: Literal["journal.remove_file"] = "journal.remove_file"
    file: FileNumber
    reason: Text
    records: tuple[Removal, ...] = Field(min_length=1)
    files: tuple[Position, ...] = Field(default=(), description="The records that named the file.")


class FileRemoved(EventOfFile):
    """A file is gone for good, and why. What it was is not said."""

    type: Literal["journal.file_removed.v1"] = "journal.file_removed.v1"
    reason: Text


@chapter.decides(RemoveFile)
def remove_file(moment: AnyMoment, command: RemoveFile, asker: Asker, past: Past) -> Events:
    """Remove a file; asked, with a reason, by the one who attached it, whose picture it may be, or by the GM.

    Whoever has the bytes of another's file could attach them too: that gives nobody a say in the other's.
    """
    digest = of_the_asker(moment, command.file, asker).digest
    same = [it for it in moment.journal.files if it.digest == digest]
    theirs = all(asker.person in (it.person, *it.heard) for it in same)
    named = any(asker.person in it.heard and asker.person != it.person for it in same)
    need(asker.is_gm or theirs or named, "others_attached_it", file=command.file)
    reason_given(command.reason)
    return [
        WordsRemoved(reason=command.reason, records=command.records, files=command.files),
        *(FileRemoved(file=it.number, reason=command.reason) for it in same),
    ]


@chapter.applies(FileRemoved)
def _(moment: AnyMoment, event: FileRemoved) -> None:
    it = known_file(moment, event.file)
    must(not it.removed, f"file {event.file} is removed already")
    it.removed, it.digest = True, GONE
    it.name = it.caption = it.alt = ""


@chapter.tells(FileRemoved, "{shown} is removed: {reason}", to=for_those_who_may_see)
def _(moment: AnyMoment, event: FileRemoved) -> Iterable[facts.Fact]:
    yield facts.FileHidden(
        file=event.file,
        removed=True,
        subject=known_file(moment, event.file).belongs.id,
        audience=for_those_who_may_see(moment, event),
    )
