"""Scenes, characters, numbers: the forms whose fields are the same whatever the system file says."""

from domain.kernel.forms.layouts import Count, Layout, Pick, Write
from domain.open_table.chapters.scenes import CloseScene, OpenScene
from domain.open_table.chapters.sheets.numbers import ChangeNumber
from domain.open_table.terms import FARTHEST

LAYOUTS = (
    Layout(
        command=OpenScene,
        title="A scene",
        press="Open the scene",
        parts=(
            Write(field="title", label="What is it called?", example="The toll house at dusk"),
            Write(field="place", label="Where is it?", required=False),
            Pick(field="present", label="Who is there?", of="character", many=True, required=False),
        ),
    ),
    Layout(
        command=CloseScene,
        title="The scene ends",
        press="End the scene",
        parts=(Write(field="outcome", label="What came of it?", long=True, required=False),),
    ),
    Layout(
        command=ChangeNumber,
        title="A number",
        press="Change it",
        parts=(
            Pick(field="who", label="Whose?", of="character", required=False),
            Pick(field="number", label="Which number?", of="number"),
            Count(
                field="by",
                label="By how much?",
                help="Less than 0: down. Fill in this one or the next.",
                least=-FARTHEST,
                most=FARTHEST,
                required=False,
            ),
            Count(field="to", label="Or to how much?", least=-FARTHEST, most=FARTHEST, required=False),
            Write(field="why", label="Why?", required=False),
        ),
    ),
)
