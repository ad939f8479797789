"""Filters of the shelf: by words, game, shelf and tags, once there is something to choose from."""

from collections.abc import Sequence

import streamlit as st

from projections.tables.shelves import CampaignSelection, Summary

FEW = 7
"""The most campaigns that are seen at a glance, as long as none of them has a place of its own."""
NO_SHELF = "No shelf"


def choose(shelf: Sequence[Summary]) -> CampaignSelection:
    """Draw what can be chosen, and say what was."""
    placed = any(it.shelf or it.tags or it.put_away for it in shelf)
    if len(shelf) < FEW and not placed:
        return CampaignSelection()
    games = {it.game: it.game_title for it in sorted(shelf, key=lambda it: it.game_title)}
    shelves = sorted({it.shelf for it in shelf if it.shelf}, key=str.casefold)
    tags = sorted({tag for it in shelf for tag in it.tags})
    away = sum(it.put_away for it in shelf)
    with st.container(horizontal=True, vertical_alignment="center", key="choosing"):
        words = st.text_input(
            "Words", key="shelf-words", placeholder="Title, game, GM …", label_visibility="collapsed", width=260
        )
        game = st.selectbox(
            "Game",
            list(games),
            index=None,
            format_func=games.__getitem__,
            key="shelf-game",
            placeholder="Any game",
            label_visibility="collapsed",
            width=210,
        )
        name = None
        if shelves:
            name = st.selectbox(
                "Shelf",
                [*shelves, NO_SHELF],
                index=None,
                key="shelf-name",
                placeholder="Any shelf",
                label_visibility="collapsed",
                width=210,
            )
        chosen: list[str] = []
        if tags:
            chosen = st.multiselect(
                "Tags", tags, key="shelf-tags", placeholder="Any tags", label_visibility="collapsed", width=260
            )
        put_away = bool(away) and st.toggle(f"Put away ({away:,})", key="shelf-away")
    return CampaignSelection(
        words=words or "",
        game=game,
        shelf=None if name is None else "" if name == NO_SHELF else name,
        tags=tuple(chosen),
        put_away=put_away,
    )
