"""Forms of the commands that play asks for most: scenes, tests, fate, what a session leaves behind."""

from domain.hot_circle.chapters.ability_tests.claims import RequestAbilityTest
from domain.hot_circle.chapters.artha import AwardFate
from domain.hot_circle.chapters.obstacle_tests.declaring import DeclareObstacleTest
from domain.hot_circle.chapters.obstacle_tests.difficulty import SetObstacle
from domain.hot_circle.chapters.obstacle_tests.helping import HelpTest
from domain.hot_circle.chapters.obstacle_tests.rolled_by import ChooseTestLifepath
from domain.hot_circle.chapters.rewards.compels import OfferCompel
from domain.hot_circle.chapters.rewards.goals import ReviseBelief, ReviseInstinct, RewardGoal
from domain.hot_circle.chapters.scenes.adjudication import RecordAdjudication
from domain.hot_circle.chapters.scenes.assets import UseAsset
from domain.hot_circle.chapters.scenes.conditions import ApplyCondition
from domain.hot_circle.chapters.scenes.scenes import CloseScene, OpenScene
from domain.hot_circle.chapters.scenes.without_rolling import AssertInstinct, DecideWithoutTest
from domain.hot_circle.choices import (
    ABILITIES,
    AGAINST,
    COMPELLED_BY,
    COMPLICATIONS,
    DIFFICULT_FOR,
    FITS,
    GOAL_RESULTS,
    HOW_DIFFICULT,
    NO_TEST,
    RANKS,
    REWARDS,
    STAKES,
    VERDICTS,
)
from domain.hot_circle.forms.protagonists import INSTINCT_PARTS
from domain.hot_circle.terms import Ability, Fit, Rank, Stakes, TestKind
from domain.kernel.forms.layouts import Count, Group, Instead, Layout, Pick, Tick, Weigh, Write

SCENE = Layout(
    command=OpenScene,
    title="A scene",
    press="Set the scene",
    parts=(
        Write(field="title", label="Where and when is it?", example="Tallow Street, the fourth night"),
        Pick(field="present", label="Who is there?", of="character", many=True),
        Group(
            title="Straight on from another scene",
            aside=True,
            parts=(
                Pick(
                    field="continues",
                    label="Which scene does it continue?",
                    help="What was at hand there is at hand here.",
                    of="scene",
                    required=False,
                ),
            ),
        ),
    ),
)
CUT = Layout(
    command=CloseScene,
    title="The end of the scene",
    press="Cut",
    parts=(Write(field="outcome", label="How does it end?", required=False, long=True),),
)
_VERSUS = (TestKind.VERSUS.value,)
OBSTACLE_TEST = Layout(
    command=DeclareObstacleTest,
    title="An obstacle test",
    press="Put it to the test",
    instead=(
        Instead(
            command=DecideWithoutTest,
            label="No test is worth it: just decide",
            keeps=("intent",),
        ),
    ),
    parts=(
        Pick(field="tester", label="Who is tested?", of="character"),
        Pick(field="kind", label="Against what?", of=AGAINST),
        Write(field="obstacle", label="What stands in the way?"),
        Write(field="intent", label="What do you want?", long=True),
        Write(field="task", label="How do you go about it?", long=True),
        Group(
            title="If it fails",
            when=("kind", (TestKind.INDEPENDENT.value,)),
            parts=(
                Write(
                    field="consequence",
                    label="What happens if it fails?",
                    help="That nothing happens is no consequence.",
                    long=True,
                ),
            ),
        ),
        Group(
            title="The other side",
            when=("kind", _VERSUS),
            parts=(
                Pick(field="opponent", label="Who opposes?", of="character"),
                Write(field="opponent_intent", label="What do they want?"),
                Write(field="opponent_task", label="How do they go about it?"),
                Tick(field="simple", label="Both sides play without compromises"),
            ),
        ),
        Group(
            title="Compromises",
            when=("simple", (False,)),
            parts=(
                Write(field="tester_compromise", label="How would the tester soften the consequence?"),
                Write(field="opponent_compromise", label="How would the opponent soften the intent?"),
            ),
        ),
        Group(
            title="More at risk",
            aside=True,
            parts=(
                Write(field="time_limit", label="How long is there?", required=False),
                Write(field="condition_at_risk", label="A condition that a failure brings", required=False),
                Pick(
                    field="condition_rank",
                    label="How deep does it go?",
                    of=RANKS,
                    initial=Rank.MINOR.value,
                    required=False,
                ),
                Pick(
                    field="stakes",
                    label="Does the tester want a life, or to convince?",
                    of=STAKES,
                    initial=Stakes.NORMAL.value,
                    required=False,
                ),
                Pick(
                    field="consequence_stakes",
                    label="What may a failure cost?",
                    of=STAKES,
                    initial=Stakes.NORMAL.value,
                    required=False,
                ),
            ),
        ),
    ),
)
OBSTACLE = Layout(
    command=SetObstacle,
    title="The obstacle",
    press="Set the obstacle",
    parts=(
        Pick(field="test", label="Which test?", of="test"),
        Pick(field="level", label="Who would find it hard?", of=DIFFICULT_FOR),
        Pick(field="step", label="How hard for them?", of=HOW_DIFFICULT),
    ),
)
LIFEPATH = Layout(
    command=ChooseTestLifepath,
    title="The lifepath",
    press="Roll by it",
    parts=(
        Pick(field="test", label="Which test?", of="test"),
        Pick(field="character", label="Who rolls?", of="character"),
        Pick(field="lifepath", label="By which lifepath?", of="lifepath", required=False),
        Weigh(field="fit", label="How does it fit the task?", of=FITS),
        Group(
            title="Hindered",
            when=("fit", (Fit.HINDERING.value,)),
            parts=(Pick(field="reward", label="What does that bring?", of=REWARDS, required=False),),
        ),
    ),
)
HELP = Layout(
    command=HelpTest,
    title="Help",
    press="Help",
    parts=(
        Pick(field="test", label="With which test?", of="test"),
        Pick(field="helper", label="Who helps?", of="character"),
        Write(field="how", label="How?"),
    ),
)


def _modifier(field: str, label: str) -> Count:
    return Count(field=field, label=label, initial=0, most=100, required=False)


ABILITY_TEST = Layout(
    command=RequestAbilityTest,
    title="An ability test",
    press="Claim it",
    parts=(
        Pick(field="character", label="Who claims it?", of="protagonist"),
        Pick(field="ability", label="What is claimed?", of=ABILITIES),
        Write(field="about", label="The gear, the contact, the question or the deed"),
        Pick(field="lifepath", label="By which lifepath?", of="lifepath"),
        Weigh(field="fit", label="How does it fit?", of=FITS),
        Group(
            title="How far-fetched is it?",
            when=("ability", (Ability.RESOURCES.value,)),
            parts=(_modifier("valuable", "Too valuable"), _modifier("rare", "Rare")),
        ),
        Group(
            title="Whom do you know?",
            when=("ability", (Ability.CIRCLES.value,)),
            parts=(
                Pick(field="setting", label="In which setting do they belong?", of="setting"),
                _modifier("hostile", "They are hostile"),
                _modifier("specific_lifepath", "They have a certain lifepath"),
                _modifier("different_rank", "They are of another rank"),
                Pick(field="npc", label="Somebody of the cast", of="cast", required=False),
                Pick(field="relationship", label="A relationship shared with them", of="asset", required=False),
            ),
        ),
        Group(
            title="How far-fetched is it?",
            when=("ability", (Ability.WISES.value,)),
            parts=(
                _modifier("obscure", "Obscure"),
                _modifier("secret", "Secret"),
                _modifier("distant", "Far away in land or time"),
            ),
        ),
        Group(
            title="How hard was it?",
            when=("ability", (Ability.DEEDS.value,)),
            parts=(
                Pick(field="level", label="Who would find it hard?", of=DIFFICULT_FOR),
                Pick(field="step", label="How hard for them?", of=HOW_DIFFICULT),
            ),
        ),
        Group(
            title="What else counts",
            aside=True,
            parts=(
                _modifier("unlikely", "Unlikely, bulky or coincidental"),
                Pick(
                    field="existing_asset",
                    label="Something noted already that helps: one more die",
                    of="asset",
                    required=False,
                ),
            ),
        ),
    ),
)
WITHOUT_TEST = Layout(
    command=DecideWithoutTest,
    title="Without a test",
    press="Decide without a test",
    parts=(
        Pick(field="character", label="Who wanted it?", of="character"),
        Write(field="intent", label="What was wanted?"),
        Pick(field="decision", label="What comes of it?", of=VERDICTS),
        Pick(field="why", label="Why is no test worth it?", of=NO_TEST),
    ),
)
INSTINCT = Layout(
    command=AssertInstinct,
    title="An instinct",
    press="It was followed",
    parts=(
        Pick(field="character", label="Whose instinct?", of="protagonist"),
        Pick(field="instinct", label="Which one?", of="place"),
        Write(field="what", label="What happened?"),
    ),
)
ASSET = Layout(
    command=UseAsset,
    title="Something at hand",
    press="Use it",
    parts=(
        Pick(field="character", label="Who uses it?", of="character"),
        Pick(field="asset", label="What?", of="asset"),
        Write(field="how", label="How?"),
    ),
)
FATE = Layout(
    command=AwardFate,
    title="A fate point",
    press="Give a fate point",
    parts=(
        Pick(field="character", label="For whom?", of="protagonist"),
        Pick(field="cause", label="What made it harder?", of=COMPLICATIONS),
        Pick(field="source", label="Which one?", of="source"),
        Write(field="complication", label="What trouble did it bring?"),
    ),
)
COMPEL = Layout(
    command=OfferCompel,
    title="A compel",
    press="Offer a fate point",
    parts=(
        Pick(field="compeller", label="Who offers?", of="protagonist"),
        Pick(field="target", label="To whom?", of="protagonist"),
        Write(field="choice", label="Which choice should they make?", long=True),
        Pick(field="cause", label="What drives them to it?", of=COMPELLED_BY),
        Pick(field="source", label="Which one?", of="source"),
    ),
)
CONDITION = Layout(
    command=ApplyCondition,
    title="A condition",
    press="They have it now",
    parts=(
        Pick(field="character", label="Whose condition?", of="character"),
        Write(field="text", label="What is it called?", example="Soaked"),
        Pick(field="rank", label="How deep does it go?", of=RANKS),
    ),
)
GOAL = Layout(
    command=RewardGoal,
    title="A goal",
    press="Take the persona points",
    parts=(
        Pick(field="character", label="Whose goal?", of="protagonist"),
        Pick(field="belief", label="Which belief?", of="place"),
        Weigh(field="result", label="What became of it?", of=GOAL_RESULTS),
        Pick(field="other_pc", label="Another protagonist it involved", of="protagonist", required=False),
    ),
)
BELIEF = Layout(
    command=ReviseBelief,
    title="A belief",
    press="I believe this now",
    parts=(
        Pick(field="character", label="Whose belief?", of="protagonist"),
        Pick(field="belief", label="Which one?", of="place"),
        Write(field="stance", label="I believe"),
        Write(field="goal", label="so I must"),
    ),
)
NEW_INSTINCT = Layout(
    command=ReviseInstinct,
    title="An instinct",
    press="I do this now",
    parts=(
        Pick(field="character", label="Whose instinct?", of="protagonist"),
        Pick(field="instinct", label="Which one?", of="place"),
        *INSTINCT_PARTS,
    ),
)
BY_WORD = Layout(
    command=RecordAdjudication,
    title="Settled by word",
    press="So it is from now on",
    parts=(
        Pick(field="subject", label="Whom or what is it about?", of="subject"),
        Pick(field="field", label="What is settled?", of="settled", free=True),
        Write(field="after", label="How is it from now on?", help="Points are written as a number."),
        Write(field="reason", label="Why?"),
    ),
)
