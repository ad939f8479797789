"""A long form that is filled in: what is done is a line, one row after another lies open, nothing is lost."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.forms.drafts import DRAFTS, DraftKey
from dashboard.forms.folding import FoldedForm, Portion, Standing

FIRST, SECOND, THIRD = "Ferry", "Bell", "Weir"


def _portion(at: str, held: str, standing: Standing) -> Portion:
    return Portion(at, held, standing, waits="arcs")


def _drawn(folds: FoldedForm, *portions: Portion) -> frozenset[str]:
    folded = folds.fold(portions)
    folds.keep(portions)
    return folded


def test_what_is_done_folds_once_another_is_touched() -> None:
    folds = FoldedForm()
    lacking = [_portion(f"arcs.{number}", "", Standing.LACKING) for number in range(2)]
    assert _drawn(folds, *lacking) == {"arcs.1"}
    done = _portion("arcs.0", "Refuse passage", Standing.DONE)
    assert not _drawn(folds, done, lacking[1])
    assert _drawn(folds, done, _portion("arcs.1", "Ring it", Standing.LACKING)) == {"arcs.0"}


def test_a_row_is_not_folded_while_it_is_written_into() -> None:
    folds = FoldedForm()
    row = [_portion("arcs.0", text, Standing.DONE) for text in ("R", "Re", "Ref")]
    assert _drawn(folds, row[0]) == {"arcs.0"}  # it was done when the form was opened
    assert not _drawn(folds, row[1])
    assert not _drawn(folds, row[2])


def _form() -> None:
    import streamlit as st  # AppTest runs the body of this function alone

    from dashboard.forms.drafts import DraftKey
    from dashboard.forms.layout_form import LaidForm
    from domain.kernel.forms.layouts import Slots, Write
    from domain.kernel.forms.line_grammar import Line

    parts = (
        Write(field="title", required=False),
        Slots(
            field="arcs",
            line=Line(example="The Last Ferry"),
            parts=(Write(field="name"), Write(field="flux", label="Flux"), Write(field="ends", required=False)),
        ),
        Slots(field="beliefs", label="Beliefs", exactly=3, parts=(Write(field="stance", label="I believe"),)),
    )
    form = LaidForm(parts, "folds", lambda _: (), DraftKey("folding", "ada", "arcs"))
    form.draw()
    st.session_state["read"] = form.read()


@pytest.fixture
def form() -> AppTest:
    DRAFTS.forget(DraftKey("folding", "ada", "arcs"))
    page = AppTest.from_function(_form, default_timeout=60).run()
    page.text_area[0].set_value("\n".join((FIRST, SECOND, THIRD))).run()
    return page


def _write(page: AppTest, **values: str) -> None:
    for place, text in values.items():
        page.text_input(f"folds|{place.replace('__', '.')}").set_value(text).run()


def _places(page: AppTest) -> set[str]:
    return {str(it.key).removeprefix("folds|") for it in page.text_input}


def _buttons(page: AppTest) -> list[str]:
    return [it.label for it in page.button]


def test_rows_are_filled_in_one_after_another_and_come_back_by_their_button(form: AppTest) -> None:
    assert {it for it in _places(form) if it.startswith("arcs")} == {"arcs.0.flux", "arcs.0.ends"}
    assert _buttons(form) == [f"Fill in {SECOND}", f"Fill in {THIRD}"]
    _write(form, arcs__0__flux="Refuse passage")
    assert "arcs.1.flux" in _places(form)  # the next lies open before this one is left
    _write(form, arcs__1__flux="Ring it")
    assert _buttons(form) == [f"Change {FIRST}"]
    form.button("folds|arcs.0-change").click().run()
    assert form.text_input("folds|arcs.0.flux").value == "Refuse passage"
    assert f"Change {SECOND}" in _buttons(form)


def test_what_is_folded_is_read_and_kept_in_the_draft(form: AppTest) -> None:
    _write(form, arcs__0__flux="Refuse passage", arcs__1__flux="Ring it", arcs__2__flux="Open it")
    _write(
        form, beliefs__0__stance="The tide counts", beliefs__1__stance="Oil is owed", beliefs__2__stance="So am I"
    )
    _write(form, title="Low Water")
    assert _places(form) == {"title"}
    read: Any = form.session_state["read"]
    assert not read.faults
    assert [it["flux"] for it in read.answers["arcs"]] == ["Refuse passage", "Ring it", "Open it"]
    assert len(read.answers["beliefs"]) == 3
    kept = DRAFTS.of(DraftKey("folding", "ada", "arcs"))
    assert kept["arcs.2.flux"] == "Open it"
    again = AppTest.from_function(_form, default_timeout=60).run()  # the page is loaded anew
    assert _places(again) == {"title"}
    assert again.session_state["read"].answers == read.answers
