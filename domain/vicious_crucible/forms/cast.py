"""The twelve: six to pick from, and six who come in through what their write-ups name (VC-01, VC-04)."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, Pick, Slots, Write, Written
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.vicious_crucible.chapters.founding.laying_out import OpenCrucible
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import PLAYABLE, RESERVED_IDS, SUPPORTING


def _lay_out(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    taken: set[str] = set(RESERVED_IDS)
    playable = _named(answers.get("playable", ()), taken)
    ids: dict[str, str] = {}
    for one in playable:
        ids.setdefault(one["name"], one["id"])
    supporting = [
        {
            **named,
            "mentions": [ids.get(name, name) for name in one.get("mentions", ())],
            "plan": one.get("plan", ""),
        }
        for one, named in zip(
            answers.get("supporting", ()), _named(answers.get("supporting", ()), taken), strict=True
        )
    ]
    yield OpenCrucible.model_validate(
        {"title": moment.campaign.title, "playable": playable, "supporting": supporting}
    )


def _named(slots: Iterable[Mapping[str, Any]], taken: set[str]) -> list[dict[str, str]]:
    named = []
    for one in slots:
        named.append({"name": one["name"], "id": new_id(one["name"], taken)})
        taken.add(named[-1]["id"])
    return named


def _as_it_lies(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    it = moment.game
    if not it.crucible:
        return {}
    return {
        "playable": [{"name": it.characters[slug].name} for slug in it.playable_characters],
        "supporting": [
            {
                "name": it.characters[slug].name,
                "mentions": [it.characters[named].name for named in it.characters[slug].mentions],
                "plan": it.characters[slug].plan,
            }
            for slug in it.supporting_characters
        ],
    }


CAST = Batch(
    title="The twelve",
    help="Six to pick from, and six around them. The rest of a sheet comes later.",
    press="Lay out the crucible",
    compile=_lay_out,
    initial=_as_it_lies,
    parts=(
        Slots(
            field="playable",
            label="The six to pick from",
            help="More than there are players: whoever nobody picks becomes the GM's.",
            exactly=PLAYABLE,
            line=Line(example="Mara Quill"),
            parts=(Write(field="name", label="Name"),),
        ),
        Slots(
            field="supporting",
            label="The six around them",
            help="After a colon, whom of the six the write-up names: who names nobody in play stays away.",
            exactly=SUPPORTING,
            line=Line(example="Old Tam: Mara Quill", items="mentions"),
            parts=(
                Write(field="name", label="Name"),
                Pick(
                    field="mentions",
                    label="Whom of the six does the write-up name?",
                    of=Written("playable"),
                    many=True,
                    required=False,
                ),
                Write(field="plan", label="What does this one want? Only the GM sees it.", required=False),
            ),
        ),
    ),
)
