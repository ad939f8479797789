"""Logged play: its chapters bound together, and whose an entry is."""

from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Rulebook
from domain.kernel.logged.chapters import entries, evenings, intakes
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.messages import Event

LOGGED: Rulebook[Campaign] = Rulebook(intakes.chapter, evenings.chapter, entries.chapter)


def said_by(campaign: Campaign, event: Event) -> str | None:
    """The speaker of an entry: the seat, else the character's or voice's player, else the voice itself.

    None for what nobody said: then it is whose who took it in.
    """
    if not isinstance(event, EntryLogged):
        return None
    if event.voice in campaign.people or event.voice in campaign.formerly:
        return event.voice
    if event.player is not None:
        return event.player
    heard = campaign.logged.voices.get(event.voice)
    return (heard.player if heard else None) or event.voice
