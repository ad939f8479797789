"""A campaign retold as Markdown to read: people, sessions, scenes, each test a paragraph, each note in place."""

from collections.abc import Iterable, Iterator

from domain.kernel.campaign.state import Campaign
from domain.kernel.people import GM_ONLY, Audience
from domain.kernel.wording import joining
from ledger.answers import ToldRecord
from projections.audiences import as_told_to
from projections.story.lengths import Length, about, after, shortened
from projections.story.model import (
    ChapterHead,
    Member,
    Paragraph,
    Part,
    Prelude,
    SceneEnd,
    SceneHead,
    SessionHead,
    StoryRemark,
    Text,
    plain,
)
from projections.story.sentences import joint, stopped
from projections.story.story_builder import told_story
from projections.story.subjects import NO_SUBJECTS, Subjects
from projections.views.markdown import emphasised_lines, plain_lines, plainly
from projections.views.story import BEFORE, SEATS, says_who_runs_it, session_title, who_may_read


def chronicle(
    told: Iterable[ToldRecord],
    campaign: Campaign,
    game_title: str,
    audience: Audience,
    *,
    subjects: Subjects = NO_SUBJECTS,
    length: Length = Length.EVERYTHING,
    whose: str | None = None,
    since: int = 0,
) -> Iterator[str]:
    """The current line in pieces of text, one for each part of the story.

    `told` are its records in order, `campaign` how it stands at the last. Only what `audience` may know is told.
    Text that a person wrote stands there as it was written and means nothing in Markdown. `subjects` are those
    there before these records; `whose` is the one it is told about. Records up to `since` are heard and not told:
    a session begins with what came before it.
    """
    parts = told_story(_known(told, audience), subjects)
    if since:
        parts = after(parts, since)
    if whose is not None:
        parts = about(parts, whose)
    if length is not Length.EVERYTHING:
        lines = shortened(parts, length, tests=whose is not None)
        yield "\n".join(f"{plainly(plain(line))}\n" for line in lines)  # each a paragraph: Markdown joins lines
        return
    yield from _beginning(campaign, game_title, audience)
    for part in parts:
        yield _drawn(part)
    yield "\n"


def _known(told: Iterable[ToldRecord], audience: Audience) -> Iterator[ToldRecord]:
    for each in told:
        mine = as_told_to(audience, each)
        if mine is not None:
            yield mine


def _beginning(campaign: Campaign, game_title: str, audience: Audience) -> Iterator[str]:
    reads = who_may_read(audience, campaign.people)
    reads = f"**{reads}**" if audience == GM_ONLY else plainly(reads)
    yield f"# {plainly(campaign.title)}\n\nA campaign of {plainly(game_title)}. {reads}\n"
    yield (
        "\nThe small numbers are positions in the records, which hold everything. What was taken back is not told "
        "here, but is still there.\n"
    )
    people = [
        f"- {plainly(seat.name)}{'' if says_who_runs_it(seat.name, seat.role) else f', {SEATS[seat.role]}'}\n"
        for seat in campaign.people.values()
        if seat.role in SEATS
    ]
    yield "\n## At the table\n\n" + "".join(people) if people else ""


def _drawn(part: Part) -> str:
    match part:
        case Prelude():
            return _prelude(part)
        case SessionHead():
            title = session_title(part.session, plainly(part.title))
            when = f"\n*{plainly(part.when)}*\n" if part.when else ""
            before = "".join(f"- {plainly(plain(line))}\n" for line in part.previously)
            previously = f"\n{joining.PREVIOUSLY}:\n\n{before}" if before else ""
            return f"\n## {title}\n{when}{previously}"
        case ChapterHead():
            return f"\n## {plainly(part.title)}\n"
        case SceneHead():
            return _scene(part)
        case SceneEnd():
            return f"\n{plainly(plain(part.outcome))} `{part.position}`\n" if part.outcome else ""
        case Paragraph():
            return _paragraph(part)
        case StoryRemark():
            return _quoted(part)


def _scene(head: SceneHead) -> str:
    below = "; ".join(plainly(it) for it in (head.place, head.when) if it)
    below = f"\n*{below}*\n" if below else ""
    there = f"\nThere: {plainly(plain(stopped(head.present)))}\n" if head.present else ""
    text = "".join(f"\n{line}\n" for line in plain_lines(head.text) if line)
    demand = f"\n**{plainly(head.demand)}**\n" if head.demand else ""
    return f"\n### {plainly(head.title)}\n{below}{there}{text}{demand}"


def _paragraph(part: Paragraph) -> str:
    proof = f" ▸ *{plainly(part.proof.text)}*" if part.proof and part.proof.text else ""
    secret = _kept(part.text)
    first, last = part.positions[0], part.positions[-1]
    where = f"`{first}`" if first == last else f"`{first}–{last}`"
    drawn = f"\n{plainly(plain(part.text))}{secret}{proof} {where}\n"
    return drawn + "".join(_quoted(remark, part.positions) for remark in part.remarks)


def _prelude(part: Prelude) -> str:
    drawn = ""
    if part.people:
        drawn += "\n## The people\n" + "".join(map(_member, part.people))
    if powers := [power for power in part.powers if plain(power.text)]:
        drawn += "\n## The powers\n\n"
        drawn += "".join(
            f"- **{plainly(power.name.removesuffix('.'))}.** {plainly(plain(power.text))}{_kept(power.text)}\n"
            for power in powers
        )
    if part.paragraphs:
        drawn += f"\n## {BEFORE}\n" + "".join(map(_drawn, part.paragraphs))
    return drawn


def _kept(text: Text) -> str:
    return " *(not for everybody)*" if any(span.secret for span in text) else ""


def _member(member: Member) -> str:
    played = f", {joining.PLAYED_BY} {plainly(member.player)}" if member.player else ""
    said = [plainly(plain(line)) + _kept(line) for line in member.lines]
    listed = plain(stopped((joint("; ".join(member.traits)),)))
    traits = [f"*{plainly(listed)}*"] if listed else []
    stop = "" if (member.player or member.name).endswith(".") else "."
    return " ".join((f"\n**{plainly(member.name)}**{played}{stop}", *said, *traits)) + "\n"


def _quoted(part: StoryRemark, beside: tuple[int, ...] = ()) -> str:
    secret = ", not for everybody" if part.secret else ""
    if part.about is not None and part.about not in beside:
        secret += f", on moment {part.about}"
    lines = (emphasised_lines if part.logged else plain_lines)(part.text) or [""]
    quoted = "\n".join(
        f"> {line}\\" if line and after else f"> {line}"
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
    )
    by = f"**{plainly(part.by)}**{secret} " if part.by else f"{secret.removeprefix(', ')} ".lstrip()
    return f"\n> {by}`{part.position}`\\\n{quoted}\n"
