"""The story of a campaign: nothing that people wrote is lost in it, nothing is invented, and its lengths hold."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from domain.kernel.facts import Outcome, StateChanged
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from domain.kernel.schema.personal_words import paths_in, texts_at
from domain.kernel.terms import Holds
from domain.kernel.wording import joining
from domain.kernel.wording.number import for_several
from domain.registry import games
from ledger.answers import ToldRecord
from projections.audiences import as_told_to
from projections.story.chronicle import chronicle
from projections.story.lengths import DOZEN, SIGNS, Length, about, deeds, shortened
from projections.story.model import (
    Paragraph,
    Part,
    Prelude,
    SceneEnd,
    SceneHead,
    SessionHead,
    SpanKind,
    StoryRemark,
    gathered,
    plain,
)
from projections.story.page import ROOM, heading_of
from projections.story.story_builder import told_story
from projections.story.words import worded
from wiring.library import Library, open_library
from wiring.samples import samples

SAMPLES = [sample.slug for sample in samples(games())]
SEAMS = re.compile(
    r"\b(\w{2,})\s+\1\b"  # a word twice
    r"|(?<!\.)\.\.(?!\.)|[!?…][”\"]?\.(?!\.)|[,;:]\s*[.,;:!?]|\s[.,;:!?](?=\s|$)"  # ended twice, or after nothing
    r"|“\s*”|\(\s*\)|\s{2}"  # nothing said
    r"|\b[a-z]+_[a-z_]+\b|\b(?-i:None)\b(?! [a-z])|\bnull\b"  # a program's words
    r"|\bAn? an?\b|\ban [bcdfgjklmnpqrstvwz]",
    re.IGNORECASE,
)
"""Places where a sentence shows that it was put together."""
BY_THE_PROGRAM = {"why_not", "called", "system", "asks"}
"""Fields for text that a game fills with words of its own."""


@dataclass(frozen=True)
class Telling:
    """A sample as it was recorded, and as it is told to the GM and to the table."""

    told: list[ToldRecord]
    gm: list[Part]
    table: list[Part]
    whole: str
    public: str


Tellings: TypeAlias = Callable[[str], Telling]


@pytest.fixture(scope="module")
def library(played_samples: Path) -> Iterator[Library]:
    """The samples, to be read."""
    opened = open_library(str(played_samples))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def telling(library: Library) -> Tellings:
    """Each sample told once."""
    ledger = library.ledger

    @cache
    def of(slug: str) -> Telling:
        told = list(ledger.told(slug))
        campaign = ledger.moment(slug, ledger.head(slug)).campaign
        title = ledger.game(ledger.find(slug).game).title

        def parts(audience: Audience) -> list[Part]:
            return list(told_story(it for each in told if (it := as_told_to(audience, each)) is not None))

        def text(audience: Audience) -> str:
            return "".join(chronicle(told, campaign, title, audience))

        return Telling(told, parts(GM_ONLY), parts(EVERYONE), text(GM_ONLY), text(EVERYONE))

    return of


def bare(text: str) -> str:
    """Words alone, as they are compared."""
    return " ".join(re.findall(r"\w+", re.sub(r"&#\d+;|\\", "", text).casefold()))


def wrote(told: ToldRecord) -> Iterator[tuple[str, str]]:
    """Every text of a person in a record, and the field it stands in."""
    values = told.record.event.model_dump(mode="json")
    for path, holds in paths_in(type(told.record.event)).items():
        if holds is Holds.TEXT:
            yield from ((path[-1] if path[-1] not in "*@" else path[0], text) for text in texts_at(values, path))


def paragraphs(parts: list[Part]) -> Iterator[Paragraph]:
    for part in parts:
        if isinstance(part, Paragraph):
            yield part
        elif isinstance(part, Prelude):
            yield from (it for it in part.paragraphs if isinstance(it, Paragraph))


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_text_of_four_words_is_missing_from_what_the_gm_is_told(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    begun = next(place for place, it in enumerate(of.told) if "session_opened" in it.record.envelope.type)
    names = {bare(name) for name in of.told[-1].retelling.names.values()}
    lines = bare(of.whole)
    missing = [
        (it.record.position, field, text)
        for it in of.told[begun:]
        for field, text in wrote(it)
        if worded(text) >= 4
        and field not in BY_THE_PROGRAM
        and bare(text) not in names
        and bare(text) not in lines
        and bare(for_several(text)) not in lines  # a relation of several
    ]
    assert not missing


@pytest.mark.parametrize("slug", SAMPLES)
def test_what_only_the_gm_may_know_is_told_to_nobody_else(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    open_to_all = bare("\n".join(text for it in of.told for _, text in wrote(it) if as_told_to(EVERYONE, it)))
    secrets = [bare(text) for it in of.told for _, text in wrote(it) if it.retelling.audience == GM_ONLY]
    hidden = [text for text in secrets if len(text.split()) >= 4 and text not in open_to_all]
    assert hidden or slug not in ("lamps-of-veil", "ninth-chain", "underkettle", "karrow-head")
    assert not [text for text in hidden if text in bare(of.public)]
    assert all(text in bare(of.whole) for text in hidden)
    assert not any(part.secret for part in paragraphs(of.table))


@pytest.mark.parametrize("slug", SAMPLES)
def test_nothing_is_invented(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    texts = [text for it in of.told for _, text in wrote(it)]
    written = bare("\n".join((*texts, *map(for_several, texts))))  # a relation agrees with whose it is
    told = {it.record.position: it.retelling for it in of.told}
    for part in paragraphs(of.gm):
        headlines = " ".join(told[position].headline for position in part.positions).casefold()
        headlines += re.sub(r" \([^()]*\)", "", headlines)  # the list of a sheet is not told
        after = [
            headlines.partition(f"{name.casefold()} ")[2]
            for at in part.positions
            for name in told[at].names.values()
        ]
        headlines += " ".join(for_several(it) for it in after)  # a verb agrees with the name before it
        names = bare(" ".join(name for at in part.positions for name in told[at].names.values()))
        facts = "\n".join(repr(told[position].facts) for position in part.positions).casefold()
        for span in part.text:
            match span.role:
                case SpanKind.JOINING:
                    said = set(re.findall(r"\w+", span.text.casefold()))
                    assert said <= joining.ALL_WORDS | joining.FOR_SEVERAL, span
                case SpanKind.SAID:
                    assert bare(span.text) in written, span
                case SpanKind.NAME:
                    assert bare(span.text) in names, span
                case SpanKind.NUMBER:
                    assert span.text.isdigit()
                case SpanKind.TERM:
                    assert span.text.casefold() in facts, span
                case SpanKind.RECORD:
                    assert span.text.strip().casefold() in headlines, span


def test_the_joining_words_are_few() -> None:
    assert len(joining.ALL_WORDS) <= 120


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_title_stands_twice_no_day_as_digits_and_nobody_is_set_up(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    heads = [part for part in of.gm if isinstance(part, SceneHead)]
    assert not [part for part in heads if part.place and part.place == part.title]
    assert not re.search(r"\d{4}-\d\d-\d\d", of.whole)
    for set_up in ("takes a seat", "The campaign ", "is ready to play", "is entered", "nothing nothing"):
        assert set_up not in of.whole


@pytest.mark.parametrize("slug", SAMPLES)
def test_sentences_are_put_together_without_a_seam(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    said = [plain(part.text) for part in (*paragraphs(of.gm), *paragraphs(of.table))]
    assert not [(found.group(), text) for text in said for found in SEAMS.finditer(text)]


@pytest.mark.parametrize("slug", SAMPLES)
def test_what_dice_were_asked_is_told_with_their_answer(telling: Tellings, slug: str) -> None:
    of = telling(slug)
    answered = {
        it.record.position: fact.called
        for it in of.told
        for fact in it.retelling.facts
        if isinstance(fact, Outcome) and fact.called
    }
    told = {at: plain(part.text) for part in paragraphs(of.gm) for at in part.positions}
    for at, answer in answered.items():
        assert re.search(rf"(?:^|[.?!:”] ){re.escape(answer[0].upper() + answer[1:])}\.", told[at]), (at, told[at])
    assert bool(answered) == (slug in {it.slug for it in samples(games()) if it.game.key == "open_table"})


def test_an_answer_stands_behind_its_question_and_the_name_of_a_roll_nowhere(telling: Tellings) -> None:
    text = telling("the-cairn-at-hollin-pass").public
    assert "Is the road open? No. Then what closes it? The weather turns." in text
    assert "What is it like?" not in text


def test_what_was_written_before_play_says_what_it_is(telling: Tellings) -> None:
    text = telling("wheels-under-tarnhithe").public
    assert "The objective of the story: Make the purser pay at his own counter." in text
    assert "Act 3 begins: The toll-keeper is found asleep on the weir bridge, and cannot be woken." in text


def test_a_paragraph_of_hot_circle(telling: Tellings) -> None:
    found = next(part for part in paragraphs(telling("lamps-of-veil").gm) if 122 in part.positions)
    assert plain(found.text) == (
        "Isa faces the drained lamps of Cutpurse Cut, and wants to light at least one of them: to climb with the "
        "pole and the last of her own oil. If not: she is on the ladder when the water moves. Oswin helps: He "
        "holds the ladder and does not look down. It comes out as Isa wanted. One lamp. It is enough to see how "
        "many hands there are on the wall."
    )
    assert found.proof
    assert found.proof.text == "3 against 3"
    assert [position for position, _ in found.proof.records] == list(range(122, 131))


def test_a_paragraph_of_vicious_crucible(telling: Tellings) -> None:
    of = telling("ninth-chain")
    scene = next(part for part in of.gm if isinstance(part, SceneHead) and part.position == 161)
    assert scene.demand.endswith("What do you do, Berrin, with all of them looking at you?")
    found = next(part for part in paragraphs(of.gm) if 168 in part.positions)
    text = plain(found.text)
    assert text.startswith(
        "Berrin wants to have the bill out of Wick's teeth before the market reads his mother's name on it. "
        "“Wick! My favourite burglar. Sell it to me.” The ring goes up"
    )
    assert "Berrin wins. Wick stands firm: She opens her mouth" in text
    assert "It costs Wick 1 Heat." in text
    assert found.proof
    assert found.proof.text == "6 over 5"


def test_a_paragraph_of_wicked_ones(telling: Tellings) -> None:
    found = next(part for part in paragraphs(telling("underkettle").gm) if 494 in part.positions)
    text = plain(found.text)
    assert text.startswith(
        "Hodd wants to hold the gate until they are in the boat. He puts the Church Door in the gateway, and "
        "himself behind it, and sits down. At stake, death: he is bloodied, and there are forty of them and "
        "one of her. It fails."
    )
    assert "The door holds. It is only that everything else there was of him was in front of it." in text
    assert found.proof
    assert found.proof.text == "2 and 3"


def test_a_trait_is_what_somebody_named_and_a_fact_says_which_of_its_words_that_is(telling: Tellings) -> None:
    whole = telling("underkettle")
    prelude = next(part for part in whole.gm if isinstance(part, Prelude))
    assert [member.name for member in prelude.people if "Defense against wounds" in member.traits]

    def told_otherwise(each: ToldRecord) -> ToldRecord:
        """The same records from a game that says of no label which of its words the table gave."""
        said = (replace(it, named="") if isinstance(it, StateChanged) else it for it in each.retelling.facts)
        return replace(each, retelling=replace(each.retelling, facts=tuple(said)))

    (unsaid, *_) = told_story(map(told_otherwise, whole.told))
    assert isinstance(unsaid, Prelude)
    assert not [member.name for member in unsaid.people if "Defense against wounds" in member.traits]


@pytest.mark.parametrize("slug", SAMPLES)
def test_a_story_in_as_many_words_as_there_is_time_for(telling: Tellings, slug: str) -> None:
    parts = telling(slug).gm
    (line,) = shortened(parts, Length.LINE)
    assert 0 < len(plain(line)) <= SIGNS
    assert 0 < len(shortened(parts, Length.DOZEN)) <= DOZEN
    page = [plain(it) for it in shortened(parts, Length.PAGE)]
    assert 0 < sum(len(it.split()) for it in page) <= 1.1 * ROOM
    heads = {plain(heading_of(session)) for session in gathered(parts).sessions}
    assert page[-1] not in heads
    for told in page:
        assert told in heads or told.endswith((".", "!", "?", "”", "’", '"')), told
    ends = [part for part in parts if isinstance(part, SceneEnd) and part.outcome]
    assert all(any(told.startswith(end.title) for told in page) for end in ends)


@pytest.mark.parametrize(
    ("slug", "turned"),
    [
        # what led to a death, and what it was for
        ("underkettle", "Hodd wants to hold the gate until they are in the boat. It fails."),
        ("underkettle", "in front of it. Hodd dies."),
        ("underkettle", "It costs Old Mother Vetch: the rest of her first name, for good."),
        ("underkettle", "More was tested: Session 1 (11); Session 2 (8); Session 3 (11)."),
        ("ninth-chain", "More was tested: The Hanging Market (1)."),
        ("ninth-chain", "Odile wins. Wick is dead:"),
        ("lamps-of-veil", "The story of Master Quill ends: burned with the ledger of the third ward."),
        ("karrow-head", "Marguerite reaches the goal: Find who made me, and be told why."),
        (
            "karrow-head",
            "to be paid and gone before it is light. It comes out as Tobiah and Dov wanted.",
        ),
        ("wheels-under-tarnhithe", "Act 1 is over: They came up under the purser's counting-house"),
        ("wheels-under-tarnhithe", "the great lamp on its chain. Hand and no-hand close on the chain"),
        ("wheels-under-tarnhithe", "The Nave Eel wins. Barley wants to fall over"),
    ],
)
def test_a_page_tells_what_turned(telling: Tellings, slug: str, turned: str) -> None:
    page = "\n".join(plain(it) for it in shortened(telling(slug).gm, Length.PAGE))
    assert turned in page
    assert "It is so." not in page  # what was claimed on the way, which is not told


def test_whose_story_it_is(telling: Tellings) -> None:
    hers = list(about(telling("lamps-of-veil").gm, "isa-tarn"))
    assert [it.who for part in hers if isinstance(part, Prelude) for it in part.people] == ["isa-tarn"]
    told = [part for part in hers if isinstance(part, Paragraph)]
    assert told
    assert all("isa-tarn" in part.concerns for part in told)
    scenes = [part.title for part in hers if isinstance(part, SceneHead)]
    assert "Cutpurse Cut, with the lamps out" in scenes
    assert len(plain(shortened(hers, Length.LINE)[0])) <= SIGNS
    assert 0 < len(shortened(hers, Length.DOZEN, tests=True)) <= DOZEN
    his = [plain(it) for it in shortened(about(telling("underkettle").gm, "hodd"), Length.DOZEN, tests=True)]
    assert len(his) == DOZEN
    assert his[-2] == "Hodd dies."  # the line before it says how


def test_a_session_begins_with_what_came_before(telling: Tellings) -> None:
    heads = [part for part in telling("lamps-of-veil").gm if isinstance(part, SessionHead)]
    assert [len(head.previously) for head in heads] == [0, 4, 4]
    assert plain(heads[1].previously[-1]) == "Hesper has said it. They wish she had not."


def test_parts_are_gathered_into_sessions_and_scenes(telling: Tellings) -> None:
    parts = telling("lamps-of-veil").gm
    story = gathered(parts)
    assert [person.name for person in story.prelude.people[:3]] == ["Isa Tarn", "Oswin Pell", "Cat Vale"]
    assert sum(len(scene.parts) for session in story.sessions for scene in session.scenes) == sum(
        isinstance(part, Paragraph | StoryRemark) for part in parts
    )


def test_a_line_for_each_character_tells_what_they_tried_and_how_it_came_out(telling: Tellings) -> None:
    """Four who stood in the same last scene have four lines."""
    parts = telling("ninth-chain").gm
    tried = ("anselm", "berrin", "odile", "wick")
    last = {who: plain(line) for who in tried for line in deeds(parts, who, 1)}
    assert last.pop("wick").startswith("Wick is dead: The pin will not go home while the chain swings")
    assert len(set(last.values())) == len(tried) - 1
    assert all("wants" in line for line in last.values())
    assert all(re.search(r"wins|It fails|It comes out", line) for line in last.values()), last
    assert deeds(parts, "anselm", 4)[-1:] == deeds(parts, "anselm", 1)
    assert deeds(parts, "nobody", 1) == []


def test_each_of_several_in_one_conflict_has_what_they_wanted_of_it(telling: Tellings) -> None:
    """Also where what came of it stands paragraphs later."""
    parts = telling("karrow-head").gm
    of = {who: [plain(line) for line in deeds(parts, who, 4)] for who in ("tobiah", "dov")}
    assert (
        of["dov"][0]
        == "Dov wants to read one page of it: the one with the passengers. It comes out as Dov wanted."
    )
    assert "and be seen to win it. It comes out as Tobiah and Captain Ludovic Sale wanted." in of["tobiah"][0]
    assert any("have it stay lit. It comes out as Tobiah and Dov wanted." in line for line in of["tobiah"])


def test_ballots_for_the_same_word_share_a_sentence(telling: Tellings) -> None:
    """Four players at a vote make a sentence for each word, in the order in which it was first called."""
    told = [plain(part.text) for part in paragraphs(telling("lamps-of-veil").gm)]
    vote = next(text for text in told if "Unafraid" in text)
    assert "Noor, Felix and Maud would no longer call Isa Soft-footed." in vote, vote
    assert "Felix, Ines and Maud would call Isa Unafraid." in vote, vote
    assert any("Noor, Felix and Maud would no longer call Oswin Morbid." in text for text in told)


def test_somebody_sought_is_wanted_by_being_found(telling: Tellings) -> None:
    """A circle test is for a person: the story says that they are looked for."""
    told = [plain(part.text) for part in paragraphs(telling("lamps-of-veil").gm)]
    assert any(text.startswith("Cat wants to find the cook, who never liked the old man.") for text in told)
