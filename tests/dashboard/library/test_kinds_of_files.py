"""Files that *Import* lets somebody choose: those that can be taken in."""

from dashboard.pages.library.import_panel import KINDS
from tests.support.intake import FILES


def test_each_kind_of_log_can_be_chosen() -> None:
    assert {it.suffix.removeprefix(".") for it in FILES.iterdir() if it.is_file()} <= {*KINDS}
