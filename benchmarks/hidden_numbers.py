"""Numbers that somebody keeps secret, looked for in every byte that others are sent.

`python -m benchmarks.hidden_numbers [GAME…]`. Each kind of ruling in the samples and scenarios that not everybody
may know of is recorded twice, alike but for one number, and sealed behind it. Then two servers show the one and
the other ledger: all screens, each fragment of them and what each button answers, as another player and as a
reader, over sockets of their own; and the command line tells what that person may know, in every form there is.
What must hold: not a byte differs, but for what is made by chance and for seals; and no byte tells the salt of
that ruling, or the id of the campaign, without which no number can be tried against a seal.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from typer.testing import CliRunner

from benchmarks.shared_server import HEADER, shared_server
from cli.app import app
from domain.kernel.people import Viewer
from domain.registry import games
from tests.support.twins import Twins, both, find_twins, opened, others
from tests.support.wire import Page, fragments, page

SCREENS = (
    "",
    "replay",
    "chronicle",
    "sheets",
    "map",
    "advancement",
    "luck",
    "between",
    "table",
    "disputes",
    "find",
)
PLAYER, READER = "player@example.org", "reader@example.org"
CHANCE = re.compile(
    rb"/ID \[[^]]*\]|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z|"
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{8,64}"
)
TIMED = ("page_profile", "session_status_changed", "new_session")
PRESSED = 12
"""The number of buttons of a page that are pressed."""


@dataclass(slots=True)
class Told:
    """The answers compared, and their differences."""

    answers: int = 0
    sent: int = 0
    differ: list[str] = field(default_factory=list)
    ids_told: int = 0
    seals_told: int = 0

    def compare(self, where: str, one: bytes, other: bytes, secret: Sequence[bytes]) -> None:
        """Two answers that must be the same; neither may hold any of what seals are salted with."""
        self.answers += 1
        self.sent += len(one) + len(other)
        self.ids_told += sum(it in one or it in other for it in secret)
        self.seals_told += len(set(re.findall(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", one)))
        if CHANCE.sub(b"#", one) != CHANCE.sub(b"#", other):
            self.differ.append(f"{where}: {_apart(CHANCE.sub(b'#', one), CHANCE.sub(b'#', other))}")


def _apart(one: bytes, other: bytes) -> str:
    """The place where two answers part, with what stands around it."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(at - 40, 0) : at + 40]!r} and {other[max(at - 40, 0) : at + 40]!r}"


def main(keys: Sequence[str]) -> None:
    told = Told()
    with TemporaryDirectory() as folder:
        every = list(_every(Path(folder), keys))
        files = both(Path(folder), every)
        print(f"{len(every)} numbers kept secret: {', '.join(sorted({f'{it.game} {it.what}' for it in every}))}")
        people = _kept_from(files[0], every)
        salts = _salts(files, every)
        _by_keyboard(told, files, every, people, salts)
        print(f"command line: {_in_words(told)}", flush=True)
        on_screens = Told()
        with ExitStack() as stack:
            ports = [
                stack.enter_context(shared_server(Path(folder) / str(n), file, _seats(people))).port
                for n, file in enumerate(files)
            ]
            _over_sockets(on_screens, (ports[0], ports[1]), every, salts)
        print(f"over sockets: {_in_words(on_screens)}")
    for where in (*told.differ, *on_screens.differ):
        print(f"  differs: {where}")
    sys.exit(1 if told.differ or on_screens.differ or told.ids_told or on_screens.ids_told else 0)


def _in_words(told: Told) -> str:
    return (
        f"{told.answers} pairs of answers, {told.sent / 1e6:.1f} MB, {len(told.differ)} that differ; "
        f"{told.seals_told} seals, {told.ids_told} with the id of the campaign or a salt"
    )


def _every(folder: Path, keys: Sequence[str]) -> Iterator[Twins]:
    for key, game in sorted(games().items()):
        if not keys or key in keys:
            with closing(opened(folder / f"{key}.sqlite3")) as ledger:
                yield from find_twins(ledger, game)


def _kept_from(file: Path, every: Sequence[Twins]) -> dict[str, Viewer]:
    """Somebody at each table who may not know the number."""
    with closing(opened(file)) as ledger:
        return {it.name: others(ledger, it.name, it.last)[0] for it in every}


def _salts(files: Sequence[Path], every: Sequence[Twins]) -> dict[str, tuple[bytes, ...]]:
    """The salts in the records of each secret, in the one and the other."""
    found: dict[str, tuple[bytes, ...]] = {}
    for file in files:
        with closing(opened(file)) as ledger:
            for it in every:
                opening = next(each for each in ledger.told(it.name) if each.record.envelope.ruling == it.last)
                salt, id = opening.record.envelope.salt, ledger.find(it.name).id
                assert salt is not None, "each ruling holds one"
                found[it.name] = (*found.get(it.name, ()), salt.encode(), str(id).encode(), id.hex.encode())
    return found


# --- the command line ----------------------------------------------------------------------------------------


def _by_keyboard(
    told: Told, files: Sequence[Path], every: Sequence[Twins], people: dict[str, Viewer], salts: dict[str, Any]
) -> None:
    for twins in every:
        for who in (str(people[twins.name].person), "reader"):
            for words in _lines(twins.name, who):
                one, other = (_typed(file, words) for file in files)
                told.compare(f"{' '.join(words)}", one, other, salts[twins.name])


def _lines(slug: str, who: str) -> Iterator[tuple[str, ...]]:
    seen = ("--as", who)
    for name in ("log", "sheet", "map", "advancement", "luck", "economy", "recap"):
        for more in ((), ("--json",)) if name != "recap" else ((),):
            yield name, slug, *seen, *more
    yield "diff", slug, "2", "12", *seen, "--json"
    yield "between", slug, *seen, "--json"
    yield "files", slug, *seen, "--json"
    for form in ("md", "html", "pdf", "epub"):
        yield "chronicle", slug, *seen, "--format", form, "-o", f"OUT.{form}"
        if form != "epub":
            yield "sheet", slug, *seen, "--format", form, "-o", f"OUT.{form}"
    for what in ("rolls", "resources"):
        yield "figures", slug, what, *seen


def _typed(file: Path, words: Sequence[str]) -> bytes:
    out = file.parent / "out"
    typed = [str(out.with_suffix(it[3:])) if it.startswith("OUT.") else it for it in words]
    ran = CliRunner().invoke(app, ["--database", str(file), *typed], prog_name="campaign")
    assert not ran.exit_code, (words, ran.output)
    written = list(file.parent.glob("out.*"))
    content = b"".join(it.read_bytes() for it in written)
    for it in written:
        it.unlink()
    # The name of the ledger's own file.
    return (ran.stdout_bytes + content).replace(file.name.encode(), b"ledger")


# --- the dashboard -------------------------------------------------------------------------------------------


def _seats(people: dict[str, Viewer]) -> str:
    seats = "".join(f'[access.seats.{slug}]\n{it.person} = "{PLAYER}"\n' for slug, it in people.items())
    return f'[access]\nmode = "header"\nreaders = ["{READER}"]\n{seats}'


def _over_sockets(
    told: Told, ports: tuple[int, int], every: Sequence[Twins], salts: dict[str, tuple[bytes, ...]]
) -> None:
    for twins in every:
        salt, query = salts[twins.name], f"campaign={twins.name}"
        for path in (f"/replay?{query}", f"/table?{query}", "/_stcore/host-config"):
            one, other = (_fetched(port, path, who="eve@example.org") for port in ports)
            told.compare(f"eve: {path}", *_alike(one, other, ports), salt)
        for who in (PLAYER, READER):
            for screen in SCREENS:
                with page(ports[0], {HEADER: who}) as first, page(ports[1], {HEADER: who}) as second:
                    _one_screen(told, (first, second), ports, screen, query, f"{who}: {twins.name} {screen}", salt)


def _one_screen(
    told: Told,
    pages: tuple[Page, Page],
    ports: tuple[int, int],
    screen: str,
    query: str,
    where: str,
    salt: tuple[bytes, ...],
) -> None:
    drawn = [it.draw(screen, query) for it in pages]
    told.compare(where, *_alike(_bytes(drawn[0]), _bytes(drawn[1]), ports), salt)
    for fragment in sorted(fragments(drawn[0])):
        for it in pages:
            it.ask(screen, query, fragment=fragment)
        again = [it.until_drawn() for it in pages]
        told.compare(f"{where}, a fragment", *_alike(_bytes(again[0]), _bytes(again[1]), ports), salt)
    # The same button has another id in each page, where it may be pressed once.
    for pair in list(zip(*map(_buttons, drawn), strict=True))[:PRESSED]:
        pressed = [it.draw(screen, query, widgets=_press(id)) for it, id in zip(pages, pair, strict=True)]
        told.compare(f"{where}, {pair[0]}", *_alike(_bytes(pressed[0]), _bytes(pressed[1]), ports), salt)


def _bytes(messages: list[ForwardMsg]) -> bytes:
    """The messages, in order, without how long it took and for which session it was.

    Of what fills one place in turn only the last counts, where the first stood: so does the server with what has
    not gone out yet, which is a matter of time.
    """
    placed: dict[object, bytes] = {}
    for number, it in enumerate(messages):
        if it.WhichOneof("type") not in TIMED:
            is_placed = it.WhichOneof("type") == "delta"
            placed[tuple(it.metadata.delta_path) if is_placed else number] = it.SerializeToString()
    return b"".join(placed.values())


def _alike(one: bytes, other: bytes, ports: tuple[int, int]) -> tuple[bytes, bytes]:
    return one.replace(str(ports[0]).encode(), b"port"), other.replace(str(ports[1]).encode(), b"port")


def _buttons(messages: list[ForwardMsg]) -> list[str]:
    """The buttons that record nothing at once: whatever opens a form or a case, or turns a page."""
    deltas = (it.delta.new_element for it in messages if it.WhichOneof("type") == "delta")
    buttons = (it.button for it in deltas if it.WhichOneof("type") == "button")
    return [it.id for it in buttons if not it.disabled and it.type != "primary" and "sign-out" not in it.id]


def _press(button: str) -> WidgetStates:
    states = WidgetStates()
    states.widgets.add(id=button, trigger_value=True)
    return states


def _fetched(port: int, path: str, who: str) -> bytes:
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers={HEADER: who}), timeout=60) as answer:
            return answer.read()  # type: ignore[no-any-return]
    except HTTPError as error:
        return error.read()


if __name__ == "__main__":
    main(sys.argv[1:])
