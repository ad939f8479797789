"""A story as it is read: scenes, a paragraph a test, the dice folded behind it, notes in place.

Pure functions to HTML, for the screen and for a page by itself. What leads to a moment, and what stands for a
record, is marked by whoever shows it: see `MomentLinks`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.kernel.wording import joining
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.front import figure_html, front_html
from exchange.documents.html.markup import emphasised, joined, number, people, text
from exchange.documents.plates import NOT_HUNG, PlacedPlates, Plate
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Part,
    Prelude,
    Proof,
    SceneEnd,
    SceneHead,
    SessionHead,
    SpanKind,
    StoryRemark,
    StorySpan,
    Text,
    plain,
)
from projections.views.story import BEFORE, session_title

Records = tuple[tuple[int, str], ...]


class MomentLinks:
    """Attributes of what leads to a moment: on the dashboard a record's number, by which a script goes there."""

    def heard(self, positions: Sequence[int]) -> str:
        """The recording in which these records are heard; nothing on a page by itself, which has none."""
        return ""

    def figure(self, plate: Plate) -> str:
        """A picture that stands with what is told."""
        return figure_html(plate)

    def lead(self, position: int) -> str:
        """Attributes of what leads to a record that is told elsewhere."""
        return f'data-go="{position}"'

    def row(self, position: int) -> str:
        """Attributes of what stands for a record, and leads to it."""
        return f'data-go="{position}"'


def parts_html(
    parts: Iterable[Part],
    faces: Faces = NO_FACES,
    moments: MomentLinks | None = None,
    hung: PlacedPlates = NOT_HUNG,
) -> str:
    """The parts of a story as prose, with the pictures hung there."""
    return (
        f'<div class="story">{joined(map(StoryDrawing(faces, moments or MomentLinks(), hung).drawn, parts))}</div>'
    )


@dataclass(frozen=True, slots=True)
class StoryDrawing:
    """Draws the parts of a story, one by one."""

    faces: Faces
    moments: MomentLinks
    hung: PlacedPlates = NOT_HUNG

    def drawn(self, part: Part) -> str:
        """One part, and the pictures that stand with it."""
        return self._told(part) + joined(map(self.moments.figure, self.hung.beside(part)))

    def _told(self, part: Part) -> str:
        match part:
            case Prelude():
                return self._prelude(part)
            case SessionHead():
                before = joined(f"<li>{_said(line)}</li>" for line in part.previously)
                there = f'<p class="there">{joining.PREVIOUSLY}</p>'
                recalled = f'{there}<ul class="recalled">{before}</ul>' if before else ""
                return (
                    self._heading(2, part.position, session_title(part.session, part.title), part.when) + recalled
                )
            case ChapterHead():
                return self._heading(2, part.position, part.title, "")
            case SceneHead():
                return self._scene(part)
            case SceneEnd():
                return self._end(part)
            case Paragraph():
                return self._paragraph(part)
            case StoryRemark():
                return self._remark(part) if self.hung.tells(part) else ""

    def folded(self, records: Records, css: str = "proof", said: str = "", *, opened: bool = False) -> str:
        """Records behind a line that opens to them."""
        many = len(records)
        line = text(said) if said else f"{number(many)} record{'' if many == 1 else 's'}"
        rows = joined(
            f'<li><span role="link" tabindex="0" class="people" {self.moments.row(position)}>{text(sentence)}'
            "</span></li>"
            for position, sentence in records
        )
        state = " open" if opened else ""
        return f'<details class="{css}"{state}><summary>{line}</summary><ol>{rows}</ol></details>'

    def _heading(self, level: int, position: int, title: str, when: str) -> str:
        below = f"<small>{text(when)}</small>" if when else ""
        return (
            f'<h{level} id="record-{position}"><button type="button" class="people" dir="auto" '
            f"{self.moments.row(position)}>{text(title)}</button>{below}</h{level}>"
        )

    def _scene(self, head: SceneHead) -> str:
        below = "; ".join(it for it in (head.place, head.when) if it)
        there = joined(
            text(span.text)
            if span.role is SpanKind.JOINING
            else f"<span>{self.faces.beside_name_of(span.who)}{people(span.text)}</span>"
            for span in head.present
        )
        listed = f'<p class="there">{there}</p>' if there else ""
        lines = [line for line in head.text.splitlines() if line]
        said = joined(f'<p class="people sets" dir="auto">{text(line)}</p>' for line in lines)
        asked = f'<p class="people asks" dir="auto">{text(head.demand)}</p>' if head.demand else ""
        return self._heading(3, head.position, head.title, below) + listed + said + asked

    def _end(self, end: SceneEnd) -> str:
        if not end.outcome:
            return ""
        return f'<p class="told came">{self._margin(end.position, "", row=True)}{_said(end.outcome)}</p>'

    def _margin(self, position: int, kinds: str, *, row: bool = False) -> str:
        marks = f"<span>{kinds}</span>" if kinds else ""
        to = self.moments.row(position) if row else self.moments.lead(position)
        return (
            f'<span class="margin"><button type="button" {to} '
            f'aria-label="To moment {number(position)}">{number(position)}</button>{marks}</span>'
        )

    def _paragraph(self, part: Paragraph) -> str:
        kinds = joined(f'<i class="k-{kind.value}"></i>' for kind in part.kinds)
        proof = part.proof or Proof("", ())
        # A record that stands there word for word is not folded under itself.
        same = not proof.text and [said for _, said in proof.records] == [plain(part.text).removesuffix(".")]
        drawn = f'<p class="told">{self._margin(part.position, kinds, row=same)}{_said(part.text)}</p>'
        folded = self.folded(proof.records, said=proof.text) if proof.records and not same else ""
        return (
            drawn
            + folded
            + self.moments.heard(part.positions)
            + joined(self._remark(remark, part.positions) for remark in part.remarks if self.hung.tells(remark))
        )

    def _remark(self, it: StoryRemark, beside: tuple[int, ...] = ()) -> str:
        """A note. What it is about is said where it does not stand beside that."""
        secret = "<small>not for everybody</small>" if it.secret else ""
        if it.about is not None and it.about not in beside:
            secret += f"<small>On moment {number(it.about)}</small>"
        said = emphasised(it.text) if it.logged else text(it.text)
        to = f'{self.moments.row(it.position)} aria-label="To moment {number(it.position)}"'
        face = self.faces.beside_author(it.person) if it.person else self.faces.beside(it.by) if it.by else ""
        return (
            f'<blockquote class="k-{it.kind.value}"><p class="by">{face}{people(it.by)}{secret}'
            f'<button type="button" {to}>{number(it.position)}</button></p>'
            f'<p class="people" dir="auto">{said}</p></blockquote>'
        )

    def _prelude(self, part: Prelude) -> str:
        drawn = front_html(part, self.faces, self.hung)
        if part.paragraphs:
            drawn += f"<h2>{BEFORE}</h2>" + joined(map(self.drawn, part.paragraphs))
        return drawn + (self.folded(part.records, "proof rest", opened=not drawn) if part.records else "")


def _said(spans: Text) -> str:
    return f'<span class="people" dir="auto">{joined(map(_span, spans))}</span>'


def _span(span: StorySpan) -> str:
    words = text(span.text)
    return f'<span class="secret">{words}</span>' if span.secret else words
