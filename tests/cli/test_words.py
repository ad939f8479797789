"""Reading of command lines."""

import subprocess
from collections.abc import Callable

import pytest

from cli.group import hoisted
from tests.cli.conftest import Campaign

Process = Callable[..., subprocess.Popen[str]]

COMMANDS = [
    "demo",
    "games",
    "new",
    "list",
    "rule",
    "play",
    "log",
    "state",
    "sheet",
    "map",
    "advancement",
    "diff",
    "verify",
    "scenarios",
    "coverage",
    "doctor",
    "dashboard",
    "rebuild",
    "lines",
]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (["log", "x", "--json"], ["--json", "log", "x"]),
        (["log", "--database", "a b", "x"], ["--database", "a b", "log", "x"]),
        (["log", "--database=a", "x", "--debug"], ["--database=a", "--debug", "log", "x"]),
        (["rule", "x", "--", "--json"], ["rule", "x", "--", "--json"]),
        (["log", "x", "--database"], ["--database", "log", "x"]),
    ],
)
def test_shared_options_may_stand_anywhere(words: list[str], read: list[str]) -> None:
    assert hoisted(words) == read


def test_help_names_every_command_and_every_exit_status(campaign: Campaign) -> None:
    ran = campaign("--help")
    assert ran.status == 0
    assert all(f" {name} " in ran.out for name in COMMANDS)
    assert "Exit status: 0 done; 1 something is broken" in " ".join(ran.out.split())
    assert campaign().out == ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_shows_the_shared_options(campaign: Campaign, command: str) -> None:
    ran = campaign(command, "--help")
    assert ran.status == 0
    assert all(option in ran.out for option in ("--database", "--json", "--debug"))


def test_a_name_may_be_shortened_where_one_fits(campaign: Campaign) -> None:
    assert campaign("gam", "--json").json == campaign("games", "--json").json


def test_a_name_that_fits_several_commands_names_them(campaign: Campaign) -> None:
    ran = campaign("l")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "'l' can be lines, list, log or luck: write more of it.\n"


def test_an_unknown_command_suggests_the_nearest(campaign: Campaign) -> None:
    ran = campaign("lgo", "x")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "There is no command 'lgo'. Did you mean log?\n"


@pytest.mark.parametrize("words", [("log",), ("log", "x", "--foo"), ("log", "x", "--from", "a"), ("--database",)])
def test_words_that_are_off_are_one_sentence_and_status_2(campaign: Campaign, words: tuple[str, ...]) -> None:
    ran = campaign(*words)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


def test_bytes_that_are_no_text_are_told_so(process: Process) -> None:
    run = process("log", b"\xff\xfe")
    out, err = run.communicate()
    assert (run.returncode, out) == (2, "")
    assert err == "The command line holds bytes that are no text.\n"


def test_help_loads_neither_the_database_nor_the_dashboard() -> None:
    import sys

    code = (
        "import sys\nsys.argv = ['campaign', '--help']\nfrom cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'streamlit', 'sqlalchemy', 'pydantic', 'eventsourcing'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "index", "wanted"),
    [
        ("campaign lo", 1, "log"),
        ("campaign log the", 2, "the-old-cave"),
        ("campaign log the-old-cave --js", 3, "--json"),
        ("campaign games d", 2, "delve"),
    ],
)
def test_the_shell_completes_commands_campaigns_games_and_options(
    process: Process, cave: str, words: str, index: int, wanted: str
) -> None:
    environment = {"_CAMPAIGN_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(index)}
    out, err = process(env=environment).communicate()
    assert wanted in out.split(), err


def test_completion_can_be_installed(
    campaign: Campaign, process: Process, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    run = process(
        "--install-completion",
        "bash",
        env={"HOME": str(home), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    _out, err = run.communicate()
    assert run.returncode == 0, err
    assert "campaign" in "".join(file.read_text() for file in home.rglob("*.sh"))
