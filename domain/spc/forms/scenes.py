"""Forms of an adventure's beginning, of its scenes, and of what Characters do in them (SPC-05 to SPC-19)."""

from domain.kernel.forms.layouts import Group, Layout, Pick, Tick, Weigh, Write
from domain.spc.chapters.adventure.adventures import StartAdventure
from domain.spc.chapters.conflicts.opposing import OpposeAction
from domain.spc.chapters.scenes.actions import DeclareAction, SettleAction, WithdrawAction
from domain.spc.chapters.scenes.ending import ChangeDrawback, ChooseNewGoal, EndScene
from domain.spc.chapters.scenes.opening import OpenScene
from domain.spc.chapters.scenes.scenes import DecidePresence, PassSceneTurn, SetScene
from domain.spc.choices import SYSTEMS
from domain.spc.terms import OutcomeSystem

OWN = Pick(field="character", label="Whose step is it?", of="own character")

START = Layout(command=StartAdventure, title="The adventure begins", press="Begin to play", parts=())

SET = Layout(
    command=SetScene,
    title="A scene",
    press="Set the scene",
    parts=(
        Write(field="where", label="Where is it set?", example="The stage of the old opera"),
        Write(field="when", label="When?", example="The same night, past two"),
        Write(
            field="why",
            label="Why is your Character there?",
            help="In a scene of the Mastermind's: what the villainy wants there.",
            long=True,
        ),
    ),
)

PASS_TURN = Layout(command=PassSceneTurn, title="No scene this time", press="Pass the turn", parts=())

PRESENCE = Layout(
    command=DecidePresence,
    title="Who is there",
    press="Say so",
    parts=(OWN, Tick(field="present", label="In the scene")),
)

OPEN = Layout(
    command=OpenScene,
    title="The scene opens",
    press="Open the scene",
    parts=(
        Write(field="description", label="What do they find there?", long=True),
        Pick(field="antagonists", label="Which antagonists?", of="antagonist", many=True, required=False),
        Pick(field="goons", label="Which goons?", of="goon", many=True, required=False),
    ),
)

ACT = Layout(
    command=DeclareAction,
    title="What a Character does",
    press="Do it",
    parts=(
        OWN,
        Write(field="text", label="What do you do?", long=True),
        Weigh(field="outcome_system", label="How does it come about?", of=SYSTEMS),
        Group(
            title="Self-sacrifice for the goal",
            when=("outcome_system", (OutcomeSystem.ADVANCEMENT.value, None)),
            parts=(
                Write(field="sacrifice", label="What do you give up?"),
                Write(field="advance", label="How does it serve your goal?"),
            ),
        ),
        Pick(
            field="features",
            label="With what on your sheet?",
            of="own feature",
            many=True,
            required=False,
        ),
    ),
)

OPPOSE = Layout(
    command=OpposeAction,
    title="Somebody opposes it",
    press="Oppose it",
    parts=(Pick(field="by", label="Who opposes it?", of="own in the scene"),),
)
SETTLE = Layout(command=SettleAction, title="Nobody opposes it", press="It happens", parts=())
WITHDRAW = Layout(command=WithdrawAction, title="Think better of it", press="Take it back", parts=())

NEW_GOAL = Layout(
    command=ChooseNewGoal,
    title="A new goal",
    press="Choose this goal",
    parts=(OWN, Write(field="goal_text", label="What is wanted next?")),
)
NEW_DRAWBACK = Layout(
    command=ChangeDrawback,
    title="Another drawback",
    press="Choose this drawback",
    parts=(OWN, Write(field="drawback_text", label="What drags them down now?")),
)
END = Layout(
    command=EndScene,
    title="The scene ends",
    press="End the scene",
    parts=(Write(field="outcome", label="What came of it?", long=True, required=False),),
)

LAYOUTS = (START, SET, PASS_TURN, PRESENCE, OPEN, ACT, OPPOSE, SETTLE, WITHDRAW, NEW_GOAL, NEW_DRAWBACK, END)
