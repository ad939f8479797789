"""A page that draws every form of every game's preparation, filled in as the game's ready table says.

Of rows that are filled in below their lines the first lies open, as for somebody who is at it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import streamlit as st

from campaign_laws.preparation import GM, commands_of, founded, next_at, tables_of, take
from dashboard.forms.drafts import DraftKey
from dashboard.forms.folding import FoldedForm, portions_of
from dashboard.forms.layout_form import LaidForm
from dashboard.forms.layout_parts import narrowed
from dashboard.ui import look
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Part
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.steps import Step, StepStatus
from domain.kernel.preparation.table_file import BEGIN, TableFile, refers_at
from domain.registry import games
from tests.support.own_games import with_quick_starts

PLAYERS = 4


def draw_all() -> None:
    """Every form once, each in a container that says whose it is."""
    st.set_page_config(layout="wide")
    st.html(
        f"<style>{look.stylesheet().content.decode()}</style>"
    )  # only the program's own server has it as a file
    _, middle, _ = st.columns([5, 9, 5], gap="large")  # as wide as the form of the Table
    with middle:
        for game in (games()[key] for key in with_quick_starts()):
            for name, parts, moment, by, raw in forms_of(game):
                with st.container(key=f"form--{game.key}--{name}"):
                    draw_one(game, f"{game.key}-{name}", parts, moment, by, raw)
        st.container(key="all-drawn").write("All")


def draw_one(
    game: AnyGame, name: str, parts: tuple[Part, ...], moment: AnyMoment, by: str, raw: Mapping[str, Any]
) -> None:
    refers = refers_at(game, moment, moment.campaign.asker(by))
    answers = fill(parts, raw, refers).answers
    form = LaidForm(parts, f"form|{name}", refers, DraftKey("forms", by, name), answers)
    rows = [it.at for it in portions_of(parts, form.raw(), ()) if it.waits]
    st.session_state.setdefault(f"folds|{form.ticket}", FoldedForm(current=rows[0] if rows else ""))
    form.draw()


def forms_of(game: AnyGame) -> Iterator[tuple[str, tuple[Part, ...], AnyMoment, str, Mapping[str, Any]]]:
    """The forms as they come along the way to the first scene: name, parts, moment, whose, what is filled in.

    The moment goes on from one to the next.
    """
    table = next(iter(tables_of(game).values()))
    moment = founded(game, PLAYERS, table.house_rules)
    seen: set[str] = set()
    while (preparation := preparation_of(game, moment)) is not None:
        for step in preparation.steps:
            base = step.key.partition(":")[0]
            if base in seen or base == "players" or preparation.standing(step) is StepStatus.BLOCKED:
                continue
            by = sorted(step.whose)[0] if step.whose else GM
            parts = parts_of(game, step)
            if parts:
                seen.add(base)
                yield base, parts, moment, by, answers_of(table, step)
        coming = next_at(game, moment, GM, for_all=True)
        if coming.step is not None:
            by = coming.by or GM
            for command, who in commands_of(game, moment, coming.step, answers_of(table, coming.step), by):
                take(game, moment, command, who)
            continue
        assert coming.offer is not None
        yield BEGIN, laid(game, coming.offer), moment, GM, table.steps[BEGIN]
        return


def parts_of(game: AnyGame, step: Step) -> tuple[Part, ...]:
    if step.form is not None:
        return step.form.parts
    return laid(game, step.asks[0]) if step.asks else ()


def laid(game: AnyGame, offer: Offer) -> tuple[Part, ...]:
    lay = next((it for it in game.layouts if it.command is offer.command), None)
    return tuple(narrowed(lay.parts, offer)) if lay is not None else ()


def answers_of(table: TableFile, step: Step) -> Any:
    raw = table.steps.get(step.key.partition(":")[0], {})
    if step.subject and isinstance(raw, Mapping):
        raw = raw.get(step.subject, {})
    return raw[0] if isinstance(raw, list) and step.form is None else raw


if __name__ == "__main__":
    draw_all()
