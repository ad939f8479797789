"""A campaign retold as Markdown to read: sessions, scenes, what happened in headlines, notes in place."""

from collections.abc import Iterable, Iterator

from domain.kernel.campaign.state import Campaign
from domain.kernel.people import GM_ONLY, Audience
from ledger.answers import Told
from projections.audiences import as_told_to
from projections.views.markdown import plain_lines, plainly
from projections.views.story import BEFORE, SEATS, Happening, Heading, Part, Writing, parts_of, who_may_read


def chronicle(told: Iterable[Told], campaign: Campaign, game_title: str, audience: Audience) -> Iterator[str]:
    """The current line in pieces of text, one for each record and some more.

    `told` are its records in order, `campaign` how it stands at the last. Only what `audience` may know is told.
    Text that a person wrote stands there as it was written and means nothing in Markdown.
    """
    yield from _beginning(campaign, game_title, audience)
    in_list = False
    for each in told:
        # Told of a session only, it begins with that session's own heading.
        first = f"\n## {BEFORE}\n" if each.record.position == 1 else ""
        mine = as_told_to(audience, each)
        if mine is None:
            yield first
            continue
        parts = parts_of(mine)
        listed = all(isinstance(part, Happening) for part in parts)
        # A list ends where something else begins, and each needs an empty line before it.
        yield first + ("" if listed and in_list else "\n") + "".join(map(_drawn, parts))
        in_list = listed
    yield "\n"


def _beginning(campaign: Campaign, game_title: str, audience: Audience) -> Iterator[str]:
    reads = who_may_read(audience)
    reads = f"**{reads}**" if audience == GM_ONLY else plainly(reads)
    yield f"# {plainly(campaign.title)}\n\nA campaign of {plainly(game_title)}. {reads}\n"
    yield (
        "\nThe small numbers are positions in the records, which hold everything. What was taken back is not told "
        "here, but is still there.\n"
    )
    people = [
        f"- {plainly(seat.name)}, {SEATS[seat.role]} (`{person}`)\n"
        for person, seat in campaign.people.items()
        if seat.role in SEATS
    ]
    yield "\n## At the table\n\n" + "".join(people) if people else ""


def _drawn(part: Part) -> str:
    match part:
        case Heading():
            when = f"\n*{plainly(part.when)}*\n" if part.when else ""
            there = f"\nThere: {', '.join(map(plainly, part.there))}.\n" if part.there else ""
            return f"{'#' * part.level} {plainly(part.title)}\n{when}{there}"
        case Happening():
            return f"- {plainly(part.text)} `{part.position}`\n"
        case Writing():
            return _quoted(part)


def _quoted(part: Writing) -> str:
    secret = ", not for everybody" if part.secret else ""
    lines = plain_lines(part.text) or [""]
    quoted = "\n".join(
        f"> {line}\\" if line and after else f"> {line}"
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
    )
    return f"> **{plainly(part.by)}**{secret} `{part.position}`\\\n{quoted}\n"
