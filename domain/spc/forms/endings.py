"""The end of a conflict: Facts, objections, setbacks, the close (SPC-58 to SPC-67)."""

from domain.kernel.forms.layouts import Count, Layout, Pick, Write
from domain.spc.chapters.turns.closing import CloseConflict, RecordSetback
from domain.spc.chapters.turns.objecting import ObjectToFact
from domain.spc.chapters.turns.telling_facts import PassFacts, StateFact
from domain.spc.forms.conflicts import OWN
from domain.spc.printed import MOST_NOUNS, MOST_VERBS

FACT = Layout(
    command=StateFact,
    title="A Fact",
    press="Tell this Fact",
    parts=(
        OWN,
        Write(field="text", label="What is true from now on, in one sentence?", example="The blade is cursed."),
        Count(field="verbs", label="How many verbs has it?", most=MOST_VERBS, initial=1),
        Count(field="nouns", label="How many nouns?", most=MOST_NOUNS, initial=1),
    ),
)
PASS = Layout(command=PassFacts, title="No more Facts", press="Pass", parts=(OWN,))
OBJECT = Layout(
    command=ObjectToFact,
    title="An objection",
    press="Strike the Fact",
    parts=(
        Pick(field="number", label="Which Fact does not hold?", of="fact"),
        Pick(field="conflicts_with", label="Which earlier one does it negate?", of="fact"),
        Pick(field="objector", label="Whose player objects?", of="objector", required=False),
    ),
)
SETBACK = Layout(
    command=RecordSetback,
    title="A setback",
    press="So it was",
    parts=(OWN, Write(field="text", label="What harm or setback came of it?", long=True)),
)
CLOSE = Layout(command=CloseConflict, title="The conflict is over", press="Close it", parts=())

LAYOUTS = (FACT, PASS, OBJECT, SETBACK, CLOSE)
