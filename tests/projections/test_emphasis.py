"""Text out of notes and chats, in runs: marks are read where they mean something, and are signs elsewhere."""

import time

import pytest

from domain.kernel.wording.emphasis import Run, runs_of, without_marks
from exchange.documents.html.markup import emphasised
from projections.views.markdown import emphasised_lines

PLAIN, WEAK, STRONG, BOTH = ("", "em", "strong", "both")
WAYS = {(False, False): PLAIN, (False, True): WEAK, (True, False): STRONG, (True, True): BOTH}


def runs(line: str) -> list[tuple[str, str]]:
    return [(run.text, WAYS[run.strong, run.emphasised]) for run in runs_of(line)]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("*weak*, _weak_", [("weak", WEAK), (", ", PLAIN), ("weak", WEAK)]),
        ("**loud** __loud__", [("loud", STRONG), (" ", PLAIN), ("loud", STRONG)]),
        ("***all***", [("all", BOTH)]),
        ("**a *b* c**", [("a ", STRONG), ("b", BOTH), (" c", STRONG)]),
        ("*a **b***", [("a ", WEAK), ("b", BOTH)]),
        ('"*Not tonight.*"', [('"', PLAIN), ("Not tonight.", WEAK), ('"', PLAIN)]),
        ("夜**太字**です", [("夜", PLAIN), ("太字", STRONG), ("です", PLAIN)]),
        ("### The gate ###", [("The gate", STRONG)]),
        ("*[[Kel]]* left", [("Kel", WEAK), (" left", PLAIN)]),
        ("> The tide **turns**.", [("The tide ", WEAK), ("turns", BOTH), (".", WEAK)]),
        (">> as she said", [("as she said", WEAK)]),
        ("> > as she said", [("as she said", WEAK)]),
        ("> ## The notice", [("The notice", BOTH)]),
        ("> [!quote]- The notice", [("The notice", STRONG)]),
        ("> [!warning]", [("Warning", STRONG)]),
        (">", []),
    ],
)
def test_marks_are_read_as_they_are_meant(line: str, meant: list[tuple[str, str]]) -> None:
    assert runs(line) == meant


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[[People/Ada Vane|Ada]] at [[Harbour#Docks]]", "Ada at Harbour › Docks"),
        ("![[chart.png]] and [the rules](rules/Salt.md#tide)", "chart.png and the rules"),
        ("@UUID[Item.a1]{Chart}@UUID[Item.b2]{Lamp}", "Chart Lamp"),
        ("@UUID[Compendium.charts.Item.a1b2]{The old chart} of hers", "The old chart of hers"),
        ("It is @Compendium[world.states.Bent] now, and @State[wet].", "It is Bent now, and wet."),
        (
            "@Check[type:tide|dc:20] @Item[charts.a1B2] @Sum[2d6]",
            "@Check[type:tide|dc:20] @Item[charts.a1B2] @Sum[2d6]",
        ),
        ("[a map](https://example.org/map)", "a map (https://example.org/map)"),
        ("[https://example.org](https://example.org)", "https://example.org"),
        (r"\*not weak\* and `*code*`", "*not weak* and *code*"),
    ],
)
def test_links_and_code_stand_by_their_words(line: str, words: str) -> None:
    assert without_marks(line) == words


@pytest.mark.parametrize(
    "line",
    [
        "2*3*4 and 2**3**4",
        "5 * 3 * 2",
        "my_file_name",
        "@Check[type:tide|dc:20] @Item[charts.a1B2] @Sum[2d6] @all[sic]",
        "* a line of a list",
        "- [ ] a task",
        "f**k, f****k",
        "Attack* hits*",
        "(*) one, (*) two",
        "[[]] [[open",
        "[[#]]",
        "[GM](whisper)",
        "#channel",
        "a ** b ** c",
        "<b>bold</b>",
        "C:\\maps\\salt",
        ">_< not again",
        ">look north",
        "-> the door",
        "3 > 2",
        "[!quote] a word",
    ],
)
def test_signs_that_mean_nothing_stay(line: str) -> None:
    assert runs_of(line) == (Run(line),)


@pytest.mark.parametrize("signs", ["*a ", "**a ", "[[", "[", "`", "`a ", "*", " _a", "[a](b", "**_", "`a``b"])
def test_a_line_of_marks_alone_is_read_in_good_time(signs: str) -> None:
    began = time.process_time()
    runs_of(signs * 20_000)
    assert time.process_time() - began < 5


def test_nothing_in_it_becomes_markup() -> None:
    assert emphasised("*<b>*\n[[a|<i>]]") == "<em>&lt;b&gt;</em>\n&lt;i&gt;"
    assert emphasised_lines("**a*b** <i>\n- **x ** *`y`*") == ["**a\\*b** \\<i\\>", "\\- \\*\\*x \\*\\* *y*"]
