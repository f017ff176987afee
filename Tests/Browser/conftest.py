"""A real server, the system's Chromium, and people who play in it."""

import pathlib
import sys

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Contract"))

import race_server  # noqa: E402

from player import Player  # noqa: E402

RELEASE = race_server.ROOT / ".build" / "release" / "tilerace"
if not race_server.PROGRAM.exists() and RELEASE.exists():
    race_server.PROGRAM = RELEASE


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        yield running
        running.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    running = race_server.RaceServer(tmp_path_factory.mktemp("server") / "data").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path):
    """For tests that stop or kill it."""
    running = race_server.RaceServer(tmp_path / "data").start()
    yield running
    if running.process.poll() is None:
        running.stop()


class People:
    """Makes people, each in a browser of their own, and sees to it that no page reported an error."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.all = []

    def __call__(self, name="Kim", width=1280, height=800, server=None, **settings):
        context = self.browser.new_context(viewport={"width": width, "height": height}, **settings)
        player = Player(context, (server or self.server).url, name)
        self.all.append(player)
        return player

    def close(self):
        troubles = [trouble for player in self.all for trouble in player.troubles]
        for player in self.all:
            player.context.close()
        assert troubles == []


@pytest.fixture
def people(browser, shared_server):
    made = People(browser, shared_server)
    yield made
    made.close()


@pytest.fixture
def stormy(browser, own_server):
    """People on a server that the test may stop."""
    made = People(browser, own_server)
    yield made
    made.close()
