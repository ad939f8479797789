"""Forms of the gamemaster before a session: the cast, notes, places and obstacles, bridges, the session itself."""

from collections.abc import Iterable
from typing import Any

from domain.hot_circle.chapters.people.bridges import ApproveBridge
from domain.hot_circle.chapters.people.cast import CastLifepath, RecordSupportingCharacter
from domain.hot_circle.chapters.world.preparation import AddPrepNote, PrepareLocation, PrepareObstacle
from domain.hot_circle.choices import DIFFICULT_FOR, HOW_DIFFICULT
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Layout, Paste, Pick, Slots, Write
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker


def _cast(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    for each in answers["cast"]:
        lifepath, setting = each.get("lifepath"), each.get("setting")
        yield RecordSupportingCharacter(
            name=each["name"],
            description=each.get("description", ""),
            lifepaths=(CastLifepath(name=lifepath, setting=setting),) if lifepath else (),
            traits=tuple(each.get("traits", ())),
            beliefs=tuple(each.get("beliefs", ())),
            setting=setting,
            faction=each.get("faction"),
        )


def _cast_there(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    return {"cast": [_told(it) for it in moment.game.characters.values() if not it.is_pc]}


def _told(it: Character) -> dict[str, Any]:
    path = next(iter(it.lifepaths.values()), None)
    return {
        "name": it.name,
        "description": it.description,
        "faction": it.faction_id,
        "lifepath": path.name if path is not None else "",
        "setting": it.setting_id,
        "traits": list(it.traits.values()),
        "beliefs": list(it.notes),
    }


CAST = Batch(
    title="The supporting cast",
    help="Whoever the protagonists are likely to meet. A name is enough.",
    press="They are there",
    compile=_cast,
    entered=_cast_there,
    parts=(
        Slots(
            field="cast",
            label="Who else is there?",
            least=1,
            line=Line(example="Old Tam: keeps the last oil barge", rest="description"),
            parts=(
                Write(field="name"),
                Write(field="description", label="In a line", required=False),
                Pick(field="faction", label="Serves which faction?", of="faction", required=False),
                Group(
                    title="More",
                    aside=True,
                    parts=(
                        Write(field="lifepath", label="Lifepath", suggest="role", required=False),
                        Pick(field="setting", label="In which setting?", of="setting", required=False),
                        Paste(field="traits", line=Line(example="Proud"), required=False),
                        Paste(
                            field="beliefs",
                            label="Beliefs, which only you read",
                            line=Line(example="Light is for those who pay; so the rest must learn to pay."),
                            required=False,
                            secret=True,
                        ),
                    ),
                ),
            ),
        ),
    ),
)


def _notes(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    asked: list[Command] = []
    if answers.get("notes"):
        asked.append(AddPrepNote(text=answers["notes"]))
    known = {(it.name, it.text) for it in moment.game.locations.values()}
    asked += [
        PrepareLocation(name=each["name"], text=each["text"], setting=each.get("setting"))
        for each in answers.get("places", ())
        if (each["name"], each["text"]) not in known
    ]
    asked += [
        PrepareObstacle(
            name=each["name"], text=each.get("text", ""), level=each.get("level"), step=each.get("step")
        )
        for each in answers.get("obstacles", ())
    ]
    if not asked:
        raise FormProblem("Write a note, a place or an obstacle.")
    return asked


def _notes_kept(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    it = moment.game
    return {
        "notes": "\n\n".join(it.prep_notes),
        "places": [
            {"name": one.name, "text": one.text, "setting": one.setting_id} for one in it.locations.values()
        ],
        "obstacles": [
            {"name": one.name, "text": one.text, "level": one.level, "step": one.step}
            for one in it.obstacles.values()
        ],
    }


NOTES = Batch(
    title="What only you know",
    help="Nobody but the gamemaster reads this.",
    press="Keep it for me",
    compile=_notes,
    entered=_notes_kept,
    parts=(
        Write(field="notes", label="What is behind it all?", long=True, required=False, secret=True),
        Slots(
            field="places",
            label="Places",
            required=False,
            secret=True,
            line=Line(example="Tallow Street: eleven cold stoves", rest="text"),
            parts=(Write(field="name"), Write(field="text", label="What is it like?")),
        ),
        Slots(
            field="obstacles",
            label="What may stand in the way",
            required=False,
            secret=True,
            line=Line(example="The locked oil cellar: two doors and a dog", rest="text"),
            parts=(
                Write(field="name"),
                Write(field="text", label="In a line", required=False),
                Pick(field="level", label="Who would find it hard?", of=DIFFICULT_FOR, required=False),
                Group(
                    title="How hard",
                    when=("level", tuple(each.value for each in DIFFICULT_FOR)),
                    parts=(Pick(field="step", label="How hard for them?", of=HOW_DIFFICULT),),
                ),
            ),
        ),
    ),
)

BRIDGE = Layout(
    command=ApproveBridge,
    title="A bridge into another setting",
    press="Allow the bridge",
    parts=(
        Pick(field="character", label="Whose lifepath is it?", of="protagonist"),
        Write(field="name", label="Which lifepath?", suggest="role"),
        Pick(field="setting", label="Into which setting?", of="setting"),
    ),
)
SESSION = Layout(
    command=OpenSession,
    title="The session",
    press="Open the session",
    parts=(Write(field="title", label="What will the evening be called?", required=False),),
)
