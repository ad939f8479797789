"""The panel in which earlier play is taken in: upload, who is who, evenings, the report, and recording it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard.access import sits_here
from dashboard.gate import LARGEST_UPLOAD, MEGABYTE
from dashboard.pages.library.archive_in import PUT_IN, archive_in, put_in, show_put_in
from dashboard.pages.library.import_figures import figures_html, findings, preview
from dashboard.pages.library.import_recording import await_recording, record, recorded
from dashboard.pages.library.import_state import HELD, PROBLEM, REPORT, SAID, discard_import
from dashboard.pages.library.imports import (
    BOTH,
    DELETED,
    LEFT_OUT,
    UNDATED,
    NotTaken,
    ReadingOptions,
    UploadedFiles,
    being_recorded,
    holds_earlier_play,
    look_at,
    look_at_earlier,
    on_screen,
    recorded_in_words,
    taken_back,
)
from dashboard.pages.library.named_place import place_called
from dashboard.ui import browser_components
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.header import campaign_asked
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from domain.kernel.game import taking_any
from exchange.archive.errors import AlreadyHere, BrokenArchive, NotAnArchive
from exchange.documents.html.markup import joined, number, people, text
from exchange.imports.founding import FOUNDER, GM_NAME
from exchange.imports.mapping import with_founder
from exchange.media.errors import room_on_disk
from ledger.logged import files_on, not_all_taken_in, unfinished_in
from projections.views.dates import day_words
from wiring.library import Library

NEW_CAMPAIGN = ""
"""Stands for the campaign that is to be founded, among slugs."""
_GAP = "intake-gap"
_A_YEAR = 24 * 365
"""Hours."""
KINDS = ["db", "json", "jsonl", "ndjson", "txt", "log", "html", "htm", "md", "csv", "vtt", "srt", "zip"]


def panel(library: Library, campaigns: Sequence[tuple[str, str]], *, may_found: bool = False) -> None:
    """Draw it, for campaigns as (slug, title), and a new one for whoever may found one."""
    _, middle, _ = st.columns([1, 4, 1])
    with middle.container(border=True, key="intake-form"):
        st.html('<h2 class="form-title">Import</h2>')
        st.html(
            '<p class="blurb">Chat logs of Foundry, Roll20, Fantasy Grounds, MapTool and ccfolia, Discord '
            "channels, Telegram, WhatsApp, Messenger, KakaoTalk, QQ, IRC, notes in Markdown, captions, recordings "
            "that a program wrote down, what was copied out of a chat. A folder or a world is uploaded as a zip "
            "archive. An archive of a campaign of this program is put into the ledger as it is.</p>"
        )
        report = st.session_state.get(REPORT)
        step = "report" if report else "survey" if st.session_state.get(HELD) else "files"
        browser_components.mount("step", key="intake-step", data={"step": step, "form": ".st-key-intake-form"})
        if report:
            recorded(report)
            return
        if (campaign := st.session_state.get(PUT_IN)) is not None:
            show_put_in(campaign)
            return
        held = st.session_state.get(HELD) or being_recorded([slug for slug, _title in campaigns])
        if isinstance(held, UploadedFiles) and held.recording.is_running:
            st.session_state[HELD] = held
            st.html(f'<p class="intake-file">{people(held.spool.source.name, "strong")} is being taken in.</p>')
            await_recording(held)
            st.rerun()
        if isinstance(held, UploadedFiles):
            _look(library, held, dict(campaigns).get(held.campaign, "a new campaign"))
        else:
            _upload(library, campaigns, may_found=may_found)
        if problem := st.session_state.get(PROBLEM):
            st.html(f'<p class="problem" role="alert">{people(problem)}</p>')


def _upload(library: Library, campaigns: Sequence[tuple[str, str]], *, may_found: bool) -> None:
    titles = {slug: title[:80] for slug, title in campaigns}
    if may_found and any(taking_any(library.ledger.games)):
        titles[NEW_CAMPAIGN] = "A new campaign, founded for it"
    asked = campaign_asked()
    # The one campaign on the shelf is not meant by whoever did not say so: another's play would come into it.
    first = list(titles).index(asked) if asked in titles else 0 if len(titles) == 1 else None
    slug = st.selectbox(
        "Into which campaign",
        list(titles),
        index=first,
        format_func=lambda it: titles.get(it, it),
        key="intake-campaign",
        placeholder="Choose the campaign it belongs to",
    )
    if slug and (file := unfinished_in(library.ledger, [slug]).get(slug)):
        st.html(f'<p class="problem" role="status">{people(f"{not_all_taken_in(file)}.")}</p>')
    if slug and holds_earlier_play(library.ledger, slug):
        _offer_earlier(library, slug)
    files = st.file_uploader(
        "The exported files", type=KINDS, accept_multiple_files=True, key="intake-file", on_change=_forget_problem
    )
    place = _place_here() if not files else ""
    reading = _reading()
    if said := st.session_state.pop(SAID, None):  # where the button stood that was pressed
        st.html(f'<p class="intake-line" role="status">{people(said)}</p>')
    if slug and not files and not place:
        _offer_taking_back(library, slug)
    if not files and not place:
        return
    words = "Read it" if len(files) <= 1 else f"Read these {number(len(files))} files as one"
    if not st.button(words, type="primary", key="intake-look"):
        return
    try:
        what = [(it.name, it) for it in files] if files else place_called(place)
        if may_found and _put_in_archive(library, what):
            _drop_uploads(files)
            st.rerun()
        if slug is None:
            st.html('<p class="problem" role="alert">Choose the campaign it is taken into.</p>')
            return
        with st.spinner("Reading it"), room_on_disk():
            st.session_state[HELD] = look_at(library.ledger, slug, what, reading)
        _drop_uploads(files)
        st.session_state.pop(PROBLEM, None)
        st.rerun()
    except NotTaken as problem:
        st.session_state[PROBLEM] = str(problem)
    except TROUBLES as trouble:
        st.session_state[PROBLEM] = trouble_words(trouble)


def _put_in_archive(library: Library, what: Sequence[tuple[str, BinaryIO]] | Path) -> bool:
    """Put a campaign's archive into the ledger, where it is one; True if it was. Raises `NotTaken`."""
    with archive_in(what) as place:
        if place is None:
            return False
        try:
            st.session_state[PUT_IN] = put_in(library, place)
        except (BrokenArchive, NotAnArchive, AlreadyHere) as problem:
            raise NotTaken(str(problem)) from problem
    st.session_state.pop(PROBLEM, None)
    return True


def _place_here() -> str:
    """The place of a file or folder that is read where it lies, which at home may be of any size.

    Not on a shared server, nor through a proxy: whoever sits at another computer may read nothing of this one.
    """
    most = LARGEST_UPLOAD // MEGABYTE
    together = f"Files of up to {most} MB are uploaded here, several of the same play together"
    if not sits_here():
        st.caption(f"{together}; a larger one is taken in with `campaign take-in`.")
        return ""
    st.caption(f"{together}. What is larger, a folder or a world is read where it lies:")
    return st.text_input(
        "Or a file or folder on this computer",
        key="intake-place",
        placeholder="such as ~/FoundryVTT/Data/worlds/low-water",
        on_change=_forget_problem,
    ).strip()


def _offer_earlier(library: Library, slug: str) -> None:
    """Form for entries the campaign was given before such play could count, to be taken in as play."""
    with st.container(key="intake-before"):
        st.html(
            '<p class="intake-line">This campaign holds play that was taken in before it could count: no session, '
            "die or speaker of it is known. It can come in as play now, and be taken back.</p>"
        )
        if st.button("Read what it holds", key="intake-earlier"):
            try:
                st.session_state[HELD] = look_at_earlier(library.ledger, slug)
                st.session_state.pop(PROBLEM, None)
                st.rerun()
            except NotTaken as problem:
                st.session_state[PROBLEM] = str(problem)


def _offer_taking_back(library: Library, slug: str) -> None:
    """The intakes of the campaign, each of which can be taken back whole."""
    intakes = {it.number: it for it in files_on(library.ledger.open(slug))}
    if not intakes:
        return
    with st.expander(f"Taken in before ({number(len(intakes))})"):
        chosen = st.selectbox(
            "What was taken in",
            list(reversed(intakes)),
            key="intake-undo-which",
            format_func=lambda it: f"{it}. {intakes[it].file}" if it in intakes else str(it),
        )
        reason = st.text_input("Take it back, because", key="intake-undo-why", placeholder="The wrong channel")
        st.caption(
            "All of it goes, and what was played since is decided anew: later sessions get other numbers. It can "
            "be taken in again."
        )
        st.button(
            "Take it back",
            key="intake-undo",
            disabled=not reason.strip(),
            on_click=_take_back,
            args=(library, slug, chosen, reason),
        )


def _take_back(library: Library, slug: str, which: int, reason: str) -> None:
    try:
        said = taken_back(library.ledger, slug, which, reason)
    except NotTaken as problem:
        st.session_state[PROBLEM] = str(problem)
        return
    except TROUBLES as trouble:
        st.session_state[PROBLEM] = trouble_words(trouble)
        return
    discard_import()
    st.session_state.pop("intake-undo-why", None)
    st.session_state[SAID] = said


def _forget_problem() -> None:
    st.session_state.pop(PROBLEM, None)


def _reading() -> ReadingOptions:
    """The fields for what the files do not say themselves."""
    with st.expander("Times, older chats, deleted messages, undated notes"):
        left, right = st.columns(2)
        zone = left.text_input(
            "Time zone of the table", value="UTC", key="intake-zone", placeholder="Europe/Berlin"
        )
        begins = right.datetime_input(
            "When the play began",
            value=None,
            key="intake-begins",
            help="Captions count from there; some logs tell no dates. Without it their entries have no times.",
        )
        day_first = st.toggle("4/5 is the 4th of May", key="intake-day-first")
        both = st.toggle(BOTH, key="intake-both", help="Foundry keeps messages.db beside a newer folder messages.")
        deleted = st.toggle(DELETED, key="intake-deleted")
        undated = st.toggle(UNDATED, key="intake-undated")
    return ReadingOptions(zone.strip(), day_first, begins, both, deleted, undated)


def _drop_uploads(uploaded: Sequence[UploadedFile]) -> None:
    """Drop what the server holds of the files in memory, now that they have been read."""
    here = get_script_run_ctx()
    if here is not None:
        files: Any = here.uploaded_file_mgr
        for file in uploaded:
            files.remove_file(here.session_id, file.file_id)


def _look(library: Library, held: UploadedFiles, into: str) -> None:
    held.part_by(st.session_state.get(_GAP, held.gap_hours))
    found = held.survey
    days = list(dict.fromkeys(day_words(it) for it in (found.first, found.last) if it))
    span = " to ".join(days) or "without times"
    st.html(
        f'<p class="intake-file">{people(held.spool.source.name, "strong")} · {text(held.spool.format.title)} · '
        f'{text(span)}</p><p class="intake-line">Taken into {people(into, "strong")}</p>'
    )
    st.html(figures_html(held))
    st.html(over_html("Who is who", "somebody of this campaign, a new voice, or left out"))
    rows = st.data_editor(
        held.rows(),
        key="intake-speakers",
        hide_index=True,
        width="stretch",
        column_order=["Who speaks", "Taken in as", "Entries", "Rolls", "For instance"],
        disabled=["Who speaks", "Entries", "Rolls", "For instance"],
        column_config={
            "Who speaks": st.column_config.TextColumn(width=150),
            "Taken in as": st.column_config.SelectboxColumn(options=held.choices(), required=True, width=150),
            "For instance": st.column_config.TextColumn(width="large"),
        },
    )
    st.html(over_html("Evenings", "an empty title joins it to the one before"))
    _part(held)
    evenings = st.data_editor(
        held.evening_rows(),
        key=f"intake-evenings-{held.gap_hours}",
        hide_index=True,
        width="stretch",
        disabled=["Begins"],
        column_config={"Title": st.column_config.TextColumn(width="large")},
    )
    speakers = _listed(rows)
    secrets = found.secrets_of(it["Who speaks"] for it in speakers if it["Taken in as"] != LEFT_OUT)
    leave_out, adjust, even_if_cut = _wishes(held, secrets)
    mapping = held.mapping(speakers, _listed(evenings), leave_out=leave_out, adjust=adjust)
    new = None if held.campaign else _new_campaign(held)
    if new is not None:
        mapping = with_founder(mapping, FOUNDER, new[1].strip() or GM_NAME)
    preview(held, mapping)
    report = held.rehearsed(library.ledger, mapping)
    st.html(over_html("What would be recorded"))
    st.html(joined(people(line, "p", "intake-line") for line in recorded_in_words(report)))
    findings("Not understood, kept word for word", [(it.place, it.why, it.text) for it in found.unread])
    findings("Worth knowing about it", [(it.place, f"{on_screen(it.what)}.", "") for it in found.remarks])
    if new is not None and not new[0].strip():
        st.html('<p class="intake-line">The new campaign wants a title before it is recorded.</p>')
    with st.container(horizontal=True):
        pressed = st.button(
            "Record it",
            type="primary",
            key="intake-record",
            disabled=not report.recorded.total()
            or bool(held.spool.broken and not even_if_cut)
            or (new is not None and not new[0].strip()),
        )
        st.button("Another file", key="intake-again", on_click=discard_import)
    if pressed:  # not before the page is drawn: the bar would stand above it, far from the button
        record(library, held, mapping, even_if_cut, new)
        st.rerun()


def _part(held: UploadedFiles) -> None:
    """The field for the silence that ends an evening, where silences part them; `_look` reads it first."""
    if held.survey.by_silence:
        st.number_input(
            "Hours of silence that end an evening",
            min_value=0.5,
            max_value=float(_A_YEAR),
            value=held.gap_hours,
            step=0.5,
            format="%g",
            key=_GAP,
            help="A game by post or in a forum, with a message now and then, wants 100 or more.",
            width=300,
        )


def _new_campaign(held: UploadedFiles) -> tuple[str, str]:
    """The title of the campaign to be founded, and what its GM is called."""
    st.html(over_html("The new campaign"))
    left, right = st.columns(2)
    title = left.text_input(
        "Title", value=held.spool.title, key="intake-title", placeholder="What is the campaign called?"
    )
    gm_name = right.text_input("Game master", key="intake-gm", placeholder="Whoever runs it")
    return title, gm_name


def _wishes(held: UploadedFiles, many: int) -> tuple[bool, str, bool]:
    """Leave out so many secrets? Why adjust values? Take in what is whole of a broken file?"""
    leave_out, adjust, even_if_cut = False, "", False
    if many:
        what = "the one whisper or secret; else the GM alone has it"
        more = f"{number(many)} whispers and other secrets; else the GM alone has them"
        secret = f"Leave out {what if many == 1 else more}"
        leave_out = st.toggle(secret, key="intake-leave-out")
    if held.survey.gaps:
        findings("Values that do not add up", [(it.place, str(it), "") for it in held.survey.gaps])
        adjust = st.text_input(
            "Adjust them, because", key="intake-adjust", placeholder="Pages were lost. Empty: leave them"
        )
    if broken := held.spool.broken:
        st.html(
            f'<p class="problem" role="alert">{people(f"It breaks off at {broken.place}: {broken.what}.")}</p>'
        )
        even_if_cut = st.toggle("Take in what is whole", key="intake-even-if-cut")
    return leave_out, adjust, even_if_cut


def _listed(edited: Any) -> list[dict[str, Any]]:
    return edited if isinstance(edited, list) else list(edited.to_dict("records"))
