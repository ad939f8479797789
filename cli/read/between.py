"""`between`: what is somebody's own between two sessions, as the screen of that name has it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cli.options import Options
from cli.printing import as_json, plain
from cli.viewer import viewer_of
from domain.kernel.people import Role, Viewer
from domain.kernel.ruling import names_at
from domain.kernel.sheet import Sheet
from ledger.answers import ToldRecord
from projections.history.folded_views import sheets_at, told_to
from projections.story.between import Between, SinceLastSession, between_sessions, steps_in_order
from projections.story.speakers import LOOKED_BACK, MOST_SPEAKERS, evenings_heard, speaker_called, speaker_words
from projections.views.recap import RECAP, sessions_in, spans_of
from projections.views.timeline import Mark
from wiring.library import Library


def between(options: Options, campaign: str, who: str | None) -> None:
    """Print it for the GM, or for whoever is named."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        sound = library.ledger.soundness(slug)
        if sound.beyond is not None:
            raise sound.beyond
        viewer = viewer_of(library, slug, who)
        own = _own(library, slug, viewer)
        heard = list(_heard(library, slug, viewer))
        entry = library.ledger.find(slug)
        names = names_at(library.ledger.game(entry.game), library.ledger.moment(slug))
    if options.json:
        as_json({"campaign": slug, "for": viewer.person, "between": own, "heard": heard})
        return
    print("\n".join(plain(line) for line in (*heard, *_lines(own, names))))


@dataclass(frozen=True, slots=True)
class _Folded:
    """Records and sheets of a campaign for one viewer, folded when they are asked for."""

    library: Library
    slug: str
    viewer: Viewer

    def told(self, at: int, since: int) -> Sequence[ToldRecord]:
        return list(told_to(self.library.ledger, self.slug, at, self.viewer, since))

    def sheets(self, at: int) -> Sequence[Sheet]:
        return sheets_at(self.library.ledger, self.slug, at, viewer=self.viewer)


def _own(library: Library, slug: str, viewer: Viewer) -> Between:
    ledger, views, known = library.ledger, library.views, _Folded(library, slug, viewer)
    head, lines = ledger.head(slug), ledger.lines(slug)
    sessions = sessions_in(views.marks(slug, at=head, viewer=viewer))
    before = lines.parent(sessions[-1].position) if sessions else head
    closed = RECAP.fold(known.told(head, before)).closed if sessions else None
    moment = ledger.moment(slug)
    game = ledger.game(ledger.find(slug).game)
    offers = [] if viewer.role is Role.READER else steps_in_order(ledger.offers(slug, viewer.person), game)
    week = SinceLastSession(
        game=game,
        moment=moment,
        viewer=viewer,
        before=before,
        ended=closed or head,
        head=head,
        roster=views.roster(slug, viewer),
        growth=views.growth(slug, viewer, at=head),
        offers=offers,
        names=names_at(game, moment),
    )
    return between_sessions(week, known)


def _heard(library: Library, slug: str, viewer: Viewer) -> Iterator[str]:
    """Yield lines of the last evenings where they are play that was taken in: what was said, and who spoke."""
    ledger, views, known = library.ledger, library.views, _Folded(library, slug, viewer)
    head, lines = ledger.head(slug), ledger.lines(slug)
    names = names_at(ledger.game(ledger.find(slug).game), ledger.moment(slug))
    marks = views.marks(slug, at=head, viewer=viewer)

    def played() -> Iterator[tuple[Mark, Sequence[ToldRecord]]]:
        for mark in reversed(sessions_in(marks)[-LOOKED_BACK:]):
            spans = spans_of(marks, (mark.session,), lines, head)
            yield mark, [it for since, until in spans for it in known.told(until, since)]

    for evening in evenings_heard(played(), views.roster(slug, viewer), viewer, names):
        yield evening.title
        yield from (f"  {line}" for line in evening.said)
        yield from (f"  {speaker_called(it)}: {speaker_words(it)}" for it in evening.speakers[:MOST_SPEAKERS])
        if (more := len(evening.speakers) - MOST_SPEAKERS) > 0:
            yield f"  and {more} more"


def _lines(own: Between, names: Mapping[str, str]) -> Iterator[str]:
    for share in own.shares:
        if not share.evening and not share.changed:
            continue
        yield share.member.name
        yield from (f"  {line}" for line in share.evening)
        for it in share.changed:
            yield f"  {it.heading}: {' → '.join(' '.join(v.split()) for v in (it.was, it.now or 'gone') if v)}"
    if own.ready:
        yield "Can be taken now"
        yield from (f"  {names.get(it.owner, it.owner)}: {it.brings or it.label}" for it in own.ready)
    yield "Asked of you"
    yield from (f"  {it.about}: {it.text}" for it in own.asked)
    if not own.asked:
        yield "  Nothing waits for you."
    if own.may:
        yield "You may also"
        yield from (f"  {it.heading}: {'; '.join(it.labels)}".replace("  : ", "  ") for it in own.may)
    if own.next_time:
        yield "Next time"
        yield from (f"  {it.text}" for it in own.next_time)
    for heading, rows in (
        ("Clocks", [f"{it.label}, {it.on}: {it.value} of {it.high}" for it in own.clocks]),
        ("Plans", [f"{it.on}, {it.label}: {it.text}" for it in own.plans]),
    ):
        if rows:
            yield heading
            yield from (f"  {row}" for row in rows)
