"""`find`: words in every campaign, with what stands around them."""

from dataclasses import dataclass

from rich.text import Text

from cli.catch_up import bring_up_to_date
from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, line, local, plain, remark, say, table
from cli.printing import kind as kind_cell
from cli.progress import bar
from cli.read.overview import check_kind
from cli.viewer import OUTSIDER
from domain.kernel.facts import Kind
from domain.kernel.terms import PersonId
from projections.tables.search.context import ExcerptPiece
from projections.tables.search.days import moment_of
from projections.tables.search.query import Wanted
from projections.tables.search.searching import Found, Hit
from projections.transcripts.finding import SpokenFound
from projections.views.dates import clock
from wiring.library import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSearch:
    """The question as it was typed."""

    words: str
    game: str | None
    campaigns: tuple[str, ...]
    session: int | None
    by: str | None
    kind: str | None
    first: str | None
    last: str | None


def find(options: Options, typed: TypedSearch, limit: int, page: int, who: str | None) -> None:
    """Print what was found."""
    check_kind(typed.kind)
    since, until = day(typed.first, "--from"), day(typed.last, "--to", past=True)
    with options.existing() as library:
        if typed.game is not None:
            library.ledger.game(typed.game)
        campaigns = tuple(library.ledger.find(name).slug for name in typed.campaigns)
        wanted = Wanted(
            words=typed.words,
            game=typed.game,
            campaigns=campaigns or None,
            session=typed.session,
            by=typed.by,
            by_whom=_called(library, typed.by, everything=who is None),
            kind=Kind(typed.kind) if typed.kind else None,
            since=since,
            until=until,
        )
        person = _looker(library, who)
        bring_up_to_date(library)
        with bar("indexing") as advance:
            found = library.views.find(
                wanted,
                person,
                everything=who is None,
                limit=limit,
                offset=(page - 1) * limit,
                progress=lambda done: advance(done, None),
            )
        spoken = SpokenFound()
        if page == 1:
            spoken = library.views.find_spoken(wanted, person, everything=who is None, limit=limit)
        if wanted.by and not (
            found.total or spoken.total or _is_anybody(library, wanted, person, everything=who is None)
        ):
            raise usage_error(f"Nobody is called {wanted.by!r}, by name or id. `campaign people` lists everybody.")
        if library.views.finder.remark:
            remark(library.views.finder.remark)
        if options.json:
            parts = {"total": found.total, "campaigns": found.campaigns, "hits": found.hits, "meant": found.meant}
            as_json({**parts, "spoken": spoken})
            return
        if found.total or not spoken.total:
            _print(found, limit, page)
        if spoken.total:
            _print_spoken(spoken)


def _called(library: Library, name: str | None, *, everything: bool) -> frozenset[tuple[str, str]]:
    return library.views.called(name, everything=everything) if name else frozenset()


def _is_anybody(library: Library, wanted: Wanted, person: PersonId | None, *, everything: bool) -> bool:
    """True if somebody sits so called, or something was ever asked for, or said in play taken in, by them."""
    sought = (wanted.by or "").casefold()
    if any(sought in (person, name.casefold()) for (_slug, person), name in library.views.seated().items()):
        return True
    theirs = Wanted(by=wanted.by, by_whom=wanted.by_whom)
    return library.views.find(theirs, person, everything=everything, limit=1).total > 0


def _looker(library: Library, who: str | None) -> PersonId | None:
    """The person who looks, by id or by name; None for whoever may see everything. Raises `CommandFailed`."""
    if who is None or who == OUTSIDER:
        return None if who is None else PersonId("")
    seated = library.views.seated()
    if any(person == who for _slug, person in seated):
        return PersonId(who)
    called = sorted({person for (_slug, person), name in seated.items() if name.casefold() == who.casefold()})
    if len(called) == 1:
        return PersonId(called[0])
    if called:
        raise usage_error(f"Several are called {who!r}: {', '.join(called)}. Name one of these ids.")
    raise usage_error(f"{who!r} has no seat in any campaign. --as {OUTSIDER} looks as anybody else does.")


def day(text: str | None, option: str, *, past: bool = False) -> str | None:
    """The moment at which a typed day begins, or with `past` is over; None for no day. Raises `CommandFailed`."""
    if text is None:
        return None
    try:
        return moment_of(text, past=past)
    except ValueError as error:
        raise usage_error(f"{option} wants a day, month or year, such as 2025-03-01: {text!r} is none.") from error


def _print(found: Found, limit: int, page: int) -> None:
    if not found.total:
        say(f"Nothing was found. Did you mean: {found.meant}" if found.meant else "Nothing was found.")
        return
    if not found.hits:
        say(f"There is no page {page}: {_counted(found)}, {limit} on a page.")
        return
    made = table("campaign", "#position", "kind", "what happened", "by", "when")
    for hit in found.hits:
        made.add_row(
            cell(hit.campaign, "bold"),
            str(hit.position),
            kind_cell(hit.kind),
            _told(hit),
            cell(hit.by, "dim"),
            cell(local(hit.when), "dim"),
        )
    say(made)
    shown = (page - 1) * limit + len(found.hits)
    more = "" if shown >= found.total else f" --page {page + 1} shows more."
    say(f"{_counted(found)}.{more}")


def _print_spoken(found: SpokenFound) -> None:
    made = table("campaign", "#position", "#heard at", "who", "said aloud", "in")
    for hit in found.hits:
        made.add_row(
            cell(hit.campaign, "bold"),
            f"{'' if hit.tied else 'about '}{hit.position}",
            clock(hit.begun),
            cell(hit.speaker),
            _in_context(hit.context),
            cell(f"file {hit.file}" if hit.recording is None else f"file {hit.recording}", "dim"),
        )
    say(made)
    many = "One line" if found.total == 1 else f"{found.total:,} lines"
    shown = "" if len(found.hits) == found.total else f", the best {len(found.hits):,} of them here"
    say(f"{many} said aloud{shown}.")


def _in_context(pieces: tuple[ExcerptPiece, ...]) -> Text:
    told = Text(overflow="fold")
    for piece in pieces:
        told.append(plain(" · ".join(piece.text.split("\n"))), style="bold underline" if piece.found else "")
    return told


def _counted(found: Found) -> str:
    many = f"{found.total:,} found" if found.total > 1 else "One found"
    if len(found.campaigns) == 1:
        return many
    listed = ", ".join(f"{slug} {count:,}" for slug, count in list(found.campaigns.items())[:6])
    rest = f" and {len(found.campaigns) - 6} more" if len(found.campaigns) > 6 else ""
    return f"{many} in {len(found.campaigns)} campaigns: {listed}{rest}"


def _told(hit: Hit) -> Text:
    """The words in their context; the headline before it, where the context does not begin with it."""
    told = Text(overflow="fold")
    context = "".join(piece.text for piece in hit.context)
    if not context.startswith(hit.headline):
        told.append(line(hit.headline), style="")
        told.append("\n")
    told.append_text(_in_context(hit.context))
    if not hit.current:
        told.append("  (on a line that was left)", style="dim italic")
    return told
