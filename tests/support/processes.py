"""Processes beside this one that share nothing with it, not even what it has open."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def processes(many: int) -> ProcessPoolExecutor:
    """A pool of so many. Each is forked from one clean process, which has imported the program once for all."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.appending", "tests.support.library", "tests.support.crowd"])
    return ProcessPoolExecutor(many, mp_context=context)
