"""How the journal grows."""

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Comment, Journal, Note, SessionSeal

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


evolve.complete(say.EVENTS)
