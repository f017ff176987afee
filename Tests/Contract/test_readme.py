"""Every command that README.md shows is run here, or is this test run itself."""

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import time

import pytest

from race_server import ROOT

COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    for line in block.strip().splitlines()
]


class Running:
    """A command of the README in a process group of its own, on a free port with data of its own."""

    def __init__(self, words, data):
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*words, "--port", "0", "--data", str(data)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
            start_new_session=True)

    def address(self):
        for line in self.process.stdout:
            found = re.match(r"Open (http://\S+)", line)
            if found:
                return found[1]
        raise AssertionError("it did not start")

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        assert self.process.wait(timeout=20) == 0


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The program as `deploy/run` builds it."""
    first = Running(["deploy/run"], tmp_path_factory.mktemp("first"))
    first.address()
    first.stop()
    return ROOT / ".build" / "release" / "tilerace"


def test_the_readme_shows_no_command_that_is_not_run_here():
    known = {"deploy/run", "deploy/run --lan", "deploy/test"}
    rest = [command for command in COMMANDS if command not in known]
    assert all(command.startswith(".build/release/tilerace ") for command in rest)
    assert {command.split()[1] for command in rest} <= {"bot", "bench", "serve", "--help", "play", "verify"}
    assert (ROOT / ".ci" / "run").read_text().strip().splitlines()[-1].endswith("deploy/test")


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("deploy/run")])
def test_run_serves_the_page_from_a_checkout(command, built, tmp_path):
    running = Running(shlex.split(command), tmp_path)
    address = running.address()
    assert subprocess.run(["curl", "-sf", address], capture_output=True).stdout.lower().startswith(b"<!doctype html>")
    running.stop()


@pytest.mark.parametrize("command", [c for c in COMMANDS if "--help" in c])
def test_help_is_shown(command, built):
    told = subprocess.run(shlex.split(command), cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0
    assert "--" in told.stdout


def test_games_are_played_saved_and_verified(built, tmp_path):
    """The README's commands in their order, with moves from a program instead of a keyboard."""
    for command in [c for c in COMMANDS if " play " in c or " verify " in c]:
        words = shlex.split(command)
        words[0] = str(built)
        if words[1] == "play":
            words.append("--json")
        told = subprocess.run(words, cwd=tmp_path, input="L\n0\n1\n", capture_output=True, text=True, timeout=60)
        assert told.returncode == 0, told.stderr
        assert told.stdout.strip()
    assert (tmp_path / "game.json").exists()


@pytest.mark.parametrize("command", [c for c in COMMANDS if " bench " in c])
def test_benches_print_their_figures(command, built):
    words = [w for w in shlex.split(command) if not w.isdigit() and not w.startswith("--")]
    few = {"moves": ["--rooms", "3", "--seconds", "1"]}.get(words[-1], [])
    told = subprocess.run([*words, *few], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    assert "a second" in told.stdout or "/s" in told.stdout


@pytest.mark.parametrize("command", [c for c in COMMANDS if " bot " in c])
def test_a_bot_takes_a_seat(command, built, tmp_path):
    from test_contract import Client, make_room

    running = Running(["deploy/run"], tmp_path)
    port = int(running.address().rsplit(":", 1)[1].strip("/"))

    class Server:
        def __init__(self):
            self.port = port

        def request(self, method, path, body, headers):
            from race_server import RaceServer

            return RaceServer.request(type("At", (), {"url": f"http://localhost:{port}"})(), method, path, body, headers)

    async def story():
        host = await Client.open(Server(), "Host")
        room = make_room(Server(), host.token, {"game": "2048"})
        await host.say(t="join", room=room)
        await host.hear("room")
        words = [room if word == "K7QX4M" else word for word in shlex.split(command)]
        bot = subprocess.Popen([*words, "--server", f"http://localhost:{port}"], cwd=ROOT)
        try:
            seat = await host.until("seat")
            while not seat["seat"]["bot"]:
                seat = await host.until("seat")
        finally:
            bot.terminate()
            bot.wait(timeout=10)

    try:
        asyncio.run(asyncio.wait_for(story(), 30))
    finally:
        running.stop()
