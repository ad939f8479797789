"""How the journal grows."""

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Comment, Dispute, DisputeStanding, Journal, Note, Remark, SessionSeal

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


evolve.complete(say.EVENTS)
