"""Intakes that are on the line: taking one back, whole, so that its entries can come in again; and telling a file
that one has read as another format, whose entries had other ids and would come in twice.
"""

from collections.abc import Iterator

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.history.alternatives import Settlement, Strike
from domain.kernel.messages import Command
from exchange.imports.entries import NotTaken, Remarked
from exchange.imports.recognising import FORMATS
from exchange.imports.spool import Spool
from ledger.answers import Refused, Ruled, Submission
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from ledger.logged import StoredIntake, entries_within, file_of_intake, files_on, intakes_on, known_entries

OR_WITH = ", or read it as then with --format "
"""Stands before the key of a format, at the end of a sentence."""


def undo_intake(ledger: Ledger, campaign: str, number: int, reason: str) -> tuple[StoredIntake, Ruled | Refused]:
    """Take an intake off the line, with those that hold the other parts of its file: the last of play by going
    back, any other by striking all of it, so that what was ruled since is decided anew.

    Raises `NotTaken` where there is no such intake, or no reason.
    """
    entry = ledger.find(campaign)
    handle = ledger.open(entry.slug)
    found = file_of_intake(handle, number)
    if found is None:
        many = len(intakes_on(handle))
        raise NotTaken(f"There is no intake {number} on the current line: it has {many or 'none'}.")
    if not reason.strip():
        raise NotTaken("Say why it is taken back: with --reason.")
    latest = ledger.review.past(entry.slug).latest()
    command: Command
    first, last = found.rulings
    its_own = [ruling for begun, ended in found.parts for ruling in range(begun, ended + 1)]
    if latest is not None and latest.last == found.last and len(its_own) == last - first + 1:
        command = UndoRuling(to=handle.lines.parent(found.first), reason=reason)
    else:
        settled = (Settlement(ruling=ruling, instead=Strike()) for ruling in its_own[1:])
        command = OverturnRuling(
            ruling=first, alternative=Strike(), settlements=tuple(settled), head=handle.head, reason=reason
        )
    by = handle.now.campaign.gm or "gm"
    answer = ledger.rule(entry.slug, Submission(command=command, by=by, expect=handle.end))
    if isinstance(answer, Refused) and answer.refusal.code == "unsettled":
        _must_stand_alone(handle, found, answer.refusal.params["rulings"])
    return found, answer


def _must_stand_alone(handle: CampaignHandle, found: StoredIntake, unsettled: object) -> None:
    """Raises `NotTaken` where a later intake goes on with a session that this one began."""
    rulings = unsettled if isinstance(unsettled, list | tuple) else ()
    for later in reversed(files_on(handle)):
        goes_on = any(first <= ruling <= last for first, last in later.parts for ruling in rulings)
        if later.number > found.number and goes_on:
            raise NotTaken(
                f"Intake {later.number}, of {later.file}, goes on with a session that intake {found.number} "
                f"began. Take intake {later.number} back first."
            )


def read_otherwise(handle: CampaignHandle, spool: Spool) -> Iterator[Remarked]:
    """Remarks on a file of the same name that was read otherwise, and may hold some of the same play: as another
    format, or by another zone, other names or an older version of its reader.

    Raises `NotTaken` for the very same file, where its entries would come in a second time.
    """
    intakes = intakes_on(handle)
    yield from _read_anew(handle, spool, [it for it in intakes if it.source == spool.format.title])
    before = [it for it in intakes if it.source != spool.format.title]
    same = next((it for it in before if it.sum == spool.sum), None)
    named = next((it for it in before if it.file == spool.source.name), None)
    if (same or named) is None or _is_known(handle, spool):
        return
    if same is not None:
        raise NotTaken(
            f"{spool.source.name} was taken in before, by intake {same.number}, as “{same.source}”. Read as "
            f"“{spool.format.title}”, all of it would come in a second time. Take intake {same.number} back "
            f"first{_or_with_format(same)}."
        )
    if named is not None:
        yield Remarked(
            "the whole file",
            f"a file of this name was taken in before, by intake {named.number}, as “{named.source}”: what stands "
            "in both would come in a second time",
        )


def _read_anew(handle: CampaignHandle, spool: Spool, before: list[StoredIntake]) -> Iterator[Remarked]:
    """The same for a file of one format that gives its messages no ids of their own, so that they depend on how it
    is read.
    """
    same = [it for it in before if it.sum == spool.sum]
    named = [it for it in before if it.file == spool.source.name]
    if not (same or named) or spool.format.key not in _WITHOUT_IDS or not spool.unknown():
        return
    there = {source_id for source_id, _at in spool.times()}
    lost = len(set(entries_within(handle, same or named)) - there)
    if not lost:
        return
    first = (same or named)[0].number
    are = "1 of its entries is" if lost == 1 else f"{lost} of its entries are"
    if same:
        raise NotTaken(
            f"{spool.source.name} was taken in before, by intake {first}, and {are} read otherwise now: by "
            "another zone, by other names, or by an older version. They would come in a second time. "
            f"Take intake {first} back first."
        )
    yield Remarked(
        "the whole file",
        f"a file of this name was taken in before, by intake {first}: {are} not in this one, or are read "
        "otherwise now. What is in both comes in a second time then: take that intake back first",
    )


_OF_RECORDINGS = ("captions", "segments", "timed-text")
_WITHOUT_IDS = frozenset(
    ("copied", "headed", "irc", "pidgin", "messenger", "kakaotalk", "qq", "foundry-log", *_OF_RECORDINGS)
)


def _or_with_format(intake: StoredIntake) -> str:
    key = next((it.key for it in FORMATS.values() if it.title == intake.source), "")
    return f"{OR_WITH}{key}" if key else ""


def _is_known(handle: CampaignHandle, spool: Spool) -> bool:
    known = {it.source_id for it in known_entries(handle)}
    return any(source_id in known for source_id, _at in spool.times())


def told_to_all(many: int) -> str:
    """The remark on words that only the GM was shown, and that an earlier intake told to all."""
    were = "1 message was" if many == 1 else f"{many} messages were"
    return (
        f"{were} taken in with words for all that only the GM was shown. Take that intake back with --undo, and "
        "take the file in once more: then these words are for the GM alone"
    )
