"""Scenes and raids (WO-04, WO-05, WO-34)."""

from domain.kernel.forms.layouts import Group, Layout, Pick, Write
from domain.wicked_ones.chapters.phases.raids import BeginRaid
from domain.wicked_ones.chapters.phases.scenes import CloseScene, JoinScene, OpenScene
from domain.wicked_ones.choices import PLACES

OPEN = Layout(
    command=OpenScene,
    title="A scene",
    press="Open the scene",
    parts=(
        Pick(field="place", label="Where?", of=PLACES),
        Write(field="title", label="What is the scene called?", example="The taproom under the pond"),
        Write(field="description", label="What do they see?", long=True, required=False),
        Pick(field="present", label="Who is there?", of="living monster", many=True, required=False),
        Group(
            title="Somebody asked for it",
            aside=True,
            parts=(Pick(field="starter", label="Whose scene is it?", of="own monster", required=False),),
        ),
    ),
)

CLOSE = Layout(
    command=CloseScene,
    title="The scene ends",
    press="Close the scene",
    parts=(Write(field="outcome", label="What came of it?", long=True, required=False),),
)

JOIN = Layout(
    command=JoinScene,
    title="Joining a scene",
    press="Join the scene",
    parts=(
        Pick(field="character", label="Which monster?", of="own monster"),
        Write(field="how", label="How does it come into it?"),
    ),
)

RAID = Layout(
    command=BeginRaid,
    title="A raid",
    press="Set out",
    parts=(
        Write(field="target", label="What do they raid?"),
        Write(field="plan", label="What is the plan?", long=True, required=False),
    ),
)

LAYOUTS = (OPEN, CLOSE, JOIN, RAID)
