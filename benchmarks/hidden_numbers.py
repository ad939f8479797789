"""Numbers that somebody keeps secret, looked for in every byte that others are sent.

`python -m benchmarks.hidden_numbers [--login] [GAME…]`. Each kind of ruling in the samples and scenarios that not
everybody may know of is recorded twice, alike but for one number, and sealed behind it. Then two servers show the
one and the other ledger: all screens, each fragment of them and what each button answers, as another player and as
a reader, over sockets of their own, with the frames of the replay that are fetched ahead, and the files that pages
name; and the command line tells what that person may know, in every form there is. The servers stand behind a
proxy that says who asks; with `--login` everybody signs in at them with a service of OpenID Connect.
What must hold: not a byte differs, but for what is made by chance and for seals; and no byte tells the salt of
that ruling, or the id of the campaign, without which no number can be tried against a seal.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from typer.testing import CliRunner

from benchmarks.shared_server import HEADER, shared_server
from cli.app import app
from domain.kernel.people import Viewer
from domain.registry import games
from tests.support.signing_in import Server, sign_in, signed_in_at
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
PLAYER, READER, STRANGER = "player@example.org", "reader@example.org", "eve@example.org"
SOUGHT = ("3", "7")
BEYOND = 30
"""Positions one after another that have no frame: that is the end of the log, and no way that was left."""
CHANCE = re.compile(
    rb"/ID \[[^]]*\]|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z|"
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{8,64}"
)
_TICKET = re.compile(rb'"ticket": ?"([0-9a-f]{48})"')
_NAMED = re.compile(rb"(?:media/[0-9a-f]+\.[a-z0-9]+|files/[^\s\"'<>&\\\\]+)")
TIMED = ("page_profile", "session_status_changed", "new_session")
PRESSED = 12
"""The number of buttons of a page that are pressed."""


@dataclass(slots=True)
class Told:
    """The answers compared, and their differences."""

    answers: int = 0
    sent: int = 0
    differ: list[str] = field(default_factory=list)
    frames: int = 0
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


class Door(Protocol):
    """A server, and how somebody comes in there."""

    @property
    def port(self) -> int:
        """The port that it listens on."""
        ...

    def page(self, who: str) -> AbstractContextManager[Page]:
        """Open a page as this address."""
        ...

    def fetched(self, path: str, who: str, **headers: str) -> bytes:
        """The body of the answer, whatever its status."""
        ...


@dataclass(frozen=True, slots=True)
class _ByProxy:
    port: int

    def page(self, who: str) -> AbstractContextManager[Page]:
        return page(self.port, {HEADER: who})

    def fetched(self, path: str, who: str, **headers: str) -> bytes:
        try:
            asked = Request(f"http://127.0.0.1:{self.port}{path}", headers={HEADER: who, **headers})
            with urlopen(asked, timeout=60) as answer:
                return answer.read()  # type: ignore[no-any-return]
        except HTTPError as error:
            return error.read()


class _BySigningIn:
    def __init__(self, server: Server, browsers: Mapping[str, httpx.Client]) -> None:
        self.port, self._server, self._browsers = server.port, server, browsers

    def page(self, who: str) -> AbstractContextManager[Page]:
        return self._server.page(self._browsers[who])

    def fetched(self, path: str, who: str, **headers: str) -> bytes:
        return self._browsers[who].get(path, headers=headers).content


@contextmanager
def doors(folder: Path, files: Sequence[Path], people: dict[str, Viewer], *, login: bool) -> Iterator[list[Door]]:
    """Servers of these ledgers, with their doors."""
    with ExitStack() as stack:
        found: list[Door] = []
        for number, file in enumerate(files):
            home, seats = folder / str(number), _seats(people, "login" if login else "header")
            if login:
                server = stack.enter_context(signed_in_at(home, file, seats, (PLAYER, READER, STRANGER)))
                browsers = {who: stack.enter_context(sign_in(server, who)) for who in (PLAYER, READER, STRANGER)}
                found.append(_BySigningIn(server, browsers))
            else:
                found.append(_ByProxy(stack.enter_context(shared_server(home, file, seats)).port))
        yield found


def main(keys: Sequence[str], *, login: bool = False) -> None:
    told = Told()
    with TemporaryDirectory() as folder:
        every = list(every_pair(Path(folder), keys))
        files = both(Path(folder), every)
        print(f"{len(every)} numbers kept secret: {', '.join(sorted({f'{it.game} {it.what}' for it in every}))}")
        people = kept_from(files[0], every)
        salts = salts_of(files, every)
        _by_keyboard(told, files, every, people, salts)
        print(f"command line: {_in_words(told)}", flush=True)
        on_screens = Told()
        with doors(Path(folder), files, people, login=login) as (one, other):
            over_sockets(on_screens, (one, other), every, salts)
        print(f"over sockets: {_in_words(on_screens)}")
    for where in (*told.differ, *on_screens.differ):
        print(f"  differs: {where}")
    sys.exit(1 if told.differ or on_screens.differ or told.ids_told or on_screens.ids_told else 0)


def _in_words(told: Told) -> str:
    return (
        f"{told.answers} pairs of answers, {told.sent / 1e6:.1f} MB, {len(told.differ)} that differ; "
        f"{told.seals_told} seals, {told.ids_told} with the id of the campaign or a salt"
    )


def every_pair(folder: Path, keys: Sequence[str]) -> Iterator[Twins]:
    for key, game in sorted(games().items()):
        if not keys or key in keys:
            with closing(opened(folder / f"{key}.sqlite3")) as ledger:
                yield from find_twins(ledger, game)


def kept_from(file: Path, every: Sequence[Twins]) -> dict[str, Viewer]:
    """Somebody at each table who may not know the number."""
    with closing(opened(file)) as ledger:
        return {it.name: others(ledger, it.name, it.last)[0] for it in every}


def salts_of(files: Sequence[Path], every: Sequence[Twins]) -> dict[str, tuple[bytes, ...]]:
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
                one, other = (typed(file, words) for file in files)
                told.compare(f"{' '.join(words)}", one, other, salts[twins.name])


def _lines(slug: str, who: str) -> Iterator[tuple[str, ...]]:
    seen = ("--as", who)
    for name in ("log", "sheet", "map", "advancement", "luck", "economy", "recap"):
        for more in ((), ("--json",)) if name != "recap" else ((),):
            yield name, slug, *seen, *more
    yield "diff", slug, "2", "12", *seen, "--json"
    yield "between", slug, *seen, "--json"
    yield "files", slug, *seen, "--json"
    yield "prepare", slug, *seen
    # Elsewhere the same name may be that of whoever knows the number; a reader knows none of them.
    within = () if who == "reader" else ("--campaign", slug)
    for number in SOUGHT:
        yield "find", number, *within, *seen, "--json"
    for form in ("md", "html", "pdf", "epub"):
        yield "chronicle", slug, *seen, "--format", form, "-o", f"OUT.{form}"
        if form != "epub":
            yield "sheet", slug, *seen, "--format", form, "-o", f"OUT.{form}"
    for what in ("rolls", "resources"):
        yield "figures", slug, what, *seen


def typed(file: Path, words: Sequence[str]) -> bytes:
    """Everything that this command prints and writes."""
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


def _seats(people: dict[str, Viewer], mode: str) -> str:
    seats = "".join(f'[access.seats.{slug}]\n{it.person} = "{PLAYER}"\n' for slug, it in people.items())
    return f'[access]\nmode = "{mode}"\nreaders = ["{READER}"]\n{seats}'


def over_sockets(
    told: Told, doors: tuple[Door, Door], every: Sequence[Twins], salts: dict[str, tuple[bytes, ...]]
) -> None:
    """Compare everything that a server sends to those who may not know the number, with what the other sends."""
    for twins in every:
        salt, query = salts[twins.name], f"campaign={twins.name}"
        for path in (f"/replay?{query}", f"/table?{query}", "/_stcore/host-config"):
            told.compare(f"stranger: {path}", *_alike(doors, [it.fetched(path, STRANGER) for it in doors]), salt)
        for who in (PLAYER, READER):
            for screen in SCREENS:
                asked = (f"{query}&q={it}" for it in SOUGHT) if screen == "find" else (query,)
                for each in asked:
                    with doors[0].page(who) as one, doors[1].page(who) as other:
                        where = f"{who}: {screen}?{each}"
                        _one_screen(told, doors, (one, other), who, screen, each, where, salt)


def _one_screen(
    told: Told,
    doors: tuple[Door, Door],
    pages: tuple[Page, Page],
    who: str,
    screen: str,
    query: str,
    where: str,
    salt: tuple[bytes, ...],
) -> None:
    drawn = [it.draw(screen, query) for it in pages]
    told.compare(where, *_alike(doors, map(_bytes, drawn)), salt)
    for fragment in sorted(fragments(drawn[0])):
        for it in pages:
            it.ask(screen, query, fragment=fragment)
        again = [it.until_drawn() for it in pages]
        told.compare(f"{where}, a fragment", *_alike(doors, map(_bytes, again)), salt)
    tickets = [_TICKET.findall(_bytes(it)) for it in drawn]
    for pair in zip(*tickets, strict=True):
        empty = 0
        for position in count(1):
            path = f"/replay/frames?at={position}&count=1"
            sent = [
                door.fetched(path, who, **{"X-Replay-Ticket": ticket.decode()})
                for door, ticket in zip(doors, pair, strict=True)
            ]
            told.frames += bool(sent[0])
            told.compare(f"{where}, frame {position}", *_alike(doors, sent), salt)
            empty = 0 if any(sent) else empty + 1
            if empty == BEYOND:
                break
    for pair in zip(*(sorted(set(_NAMED.findall(_bytes(it)))) for it in drawn), strict=True):
        sent = [door.fetched(f"/{path.decode()}", who) for door, path in zip(doors, pair, strict=True)]
        told.compare(f"{where}, {pair[0]!r}", *_alike(doors, sent), salt)
    # The same button has another id in each page, where it may be pressed once.
    for pressed in list(zip(*map(_buttons, drawn), strict=True))[:PRESSED]:
        answers = [it.draw(screen, query, widgets=_press(id)) for it, id in zip(pages, pressed, strict=True)]
        told.compare(f"{where}, {pressed[0]}", *_alike(doors, map(_bytes, answers)), salt)


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


def _alike(doors: tuple[Door, Door], answers: Iterable[bytes]) -> tuple[bytes, bytes]:
    one, other = (it.replace(str(door.port).encode(), b"port") for door, it in zip(doors, answers, strict=True))
    return one, other


def _buttons(messages: list[ForwardMsg]) -> list[str]:
    """The buttons that record nothing at once: whatever opens a form or a case, or turns a page."""
    deltas = (it.delta.new_element for it in messages if it.WhichOneof("type") == "delta")
    buttons = (it.button for it in deltas if it.WhichOneof("type") == "button")
    return [it.id for it in buttons if not it.disabled and it.type != "primary" and "sign-out" not in it.id]


def _press(button: str) -> WidgetStates:
    states = WidgetStates()
    states.widgets.add(id=button, trigger_value=True)
    return states


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--login", action="store_true")
    asked.add_argument("game", nargs="*")
    given = asked.parse_args()
    main(given.game, login=given.login)
