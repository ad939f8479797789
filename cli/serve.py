"""`dashboard` and `demo`: the screens, on this computer only."""

import os
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Mapping
from importlib.util import find_spec
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from cli.campaigns.play import kept
from cli.extras import need
from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, broken
from cli.printing import as_json, cell, complain, line, rows, say, table
from cli.progress import bar
from wiring.library import DATABASE_VARIABLE, database_url, games
from wiring.play_scripts import DifferentGame
from wiring.samples import found, samples

HOST = "127.0.0.1"
SERVER = "dashboard.server"
"""The module that is run, in a process of its own: nothing of the dashboard is imported here."""
UNTIL_STDIN_ENDS = "--until-stdin-ends"
"""The server's stdin is a pipe that nothing is written to: it ends when this process does, however that is."""
NAMES_VARIABLE = "STREAMLIT_SERVER_ALLOWED_HOSTS"
"""The names that a proxy in front passes on, with a space between two."""
PORT = 8501
_PORTS_TRIED = 20
_STARTING_SECONDS = 60.0


def dashboard(options: Options, port: int | None, *, browser: bool) -> None:
    """Open the ledger once, so that whatever is wrong with it is said here; then serve it until Ctrl-C."""
    need("streamlit")
    with options.library():
        pass
    serve(options, port, browser=browser)


def demo(options: Options, port: int | None, *, browser: bool, no_open: bool) -> None:
    """Found the sample campaigns that are missing, and serve them unless they are not to be opened."""
    if not no_open:
        need("streamlit")
    known = found_samples(options)
    if options.json:
        as_json(known)
    elif known:
        made = table("campaign", "title", "game", "")
        say(
            rows(
                made,
                ((cell(it["campaign"], "bold"), line(it["title"], 60), it["game"], it["now"]) for it in known),
            )
        )
    else:
        say("No game has a sample campaign.")
    if no_open:
        if not options.json:
            say("`campaign dashboard` opens them.")
        return
    serve(options, port, browser=browser)


def found_samples(options: Options) -> list[dict[str, str]]:
    """Found what is missing of the sample campaigns; what there is, and what was done."""
    told = []
    with options.library() as library:
        for sample in samples(games()):
            with bar(f"Founding {sample.title}") as moved, between_steps() as interrupted:

                def step(done: int, of: int) -> None:
                    moved(done, of)
                    interrupted()

                try:
                    played = found(library.ledger, sample, step)
                except KeyboardInterrupt:
                    raise CommandFailed(
                        Status.INTERRUPTED,
                        f"Stopped while founding {sample.slug}. What was recorded is kept.",
                    ) from None
                except DifferentGame as taken:
                    complain(str(taken))
                    continue
            if played.refused:
                raise broken(
                    f"The sample {sample.slug} is refused at line {played.line}: {played.refused.message} "
                    f"Up to there, {kept(played)}"
                )
            now = "founded" if played.recorded else "there before"
            told.append({"campaign": sample.slug, "title": sample.title, "game": sample.game.title, "now": now})
    return told


def serve(options: Options, port: int | None, *, browser: bool) -> None:
    """Run the dashboard until Ctrl-C. Raises `CommandFailed` when it cannot start or ends by itself."""
    chosen = _port(port)
    if find_spec(SERVER) is None:
        raise broken(f"{SERVER} is missing: the program is not installed whole.")
    settings = {
        "server.address": HOST,
        "server.port": str(chosen),
        "server.headless": "true",  # the browser is opened from here, once the server answers
        "browser.gatherUsageStats": "false",
        "global.developmentMode": "false",
        "server.fileWatcherType": "none",
        "logger.level": "warning",
    }
    words = [*server_command(settings), UNTIL_STDIN_ENDS]
    environment = {**os.environ, DATABASE_VARIABLE: database_url(options.database)}
    server = subprocess.Popen(
        words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=None
    )
    address = f"http://{HOST}:{chosen}"
    try:
        _wait_for(server, address)
        if not options.json:
            names = other_names(os.environ)
            where = f"answers to {names}, by way of {address}" if names else f"is at {address}"
            say(f"The dashboard {where}. Ctrl-C ends it.")
            sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        status = server.wait()
    except KeyboardInterrupt:
        return
    finally:
        _end(server)
    raise broken(f"The dashboard ended by itself, with status {status}.")


def other_names(environment: Mapping[str, str]) -> str:
    """The names under which alone the dashboard answers, where those of this computer are not among them."""
    names = environment.get(NAMES_VARIABLE, "").split()
    return "" if {HOST, "*"} & set(names) else ", ".join(names)


def server_command(options: Mapping[str, str]) -> list[str]:
    """The command line that starts the screens' server."""
    return [
        *(sys.executable, "-m", SERVER),
        *(f"--{name}={value}" for name, value in options.items()),
    ]


def _wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    ask = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise broken(f"The dashboard did not start; it ended with status {server.returncode}.")
        try:
            with ask.open(f"{address}/_stcore/health", timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise broken(f"The dashboard did not answer at {address} within {_STARTING_SECONDS:.0f} seconds.")


def _end(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _port(wanted: int | None) -> int:
    if wanted is not None:
        if not is_free(wanted):
            raise broken(f"Port {wanted} is taken by another program. Choose another with --port.")
        return wanted
    for port in range(PORT, PORT + _PORTS_TRIED):
        if is_free(port):
            return port
    raise broken(f"The ports {PORT} to {PORT + _PORTS_TRIED - 1} are all taken. Choose another with --port.")


def is_free(port: int) -> bool:
    """True if nobody listens on this port of this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
