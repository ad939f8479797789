"""A Chromium for the browser tests: the one that is there, or, with `--install`, one that is fetched.

On Debian and its kin as root that is the distribution's own package, elsewhere Playwright's build. A Chromium with
a window is used where that is all there is.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""The one without a window of its own: it draws the same pages for little more than half the work."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LONGEST = 240
"""Seconds that fetching may take before what is there is used instead."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Runs as root and in containers, and keeps the browser itself from talking to anybody."""


def found() -> str | None:
    """The path of a Chromium: as `CHROMIUM` says, on the path, or as Playwright keeps it."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def _by_the_system() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def _apt_get(*words: str) -> None:
    command = ["apt-get", "-qq", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", *words]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=True, env=quiet, stdout=subprocess.DEVNULL, timeout=LONGEST)


def install() -> None:
    """Fetch one. Raises `SubprocessError` when that fails."""
    if _by_the_system():
        _apt_get("update")
        needed = ("install", "-y", "--no-install-recommends")
        try:
            _apt_get(*needed, SHELL)
        except subprocess.CalledProcessError:  # older distributions have no such package
            _apt_get(*needed, "chromium")
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main(arguments: list[str]) -> int:
    """Say where it is; with `--install`, see to it that there is one."""
    path = found()
    heavy = path is not None and _by_the_system() and not os.environ.get("CHROMIUM") and not shutil.which(SHELL)
    if "--install" in arguments and (path is None or heavy):
        print("Fetching a Chromium for the browser tests.")
        try:
            install()
        except (OSError, subprocess.SubprocessError) as error:
            if path is None:
                print(f"None could be installed: {error}. The browser tests will say so.", file=sys.stderr)
                return 0
        path = found()
    print(path or "no Chromium found")
    return 0 if path or "--install" in arguments else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
