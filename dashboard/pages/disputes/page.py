"""The page of disputes: all disputes, every reversal, and one ruling in question: tried, settled, judged."""

import streamlit as st

from dashboard.access import visitor
from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.alternative import attempt
from dashboard.pages.disputes.authenticity import authenticity
from dashboard.pages.disputes.both_lines import both_lines
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.checking import check_here
from dashboard.pages.disputes.dispute_context import DisputeContext, to_tell
from dashboard.pages.disputes.dispute_list import all_disputes, reversals
from dashboard.pages.disputes.explained_values import explained
from dashboard.pages.disputes.house_rules import house_rules
from dashboard.pages.disputes.judge import judgement
from dashboard.pages.disputes.ruling import dispute_side, disputes_about, heard_html, ruling_shown
from dashboard.pages.disputes.settle import apply_choice, follows
from dashboard.ui import browser_components
from dashboard.ui.campaign_choice import no_such_campaign, which_campaign
from dashboard.ui.damage import closed_html
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import title_html
from dashboard.ui.drawing.links import way_html
from dashboard.ui.header import campaign_asked
from dashboard.ui.live_updates import watch
from dashboard.ui.open_ledger import guarded, library, opened
from dashboard.ui.seats import seat_choice, who_asks
from domain.kernel.campaign.overturning import questionable
from domain.kernel.decisions import Refusal, answer_of
from domain.kernel.history.past import PastRuling
from domain.kernel.journal.state import DisputeStanding
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Role
from domain.kernel.ruling import names_at, refusal_in_words
from ledger.answers import Refused
from ledger.whatif.verdicts import WhatIf


@guarded
def disputes() -> None:
    """Draw the page."""
    open_now = library()
    slug = campaign_asked()
    if slug is None:
        words = "Every ruling of a campaign can be disputed here."
        which_campaign(open_now, "Nothing to dispute yet", words)
        return
    browser_components.load()
    if slug not in {entry.slug for entry in open_now.ledger.campaigns() if visitor().may_look(entry.slug)}:
        no_such_campaign(slug)
        return
    campaign = opened(slug)
    sound = campaign.soundness
    if sound.why is not None:
        st.html(closed_html(slug, sound, "No ruling of it can be judged now: that needs the last of its records."))
        watch(open_now.ledger, slug, sound)
        return
    moment, game = campaign.now, campaign.game
    st.html(title_html("Disputes", moment.campaign.title))
    seat = who_asks(slug, game, moment)
    context = DisputeContext(
        library=open_now,
        campaign=campaign,
        slug=slug,
        viewer=moment.campaign.asker(seat),
        game=game,
        moment=moment,
        names=names_at(game, moment),
        seated=seat_choice(slug),
    )
    context.drop_after_removal()
    said = st.empty()  # always there, so that nothing below changes its place, and is drawn anew, when it speaks
    if told := to_tell(slug):
        said.html(html.card_html(told.kind, told.title, told.lines, told.ways))
    watch(open_now.ledger, slug, sound)
    wanted = _wanted(moment)
    if wanted is None:
        all_disputes(context)
        reversals(context)
        house_rules(context)
        authenticity(context)
        check_here(context)
    else:
        _one_ruling(context, wanted)


def _wanted(moment: AnyMoment) -> int | None:
    """The ruling the address asks for, by its number or by a dispute about it. An address may say anything."""
    raw = st.query_params.get("ruling", "")
    if raw.isascii() and raw.isdigit():
        return int(raw[:12])
    raw = st.query_params.get("dispute", "")
    dispute = moment.journal.disputes.get(int(raw[:12])) if raw.isascii() and raw.isdigit() else None
    return dispute.ruling if dispute else None


def _one_ruling(context: DisputeContext, number: int) -> None:
    """One ruling in question, from what it was to the judgement."""
    back = way_html("All disputes", "disputes", "crt-back", campaign=context.slug)
    st.html(f'<p class="crt-ways">{back}</p>')
    past = context.ledger.review.past(context.campaign)
    found = past.ruling(number)
    if found is None:
        st.html(state_html("No such ruling", ["There is no such ruling in this campaign yet."]))
        return
    answer = answer_of(questionable, past, number)
    why = refusal_in_words(context.game, context.moment, answer) if isinstance(answer, Refusal) else ""
    shown, case = ruling_shown(context, found), context.case(number)
    left, right = st.columns([1.15, 1], gap="large")
    with left.container(border=True, key="court-ruling"):
        st.html(html.ruling_html(shown) + heard_html(context, found))
    below = st.container()
    # What came of it otherwise would tell of what somebody may not know.
    kept = not why and shown.command is None
    trying = not why and not kept and context.viewer.role is not Role.READER
    if trying:  # before the dispute beside it is drawn, which may bring what is tried
        with below:
            _what_if(context, case, found, shown)
    with right:
        if why:
            st.html(html.card_html("story", "It is not in question", [why], _successor(context, answer)))
        if kept:
            words = f"Part of it is kept from you: {context.gm} tries how it might have gone."
            st.html(html.card_html("story", "Not all of it is yours to know", [words]))
        dispute_side(context, case, found, why)
    tried = None
    if trying:
        with below:
            tried = _trial(context, case, found)
    explained(context, found.last, tried)
    browser_components.mount("hear", key="hear", data={})


def _successor(context: DisputeContext, answer: object) -> str:
    """A link to the ruling that stands for an abandoned one."""
    successor = answer.params.get("successor") if isinstance(answer, Refusal) else None
    if not isinstance(successor, int):
        return ""
    return way_html(
        f"Moment {context.moment_of(successor):,}", "disputes", campaign=context.slug, ruling=successor
    )


def _what_if(context: DisputeContext, case: Case, found: PastRuling, shown: html.RulingShown) -> None:
    words = "Try how it might have gone. Nothing of this is stored until it is adopted."
    st.html(html.step_html("1", "What if", words))
    attempt(context, case, found, shown)
    apply_choice(context, case)


def _trial(context: DisputeContext, case: Case, found: PastRuling) -> WhatIf | None:
    """Draw what follows and the judgement. Hands back what is tried, where it can be."""
    answer = case.examined(context.ledger, context.campaign)
    if case.trouble:
        st.html(html.card_html("loss", "That cannot be tried", [case.trouble]))
    if isinstance(answer, Refused):
        st.html(html.card_html("loss", "That cannot be tried", [answer.message]))
        if case.settlements:
            st.button("Settle nothing", on_click=case.start_over, key="court-start-over")
        answer = None
    if isinstance(answer, WhatIf):
        _what_follows(context, case, answer)
    known = disputes_about(context, found.number)
    dispute = known[0][0] if known and known[0][1].standing is DisputeStanding.OPEN else None
    if answer is not None or dispute is not None:
        st.html(html.step_html("2" if answer is None else "4", "Judgement", _judgement_words(context, answer)))
        judgement(context, case, answer, dispute)
    return answer


def _what_follows(context: DisputeContext, case: Case, answer: WhatIf) -> None:
    own = next((it for it in answer.verdicts if it.ruling == case.ruling), None)
    if own is not None and own.unsettled and own.refusing is not None:
        message = own.refusing.message if context.viewer.is_gm else "The rules would not have allowed it."
        st.html(html.card_html("loss", "It could not have been made so", [message]))
    how = html.said_alternative(case.alternative)
    words = f"Every later ruling, decided once more on a line where this one was {how}."
    st.html(html.step_html("2", "What follows", words))
    follows(context, case, answer)
    st.html(html.step_html("3", "Both lines, side by side", _lines_words(answer)))
    key = f"court-look|{context.slug}|{case.ruling}"
    if not answer.unsettled or st.toggle("Look at them with what is not settled left out", key=key):
        both_lines(context, answer)


def _lines_words(answer: WhatIf) -> str:
    if answer.unsettled:
        return "They can be compared in full once everything that cannot stand is settled."
    return "What stands at the end of either line, where the two differ."


def _judgement_words(context: DisputeContext, answer: WhatIf | None) -> str:
    if not context.viewer.is_gm:
        return ""
    if answer is None:
        return "Let the ruling stand, or try above how it might have gone."
    return "Adopting records the new line beside the old one. The old one stays readable, for ever."


disputes()
