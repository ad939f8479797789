"""The form of a new campaign: a game, a title, who plays, and whether the table is ready or yours to set."""

from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import streamlit as st

from dashboard.forms.text import LONGEST_SENTENCE, plain
from dashboard.pages.library.choosing_rules import choose_rules, chosen_rules
from dashboard.pages.library.founding import Founded, found, gm_name_of
from dashboard.ui.drawing.links import linked
from dashboard.ui.open_ledger import TROUBLES, library, trouble_words
from domain.kernel.game import AnyGame
from domain.kernel.preparation.table_file import TableFile
from exchange.command_forms.fields import Field, Shape
from exchange.command_forms.schema import setting_fields
from exchange.documents.html.markup import people, text
from exchange.tables.house_rules import RulesProblem
from exchange.tables.quick_starts import quick_starts
from exchange.tables.reading import TableProblem, read_table
from wiring.library import Library
from wiring.library import games as installed

MOST_PLAYERS = 30
ONCE = "founded-once"
"""The key of the open form's `FoundOnce` in the state of the session."""
ABOUT = "found-problem-about"
"""The key of what the form held when nothing was founded."""
_FIELDS = ("found-", "house-", "rules-")
_NO_FIELDS = ("found-problem", "found-it", "found-quick", "found-press", "found-buttons")


def new_campaign(open_now: Library) -> None:
    """Draw the form. What comes of it is found in the session's state: `founded`, or `found-problem`."""
    games = dict(open_now.ledger.games.items())
    st.session_state.setdefault(ONCE, FoundOnce())
    _, middle, _ = st.columns([1, 2.6, 1])
    with middle.container(border=True, key="founding-form"):
        st.html('<h2 class="form-title">New campaign</h2>')
        key = st.pills(
            "Game",
            list(games),
            default=next(iter(games)),
            format_func=lambda it: plain(games[it].title),
            key="found-game",
            required=True,
        )
        game = games[key or next(iter(games))]
        st.html(
            f'<p class="blurb">{text(game.blurb)}</p><p class="blurb credit">{linked(game.credit.sentence)}.</p>'
        )
        for why in installed().unusable:
            st.caption(plain(f"Not on offer: {why}", 400))
        left, right = st.columns(2)
        left.text_input("Title", key="found-title", placeholder="What it will say on the cover")
        right.text_input(plain(f"Your name, as {game.gm_called}"), key="found-gm", placeholder=gm_name_of(game))
        st.text_area(
            "Players, one a line",
            key="found-players",
            placeholder="Ada\nBrin",
            height=110,
            help="The people beside you, at least one for a quick start. More can join later.",
        )
        choose_rules(game)
        settings = [it for it in setting_fields(game.house_rules()) if not _is_written(game, it.name)]
        if settings:
            with st.expander("House rules: as the book says, unless you change one"):
                for setting in settings:
                    _field(game.key, setting)
        with st.expander("From a table file"):
            st.file_uploader(
                "A table that somebody has prepared, as a .toml file",
                type=["toml"],
                key="found-file",
                help="It says what your table begins with: who is there, where, and what happens first.",
            )
        with st.container(key="found-press"):
            if problem := _problem_still():
                st.html(f'<p class="problem" role="alert">{people(problem)}</p>')
            _buttons(game)


def _problem_still() -> str:
    """The reason why nothing was founded; once the form holds something else, that is past."""
    said = st.session_state
    if said.get(ABOUT, "") != _held():
        said.pop("found-problem", None)
    return str(said.get("found-problem") or "")


def _held() -> str:
    """All that the form holds, its files by what the browser calls them."""
    held = {
        key: getattr(value, "file_id", value)
        for key, value in st.session_state.items()
        if isinstance(key, str) and key.startswith(_FIELDS) and not key.startswith(_NO_FIELDS)
    }
    return repr(sorted(held.items()))


def _buttons(game: AnyGame) -> None:
    ready = quick_starts(game)
    with st.container(horizontal=True, gap="small", key="found-buttons"):
        st.button(
            "Set the table",
            type="primary",
            on_click=_found,
            args=(game.key, None),
            key="found-it",
            help="Your own people and places, step by step.",
        )
        for number, start in enumerate(ready):
            st.button(
                plain(f"Quick start: {start.table.title}"),
                on_click=_found,
                args=(game.key, start.table),
                key=f"found-quick-{number}",
                help=plain(start.table.blurb, 300) or None,
                icon=":material/bolt:",
            )


def _who_plays(game: AnyGame) -> str:
    """Ask for players: without them all that a quick start prepares for their seats would be left out."""
    enough = "One name is" if game.fewest_players == 1 else f"{game.fewest_players} names are"
    return (
        "Nothing was founded yet. Write who plays, one a line: a quick start gives each of them somebody to play. "
        f"{enough} enough."
    )


def _is_written(game: AnyGame, name: str) -> bool:
    """True if this setting is a whole file, which is chosen above."""
    return game.written is not None and game.written.setting == name


def _field(game: str, setting: Field) -> None:
    common: dict[str, Any] = {"label": plain(setting.label, LONGEST_SENTENCE), "key": _key(game, setting)}
    match setting.shape:
        case Shape.FLAG:
            st.toggle(value=bool(setting.initial), **common)
        case Shape.CHOICE:
            labels = {it.value: it.label for it in setting.choices}
            index = list(labels).index(setting.initial) if setting.initial in labels else 0
            st.selectbox(
                options=list(labels), index=index, format_func=lambda it: labels.get(it, str(it)), **common
            )
        case Shape.NUMBER:
            initial = setting.initial if isinstance(setting.initial, int) else None
            low, high = setting.low, setting.high
            st.number_input(value=initial, min_value=low, max_value=high, step=1, placeholder="no limit", **common)
        case _:
            st.text_input(value=str(setting.initial or ""), **common)
    if setting.help:
        st.caption(plain(setting.help, 600))


def _key(game: str, setting: Field) -> str:
    return f"house-{game}-{setting.name}"


@dataclass(slots=True)
class FoundOnce:
    """The campaign that a form has founded, however often its buttons are pressed while it is open.

    A second press is answered in a thread of its own while the first is still under way, whose next look into the
    state of the session ends it: so nothing of what it did would be known there.
    """

    lock: Lock = field(default_factory=Lock)
    slug: str | None = None


def _found(game: str, table: TableFile | None) -> None:
    said = st.session_state
    once = said.get(ONCE)
    if not isinstance(once, FoundOnce):
        return  # the form was closed meanwhile
    with once.lock:
        if once.slug is None:
            _found_once(once, game, table)
    said[ABOUT] = _held()
    if once.slug is not None:
        said["founded"], said["founding"] = once.slug, False


def _found_once(once: FoundOnce, game: str, table: TableFile | None) -> None:
    """Found it and note what it is called, or say in the session's state why not."""
    said = st.session_state
    title = str(said.get("found-title") or "")
    if table is not None and not title.strip():
        title = table.title
    open_now = library()
    upload, quick = said.get("found-file"), table is not None
    if upload is not None and table is None:
        try:
            table = read_table(upload.getvalue(), dict(open_now.ledger.games.items()))
        except TableProblem as wrong:
            said["found-problem"] = str(wrong)
            return
        game, title = table.game, title if title.strip() else table.title
    players = [line.strip() for line in str(said.get("found-players") or "").splitlines() if line.strip()]
    rules_of = open_now.ledger.games[game]
    if quick and len(players) < rules_of.fewest_players:
        said["found-problem"] = _who_plays(rules_of)
        return
    chosen = {
        it.name: said.get(_key(game, it), it.initial)
        for it in setting_fields(rules_of.house_rules())
        if not _is_written(rules_of, it.name)
    }
    if table is None:
        try:
            chosen |= chosen_rules(rules_of)
        except RulesProblem as wrong:
            said["found-problem"] = str(wrong)
            return
    try:
        answer = found(
            open_now.ledger,
            game=game,
            title=title,
            gm_name=str(said.get("found-gm") or ""),
            house_rules=chosen,
            players=players[:MOST_PLAYERS],
            table=table,
        )
    except TROUBLES as trouble:
        said["found-problem"] = trouble_words(trouble)
        return
    if isinstance(answer, Founded):
        once.slug = answer.slug  # before the session is looked at again
        said.pop("found-problem", None)
    else:
        said["found-problem"] = answer.why
