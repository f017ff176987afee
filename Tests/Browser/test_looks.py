"""Sizes, themes, fingers, motion."""

import pytest

from player import make_room, race, until

SIZES = [(320, 480), (320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)]


def inside(page, selector):
    """Whether the whole element is in the window."""
    return page.evaluate("""(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
        return box.width > 0 && box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1; }""", selector)


@pytest.mark.parametrize("width,height", SIZES)
def test_the_whole_board_and_its_controls_are_in_sight_B152(people, width, height):
    kim, lee = people("Kim", width, height), people("Lee")
    race(kim, lee, target=2048)
    for selector in ("#board .board", "[data-key=undo]", "[data-key=forfeit]", "#clock"):
        assert inside(kim.page, selector), selector
    board = kim.page.locator("#board .board").bounding_box()
    assert abs(board["width"] - board["height"]) <= 1
    assert board["width"] >= min(140, width - 40)
    assert kim.overflow() == 0


@pytest.mark.parametrize("game", [{"game": "sliding", "rows": 3, "columns": 5}, {"game": "memory", "rows": 8, "columns": 4}])
def test_boards_that_are_not_square_fit_too(people, game):
    kim = people("Kim", 390, 844)
    race(kim, **game)
    assert inside(kim.page, "#board .board")
    board = kim.page.locator("#board .board").bounding_box()
    assert abs(board["width"] / board["height"] - game["columns"] / game["rows"]) < 0.02


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_scrolls_sideways(people, width):
    kim = people("Kim", width, 700)
    kim.page.goto(kim.url)
    assert kim.overflow() == 0
    room = make_room(kim.url, game="2048", target=8, minSeats=1, countdown=0)
    kim.page.goto(f"{kim.url}/r/{room}")
    assert kim.overflow() == 0
    kim.enter(room)
    kim.page.click(".promise summary")
    assert kim.overflow() == 0
    kim.press("ready")
    kim.wait_for("racing")
    kim.race_to_the_end()
    kim.page.wait_for_selector("#result:not([hidden])")
    kim.page.click(".proof summary")
    assert kim.overflow() == 0


def swipe(kim, dx, dy, fingers=1):
    """A real touch through the browser's own input."""
    box = kim.page.locator("#board .board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = kim.context.new_cdp_session(kim.page)
    spots = [(x, y), (x + 40, y)][:fingers]

    def send(kind, points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b, "id": i} for i, (a, b) in enumerate(points)]})

    send("touchStart", spots)
    for part in (0.3, 0.6, 1.0):
        send("touchMove", [(a + dx * part * (1 if i == 0 else -1), b + dy * part * (1 if i == 0 else -1)) for i, (a, b) in enumerate(spots)])
    send("touchEnd", [])


def test_swipes_move_once_and_do_not_scroll_B146_B148(people):
    kim = people("Kim", 390, 600, has_touch=True, is_mobile=True)
    race(kim, target=2048)
    marker = kim.page.evaluate("() => (window.stays = Math.random())")
    for _ in range(4):
        for dx, dy in ((0, 120), (-120, 0), (0, -120), (120, 0)):
            n = kim.mine()["n"]
            swipe(kim, dx, dy)
            until(kim.is_settled)
            assert kim.mine()["n"] - n <= 1
    assert kim.mine()["n"] >= 4
    assert kim.page.evaluate("() => [window.stays, scrollY]") == [marker, 0]


def test_pinches_and_short_touches_make_no_move_B150(people):
    kim = people("Kim", 390, 844, has_touch=True, is_mobile=True)
    race(kim, target=2048)
    swipe(kim, 60, 0, fingers=2)
    swipe(kim, 0, 60, fingers=2)
    swipe(kim, 5, 5)
    kim.page.wait_for_timeout(300)
    assert kim.mine()["n"] == 0
    swipe(kim, 0, 90)
    swipe(kim, 90, 0)
    swipe(kim, 0, -90)
    until(lambda: kim.mine()["n"] >= 1)


def test_quick_taps_do_not_zoom_B149(people):
    kim = people("Kim", 390, 844, has_touch=True, is_mobile=True)
    race(kim, game="memory", rows=4, columns=4)
    for cell in range(10):
        kim.page.locator(f"#board [data-cell='{cell}']").tap()
    until(lambda: kim.mine()["n"] >= 10)
    assert kim.page.evaluate("() => visualViewport.scale") == 1
    assert kim.page.evaluate("() => getComputedStyle(document.querySelector('#arena')).touchAction") == "none"


def test_reduced_motion_is_heeded_also_when_it_is_switched_on_later_B143(people):
    kim = people()
    race(kim, target=2048)
    look = "() => getComputedStyle(document.querySelector('#board .tile')).transitionDuration"
    assert kim.page.evaluate(look) != "0s"
    kim.page.emulate_media(reduced_motion="reduce")
    assert kim.page.evaluate(look) == "0s"
    kim.play(6)
    until(kim.is_settled)
    assert kim.page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_theme(people, scheme):
    kim = people(color_scheme=scheme)
    kim.page.goto(kim.url)
    ground = kim.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(int(part) for part in ground[4:-1].split(",")) > 384) == (scheme == "light")


def test_many_racers_fit_on_a_phone(people):
    host = people("Host", 390, 844)
    room = make_room(host.url, game="2048", target=2048, countdown=0, minSeats=6)
    crowd = [host.enter(room)] + [people(f"Racer {number}").enter(room) for number in range(5)]
    for player in crowd:
        player.press("ready")
    host.wait_for("racing")
    until(lambda: host.page.locator("#field li").count() == 6)
    assert host.overflow() == 0
    assert inside(host.page, "#board .board")


def test_the_board_has_words_and_changes_are_said(people):
    kim = people()
    room = make_room(kim.url, game="2048", target=8, minSeats=1, countdown=3)
    kim.enter(room)
    kim.press("ready")
    until(lambda: "starts in" in kim.page.text_content("#live"))
    kim.wait_for("racing")
    until(lambda: "My board. Row 1:" in (kim.page.get_attribute("#board .board", "aria-label") or ""))
    kim.race_to_the_end()
    until(lambda: "The race is over. You win!" in kim.page.text_content("#live"))


def test_every_control_has_a_name_and_shows_focus(people):
    kim = people()
    room = make_room(kim.url, game="2048")
    kim.enter(room)
    unnamed = kim.page.evaluate("""() => [...document.querySelectorAll("button, a, input, select, summary")].filter((node) => node.checkVisibility()
        && !(node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length)).map((node) => node.outerHTML)""")
    assert unnamed == []
    until(lambda: kim.is_shown("#bar-buttons [data-key=ready]") and not kim.is_shown("#gate-join"))

    def tabs_to_a_control():
        # The gate that had the focus may go in the very frame of the key.
        kim.page.keyboard.press("Tab")
        return kim.page.evaluate("() => document.activeElement !== document.body")

    until(tabs_to_a_control)
    assert kim.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
