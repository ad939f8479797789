"""The form of one command, laid by hand: drawn, read and checked like one that is made from a schema."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st
from pydantic import ValidationError

from dashboard.forms.drafts import DraftKey
from dashboard.forms.layout_form import LaidForm
from dashboard.forms.layout_parts import begun_rows, narrowed
from domain.kernel.forms.filling import Refers
from domain.kernel.forms.layouts import Layout
from domain.kernel.messages import Command
from domain.kernel.offers import Offer
from exchange.command_forms.fields import UNSET
from exchange.command_forms.reading import Checked, FieldProblem, checked

BLANK = ("still to fill in.", "choose one.", "write at least one.")
"""Faults that only say that a field is empty."""


class LaidCommand:
    """One opening of the form of a command."""

    def __init__(self, lay: Layout, offer: Offer, ticket: str, refers: Refers, draft: DraftKey) -> None:
        self.lay = lay
        self.ticket = ticket
        begun = begun_rows(lay.parts, offer)
        self._settled = {name: it for name, it in offer.known.items() if name not in begun}
        parts = tuple(narrowed(lay.parts, replace(offer, known=self._settled), begun))
        self._form = LaidForm(parts, ticket, refers, draft, {**offer.begins, **begun})

    def key(self, place: str) -> str:
        """The widget key of a place."""
        return self._form.key(place)

    def value_of(self, place: str) -> object:
        """The value filled in at a place; `UNSET` where nothing was drawn."""
        return st.session_state.get(self.key(place), UNSET)

    def draw(self) -> None:
        """Every part of the form."""
        self._form.draw()

    def held(self) -> str:
        """The content of the form, to compare with what it held before."""
        return repr(self._form.raw())

    def checked(self, command: type[Command]) -> Checked:
        """The command in it, or what is missing and what is amiss."""
        filled = self._form.read()
        blank = tuple(dict.fromkeys(it.where for it in filled.faults if it.problem in BLANK))
        wrong = tuple(
            FieldProblem(it.where, it.problem.rstrip(".")) for it in filled.faults if it.problem not in BLANK
        )
        if blank or wrong:
            return Checked(command=None, missing=blank, problems=wrong)
        raw: Mapping[str, Any] = {**self._settled, **filled.answers}
        try:
            return Checked(command=command.model_validate(raw))
        except ValidationError as error:
            return checked(error, {})

    def forget(self) -> None:
        """It was recorded: nothing is left of it."""
        self._form.forget()
