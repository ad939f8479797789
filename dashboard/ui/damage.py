"""Notices for a campaign whose records are damaged: how far they are sound, what is wrong, what to do."""

import streamlit as st

from dashboard.ui.browser_components import load
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.links import way_html
from dashboard.ui.live_updates import watch
from exchange.documents.html.markup import joined, people
from ledger.errors import UnknownRecord
from ledger.handle import CampaignHandle, Soundness
from wiring.library import Library

_BACKUP = "If neither helps, `campaign restore` puts a backup back into a new ledger."


def readable(open_now: Library, campaign: CampaignHandle) -> Soundness | None:
    """The soundness of a campaign that can be looked at; None, said on the page, where none of it can."""
    slug, sound = campaign.slug, campaign.soundness
    if sound.why is None or sound.position:
        return sound
    st.html(state_html("The records of this campaign are damaged", _lines(slug, sound), broken=True))
    load()
    watch(open_now.ledger, slug, sound)
    return None


def damage_html(slug: str, sound: Soundness) -> str:
    """The notice above a page that shows a damaged campaign as far as that is sound; "" for a sound one."""
    if sound.why is None:
        return ""
    lines = joined(people(line, "p") for line in _lines(slug, sound))
    return f'<div class="notice away" role="alert">{lines}</div>'


def closed_html(slug: str, sound: Soundness, words: str) -> str:
    """A page that needs the end of the log, which cannot be reached: why, what to do, what can be looked at."""
    page = state_html("The records of this campaign are damaged", [words, *_lines(slug, sound)], broken=True)
    if not sound.position:
        return page
    way = way_html(f"To the replay, at moment {sound.position:,}", "replay", campaign=slug)
    return f'{page}<p class="crt-ways">{way}</p>'


def _lines(slug: str, sound: Soundness) -> list[str]:
    far = f"Everything up to moment {sound.position:,} is sound and can be looked at here. "
    kept = "Nothing is recorded in it until that is mended, and nothing of it is deleted."
    kept = far + kept if sound.position else kept
    if isinstance(sound.why, UnknownRecord):
        return [str(sound.why), kept]
    does = (
        f"`campaign verify {slug}` says all that is wrong. `campaign repair` mends what can be mended, with "
        "`--dry-run` it says how, and with `--from BACKUP` it takes back from a backup what is missing here."
    )
    return [str(sound.why), kept, f"{does} {_BACKUP}"]
