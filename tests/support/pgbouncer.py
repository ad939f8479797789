"""A PgBouncer for tests: the one that is there or, with `--install`, the one of Debian, unpacked in `build`.

It is unpacked and not installed, so that no service starts and nothing of the system changes.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import make_url

OWN = Path(__file__).parents[2] / "build" / "pgbouncer"
PACKAGE = "pgbouncer"
LIBRARIES = ("libc-ares2", "libevent-2.1-7", "libevent-2.1-7t64")
"""Libraries that it needs and few systems have; under one of their names."""
LONGEST = 60
"""Seconds that fetching may take."""


def found() -> Path | None:
    """The path of a PgBouncer: as `PGBOUNCER` says, on the path, or unpacked."""
    named = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    path = Path(named) if named else OWN / "usr" / "sbin" / "pgbouncer"
    return path if path.is_file() else None


def install() -> None:
    """Fetch and unpack it. Raises `OSError` or `SubprocessError` when that fails."""
    OWN.mkdir(parents=True, exist_ok=True)
    try:
        _run("apt-get", "-qq", "download", PACKAGE)
    except subprocess.SubprocessError:
        _run("apt-get", "-qq", "update")
        _run("apt-get", "-qq", "download", PACKAGE)
    for library in LIBRARIES:
        with contextlib.suppress(subprocess.SubprocessError):
            _run("apt-get", "-qq", "download", library)
    for package in OWN.glob("*.deb"):
        _run("dpkg-deb", "--extract", str(package), ".")


def _run(*command: str) -> None:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, cwd=OWN, timeout=LONGEST, **quiet)


@contextlib.contextmanager
def pooler(address: str, mode: str, size: int) -> Iterator[Callable[[str], str]]:
    """Run one in front of the server at `address`, with so many connections to each of its databases.

    Gives what turns a database's address into that through the pooler. Skips where there is none.
    """
    program = found()
    if program is None:
        pytest.skip("PgBouncer is not here: python tests/support/pgbouncer.py --install, or your system's package")
    server = make_url(address)
    with tempfile.TemporaryDirectory(prefix="ledger-pool-") as name:
        folder = Path(name)
        folder.chmod(0o777)  # as root it runs as somebody else, and its socket stands here
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host={server.query['host']} port={server.port or 5432} user=postgres\n"
            f"[pgbouncer]\nlisten_port = 6432\nlisten_addr =\nunix_socket_dir = {folder}\nauth_type = any\n"
            f"pool_mode = {mode}\ndefault_pool_size = {size}\nmax_client_conn = 100\n"
        )
        libraries = {"LD_LIBRARY_PATH": str(next((program.parents[1] / "lib").glob("*-linux-gnu"), ""))}
        other = {"user": "pgserver"} if os.geteuid() == 0 else {}
        process = subprocess.Popen(
            [program, "-q", folder / "pgbouncer.ini"],
            env={**os.environ, **(libraries if OWN in program.parents else {})},
            stderr=subprocess.DEVNULL,
            **other,
        )
        try:
            for _ in range(200):
                if (folder / ".s.PGSQL.6432").exists() or process.poll() is not None:
                    break
                sleep(0.02)

            def through(database: str) -> str:
                url = server.set(
                    drivername="postgresql",
                    database=make_url(database).database,
                    port=6432,
                    query={"host": str(folder)},
                )
                return url.render_as_string(hide_password=False)

            yield through
        finally:
            process.kill()
            process.wait(30)


def main(arguments: list[str]) -> int:
    """Say where it is; with `--install`, see to it that there is one where Debian's packages can be had."""
    if "--install" in arguments and found() is None and shutil.which("apt-get"):
        print("Fetching a PgBouncer for the tests.")
        try:
            install()
        except (OSError, subprocess.SubprocessError) as error:
            print(f"None could be fetched: {error}. Its tests will say so.", file=sys.stderr)
    print(found() or "no PgBouncer found")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
