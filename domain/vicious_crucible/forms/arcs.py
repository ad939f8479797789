"""Arcs: three actions, the elements they unlock, and what it costs to enter (VC-05, VC-42, VC-44)."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, Count, FormProblem, Group, Paste, Slots, Write
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.kernel.terms import slugify
from domain.vicious_crucible.chapters.founding.sheets import RegisterArc
from domain.vicious_crucible.forms.places import taken_ids
from domain.vicious_crucible.forms.sparks import SPARKS, all_placed, with_sparks, written
from domain.vicious_crucible.state import Arc, Crucible


def _enter(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    taken = taken_ids(moment.game)
    there = {arc.name for arc in moment.game.arcs.values()}
    new = [one for one in answers.get("arcs", ()) if one["name"] not in there]
    if not new:
        raise FormProblem("Write an arc that is not there yet.")
    for one in new:
        arc = new_id(one["name"], taken)
        taken.add(arc)
        yield RegisterArc.model_validate({"arc": _printed(arc, one)})


def _printed(arc: str, one: Mapping[str, Any]) -> dict[str, Any]:
    elements = one.get("elements", ())
    all_placed(elements, one, of_an_arc=True)
    return {
        "id": arc,
        "name": one["name"],
        **{action: one.get(action, "") for action in ("flux_action", "alloy_action", "reify_action")},
        "elements": with_sparks(elements, one),
        "transformation": one.get("transformation", ""),
        "entry_cost": {
            "sacrifice_count": one.get("sacrifice_count", 0),
            "sacrifice_named": [slugify(name) for name in one.get("sacrifice_named", ())],
            "other_text": one.get("other_text", ""),
        },
    }


def _as_they_are(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    return {"arcs": [_filled(arc) for arc in moment.game.arcs.values()]}


def _filled(arc: Arc) -> dict[str, Any]:
    price = arc.entry_cost
    told = {
        "name": arc.name,
        "flux_action": arc.flux_action,
        "alloy_action": arc.alloy_action,
        "reify_action": arc.reify_action,
        "elements": [it.name for it in arc.elements.values()],
        "sparks": written({it.name: it.sparks for it in arc.elements.values()}),
        "sacrifice_count": price.sacrifice_count,
        "sacrifice_named": [named.replace("-", " ") for named in price.sacrifice_named],
        "other_text": price.other_text,
        "transformation": arc.transformation or "",
    }
    return {field: value for field, value in told.items() if value}


ARCS = Batch(
    title="Arcs",
    help="One for each of the six, and others to move on to.",
    press="Enter the arcs",
    compile=_enter,
    initial=_as_they_are,
    parts=(
        Slots(
            field="arcs",
            label="Arcs",
            least=1,
            line=Line(example="The Last Ferry: Unsinkable, Knows Every Knot", items="elements"),
            parts=(
                Write(field="name", label="Name"),
                Write(field="flux_action", label="Flux: what moves it on?"),
                Write(field="alloy_action", label="Alloy: what earns an element?"),
                Write(field="reify_action", label="Reify: what ends it?"),
                Paste(
                    field="elements",
                    label="Its elements, one a line",
                    line=Line(example="Unsinkable"),
                    required=False,
                ),
                Group(
                    title="Cost, transformation, sparks",
                    aside=True,
                    parts=(
                        Count(
                            field="sacrifice_count",
                            label="How many elements does it cost to enter?",
                            required=False,
                        ),
                        Paste(
                            field="sacrifice_named",
                            label="Which elements must be among them? One a line.",
                            line=Line(example="Exile"),
                            required=False,
                        ),
                        Write(field="other_text", label="What else does it cost?", required=False),
                        Write(
                            field="transformation",
                            label="Must something have happened, such as death?",
                            required=False,
                        ),
                        SPARKS,
                    ),
                ),
            ),
        ),
    ),
)
