"""The commands asked most while an act is played: scenes, fiction, aspects, things of the narrator's."""

from domain.death_of_the_vele.chapters.agreement.challenges import RaiseChallenge
from domain.death_of_the_vele.chapters.agreement.guidelines import RecordFiction
from domain.death_of_the_vele.chapters.cast.aspects import HitAspect
from domain.death_of_the_vele.chapters.cast.buying import BuyTrait
from domain.death_of_the_vele.chapters.cast.components import CreateTemporaryComponent
from domain.death_of_the_vele.chapters.outcomes.aspects_won import EstablishAspect
from domain.death_of_the_vele.chapters.scenes.scenes import OpenScene
from domain.death_of_the_vele.choices import DICE, SCENES, SIZES, TRAIT_KINDS
from domain.death_of_the_vele.terms.cast import Size, TraitKind
from domain.death_of_the_vele.terms.play import SceneKind
from domain.kernel.forms.layouts import Group, Layout, Paste, Pick, Slots, Tick, Write
from domain.kernel.forms.line_grammar import Line

OPEN_SCENE = Layout(
    command=OpenScene,
    title="A scene",
    press="Open the scene",
    parts=(
        Write(field="title", label="What is the scene called?", example="Dusk at the bridge"),
        Write(field="place", label="Where is it?", suggest="place", required=False),
        Write(field="time", label="When is it?", required=False, example="The last light of the day"),
        Pick(field="cast", label="Who is there?", of="component", many=True, required=False),
        Group(
            title="Another time, or zones",
            aside=True,
            parts=(
                Pick(
                    field="kind",
                    label="How does it lie in time?",
                    of=SCENES,
                    initial=SceneKind.NORMAL.value,
                    required=False,
                ),
                Paste(
                    field="zones",
                    label="Zones within it, one a line, nearest first",
                    help="Without zones everybody is in one place.",
                    line=Line(example="The yard"),
                    required=False,
                ),
            ),
        ),
    ),
)

TELL = Layout(
    command=RecordFiction,
    title="What happens",
    press="Tell it",
    parts=(
        Write(field="text", label="What happens?", long=True),
        Group(
            title="Whom it is about",
            aside=True,
            parts=(
                Pick(field="about", label="Whom is it about?", of="component", many=True, required=False),
                Tick(field="changes_component", label="It decides what somebody does or becomes"),
            ),
        ),
    ),
)

HIT = Layout(
    command=HitAspect,
    title="Played to an aspect",
    press="Play to it",
    parts=(
        Pick(field="aspect", label="Which aspect?", of="aspect"),
        Write(field="how", label="How does it show?", required=False),
        Tick(field="danger", label="It brings danger, or makes things much harder"),
    ),
)

ESTABLISH = Layout(
    command=EstablishAspect,
    title="The aspect that was won",
    press="Write the aspect",
    parts=(
        Write(field="text", label="How does the aspect read?", required=False, example="Sand in his eyes"),
        Tick(field="negative", label="It works against whom it is about"),
        Group(
            title="About something else, or a tag again",
            aside=True,
            parts=(
                Pick(field="subject", label="What is it about?", of="subject", required=False),
                Pick(
                    field="recharge",
                    label="Which aspect gets its tag back?",
                    of="aspect",
                    required=False,
                ),
            ),
        ),
    ),
)

TEMPORARY = Layout(
    command=CreateTemporaryComponent,
    title="Something from the bowl",
    press="Give it numbers",
    parts=(
        Write(field="name", label="What is it called?"),
        Slots(
            field="traits",
            label="Its traits; without any it rolls a d6",
            required=False,
            parts=(
                Write(field="name", label="Trait"),
                Pick(field="die", label="Its die", of=DICE),
                Tick(field="is_focus", label="Its focus"),
            ),
        ),
        Pick(field="size", label="How large is it?", of=SIZES, initial=Size.NORMAL.value, required=False),
    ),
)

CHALLENGE = Layout(
    command=RaiseChallenge,
    title="A challenge",
    press="Challenge it",
    parts=(
        Pick(field="target_event", label="What do you challenge?", of="deed"),
        Write(field="reason", label="Why?", required=False),
    ),
)

TRAIT = Layout(
    command=BuyTrait,
    title="A trait",
    press="Buy the trait",
    parts=(
        Pick(field="component", label="Whose trait is it?", of="own component"),
        Write(field="name", label="What is it called?"),
        Pick(field="die", label="Which die do you pay?", of=DICE),
        Tick(field="is_focus", label="It is the focus, the broadest of its traits"),
        Group(
            title="A mark, or another's place",
            aside=True,
            parts=(
                Pick(
                    field="trait_kind",
                    label="What kind is it?",
                    of=TRAIT_KINDS,
                    initial=TraitKind.NONE.value,
                    required=False,
                ),
                Pick(field="replaces", label="Which trait does it replace?", of="own trait", required=False),
            ),
        ),
    ),
)
