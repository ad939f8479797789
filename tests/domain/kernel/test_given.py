"""A scenario that begins where another script ends: its lines first, its mistakes named, no circles."""

import pytest

from domain.kernel.scenario import ScriptError, read_script, run_scenario
from domain.registry import games

SPC = games()["spc"]
SEATED = """{"game": "spc", "title": "Two sit down"}
{"when": {"type": "campaign.seat_person", "person": "ana", "name": "Ana"}}
{"when": {"type": "campaign.seat_person", "person": "ben", "name": "Ben"}}"""
OPENED = """{"game": "spc", "title": "And begin", "given": "seated"}
{"when": {"type": "campaign.open_session"}}"""
SCENARIO = """{"game": "spc", "title": "A session is open", "given": "opened"}
{"when": {"type": "campaign.open_session"}, "refused": "session_open"}"""


def test_the_lines_of_what_is_given_come_first() -> None:
    texts = {"seated": SEATED, "opened": OPENED}
    script = read_script(SCENARIO, texts.__getitem__)
    assert [number for number, _line in script.lines] == [2, 3, 2, 2]
    assert (script.given, script.header.title) == (3, "A session is open")
    outcome = run_scenario(SPC, script)
    assert outcome.failure is None
    assert outcome.refusals == {"session_open"}


def test_a_mistake_in_what_is_given_is_named_there() -> None:
    twice = SEATED + '\n{"when": {"type": "campaign.seat_person", "person": "ana", "name": "Ana"}}'
    failure = run_scenario(
        SPC, read_script(SCENARIO.replace("opened", "twice"), {"twice": twice}.__getitem__)
    ).failure
    assert failure is not None
    assert failure.line == 1
    assert failure.problem.startswith("given twice, line 4: refused: ")
    with pytest.raises(ScriptError, match="line 1: given broken, line 2: not JSON"):
        read_script(SCENARIO.replace("opened", "broken"), {"broken": SEATED[:60]}.__getitem__)


def test_a_circle_and_a_script_that_is_not_there_are_said() -> None:
    with pytest.raises(ScriptError, match="line 1: it begins where 'opened' ends, and there is no such script"):
        read_script(SCENARIO)
    circle = {"opened": OPENED, "seated": OPENED.replace('"seated"', '"opened"')}
    with pytest.raises(ScriptError, match="'opened' ends, which begins where it ends itself"):
        read_script(SCENARIO, circle.__getitem__)
    with pytest.raises(ScriptError, match="given"):
        read_script(SCENARIO.replace('"opened"', '"../opened"'), circle.__getitem__)
