"""A sheet in a form: pools and rating, and the five kinds of feature, one a line (SPC-03, SPC-04)."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.forms.layouts import Answers, Count, FormProblem, Group, Paste, Write
from domain.kernel.forms.line_grammar import Item, Line
from domain.spc.choices import SLOTS, STARTING_POOL, STARTING_RATING
from domain.spc.state.cast import Character
from domain.spc.terms import SMALLEST_RATING, Slot

_SHORT = 3
"""Letters of a pool's name that are enough."""

POOLS = tuple(
    Count(field=f"{slot.value}_pool", label=slot.value.title(), help=help_, least=0, initial=STARTING_POOL)
    for slot, help_ in (
        (Slot.AMBITION, "What carries you to what you want. A new sheet has no printed numbers: 2 is ours."),
        (Slot.CUNNING, "How you hurt others. A new sheet has no printed numbers: 2 is ours."),
        (Slot.VIGILANCE, "How you escape harm. A new sheet has no printed numbers: 2 is ours."),
    )
)
RATING = Count(
    field="obstacle_rating",
    label="Obstacle Rating",
    help="How much Abuse can be borne in a conflict. A new sheet has no printed number: 6 is ours.",
    least=SMALLEST_RATING,
    initial=STARTING_RATING,
)
NUMBERS = Group(title="Pools and Obstacle Rating", parts=(*POOLS, RATING))
GOAL = Write(field="goal_text", label="What is the goal?", required=False, example="Find whoever sent the letter.")
DRAWBACK = Write(
    field="drawback_text",
    label="What is the drawback?",
    help="What gets the better of them when they put themselves first.",
    required=False,
    example="The blood debt to the Countess.",
)
TALENTS = Paste(
    field="talents",
    label="Talents, one a line",
    help="Skills: each is good for one more die.",
    line=Line(example="Fencing"),
    required=False,
)
POWERS = Paste(
    field="powers",
    label="Vampire powers, one a line, with the cost",
    line=Line(example="Hush 2", head=Item(number="cost")),
    required=False,
)
WEAKNESSES = Paste(
    field="weaknesses",
    label="Weaknesses, one a line, with the cost",
    line=Line(example="Church Bells 2", head=Item(number="cost")),
    required=False,
)
RITUALS = Paste(
    field="rituals",
    label="Rituals, one a line",
    help="After a colon the numbers that stand for the dice: Ambition, Cunning, Vigilance.",
    line=Line(example="Nine Stitches: 3, 4, 2", items="values"),
    required=False,
)
GADGETS = Paste(
    field="gadgets",
    label="Gadgets, one a line",
    help="After a colon the one die it stands for, and its number.",
    line=Line(example="Dark Lantern: Vigilance 5", items="gives", item=Item(number="value")),
    required=False,
)
FEATURES = (TALENTS, POWERS, WEAKNESSES)
RARER = Group(title="Rituals and gadgets", parts=(RITUALS, GADGETS), aside=True)

_PLAIN = (*(it.field for it in POOLS), RATING.field, "goal_text", "drawback_text")


def sheet_fields(answers: Answers) -> dict[str, Any]:
    """The fields of a command that carries a sheet, beside the name. Raises `FormProblem`."""
    fields: dict[str, Any] = {name: answers[name] for name in _PLAIN if name in answers}
    fields["talents"] = [{"name": name} for name in answers.get("talents", ())]
    fields["powers"] = answers.get("powers", ())
    fields["weaknesses"] = answers.get("weaknesses", ())
    fields["rituals"] = [_ritual(one) for one in answers.get("rituals", ())]
    fields["gadgets"] = [_gadget(one) for one in answers.get("gadgets", ())]
    return fields


def _ritual(one: Mapping[str, Any]) -> dict[str, Any]:
    values = one.get("values", ())
    try:
        numbers = [int(value) for value in values]
    except ValueError:
        numbers = []
    if len(numbers) != len(SLOTS):
        raise FormProblem(f"{one['name']}: write three numbers after the colon, as in {RITUALS.line.example}.")
    return {"name": one["name"], **{str(slot.value): it for slot, it in zip(SLOTS, numbers, strict=True)}}


def _gadget(one: Mapping[str, Any]) -> dict[str, Any]:
    gives = one.get("gives", ())
    if len(gives) == 1 and "value" in gives[0]:
        said = gives[0]["name"].casefold()
        slots = [slot for slot in Slot if len(said) >= _SHORT and slot.value.startswith(said)]
        if slots:
            return {"name": one["name"], "slot": slots[0], "value": gives[0]["value"]}
    raise FormProblem(f"{one['name']}: write one die and a number after the colon, as in {GADGETS.line.example}.")


def sheet_answers(it: Character) -> dict[str, Any]:
    """The answers entered on a sheet, as its form is filled in with them."""
    told: dict[str, Any] = {name: getattr(it, name) for name in _PLAIN}
    told["talents"] = list(it.talents.values())
    for kind, costed in (("powers", it.powers), ("weaknesses", it.weaknesses)):
        told[kind] = [{"name": one.name, "cost": one.cost} for one in costed.values()]
    told["rituals"] = [
        {"name": one.name, "values": [str(one.ambition), str(one.cunning), str(one.vigilance)]}
        for one in it.rituals.values()
    ]
    told["gadgets"] = [
        {"name": one.name, "gives": [{"name": one.slot.value.title(), "value": one.value}]}
        for one in it.gadgets.values()
    ]
    return {name: value for name, value in told.items() if value not in ("", [])}
