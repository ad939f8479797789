"""Secrets stay with the GM until they come out, and sheets show what facts changed."""

from domain.kernel.facts import NumberChanged, StateChanged
from domain.kernel.people import GM_ONLY, Asker, Role, may_see
from domain.kernel.ruling import retell
from domain.kernel.sheet import Counter, CounterForm, Sheet, Tags
from domain.kernel.terms import PersonId
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.world.hidden import InformationGained, SecretKept
from domain.wicked_ones.terms.bounds import DUNGEON
from tests.domain.wicked_ones.den import SCRIPTS, moments

ADA = Asker(PersonId("ada"), Role.PLAYER)
GM = Asker(PersonId("gm"), Role.GM)
SECRET = "The wine is for the bishop."


def counters(sheet: Sheet) -> dict[str, int]:
    return {block.path: block.value for block in sheet.blocks if isinstance(block, Counter)}


def test_nobody_but_the_gm_finds_a_secret_before_it_comes_out() -> None:
    out = False
    seen = 0
    for moment, event in moments(SCRIPTS["hidden_information_has_its_price"]):
        out = out or (isinstance(event, InformationGained) and SECRET in event.texts)
        told = retell(GAME, moment, event)
        if isinstance(event, SecretKept):
            assert told.audience == GM_ONLY
            assert all(fact.audience == GM_ONLY for fact in told.facts)
        board = GAME.sheet(moment.game, DUNGEON) if moment.game.dungeon.name else None
        if board and any(fact.text == SECRET for fact in moment.game.world.values()):
            seen += 1
            assert SECRET in repr(board.seen_by(GM))
            assert (SECRET in repr(board.seen_by(ADA))) is out
        if not out and may_see(ADA, told.audience):
            assert SECRET not in repr(told.facts)
    assert seen > 2
    assert out


def test_numbers_told_are_the_numbers_on_the_sheets() -> None:
    """Every counter on a sheet is where the facts left it."""
    checked = 0
    for script in SCRIPTS.values():
        now: dict[str, int] = {}
        moment = None
        for moment, event in moments(script):
            for fact in retell(GAME, moment, event).facts:
                if isinstance(fact, NumberChanged):
                    was = now.get(fact.path or "", 0)
                    assert fact.now - fact.delta == was, f"{fact.path} was {was}: {fact}"
                    now[fact.path or ""] = fact.now
        assert moment is not None
        for character in GAME.cast(moment.game):
            for path, value in counters(GAME.sheet(moment.game, character)).items():
                assert now.get(path, 0) == value, path
                checked += 1
    assert checked > 500


def test_stress_is_drawn_as_a_clock_of_six() -> None:
    *_, (moment, _) = moments(SCRIPTS["stress_fills_and_the_beast_comes_out"])
    blocks = {block.path: block for block in GAME.sheet(moment.game, "murg").blocks}
    stress = blocks["murg.stress"]
    assert isinstance(stress, Counter)
    assert (stress.form, stress.high) == (CounterForm.CLOCK, 6)
    assert stress.value == moment.game.characters["murg"].stress


def test_a_sheet_shows_shock_wounds_and_what_hangs_over_it() -> None:
    shown = set()
    for moment, _ in moments(SCRIPTS["bloodied_until_every_shock_is_cleared"]):
        if "murg" not in moment.game.characters:
            continue
        it = moment.game.characters["murg"]
        sheet = GAME.sheet(moment.game, "murg")
        tags = {block.path: block for block in sheet.blocks if isinstance(block, Tags)}
        shock = {tag.id: tag.state == "shock" for tag in tags["murg.shock"].tags}
        assert shock == {attribute.value: struck for attribute, struck in it.shock.items()}
        assert ("bloodied" in sheet.subtitle) is it.bloodied
        pending = {slug for slug, each in moment.game.consequences.items() if each.pending}
        hanging = {tag.id for tag in tags["murg.consequences"].tags} if pending else set()
        assert hanging == pending
        shown.update(tags)
    assert {"murg.consequences", "murg.costs", "murg.condition", "murg.defenses", "murg.scene"} <= shown


def test_a_defense_is_ready_or_used() -> None:
    states = set()
    for moment, _ in moments(SCRIPTS["a_defense_keeps_off_its_own_kind"]):
        if "skree" in moment.game.characters and moment.game.defenses:
            for block in GAME.sheet(moment.game, "skree").blocks:
                if isinstance(block, Tags) and block.path == "skree.defenses":
                    states.update((tag.state, tag.good) for tag in block.tags)
    assert states == {("ready", True), ("used", False)}


def test_paths_are_unique_on_every_sheet() -> None:
    for script in SCRIPTS.values():
        *_, (moment, _) = moments(script)
        for character in GAME.cast(moment.game):
            paths = [block.path for block in GAME.sheet(moment.game, character).blocks]
            assert len(paths) == len(set(paths))


def test_a_state_that_changed_was_what_it_is_said_to_have_been() -> None:
    """Facts of one thing follow each other; what a sheet shows as a tag is what they last said."""
    compared = 0
    for script in SCRIPTS.values():
        now: dict[str, str] = {}
        moment = None
        for moment, event in moments(script):
            for fact in retell(GAME, moment, event).facts:
                if isinstance(fact, StateChanged) and fact.group != "scene":
                    assert fact.was == now.get(fact.path or "", fact.was), fact
                    now[fact.path or ""] = fact.now
        assert moment is not None
        for character in GAME.cast(moment.game):
            for block in GAME.sheet(moment.game, character).blocks:
                if isinstance(block, Tags) and not block.path.endswith((".scene", ".attempts")):
                    for tag in block.tags:
                        path = f"{block.path}.{tag.id}"
                        if path in now:
                            assert tag.state == now[path], path
                            compared += 1
    assert compared > 150
