"""Tickets for files, uploads, frames and polls attacked on the wire of a running server.

`python -m benchmarks.false_tickets`. A shared server with two campaigns. Whoever attacks has a seat of their own
and an honest ticket from each page, and turns them to what is not theirs: another seat, another campaign, another
visitor, another use, a ticket with any one sign of it changed, one from before a seat was taken away; paths that
lead elsewhere; bodies that are cut, longer than they say, or something other than they say. What must hold:
nothing but honest requests is answered with a file, a frame or a record, or told that a page is as it was; nothing
is recorded that was refused, and the server lives.
"""

import json
import re
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote

import httpx
from PIL import Image

from benchmarks.shared_server import HEADER, shared_server
from dashboard.files.tickets import _HALF
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from tests.support.wire import page
from wiring.library import open_library

SEED = 20_261_123
BEN, CY, EVE = "ben@example.org", "cy@example.org", "eve@example.org"
SEATS = f"""
[access]
mode = "header"

[access.seats.salt]
ben = "{BEN}"
cy = "{CY}"

[access.seats.pepper]
cy = "{CY}"
"""
DOWN = re.compile(rb"files/salt/[0-9a-f]{64}(?:/[0-9]+)?\?t=([0-9]+\.[A-Za-z0-9_-]*\.[0-9a-f]{64})")
UP = re.compile(rb"files/salt\?t=([0-9]+\.[A-Za-z0-9_-]*\.[0-9a-f]{64})")
FRAMES = re.compile(rb'"ticket": ?"([0-9a-f]{48})"(?!, ?"every")')
POLLS = re.compile(rb'"ticket": ?"([0-9a-f]{48})", ?"every"')
SCREENS = ("replay", "table", "chronicle", "sheets")
ELSEWHERE = (
    "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/campaigns.sqlite3", "....//....//etc/passwd",
    "%00", "a%00b", "C:%5cWindows", "%252e%252e%252f", "0" * 64, "f" * 63, "F" * 64, "'%20or%201=1--", "%ff%fe",
)  # fmt: skip


@dataclass(slots=True)
class Told:
    """The attacks by kind, and those that got anything."""

    tried: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    got: list[str] = field(default_factory=list)

    def expect_nothing(self, kind: str, answer: httpx.Response, what: str = "") -> None:
        """A request that must be answered with nothing of worth: neither a file nor a frame nor a record."""
        self.tried[kind] += 1
        self.statuses[answer.status_code] += 1
        for_anybody = answer.status_code == 200 and answer.content[:15].lower() == b"<!doctype html>"
        worth = answer.status_code in (200, 201, 206, 304) and not for_anybody
        if worth or (answer.status_code >= 500 and answer.status_code != 503):
            self.got.append(f"{kind}: {answer.status_code} {what} {answer.content[:80]!r}")


def founded(ledger: Ledger) -> dict[str, str]:
    """Two campaigns of one game, each with a picture for Ben alone; the digests by campaign."""
    digests = {}
    for number, slug in enumerate(("salt", "pepper")):
        assert isinstance(ledger.found(FoundCampaign(game="open_table", title=slug.title(), slug=slug)), Ruled)
        for person in ("ben", "cy"):
            seat = SeatPerson.model_validate({"person": person, "name": person.title(), "role": "player"})
            assert isinstance(ledger.rule(slug, Submission(command=seat)), Ruled)
        content = BytesIO(picture(number))
        about = {"belongs": {"kind": "record", "number": 1}, "only_for": "ben"}
        with accept(content, "map.png") as file:
            answer = attach(ledger, slug, file, about, by="gm")
        assert isinstance(answer, Ruled), answer
        digests[slug] = ledger.moment(slug).journal.files[-1].digest or ""
    return digests


def picture(number: int) -> bytes:
    """A small picture, another for each number."""
    drawn = BytesIO()
    Image.new("RGB", (40, 40), (number * 40 % 256, 90, 60)).save(drawn, "PNG")
    return drawn.getvalue()


@dataclass(frozen=True, slots=True)
class Attacker:
    """Honest tickets of one visitor, as their pages have them."""

    who: str
    down: str
    up: str
    frames: str


def honest(port: int, who: str) -> Attacker:
    """Open the pages, and read the tickets out of what they are sent."""
    found: dict[str, str] = {}
    for screen in SCREENS:
        with page(port, {HEADER: who}) as opened:
            sent = b"".join(it.SerializeToString() for it in opened.draw(screen, "campaign=salt"))
        for name, pattern in (("down", DOWN), ("up", UP), ("frames", FRAMES)):
            if known := pattern.search(sent):
                found[name] = known[1].decode()
    return Attacker(who, found.get("down", ""), found.get("up", ""), found.get("frames", ""))


def asked(port: int, path: str, who: str, method: str = "GET", **more: Any) -> httpx.Response:
    """The answer to a request, whose path goes out as it is said."""
    headers = {HEADER: who, **more.pop("headers", {})}
    url = httpx.URL(f"http://127.0.0.1:{port}/").copy_with(raw_path=f"/{path}".encode())
    return httpx.request(method, url, headers=headers, timeout=120, **more)


def altered(ticket: str, random: Random) -> Iterator[str]:
    """The ticket with each sign of it changed, cut anywhere, longer, and with parts of it exchanged."""
    for at, sign in enumerate(ticket):
        yield ticket[:at] + random.choice([it for it in "0123456789abcdefXYZ._-" if it != sign]) + ticket[at + 1 :]
    yield from (ticket[:at] for at in range(0, len(ticket), 5))
    end, person, mark = ticket.split(".")
    later = str(int(end) + _HALF)
    yield from (f"{later}.{person}.{mark}", f"{end}..{mark}", f"{end}.Z20.{mark}", f"{end}.{person}.{'0' * 64}")
    yield from (
        f"{ticket}0",
        f"0{ticket}",
        f"{end}.{person}.",
        "..",
        "",
        "9" * 11 + f".{person}.{mark}",
        "t" * 9_000,
    )


def _on_files(told: Told, port: int, digests: dict[str, str], _home: Path) -> None:
    ben, cy, random = honest(port, BEN), honest(port, CY), Random(SEED)
    mine = f"files/salt/{digests['salt']}"
    assert ben.down, "no page of Ben's shows the picture, so this shows nothing"
    assert asked(port, f"{mine}?t={ben.down}", BEN).status_code == 200, "an honest one"
    for ticket in altered(ben.down, random):
        told.expect_nothing("file: an altered ticket", asked(port, f"{mine}?t={quote(ticket)}", BEN), ticket)
    for who, ticket, what in (
        (CY, ben.down, "somebody else's"),
        (EVE, ben.down, "a stranger with somebody else's"),
        (CY, cy.up, "an upload's"),
        (BEN, ben.up, "an upload's of one's own"),
        (BEN, ben.frames, "that of frames"),
        (CY, cy.down, "one's own for another's file"),
    ):
        for width in ("", "/64", "/65", "/-1", "/1e9", "/" + "9" * 400):
            told.expect_nothing(f"file: {what}", asked(port, f"{mine}{width}?t={ticket}", who), what)
    for path in (f"files/pepper/{digests['pepper']}", f"files/pepper/{digests['salt']}"):
        told.expect_nothing("file: another campaign", asked(port, f"{path}?t={ben.down}", BEN), path)
    told.expect_nothing("file: another campaign", asked(port, f"files/salt/{digests['pepper']}?t={ben.down}", BEN))
    for path in ELSEWHERE:
        for front in ("files/salt/", "files/", "files/salt/../", "app/static/fonts/", "static/js/", "media/"):
            answer = asked(port, f"{front}{path}?t={ben.down}", BEN)
            if b"root:" in answer.content or b"SQLite format" in answer.content or b"PNG" in answer.content[:8]:
                told.got.append(f"{front}{path} led elsewhere")
            told.tried["file: a path elsewhere"] += 1
            told.statuses[answer.status_code] += 1
            if answer.status_code >= 500:
                told.got.append(f"{front}{path}: {answer.status_code}")


def _on_frames(told: Told, port: int, _digests: dict[str, str], _home: Path) -> None:
    with page(port, {HEADER: BEN}) as opened:
        sent = b"".join(it.SerializeToString() for it in opened.draw("replay", "campaign=salt"))
        ticket = (FRAMES.search(sent) or [b"", b""])[1].decode()
        assert ticket, "no page has a ticket for frames"
        ask = "replay/frames?at=1&count=5"
        named = {"x-replay-ticket": ticket}
        assert asked(port, ask, BEN, headers=named).status_code == 200, "an honest one"
        for who in (CY, EVE, ""):
            told.expect_nothing("frames: somebody else's", asked(port, ask, who, headers=named), who)
        told.expect_nothing(
            "frames: in the address", asked(port, f"{ask}&ticket={ticket}&x-replay-ticket={ticket}", BEN)
        )
        for at, sign in enumerate(ticket):
            said = ticket[:at] + ("0" if sign != "0" else "1") + ticket[at + 1 :]
            told.expect_nothing(
                "frames: an altered ticket", asked(port, ask, BEN, headers={"x-replay-ticket": said})
            )
        for moment in ("0", "-1", "1e3", "9" * 40, "%D9%A1", "", "1;2", "999999"):
            path = f"replay/frames?at={moment}&count=5"
            told.expect_nothing("frames: no such moment", asked(port, path, BEN, headers=named), moment)


def _on_polls(told: Told, port: int, _digests: dict[str, str], _home: Path) -> None:
    with page(port, {HEADER: BEN}) as opened:
        sent = b"".join(it.SerializeToString() for it in opened.draw("replay", "campaign=salt"))
        ticket = POLLS.findall(sent)[0].decode()

        def poll(kind: str, said: str, who: str) -> None:
            answer = asked(port, "page/poll", who, headers={"x-poll-ticket": said})
            told.tried[kind] += 1
            told.statuses[answer.status_code] += 1
            if answer.status_code != 200 or answer.content:
                told.got.append(f"{kind}: {answer.status_code} {said} {answer.content[:80]!r}")

        honest_one = asked(port, "page/poll", BEN, headers={"x-poll-ticket": ticket})
        assert honest_one.status_code == 204, "an honest one"
        for who in (CY, EVE, ""):
            poll("polls: somebody else's", ticket, who)
        for at, sign in enumerate(ticket):
            poll("polls: an altered ticket", ticket[:at] + ("0" if sign != "0" else "1") + ticket[at + 1 :], BEN)
        for said in ("", "0" * 48, ticket + "0", ticket.upper(), "9" * 9_000):
            poll("polls: an altered ticket", said, BEN)


def _sent(port: int, ticket: str, who: str, content: bytes, name: str = "map.png", **more: Any) -> httpx.Response:
    about = more.pop("about", json.dumps({"belongs": {"kind": "record", "number": 1}}))
    slug, headers = more.pop("slug", "salt"), {"Origin": f"http://127.0.0.1:{port}", **more.pop("headers", {})}
    path = f"files/{slug}?t={ticket}&name={quote(name)}&about={quote(about)}"
    return asked(port, path, who, more.pop("method", "PUT"), content=content, headers=headers)


def _on_uploads(told: Told, port: int, _digests: dict[str, str], _home: Path) -> None:
    ben, cy, random = honest(port, BEN), honest(port, CY), Random(SEED)
    assert ben.up, "no page of Ben's takes files in"
    drawn = picture(7)
    for ticket in altered(ben.up, random):
        told.expect_nothing("upload: an altered ticket", _sent(port, quote(ticket), BEN, drawn), ticket)
    for who, ticket, what in (
        (CY, ben.up, "somebody else's"),
        (EVE, ben.up, "a stranger with somebody else's"),
        (BEN, ben.down, "that of a file"),
        (BEN, cy.up, "another's, from one's own address"),
    ):
        told.expect_nothing(f"upload: {what}", _sent(port, ticket, who, drawn), what)
    told.expect_nothing("upload: another campaign", _sent(port, ben.up, BEN, drawn, slug="pepper"))
    for origin in ("http://evil.example", "null", "", f"http://127.0.0.1:{port}.evil.example"):
        told.expect_nothing("upload: from elsewhere", _sent(port, ben.up, BEN, drawn, headers={"Origin": origin}))
    for method in ("POST", "DELETE", "PATCH"):
        told.expect_nothing("upload: another method", _sent(port, ben.up, BEN, drawn, method=method), method)
    for about in (
        "",
        "[]",
        "{",
        "[" * 9_000,
        json.dumps({"type": "x"}),
        '{"belongs": 7}',
        '{"digest": "0"}',
        "\u0000",
    ):
        told.expect_nothing("upload: about nothing", _sent(port, ben.up, BEN, drawn, about=about), about[:20])
    for content in (b"", drawn[:60], drawn[: len(drawn) // 2], b"\x89PNG\r\n\x1a\n" + b"\0" * 999):
        told.expect_nothing("upload: not what it says", _sent(port, ben.up, BEN, content), repr(content[:9]))
    for length, body in (
        ("9000", b"half"),
        ("-1", b""),
        ("1e9", b"x"),
        ("9" * 15, b"x"),
        ("9" * 99, b"x"),
        ("4, 9", b"abcd"),
    ):
        head = f"PUT /files/salt?t={ben.up}&name=x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}"
        said = _raw(port, f"{head}\r\n{HEADER}: {BEN}\r\nContent-Length: {length}\r\n\r\n".encode() + body)
        told.tried["upload: a length that is none, a body cut"] += 1
        if said[9:12] in (b"200", b"201", b"500"):
            told.got.append(f"length {length}: {said[:60]!r}")
    answer = _sent(port, ben.up, BEN, drawn, "..%2F../etc/cron.d/map\u202egnp.exe")
    if answer.status_code != 201:
        told.got.append(f"an honest picture was refused: {answer.status_code} {answer.text[:200]}")


def _raw(port: int, said: bytes) -> bytes:
    """The answer to these bytes, with nothing said after them."""
    with socket.create_connection(("127.0.0.1", port), 30) as wire:
        wire.sendall(said)
        wire.shutdown(socket.SHUT_WR)
        try:
            return wire.recv(4_000)
        except OSError:
            return b""


def _after_a_seat_was_taken_away(told: Told, port: int, digests: dict[str, str], home: Path) -> None:
    ben, began = honest(port, BEN), monotonic()
    mine = f"files/salt/{digests['salt']}?t={ben.down}"
    assert asked(port, mine, BEN).status_code == 200
    (home / ".streamlit" / "secrets.toml").write_text(SEATS.replace(BEN, "zoe@example.org"), "utf-8")
    while asked(port, mine, BEN).status_code == 200 and monotonic() - began < 30:
        sleep(0.05)
    print(f"a seat taken away: {monotonic() - began:.1f} s until its tickets were good for nothing")
    for path in (mine, mine.replace("?", "/64?")):
        told.expect_nothing("replayed after a seat was taken away", asked(port, path, BEN))
        told.expect_nothing("replayed after a seat was taken away", asked(port, path, "zoe@example.org"))
    told.expect_nothing("replayed after a seat was taken away", _sent(port, ben.up, BEN, picture(9)))
    named = {"x-replay-ticket": ben.frames}
    told.expect_nothing(
        "replayed after a seat was taken away", asked(port, "replay/frames?at=1&count=5", BEN, headers=named)
    )


def main() -> None:
    """Attack; exit 1 if anything was got."""
    told = Told()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "campaigns.sqlite3"
        with closing(open_library(str(file))) as library:
            digests = founded(library.ledger)
        home = Path(folder) / "home"
        with shared_server(home, file, SEATS) as server, closing(open_library(str(file))) as library:
            port, ledger = server.port, library.ledger
            before = {slug: ledger.head(slug) for slug in digests}
            for attack in (_on_files, _on_frames, _on_polls, _on_uploads, _after_a_seat_was_taken_away):
                attack(told, port, digests, home)
            after = {slug: ledger.head(slug) for slug in digests}
            for slug, head in before.items():
                # What was sent in honestly is recorded once.
                if after[slug] != head + (slug == "salt"):
                    told.got.append(f"{slug} was {head} records long and is {after[slug]}")
            health = httpx.get(f"http://127.0.0.1:{port}/_stcore/health", timeout=30)
            if health.status_code != 200:
                told.got.append("the server is not well")
    for kind, many in sorted(told.tried.items()):
        print(f"{kind}: {many}")
    answers = ", ".join(f"{many} times {status}" for status, many in sorted(told.statuses.items()))
    print(f"{told.tried.total()} attacks, {len(told.got)} got anything; {answers} (seed {SEED})")
    for it in told.got:
        print(f"  {it}")
    sys.exit(1 if told.got else 0)


if __name__ == "__main__":
    main()
