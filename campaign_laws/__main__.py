"""`python -m campaign_laws GAME ...`: the laws, for these games as they are installed; for all without one.

Whatever begins with a dash goes to pytest.
"""

import os
import subprocess
import sys
from pathlib import Path

from wiring.library import games

KEYS = "CAMPAIGN_LAWS_OF"


def main() -> int:
    """Run the laws. 0 where all are kept."""
    keys = [word for word in sys.argv[1:] if not word.startswith("-")]
    if unknown := [key for key in keys if key not in games()]:
        print(f"There is no game {unknown[0]!r}. There are: {', '.join(sorted(games()))}.", file=sys.stderr)
        return 2
    os.environ[KEYS] = " ".join(keys or games())
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    tests = Path(__file__).with_name("of_installed_games.py")
    # A process of its own, whose assertions are told in full: here the laws are imported already.
    return subprocess.call([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(tests)])


if __name__ == "__main__":
    sys.exit(main())
