"""Sheets: three core elements, an arc, tools and sparks (VC-05)."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, Group, Paste, Pick, Slots
from domain.kernel.forms.line_grammar import Item, Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.vicious_crucible.chapters.founding.sheets import RegisterCharacterSheet
from domain.vicious_crucible.forms.sparks import SPARKS, all_placed, with_sparks, written
from domain.vicious_crucible.state import CORE, Character, Crucible
from domain.vicious_crucible.terms import CORE_ELEMENTS, ToolKind

CORE_LINES = Paste(
    field="core",
    label="Three core elements, one a line",
    line=Line(example="Exile"),
    least=CORE_ELEMENTS,
    most=CORE_ELEMENTS,
)
TOOLS = Paste(
    field="tools",
    label="Tools, one a line",
    help="A plus marks a quality tool, which may have sparks; an exclamation mark a unique one.",
    line=Line(example="Old Sabre+", head=Item(marks={"+": "quality", "!": "unique"})),
    required=False,
)


def character_at(state: Crucible, subject: str) -> str:
    """The one of the six that a step is for: they are numbered from 1, as they were laid out."""
    return state.playable_characters[int(subject) - 1]


def _enter(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    yield _sheet(character_at(moment.game, subject), answers)


def _enter_others(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    for one in answers.get("sheets", ()):
        yield _sheet(one["character"], one)


def _sheet(character: str, answers: Answers) -> RegisterCharacterSheet:
    core, tools = answers.get("core", ()), answers.get("tools", ())
    names = [it["name"] for it in tools]
    all_placed([*core, *names], answers)
    printed = [
        {**sparked, "tool_kind": _kind(it)} for it, sparked in zip(tools, with_sparks(names, answers), strict=True)
    ]
    return RegisterCharacterSheet.model_validate(
        {
            "character": character,
            "core": with_sparks(core, answers),
            "arc": answers.get("arc"),
            "tools": printed,
        }
    )


def _kind(tool: Mapping[str, Any]) -> ToolKind:
    if tool.get("unique"):
        return ToolKind.UNIQUE
    return ToolKind.QUALITY if tool.get("quality") else ToolKind.NORMAL


def _as_it_is(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    return _filled(moment.game.characters[character_at(moment.game, subject)])


def _as_they_are(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    it = moment.game
    around = (it.characters[slug] for slug in it.supporting_characters)
    return {"sheets": [{"character": one.name, **_filled(one)} for one in around if one.registered]}


def _filled(character: Character) -> Answers:
    core = {it.name: it.sparks for it in character.elements.values() if it.origin == CORE}
    told = {
        "core": list(core),
        "arc": character.arc,
        "tools": [
            {"name": it.name, **({it.tool_kind.value: True} if it.tool_kind is not ToolKind.NORMAL else {})}
            for it in character.tools.values()
        ],
        "sparks": written(core | {it.name: it.sparks for it in character.tools.values()}),
    }
    return {field: value for field, value in told.items() if value}


SHEET = Batch(
    press="Enter the sheet",
    compile=_enter,
    initial=_as_it_is,
    parts=(
        CORE_LINES,
        Pick(field="arc", label="Which arc?", of="arc"),
        TOOLS,
        Group(title="Sparks", aside=True, parts=(SPARKS,)),
    ),
)

OTHER_SHEETS = Batch(
    title="Sheets of the six around them",
    help="The GM rolls only what stands on a sheet.",
    press="Enter the sheets",
    compile=_enter_others,
    initial=_as_they_are,
    parts=(
        Slots(
            field="sheets",
            label="Sheets",
            least=1,
            line=Line(
                example="Old Tam: Boatman, Half Deaf, Sold the Bell",
                head=Item(name="character"),
                items="core",
            ),
            parts=(
                Pick(field="character", label="Whose?", of="supporting character"),
                CORE_LINES,
                TOOLS,
                Group(title="Sparks", aside=True, parts=(SPARKS,)),
            ),
        ),
    ),
)
