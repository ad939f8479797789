"""Markers: everybody in one place, unless somebody starts elsewhere (VC-07)."""

from collections.abc import Iterable

from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Pick, Slots
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.vicious_crucible.chapters.scenes.scenes import PlaceMarker
from domain.vicious_crucible.lookup import pcs
from domain.vicious_crucible.state import Crucible


def _place(moment: Moment[Crucible], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    if "place" not in answers:
        raise FormProblem("Choose the place where the players' characters are.")
    where = dict.fromkeys(pcs(moment.game), answers["place"])
    where |= {one["character"]: one["place"] for one in answers.get("elsewhere", ())}
    for character, place in where.items():
        if moment.game.characters[character].marker != place:
            yield PlaceMarker.model_validate({"character": character, "location": place})


def _as_they_stand(moment: Moment[Crucible], asker: Asker, subject: str) -> Answers:
    there = [it.marker for it in pcs(moment.game).values() if it.marker]
    if not there:
        only = list(moment.game.locations)
        return {"place": only[0]} if len(only) == 1 else {}
    most = max(dict.fromkeys(there), key=there.count)
    others = {slug: it.marker for slug, it in moment.game.characters.items() if it.marker not in (None, most)}
    return {"place": most} | (
        {"elsewhere": [{"character": slug, "place": place} for slug, place in others.items()]} if others else {}
    )


MARKERS = Batch(
    title="Where they begin",
    press="Place the markers",
    compile=_place,
    initial=_as_they_stand,
    parts=(
        Pick(field="place", label="Where are the players' characters?", of="place"),
        Group(
            title="Somebody is elsewhere",
            aside=True,
            parts=(
                Slots(
                    field="elsewhere",
                    label="Elsewhere",
                    required=False,
                    parts=(
                        Pick(field="character", label="Who?", of="character in play"),
                        Pick(field="place", label="Where?", of="place"),
                    ),
                ),
            ),
        ),
    ),
)
