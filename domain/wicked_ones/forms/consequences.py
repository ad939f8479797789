"""Forms of consequences, and of the answers to what hangs over a monster (WO-38, WO-54, WO-55, WO-61)."""

from domain.kernel.forms.layouts import Count, Group, Layout, Pick, Slots, Tick, Weigh, Write
from domain.wicked_ones.chapters.consequences.costs import PayCost
from domain.wicked_ones.chapters.consequences.declaring import DeclareConsequence
from domain.wicked_ones.chapters.consequences.resisting import Resist
from domain.wicked_ones.chapters.consequences.settling import UseDefense
from domain.wicked_ones.choices import (
    ACTIONS,
    ATTRIBUTES,
    CHANGES_OF_THINGS,
    DEFENSES,
    ORIGINS,
    SEVERITIES,
    TROUBLES,
)
from domain.wicked_ones.terms.harm import Kind, Origin

CHANGES = Slots(
    field="changes",
    label="What is lost or moves on?",
    most=10,
    required=False,
    parts=(
        Pick(field="kind", label="What becomes of it?", of=CHANGES_OF_THINGS),
        Pick(field="what", label="Which one?", of="loss", required=False),
        Count(field="amount", label="How many gold, loot or ticks?", least=1, most=99, required=False),
    ),
)

DECLARE = Layout(
    command=DeclareConsequence,
    title="A consequence",
    press="Let it hang over them",
    parts=(
        Pick(field="origin", label="Where does it come from?", of=ORIGINS, initial=Origin.INFLICTED.value),
        Group(
            title="The action",
            when=("origin", (Origin.ACTION_ROLL.value,)),
            parts=(Pick(field="roll", label="Which action went wrong?", of="action"),),
        ),
        Group(
            title="The clock",
            when=("origin", (Origin.CLOCK.value,)),
            parts=(Pick(field="clock", label="Which clock is full?", of="clock", required=False),),
        ),
        Pick(field="target", label="Whom does it strike?", of="target"),
        Pick(field="kind", label="What is it?", of="kind of consequence"),
        Group(
            title="The shock",
            when=("kind", (Kind.SHOCK.value,)),
            parts=(
                Pick(
                    field="attributes",
                    label="What is shocked?",
                    help="Left empty, the player chooses.",
                    of=ATTRIBUTES,
                    many=True,
                    required=False,
                ),
            ),
        ),
        Write(field="details", label="What happens if nobody stops it?", long=True, required=False),
        Group(
            title="Why now",
            when=("origin", (Origin.INFLICTED.value,)),
            parts=(Write(field="reason", label="What in the story brings it?"),),
        ),
        Group(
            title="How heavy, and what else",
            aside=True,
            parts=(
                Pick(
                    field="severity",
                    label="How heavy is it?",
                    help="Left empty, as heavy as is usual here.",
                    of=SEVERITIES,
                    required=False,
                ),
                Write(field="note", label="Why is it other than usual?", required=False),
                Pick(
                    field="also", label="What comes with it?", of="kind of consequence", many=True, required=False
                ),
                Pick(field="trouble", label="Which kind of complication?", of=TROUBLES, required=False),
                CHANGES,
            ),
        ),
        Group(
            title="What could keep it off",
            aside=True,
            parts=(
                Write(
                    field="threat",
                    label="What would a defense have to be against?",
                    suggest=DEFENSES,
                    required=False,
                ),
                Pick(
                    field="hopeless",
                    label="Which actions do little against it?",
                    of=ACTIONS,
                    many=True,
                    required=False,
                ),
                Tick(field="resistible", label="It can be resisted", initial=True),
                Group(
                    title="Never resisted",
                    when=("resistible", (False,)),
                    parts=(Write(field="why_not", label="Why can nothing stop it?"),),
                ),
            ),
        ),
    ),
)

RESIST = Layout(
    command=Resist,
    title="Resisting",
    press="Resist",
    parts=(
        Pick(field="consequence", label="What do you resist?", of="consequence"),
        Pick(field="character", label="Which monster?", of="own monster"),
        Weigh(field="action", label="With which action?", of="own action"),
        Write(field="description", label="How do you fight it off?", long=True),
    ),
)

DEFEND = Layout(
    command=UseDefense,
    title="A defense",
    press="Keep it off",
    parts=(
        Pick(field="consequence", label="What do you keep off?", of="consequence"),
        Pick(field="defense", label="Which defense?", of="defense"),
        Write(field="description", label="How does it keep it off?", long=True),
    ),
)

PAY = Layout(
    command=PayCost,
    title="A price",
    press="Pay the price",
    parts=(
        Pick(field="cost", label="Which price?", of="price"),
        Write(field="description", label="What do you give for it?", long=True),
        CHANGES,
    ),
)

LAYOUTS = (DECLARE, RESIST, DEFEND, PAY)
