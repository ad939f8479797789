"""The journal's events in the published language."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.journal import events as say
from domain.kernel.journal.commands import Visibility
from domain.kernel.journal.state import Journal
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from domain.kernel.terms import slugify


def audience_of(event: Event) -> Audience:
    """Who may know that this was written."""
    match event:
        case say.NoteWritten() | say.CommentWritten() | say.EntryTakenIn() if event.visibility is Visibility.GM:
            return GM_ONLY
    return EVERYONE


def retell(journal: Journal, event: Event) -> Iterable[facts.Fact]:
    """The facts in an event of the journal, which is as it stands just after it."""
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
        case say.RecordSetAside():
            yield facts.Told(text=event.why, form="set_aside", about_position=event.position)
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
        case say.IntakeBegun():
            yield facts.Told(text=event.file, form="intake")
        case say.EarlierEveningOpened():
            if event.evening > 1:
                yield facts.SceneClosed(scene=_evening(event.intake, event.evening - 1))
            yield facts.SceneOpened(scene=_evening(event.intake, event.evening), title=event.title)
        case say.EntryTakenIn():
            yield from _taken_in(event)
        case say.EarlierValueAdjusted():
            yield facts.NumberChanged(
                owner=event.owner,
                name=_earlier(event.name),
                delta=event.now - event.was,
                now=event.now,
                why=event.reason,
                label=event.name,
            )
        case say.IntakeEnded():
            if journal.intakes[event.intake - 1].evenings:
                yield facts.SceneClosed(scene=_evening(event.intake, journal.intakes[event.intake - 1].evenings))
            yield facts.Told(text="", form="intake")


def _taken_in(event: say.EntryTakenIn) -> Iterable[facts.Fact]:
    audience = audience_of(event)
    if event.text:
        yield facts.Told(text=event.text, form=event.form.value, about=(event.voice,), audience=audience)
    for roll in event.rolls:
        dice = tuple(
            facts.Die(f"{number}", die.size, die.face, kept=die.kept)
            for number, die in enumerate(roll.dice, start=1)
        )
        yield facts.DiceRolled(
            roller=event.voice,
            purpose=roll.label or roll.formula,
            dice=dice,
            reading=roll.total,
            audience=audience,
        )
    for change in event.changes:
        yield facts.NumberChanged(
            owner=change.owner,
            name=_earlier(change.name),
            delta=change.now - change.was,
            now=change.now,
            why=event.text or event.speaker,
            label=change.name,
            audience=audience,
        )


def _evening(intake: int, evening: int) -> str:
    return f"intake-{intake}-evening-{evening}"


def _earlier(name: str) -> str:
    """Kept apart from the numbers of this campaign's own sheets, which may have the same name."""
    return f"earlier-{slugify(name) or 'value'}"
