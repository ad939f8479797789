"""`between`: what is somebody's own between two sessions, as the screen of that name has it."""

from collections.abc import Iterator, Mapping

from cli.asked import Asked
from cli.printing import as_json, plain
from cli.viewer import viewer
from domain.kernel.people import Role, Viewer
from domain.kernel.ruling import names_at
from projections.history.folded_views import sheets_at, told_to
from projections.story.between import (
    EVENING,
    Between,
    asked_of,
    clocks_on,
    notes_for_next_time,
    own_characters,
    plans_on,
    ready_for,
    shares_of,
)
from wiring.library import Library


def between(asked: Asked, campaign: str, who: str | None) -> None:
    """Print it for the GM, or for whoever is named."""
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        sound = library.ledger.soundness(slug)
        if sound.beyond is not None:
            raise sound.beyond
        looker = viewer(library, slug, who)
        own = _own(library, slug, looker)
        entry = library.ledger.find(slug)
        names = names_at(library.ledger.game(entry.game), library.ledger.moment(slug))
    if asked.json:
        as_json({"campaign": slug, "for": looker.person, "between": own})
        return
    print("\n".join(plain(line) for line in _lines(own, names)))


def _own(library: Library, slug: str, looker: Viewer) -> Between:
    ledger, views = library.ledger, library.views
    head, lines = ledger.head(slug), ledger.lines(slug)
    gm = looker.role is Role.GM
    roster = views.roster(slug, looker)
    members = own_characters(roster, looker)
    sessions = [mark for mark in views.marks(slug, at=head, viewer=looker) if mark.form == "session"]
    begun = sessions[-1].position if sessions else 0
    before = lines.parent(begun) if begun else head
    told = list(told_to(ledger, slug, head, looker, before)) if members and begun else []
    now = sheets_at(ledger, slug, head, viewer=looker)
    was, became = (sheets_at(ledger, slug, before, viewer=looker), now) if told and not gm and before else ([], [])
    moment = ledger.moment(slug)
    names = names_at(ledger.game(ledger.find(slug).game), moment)
    offers = [] if gm or looker.role is Role.READER else ledger.offers(slug, looker.person)
    own_game = f"{ledger.find(slug).game}."
    return Between(
        shares=shares_of(members, roster, told, was, became, lines=1 if gm else EVENING),
        ready=ready_for(views.growth(slug, looker, at=head), members),
        asked=asked_of(moment, looker, [it for it in offers if it.tag.startswith(own_game)], names),
        next_time=notes_for_next_time(moment, looker),
        clocks=clocks_on(now) if gm else (),
        plans=plans_on(now) if gm else (),
    )


def _lines(own: Between, names: Mapping[str, str]) -> Iterator[str]:
    for share in own.shares:
        if not share.evening and not share.changed:
            continue
        yield share.member.name
        yield from (f"  {line}" for line in share.evening)
        for it in share.changed:
            yield f"  {it.label}: {' → '.join(' '.join(v.split()) for v in (it.was, it.now or 'gone') if v)}"
    if own.ready:
        yield "Can be taken now"
        yield from (f"  {names.get(it.owner, it.owner)}: {it.brings or it.label}" for it in own.ready)
    yield "Asked of you"
    yield from (f"  {it.about}: {it.text}" for it in own.asked)
    if not own.asked:
        yield "  Nothing waits for you."
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
