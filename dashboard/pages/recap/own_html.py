"""The viewer's own part of the page between two sessions, in HTML. Pure functions."""

from collections.abc import Mapping

from dashboard.pages.recap.html import go
from dashboard.ui.drawing.advancement import label_of
from dashboard.ui.drawing.feed import differing
from exchange.documents.html.face import face_html
from exchange.documents.html.faces import Faces
from exchange.documents.html.markup import joined, number, people, text
from projections.compare.differences import Change
from projections.story.between import Between, RunningClock, SecretText, Share, WaitingRequest

MOST_CHANGES = 12
MOST_ASKED = 8
MOST_PLANS = 6
LONGEST = 90

Names = Mapping[str, str]


def shares_html(own: Between, faces: Faces) -> str:
    """Somebody's characters: a face, their evening in a few lines, what changed on the sheet."""
    return f'<div class="shares">{joined(_share(one, faces) for one in own.shares)}</div>'


def _share(share: Share, faces: Faces) -> str:
    member = share.member
    nothing = '<li class="quiet">Nothing happened to them.</li>'
    lines = joined(people(line, "li") for line in share.evening) or nothing
    shown = [change for change in share.changed if change.path != member.character][:MOST_CHANGES]
    more = len(share.changed) - len(shown)
    rest = f'<li class="rest">and {number(more)} more</li>' if more > 0 else ""
    changed = f'<ul class="changed">{joined(map(_change, shown))}{rest}</ul>' if shown else ""
    return (
        f'<article class="share">{face_html(faces.of(member.character))}<div>{people(member.name, "h2")}'
        f'<ul class="evening">{lines}</ul>{changed}</div></article>'
    )


def _change(change: Change) -> str:
    kind = "story" if change.better is None else "gain" if change.better else "loss"
    before, after = (_short(value) for value in differing(change.was, change.now))
    if not change.now:
        return f'<li class="k-loss">{people(change.label, "b")} <ins>gone</ins></li>'
    was = f"{people(before, 'del')} " if before else ""
    return f'<li class="k-{kind}">{people(change.heading, "b")} {was}{people(after, "ins")}</li>'


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rpartition(" ")[0] + "…"


def ready_html(own: Between, names: Names) -> str:
    """The tracks of advancement that somebody can take now, as a list."""
    if not own.ready:
        return '<p class="quiet">Nothing yet.</p>'
    rows = joined(
        f'<li class="k-growth now"><i></i><span>{people(names.get(track.owner, track.owner), "b")}: '
        f"{people(track.brings or label_of(track, names))}"
        f"<small>{people(label_of(track, names))}, {number(track.have)} of {number(track.need or 0)}</small>"
        "</span></li>"
        for track in own.ready
    )
    return f'<ul class="marked">{rows}</ul>'


def asked_html(own: Between) -> str:
    """The requests that wait for somebody's answer, as a list; "" where each has a box of its own."""
    if not own.asked:
        return '<p class="quiet">Nothing waits for you.</p>'
    asked = [it for it in own.asked if it.note is None and it.recording is None]  # these have boxes of their own
    if not asked:
        return ""
    more = len(asked) - MOST_ASKED
    rest = f'<li class="rest">and {number(more)} more</li>' if more > 0 else ""
    return f'<ul class="plain">{joined(map(_request, asked[:MOST_ASKED]))}{rest}</ul>'


def may_html(own: Between) -> str:
    """The steps that somebody may take and nobody asks for, folded; "" where there are none."""
    if not own.may:
        return ""
    count = sum(len(group.labels) for group in own.may)
    rows = joined(
        f"<li>{people(group.heading, 'b') if group.heading else ''} {people('; '.join(group.labels))}</li>"
        for group in own.may
    )
    steps = "step" if count == 1 else "steps"
    return (
        f'<details class="may"><summary>{number(count)} {steps} that you may take</summary>'
        f'<ul class="plain">{rows}</ul></details>'
    )


def _request(request: WaitingRequest) -> str:
    words = people(request.text, "b")
    shown = words if request.position is None else go(request.position, words)
    return f"<li>{shown} <small>{people(request.about)}</small></li>"


def next_time_html(own: Between) -> str:
    """The sentence in place of notes for next time, where there are none; those there are have boxes to tick."""
    return "" if own.next_time else '<p class="quiet">Nothing: write a note for next time, and it stands here.</p>'


def clocks_html(clocks: tuple[RunningClock, ...]) -> str:
    """The clocks that run and how far they are, as a list."""
    rows = joined(
        f"<li>{people(clock.label, 'b')} <small>{number(clock.value)} of {number(clock.high)}, "
        f"{people(clock.on)}</small></li>"
        for clock in clocks
    )
    return f'<ul class="plain">{rows}</ul>'


def plans_html(plans: tuple[SecretText, ...]) -> str:
    """The texts that only the GM may read, each in a line of a list."""
    rows = joined(
        f"<li>{people(f'{plan.on}, {plan.label}', 'b')} {people(_short(plan.text))}</li>"
        for plan in plans[:MOST_PLANS]
    )
    more = len(plans) - MOST_PLANS
    rest = f'<li class="rest">and {text(number(more))} more, on the sheets</li>' if more > 0 else ""
    return f'<ul class="plain">{rows}{rest}</ul>'
