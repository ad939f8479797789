"""Choices in rows: side by side where their words have room, a line for each where they have not."""

from streamlit.testing.v1 import AppTest

from dashboard.forms.widgets import _in_twos
from domain.kernel.offers import Choice
from exchange.command_forms.fields import Field, Shape

LONG = "Struck Off the Roll · My Own Fault"


def _form() -> None:
    import streamlit as st  # AppTest runs the body of this function alone

    from dashboard.forms.drafts import DraftKey
    from dashboard.forms.layout_form import LaidForm
    from domain.kernel.forms.layouts import Pick, Slots, Write
    from domain.kernel.offers import Choice

    words = st.session_state.get("words", "Ferry")
    choices = tuple(Choice(str(n), f"{words} {n}") for n in range(8))
    parts = (
        Slots(
            field="picks",
            label="Your elements",
            exactly=2,
            parts=(Pick(field="element", of=choices), Write(field="how")),
        ),
    )
    LaidForm(parts, "wide", lambda _: (), DraftKey("wide", "ada", words)).draw()


def _drawn(words: str) -> AppTest:
    page = AppTest.from_function(_form, default_timeout=60)
    page.session_state["words"] = words
    page.run()
    assert not page.exception
    assert [it.label for it in page.selectbox] == ["Element"] * 2
    return page


def test_short_choices_stand_in_a_table() -> None:
    assert len(_drawn("Ferry").columns) == 4


def test_a_choice_that_would_be_cut_off_has_a_line_of_its_own() -> None:
    page = _drawn(LONG)
    assert not page.columns
    rows = [it.value for it in page.get("html")]
    assert [f"{n} of 2" in "".join(map(str, rows)) for n in (1, 2)] == [True, True]


def test_fields_that_a_schema_lays_stand_two_to_a_line_where_their_choices_are_short() -> None:
    def asked(*labels: str) -> Field:
        choices, shape = (), Shape.NUMBER
        if labels:
            choices, shape = tuple(Choice(str(n), f"{labels[0]} {n}") for n in range(8)), Shape.CHOICE
        return Field(path="it", name="it", label="It", shape=shape, choices=choices)

    short, long, number = asked("Ferry"), asked(LONG), asked()
    assert [len(it) for it in _in_twos([short, number, long, number, short])] == [2, 1, 2]
    assert list(_in_twos([])) == []
