"""Scenes, characters, clocks: the forms whose fields are the same whatever the system file says."""

from domain.kernel.forms.layouts import Layout, Pick, Write
from domain.open_table.chapters.scenes import CloseScene, OpenScene

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
)
