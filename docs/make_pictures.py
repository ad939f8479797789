"""Makes the pictures of the README from the sample campaigns: `make pictures`.

Founds the samples in a ledger of its own, starts the dashboard on it and photographs it in a Chromium.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, found  # noqa: E402 - found by the line above

CAMPAIGN = str(Path(sys.executable).with_name("campaign"))
PICTURES = ROOT / "docs" / "pictures"
PATIENCE = 180_000
"""Milliseconds until a page must stand: the first is drawn while the server still warms up, on any machine."""
WIDE = {"width": 1440, "height": 1080}
SHOTS = (
    ("replay", "ninth-chain", 0.62, "dark"),
    ("replay-light", "lamps-of-veil", 0.45, "light"),
    ("chronicle", "underkettle", 0.5, "light"),
    ("luck", "lamps-of-veil", 1.0, "dark"),
    ("sheets", "lamps-of-veil", 0.9, "light"),
    ("map", "lamps-of-veil", 0.685, "light"),
    ("advancement", "lamps-of-veil", 0.92, "dark"),
    ("between", "underkettle", 1.0, "light"),
    ("table", "wheels-under-tarnhithe", 1.0, "light"),
)
"""Each picture, named after its screen: the campaign, how far into it, and the light it is seen in."""
DRAWN = {
    "campaigns": ".volume",
    "replay": ".feed [aria-current]",
    "chronicle": ".story h2",
    "luck": ".leans",
    "sheets": ".sheet",
    "map": ".map-words",
    "advancement": ".growers",
    "between": ".plain",
    "table": ".tbl-over",
}
"""The selector of what stands on each screen once it is drawn."""


def run(*words: str, env: dict[str, str]) -> str:
    """The output of a command of the shell."""
    return subprocess.run([CAMPAIGN, *words], env=env, check=True, capture_output=True, text=True).stdout


def settled(page: Page, address: str, drawn: str) -> None:
    """Go there, and wait until everything stands: `drawn` is there once it does."""
    page.goto(address, timeout=PATIENCE)
    page.wait_for_load_state("networkidle", timeout=PATIENCE)
    page.locator(drawn).first.wait_for(timeout=PATIENCE)
    page.wait_for_timeout(3_000)  # for motion to end: a picture has no assertion to wait for


def main() -> None:
    """Found, start, photograph."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        env = {**os.environ, "CAMPAIGN_DATABASE": f"{folder}/samples.sqlite3"}
        run("demo", "--no-open", env=env)
        records = {it["slug"]: it["records"] for it in json.loads(run("list", "--json", env=env))}
        server = subprocess.Popen(
            [CAMPAIGN, "dashboard", "--no-browser"],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://[\d.]+:\d+", line)
            if address is None:
                raise SystemExit(f"the dashboard did not start: {line}")
            browser = playwright.chromium.launch(executable_path=found(), args=list(FLAGS))
            addresses = [("campaigns", "/", "light")]
            for name, slug, share, scheme in SHOTS:
                at = max(1, int(records[slug] * share))
                addresses.append((name, f"/{name.partition('-')[0]}?campaign={slug}&at={at}", scheme))
            for name, path, scheme in addresses:
                page = browser.new_page(viewport=WIDE, color_scheme=scheme)  # type: ignore[arg-type]
                settled(page, address[0] + path, DRAWN[name.partition("-")[0]])
                page.screenshot(path=PICTURES / f"{name}.png")
                page.close()
                print(f"docs/pictures/{name}.png")
            browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    main()
