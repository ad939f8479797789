"""Alternatives of a ruling: not made at all, asked otherwise, other dice, other house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard.forms.prefill import prefilled
from dashboard.forms.widgets import FormWidgets
from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.ui import browser_components
from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.history.alternatives import Alternative, Amend, OtherDice, OtherHouseRules, Strike
from domain.kernel.history.past import PastRuling
from domain.kernel.messages import Command, tag_of
from domain.kernel.offers import Choice, Offer
from domain.kernel.preparation.table_file import refers_at
from domain.kernel.ruling import names_at
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.fields import CommandForm, said_labels
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of
from ledger.answers import Refused
from ledger.whatif.verdicts import WhatIf

WAYS = {
    "strike": "Not made at all",
    "amend": "Asked otherwise",
    "dice": "Other dice",
    "house_rules": "Other house rules",
}
MOST_DICE = 200


def attempt(context: DisputeContext, case: Case, found: PastRuling, shown: html.RulingShown) -> None:
    """Choose how it might have gone, and put that together."""
    ways = list(_ways(found, shown))
    key = f"court-way|{context.slug}|{found.number}"
    chosen = st.pills(
        "It might have been",
        ways,
        format_func=WAYS.__getitem__,
        key=key,
        label_visibility="collapsed",
        persist_state="session",
    )
    case.way = chosen or ""
    alternative: Alternative | None = None
    with st.container(key="court-form"):
        match case.way:
            case "strike":
                st.html('<p class="quiet">As if nobody had ever asked for it.</p>')
                alternative = Strike()
            case "amend":
                alternative = _amended(context, case, found, shown)
            case "dice":
                alternative = _other_dice(context, case, shown)
            case "house_rules":
                alternative = _other_rules(context, found)
            case _:
                st.html('<p class="quiet">Choose how it might have gone. Nothing of this is stored.</p>')
    case.ask(alternative)


def _ways(found: PastRuling, shown: html.RulingShown) -> Sequence[str]:
    if found.before == 0:
        return ("house_rules",)
    return ("strike", "amend", "dice", "house_rules") if shown.dice else ("strike", "amend", "house_rules")


# --- asked otherwise -------------------------------------------------------------------------------------


def amending_sheet(
    context: DisputeContext, before: int, command: Mapping[str, Any], by: str, ticket: str
) -> FormWidgets | None:
    """The form of a command, holding what was asked, with the choices there were at that moment.

    A GM, who knows everything, chooses from what whoever asked could: a player's dice, not the GM's own.
    """
    kind = Vocabulary(context.game).commands.get(str(command.get("type", "")))
    if kind is None:
        return None
    moment = context.campaign.moment(before) if before else context.moment
    names = names_at(context.game, moment)
    offer = _offer(context, moment, kind, command, by)
    form = form_of(
        kind,
        Offer(command=kind, label="", choices=offer.choices if offer else {}),
        suggestions=tuple(Choice(known, name) for known, name in names.items()),
        terms=context.game.choices,
        refers=refers_at(
            context.game, moment, moment.campaign.asker(by) if context.viewer.is_gm else context.viewer
        ),
    )
    form, held = prefilled(form, command, names)
    for place, value in held.items():
        st.session_state.setdefault(f"{ticket}|{place}", value)
    return FormWidgets(form, ticket, names)


def _offer(
    context: DisputeContext, moment: Any, kind: type[Command], command: Mapping[str, Any], by: str
) -> Offer | None:
    """The offer that stood then for this command: of several, the one that knew most of it."""
    offers = [offer for offer in offers_at(context.game, moment, by) if offer.tag == tag_of(kind)]
    return max(
        offers,
        key=lambda offer: sum(command.get(name) == value for name, value in offer.known.items()),
        default=None,
    )


def amended(sheet: FormWidgets, kind: type[Command], recorded: Mapping[str, Any]) -> dict[str, Any] | None:
    """The command in an amending form, if it is whole and another than the recorded one. Says what is amiss."""
    raw = read(sheet.form, sheet.value_of)
    checked = check(sheet.form, kind, raw)
    if checked.command is None:
        missing = [f"still to fill in: {said_labels(checked.missing)}"] if checked.missing else []
        wrong = [f"{it.label}: {it.message}" for it in checked.problems]
        st.html(html.card_html("loss", "Not a command yet", [". ".join([*missing, *wrong]) + "."]))
        return None
    asked = checked.command.model_dump(mode="json")
    return None if asked == kind.model_validate(recorded).model_dump(mode="json") else asked


def _amended(
    context: DisputeContext, case: Case, found: PastRuling, shown: html.RulingShown
) -> Alternative | None:
    recorded = shown.command or {}
    ticket = f"court-amend|{context.slug}|{context.viewer.person}|{found.number}"
    sheet = amending_sheet(context, found.before, recorded, found.by, ticket)
    kind = Vocabulary(context.game).commands.get(str(recorded.get("type", "")))
    if sheet is None or kind is None:
        st.html(html.card_html("loss", "This cannot be asked any more", ["Its command is not of this game now."]))
        return None
    st.html('<p class="quiet">What was asked then. Change what should have been asked.</p>')
    sheet.draw()
    command = amended(sheet, kind, recorded)
    faces = _hand(case, shown, f"amend-{found.number}") if shown.dice else None
    turned = faces is not None and [face for _size, face in shown.dice] != list(faces)
    if command is None and not turned:
        return None
    if not turned:
        return Amend(command=command or dict(recorded))
    fitted = _fitted(context, case, faces or (), lambda dice: Amend(command=command or dict(recorded), dice=dice))
    return fitted


# --- other dice ------------------------------------------------------------------------------------------


def _other_dice(context: DisputeContext, case: Case, shown: html.RulingShown) -> Alternative | None:
    st.html('<p class="quiet">The dice as they fell. Turn any of them to another face.</p>')
    faces = _hand(case, shown, f"dice-{shown.number}")
    if list(faces) == [face for _size, face in shown.dice]:
        return None
    return _fitted(context, case, faces, lambda dice: OtherDice(dice=dice))


def _hand(case: Case, shown: html.RulingShown, about: str) -> tuple[int | None, ...]:
    """The dice to be turned: those that fell, and those that the rules then ask for besides."""
    key = f"court-hand-{about}"
    more = _more_sizes(about)
    fell = [(size, face) for size, face in shown.dice]
    said = browser_components.said(key, "faces")
    faces = _faces(said.get("faces"), [*(size for size, _ in fell), *more], [face for _, face in fell])
    dice = [
        {"size": size, "face": face, "was": fell[n][1] if n < len(fell) else None}
        for n, (size, face) in enumerate(zip([*(size for size, _ in fell), *more], faces, strict=True))
    ]
    data = {"about": about, "dice": dice}
    browser_components.mount("hand", key=key, data=data, **browser_components.answers("faces"))
    return faces


def _faces(said: object, sizes: Sequence[int], fell: Sequence[int]) -> tuple[int | None, ...]:
    """Faces as a browser says them, each fitting its die; those that fell where it says nothing fit to read."""
    given = said if isinstance(said, list) else []
    faces: list[int | None] = []
    for n, size in enumerate(sizes):
        own = fell[n] if n < len(fell) else None
        face = given[n] if n < len(given) else own
        fits = isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= size
        faces.append(face if fits else own)
    return tuple(faces)


def _more_sizes(about: str) -> list[int]:
    sizes: list[int] = st.session_state.setdefault(f"court-more-{about}", [])
    return sizes


def _fitted(context: DisputeContext, case: Case, faces: Sequence[int | None], made: Any) -> Alternative | None:
    """The alternative with as many of these faces as are read. Asks for more dice where the rules do."""
    about = f"{'amend' if case.way == 'amend' else 'dice'}-{case.ruling}"
    if None in faces:
        st.html('<p class="quiet">The rules now ask for dice that did not fall. Give them their faces.</p>')
        return None
    dice = tuple(face for face in faces if face is not None)
    alternative: Alternative = made(dice)
    answer: WhatIf | Refused = context.ledger.review.what_if(context.campaign, case.ruling, alternative)
    if not isinstance(answer, Refused):
        return alternative
    params = answer.refusal.params
    unread, sizes = params.get("unread"), params.get("sizes")
    if isinstance(unread, list) and 0 < len(unread) < len(dice):
        st.html('<p class="quiet">The last dice are not read any more: fewer are asked for.</p>')
        shorter: Alternative = made(dice[: len(dice) - len(unread)])
        return shorter
    given = params.get("given")
    if answer.refusal.code == "dice_missing" and isinstance(sizes, list) and len(faces) + len(sizes) <= MOST_DICE:
        _more_sizes(about).extend(int(size) for size in sizes[len(given) if isinstance(given, list) else 0 :])
        st.rerun()
    return alternative


# --- other house rules -----------------------------------------------------------------------------------


def _other_rules(context: DisputeContext, found: PastRuling) -> Alternative | None:
    moment = context.campaign.moment(found.before or found.last)
    whole = form_of(ChangeHouseRules, settings={"changes": moment.game.house_rules})
    form = CommandForm(
        tag=whole.tag, title=whole.title, help="", fields=tuple(it for it in whole.fields if it.name == "changes")
    )
    if not any(it.parts for it in form.fields):
        st.html('<p class="quiet">This game has no house rules to change.</p>')
        return None
    ticket = f"court-rules|{context.slug}|{context.viewer.person}|{found.number}"
    since = "for the whole campaign" if found.before == 0 else f"from moment {found.first:,} on"
    st.html(f'<p class="quiet">The house rules as they held then. Change what should have held {since}.</p>')
    sheet = FormWidgets(replace(form), ticket, context.names)
    sheet.draw()
    changes = read(form, sheet.value_of).get("changes") or {}
    return OtherHouseRules(changes=changes) if changes else None
