"""Picks, scenes and markers: the forms between contests (VC-02, VC-07 to VC-09)."""

from domain.kernel.forms.layouts import Layout, Pick, Write
from domain.vicious_crucible.chapters.founding.picking import PickCharacter
from domain.vicious_crucible.chapters.scenes.scenes import EndScene, FrameScene

PICK = Layout(
    command=PickCharacter,
    title="A character to play",
    press="Play this one",
    parts=(Pick(field="character", label="Whom do you play?", of="free character"),),
)

FRAME = Layout(
    command=FrameScene,
    title="A scene",
    press="Frame the scene",
    parts=(
        Pick(field="location", label="Where?", of="place of a player character"),
        Write(field="description", label="What do they see?", long=True, required=False),
        Write(field="demand", label="What must they react to at once?", long=True),
        Pick(field="present", label="Which NPCs come in?", of="npc", many=True, required=False),
    ),
)

END = Layout(
    command=EndScene,
    title="The scene ends",
    press="End the scene",
    parts=(Write(field="consequence", label="What comes of it at once?", long=True, required=False),),
)

LAYOUTS = (PICK, FRAME, END)
