"""Files as a page shows them: pictures in a row, sound and film to play, all else to download. Pure functions."""

from collections.abc import Callable, Sequence
from typing import Protocol

from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.people import EVERYONE
from exchange.documents.html.markup import joined, people, text
from projections.views.voices import Heard

THUMBNAIL = 640
"""Pixels that a picture in a row is wide at most; the whole of it opens by itself."""


class Address(Protocol):
    """The function from a file to the address where whoever looks fetches it, as it is or so many pixels wide."""

    def __call__(self, file: AttachedFile, width: int | None = None) -> str:
        """The address of a file."""


def attached_html(files: Sequence[AttachedFile], address: Address) -> str:
    """List the files attached to a thing, in the order they were attached; nothing for none."""
    drawn = joined(f"<li>{_figure(it, address)}</li>" for it in files)
    return f'<ul class="attached">{drawn}</ul>' if drawn else ""


def _figure(it: AttachedFile, address: Address) -> str:
    words = people(it.caption or it.name, "figcaption") + _kept(it)
    drawn = _SHOWN.get(it.media.partition("/")[0], _link)(it, address)
    return f'<figure data-file="{it.number}">{drawn}{words}</figure>'


def _kept(it: AttachedFile) -> str:
    return "" if it.audience == EVERYONE else '<small class="kept">not for everybody</small>'


def _image(it: AttachedFile, address: Address) -> str:
    alt = text(it.alt or it.caption or it.name)
    size = f' width="{it.width}" height="{it.height}"' if it.width and it.height else ""
    return (
        f'<a href="{text(address(it))}" target="_blank" rel="noopener" title="Open the whole picture">'
        f'<img src="{text(address(it, THUMBNAIL))}" alt="{alt}" loading="lazy"{size}></a>'
    )


def _sound(it: AttachedFile, address: Address) -> str:
    return f'<audio controls preload="none" src="{text(address(it))}"></audio>'


def _film(it: AttachedFile, address: Address) -> str:
    return f'<video controls preload="none" src="{text(address(it))}"></video>'


def _link(it: AttachedFile, address: Address) -> str:
    return f'<a class="file" href="{text(address(it))}" target="_blank" rel="noopener">{people(it.name)}</a>'


_SHOWN: dict[str, Callable[[AttachedFile, Address], str]] = {"image": _image, "audio": _sound, "video": _film}


def hear_html(heard: Heard | None, address: Address) -> str:
    """A recording at the moment that is looked at, ready to be heard; nothing where none has it."""
    if heard is None:
        return ""
    at = f"#t={heard.second:.1f}"
    return (
        '<details class="hear"><summary>Hear this moment</summary>'
        f'<audio controls preload="none" src="{text(address(heard.file) + at)}" '
        f'aria-label="{text(heard.file.caption or heard.file.name)}"></audio></details>'
    )
