"""Commands of an extra that is not installed end in a sentence and leave nothing behind."""

import sys
import tomllib
from pathlib import Path

import pytest

from cli.extras import EXTRAS
from tests.cli.conftest import Campaign

PICTURE = str(Path(__file__).parents[2] / "docs" / "pictures" / "map.png")
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("streamlit", ("dashboard",), "dashboard"),
        ("streamlit", ("demo",), "dashboard"),
        ("PIL", ("attach", "deep", PICTURE), "pictures"),
        ("typst", ("chronicle", "deep", "-o", "{}.pdf"), "pdf"),
        ("typst", ("sheet", "deep", "-o", "{}.pdf"), "pdf"),
        ("fontTools", ("chronicle", "deep", "-o", "{}.pdf"), "pdf"),
        ("pyarrow", ("figures", "deep", "rolls", "-o", "{}.parquet"), "parquet"),
        ("psycopg", ("--database", "postgresql://localhost/x", "list"), "postgres"),
    ],
)
def test_what_is_missing_names_the_extra_and_writes_nothing(
    campaign: Campaign,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    words: tuple[str, ...],
    extra: str,
) -> None:
    assert campaign("new", "--game", "delve", "--title", "Deep", "--id", "deep").status == 0
    for loaded in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, loaded)
    for ours in [name for name in sys.modules if name.startswith(("exchange.documents.", "exchange.media."))]:
        monkeypatch.delitem(sys.modules, ours)
    monkeypatch.setitem(sys.modules, module, None)
    there = set(tmp_path.iterdir())

    ran = campaign(*(word.format(tmp_path / "out") for word in words))

    assert (ran.status, ran.out) == (2, "")
    assert f"pip install 'campaign-ledger[{extra}]'" in " ".join(ran.err.split())
    assert {path for path in set(tmp_path.iterdir()) - there if path.name.startswith("out")} == set()


def test_every_extra_is_one_of_the_project() -> None:
    assert {extra for extra, _ in EXTRAS.values()} <= PROJECT["optional-dependencies"].keys()


def test_the_command_line_alone_needs_none_of_them() -> None:
    base = " ".join(PROJECT["dependencies"])
    assert not [module for module in ("streamlit", "typst", "pyarrow", "psycopg", "authlib") if module in base]
