"""Parts the chapters of logged play share: what stands in an entry, and how the log names intakes."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.journal.earlier import EntryForm, SourceId
from domain.kernel.journal.notes import Visibility
from domain.kernel.logged.played import Grade, LoggedChange, LoggedRoll
from domain.kernel.terms import Holds, Name, Person, Slug, Text

PREFIX = "logged."
"""Tags of play that was taken in: on the line like all play, judged by no rule."""
ENTRY = "logged.entry_logged.v1"
LOGGED_SCENE = "logged-"
"""The beginning of the ids of its scenes."""
BEGUN = "logged.intake_begun.v1"
ENDED = "logged.intake_ended.v1"

NOT_JUDGED = "as logged, not judged"
"""The words wherever play is shown that no rule of ours has judged."""

NOBODY = "(nobody)"
"""The speaker of an entry whose source does not say who spoke."""
UNNAMED = "Somebody"
"""The word for that speaker where a sentence needs one, as for dice without words."""

MOST_VOICES = 10_000


class Span(BaseModel):
    """A piece of a file: where it begins among the bytes, how many they are, and in which file of several."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: int = Field(ge=0)
    length: int = Field(ge=0)
    file: Text = ""


class Entry(BaseModel):
    """One message of another tool, as command and event hold it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source_id: SourceId
    form: EntryForm
    voice: Person = Field(description="Who speaks: a seat, a character, or a voice of its own.")
    speaker: Name = Field(description="What the other tool called whoever spoke.")
    player: Annotated[Slug, Holds.PERSON] | None = Field(
        default=None, description="Whose character or voice it is."
    )
    text: Text = ""
    rolls: tuple[LoggedRoll, ...] = ()
    changes: tuple[LoggedChange, ...] = ()
    fidelity: Grade = Field(
        default=Grade.EXACT, description="The least of its rolls; `words` for what is kept verbatim."
    )
    place: Text = Field(default="", description="Where it stands in its source, for a person.")
    span: Span | None = None
    answers: SourceId | None = None
    marks: tuple[Text, ...] = ()
    deleted: bool = Field(
        default=False, description="It was deleted in the other tool, and its file still held it."
    )
    visibility: Visibility = Visibility.TABLE
    only: Annotated[Slug, Holds.PERSON] | None = Field(
        default=None, description="The one person at the table who knows it beside the GM."
    )
