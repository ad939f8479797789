"""Preconditions of a submission, as HTTP has them in `If-Match` and `Idempotency-Key`.

The expected head is what somebody saw at the end of the log when they asked for something about its end. A key
names one submission for ever: sent again, it gets the answer it was given.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.record_care import RemoveWords
from domain.kernel.messages import Command, data_of
from domain.kernel.people import may_see
from domain.kernel.ruling import acts_on_the_last
from domain.kernel.vocabulary import MalformedCommand
from ledger.answers import Appended, Expected, Ruled, Submission, ToldRecord
from ledger.errors import BrokenLedger, Conflict, HeadNotNamed, KeyUsedOtherwise
from ledger.log.chain import removals_in
from ledger.log.record import Record, seal_of
from ledger.log.tags import JOURNAL_PREFIX, REMOVED
from ledger.records.open_campaign import OpenCampaign

_TOLD = 3
"""The most of the rulings recorded meanwhile that are told; of more, how many."""
_LONGEST = 100
_NEAR = 1_000
"""The number of records up to which it is quicker to go along the log than to begin again from a snapshot."""


# --- the expected head -----------------------------------------------------------------------------------


def names_its_head(submission: Submission) -> bool:
    """True if this is decided only on the head that somebody saw."""
    return submission.expect is not None or acts_on_the_last(submission.command)


def check_expected(held: OpenCampaign, submission: Submission, standing: Expected | None) -> None:
    """Raises `Conflict` unless the log ends where this submission says, `HeadNotNamed` where it must and does not.

    `standing` is where the submissions sent with this one left it. What only the journal noted since changes
    nothing about play; but words are taken out of the very records that were looked through.
    """
    if not names_its_head(submission):
        return
    expected = submission.expect or standing
    if expected is None:
        raise HeadNotNamed(
            f"{submission.command.type} is about the end of the log, and does not say which end was seen."
        )
    head = held.head
    if expected.is_at(head.position, head.seal):
        return
    strict = isinstance(submission.command, RemoveWords | RemoveFile)
    if not 1 <= expected.position < head.position or not expected.is_at(*_stored_at(held, expected.position)):
        raise Conflict(
            f"{held.entry.slug} is not as it was when you looked: its log does not hold record "
            f"{expected.position} as you saw it. Nothing was recorded: look again."
        )
    if strict or not _only_noted(held, expected.position):
        raise Conflict(f"{_meanwhile(held, expected.position, submission.by)} Nothing was recorded: look again.")


def _stored_at(held: OpenCampaign, position: int) -> tuple[int, str]:
    row = next(iter(held.stored(gt=position - 1, lte=position)), None)
    return (0, "") if row is None else (row[0], seal_of(row[2]))


def _only_noted(held: OpenCampaign, since: int) -> bool:
    return all(tag.startswith(JOURNAL_PREFIX) for _at, tag, _stored in held.stored(gt=since))


def _meanwhile(held: OpenCampaign, since: int, by: str) -> str:
    """Say who recorded what after a position, as far as this person may know it."""
    campaign = held.head.campaign
    viewer = campaign.asker(by)
    told = [each for ruling in held.rulings(since) for each in ruling.told]
    rulings = [list(group) for _number, group in groupby(told, key=lambda it: it.record.envelope.ruling)]
    sentences = []
    for ruling in rulings[:_TOLD]:
        envelope = ruling[0].record.envelope
        seat = campaign.people.get(envelope.by)
        seen = [it.retelling.headline for it in ruling if may_see(viewer, it.retelling.audience)]
        says = seen[0] if seen else "something you may not see"
        says = says if len(says) <= _LONGEST else f"{says[: _LONGEST - 1].rstrip()}…"
        sentences.append(f"{seat.name if seat else envelope.by} recorded ruling {envelope.ruling} ({says})")
    if len(rulings) > _TOLD:
        more = len(rulings) - _TOLD
        sentences.append(f"{more} more {'was' if more == 1 else 'were'} recorded")
    return f"Since you looked, {'; '.join(sentences)}."


# --- the key ---------------------------------------------------------------------------------------------


class AnswersBefore:
    """The answers that were given when earlier rulings were recorded.

    Whoever plays a script again asks for one after the other: so it goes on along the log from the one before.
    """

    def __init__(self, held: OpenCampaign) -> None:
        self._held = held
        self._until = held.head.position
        self._rulings: Iterator[Appended] | None = None
        self._last = 0

    def answer(self, position: int) -> Ruled:
        """The answer of the ruling that begins at this position."""
        if self._rulings is None or not self._last < position <= self._last + _NEAR:
            self._rulings = self._held.rulings(position - 1, self._until)
        for ruling in self._rulings:
            first = ruling.told[0].record
            self._last = ruling.told[-1].record.position
            if first.position == position:
                return Ruled(first.envelope.ruling, ruling.told, repeated=True)
        raise BrokenLedger(position, "a submission was recorded there, and no ruling begins there.")


def check_same(held: OpenCampaign, submission: Submission, told: Sequence[ToldRecord]) -> None:
    """Raises `KeyUsedOtherwise` unless what was recorded under this submission's key is what it asks for.

    Of a record that words were taken from, nobody can say any more what it asked.
    """
    record = told[0].record
    if _same(held, submission, record):
        return
    removals = removals_in((it.position, it.stored) for it in held.with_tag(REMOVED))
    if record.position in removals:
        return
    raise KeyUsedOtherwise(
        f"The key of this submission names ruling {record.envelope.ruling}, which was asked otherwise: another "
        "command, by somebody else, or with other dice. Nothing was recorded: give it a key of its own."
    )


def _same(held: OpenCampaign, submission: Submission, record: Record) -> bool:
    envelope = record.envelope
    dice = tuple(face for _size, face in envelope.dice or ())
    if submission.faces is None:
        same_dice = not dice or envelope.dice_from == "rolled"
    else:
        same_dice = dice == submission.faces and envelope.dice_from != "rolled"
    return envelope.by == submission.by and same_dice and _same_command(held, submission.command, envelope.command)


def _same_command(held: OpenCampaign, command: Command, recorded: object) -> bool:
    if not isinstance(recorded, dict):
        return False
    if recorded == data_of(command):
        return True
    try:  # a command may have got more fields since, with values that say nothing
        return held.codec.vocabulary.command(recorded) == command
    except MalformedCommand:
        return False
