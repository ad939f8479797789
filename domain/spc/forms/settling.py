"""Forms of what the Mastermind settles by word, and of notes beside play (SPC-04, SPC-68)."""

from domain.kernel.forms.layouts import Layout, Pick, Write
from domain.kernel.offers import Choice
from domain.spc.chapters.adjudication import RecordAdjudication
from domain.spc.chapters.adventure.goons import NoteScheme
from domain.spc.chapters.bounds import EXTRA_DICE, MODIFIER, NUMBERS, TRACKS, in_words
from domain.spc.terms import Slot


def _called(field: str) -> Choice:
    words = in_words(field)
    return Choice(field, words[:1].upper() + words[1:])


CHANGES = (
    Choice("condition", "Condition"),
    *map(_called, (*NUMBERS, *TRACKS, "progress", "abuse", *EXTRA_DICE)),
    *(_called(f"{MODIFIER}.{slot}") for slot in Slot),
)
"""Fields a word may change on a sheet or in a turn; anything else is kept as it is written."""

SETTLE = Layout(
    command=RecordAdjudication,
    title="Settled by word",
    press="Settle it",
    parts=(
        Pick(field="subject", label="Whom or what is it about?", of="name"),
        Pick(field="field", label="What changes?", of=CHANGES, free=True),
        Write(field="after", label="To what?", help="A new number, or words."),
        Write(field="reason", label="Why?"),
        Write(
            field="feature",
            label="By which power, weakness, ritual or gadget?",
            suggest="feature",
            required=False,
        ),
    ),
)
SCHEME = Layout(
    command=NoteScheme,
    title="A scheme",
    press="Note it",
    parts=(
        Pick(field="antagonist", label="Whose?", of="villain"),
        Write(field="text", label="What is this one really up to?", long=True),
    ),
)

LAYOUTS = (SETTLE, SCHEME)
