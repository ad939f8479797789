"""A campaign retold as Markdown to read: sessions, scenes, what happened in headlines, notes in place."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from domain.kernel import facts
from domain.kernel.campaign.state import Campaign
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role
from ledger.answers import Told
from ledger.archive.markdown import plain_lines, plainly
from ledger.fold import JOURNAL_PREFIX
from ledger.open_campaign import REWOUND
from projections.audiences import as_told_to

_SEATS = {Role.GM: "game master", Role.PLAYER: "player"}


def chronicle(told: Iterable[Told], campaign: Campaign, game_title: str, audience: Audience) -> Iterator[str]:
    """The current line in pieces of text, one for each record and some more.

    `told` are its records in order, `campaign` how it stands at the last. Only what `audience` may know is told.
    Text that a person wrote stands there as it was written and means nothing in Markdown.
    """
    yield from _beginning(campaign, game_title, audience)
    in_list = False
    for each in told:
        mine = as_told_to(audience, each)
        if mine is None:
            yield ""
            continue
        heads = list(_headings(mine))
        listed = not heads and not _is_quoted(mine)
        # A list ends where something else begins, and each needs an empty line before it.
        yield ("" if listed and in_list else "\n") + ("".join(heads) or _entry(mine))
        in_list = listed
    yield "\n"


def _beginning(campaign: Campaign, game_title: str, audience: Audience) -> Iterator[str]:
    yield f"# {plainly(campaign.title)}\n\nA campaign of {plainly(game_title)}. {_who_may_read(audience)}\n"
    yield (
        "\nThe small numbers are positions in the records, which hold everything. What was taken back is not told "
        "here, but is still there.\n"
    )
    people = [
        f"- {plainly(seat.name)}, {_SEATS[seat.role]} (`{person}`)\n"
        for person, seat in campaign.people.items()
        if seat.role in _SEATS
    ]
    yield "\n## At the table\n\n" + "".join(people) if people else ""
    yield "\n## Before the first session\n"


def _who_may_read(audience: Audience) -> str:
    if audience == EVERYONE:
        return "This is what everybody at the table may know."
    if audience == GM_ONLY:
        return "**This is everything, also what is for the game master's eyes only.**"
    return f"This is what `{audience.removeprefix('person:')}` may know."


def _headings(told: Told) -> Iterator[str]:
    """Headings for what begins with a record."""
    for fact in told.retelling.facts:
        match fact:
            case facts.SessionOpened():
                title = f": {plainly(fact.title)}" if fact.title.strip() else ""
                yield f"## Session {fact.session}{title}\n\n*{_when(told)}*\n"
            case facts.ChapterOpened():
                yield f"## {plainly(fact.title)}\n"
            case facts.SceneOpened():
                place = f", {_named(fact.place, told.retelling.names)}" if fact.place.strip() else ""
                yield f"### {plainly(fact.title) or 'A scene'}{place}\n"
                if fact.present:
                    present = ", ".join(_named(who, told.retelling.names) for who in fact.present)
                    yield f"\nThere: {present}.\n"


def _named(name: str, names: Mapping[str, str]) -> str:
    return plainly(names.get(name, name))


def _when(told: Told) -> str:
    envelope = told.record.envelope
    at = envelope.happened_at or envelope.at
    try:
        day = datetime.fromisoformat(at).strftime("%Y-%m-%d")
    except ValueError:
        day = plainly(at)
    return f"{day}; {plainly(envelope.fiction_time)}" if envelope.fiction_time else day


def _is_quoted(told: Told) -> bool:
    """What was written down, and what breaks the line, stands by itself."""
    return told.record.envelope.type.startswith(JOURNAL_PREFIX) or told.record.envelope.type == REWOUND


def _entry(told: Told) -> str:
    envelope, headline = told.record.envelope, told.retelling.headline
    if not _is_quoted(told):
        return f"- {plainly(headline)} `{envelope.position}`\n"
    by = _named(envelope.by, told.retelling.names)
    secret = ", for the game master only" if told.retelling.audience == GM_ONLY else ""
    lines = plain_lines(headline) or [""]
    quoted = "\n".join(f"> {line}\\" if line and after else f"> {line}" for line, after in _with_next(lines))
    return f"> **{by}**{secret} `{envelope.position}`\\\n{quoted}\n"


def _with_next(lines: list[str]) -> Iterator[tuple[str, str]]:
    return zip(lines, [*lines[1:], ""], strict=True)
