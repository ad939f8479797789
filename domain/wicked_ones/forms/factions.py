"""Factions, one a line: name, tier, and how each stands towards the dungeon (WO-01)."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Paste
from domain.kernel.forms.line_grammar import Item, Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.wicked_ones.chapters.founding.dungeon import AddFaction, ChangeStance
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Faction

_MARKS = {"+": "helps", "-": "hurts"}


def _add(moment: Moment[Underworld], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    """Those that are new; of those that are there, how they stand now."""
    there = {it.name.casefold(): (slug, it) for slug, it in moment.game.sandbox.items()}
    for one in answers.get("factions", ()):
        stance, friendly = ", ".join(one.get("stance", ())), _friendly(one)
        slug, known = there.get(one["name"].casefold(), (None, None))
        if known is None:
            if "tier" not in one:
                raise FormProblem(f"{one['name']}: write its tier behind the name, such as {one['name']} 2.")
            asked = {"name": one["name"], "tier": one["tier"], "stance": stance, "friendly": friendly}
            yield AddFaction.model_validate(asked)
        elif (known.stance, known.friendly) != (stance, friendly):
            yield ChangeStance.model_validate({"faction": slug, "now": stance, "friendly": friendly})


def _friendly(one: Mapping[str, Any]) -> bool | None:
    return True if one.get("helps") else False if one.get("hurts") else None


def _as_they_are(moment: Moment[Underworld], asker: Asker, subject: str) -> Answers:
    there = moment.game.sandbox.values()
    return {"factions": [_line(it) for it in there]} if there else {}


def _line(it: Faction) -> dict[str, Any]:
    told: dict[str, Any] = {"name": it.name, "tier": it.tier, "stance": [it.stance] if it.stance else []}
    if it.friendly is not None:
        told["helps" if it.friendly else "hurts"] = True
    return told


FACTIONS = Batch(
    title="Factions",
    help="Whom they rob, fear, or trade with at night.",
    press="Put them on the map",
    compile=_add,
    initial=_as_they_are,
    parts=(
        Paste(
            field="factions",
            label="Factions, one a line",
            help="Name and tier, and after a colon how it stands towards the dungeon. A plus behind the tier "
            "helps the monsters, a minus hurts them.",
            line=Line(
                example="The Abbey 3-: prays against them",
                head=Item(number="tier", marks=_MARKS),
                items="stance",
            ),
            least=1,
        ),
    ),
)
