"""Founding by house rules that come ready, or by a file: chosen, written or uploaded, and shown as read."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from domain.kernel.game import AnyGame
from domain.kernel.settings import Outline
from exchange.documents.html.markup import people, text
from exchange.tables.house_rules import RulesProblem, decoded, read

OWN = "own"
"""The choice of a file of one's own."""


def choose_rules(game: AnyGame) -> None:
    """Draw the choice, and what the chosen one declares; nothing for a game without."""
    ready = game.presets()
    if game.written is None or not ready:
        return
    names = [*ready, OWN]
    called = game.written.called
    st.selectbox(
        f"Which {called}?",
        names,
        key=_key(game, "preset"),
        format_func=lambda name: ready[name].title if name in ready else "One of your own, written or uploaded",
    )
    if st.session_state.get(_key(game, "preset"), names[0]) == OWN:
        st.file_uploader(
            f"A {called}, as a .toml file",
            type=["toml"],
            key=_key(game, "upload"),
            help="What is uploaded goes before what is written below.",
        )
        st.text_area(
            f"Or write the {called} here",
            key=_key(game, "text"),
            height=240,
            placeholder=_beginning(game),
            help="Begin with one that comes ready: it can be shown below and copied.",
        )
    try:
        chosen = chosen_rules(game)
        outline = read(game, str(chosen[game.written.setting]))
    except RulesProblem as problem:
        st.html(f'<p class="problem" role="status">{people(str(problem))}</p>')
        return
    st.html(outline_html(outline))
    with st.expander("As it is written"):
        st.code(str(chosen[game.written.setting]), language="toml")


def outline_html(outline: Outline) -> str:
    """The declarations of a file, heading by heading."""
    rows = "".join(
        f"<dt>{text(heading)}</dt><dd>{people(', '.join(names))}</dd>" for heading, names in outline.parts
    )
    unsaid = f"{outline.title} declares:" if outline.parts else f"{outline.title} declares nothing."
    return f'<div class="outline"><p class="blurb">{people(outline.blurb or unsaid)}</p><dl>{rows}</dl></div>'


def chosen_rules(game: AnyGame) -> Mapping[str, Any]:
    """The house rules that were chosen; none for a game without. Raises `RulesProblem`."""
    ready = game.presets()
    if game.written is None or not ready:
        return {}
    said = st.session_state
    name = said.get(_key(game, "preset"), next(iter(ready)))
    if name != OWN:
        return ready[name].house_rules
    upload = said.get(_key(game, "upload"))
    written = decoded(upload.getvalue()) if upload is not None else str(said.get(_key(game, "text")) or "")
    if not written.strip():
        raise RulesProblem(f"Write a {game.written.called}, or upload one.")
    read(game, written)
    return {game.written.setting: written}


def _beginning(game: AnyGame) -> str:
    """The first of those that come ready, as an example."""
    first = next(iter(game.presets().values()))
    return str(first.house_rules[game.written.setting]) if game.written is not None else ""


def _key(game: AnyGame, what: str) -> str:
    return f"rules-{game.key}-{what}"
