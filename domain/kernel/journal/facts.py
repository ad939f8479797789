"""The journal's events in the published language."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.journal import events as say
from domain.kernel.journal.commands import Visibility
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience


def audience_of(event: Event) -> Audience:
    """Who may know that this was written."""
    hidden = isinstance(event, say.NoteWritten | say.CommentWritten) and event.visibility is Visibility.GM
    return GM_ONLY if hidden else EVERYONE


def retell(event: Event) -> Iterable[facts.Fact]:
    """The facts in an event of the journal."""
    match event:
        case say.NoteWritten():
            yield facts.Told(text=event.text, audience=audience_of(event))
        case say.CommentWritten():
            yield facts.Told(
                text=event.text, form="comment", about_position=event.position, audience=audience_of(event)
            )
        case say.SessionSealed():
            yield facts.Told(text=event.seal, form="seal", about_position=event.position)
        case say.WordsRemoved():
            yield facts.Told(text=event.reason, form="removal")
        case say.DisputeOpened():
            yield facts.Told(text=event.text, form="dispute", about_position=event.position)
        case say.DisputeAddedTo():
            yield facts.Told(text=event.text, form="dispute")
        case say.RulingUpheld():
            yield facts.Told(text=event.reason, form="upheld")
        case say.DisputeWithdrawn():
            yield facts.Told(text=event.reason, form="withdrawn")
        case say.RulingOverturned():
            yield facts.Told(text=event.reason, form="overturned", about_position=event.position)
