"""A test that is skipped passes on a laptop and fails in CI."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPED = "import pytest\n\ndef test_it() -> None:\n    pytest.skip('no server here')\n"
NOT_COLLECTED = "import pytest\n\npytest.skip('no server here', allow_module_level=True)\n"
EXPECTED_TO_FAIL = "import pytest\n\n@pytest.mark.xfail\ndef test_it() -> None:\n    raise ValueError\n"


@pytest.mark.parametrize(
    ("ci", "fail"), [("false", set()), ("true", {"test_skipped.py", "test_not_collected.py"})]
)
def test_a_skip_fails_only_in_ci(tmp_path: Path, ci: str, fail: set[str]) -> None:
    files = {"skipped": SKIPPED, "not_collected": NOT_COLLECTED, "expected": EXPECTED_TO_FAIL}
    for name, content in files.items():
        (tmp_path / f"test_{name}.py").write_text(content)
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"),
            *("-q", "-rfE", "--continue-on-collection-errors", str(tmp_path)),
        ],
        env=os.environ | {"CI": ci, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (run.returncode == 0) == (not fail), run.stdout
    failed = re.findall(r"^(?:FAILED|ERROR) ([\w.]+)", run.stdout, re.MULTILINE)
    assert set(failed) == fail, run.stdout
    assert run.stdout.count("skipped, which CI does not allow") >= len(fail), run.stdout
