"""What the gamemaster settles by word because the game leaves it open."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import HOME
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need

from .common import blank, reserved_fate

_POINTS = ("fate", "persona")
_ON_THE_SHEET = frozenset({
    "asset", "assets", "condition", "conditions", "lifepath", "lifepaths", "rating", "ratings", "spent", "tax",
    "taxed", "taxes", "trait", "traits",
})  # fmt: skip
"""Words of a field that a sheet has a place of its own for: written beside it, they would change nothing there."""
_LONGEST_NUMBER = 9


def record_adjudication(state: Circle, command: ask.RecordAdjudication) -> Events:
    """A field, as it was and as it is now. Fate and persona are numbers; everything else is plain words."""
    character = state.characters.get(command.subject)
    if character is None and command.subject not in (HOME, *state.map.factions, *state.settings):
        raise CommandRefused("subject_unknown", subject=command.subject)
    need(not blank(command.reason), "reason_missing")
    after = command.after.strip()
    if character is not None and command.field in _POINTS:
        before = str(getattr(character, command.field))
        kept = reserved_fate(state, command.subject) if command.field == "fate" else 0
        number = int(after) if after.isdecimal() and len(after) <= _LONGEST_NUMBER else -1
        need(number >= kept, "points_wrong", field=command.field, least=kept)
        after = str(number)
    elif character is not None and character.is_pc and _ON_THE_SHEET & set(command.field.split("-")):
        raise CommandRefused(
            "stands_on_the_sheet", field=command.field.replace("-", " "), character=command.subject
        )
    else:
        fields = character.adjudicated if character else state.adjudicated.get(command.subject, {})
        before = fields.get(command.field, "")
    need(after != before, "no_change")
    return [
        say.AdjudicationRecorded(
            subject=command.subject, field=command.field, before=before, after=after, reason=command.reason
        )
    ]
