"""The whole product in one evening: two pages and a bot race to the podium, through a reload and a crash, and again."""

import json
import sqlite3
import subprocess

import pytest
import race_server

from player import make_room, until


@pytest.fixture
def bot():
    """Starts `tilerace bot` for a link; gone at the end of the test."""
    started = []

    def start(link):
        started.append(subprocess.Popen(
            [race_server.PROGRAM, "bot", "--room", link, "--pace", "60", "--name", "Robo"], stdout=subprocess.DEVNULL))

    yield start
    for process in started:
        process.terminate()
        process.wait(timeout=10)


def boards(state):
    """Cells, state and time of every board, by seat."""
    found = state["race"]["boards"]
    found = found.values() if isinstance(found, dict) else found
    return {board["seat"]: (board["cells"], board["score"], board["state"], board["ms"]) for board in found}


def stored_result(data, race):
    """What the store keeps of a race."""
    with sqlite3.connect(f"file:{data / 'tilerace.db'}?mode=ro", uri=True) as database:
        row = database.execute("SELECT body FROM result WHERE race = ?", [race]).fetchone()
    return row and json.loads(row[0])


def finish(player):
    player.race_to_the_end(60)
    player.page.wait_for_selector("#result:not([hidden])", timeout=90_000)
    until(lambda: "✓" in player.text("#verdict"), 20)


def test_two_pages_and_a_bot_race_through_a_reload_and_a_crash_and_again(stormy, bot):
    kim, lee = stormy("Kim", 390, 844), stormy("Lee")
    server = stormy.server
    room = make_room(kim.url, game="2048", target=128, countdown=3, minSeats=3)
    kim.enter(room)
    lee.enter(room)
    bot(f"{kim.url}/r/{room}")
    for player in (kim, lee):
        player.press("ready")
    for player in (kim, lee):
        player.wait_for("racing", 20)
        until(lambda: player.drawn() is not None)
    assert kim.drawn(0) is not None and boards(kim.state()).keys() == {0, 1, 2}

    kim.play(6)
    until(kim.is_settled)
    before = kim.drawn()
    kim.page.reload()
    until(lambda: kim.phase() == "racing" and kim.drawn() == before)

    lee.play(5, seed=3)
    until(lee.is_settled)
    kept = kim.drawn(), lee.drawn()
    server.kill()
    server.start()
    until(lambda: kim.sockets() == 1 and lee.sockets() == 1 and kim.text("#link") == lee.text("#link") == "", 30)
    until(lambda: (kim.drawn(), lee.drawn()) == kept, 10)
    until(lambda: (kim.state()["race"]["clock"]["at"] or 0) > 0, 10)

    finish(kim)
    finish(lee)
    race = kim.state()["race"]["race"]
    podium = until(lambda: boards(kim.state()) == boards(lee.state()) and boards(kim.state()))
    until(lambda: podium[kim.state()["you"]["seat"]][0] == kim.drawn())
    until(lambda: [kim.drawn(seat) for seat in range(3)] == [lee.drawn(seat) for seat in range(3)])
    kept = until(lambda: stored_result(server.data, race))
    assert boards({"race": kept["race"]}) == podium

    # What the log replays to is what everybody saw: a server that knows nothing but the log shows the same boards.
    server.kill()
    server.start()
    viewer = stormy("Viewer").enter(room, role="spectator")
    assert boards(viewer.state()) == podium
    assert viewer.state()["race"]["ranks"] == kept["race"]["ranks"]

    until(lambda: kim.sockets() == 1 and lee.sockets() == 1, 30)
    for player in (kim, lee):
        until(lambda: player.is_shown("#bar-buttons [data-key=rematch]") or player.phase() != "finished", 20)
        if player.is_shown("#bar-buttons [data-key=rematch]"):
            player.press("rematch")
    for player in (kim, lee):
        player.wait_for("racing", 30)
    assert kim.state()["race"]["no"] == 2
    assert kim.state()["race"]["race"] != race
