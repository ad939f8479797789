"""List of what was found: pure functions to HTML. Everything in it comes from people."""

from collections.abc import Mapping
from urllib.parse import urlencode

from dashboard.forms.text import cut
from exchange.documents.html.markup import joined, number, people, text
from projections.tables.search.context import ExcerptPiece
from projections.tables.search.searching import Found, Hit
from projections.transcripts.finding import Spoken, SpokenFound
from projections.views.dates import clock, day_words

MOST_COUNTED = 8


def finds_html(found: Found, games: Mapping[str, str], names: Mapping[tuple[str, str], str]) -> str:
    """The hits, each leading to its moment. `games` are titles by key, `names` of people by (campaign, id)."""
    rows = joined(_hit(hit, games.get(hit.game, hit.game), names) for hit in found.hits)
    return f'<ol class="finds">{rows}</ol>'


def counted_html(found: Found, titles: Mapping[str, str]) -> str:
    """Say how much was found, and where."""
    if not found.total:
        return '<p class="over" role="status"><span>Nothing was found</span></p>'
    many = "One moment" if found.total == 1 else f"{number(found.total)} moments"
    shown = list(found.campaigns.items())[:MOST_COUNTED]
    parts = [f"<li>{people(titles.get(slug, slug))} <b>{number(count)}</b></li>" for slug, count in shown]
    if len(found.campaigns) > MOST_COUNTED:
        more = len(found.campaigns) - MOST_COUNTED
        parts.append(f"<li>and {number(more)} {'campaign' if more == 1 else 'campaigns'} more</li>")
    listed = f'<ul class="counts">{joined(parts)}</ul>' if len(found.campaigns) > 1 else ""
    return f'<div class="found-over" role="status"><p class="over"><span>{many}</span></p>{listed}</div>'


def names_of_people(seated: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """The names of whoever sits somewhere, by id: an id that several share at their tables has all their names,
    and two of one name are told apart by a number.
    """
    names: dict[str, list[str]] = {}
    for (_campaign, person), name in seated.items():
        if name not in names.setdefault(person, []):
            names[person].append(name)
    said: dict[str, str] = {}
    for person, known in names.items():
        more = " and others" if len(known) > 2 else ""
        words = cut(" and ".join(known) if not more else ", ".join(known[:2]), 50) + more
        alike = sum(it == words or it.startswith(f"{words} (") for it in said.values())
        said[person] = f"{words} ({alike + 1})" if alike else words
    return said


def place_of(hit: Hit) -> str:
    """The address at which the replay shows this moment."""
    return "replay?" + urlencode({"campaign": hit.campaign, "at": hit.position})


def spoken_html(found: SpokenFound) -> str:
    """The lines of transcripts that were found, each leading to its moment; nothing for none."""
    if not found.total:
        return ""
    many = "One line" if found.total == 1 else f"{number(found.total)} lines"
    rows = joined(map(_line, found.hits))
    return (
        f'<section class="aloud"><p class="over"><span>Said aloud</span> <small>{many}</small></p>'
        f'<ol class="finds">{rows}</ol></section>'
    )


def place_of_line(hit: Spoken) -> str:
    """The address at which the replay shows the moment of this line, and lets it be heard."""
    asked = {"campaign": hit.campaign, "at": hit.position, "spoken": f"{hit.file}.{hit.n}"}
    return "replay?" + urlencode(asked)


def _line(hit: Spoken) -> str:
    who = people(hit.speaker) if hit.speaker else "somebody"
    moment = f"moment {number(hit.position)}" if hit.tied else f"about moment {number(hit.position)}"
    heard = "" if hit.recording is None else "<span>to be heard</span>"
    return (
        f'<li class="k-story"><a class="hit" data-way href="{text(place_of_line(hit))}"><i></i>'
        f'<span class="where">{who}<small>{people(hit.title)}</small></span>{_context(hit.context)}'
        f'<span class="when"><span>{clock(hit.begun)} in {people(hit.name)}</span><span>{moment}</span>'
        f"<span>{text(day_words(hit.when) or hit.when)}</span>{heard}</span></a></li>"
    )


def _hit(hit: Hit, game: str, names: Mapping[tuple[str, str], str]) -> str:
    said = "".join(piece.text for piece in hit.context)
    told = said.startswith(hit.headline) or hit.headline.startswith(said.removesuffix(" …"))
    before = "" if told else people(hit.headline, "p", "headline")
    left = "" if hit.current else '<em class="left">on a line that was left</em>'
    session = f"<span>session {hit.session}</span>" if hit.session else ""
    by = names.get((hit.campaign, hit.by), hit.by)
    return (
        f'<li class="k-{hit.kind.value}"><a class="hit" data-way href="{text(place_of(hit))}">'
        f'<i></i><span class="where">{people(hit.title)}'
        f"<small>{text(game)}</small></span>{before}{_context(hit.context)}"
        f'<span class="when"><span>moment {number(hit.position)}</span>{session}<span>{people(by)}</span>'
        f"<span>{text(day_words(hit.when) or hit.when)}</span>{left}</span></a></li>"
    )


def _context(pieces: tuple[ExcerptPiece, ...]) -> str:
    inside = joined(f"<mark>{_shown(it)}</mark>" if it.found else _shown(it) for it in pieces)
    return f'<span class="people context" dir="auto">{inside}</span>'


def _shown(piece: ExcerptPiece) -> str:
    return text(" · ".join(piece.text.split("\n")))
