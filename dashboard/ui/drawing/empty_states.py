"""Pages with nothing to show, or something to say about why: drawn in the same style as the rest."""

from collections.abc import Sequence

from exchange.documents.html.markup import joined, people, text

_SILHOUETTE = ((9, "story"), (16, "dice"), (28, "gain"), (44, "loss"), (54, "growth"), (38, "gain"), (22, "dice"))
_FLAT = ((8, "loss"), (13, "loss"), (8, "loss"), (54, "loss"), (8, "loss"), (13, "loss"), (8, "loss"))


def state_html(
    title: str, lines: Sequence[str], *, code: str = "", broken: bool = False, answers: bool = False
) -> str:
    """A title, a few sentences, and a command to type where one helps. All of it may come from people.

    What `answers` somebody who asked on this page is read out to whoever does not see it.
    """
    bars = joined(
        f'<b class="k-{kind}" style="--h:{tall}px"></b>' for tall, kind in (_FLAT if broken else _SILHOUETTE)
    )
    sentences = joined(people(line, "p") for line in lines)
    command = f"<p><code>{text(code)}</code></p>" if code else ""
    role = ' role="alert"' if broken else ' role="status"' if answers else ""
    said = f"<h2>{text(title)}</h2>{sentences}{command}"
    return f'<section class="state"{role}><i aria-hidden="true">{bars}</i>{said}</section>'
