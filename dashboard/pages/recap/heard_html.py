"""The last evenings of play that was taken in, in HTML: what was said, and who spoke. Pure functions."""

from dashboard.ui.drawing.headings import over_html
from exchange.documents.html.markup import joined, number, people, text
from projections.story.speakers import MOST_SPEAKERS, HeardEvening, HeardSpeaker, speaker_words


def heard_html(evening: HeardEvening, *, title: bool, words: bool) -> str:
    """An evening: its title and its words where these do not stand above it already, and its speakers."""
    rows = joined(people(line, "li") for line in evening.said) if words else ""
    said = f'{over_html("What was said")}<ul class="evening">{rows}</ul>' if rows else ""
    begins = f'<p class="banner">{people(evening.title)}</p>' if title else ""
    return begins + said + (over_html("Who spoke") + _speakers(evening) if evening.speakers else "")


def _speakers(evening: HeardEvening) -> str:
    more = len(evening.speakers) - MOST_SPEAKERS
    rest = f'<li class="rest">and {number(more)} more</li>' if more > 0 else ""
    return f'<ul class="plain">{joined(map(_speaker, evening.speakers[:MOST_SPEAKERS]))}{rest}</ul>'


def _speaker(it: HeardSpeaker) -> str:
    player = f" ({people(it.player)})" if it.player else ""
    return f"<li>{people(it.name, 'b')}{player} <small>{text(speaker_words(it))}</small></li>"
