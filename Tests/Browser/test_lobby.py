"""Meeting before a race."""

import pytest

from player import make_room, until

NASTY = ["<img src=x onerror=alert(1)>"[:20], '"><svg onload=1>', "javascript:alert(1)", "=1+1 @x"]


def test_friends_meet_agree_and_race(people):
    kim, lee = people("Kim", 390, 844), people("Lee")
    room = make_room(kim.url, game="2048", countdown=3)
    kim.enter(room)
    lee.page.goto(f"{lee.url}/r/{room}")
    until(lambda: "Kim" in lee.text("#gate-people"))
    assert "256" in lee.text("#gate-game")
    lee.enter(room)
    until(lambda: "Lee" in kim.text("#people"))
    kim.press("ready")
    until(lambda: "1 of 2 ready" in lee.text("#bar-text"))
    until(lambda: "Ready" in lee.text("#people li:first-child .mark"))
    lee.press("ready")
    kim.wait_for("countdown")
    seen = set()

    def watch():
        seen.add(kim.page.title())
        return kim.phase() == "racing"

    until(watch)
    assert {"GO in 3", "GO in 2", "GO in 1"} <= seen


def test_the_host_chooses_and_everybody_sees_it(people):
    kim, lee = people("Kim"), people("Lee")
    room = make_room(kim.url, game="2048")
    kim.enter(room)
    lee.enter(room)
    lee.press("ready")
    kim.page.select_option("#option-size", "3")
    until(lambda: lee.state()["options"]["size"] == 3)
    until(lambda: "Not ready" in lee.text("#people li:nth-child(2) .mark"))
    kim.page.select_option("#option-game", "memory")
    until(lambda: "Memory" in lee.text("#options-line"))
    kim.page.select_option("#option-size", "4×5")
    until(lambda: lee.state()["options"]["columns"] == 5)
    assert lee.page.locator("#options select").count() == 0


def test_a_target_that_a_smaller_board_cannot_hold_is_lowered_B10(people):
    kim = people()
    kim.enter(make_room(kim.url, game="2048", target=8192))
    kim.page.select_option("#option-size", "3")
    until(lambda: kim.state()["options"]["size"] == 3)
    assert kim.state()["options"]["target"] == 1024


def test_the_commitment_is_shown_before_anybody_is_ready(people):
    kim = people()
    kim.enter(make_room(kim.url, game="2048"))
    kim.page.click(".promise summary")
    assert kim.text("#commitment") == kim.state()["next"]["commitment"]


def test_names_are_text_and_nothing_else_B162(people):
    host = people("Host")
    room = make_room(host.url, game="2048", minSeats=16)
    host.enter(room)
    for name in NASTY:
        people(name).enter(room)
    until(lambda: len(host.state()["seats"]) == 1 + len(NASTY))
    until(lambda: host.page.locator("#people .name").count() == 1 + len(NASTY))
    shown = host.page.locator("#people .name").all_inner_texts()
    assert shown[1:] == [name.strip() for name in NASTY]
    assert host.page.locator("#people img, #people svg, #people script").count() == 0


def test_a_hebrew_name_leaves_its_line_in_order_B163(people):
    host = people("Host")
    room = make_room(host.url, game="2048")
    host.enter(room)
    people("אבג דה").enter(room)
    row = host.page.locator("#people li:nth-child(2)")
    until(lambda: row.count() == 1)
    name, mark = row.locator(".name").bounding_box(), row.locator(".mark").bounding_box()
    assert name["x"] < mark["x"]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_long_names_do_not_move_the_page_B142(people, width):
    host = people("W" * 20, width, 800)
    room = make_room(host.url, game="2048", minSeats=16)
    host.enter(room)
    for name in ["M" * 20, "🇨🇭" * 20, "Donaudampfschifffahr", "Ann"]:
        people(name).enter(room)
    until(lambda: host.page.locator("#people .name").count() == 5)
    assert host.overflow() == 0
    heights = {row.bounding_box()["height"] for row in host.page.locator("#people li").all()}
    assert max(heights) - min(heights) <= 1
    assert host.page.locator("#people .name").first.get_attribute("title") == "W" * 20


def test_equal_names_are_told_apart_B98(people):
    first, second = people("Kim"), people("kim ")
    room = make_room(first.url, game="2048")
    first.enter(room)
    second.enter(room)
    until(lambda: len(first.state()["seats"]) == 2)
    names = [seat["name"].lower() for seat in first.state()["seats"]]
    assert len(set(names)) == 2


def test_a_name_can_be_changed_in_the_lobby_B100(people):
    kim, lee = people("Kim"), people("Lee")
    room = make_room(kim.url, game="2048")
    kim.enter(room)
    lee.enter(room)
    kim.page.fill("#rename-name", "Kimberley")
    kim.page.press("#rename-name", "Enter")
    until(lambda: "Kimberley" in lee.text("#people"))
    assert len(lee.state()["seats"]) == 2
    until(lambda: kim.sockets() == 1)


def test_the_link_is_copied_also_without_a_clipboard(people):
    kim = people()
    room = make_room(kim.url, game="2048")
    kim.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    kim.enter(room)
    kim.page.click("#copy")
    until(lambda: kim.text("#copy") == "Copied")
    assert kim.page.input_value("#url") == f"{kim.url}/r/{room}"
    kim.page.click("#rename-name")
    kim.page.keyboard.press("Control+A")
    kim.page.keyboard.press("Control+V")
    assert kim.page.input_value("#rename-name").startswith(kim.url)


def test_who_watches_has_no_racers_controls_and_may_sit_down_B111(people):
    kim, vee = people("Kim"), people("Vee")
    room = make_room(kim.url, game="2048", minSeats=1)
    kim.enter(room)
    vee.enter(room, "spectator")
    until(lambda: "1 person watching" in kim.text("#watchers"))
    assert vee.page.locator("#bar-buttons button").all_inner_texts() == ["Take a seat and race"]
    vee.press("sit")
    until(lambda: len(kim.state()["seats"]) == 2)
    until(lambda: vee.state()["you"]["seat"] is not None)
    vee.page.click("#role")
    until(lambda: len(kim.state()["seats"]) == 1)
    until(lambda: vee.state()["you"]["seat"] is None)


def test_the_host_starts_with_those_who_are_ready_and_stops_the_countdown(people):
    kim, lee, max_ = people("Kim"), people("Lee"), people("Max")
    room = make_room(kim.url, game="2048", countdown=10)
    for player in (kim, lee, max_):
        player.enter(room)
    kim.press("ready")
    lee.press("ready")
    until(lambda: kim.page.locator("[data-key=start]").count() == 1)
    assert lee.page.locator("[data-key=start]").count() == 0
    kim.press("start")
    max_.wait_for("countdown")
    until(lambda: "next one" in max_.text("#notice"))
    kim.press("cancel")
    max_.wait_for("lobby")
    until(lambda: "stopped" in max_.page.text_content("#live"))


def test_a_racer_may_leave_the_countdown(people):
    kim, lee = people("Kim"), people("Lee")
    room = make_room(kim.url, game="2048", countdown=10)
    kim.enter(room)
    lee.enter(room)
    kim.press("ready")
    lee.press("ready")
    lee.wait_for("countdown")
    lee.press("unready")
    kim.wait_for("lobby")
