"""Lost lines, other windows, restarted servers."""

import time

from player import make_room, race, until

CUT = """{ const Real = WebSocket; window.lines = []; window.isCut = false; window.sent = [];
  window.WebSocket = class extends Real {
    constructor(...rest) { super(window.isCut ? rest[0] + "/nowhere" : rest[0], rest[1]); window.lines.push(this); }
    send(text) { window.sent.push(JSON.parse(text)); super.send(text); } };
  window.cut = () => { window.isCut = true; for (const line of window.lines) line.close(); };
  window.mend = () => { window.isCut = false; dispatchEvent(new Event("online")); }; }"""


def test_moves_made_while_away_are_sent_on_coming_back_B61(people):
    kim, lee = people("Kim"), people("Lee")
    kim.page.add_init_script(CUT)
    race(kim, lee, target=2048)
    kim.play(6)
    until(kim.is_settled)
    n = kim.mine()["n"]
    kim.page.evaluate("() => cut()")
    for way in "LDRU":
        kim.key(way)
    until(lambda: "Reconnecting" in kim.text("#link") and "waiting" in kim.text("#link"), 5)
    seat = kim.state()["you"]["seat"]
    until(lambda: "Away" in lee.text("#field"))
    assert kim.mine()["n"] == n
    kim.page.evaluate("() => mend()")
    until(lambda: kim.mine()["n"] > n and kim.is_settled(), 4)
    until(lambda: kim.text("#link") == "")
    until(lambda: lee.drawn(seat) == kim.drawn())
    assert kim.sockets() == 1


def test_five_losses_leave_one_socket_and_one_message_a_move_B58_B59(people):
    kim = people()
    kim.page.add_init_script(CUT)
    race(kim, target=2048)
    for _ in range(5):
        kim.page.evaluate("() => { for (const line of lines) line.close(); dispatchEvent(new Event('online')); }")
        until(lambda: kim.sockets() == 1)
        time.sleep(0.2)
    until(lambda: kim.text("#link") == "")
    kim.page.evaluate("() => { window.sent.length = 0; }")
    for way in "LR":
        kim.key(way)
    until(kim.is_settled)
    moves = [one for one in kim.page.evaluate("() => sent") if one["t"] == "move"]
    assert len(moves) == len({one["n"] for one in moves}) and 1 <= len(moves) <= 2
    assert kim.sockets() == 1


def test_a_reload_brings_the_race_back_and_the_clock_has_not_stopped_B90(people):
    kim = people()
    race(kim, target=2048)
    kim.play(30)
    until(kim.is_settled)
    before, clock = kim.drawn(), float(kim.text("#clock"))
    started = time.monotonic()
    kim.page.reload()
    until(lambda: kim.state() and kim.drawn() == before, 2)
    assert float(kim.text("#clock")) >= clock + 0.5 * (time.monotonic() - started)
    n = kim.mine()["n"]
    kim.play(8)
    until(lambda: kim.mine()["n"] > n and kim.is_settled())


def test_a_reload_in_the_countdown_shows_the_rest_of_it_B91(people):
    kim, lee = people("Kim"), people("Lee")
    room = make_room(kim.url, game="2048", countdown=5)
    kim.enter(room)
    lee.enter(room)
    kim.press("ready")
    lee.press("ready")
    kim.wait_for("countdown")
    time.sleep(2)
    kim.page.reload()
    until(lambda: kim.phase() == "countdown", 2)
    until(lambda: kim.text("#over-big") in ("2", "3"), 1)
    kim.wait_for("racing")
    kim.play(4)
    until(lambda: kim.mine()["n"] > 0)


def test_a_second_window_takes_over_and_the_first_does_not_fight_B95(people):
    kim = people()
    room = race(kim, target=2048)
    second = kim.open_page()
    second.goto(f"{kim.url}/r/{room}")
    second.click("#gate-join")
    until(lambda: kim.is_shown("#elsewhere"))
    assert kim.sockets() == 0
    kim.page.evaluate("() => { for (const name of ['online', 'pageshow']) dispatchEvent(new Event(name)); }")
    time.sleep(2)
    assert kim.sockets() == 0
    until(lambda: second.evaluate("() => tilerace.board(tilerace.state().you.seat)") == kim.mine()["cells"])
    for way in ("ArrowLeft", "ArrowDown", "ArrowRight"):
        second.keyboard.press(way)
    until(lambda: second.evaluate("() => tilerace.state().race.boards[0].n") > 0)
    kim.page.click("#take-back")
    until(lambda: second.is_visible("#elsewhere"))
    until(lambda: kim.mine()["n"] > 0 and kim.is_settled())
    assert not kim.is_shown("#elsewhere")


def test_an_old_place_is_left_cleanly_for_another_room_B94(people):
    kim, lee = people("Kim"), people("Lee")
    first = race(kim, lee, target=2048)
    kim.page.goto(kim.url)
    kim.page.click("[data-game='2048']")
    until(lambda: (kim.state() or {}).get("room") not in (None, first))
    until(lambda: "Away" in lee.text("#field"))


def test_another_site_and_back_again_B145(people):
    kim = people()
    room = race(kim, target=2048)
    kim.play(10)
    until(kim.is_settled)
    board = kim.drawn()
    kim.page.goto("about:blank")
    kim.page.go_back()
    until(lambda: kim.state() and kim.state()["room"] == room and kim.drawn() == board, 3)
    assert kim.sockets() == 1
    assert not kim.is_shown("#elsewhere")


def test_a_dead_line_is_found_out_on_waking_B69(people):
    kim = people()
    kim.page.add_init_script("""{ const Real = WebSocket; window.WebSocket = class extends Real {
        send(text) { if (window.dead !== this) super.send(text); }
        constructor(...rest) { super(...rest); (window.lines ??= []).push(this); } }; }""")
    race(kim, target=2048)
    kim.page.evaluate("() => { window.dead = lines.at(-1); dispatchEvent(new Event('pageshow')); }")
    until(lambda: kim.page.evaluate("() => lines.length") >= 2, 6)
    until(lambda: kim.text("#link") == "" and kim.sockets() == 1)
    kim.play(6)
    until(lambda: kim.mine()["n"] > 0 and kim.is_settled())


def test_an_old_page_is_renewed_once_and_then_says_so_B72(people):
    kim = people()
    room = make_room(kim.url, game="2048")
    kim.page.add_init_script("""{ const Real = WebSocket; window.WebSocket = class extends Real {
        send(text) { super.send(text.replace('"v":1', '"v":99')); } }; }""")
    loads = []
    kim.page.on("load", lambda: loads.append(1))
    kim.page.goto(f"{kim.url}/r/{room}")
    kim.page.click("#gate-join")
    until(lambda: "updated" in (kim.page.text_content("#notice") or "") + (kim.page.text_content("#gate-trouble") or ""))
    time.sleep(1)
    assert len(loads) == 2


def test_a_killed_server_comes_back_and_the_race_goes_on_B155_B156(stormy):
    kim, lee = stormy("Kim"), stormy("Lee")
    race(kim, lee, target=2048)
    kim.play(12)
    lee.play(7, seed=4)
    until(lambda: kim.is_settled() and lee.is_settled())
    boards = kim.drawn(), lee.drawn()
    stormy.server.kill()
    until(lambda: "Reconnecting" in kim.text("#link"))
    for way in "LD":
        kim.key(way)
    stormy.server.start()
    until(lambda: kim.text("#link") == "" and lee.text("#link") == "", 15)
    until(lambda: kim.page.evaluate("() => document.querySelector('#notice').hidden"), 15)
    until(lambda: kim.is_settled() and lee.is_settled())
    assert lee.drawn() == boards[1]
    n = kim.mine()["n"]
    kim.play(8)
    until(lambda: kim.mine()["n"] > n and kim.is_settled())
    seat = kim.state()["you"]["seat"]
    until(lambda: lee.drawn(seat) == kim.drawn())


def test_a_stopped_server_is_met_again_in_the_lobby_B157(stormy):
    kim, lee = stormy("Kim"), stormy("Lee")
    room = make_room(kim.url, game="2048")
    kim.enter(room)
    lee.enter(room)
    stormy.server.stop()
    stormy.server.start()
    until(lambda: kim.text("#link") == "" and kim.sockets() == 1 and lee.sockets() == 1, 20)
    kim.press("ready")
    until(lambda: "1 of 2 ready" in lee.text("#bar-text"), 20)


def test_a_reload_keeps_the_choice_between_watching_and_racing(people):
    kim = people("Kim")
    room = make_room(kim.url, game="2048")
    kim.enter(room, role="spectator")
    kim.press("sit")
    until(lambda: kim.state()["you"]["role"] == "racer")
    kim.page.reload()
    until(lambda: kim.state() and kim.state()["you"]["role"] == "racer")
    kim.page.click("#role")
    until(lambda: kim.state()["you"]["role"] == "spectator")
    kim.page.reload()
    until(lambda: kim.state() and kim.state()["you"]["role"] == "spectator")
