"""The commands asked most in a struggle: its goal, dice, allies, difficulties, effects, fate."""

from domain.death_of_the_vele.chapters.agreement.guidelines import RecordFiction
from domain.death_of_the_vele.chapters.struggle_dice.effects import DeclareAbilityEffect
from domain.death_of_the_vele.chapters.struggle_dice.fate import TagAspect, UseFate
from domain.death_of_the_vele.chapters.struggle_dice.handfuls import PushDice
from domain.death_of_the_vele.chapters.struggle_dice.pushing import PushDie
from domain.death_of_the_vele.chapters.struggles.allies import JoinAsAlly
from domain.death_of_the_vele.chapters.struggles.difficulties import SetDifficulty
from domain.death_of_the_vele.chapters.struggles.starting import StartStruggle
from domain.death_of_the_vele.choices import (
    DICE,
    DIFFICULTIES,
    EFFECTS,
    FATE_USES,
    GOALS,
    KINDS,
    MODES,
    SOURCES,
)
from domain.death_of_the_vele.terms.struggle import FateUse, GoalType, SideName, StruggleKind, WagerSource
from domain.kernel.forms.layouts import (
    Count,
    Group,
    Instead,
    Layout,
    Pick,
    Slots,
    Spread,
    Tick,
    Weigh,
    Write,
)

START = Layout(
    command=StartStruggle,
    title="A struggle",
    press="State the goal",
    parts=(
        Pick(field="actor", label="Who tries it?", of="own component in the scene"),
        Pick(field="goal_type", label="What is it for?", of=GOALS),
        Write(field="goal_text", label="What do they want?", example="Get past the guard unseen"),
        Pick(
            field="opponents",
            label="Who stands against it?",
            help="With nobody chosen, the scenery does.",
            of="component in the scene",
            many=True,
            required=False,
        ),
        Group(
            title="The aspect",
            when=("goal_type", (GoalType.MANEUVER.value, GoalType.ASSESS.value, GoalType.DECLARE.value)),
            parts=(Pick(field="subject", label="What is the aspect about?", of="subject"),),
        ),
        Group(
            title="The attack",
            when=("goal_type", (GoalType.ATTACK.value, GoalType.ATTACK_TRAIT.value)),
            parts=(
                Pick(field="attack_mode", label="For an attack: harm, or control?", of=MODES, required=False),
                Pick(
                    field="targeted_trait",
                    label="Aimed at which trait?",
                    help="Aiming costs the points of its die.",
                    of="trait in the scene",
                    required=False,
                ),
            ),
        ),
        Group(
            title="Head-to-head, hidden, or part of a longer struggle",
            aside=True,
            parts=(
                Pick(
                    field="kind",
                    label="How is it rolled?",
                    of=KINDS,
                    initial=StruggleKind.OFFENSIVE_DEFENSIVE.value,
                    required=False,
                ),
                Tick(field="hidden", label="The other side rolls unseen, without wagers"),
                Pick(
                    field="extended_id",
                    label="Which longer struggle does it continue?",
                    of="extended struggle",
                    required=False,
                ),
                Pick(field="block", label="Which block is to be overcome?", of="block", required=False),
            ),
        ),
    ),
    instead=(Instead(command=RecordFiction, label="Nothing resists: just tell it"),),
)

_SOURCE = Pick(
    field="source", label="Where is the die from?", of=SOURCES, initial=WagerSource.OWN.value, required=False
)

HANDFUL = Layout(
    command=PushDice,
    title="Dice for this struggle",
    press="Push these dice",
    parts=(
        Slots(
            field="dice",
            label="A die for each trait that helps",
            required=False,
            parts=(
                Weigh(field="trait", label="Which trait helps?", of="own trait in the scene"),
                Pick(field="die", label="Which die do you push?", of=DICE),
                _SOURCE,
                Group(
                    title="Whose, and what it helps",
                    aside=True,
                    parts=(
                        Pick(
                            field="component",
                            label="Whose trait is it?",
                            of="own component in the scene",
                            required=False,
                        ),
                        Pick(
                            field="assist_of",
                            label="If it fits only partly: which trait does it help?",
                            of="trait or average die",
                            required=False,
                        ),
                    ),
                ),
            ),
        ),
        Tick(field="average", label="Add the average die, a borrowed d6"),
        Tick(field="ready", label="Then this side is ready to roll", initial=True),
        Group(
            title="Another side",
            aside=True,
            parts=(
                Pick(
                    field="side",
                    label="Which side is it for?",
                    of="side",
                    initial=SideName.ACTOR.value,
                    required=False,
                ),
            ),
        ),
    ),
)

PUSH = Layout(
    command=PushDie,
    title="One die",
    press="Push this die",
    parts=(
        Pick(field="component", label="Whose trait helps?", of="own component in the scene"),
        Weigh(field="trait", label="Which trait?", of="own trait in the scene"),
        Pick(field="die", label="Which die do you push?", help="No larger than the trait.", of=DICE),
        _SOURCE,
        Group(
            title="Fits only partly",
            aside=True,
            parts=(
                Pick(
                    field="assist_of", label="Which trait does it help?", of="trait or average die", required=False
                ),
            ),
        ),
    ),
)

ALLY = Layout(
    command=JoinAsAlly,
    title="An ally",
    press="Help",
    parts=(
        Pick(field="component", label="Who helps?", of="own component in the scene"),
        Pick(field="side", label="Which side?", of="side", initial=SideName.ACTOR.value, required=False),
    ),
)

DIFFICULTY = Layout(
    command=SetDifficulty,
    title="A difficulty",
    press="State the difficulty",
    parts=(
        Pick(field="amount", label="How difficult is it?", of=DIFFICULTIES),
        Pick(field="side", label="For which side?", of="side", initial=SideName.ACTOR.value, required=False),
        Write(field="reason", label="What makes it so?", required=False),
    ),
)

EFFECT = Layout(
    command=DeclareAbilityEffect,
    title="An ability",
    press="Use and pay for it",
    parts=(
        Pick(field="component", label="Whose ability is it?", of="own component in the scene"),
        Pick(field="ability", label="Which ability?", of="ability"),
        Pick(field="effect", label="Which of its effects?", of=EFFECTS),
        Spread(field="paid", label="Which dice pay for it?", over=DICE),
        Pick(
            field="source",
            label="Where are they from?",
            of=SOURCES,
            initial=WagerSource.OWN.value,
            required=False,
        ),
        Write(
            field="text",
            label="What does it bring about?",
            help="The aspect, the action it forbids, what is so from now on, or the name of what is made.",
            required=False,
        ),
        Group(
            title="Targets, zones, what is made",
            aside=True,
            parts=(
                Pick(
                    field="targets",
                    label="Whom is it for?",
                    of="component in the scene",
                    many=True,
                    required=False,
                ),
                Pick(field="zone", label="Where does it move to?", of="zone", required=False),
                Count(field="zones", label="How many zones does it reach?", most=99, required=False),
                Pick(field="size", label="Which size of it?", of=DICE, required=False),
                Slots(
                    field="traits",
                    label="Traits of what is made",
                    required=False,
                    parts=(
                        Write(field="name", label="Trait"),
                        Pick(field="die", label="Its die", of=DICE),
                        Tick(field="is_focus", label="Its focus"),
                    ),
                ),
            ),
        ),
    ),
)

_REROLL = Group(
    title="A die thrown again",
    when=("use", (FateUse.REROLL.value,)),
    parts=(
        Pick(
            field="component",
            label="Whose die?",
            help="Nobody's: the average die.",
            of="component in the scene",
            required=False,
        ),
        Pick(field="trait", label="Which trait's die?", of="trait in the scene", required=False),
    ),
)
_WORDS = Write(field="text", label="What happens by it?", required=False)

FATE = Layout(
    command=UseFate,
    title="Fate, for 1 XP",
    press="Use fate",
    parts=(
        Pick(field="use", label="What for?", of=FATE_USES),
        Pick(
            field="aspect",
            label="With which aspect?",
            help="With a fitting aspect +2 or a die again, without one +1.",
            of="aspect",
            required=False,
        ),
        _WORDS,
        Pick(field="side", label="For which side?", of="side", required=False),
        _REROLL,
    ),
)

TAG = Layout(
    command=TagAspect,
    title="A free tag",
    press="Use the tag",
    parts=(
        Pick(field="aspect", label="Whose free tag?", of="aspect with a free tag"),
        Pick(field="use", label="What for?", of=FATE_USES, initial=FateUse.BONUS.value, required=False),
        _WORDS,
        Pick(field="side", label="For which side?", of="side", required=False),
        _REROLL,
    ),
)
