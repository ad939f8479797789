"""Bounds and arithmetic: what a number may be (OT-06)."""

from typing import Literal

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.notation import NotationWrong
from domain.open_table.lookup import bounds_of, system_of
from domain.open_table.state import Character, OpenTable, Values
from domain.open_table.system.model import in_words

chapter = Chapter[OpenTable](
    "Bounds",
    {
        "number_unknown": "There is no number called “{number}” here. The system file declares those there are.",
        "worked_out": "{label} is worked out of other numbers: change one of those.",
        "out_of_bounds": "{label} cannot be {now}: it is {bounds}.",
        "formula_fails": "{label} cannot be worked out: {problem}.",
    },
)

WORKING = "working"
"""The id under which bounds are worked out for a sheet that is not in the state yet."""


def known(state: OpenTable, values: Values, number: str, of: Literal["character", "table"]) -> None:
    """OT-06: a number that is declared for characters or for the table, a track, or one that is still there."""
    system = system_of(state)
    if number in values.tracks or (number in values.numbers and number not in system.numeric):
        return
    if number in system.file.derived:
        raise CommandRefused("worked_out", label=system.label(number))
    need(number in system.changeable and system.of(number) == of, "number_unknown", number=number)


def fits(state: OpenTable, values: Values, number: str, now: int, was: int | None = None) -> None:
    """OT-06: within its bounds, or coming nearer to them. Refused, never clamped."""
    low, high = bounds(state, values, number)
    down, up = was is None or now < was, was is None or now > was
    if (now < low and down) or (high is not None and now > high and up):
        raise CommandRefused(
            "out_of_bounds", label=label(state, values, number), now=now, bounds=bounds_in_words(low, high)
        )


def bounds(state: OpenTable, values: Values, number: str) -> tuple[int, int | None]:
    """The bounds of a number on this sheet. Refuses a formula that fails."""
    who: str | None = None
    if values is not state.own:
        who = next((slug for slug, it in state.characters.items() if it.values is values), None)
    system = system_of(state)
    if number not in values.tracks and number not in system.changeable:
        return -1_000_000_000, None
    try:
        if who is None and values is not state.own:
            beside = OpenTable(
                state.house_rules, {WORKING: Character(WORKING, None, values=values)}, own=state.own
            )
            return bounds_of(beside, WORKING, number)
        return bounds_of(state, who, number)
    except NotationWrong as wrong:
        raise CommandRefused(
            "formula_fails", label=label(state, values, number), problem=lower(wrong.problem)
        ) from wrong


def label(state: OpenTable, values: Values, number: str) -> str:
    """The label of a number."""
    if number in values.tracks:
        return values.tracks[number].name
    system = system_of(state)
    return system.label(number) if number in system.numeric else state.labels.get(number) or in_words(number)


def bounds_in_words(low: int, high: int | None) -> str:
    """Bounds as a sentence has them."""
    if high is None:
        return f"at least {low}"
    return f"always {low}" if low == high else f"from {low} to {high}"


def lower(problem: str) -> str:
    """The beginning of a sentence in the middle of one."""
    return f"{problem[:1].lower()}{problem[1:]}"
