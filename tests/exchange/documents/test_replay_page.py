"""The page with a replay in it: whole, escaped, cut down to its reader, and asking nobody for anything."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from domain.kernel import facts as say
from domain.kernel.facts import CharacterKind, Form
from domain.kernel.journal.attached.terms import Belongs, BelongsTo
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role, Viewer
from domain.kernel.sheet import Counter, Section, Sheet, Tag, Tags
from domain.kernel.terms import PersonId
from exchange.documents.html.face import Picture
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.story import MomentLinks, StoryDrawing
from exchange.documents.plates import Plate
from exchange.documents.portraits import InlinePictures
from exchange.documents.replay_page import Replay, page
from ledger.answers import ToldRecord
from projections.story.model import Member, Paragraph, Prelude, Proof, SpanKind, StorySpan, plain
from projections.story.story_builder import told_story
from projections.views.roster import Roster, RosterEntry
from projections.views.sheets import seen_by
from tests.support.telling import told

EVIL = "</script><img src=x onerror=alert(1)>&amp;\u2028\"'"


def sheet(heat: int) -> Sheet:
    blocks = (
        Counter(path="ann.heat", label=f"Heat {EVIL}", value=heat, high=6),
        Tags(path="ann.oaths", label="Oaths", tags=(Tag("one", "SECRET-OATH"),), audience=GM_ONLY),
    )
    return Sheet(character="ann", title=f"Ann {EVIL}", subtitle=EVIL, sections=(Section("Pools", blocks),))


def evening() -> list[ToldRecord]:
    return [
        told(position=1, headline="It begins"),
        told(say.SessionOpened(session=1, title=EVIL), position=2),
        told(say.SceneOpened(scene="gate", title="At the gate", present=("ann",)), position=3),
        told(position=4, headline="SECRET-RECORD", audience=GM_ONLY),
        told(position=5, headline=f"Ann says {EVIL}"),
    ]


def a_page(audience: Audience, role: Role) -> str:
    replay = Replay(audience)
    looker = Viewer(PersonId("who"), role)
    heats = (1, 1, 1, 2, 3)
    replay.gather(
        (each, lambda heat=heat: seen_by(looker, [sheet(heat)]))  # type: ignore[misc]
        for each, heat in zip(evening(), heats, strict=True)
    )
    return "".join(page(replay, f"A tale {EVIL}", "Delve", ["Ann (player)"]))


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def data_of(html: str) -> Any:
    found = re.search(r'<script type="application/json" id="replay">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found.group(1))


def test_nothing_a_person_wrote_becomes_markup() -> None:
    html = a_page(EVERYONE, Role.READER)
    elements = Elements(html).found
    assert not [attrs for tag, attrs in elements if tag == "img"]
    assert not [name for _tag, attrs in elements for name in attrs if name.startswith("on")]
    assert [tag for tag, _attrs in elements].count("script") == 2
    data = data_of(html)
    assert data["marks"][0][2] == f"Session 1: {' '.join(EVIL.split())}"
    for piece in data["pieces"]:
        assert "<img" not in piece
    assert "&lt;/script&gt;&lt;img" in html


def test_it_asks_nobody_and_runs_only_its_own_script() -> None:
    html = a_page(EVERYONE, Role.READER)
    policy = next(
        attrs["content"] or ""
        for tag, attrs in Elements(html).found
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    )
    script = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "http" not in re.sub(r'http-equiv="Content-Security-Policy"', "", html)
    assert not [attrs for _tag, attrs in Elements(html).found if attrs.keys() & {"src", "href", "action"}]
    assert all(url.startswith('"data:font/woff2;') for url in re.findall(r"url\((.{20})", html))


def test_what_its_reader_may_not_know_is_not_in_it() -> None:
    shown = a_page(EVERYONE, Role.READER)
    assert "SECRET" not in shown
    assert data_of(shown)["at"] == [1, 2, 3, 5]
    whole = a_page(GM_ONLY, Role.GM)
    assert "SECRET-RECORD" in whole
    assert "SECRET-OATH" in whole
    assert data_of(whole)["at"] == [1, 2, 3, 4, 5]


def test_every_step_has_the_sheets_of_its_moment() -> None:
    data = data_of(a_page(EVERYONE, Role.READER))
    frames = data["frames"]["ann"]
    # What a hidden record changed is shown with the step before it: the record itself is no step.
    assert [frame[0] for frame in frames] == [0, 2, 3]
    values = [re.findall(r"<b>(\d)</b>", data["pieces"][frame[2][0][1][0]]) for frame in frames]
    assert values == [["1"], ["2"], ["3"]]
    assert len(data["pieces"]) == 5  # the head, the section's title, and the number thrice


def test_what_precedes_the_first_session_is_folded_behind_its_people() -> None:
    entered = say.CharacterEntered(
        character="ann", name=f"Ann {EVIL}", character_kind=CharacterKind.PLAYERS, player="a"
    )
    records = [told(position=1), told(entered, position=2, headline="Ann is entered"), told(position=3)]
    later = [
        told(say.SessionOpened(session=1), position=4),
        told(say.SceneOpened(scene="gate", title="Now"), position=5),
    ]
    for story, shape in (
        ([*records, *later], '<details class="proof rest">'),
        (records, '<details class="proof rest" open>'),
    ):
        replay = Replay(EVERYONE)
        replay.gather((each, list) for each in story)
        html = "".join(replay.story())
        people, folded, rest = html.index("<h2>The people</h2>"), html.index(shape), html.index("</details>")
        assert people < folded < html.index("Ann is entered") < rest
        assert "<img" not in html
        if len(story) > len(records):
            assert rest < html.index("Session 1") < html.index("Now")


def a_test() -> list[ToldRecord]:
    """A record that nobody wrote a word about, a test of two records, and one such record at the end."""
    return [
        told(say.SessionOpened(session=1), position=1),
        told(say.SceneOpened(scene="gate", title="The gate"), position=2),
        told(position=3, headline="The lamp burns"),
        told(say.Aim(test="t", who="ann", text="hold the gate", form=Form.TO), position=4, headline="Ann aims"),
        told(
            say.Outcome(test="t", who="ann", came=say.Came.AS_WANTED, text="The gate holds.", proof="6 over 5"),
            say.TestClosed(test="t", outcome=""),
            position=5,
            headline="Ann rolls 6",
        ),
        told(position=6, headline="The lamp dies"),
    ]


def test_its_story_is_the_screens_and_each_step_stands_in_it_once() -> None:
    replay = Replay(EVERYONE)
    replay.gather((each, list) for each in a_test())
    html = "".join(replay.story())
    assert re.findall(r'id="r(\d)" data-n="(\d)"', html) == [(str(n), str(n - 1)) for n in (1, 2, 3, 4, 5, 6)]
    (paragraph,) = (part for part in told_story(a_test()) if isinstance(part, Paragraph))
    assert (
        StoryDrawing(NO_FACES, MomentLinks()).drawn(paragraph).split("</span></span>")[1].split("</p>")[0] in html
    )
    assert "hold the gate" in plain(paragraph.text)
    proof = html[html.index("<details") : html.index("</details>")]
    assert "<summary>6 over 5</summary>" in proof
    assert proof.index("The lamp burns") < proof.index("Ann aims") < proof.index("Ann rolls 6")
    assert replay.marks == [(0, 2, "Session 1"), (1, 3, "The gate")]


def test_what_came_before_a_session_is_heard_and_is_no_step() -> None:
    before = [*a_test(), told(say.SceneClosed(scene="gate", outcome="They are through."), position=7)]
    replay = Replay(EVERYONE, since=7)
    replay.gather((each, list) for each in [*before, told(say.SessionOpened(session=2), position=8)])
    html = "".join(replay.story())
    assert replay.positions == [8]
    assert "They are through." in html
    assert "hold the gate" not in html


def test_portraits_stand_in_the_page_once_and_no_more_than_five_mebibytes_of_them() -> None:
    within = InlinePictures()
    assert within.take("ann", b"x" * 999, "image/png", Picture("", EVIL, (0.25, 0.0, 1.0), 2.0))
    assert not within.take("bea", b"x" * 4 * 1024 * 1024, "image/png", Picture(""))
    assert not within.take("cy", b"<svg>", "image/svg+xml", Picture(""))
    member = RosterEntry(
        character="ann", name="Ann", kind=CharacterKind.PLAYERS, player="who", how="", present=True
    )
    faces = Faces(Roster({}, {"ann": member}), pictures=within.pictures)
    replay = Replay(EVERYONE, faces)
    replay.gather((each, lambda: [sheet(1)]) for each in evening())
    html = "".join(page(replay, "A tale", "Delve", [], within.style))
    assert html.count("data:image/png;base64,") == 1
    assert 'class="face players beside held picture-0"' in html
    assert "background-size:200% 100%;background-position:50% 0%" in html
    assert not [attrs for tag, attrs in Elements(html).found if tag == "img"]


def test_a_picture_stands_in_the_page_where_its_moment_is_told() -> None:
    to = Belongs(kind=BelongsTo.RECORD, number=evening()[-1].record.position)
    plate = Plate(number=1, content=b"x", width=4, height=2, alt=EVIL, caption=EVIL, belongs=to)
    replay = Replay(EVERYONE, plates=(plate,))
    replay.gather((each, lambda: [sheet(1)]) for each in evening())
    html = "".join(page(replay, "A tale", "Delve", []))
    ((_, attrs),) = [it for it in Elements(html).found if it[0] == "img"]
    assert attrs["src"] == "data:image/jpeg;base64,eA=="
    assert attrs["alt"] == EVIL
    assert html.count("<figcaption>") == 1


def test_a_story_of_nothing_is_a_page() -> None:
    html = "".join(page(Replay(EVERYONE), "Nothing", "Delve", []))
    assert "There are no sheets yet." in html
    assert data_of(html)["at"] == []


def test_a_record_that_stands_there_word_for_word_is_not_folded_under_itself() -> None:
    said, more = (StorySpan(SpanKind.RECORD, text) for text in ("It rains.", "It rains. Wren waits."))
    draw = StoryDrawing(NO_FACES, MomentLinks()).drawn
    alone = Paragraph(positions=(4,), text=(said,), kinds=(), proof=Proof("", ((4, "It rains"),)))
    assert "<details" not in draw(alone)
    assert "<details" in draw(replace(alone, text=(more,)))
    assert "<details" in draw(replace(alone, proof=Proof("5 over 2", ((4, "It rains"),))))


def test_records_lie_open_where_nothing_else_is_told_before_the_first_session() -> None:
    draw = StoryDrawing(NO_FACES, MomentLinks()).drawn
    bare = Prelude(records=((1, "The campaign begins"),))
    assert '<details class="proof rest" open>' in draw(bare)
    isa = Member(who="isa", name="Isa", player="Noor", how="", players=True)
    assert '<details class="proof rest">' in draw(replace(bare, people=(isa,)))
