"""`recap`: a session in a dozen lines, to be pasted to the group."""

from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, plain
from cli.viewer import recipient_of
from domain.kernel.people import Viewer
from domain.kernel.ruling import names_at
from ledger.answers import ToldRecord
from projections.audiences import audience_of
from projections.history.folded_views import told_to
from projections.story.between import session_story, told_by_scene, words_of
from projections.views.recap import RECAP, Recap, sessions_in, spans_of
from projections.views.recap_words import recap_lines
from projections.views.roster import Roster
from wiring.library import Library


def recap(options: Options, campaign: str, session: int | None, who: str | None) -> None:
    """Print the recap of a session, of the last one if none is given."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        recipient = recipient_of(library, slug, who)
        records = _records(library, slug, session, recipient)
        told = RECAP.fold(records)
        moment = library.ledger.as_far_as_sound(slug)
        title = moment.campaign.title
        names = names_at(library.ledger.game(library.ledger.find(slug).game), moment)
        roster = library.views.roster(slug, recipient) if records else Roster()
        story = session_story(records, roster)
        lines = recap_lines(told, names, title, words_of(story), told_by_scene(story, told))
    if not options.json:
        # Not through the tables' printer: what is pasted elsewhere must not be folded at the terminal's edge.
        print("\n".join(plain(line) for line in lines))
        return
    as_json(
        {
            "campaign": slug,
            "title": title,
            "session": told.session,
            "told_to": audience_of(recipient),
            "closed": told.closed is not None,
            "lines": lines,
            "recap": _json(told),
        }
    )


def _records(library: Library, slug: str, session: int | None, recipient: Viewer | None) -> list[ToldRecord]:
    """The records of a session, as somebody may know them; none where no session was played."""
    ledger = library.ledger
    sound = ledger.soundness(slug)
    if sound.beyond is not None and (session is None or not sound.position):
        raise sound.beyond
    marks = library.views.marks(slug, at=sound.position, viewer=recipient)
    sessions = sessions_in(marks)
    if not sessions and session is None:
        return []
    wanted = sessions[-1].session if session is None else session
    try:
        spans = spans_of(marks, (wanted,), ledger.lines(slug), sound.position)
    except KeyError:
        if sound.beyond is not None:
            raise sound.beyond from None
        there = ", ".join(str(mark.session) for mark in sessions) or "none yet"
        raise usage_error(f"There is no session {wanted} in {slug}. There are: {there}.") from None
    if sound.beyond is not None and wanted == sessions[-1].session:
        raise sound.beyond  # nobody can say that this was all of it
    return [told for since, until in spans for told in told_to(ledger, slug, until, recipient, since)]


def _json(recap: Recap) -> dict[str, object]:
    return {
        "opened": recap.opened,
        "closed": recap.closed,
        "at": recap.at,
        "scenes": recap.scenes,
        "numbers": [net for net in recap.nets.values() if net.delta],
        "records": recap.records,
        "dice": recap.dice,
    }
