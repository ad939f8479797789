"""Names of classes: outside the games, whose terms are their rulebooks' own, a name means one thing."""

import re
from collections import defaultdict

from domain.registry import games
from tests.architecture.test_layers import PACKAGES, ROOT

CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
TOLD_BY_EVENTS = {"PersonLeft", "PersonSeated", "RelationSet", "SessionClosed", "SessionOpened"}
"""Events of every campaign, and the facts they are told as."""
TAKEN_IN = {"BeginIntake", "EndIntake", "Intake", "IntakeBegun", "IntakeEnded", "LoggedVoice"}
"""Intakes of the journal, of which records are kept, and those of logged play, which took their place."""


def test_outside_the_games_a_class_name_means_one_thing() -> None:
    own = {ROOT / "domain" / key for key in games()}
    named = defaultdict(list)
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            if own.isdisjoint(file.parents):
                for name in CLASS.findall(file.read_text("utf-8")):
                    named[name].append(str(file.relative_to(ROOT)))
    several = {name: files for name, files in named.items() if len(files) > 1 and not name.startswith("_")}
    more = several.keys() - TOLD_BY_EVENTS - TAKEN_IN
    assert not more, {name: several[name] for name in more}
