"""Conflicts up to the dice: sides, intentions, numbers, action types (SPC-20 to SPC-44)."""

from domain.kernel.forms.layouts import Count, Group, Layout, Part, Pick, Tick, Weigh, Write
from domain.kernel.forms.line_grammar import Item, Line
from domain.spc.chapters.conflicts.action_types import DeclareActionType
from domain.spc.chapters.conflicts.intentions import DeclareIntention, SetIntentionTarget
from domain.spc.chapters.conflicts.opposing import DeclareOpposition, EnterConflict
from domain.spc.choices import ACTION_TYPES, INTENTIONS, SLOTS, TARGETS
from domain.spc.terms import ActionType, IntentionKind

OWN = Pick(field="participant", label="Whose step is it?", of="own participant")
KIND = Pick(
    field="kind",
    label="What else would it bring?",
    of=INTENTIONS,
    initial=IntentionKind.FREE.value,
    required=False,
)
POOL = Group(
    title="A pool grows",
    when=("kind", (IntentionKind.ADVANCE_POOL.value, None)),
    parts=(Pick(field="pool", label="Which pool?", of=SLOTS),),
)

ENTER = Layout(
    command=EnterConflict,
    title="Who takes part",
    press="Take part",
    parts=(Pick(field="participant", label="Who takes part?", of="own in the scene"),),
)
PAIR = Layout(
    command=DeclareOpposition,
    title="Who is against whom",
    press="Against each other",
    parts=(
        Pick(field="a", label="Who?", of="participant"),
        Pick(field="b", label="Against whom?", of="participant"),
    ),
)
INTEND = Layout(
    command=DeclareIntention,
    title="What somebody wants",
    press="That is what I want",
    parts=(OWN, Write(field="text", label="What do you want from this conflict?", long=True), KIND, POOL),
)
TARGET = Layout(
    command=SetIntentionTarget,
    title="A target number",
    press="Set the number",
    parts=(
        Pick(field="participant", label="For whose intention?", of="participant"),
        Weigh(
            field="modifiers",
            label="What makes it easier or harder?",
            help="It begins with an Obstacle Rating; what the kind of intention brings is counted already.",
            of=TARGETS,
            many=True,
            required=False,
        ),
        Group(
            title="A number that you name",
            aside=True,
            parts=(Count(field="base", label="What number does it begin with?", required=False),),
        ),
    ),
)

COSTED = Line(example="Wings of Ash 2", head=Item(number="cost"))


def _with(chosen: ActionType, title: str, *parts: Part) -> Group:
    """The fields named with a type. Where the type is settled beforehand, only its own group is left."""
    return Group(title=title, when=("action_type", (chosen.value, None)), parts=parts)


TYPE = Layout(
    command=DeclareActionType,
    title="An action type",
    press="Choose this",
    parts=(
        OWN,
        Weigh(field="action_type", label="How do you go about it this turn?", of=ACTION_TYPES),
        _with(ActionType.ACTION, "A talent", Pick(field="talent", label="Which talent?", of="own talent")),
        _with(ActionType.OVERPOWER, "A power", Pick(field="power", label="Which power?", of="own power")),
        _with(ActionType.INVOKE, "A ritual", Pick(field="ritual", label="Which ritual?", of="own ritual")),
        _with(ActionType.ACTIVATE, "A gadget", Pick(field="gadget", label="Which gadget?", of="own gadget")),
        _with(
            ActionType.MANIFEST,
            "A new power, and what it costs",
            Write(
                field="new_power", label="Which power is new, at what cost?", example="Wings of Ash 2", line=COSTED
            ),
            Write(
                field="new_weakness",
                label="Which weakness is new, at the same cost?",
                example="Running Water 2",
                line=COSTED,
            ),
            Tick(field="use_now", label="It acts this turn already"),
        ),
        _with(
            ActionType.EXPLOIT,
            "A weakness",
            Pick(field="target", label="Whose?", of="other side"),
            Pick(field="weakness", label="Which weakness?", of="weakness of the other side"),
        ),
        _with(ActionType.DEFEND, "Somebody to defend", Pick(field="ward", label="Whom?", of="participant")),
        _with(
            ActionType.AMBUSH,
            "Another intention",
            Write(field="intention", label="What do you want instead?", long=True),
            KIND,
            POOL,
        ),
    ),
)

LAYOUTS = (ENTER, PAIR, INTEND, TARGET, TYPE)
