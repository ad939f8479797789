"""A test that is skipped passes on a laptop and fails in CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPED = "import pytest\n\ndef test_it() -> None:\n    pytest.skip('no server here')\n"
NOT_COLLECTED = "import pytest\n\npytest.skip('no server here', allow_module_level=True)\n"
EXPECTED_TO_FAIL = "import pytest\n\n@pytest.mark.xfail\ndef test_it() -> None:\n    raise ValueError\n"


@pytest.mark.parametrize(
    ("content", "ci", "passes"),
    [
        (SKIPPED, "false", True),
        (SKIPPED, "true", False),
        (NOT_COLLECTED, "true", False),
        (EXPECTED_TO_FAIL, "true", True),
    ],
)
def test_a_skip_fails_only_in_ci(tmp_path: Path, content: str, ci: str, passes: bool) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(content)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-q", str(test)],
        env=os.environ | {"CI": ci, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (run.returncode == 0) == passes, run.stdout
    assert passes or "no server here" in run.stdout
