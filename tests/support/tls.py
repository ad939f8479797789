"""A PostgreSQL server that speaks TLS: the one that the system has, with certificates made for the test.

The server from the wheel was built without TLS, so this is Debian's or whatever else stands on the path.
"""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import psycopg
import pytest

_NAME = "localhost"
_RULES = """\
local all all trust
hostssl all warden 127.0.0.1/32 cert
hostssl all all 127.0.0.1/32 trust
"""
"""Over the network nobody gets in without TLS, and the warden only with a certificate of their own."""


@dataclass(frozen=True, slots=True)
class TlsServer:
    """A running server on a port of 127.0.0.1, and the folder with the certificates: `ca.pem`, `other-ca.pem`."""

    port: int
    folder: Path

    def address(self, host: str = _NAME, user: str = "postgres", **options: str) -> str:
        """The address of its database, with these options; a file is named without its folder."""
        told = {key: str(self.folder / it) if it.endswith((".pem", ".key")) else it for key, it in options.items()}
        query = "&".join(f"{key}={it}" for key, it in told.items())
        return f"postgresql://{user}@{host}:{self.port}/postgres?{query}"


def _programs() -> Path | None:
    """The paths of a server that can speak TLS."""
    candidates = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.get_exec_path())]
    for folder in candidates:
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            told = subprocess.run(
                [folder / "pg_config", "--configure"], capture_output=True, text=True, check=False
            )
            if "openssl" in told.stdout or not told.stdout:
                return folder
    return None


def _openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def certificates(folder: Path) -> None:
    """Two authorities; and by the first, a server's certificate for `localhost` and that of a person, `warden`."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other-ca"):
        _openssl(
            folder,
            *("req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}"),
        )
    for name, subject in (("server", _NAME), ("warden", "warden")):
        _openssl(
            folder, *("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={subject}")
        )
        by = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
        _openssl(folder, *("x509", "-req", "-in", f"{name}.csr", "-out", f"{name}.pem", *by))


def _wait(server: subprocess.Popen[str], folder: Path, port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(host=str(folder), port=port, user="postgres", dbname="postgres").close()
            return
        if server.poll() is not None:
            raise AssertionError(f"The server did not start: {server.stderr.read() if server.stderr else ''}")
        sleep(0.05)
    raise AssertionError("The server did not answer within ten seconds.")


@contextlib.contextmanager
def running_tls_server() -> Iterator[TlsServer]:
    """Start one and stop it at the end. Skips, and says so, where the system has none or no `openssl`."""
    programs = _programs()
    if programs is None or shutil.which("openssl") is None:
        pytest.skip("The system has no PostgreSQL that speaks TLS (Debian: apt-get install postgresql openssl)")
    with tempfile.TemporaryDirectory(prefix="ledger-tls-") as name:
        folder = Path(name)
        certificates(folder)
        data = folder / "data"
        owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if owner is not None:  # the server refuses to run as root
            for path in (folder, *folder.iterdir()):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        own = {"user": owner.pw_uid, "group": owner.pw_gid} if owner is not None else {}
        asked = ("-D", data, "-U", "postgres", "-A", "trust", "-E", "utf8", "--no-sync", "--locale=C")
        subprocess.run([programs / "initdb", *asked], check=True, capture_output=True, **own)
        (data / "pg_hba.conf").write_text(_RULES)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            "ssl": "on",
            "ssl_cert_file": folder / "server.pem",
            "ssl_key_file": folder / "server.key",
            "ssl_ca_file": folder / "ca.pem",
        }
        options = [word for key, it in settings.items() for word in ("-c", f"{key}={it}")]
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-F", *options], stderr=subprocess.PIPE, text=True, **own
        )
        try:
            _wait(server, folder, port)
            yield TlsServer(port, folder)
        finally:
            server.kill()
            server.wait(30)
