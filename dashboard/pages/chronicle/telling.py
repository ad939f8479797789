"""A story as it is read on the screen: scenes, a paragraph a test, the dice folded behind it, notes in place.

Pure functions to HTML. The number beside a paragraph leads to its moment in the replay; the folded line opens to
its records, each of which does the same.
"""

from collections.abc import Iterable

from domain.kernel.wording import joining
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import joined, number, people, text
from projections.story.model import (
    ChapterHead,
    Member,
    Paragraph,
    Part,
    Prelude,
    Proof,
    Remark,
    Role,
    SceneEnd,
    SceneHead,
    SessionHead,
    Span,
    Text,
    plain,
)
from projections.views.story import BEFORE


def telling_html(parts: Iterable[Part], faces: Faces = NO_FACES) -> str:
    """The parts of a story as prose."""
    return f'<div class="story">{joined(_drawn(part, faces) for part in parts)}</div>'


def _drawn(part: Part, faces: Faces) -> str:
    match part:
        case Prelude():
            return _prelude(part, faces)
        case SessionHead():
            title = f"Session {part.session}" + (f": {part.title}" if part.title else "")
            before = joined(f"<li>{_said(line)}</li>" for line in part.previously)
            recalled = (
                f'<p class="there">{joining.PREVIOUSLY}</p><ul class="recalled">{before}</ul>' if before else ""
            )
            return _heading(2, part.position, title, part.when) + recalled
        case ChapterHead():
            return _heading(2, part.position, part.title, "")
        case SceneHead():
            return _scene(part, faces)
        case SceneEnd():
            return _line(part.position, "told came", part.outcome) if part.outcome else ""
        case Paragraph():
            return _paragraph(part, faces)
        case Remark():
            return _remark(part, faces)


def _heading(level: int, position: int, title: str, when: str) -> str:
    below = f"<small>{text(when)}</small>" if when else ""
    return (
        f'<h{level} id="record-{position}"><button type="button" class="people" dir="auto" '
        f'data-go="{position}">{text(title)}</button>{below}</h{level}>'
    )


def _scene(head: SceneHead, faces: Faces) -> str:
    below = "; ".join(it for it in (head.place, head.when) if it)
    names = [span for span in head.present if span.role is Role.NAME]
    there = ", ".join(faces.beside(span.text) + people(span.text) for span in names)
    listed = f'<p class="there">{there}</p>' if there else ""
    said = joined(f'<p class="people sets" dir="auto">{text(line)}</p>' for line in head.text.splitlines() if line)
    asked = f'<p class="people asks" dir="auto">{text(head.demand)}</p>' if head.demand else ""
    return _heading(3, head.position, head.title, below) + listed + said + asked


def _line(position: int, css: str, said: Text) -> str:
    return f'<p class="{css}">{_margin(position, "")}{_said(said)}</p>'


def _margin(position: int, kinds: str) -> str:
    marks = f"<span>{kinds}</span>" if kinds else ""
    return (
        f'<span class="margin"><button type="button" data-go="{position}" '
        f'aria-label="To moment {number(position)}">{number(position)}</button>{marks}</span>'
    )


def _said(spans: Iterable[Span]) -> str:
    return f'<span class="people" dir="auto">{joined(map(_span, spans))}</span>'


def _span(span: Span) -> str:
    words = text(span.text)
    return f'<span class="secret">{words}</span>' if span.secret else words


def _paragraph(part: Paragraph, faces: Faces) -> str:
    kinds = joined(f'<i class="k-{kind.value}"></i>' for kind in part.kinds)
    drawn = f'<p class="told">{_margin(part.position, kinds)}{_said(part.text)}</p>'
    folded = _proof(part.proof) if part.proof is not None else ""
    return drawn + folded + joined(_remark(remark, faces, part.positions) for remark in part.remarks)


def _proof(proof: Proof) -> str:
    many = len(proof.records)
    said = text(proof.text) if proof.text else f"{number(many)} record{'' if many == 1 else 's'}"
    records = joined(
        f'<li><span role="link" tabindex="0" class="people" data-go="{position}">{text(sentence)}</span></li>'
        for position, sentence in proof.records
    )
    return f'<details class="proof"><summary>{said}</summary><ol>{records}</ol></details>'


def _remark(it: Remark, faces: Faces, beside: tuple[int, ...] = ()) -> str:
    """A note. What it is about is said where it does not stand beside that."""
    secret = "<small>not for everybody</small>" if it.secret else ""
    if it.about is not None and it.about not in beside:
        secret += f"<small>On moment {number(it.about)}</small>"
    to = f'data-go="{it.position}" aria-label="To moment {number(it.position)}"'
    return (
        f'<blockquote class="k-{it.kind.value}"><p class="by">{faces.beside(it.by)}{people(it.by)}{secret}'
        f'<button type="button" {to}>{number(it.position)}</button></p>'
        f'<p class="people" dir="auto">{text(it.text)}</p></blockquote>'
    )


# --- the page in front -----------------------------------------------------------------------------------


def _prelude(part: Prelude, faces: Faces) -> str:
    drawn = ""
    if part.people:
        drawn += "<h2>The people</h2>" + joined(_member(member, faces) for member in part.people)
    if powers := [power for power in part.powers if plain(power.text)]:
        rows = joined(f"<li><b>{people(it.name)}.</b> {_said(it.text)}</li>" for it in powers)
        drawn += f'<h2>The powers</h2><ul class="recalled">{rows}</ul>'
    if part.paragraphs:
        drawn += f"<h2>{BEFORE}</h2>" + joined(_drawn(it, faces) for it in part.paragraphs)
    return drawn + (_proof(Proof("", part.records)) if part.records else "")


def _member(member: Member, faces: Faces) -> str:
    played = f"<small>{joining.PLAYED_BY} {people(member.player)}</small>" if member.player else ""
    lines = joined(f"{_said(line)} " for line in member.lines)
    traits = f"<em>{people(', '.join(member.traits))}</em>" if member.traits else ""
    name = faces.beside(member.name) + people(member.name)
    return f'<h3>{name}{played}</h3><p class="told">{lines}{traits}</p>'
