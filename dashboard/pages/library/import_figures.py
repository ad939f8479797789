"""The figures of a file before it is recorded, what was found in it, and its first evening as it will read."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard.pages.library.imports import UploadedFiles, grades_in_words
from dashboard.ui.drawing.headings import over_html
from exchange.documents.html.markup import joined, number, people, text

_MOST = 8


def figures_html(held: UploadedFiles) -> str:
    """Its entries, rolls, dice and evenings in numbers, as HTML, and how far its rolls are proven."""
    found = held.survey
    shown = (
        (number(found.entries), "entry" if found.entries == 1 else "entries"),
        (number(found.rolls), "roll" if found.rolls == 1 else "rolls"),
        (number(found.dice), "die with its face" if found.dice == 1 else "dice with faces"),
        (number(len(held.guess.evenings)), "evening" if len(held.guess.evenings) == 1 else "evenings"),
        (found.understood_in_percent(), "as the file itself says it"),
    )
    pairs = joined(f"<span><b>{text(value)}</b>{text(what)}</span>" for value, what in shown)
    lines = joined(people(line, "p", "intake-line") for line in grades_in_words(found))
    return f'<p class="intake-figures">{pairs}</p>{lines}'


def findings(title: str, found: Sequence[tuple[str, str, str]]) -> None:
    """A list to unfold, of (place, what, words); nothing where nothing was found."""
    if not found:
        return
    with st.expander(f"{title} ({number(len(found))})"):
        st.html(
            '<ul class="intake-findings">'
            + joined(
                f"<li><b>{text(place)}</b> {people(what)}{people(said, 'q') if said else ''}</li>"
                for place, what, said in found[:_MOST]
            )
            + (f"<li>and {number(len(found) - _MOST)} more</li>" if len(found) > _MOST else "")
            + "</ul>"
        )


def preview(held: UploadedFiles, mapping: Any) -> None:
    """The first evening as its chronicle will read."""
    title, shown = held.first_evening(mapping)
    st.html(over_html("The first evening, as it will read", "as logged, not judged"))
    said = joined(
        f'<blockquote class="k-story"><p class="by">{people(who)}</p>{people(words, "p")}</blockquote>'
        for who, words in shown
    )
    st.html(f'<div class="story intake-preview"><h3>{people(title)}</h3>{said}</div>')
