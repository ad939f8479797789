"""The Mastermind's cast: antagonists with what they are up to, and goons (SPC-04, SPC-24)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Paste, Slots, Tick, Write
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.spc.chapters.adventure.characters import IntroduceAntagonist
from domain.spc.chapters.adventure.goons import IntroduceGoon, NoteScheme
from domain.spc.forms.features import (
    DRAWBACK,
    GADGETS,
    GOAL,
    POOLS,
    POWERS,
    RATING,
    RITUALS,
    TALENTS,
    WEAKNESSES,
    sheet_answers,
    sheet_fields,
)
from domain.spc.forms.sheets import taken_ids
from domain.spc.state.adventure import Adventure
from domain.spc.terms import Kind


def _introduce(moment: Moment[Adventure], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    there = _as_they_stand(moment, asker, subject)
    taken = taken_ids(moment.game)
    for one in _new(answers.get("antagonists", ()), there.get("antagonists", ())):
        made = new_id(one["name"], taken)
        taken.add(made)
        yield IntroduceAntagonist.model_validate(
            {"name": one["name"], "id": made, "tracks": one.get("tracks", False), **sheet_fields(one)}
        )
        if one.get("scheme"):
            yield NoteScheme.model_validate({"antagonist": made, "text": one["scheme"]})
    for one in _new(map(_goon, answers.get("goons", ())), map(_goon, there.get("goons", ()))):
        made = new_id(one["name"], taken)
        taken.add(made)
        yield IntroduceGoon.model_validate({**one, "id": made})


def _new(rows: Iterable[Mapping[str, Any]], there: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The rows that are not there yet. Raises `FormProblem` for one that is there, and not like this."""
    stand = {row["name"].casefold(): row for row in there}
    for row in rows:
        before = stand.pop(row["name"].casefold(), None)
        if before is None:
            yield row
        elif any(row.get(field) != value for field, value in before.items()):
            raise FormProblem(
                f"{row['name']} is there already, as entered before. Take that step back to change it, or give "
                "this one another name."
            )


def _goon(one: Mapping[str, Any]) -> dict[str, str]:
    words = one.get("description", ())
    return {"name": one["name"], "description": words if isinstance(words, str) else ", ".join(words)}


def _as_they_stand(moment: Moment[Adventure], asker: Asker, subject: str) -> Answers:
    it = moment.game
    antagonists = [
        {
            "name": one.name,
            **sheet_answers(one),
            "tracks": one.has_tracks,
            **({"scheme": one.schemes[0]} if one.schemes else {}),
        }
        for one in it.characters.values()
        if one.kind is Kind.ANTAGONIST
    ]
    goons = [
        {"name": one.name, **({"description": one.description.split(", ")} if one.description else {})}
        for one in it.goons.values()
    ]
    return {field: rows for field, rows in (("antagonists", antagonists), ("goons", goons)) if rows}


VILLAINS = Batch(
    title="The villains",
    help="Antagonists want something and have dice for it; goons are scenery. More can come in at any time.",
    press="Introduce them",
    compile=_introduce,
    initial=_as_they_stand,
    parts=(
        Slots(
            field="antagonists",
            label="Antagonists",
            required=False,
            line=Line(example="Countess Vale"),
            parts=(
                Write(field="name", label="Name"),
                Write(
                    field="scheme",
                    label="What is this one really up to?",
                    help="Only the Mastermind reads it.",
                    required=False,
                    long=True,
                    secret=True,
                ),
                *POOLS,
                RATING,
                Group(
                    title="Features, goal and drawback",
                    aside=True,
                    parts=(
                        TALENTS,
                        POWERS,
                        WEAKNESSES,
                        RITUALS,
                        GADGETS,
                        Tick(field="tracks", label="It has the two tracks, like a Character"),
                        GOAL,
                        DRAWBACK,
                    ),
                ),
            ),
        ),
        Paste(
            field="goons",
            label="Goons, one a line",
            help="After a colon, what they are like.",
            line=Line(example="Wreckers: with hooks and shuttered lamps", items="description"),
            required=False,
        ),
    ),
)
