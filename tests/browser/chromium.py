"""A Chromium for the browser tests: the one that is there, or, with `--install`, one that is fetched.

On Debian and its kin as root that is the distribution's own package, elsewhere Playwright's build.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

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
    """Where a Chromium is: as `CHROMIUM` says, on the path, or as Playwright keeps it."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install() -> None:
    """Fetch one. Raises `CalledProcessError` when that fails."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
        needed = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        subprocess.run(needed, check=True, env=quiet, stdout=subprocess.DEVNULL)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main(arguments: list[str]) -> int:
    """Say where it is; with `--install`, see to it that there is one."""
    path = found()
    if path is None and "--install" in arguments:
        print("No Chromium here: fetching one for the browser tests.")
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"Chromium could not be installed: {error}. The browser tests will say so.", file=sys.stderr)
            return 0
        path = found()
    print(path or "no Chromium found")
    return 0 if path or "--install" in arguments else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
