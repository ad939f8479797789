"""Places, each with its elements in one line (VC-06)."""

from collections.abc import Iterable

from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Paste
from domain.kernel.forms.line_grammar import Item, Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.vicious_crucible.chapters.founding.sheets import RegisterLocation
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import RESERVED_IDS


def taken_ids(state: Crucible) -> set[str]:
    """The ids that a new place or arc may not have."""
    return {*RESERVED_IDS, *state.characters, *state.locations, *state.arcs}


def _enter(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    taken = taken_ids(moment.game)
    there = {place.name for place in moment.game.locations.values()}
    new = [one for one in answers.get("locations", ()) if one["name"] not in there]
    if not new:
        raise FormProblem("Write a place that is not on the map yet.")
    for one in new:
        location = new_id(one["name"], taken)
        taken.add(location)
        yield RegisterLocation.model_validate({**one, "id": location})


def _as_they_are(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    return {
        "locations": [
            {
                "name": place.name,
                "elements": [
                    {"name": it.name, **({"hard": True} if it.hard else {})} for it in place.elements.values()
                ],
            }
            for place in moment.game.locations.values()
        ]
    }


PLACES = Batch(
    title="Places",
    press="Put them on the map",
    compile=_enter,
    parts=(
        Paste(
            field="locations",
            label="Places, one a line, with their elements",
            help="A star marks a hard element: a d8 for the GM until a player softens it.",
            line=Line(
                example="Salt Gate: Watchful Guards*, Old Stones",
                items="elements",
                item=Item(marks={"*": "hard"}),
            ),
            least=1,
        ),
    ),
    initial=_as_they_are,
)
