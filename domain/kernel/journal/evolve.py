"""How the journal grows."""

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.kernel.journal import events as say
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.journal.state import (
    Comment,
    Dispute,
    DisputeStanding,
    Intake,
    Journal,
    Note,
    Remark,
    SessionSeal,
)

evolve = Evolution[Journal]()


@evolve.on(say.NoteWritten)
def _(journal: Journal, event: say.NoteWritten) -> None:
    if event.note != len(journal.notes) + 1:
        raise ImpossibleHistoryError(f"note {event.note} cannot follow {len(journal.notes)} notes")
    journal.notes.append(Note(event.text, event.visibility.value))


@evolve.on(say.CommentWritten)
def _(journal: Journal, event: say.CommentWritten) -> None:
    journal.comments.append(Comment(event.position, event.text, event.visibility.value))


@evolve.on(say.SessionSealed)
def _(journal: Journal, event: say.SessionSealed) -> None:
    if event.session in journal.seals:
        raise ImpossibleHistoryError(f"session {event.session} is sealed already")
    journal.seals[event.session] = SessionSeal(event.position, event.seal)


@evolve.on(say.WordsRemoved)
def _(journal: Journal, event: say.WordsRemoved) -> None:
    """Kept for whoever checks the log; by itself it moves nothing."""


@evolve.on(say.RecordSetAside)
def _(journal: Journal, event: say.RecordSetAside) -> None:
    """Heard by whoever reads the log; by itself it moves nothing."""


@evolve.on(say.DisputeOpened)
def _(journal: Journal, event: say.DisputeOpened) -> None:
    if event.dispute != len(journal.disputes) + 1:
        raise ImpossibleHistoryError(f"dispute {event.dispute} cannot follow {len(journal.disputes)} disputes")
    journal.disputes[event.dispute] = Dispute(
        event.ruling, event.position, event.person, event.text, list(event.evidence)
    )


@evolve.on(say.DisputeAddedTo)
def _(journal: Journal, event: say.DisputeAddedTo) -> None:
    tried = event.alternative.model_dump(mode="json") if event.alternative else None
    remark = Remark(event.person, event.text, list(event.evidence), tried)
    _open(journal, event.dispute).remarks.append(remark)


@evolve.on(say.RulingUpheld)
def _(journal: Journal, event: say.RulingUpheld) -> None:
    _settle(journal, event.dispute, DisputeStanding.UPHELD, event.reason)


@evolve.on(say.DisputeWithdrawn)
def _(journal: Journal, event: say.DisputeWithdrawn) -> None:
    _settle(journal, event.dispute, DisputeStanding.WITHDRAWN, event.reason)


@evolve.on(say.RulingOverturned)
def _(journal: Journal, event: say.RulingOverturned) -> None:
    if event.dispute is not None:
        _settle(journal, event.dispute, DisputeStanding.OVERTURNED, event.reason).line = event.line


@evolve.on(say.CampaignShelved)
def _(journal: Journal, event: say.CampaignShelved) -> None:
    journal.place.shelf = event.shelf


@evolve.on(say.CampaignTagged)
def _(journal: Journal, event: say.CampaignTagged) -> None:
    there = set(journal.place.tags)
    if there & set(event.added) or not there.issuperset(event.removed):
        raise ImpossibleHistoryError("a tag is added that is there, or removed that is not")
    journal.place.tags = sorted((there | set(event.added)) - set(event.removed))


@evolve.on(say.CampaignPutAway)
def _(journal: Journal, event: say.CampaignPutAway) -> None:
    journal.place.put_away = True


@evolve.on(say.CampaignTakenOut)
def _(journal: Journal, event: say.CampaignTakenOut) -> None:
    journal.place.put_away = False


@evolve.on(say.PersonRecognized)
def _(journal: Journal, event: say.PersonRecognized) -> None:
    journal.recognized[event.person] = event.known_as


def _settle(journal: Journal, number: int, standing: DisputeStanding, reason: str) -> Dispute:
    dispute = _open(journal, number)
    dispute.standing, dispute.reason = standing, reason
    return dispute


def _open(journal: Journal, number: int) -> Dispute:
    if not journal.is_open(number):
        raise ImpossibleHistoryError(f"dispute {number} is not open")
    return journal.disputes[number]


@evolve.on(say.IntakeBegun)
def _(journal: Journal, event: say.IntakeBegun) -> None:
    if event.intake != len(journal.intakes) + 1 or journal.open_intake:
        raise ImpossibleHistoryError(f"intake {event.intake} cannot begin now")
    journal.intakes.append(Intake(event.source, event.file, event.sum))
    journal.voices.update((voice.id, voice.name) for voice in event.voices)


@evolve.on(say.EarlierEveningOpened)
def _(journal: Journal, event: say.EarlierEveningOpened) -> None:
    intake = _taking_in(journal, event.intake)
    if event.evening != intake.evenings + 1:
        raise ImpossibleHistoryError(f"evening {event.evening} cannot follow {intake.evenings} evenings")
    intake.evenings += 1


@evolve.on(say.EntryTakenIn)
def _(journal: Journal, event: say.EntryTakenIn) -> None:
    """What was said stays in its record: years of it would make every state heavy."""
    intake = _taking_in(journal, event.intake)
    intake.entries += 1
    intake.verbatim += event.form is EntryForm.VERBATIM


@evolve.on(say.EarlierValueAdjusted)
def _(journal: Journal, event: say.EarlierValueAdjusted) -> None:
    _taking_in(journal, event.intake)


@evolve.on(say.IntakeEnded)
def _(journal: Journal, event: say.IntakeEnded) -> None:
    _taking_in(journal, event.intake).ended = True


def _taking_in(journal: Journal, number: int) -> Intake:
    intake = journal.open_intake
    if intake is None or number != len(journal.intakes):
        raise ImpossibleHistoryError(f"intake {number} is not open")
    return intake


evolve.complete(say.EVENTS)
