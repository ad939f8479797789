"""A file that a page hands out is for whoever has that page open, and for nobody else who has a seat here."""

import re
import subprocess
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT, _wait_for, free_port
from tests.dashboard.access.test_gate import ANA, BO, EVE, HEADER, SECRETS, TRUSTED, asked
from tests.support.wire import page, told

SERVED = ROOT / "tests" / "browser" / "handing_out" / "asgi.py"
FILE = re.compile(rb"/media/[0-9a-f]{20,}[.\w]*")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text(SECRETS, "utf-8")
    chosen = free_port()
    options = [f"--server.port={chosen}", "--server.headless=true", "--server.fileWatcherType=none"]
    words = [sys.executable, "-m", "streamlit", "run", str(SERVED), *options]
    env = {**environ, "PYTHONPATH": str(ROOT), **TRUSTED}
    server = subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{chosen}/_stcore/health", server)
        yield chosen
    finally:
        server.terminate()
        server.wait(timeout=20)


def test_a_file_is_for_whoever_has_its_page_open(port: int, tmp_path: Path) -> None:
    with page(port, {HEADER: ANA}) as of_ana, page(port, {HEADER: BO}) as of_bo:
        files = {}
        for who, open_now in ((ANA, of_ana), (BO, of_bo)):
            (files[who],) = {found.decode() for found in FILE.findall(told(open_now.draw()))}
        for who, other in ((ANA, BO), (BO, ANA)):
            assert asked(port, files[who], who)[::2] == (200, f"for {who} alone".encode())
            for method in ("GET", "HEAD"):
                assert asked(port, files[who], other, method=method)[0] == 404, (who, other)
                assert asked(port, files[who], EVE, method=method)[0] == 404
                assert asked(port, files[who], "", method=method)[0] == 404
        for path in (
            files[ANA].replace("/media/", "/media//"),
            files[ANA] + "/",
            files[ANA].replace("m", "%6d", 1),
        ):
            assert b"alone" not in asked(port, path, BO)[2], path
        secrets = tmp_path / ".streamlit" / "secrets.toml"
        secrets.write_text(SECRETS.replace("ana@", "zoe@"), "utf-8")
        of_bo.until_quiet(3.0)  # so long at the most until it holds
        assert asked(port, files[ANA], ANA)[0] == 404
    assert asked(port, files[BO], BO)[0] == 404, "his page is closed"
