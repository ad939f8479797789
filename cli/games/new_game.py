"""`new-game`: a game to begin with, in a folder beside the others or in a package of its own."""

import json
import keyword
import sys
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

import domain.kernel
from cli.options import Options
from cli.outcome import CommandFailed, Status, broken, usage_error
from cli.printing import as_json, remark, say
from wiring.library import RESERVED, games

ENDING = ".txt"
LONGEST_TITLE = 80


def make(options: Options, key: str, title: str, *, package: bool) -> None:
    """Write the game, and say what to do next. Raises `CommandFailed` where the key cannot be one, or is taken."""
    _check(key, title, package=package)
    project = key.replace("_", "-")
    place = Path(project) if package else Path(str(files(domain.kernel))).parent / key
    if place.exists():
        raise CommandFailed(Status.CONFLICT, f"There is already a folder {place}.")
    words = {
        "key": key,
        "module": key if package else f"domain.{key}",
        "name": title,
        "title": json.dumps(title, ensure_ascii=False),
        "rule": "".join(part[0] for part in key.split("_") if part).upper(),
        "project": project,
        "version": version("campaign-ledger"),
    }
    skeleton = files("cli.games").joinpath("skeleton")
    try:
        written = _written(skeleton / "project", place, words) if package else []
        written += _written(skeleton / "game", place / key if package else place, words)
    except OSError as error:
        raise broken(f"{place} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    if options.json:
        as_json({"key": key, "title": title, "folder": str(place), "files": [str(it) for it in written]})
        return
    say(f"{title}: {len(written)} files in {place}.")
    for line in _next(key, place, package=package):
        remark(line)


def _check(key: str, title: str, *, package: bool) -> None:
    if not key.isascii() or not key.isidentifier() or key != key.lower() or keyword.iskeyword(key):
        raise usage_error(f"{key!r} cannot be the key of a game: small letters, digits and underscores can.")
    if key in RESERVED:
        raise usage_error(f"{key!r} cannot be the key of a game: records of every campaign begin with that word.")
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise usage_error(f"A title is a line of at most {LONGEST_TITLE} letters.")
    if key in games():
        raise CommandFailed(
            Status.CONFLICT, f"There is already a game {key!r}. Choose another key: it is for ever."
        )
    if package and (key in sys.stdlib_module_names or find_spec(key) is not None):
        raise CommandFailed(
            Status.CONFLICT, f"There is already a Python package {key!r} here. Choose another key."
        )


def _written(source: Traversable, place: Path, words: dict[str, str]) -> list[Path]:
    """Write the files of a skeleton to a place, with the words filled in."""
    written = []
    for name, content in _files(source):
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = Template(content).substitute(words)
        file.write_text(_sorted(text, words["module"]) if file.suffix == ".py" else text, "utf-8", newline="\n")
        written.append(file)
    return written


def _sorted(text: str, module: str) -> str:
    """The text with the game's own imports where linters want them: among the others, or apart."""
    lines = text.split("\n")
    own = next((at for at, line in enumerate(lines) if line.startswith(f"from {module}.")), None)
    if own is None:
        return text
    if not module.startswith("domain."):
        return "\n".join([*lines[:own], "", *lines[own:]])
    first = own
    while lines[first - 1].startswith("from domain."):
        first -= 1
    return "\n".join([*lines[:first], *sorted(lines[first : own + 1]), *lines[own + 1 :]])


def _files(source: Traversable, within: str = "") -> Iterator[tuple[str, str]]:
    for each in sorted(source.iterdir(), key=lambda it: it.name):
        if each.is_dir():
            yield from _files(each, f"{within}{each.name}/")
        elif each.name.endswith(ENDING):
            yield within + each.name.removesuffix(ENDING), each.read_text("utf-8")


def _next(key: str, place: Path, *, package: bool) -> Iterator[str]:
    if package:
        yield f"Install it:      pip install --editable '{place}[test]'"
        yield f"Its laws:        pytest {place}"
    else:
        yield f"Its laws:        python -m campaign_laws {key}"
    yield f"Its scenarios:   campaign coverage {key}"
    yield f"A campaign:      campaign new --game {key} --title 'A journey'"
