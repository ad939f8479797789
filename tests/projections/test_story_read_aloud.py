"""Sentences of the samples that were read aloud by somebody who had not written them, and what they showed."""

import re

import pytest

from domain.kernel.facts.story import Against, Aim, Cost, Turn
from domain.kernel.people import EVERYONE, GM_ONLY
from exchange.documents.volume import volume
from projections.audiences import as_told_to
from projections.story.alike import StoryPiece
from projections.story.lengths import SIGNS, Length, about, cut, deeds, shortened
from projections.story.model import ChapterHead, Paragraph, Prelude, SpanKind, StorySpan, plain
from projections.story.paragraphs import Composer
from projections.story.sentences import Speech, joint
from projections.story.words import worded
from tests.projections.test_story import SAMPLES, Tellings, bare, library, paragraphs, telling, wrote

__all__ = ["library", "telling"]
ID = re.compile(r"[a-z]+(?:-[a-z]+){2,}", re.IGNORECASE)
DICE = re.compile(r", (?:\d+, )*\d+ and \d+: ")


def sentences(telling: Tellings, slug: str) -> str:
    return "\n".join(plain(part.text) for part in paragraphs(telling(slug).gm))


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_reason_stands_twice_in_a_paragraph(telling: Tellings, slug: str) -> None:
    for part in paragraphs(telling(slug).gm):
        long = [
            span.text.strip(" .") for span in part.text if span.role is SpanKind.SAID and worded(span.text) > 5
        ]
        assert len(long) == len(set(long)), plain(part.text)


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_sentence_is_an_id_or_has_dice_in_it(telling: Tellings, slug: str) -> None:
    for part in paragraphs(telling(slug).gm):
        assert not [span for span in part.text if span.role is SpanKind.SAID and ID.fullmatch(span.text)]
        assert not DICE.search(plain(part.text))


def test_a_reason_of_the_gm_says_whose_it_is(telling: Tellings) -> None:
    told = sentences(telling, "karrow-head")
    assert "Captain Ludovic Sale: Three hundred years of drowning" in told
    # Right after another's name, it would be taken for theirs.
    assert "Captain Ludovic Sale uses a power: Drown on Dry Land. Tobiah: His mouth is full" in told


@pytest.mark.parametrize("slug", SAMPLES)
@pytest.mark.parametrize("audience", [EVERYONE, GM_ONLY])
def test_the_index_has_subjects_of_the_story_only(telling: Tellings, slug: str, audience: str) -> None:
    """Whoever stands in the index was brought in as a person, a character, a power or a place."""
    of = telling(slug)
    brought = {
        str(getattr(fact, field))
        for it in of.told
        for fact in it.retelling.facts
        for field in ("character", "node", "person", "voice")
        if hasattr(fact, field)
    }
    made = volume(of.gm if audience == GM_ONLY else of.table, "A tale", "Delve", (), audience)
    assert set(made.names) <= brought
    assert made.names


def test_a_word_of_the_game_is_marked_as_one(telling: Tellings) -> None:
    spans = [span for part in paragraphs(telling("wheels-under-tarnhithe").gm) for span in part.text]
    assert any(span.role is SpanKind.CALLED and not span.who for span in spans)
    assert all(span.who for span in spans if span.role is SpanKind.NAME)


def test_hot_circle(telling: Tellings) -> None:
    text = sentences(telling, "lamps-of-veil")
    for said in (
        # what a question and a claim come to
        "How long has the woman in the hold been dead? Oswin does not know.",
        "he dug a second way into the Amberley vault, years ago. It is not so.",
        "she bribed the lock-keeper at Saint Osyth's in the autumn. It is so.",
        # what it costs
        "She opens her eyes. She asks who is next. Oswin is now Haunted.",
        # what is as before, and what is not
        "Isa still believes: Nobody should drown in the dark. Isa must: get the eleven lamps back from Amberley.",
        "Oswin has another instinct. Never: touch canal water with bare hands.",
        "The Eelmongers will now cooperate with the Lamplighters' Guild. The wards buy their own fish now.",
        "Isa grows as Lamplighter, from 3 to 4 dice.",
        # how much later it is
        "14 months go by. Isa has become Master Lamplighter (The Wick), 3 dice.",
    ):
        assert said in text
    assert "is certain, and wrong" in text
    assert "cellar? It fails" not in text


def test_spc_does_not_tell_what_was_struck_as_true(telling: Tellings) -> None:
    text = sentences(telling, "karrow-head")
    struck = "Dov states a Fact: His daughter booked the forty-first berth. Tobiah objects, and it is not so."
    assert struck in text
    assert "Captain Ludovic Sale states a Fact: The nurse keeps my letter." in text
    assert "Tobiah grows in cunning, by 1." in text


def test_spc_tells_what_came_of_a_conflict_by_its_rules(telling: Tellings) -> None:
    text = sentences(telling, "karrow-head")
    for said in (
        "give her a shilling for her trouble. Dov takes it back.",
        "the stake: the ledger under the Captain's elbow. Captain Ludovic Sale opposes it.",
        "Tobiah exploits a weakness of Ottilie Brandt: The Brandy in Her Desk.",
        "Tobiah uses a power: Fog Walk.",
        "Tobiah is taken out. The lamp goes over.",
        "Tobiah states a Fact: One floats. The Head belongs to the Cranes.",
        "It comes out as Tobiah and Captain Ludovic Sale wanted. Tobiah grows in cunning, by 1.",
        "The Shroud Girls sew for the Philomela.",
    ):
        assert said in text
    # the name of what a ruling rests on is no sentence
    assert "reach for the bell. The Brandy in Her Desk." not in text
    proofs = [part.proof.text for part in paragraphs(telling("karrow-head").gm) if part.proof]
    assert "Progress 12 of 10" in proofs


def test_a_name_with_a_comma_is_one_name(telling: Tellings) -> None:
    of = telling("karrow-head")
    assert "There: Tobiah Crane; Marguerite Voss; Ottilie Brandt, Harbourmistress; Customs men." in of.whole
    text = sentences(telling, "karrow-head")
    assert "Ottilie Brandt wants to burn it, and have him thrown in a cell with a window." in text
    assert "Ottilie Brandt now wants: Only get down the stairs alive." in text


def test_vicious_crucible(telling: Tellings) -> None:
    text = sentences(telling, "ninth-chain")
    assert "The GM rules on the wall of the pin chamber of the Ninth Pier: eight names and nine weights." in text
    assert "The Gate Watch opens the gate to the Netfolk." in text
    assert "Order of the Plumb bears witness against House Vaud." in text
    assert "A task for Pin Key alone: Drive the ninth pin." in text
    assert "Berrin earns Flux: “You have his hands,” she tells him" in text
    assert "Vaud Signet is out of use for Berrin." in text
    assert "As for House Vaud, the Netfolk stands by its heir." in text
    assert "On the map" not in text + sentences(telling, "karrow-head")


def test_death_of_the_vele(telling: Tellings) -> None:
    text = sentences(telling, "wheels-under-tarnhithe")
    assert "Act 1 is called: Down among the wheels. Act 1 begins: The town hears wheels turn" in text
    assert "Act 1 has the objective: Get out of the mill." in text
    assert "Act 2 is called: An honest wage." in text
    assert "Act 3 has the objective." not in text
    # a table's wish for an act that stands there already is not told again, and a guideline that fell has fallen
    assert "The objective of the act: Get out of the mill." not in text
    assert "Matthias challenges the guideline of Tova: No elves at all, please. Not even as bad luck." in text
    assert "Not even as bad luck. The guideline of Tova is taken back." in text
    assert "Barley treats Odrun. Barley wins. Odrun is healed in Dice and Cards." in text
    for said in (
        "Odrun wins. Gnawbone loses Bite. The Drowned Mastiff loses Jaws.",
        "Othmar is taken out: unconscious. Barley takes control of Othmar.",
        "dead three hundred years. It is approved.",
        "The Drowned Mastiff loses Paws and Mastiff.",
        "The Nave Eel gives in. It goes out like a lamp that has been told a joke.",
        "in the place of “I was promised somebody who could throw me”.",
        "The Drowned Mastiff has the sticky aspect “Barking at a painted wall”.",
    ):
        assert said in text
    heads = [part.title for part in telling("wheels-under-tarnhithe").gm if isinstance(part, ChapterHead)]
    assert heads == ["A Wage in Tarnhithe: Down among the wheels"]
    people = next(part for part in telling("wheels-under-tarnhithe").gm if isinstance(part, Prelude)).people
    assert not [line for who in people for line in who.lines if "well stair" in plain(line)]
    proofs = [part.proof.text for part in paragraphs(telling("wheels-under-tarnhithe").gm) if part.proof]
    assert "5 against 5" in proofs
    assert "9 over 5" in proofs


def test_wicked_ones(telling: Tellings) -> None:
    text = sentences(telling, "underkettle")
    for said in (
        "Grubnash owes an annoying price: the making of The Thirst.",
        "in his hand is the Left Boot Bomb. Grubnash loses Left Boot Bomb.",
        "Dame Ysolde Harrow resists: She turns the door with the flat of her hand.",
        "The GM rules on left hand of Silk: with the saint.",
        "Hodd dies.",
        "Silk grows for 2 xp: Five Are Enough. She learns to spin with what there is.",
        "Silk pays for eel-oil: For the hinges of Wellhead, from Eel Annis, who does not ask.",
        "Hodd goes through the loot: What a holy order carries: one lamp, unlit.",
        "As for Underkettle, the Lantern Order thinks they are dead.",
        # what the rules make of somebody
        "Noor asks: And what is really down there? What was asked stays hidden.",
        "starts to walk. Grubnash steers, Hodd is the engine. Hodd goes feral.",
        "Silk is bloodied. Silk takes shock to brains.",
        "Hodd rings the death knell. It comes out as Hodd wanted.",
        "The Pond Comes In is full.",
    ):
        assert said in text
    # the name of a clock is no sentence
    assert "into the taproom. The Pond Comes In." not in text
    assert "itself" not in {
        word for part in paragraphs(telling("underkettle").gm) for word in _joined(part).split()
    }


@pytest.mark.parametrize("slug", SAMPLES)
def test_how_powers_stand_towards_each_other_is_told_in_sentences(telling: Tellings, slug: str) -> None:
    """Written relations begin with a verb in every sample, and all but one say what they are about."""
    of = telling(slug)
    prelude = next(part for part in of.gm if isinstance(part, Prelude))
    told = [plain(part.text) for part in paragraphs(of.gm)] + [plain(power.text) for power in prelude.powers]
    apart = [text for text in told if re.search(r"[Tt]owards [^.,:]*:", text)]
    assert all("Order of the Plumb towards the Netfolk: begins to count." in text for text in apart)


@pytest.mark.parametrize(
    ("relation", "sentence"),
    [
        ("obeys", "The Watch obeys House Ansel."),
        ("lied for", "The Watch lied for House Ansel."),
        ("owes a roof", "As for House Ansel, the Watch owes a roof."),
        ("paid its roof", "As for House Ansel, the Watch paid its roof."),
        ("sew for", "The Watch sew for House Ansel."),
        ("old friends", "The Watch towards House Ansel: old friends."),
        ("enemies", "The Watch towards House Ansel: enemies."),
        ("red with envy", "The Watch towards House Ansel: red with envy."),
        ("at war with", "The Watch: at war with House Ansel."),
        ("cooperates with", "The Watch cooperates with House Ansel."),
        ("rivals since the war", "The Watch towards House Ansel: rivals since the war."),
        ("married into it twice", "The Watch towards House Ansel: married into it twice."),
        # of whom, would stay open behind "as for"
        ("hates and fears", "The Watch towards House Ansel: hates and fears."),
        ("wants to buy out", "The Watch towards House Ansel: wants to buy out."),
        ("trusts nobody, least of all them", "As for House Ansel, the Watch trusts nobody, least of all them."),
        # spelled like verbs
        ("heirs of", "The Watch: heirs of House Ansel."),
        ("feels guilty about", "The Watch feels guilty about House Ansel."),
        ("doesn't talk to", "The Watch doesn't talk to House Ansel."),
        ("Owes money to", "The Watch owes money to House Ansel."),
        ("hat Angst vor", "The Watch towards House Ansel: hat Angst vor."),
    ],
)
def test_a_relation_as_a_sentence(relation: str, sentence: str) -> None:
    speech = Speech()
    speech.names = {"watch": "The Watch", "ansel": "House Ansel"}
    assert plain(speech.relation("watch", relation, "ansel", written=True)) == sentence


@pytest.mark.parametrize(
    ("against", "wish", "means", "told"),
    [
        ("", "reach the gate", "drift with the oars", "Isa wants to reach the gate: to drift with the oars."),
        ("", "to reach the gate", "drifts with the oars", "Isa wants to reach the gate. Drifts with the oars."),
        ("", "reaching the gate", "by drifting", "Isa wants: reaching the gate. By drifting."),
        ("", "bring the key back", "press on", "Isa wants to bring the key back: to press on."),
        ("", "the veil stays whole", "cut the rope", "Isa wants: the veil stays whole. Cut the rope."),
        ("", "the man who is king", "wait, and hope", "Isa wants the man who is king: to wait, and hope."),
        # with a subject of one's own
        ("a lock", "I want to get in", "Pip holds it", "Isa faces a lock. Isa: I want to get in. Pip holds it."),
        ("", "Isa wants to win the race", "", "Isa wants to win the race."),
        ("", "let's go home", "", "Isa: let's go home."),
        # whole sentences, shouts, questions, quotations, what is no word
        ("the tide is high", "get in", "", "Isa faces: the tide is high. Isa wants to get in."),
        ("Guards!", "Why is she lying?", "", "Isa faces: Guards! Isa wants: Why is she lying?"),
        ("“Halt!”", "NOW OR NEVER", "VERY SLOWLY", "Isa faces: “Halt!” Isa wants: NOW OR NEVER. VERY SLOWLY."),
        ("Old Marrow", "🐎 calm it", "", "Isa faces: Old Marrow. Isa wants: 🐎 calm it."),
        ("", "the key.", "Climbs up. Slips.", "Isa wants the key. Climbs up. Slips."),
        # other languages
        ("", "die Tür aufbrechen, bevor sie kommen", "", "Isa wants: die Tür aufbrechen, bevor sie kommen."),
        ("", "find out who paid", "mit einem Seil", "Isa wants to find out who paid. Mit einem Seil."),
        ("", "ouvrir le coffre sans bruit", "", "Isa wants: ouvrir le coffre sans bruit."),
        ("", "„Na gut.“", "er sagt: „Na gut.“", "Isa wants: „Na gut.“ Er sagt: „Na gut.“"),
        # what follows neither "to" nor nothing
        ("", "out before dawn", "up the wall 🎉", "Isa wants: out before dawn. Up the wall 🎉"),
        ("", "peace", "", "Isa wants: peace."),
        ("", "everyone out alive", "", "Isa wants everyone out alive."),
        ("", "not to be seen", "very slowly…", "Isa wants not to be seen: very slowly…"),
        ("", "so that nobody follows", "", "Isa wants: so that nobody follows."),
        # told as done, where it was asked what is wanted
        ("", "slipped out the back", "", "Isa: slipped out the back."),
        ("", "pried the lid loose", "with a spoon", "Isa: pried the lid loose. With a spoon."),
        ("", "hundred candles", "", "Isa wants: hundred candles."),
        ("", "Pip to come home", "", "Isa wants: Pip to come home."),
        ("", "Talk to her", "", "Isa wants to talk to her."),
        ("", "Have Amiel send them away", "", "Isa wants to have Amiel send them away."),
        ("", "get to St. Orm by dark", "", "Isa wants to get to St. Orm by dark."),
        ("", "- first the key\n- then the door", "", "Isa wants: first the key; then the door."),
        ("", "Climb up\nThen wait", "", "Isa wants: Climb up. Then wait."),
        ("", "reach the lamp", "up the ladder", "Isa wants to reach the lamp: up the ladder."),
        ("", "talk her round; she owes me", "", "Isa wants to talk her round; she owes me."),
        ("", "get in", "it hurt. it was cold", "Isa wants to get in. It hurt. It was cold."),
        ("Isa faces the panic", "be heard", "", "Isa faces the panic. Isa wants to be heard."),
        ("I face my brother", "be heard", "", "Isa: I face my brother. Isa wants to be heard."),
        ("", "hold the bridge,", "rope,\nand the hook", "Isa wants to hold the bridge. Rope, and the hook."),
    ],
)
def test_a_wish_and_how_one_goes_about_it(against: str, wish: str, means: str, told: str) -> None:
    """Texts in the ways that people write: none of them stands where it makes no sentence."""
    speech = Speech()
    speech.names = {"isa": "Isa"}
    stands = [StoryPiece(fact=Against(test="1", who="isa", text=against))] if against else []
    aim = StoryPiece(fact=Aim(test="1", who="isa", text=wish, means=means))
    assert plain(Composer(speech).compose([*stands, aim]).text) == told


@pytest.mark.parametrize(
    ("headline", "word", "told"),
    [
        ("Pell pays for A New Door", "A New Door", "Pell pays for a New Door."),
        ("Pell hires The Leftovers: they eat", "they eat", "Pell hires the Leftovers: they eat."),
        ("Pell: Poisoned; She drank it", "She drank it", "Pell: Poisoned; she drank it."),
        ("The lamp: It is out.: a watch is over", "It is out.", "The lamp: It is out: a watch is over."),
        ("The lamp: It is out. It is dark", "It is out.", "The lamp: It is out. It is dark."),
        ("Dov: “„Na gut.“”", "„Na gut.“", "Dov: „Na gut.“"),
        ("Silk gets The Moon in the Well: hers", "The Moon in the Well", "Silk gets the Moon in the Well: hers."),
        ("They ride for The mill on the hill", "The mill on the hill", "They ride for the mill on the hill."),
        ("Dread goes from 0 to 1: While we wait", "While we wait", "Dread goes from 0 to 1, while we wait."),
        (
            "Pell earns 2 xp: for the bell, and the rope",
            "for the bell, and the rope",
            "Pell earns 2 xp, for the bell, and the rope.",
        ),
        ("Pell earns 2 xp: for the bell", "for the bell", "Pell earns 2 xp, for the bell."),
        (
            "Dread goes from 0 to 1: As it is late, we go",
            "As it is late, we go",
            "Dread goes from 0 to 1: As it is late, we go.",
        ),
        ("Dread goes from 0 to 1: it is late", "it is late", "Dread goes from 0 to 1: it is late."),
        ("Dov: “Na gut”", "Na gut", "Dov: “Na gut”."),
    ],
)
def test_words_of_a_person_within_the_sentence_of_a_record(headline: str, word: str, told: str) -> None:
    piece = StoryPiece(headline=headline, words=(word,), own=True)
    assert plain(Composer(Speech()).compose([piece]).text) == told


def test_a_turn_with_nothing_in_it_is_no_sentence() -> None:
    assert Composer(Speech()).compose([StoryPiece(fact=Turn(test="", who="isa", text=""))]).text == ()


def test_what_it_costs_two_people_is_told_of_both_in_the_same_words() -> None:
    speech = Speech()
    speech.names = {"isa": "Isa", "eel": "The Nave Eel"}
    both = [StoryPiece(fact=Cost(test="1", who=who, text="a good coat")) for who in speech.names]
    told = plain(Composer(speech).compose(both).text)
    assert told == "It costs Isa: a good coat. It costs the Nave Eel: a good coat."


def _joined(part: Paragraph) -> str:
    """The words of a paragraph that nobody at the table wrote."""
    return " ".join(span.text for span in part.text if span.role in (SpanKind.JOINING, SpanKind.RECORD))


@pytest.mark.parametrize("slug", SAMPLES)
def test_whatever_its_length_and_whoever_it_is_about_a_story_keeps_the_secrets(
    telling: Tellings, slug: str
) -> None:
    of = telling(slug)
    known = bare("\n".join(text for it in of.told for _, text in wrote(it) if as_told_to(EVERYONE, it)))
    secrets = {bare(text) for it in of.told for _, text in wrote(it) if it.retelling.audience == GM_ONLY}
    hidden = {text for text in secrets if len(text.split()) >= 4 and text not in known}
    front = next(part for part in of.table if isinstance(part, Prelude))
    for who in (None, *(it.who for it in front.people)):
        parts = of.table if who is None else list(about(of.table, who))
        for length in Length:
            if length is Length.EVERYTHING:
                continue
            lines = [plain(line) for line in shortened(parts, length, tests=who is not None)]
            assert not [text for text in hidden for line in lines if text in bare(line)]
            if length is Length.LINE:
                assert all(len(line) <= SIGNS for line in lines)


def test_a_paragraph_of_many_rolls_says_how_many(telling: Tellings) -> None:
    """One number under six rolls would be taken for what all of them came to."""
    parts = [part for part in paragraphs(telling("the-cairn-at-hollin-pass").gm) if part.proof]
    rolled = {part.proof.text for part in parts if part.proof}
    assert {text for text in rolled if text.endswith(" rolls")}
    for part in parts:
        assert part.proof is not None
        falls = [text for _, text in part.proof.records if " rolls " in text]
        assert part.proof.text.endswith("rolls") or part.proof.text.count(", ") + 1 >= min(len(falls), 2)


def test_a_line_ends_with_a_sentence_where_one_fills_half_of_it() -> None:
    whole = (
        StorySpan(SpanKind.SAID, "The gate"),
        joint(": "),
        StorySpan(SpanKind.SAID, "It opens. Nobody is there."),
    )
    assert plain(cut(whole, 24)) == "The gate: It opens."
    assert plain(cut(whole, 30)) == "The gate: It opens."
    assert plain(cut(whole, 36)) == "The gate: It opens. Nobody is there."
    # a short first sentence says too little
    assert (
        plain(cut((StorySpan(SpanKind.SAID, "No. She goes on without a word to them"),), 24)) == "No. She goes on…"
    )


def test_who_is_gone_stands_in_a_dozen_lines_and_in_ones_own_one(telling: Tellings) -> None:
    for slug, said in (("underkettle", "Hodd dies."), ("ninth-chain", "Wick is dead.")):
        lines = [plain(line) for line in shortened(telling(slug).table, Length.DOZEN)]
        assert [line for line in lines if line.endswith(said)]
    (line,) = deeds(telling("underkettle").table, "hodd", 1)
    assert plain(line).startswith("Hodd dies")
