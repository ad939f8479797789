"""Files as a page shows them: pictures in a row, sound and film to play, all else to download. Pure functions."""

from collections.abc import Callable, Sequence
from typing import Protocol

from dashboard.ui.attached.voices import AudibleLine
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.people import EVERYONE
from exchange.documents.html.markup import joined, people, text
from projections.transcripts.finding import SpokenLine
from projections.views.dates import clock
from projections.views.voices import Heard

THUMBNAIL = 640
"""Pixels that a picture in a row is wide at most; the whole of it opens by itself."""


class FileAddress(Protocol):
    """The function from a file to the address where whoever looks fetches it, as it is or so many pixels wide."""

    def __call__(self, file: AttachedFile, width: int | None = None) -> str:
        """The address of a file."""


def attached_html(files: Sequence[AttachedFile], address: FileAddress) -> str:
    """List the files attached to a thing, in the order they were attached; nothing for none."""
    drawn = joined(f"<li>{_figure(it, address)}</li>" for it in files)
    return f'<ul class="attached">{drawn}</ul>' if drawn else ""


def _figure(it: AttachedFile, address: FileAddress) -> str:
    words = people(it.caption or it.name, "figcaption") + _kept(it)
    drawn = _SHOWN.get(it.media.partition("/")[0], _link)(it, address)
    return f'<figure data-file="{it.number}">{drawn}{words}</figure>'


def _kept(it: AttachedFile) -> str:
    return "" if it.audience == EVERYONE else '<small class="kept">not for everybody</small>'


def _image(it: AttachedFile, address: FileAddress) -> str:
    alt = text(it.alt or it.caption or it.name)
    size = f' width="{it.width}" height="{it.height}"' if it.width and it.height else ""
    return (
        f'<a href="{text(address(it))}" target="_blank" rel="noopener" title="Open the whole picture">'
        f'<img src="{text(address(it, THUMBNAIL))}" alt="{alt}" loading="lazy"{size}></a>'
    )


def _sound(it: AttachedFile, address: FileAddress) -> str:
    return f'<audio controls preload="none" src="{text(address(it))}"></audio>'


def _film(it: AttachedFile, address: FileAddress) -> str:
    return f'<video controls preload="none" src="{text(address(it))}"></video>'


def _link(it: AttachedFile, address: FileAddress) -> str:
    return f'<a class="file" href="{text(address(it))}" target="_blank" rel="noopener">{people(it.name)}</a>'


_SHOWN: dict[str, Callable[[AttachedFile, FileAddress], str]] = {"image": _image, "audio": _sound, "video": _film}


def hear_html(heard: Heard | None, address: FileAddress, said: Sequence[SpokenLine] = ()) -> str:
    """A recording at the moment looked at, ready to be heard, with what was said; nothing where none has it."""
    if heard is None:
        return ""
    return (
        '<details class="hear"><summary>Hear this moment</summary>'
        f"{player_html(heard.file, heard.second, address)}{lines_html(said, heard=True)}</details>"
    )


def aloud_html(said: AudibleLine, address: FileAddress) -> str:
    """A line of a transcript with those around it, and the recording from there on."""
    name, at = said.transcript.caption or said.transcript.name, said.line.begun
    heard = said.recording is not None
    second = max(0.0, at / 1000 - 1)
    player = player_html(said.recording, second, address, preload="metadata") if said.recording else ""
    why = "" if heard else '<p class="quiet">There is no recording of it here that you may hear.</p>'
    over = f'<p class="over"><span>Said aloud</span> <small>{clock(at)} in {people(name)}</small></p>'
    return (
        f'<section class="aloud">{over}{player}{why}{lines_html(said.around, said.line.n, heard=heard)}</section>'
    )


def player_html(file: AttachedFile, second: float, address: FileAddress, *, preload: str = "none") -> str:
    """A recording to play from a second on."""
    kind = "video" if file.media.startswith("video/") else "audio"
    at = f"#t={second:.1f}"
    return (
        f'<{kind} controls preload="{preload}" src="{text(address(file) + at)}" '
        f'aria-label="{text(file.caption or file.name)}"></{kind}>'
    )


def lines_html(lines: Sequence[SpokenLine], here: int | None = None, *, heard: bool) -> str:
    """Lines of a transcript with their times, from which on it can be `heard`. `here` is the one to mark."""
    rows = joined(
        _said(it, ' class="here" aria-current="true"' if it.n == here else "", heard=heard) for it in lines
    )
    return f'<ol class="lines">{rows}</ol>' if rows else ""


def _said(it: SpokenLine, marked: str, *, heard: bool) -> str:
    who = people(it.speaker, "b") + " " if it.speaker else ""
    return f"<li{marked}>{_time(it, heard=heard)}<span>{who}{people(it.text)}</span></li>"


def _time(it: SpokenLine, *, heard: bool) -> str:
    span = f"{clock(it.begun)} to {clock(it.ended)}"
    if not heard:
        return f'<span class="time" title="{span}">{clock(it.begun)}</span>'
    return (
        f'<button type="button" class="time" data-hear="{it.begun / 1000:.1f}" title="Hear it: {span}">'
        f"{clock(it.begun)}</button>"
    )
