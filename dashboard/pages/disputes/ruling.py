"""The ruling in question and what is said against it: the first step of a dispute."""

from collections.abc import Callable, Sequence

import streamlit as st
from pydantic import ValidationError

from dashboard.files.addresses import addresses_for
from dashboard.forms.outcome import shifts, visible
from dashboard.forms.text import apart, cut
from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.dispute_context import UNKEEPABLE, DisputeContext, PageMessage, tell, typed
from dashboard.pages.disputes.dispute_records import ADDED, OPENED, DisputeRecord, about, papers
from dashboard.pages.disputes.kept_from import wholly_seen
from dashboard.ui.attached.voices import hear, hearing, said_at
from dashboard.ui.drawing.attached import hear_html
from dashboard.ui.drawing.links import way_html
from dashboard.ui.open_ledger import remembered
from domain.kernel.forms.filling import Refers
from domain.kernel.history.past import PastRuling
from domain.kernel.journal.disputes import AddToDispute, DisputeRuling, WithdrawDispute
from domain.kernel.journal.state import Dispute, DisputeStanding
from domain.kernel.people import Role
from domain.kernel.preparation.table_file import refers_at
from domain.kernel.ruling import plain_words
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.recorded import answered_fields
from exchange.command_forms.schema import form_of
from exchange.documents.html.markup import joined, people
from projections.views.dates import when_words
from projections.views.timeline import TimelineEntry

AROUND = 8
"""The number of records on either side of a ruling that are put forward as evidence to pick from."""


def ruling_shown(context: DisputeContext, found: PastRuling) -> html.RulingShown:
    """The ruling as this viewer may see it."""
    told = [
        each
        for each in context.campaign.told(found.last, found.before)
        if each.record.envelope.ruling == found.number
    ]
    envelope, retellings = told[0].record.envelope, [each.retelling for each in told]
    whole = wholly_seen(retellings, context.viewer)
    kind = Vocabulary(context.game).commands.get(str((envelope.command or {}).get("type", "")))
    command = dict(envelope.command or {}) if whole else None
    names = retellings[-1].names
    title = form_of(kind).title if kind else plain_words(str((envelope.command or {}).get("type", "x.ruling")))
    return html.RulingShown(
        slug=context.slug,
        number=found.number,
        at=found.first,
        last=found.last,
        by=context.called(envelope.by),
        when=when_words(envelope.happened_at or envelope.at),
        where=_where(context, found.first),
        title=f"Moment {found.last:,}" + (f": {title[:1].lower()}{title[1:]}" if whole else ""),
        command=command,
        asked=answered_fields(context.game, command, names, _there_then(context, found, envelope.by))
        if command is not None
        else (),
        dice=(envelope.dice or ()) if whole else (),
        led_to=visible(retellings, context.viewer),
        shifts=shifts(retellings, context.viewer),
        stands_for=envelope.stands_for,
        kept=bool(envelope.kept),
    )


def _there_then(context: DisputeContext, found: PastRuling, by: str = "") -> Refers | None:
    """The things there were to name before a ruling: for `by`, but for this viewer where none or the GM is named.

    None for the first ruling. Folds the position before it.
    """
    if not found.before:
        return None
    before = context.campaign.moment(found.before)
    author = before.campaign.asker(by) if by else context.viewer
    secret = author.is_gm and not context.viewer.is_gm
    return refers_at(context.game, before, context.viewer if secret else author)


def heard_html(context: DisputeContext, found: PastRuling) -> str:
    """The recording of the moment of a ruling, with what was said; nothing where this viewer may open none."""
    views, campaign, viewer = context.library.views, context.campaign, context.viewer
    near = views.around(campaign, viewer, found.first, 0)
    here = next((entry for entry in near if entry.position == found.first), None)
    heard = hear(campaign, views, remembered(), viewer, here)
    address = addresses_for(context.slug, viewer)
    return hear_html(heard, address, said_at(campaign, views, viewer, heard))


def _where(context: DisputeContext, position: int) -> str:
    """The session and scene a record lies in, in words."""
    marks = [
        it
        for it in context.library.views.marks(context.campaign, at=position, viewer=context.viewer)
        if it.position <= position
    ]
    if not marks:
        return ""
    session = f"Session {marks[-1].session}"
    return f"{session}, {cut(marks[-1].title, 60)}" if marks[-1].form == "scene" else session


# --- what is said about it -------------------------------------------------------------------------------


def disputes_about(context: DisputeContext, ruling: int) -> list[tuple[int, Dispute]]:
    """Every dispute about a ruling, the open one first, then the newest."""
    found = [(number, it) for number, it in context.moment.journal.disputes.items() if it.ruling == ruling]
    return sorted(found, key=lambda item: (item[1].standing is not DisputeStanding.OPEN, -item[0]))


def dispute_html(
    context: DisputeContext, found: PastRuling, number: int, dispute: Dispute, filed: tuple[DisputeRecord, ...]
) -> str:
    """A dispute as a conversation: who began it, what was brought to it, how it was settled."""
    own = about(filed, number)
    amended = any((it.alternative or {}).get("how") == "amend" for it in dispute.remarks)
    refers = _there_then(context, found) if amended else None
    entries = _entries(context, [*dispute.evidence, *(at for it in dispute.remarks for at in it.evidence)])
    said = {entry.position: entry.headline for entry in entries}
    heard = _heard_of(context, entries)
    times = {paper.tag: when_words(paper.at) for paper in own}
    told = [
        html.statement_html(
            context.called(dispute.person),
            times.get(OPENED, ""),
            dispute.text,
            html.evidence_html(context.slug, dispute.evidence, said, heard),
        )
    ]
    added = [paper for paper in own if paper.tag == ADDED]
    for place, remark in enumerate(dispute.remarks):
        brought = html.evidence_html(context.slug, remark.evidence, said, heard)
        if remark.alternative:
            words = html.alternative_words(remark.alternative, context.game, context.names, refers)
            brought += f'<div class="crt-tried"><b>Tried</b> {words}</div>'
        when = when_words(added[place].at) if place < len(added) else ""
        told.append(html.statement_html(context.called(remark.person), when, remark.text, brought))
    if dispute.standing is not DisputeStanding.OPEN:
        told.append(_settled_html(context, dispute, own[-1] if own else None))
    return f'<div class="crt-talk">{joined(told)}</div>'


def _settled_html(context: DisputeContext, dispute: Dispute, last: DisputeRecord | None) -> str:
    ways = ""
    if dispute.line is not None:
        ways = joined(
            (
                way_html("The new line", "replay", campaign=context.slug, at=dispute.line),
                way_html("The line that was left", "replay", campaign=context.slug, at=dispute.line - 1),
            )
        )
        ways = f'<p class="crt-ways">{ways}</p>'
    who = context.called(last.by) if last else ""
    words = f"{dispute.standing.value.capitalize()}. {dispute.reason}"
    when = when_words(last.at) if last else ""
    return html.statement_html(who, when, words, ways, css=f"settled {dispute.standing.value}")


def _entries(context: DisputeContext, positions: Sequence[int]) -> list[TimelineEntry]:
    """These records, as far as this viewer may know them."""
    near = (
        entry
        for position in dict.fromkeys(positions)
        for entry in context.library.views.around(context.campaign, context.viewer, position, 0)
    )
    return [entry for entry in near if entry.position in positions]


def _heard_of(context: DisputeContext, entries: Sequence[TimelineEntry]) -> Callable[[int], str]:
    """The function that draws the recording of each of these records; nothing where this viewer may open none."""
    views, campaign, viewer = context.library.views, context.campaign, context.viewer
    where = hearing(campaign, views, remembered(), viewer, entries)
    address = addresses_for(context.slug, viewer)

    def drawn(position: int) -> str:
        heard = where(position)
        return hear_html(heard, address, said_at(campaign, views, viewer, heard))

    return drawn


def dispute_side(context: DisputeContext, case: Case, found: PastRuling, questionable: str) -> None:
    """Draw what was said about the ruling so far, and room to say more. `questionable` says why nobody can, if
    so.
    """
    known = disputes_about(context, found.number)
    filed = papers(context.ledger, context.campaign)
    is_open = bool(known) and known[0][1].standing is DisputeStanding.OPEN
    for number, dispute in known:
        st.html(f'<p class="over"><span>Dispute {number}</span><span>{dispute.standing.value}</span></p>')
        st.html(dispute_html(context, found, number, dispute, filed))
    if not questionable and any(it.standing is DisputeStanding.OVERTURNED for _number, it in known):
        words = ["Play has gone back to the line it stands on since it was overturned."]
        st.html(html.card_html("story", "It counts again", words))
    if context.viewer.role is Role.READER:
        st.html(html.card_html("story", "You look without a seat", ["Take a seat at the table to dispute it."]))
    elif is_open:
        _add(context, case, found, known[0][0], known[0][1])
    elif not questionable:
        _begin(context, found, known[0][0] if known else None)


def _begin(context: DisputeContext, found: PastRuling, before: int | None) -> None:
    """Room to dispute a ruling; `before` is the last dispute about it, settled by now."""
    key = f"court-dispute|{context.slug}|{found.number}"
    st.html(
        f'<p class="over"><span>Dispute this ruling{" again" if before else ""}</span></p>'
        f'<p class="quiet">{_asked_before(before)} Say what should have been otherwise; the dispute waits '
        f"for {people(context.gm)} to settle it. You can try alternatives below without disputing.</p>"
    )
    st.text_area(
        "What should have been otherwise, and why",
        key=f"{key}|text",
        height=110,
        persist_state="session",
        placeholder="The rope was cut before she climbed",
    )
    _evidence(context, found, f"{key}|evidence")
    st.button(
        "Dispute this ruling", key=f"{key}|go", type="primary", on_click=_disputed, args=(context, found, key)
    )
    _trouble(key)


def _asked_before(dispute: int | None) -> str:
    return "Nobody has called it in question." if dispute is None else f"Dispute {dispute} about it is settled."


def _add(context: DisputeContext, case: Case, found: PastRuling, number: int, dispute: Dispute) -> None:
    key = f"court-add|{context.slug}|{number}|{len(dispute.remarks)}"
    # Kept open by the server: what was said at the top goes with the next look, and the page moves up under it.
    fold = st.expander(f"Add to dispute {number}", key=f"{key}|fold", on_change="rerun")
    with fold:
        st.text_area("What you have to say about it", key=f"{key}|text", height=90, persist_state="session")
        _evidence(context, found, f"{key}|evidence")
        if case.alternative is not None:
            words = html.said_alternative(case.alternative)
            st.toggle("Bring the alternative that is tried below", key=f"{key}|tried", value=True)
            st.html(f'<p class="quiet">It would have been {people(words)}.</p>')
        with st.container(horizontal=True):
            st.button("Add it", key=f"{key}|go", on_click=_added, args=(context, case, number, key))
            if context.viewer.is_gm or context.viewer.person == dispute.person:
                st.button(
                    "Withdraw the dispute",
                    key=f"{key}|withdraw",
                    type="tertiary",
                    on_click=_withdrawn,
                    args=(context, number, key),
                    help="What is written above is given as the reason.",
                )
        _trouble(key)


def _evidence(context: DisputeContext, found: PastRuling, key: str) -> None:
    """Records around the ruling, to pick from."""
    near = context.library.views.around(context.campaign, context.viewer, found.first, AROUND)
    said = {entry.position: f"{entry.position} · {cut(entry.headline, 90)}" for entry in near}
    st.multiselect(
        "Evidence: moments that show it",
        list(said),
        format_func=lambda at: apart(said.get(at, str(at))),
        key=key,
        placeholder="Pick from the moments around it",
        persist_state="session",
    )


def _picked(key: str) -> tuple[int, ...]:
    chosen = st.session_state.get(f"{key}|evidence") or ()
    return tuple(sorted(int(position) for position in chosen))


def _disputed(context: DisputeContext, found: PastRuling, key: str) -> None:
    try:
        command = DisputeRuling(ruling=found.number, text=typed(f"{key}|text"), evidence=_picked(key))
    except ValidationError:
        st.session_state[f"{key}|trouble"] = UNKEEPABLE
        return
    _say(
        context,
        key,
        context.record(command, key),
        f"Moment {found.last:,} is in question",
        f"It waits in the list of disputes until {context.gm} settles it.",
    )


def _added(context: DisputeContext, case: Case, number: int, key: str) -> None:
    tried = case.alternative if st.session_state.get(f"{key}|tried") else None
    try:
        command = AddToDispute(dispute=number, text=typed(f"{key}|text"), evidence=_picked(key), alternative=tried)
    except ValidationError:
        st.session_state[f"{key}|trouble"] = UNKEEPABLE
        return
    _say(context, key, context.record(command, key), f"Added to dispute {number}", "")


def _withdrawn(context: DisputeContext, number: int, key: str) -> None:
    answer = context.record(WithdrawDispute(dispute=number, reason=typed(f"{key}|text")), f"{key}|withdraw")
    _say(context, key, answer, f"Dispute {number} is withdrawn", "The ruling stands as it was made.")


def _say(context: DisputeContext, key: str, answer: object, title: str, words: str) -> None:
    if isinstance(answer, str):
        st.session_state[f"{key}|trouble"] = answer
        return
    st.session_state.pop(f"{key}|trouble", None)
    tell(context.slug, PageMessage("gain", title, (words,)))


def _trouble(key: str) -> None:
    if trouble := st.session_state.get(f"{key}|trouble"):
        st.html(html.card_html("loss", "Not recorded", [trouble]))
