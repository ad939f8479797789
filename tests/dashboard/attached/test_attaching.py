"""Files attached on the pages: a face on a sheet, a map, what a session left; put away and removed from there."""

import re
from collections.abc import Callable
from io import BytesIO
from itertools import count

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from domain.kernel.journal.attached.state import AttachedFile
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]
NUMBERS = count(1)


@pytest.fixture
def night(library: Library) -> Night:
    return whole_night(library)


def png(colour: str = "teal") -> bytes:
    content = BytesIO()
    Image.new("RGB", (40, 30), colour).save(content, "PNG")
    return content.getvalue()


def files(night: Night) -> list[AttachedFile]:
    return night.library.ledger.moment(night.slug).journal.files


def said(app: AppTest) -> str:
    return next(it.value for it in app.get("html") if 'role="status"' in it.value and "quiet" in it.value)


def sent(app: AppTest, night: Night, who: str, content: bytes) -> None:
    """As the page tells it once a file was sent in, which is tried in a browser."""
    with accept(BytesIO(content), "face.png") as file:
        about = {"belongs": {"kind": "character", "id": who}, "role": "portrait", "caption": "At the tide gate"}
        answer = attach(night.library.ledger, night.slug, file, about, by="gm")
    assert isinstance(answer, Ruled)
    tell(app, who, status=201, position=answer.records[-1].position, warnings=["It is small."])


def tell(app: AppTest, who: str, **told: object) -> None:
    key = f"attach-causeway-character-{who}"
    times = app.session_state[f"{key}-count"] if f"{key}-count" in app.session_state else 0  # noqa: SIM401
    app.session_state[f"{key}-{times}-file"] = {"sent": {"n": next(NUMBERS), **told}, "ask": {"n": 0}}
    app.run()
    assert not app.exception


def press(app: AppTest, label: str) -> None:
    next(it for it in app.button if it.label == label).click().run()


def test_a_proxy_that_lets_nothing_so_large_through_is_told_from_a_line_that_broke(
    night: Night, visit: Visit
) -> None:
    app = visit("sheets", campaign=night.slug)
    who = next(it.value for it in app.selectbox if it.label == "Whose")
    tell(app, who, status=413, message="")
    assert "A server in front of this one lets nothing so large through." in said(app)
    tell(app, who, status=413, message="This file is larger than 20 MB, which is the most for one.")
    assert "larger than 20 MB" in said(app)
    assert "in front" not in said(app)
    tell(app, who, status=502, message="")
    assert "The file did not come in: try again." in said(app)


def test_a_face_is_attached_on_a_sheet_put_away_and_removed(night: Night, visit: Visit) -> None:
    app = visit("sheets", campaign=night.slug)
    who = next(it.value for it in app.selectbox if it.label == "Whose")
    assert f"./files/{night.slug}/" not in drawn(app)
    tell(app, who, status=422, message="<b>face.png</b> is empty.")
    assert "Nothing was attached. &lt;b&gt;face.png&lt;/b&gt; is empty." in said(app)
    sent(app, night, who, png())
    (face,) = files(night)
    assert "and shown from there on. It is small." in said(app)
    assert f"./files/{night.slug}/{face.digest}" in drawn(app)
    press(app, "Put away")
    assert files(night)[0].put_away
    assert f"./files/{night.slug}/" not in drawn(app)
    press(app, "Show again")
    assert "It is shown again" in said(app)
    assert f"./files/{night.slug}/{face.digest}" in drawn(app)
    press(app, "Put away")
    sent(app, night, who, png("red"))
    press(app, "Remove it")
    assert "Say why first" in drawn(app)
    assert files(night)[1].here
    next(it for it in app.text_input if it.label == "Why").set_value("Not me")
    press(app, "Remove it")
    assert files(night)[1].removed
    assert "It is removed." in said(app)


def test_whoever_may_attach_nothing_there_is_shown_no_form(night: Night, visit: Visit) -> None:
    app = visit("map", campaign=night.slug)
    assert [it.label for it in app.text_input] == ["Caption", "What it shows, for whoever does not see it"]
    app.session_state[f"viewer-{night.slug}"] = ""
    app.run()
    assert [it.label for it in app.text_input] == []


def test_a_handout_lies_at_its_moment_in_the_replay_and_in_its_session(night: Night, visit: Visit) -> None:
    ledger = night.library.ledger
    at = next(it.position for it in night.library.views.marks(night.slug) if it.form == "session")
    for belongs in ({"kind": "record", "number": at}, {"kind": "session", "number": 1}):
        staged = ledger.files.stage(ledger.find(night.slug).id, BytesIO(png()))
        of = {"digest": staged.digest, "size": staged.size, "media": "image/png", "name": "letter.png"}
        night.rule("journal.attach_file", role="handout", caption="A letter", belongs=belongs, **of)
    assert "A letter" in drawn(visit("replay", campaign=night.slug, at=str(at)))
    assert 'class="attached"' not in drawn(visit("replay", campaign=night.slug, at=str(at - 1)))
    story = visit("chronicle", campaign=night.slug)
    session = next(it for it in story.selectbox if it.label == "Session")
    session.set_value(-1).run()
    (moment,) = re.findall('<ul class="attached">.*?</ul>', drawn(story), re.DOTALL)
    assert "A letter" in moment
    story = visit("chronicle", campaign=night.slug)
    session = next(it for it in story.selectbox if it.label == "Session")
    session.set_value(session.options.index(next(it for it in session.options if "Session 1" in it)) - 1).run()
    assert "A letter" in drawn(story)
