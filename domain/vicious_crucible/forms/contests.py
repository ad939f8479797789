"""A contest, from the first die to the last word (VC-10 to VC-30)."""

from domain.kernel.forms.layouts import Count, Group, Layout, Pick, Slots, Tick, Write
from domain.vicious_crucible.chapters.contests.bribes import AnswerConvince
from domain.vicious_crucible.chapters.contests.contests import DeclareContest, JoinContest
from domain.vicious_crucible.chapters.contests.hands import ChooseElements
from domain.vicious_crucible.chapters.contests.outcomes import ChooseOutcome
from domain.vicious_crucible.chapters.contests.rerolling import UseRerollSpark
from domain.vicious_crucible.chapters.contests.rolling import PresentDie, RollContestDice
from domain.vicious_crucible.chapters.contests.rulesheets import InvokeRulesheet
from domain.vicious_crucible.chapters.contests.shifting import UseShiftSpark
from domain.vicious_crucible.chapters.contests.winning import PassSparks
from domain.vicious_crucible.choices import OUTCOMES, PURPOSES, RULESHEETS, STANCES
from domain.vicious_crucible.terms import Purpose, Stance, WinnersChoice

SIDE = Pick(field="side", label="Whose step is it?", of="side")
OWNER = Pick(field="owner", label="Which NPC or place of the GM's?", of="owner", required=False)
SOURCE = Pick(field="source", label="On which element or tool is it printed?", of="spark source", required=False)
WHICH_ONE = Group(title="If several have it", parts=(SOURCE, OWNER), aside=True)

DECLARE = Layout(
    command=DeclareContest,
    title="Pick up dice",
    press="Pick up dice",
    parts=(
        Pick(field="character", label="Who takes exception?", of="own character"),
        Write(field="aim", label="What do you want to change?", long=True),
        Pick(field="purpose", label="What is it for?", of=PURPOSES, initial=Purpose.GENERAL.value),
        Group(
            title="What it is meant for",
            when=("purpose", (Purpose.RECOVER_TOOL.value, Purpose.SOFTEN.value)),
            parts=(Pick(field="purpose_target", label="Which one?", of="purpose"),),
        ),
    ),
)

JOIN = Layout(command=JoinContest, title="Join the contest", press="Join", parts=(SIDE,))

CHOOSE = Layout(
    command=ChooseElements,
    title="Elements to roll",
    press="Roll with these",
    parts=(
        SIDE,
        Slots(
            field="picks",
            label="Your elements",
            least=1,
            most=3,
            parts=(
                Pick(field="element", label="Which element?", of="rollable element"),
                Pick(
                    field="stance",
                    label="Does it help or hinder?",
                    of=STANCES,
                    required=False,
                    initial=Stance.UNDECIDED.value,
                ),
                Group(
                    title="With a tool",
                    when=("stance", (Stance.TOOL.value,)),
                    parts=(Pick(field="tool", label="Which tool?", of="tool to roll with"),),
                ),
                Write(field="description", label="How so?"),
            ),
        ),
    ),
)

ROLL = Layout(command=RollContestDice, title="Roll", press="Roll", parts=(SIDE,))

PRESENT = Layout(
    command=PresentDie,
    title="Present a die",
    press="Present it",
    parts=(SIDE, Pick(field="die_id", label="Which die?", of="die")),
)

REROLL = Layout(
    command=UseRerollSpark,
    title="A spark that rerolls",
    press="Reroll it",
    parts=(
        SIDE,
        Pick(field="spark", label="Which spark?", of="reroll spark"),
        Pick(field="die_id", label="Which die?", of="die"),
        WHICH_ONE,
    ),
)

SHIFT = Layout(
    command=UseShiftSpark,
    title="A spark that shifts",
    press="Shift the points",
    parts=(
        SIDE,
        Pick(field="spark", label="Which spark?", of="shift spark"),
        Slots(
            field="moves",
            label="From die to die",
            least=1,
            parts=(
                Pick(field="from_die", label="Which die goes down?", of="die"),
                Pick(field="to_die", label="Which goes up?", of="die"),
            ),
        ),
        Count(field="points", label="By how many points?", least=1, initial=1),
        WHICH_ONE,
    ),
)

PASS = Layout(command=PassSparks, title="No spark", press="Pass", parts=(SIDE,))

INVOKE = Layout(
    command=InvokeRulesheet,
    title="A rulesheet",
    press="Invoke it",
    parts=(SIDE, Write(field="rulesheet", label="Which rulesheet?", suggest=RULESHEETS)),
)

OUTCOME = Layout(
    command=ChooseOutcome,
    title="What winning does",
    press="So be it",
    parts=(
        Pick(field="loser", label="To whom?", of="side"),
        Pick(field="outcome", label="What do you do?", of=OUTCOMES),
        Group(
            title="What is denied",
            when=("outcome", (WinnersChoice.DENY.value,)),
            parts=(Pick(field="tool", label="Which tool?", of="tool of a loser"), OWNER),
        ),
    ),
)

ANSWER = Layout(
    command=AnswerConvince,
    title="Convinced?",
    press="Answer",
    parts=(
        Pick(field="loser", label="Who answers?", of="side"),
        Tick(field="accept", label="Do you play along, for 1 Heat?"),
        Group(
            title="Standing firm",
            when=("accept", (False,)),
            parts=(
                Pick(field="element", label="Which element lets you?", of="element to refuse by"),
                Write(field="description", label="How?"),
                OWNER,
            ),
        ),
    ),
)

LAYOUTS = (DECLARE, JOIN, CHOOSE, ROLL, PRESENT, REROLL, SHIFT, PASS, INVOKE, OUTCOME, ANSWER)
