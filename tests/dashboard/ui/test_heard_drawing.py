"""Last evenings of play taken in, drawn on the page between sessions."""

from dashboard.pages.recap.heard_html import heard_html
from projections.story.speakers import MOST_SPEAKERS, HeardEvening, HeardSpeaker

WREN = HeardSpeaker("Wren <b>", "Ada", 1, 2, ("Climb: 11",))
EVENING = HeardEvening(3, "Session 3: Low water", ("Wren: It is shut.",), (WREN,) * (MOST_SPEAKERS + 2))


def test_who_spoke_stands_under_what_was_said_with_the_last_rolls() -> None:
    drawn = heard_html(EVENING, title=True, words=True)
    assert "Session 3: Low water" in drawn
    assert "Wren: It is shut." in drawn
    assert drawn.count("1 entry, 2 rolls; last Climb: 11") == MOST_SPEAKERS
    assert "and 2 more" in drawn
    assert "Wren <b>" not in drawn


def test_what_stands_above_is_not_drawn_again() -> None:
    drawn = heard_html(EVENING, title=False, words=False)
    assert "Low water" not in drawn
    assert "It is shut." not in drawn
    assert "Who spoke" in drawn
