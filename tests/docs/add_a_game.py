"""The page *Add a game*, carried out where nothing but the wheel is installed: `make wheel`.

Makes an empty environment, installs the wheel with the extras the page names, does what the page tells in order,
and makes a game in a folder beside the others as well. Says how long each step took.
"""

import os
import re
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "add-a-game.md"
BLOCK = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="(glass-court/[\w./-]+)"')
HALF_HOUR = "## Where it lies"
"""The heading up to which the text is carried out."""
STAYS_OPEN = "campaign dashboard"


def carry_out(wheel: Path) -> None:
    """All of it. Raises `CalledProcessError` at the first line that does not work."""
    with TemporaryDirectory(prefix="add-a-game-") as name:
        place = Path(name)
        venv.create(place / "env", with_pip=True)
        programs = place / "env" / ("Scripts" if os.name == "nt" else "bin")
        env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "CAMPAIGN_DATABASE": str(place / "campaigns.sqlite3"),
        }
        env.pop("PYTHONPATH", None)
        here = place / "here"
        here.mkdir()
        pip = f"pip install --quiet --disable-pip-version-check '{wheel}[dashboard,laws]'"
        run(pip, here, env)
        told = PAGE.read_text("utf-8").partition(HALF_HOUR)[0]
        for head, text in BLOCK.findall(told):
            title = TITLE.search(head)
            if title:
                (here / title[1]).write_text(text, "utf-8")
                print(f"  written  {title[1]}")
            elif head.strip() == "console":
                for line in text.splitlines():
                    (look_at if line == STAYS_OPEN else run)(line, here, env)
        run("campaign new-game stone_court --title 'Stone Court'", here, env)
        run("python -m campaign_laws stone_court -q", here, env)
        run("campaign coverage stone_court", here, env)


def run(line: str, here: Path, env: dict[str, str]) -> None:
    """Run a line of the page."""
    began = time.monotonic()
    ran = subprocess.run(line, shell=True, cwd=here, env=env, capture_output=True, text=True)
    print(f"{time.monotonic() - began:7.1f} s  {line}", flush=True)
    if ran.returncode:
        print(ran.stdout[-6000:], ran.stderr[-6000:], sep="\n")
        ran.check_returncode()


def look_at(line: str, here: Path, env: dict[str, str]) -> None:
    """Start what stays open, wait until it answers, and end it."""
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [*line.split(), "--port", str(port), "--no-browser"]
    words[0] = str(Path(env["PATH"].split(os.pathsep)[0]) / words[0])
    with subprocess.Popen(words, cwd=here, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as started:
        try:
            while time.monotonic() - began < 120:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
                        assert answer.status == 200
                        break
                except OSError:
                    assert started.poll() is None, started.stdout and started.stdout.read()
                    time.sleep(0.3)
            else:
                raise TimeoutError(line)
        finally:
            started.terminate()
    print(f"{time.monotonic() - began:7.1f} s  {line}", flush=True)


def main() -> None:
    """Carry the page out with the newest wheel in a folder."""
    wheels = sorted(Path(sys.argv[1]).resolve().glob("*.whl"), key=lambda it: it.stat().st_mtime)
    if not wheels:
        sys.exit(f"There is no wheel in {sys.argv[1]}.")
    carry_out(wheels[-1])
    print("Everything on the page works.")


if __name__ == "__main__":
    main()
