"""Sparks in short lines: what each is called, what it is printed on, what it does."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from domain.kernel.forms.layouts import Answers, FormProblem, Paste
from domain.kernel.forms.line_grammar import Item, Line
from domain.vicious_crucible.choices import SPARK_KINDS
from domain.vicious_crucible.state import Spark
from domain.vicious_crucible.terms import SparkKind

SPARKS = Paste(
    field="sparks",
    label="Sparks, one a line",
    help=(
        "Its name, the element or tool it is printed on, then reroll, shift, double heat or the name of a "
        "rulesheet; after that its words, and a number behind the name for another cost than 1 Heat."
    ),
    line=Line(example="Riptide: Tidewise, shift", head=Item(number="cost"), items="on"),
    required=False,
)

_KINDS = {it.label.casefold(): SparkKind(str(it.value)) for it in SPARK_KINDS}


def with_sparks(names: Iterable[str], answers: Answers) -> list[dict[str, Any]]:
    """Elements or tools as a sheet prints them, with the sparks that are written for each."""
    written = [_spark(one) for one in answers.get("sparks", ())]
    return [
        {"name": name, "sparks": [spark for on, spark in written if on.casefold() == name.casefold()]}
        for name in names
    ]


def all_placed(names: Iterable[str], answers: Answers, *, of_an_arc: bool = False) -> None:
    """Every spark is printed on something of this sheet, or of this arc. Raises `FormProblem`."""
    there = {name.casefold(): name for name in names}
    for one in answers.get("sparks", ()):
        on, _ = _spark(one)
        if on.casefold() not in there:
            near = get_close_matches(on.casefold(), list(there), n=1)
            if near:
                hint = f"Did you mean {there[near[0]]}?"
            elif of_an_arc:
                hint = "It has to be one of the elements in its line."
            else:
                hint = "A spark on an element of an arc is entered with the arc."
            where = "element" if of_an_arc else "element or tool"
            raise FormProblem(
                f"{one['name']}: there is no {where} {on} on this {'arc' if of_an_arc else 'sheet'}. {hint}"
            )


def _spark(one: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A line as read: what it is printed on, and the spark."""
    if not isinstance(one, Mapping) or len(one.get("on", ())) < 2:
        name = one["name"] if isinstance(one, Mapping) else one
        raise FormProblem(f"{name}: say what it is printed on and what it does.")
    on, does, *words = one["on"]
    cost = one.get("cost")
    if cost is None and words and words[-1].isdecimal():
        cost = int(words.pop())  # a price is as often written last as behind the name
    kind = _KINDS.get(does.casefold())
    near = get_close_matches(does.casefold(), list(_KINDS), n=1, cutoff=0.7)
    if kind is None and near:
        raise FormProblem(f"{one['name']}: there is no {does}. Did you mean {near[0]}?")
    spark: dict[str, Any] = {"name": one["name"], "kind": kind or SparkKind.RULESHEET, "text": ", ".join(words)}
    if kind is None:
        spark["rulesheet"] = does
    if cost is not None:
        spark["cost"] = cost
    return on, spark


def written(printed: Mapping[str, Mapping[str, Spark]]) -> list[dict[str, Any]]:
    """The sparks that stand on these elements and tools, by name, as lines are read."""
    return [
        {
            "name": spark.name,
            "on": [name, _does(spark), *([spark.text] if spark.text else [])],
            **({} if spark.cost is None else {"cost": spark.cost}),
        }
        for name, sparks in printed.items()
        for spark in sparks.values()
    ]


def _does(spark: Spark) -> str:
    label = next(it.label for it in SPARK_KINDS if it.value == spark.kind)
    return spark.rulesheet or label.casefold()
