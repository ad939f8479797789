"""Arcs in play, Heat, and what the GM settles by word (VC-35 to VC-47)."""

from domain.kernel.forms.layouts import Group, Layout, Pick, Write
from domain.vicious_crucible.chapters.arcs.arcs import PerformAlloy, PerformFlux
from domain.vicious_crucible.chapters.arcs.heat_in_play import AwardHeat
from domain.vicious_crucible.chapters.arcs.new_arcs import OfferArcs, PerformReify
from domain.vicious_crucible.chapters.gm_records import NoteNpcPlan, RecordAdjudication
from domain.vicious_crucible.choices import RULESHEETS

OWN = Pick(field="character", label="Whose arc?", of="own character")
DEED = Write(
    field="description",
    label="What do you do?",
    help="Left empty, the words of the arc stand.",
    long=True,
    required=False,
)

FLUX = Layout(command=PerformFlux, title="Flux", press="Do it", parts=(OWN, DEED))

ALLOY = Layout(
    command=PerformAlloy,
    title="Alloy",
    press="Do it",
    parts=(
        OWN,
        DEED,
        Pick(
            field="element",
            label="Which element for 5 Flux?",
            help="None is bought if you choose none.",
            of="element to unlock",
            required=False,
        ),
    ),
)

REIFY = Layout(
    command=PerformReify,
    title="Reify",
    press="End this arc",
    parts=(
        OWN,
        Pick(field="new_arc", label="Which arc begins?", of="arc on offer"),
        DEED,
        Group(
            title="What it costs",
            parts=(
                Pick(
                    field="sacrifice",
                    label="Which elements do you give up?",
                    of="element to give up",
                    many=True,
                    required=False,
                ),
                Write(field="other_text", label="How do you pay the rest?", required=False),
            ),
        ),
    ),
)

OFFER = Layout(
    command=OfferArcs,
    title="Arcs to move on to",
    press="Offer them",
    parts=(
        Pick(field="character", label="To whom?", of="player character"),
        Pick(field="arcs", label="Which arcs?", of="arc", many=True),
    ),
)

AWARD = Layout(
    command=AwardHeat,
    title="Heat for weakness",
    press="Give the Heat",
    parts=(
        Pick(field="character", label="Who?", of="player character"),
        Write(field="note", label="How were they imperfect or vulnerable?"),
    ),
)

PLAN = Layout(
    command=NoteNpcPlan,
    title="An NPC's plan",
    press="Note it",
    parts=(
        Pick(field="character", label="Which NPC?", of="npc"),
        Write(field="note", label="What do they do about it?", long=True),
    ),
)

SETTLE = Layout(
    command=RecordAdjudication,
    title="Settled by word",
    press="Settle it",
    parts=(
        Pick(field="subject", label="Whom or what is it about?", of="name"),
        Write(
            field="field",
            label="What changes?",
            suggest="change",
            example="Wounds, Heat, condition",
        ),
        Write(field="after", label="To what?", help="Empty takes it away.", required=False),
        Write(field="reason", label="Why?"),
        Group(
            title="A condition that goes, a rulesheet",
            aside=True,
            parts=(
                Write(field="remove", label="Which condition goes?", required=False),
                Write(field="rulesheet", label="By which rulesheet?", suggest=RULESHEETS, required=False),
            ),
        ),
    ),
)

LAYOUTS = (FLUX, ALLOY, REIFY, OFFER, AWARD, PLAN, SETTLE)
