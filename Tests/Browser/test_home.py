"""The first page."""

import re

import pytest

from player import make_room, until


def test_one_press_makes_a_room_and_leads_into_it(people):
    kim = people("Kim", 390, 844)
    kim.page.goto(kim.url)
    kim.page.fill("#name", "Kim")
    kim.page.click("[data-game='2048']")
    kim.page.wait_for_url("**/r/*")
    state = until(kim.state)
    assert [seat["name"] for seat in state["seats"]] == ["Kim"]
    assert state["host"]["seat"] == state["you"]["seat"]
    assert kim.is_shown("#lobby")


@pytest.mark.parametrize("game", ["2048", "sliding", "memory"])
def test_every_game_has_a_picture_and_a_room(people, game):
    kim = people()
    kim.page.goto(kim.url)
    assert kim.page.locator(f"[data-game='{game}'] .board").is_visible()
    kim.page.click(f"[data-game='{game}']")
    assert until(kim.state)["options"]["game"] == game


def test_a_double_click_makes_one_room_B101(people):
    kim = people()
    made = []
    kim.page.on("request", lambda request: made.append(request.url) if request.method == "POST" else None)
    kim.page.goto(kim.url)
    kim.page.dblclick("[data-game='sliding']")
    until(kim.state)
    assert len(made) == 1
    assert len(kim.state()["seats"]) == 1


@pytest.mark.parametrize("typed", ["{0}", " {1} ", "{2}"])
def test_a_code_is_understood_however_it_is_typed_B102(people, typed):
    kim = people()
    code = make_room(kim.url, game="2048")
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    kim.page.goto(kim.url)
    kim.page.fill("#code", typed.format(code.lower(), f"{code[:3]} {code[3:]}", wide))
    kim.page.press("#code", "Enter")
    kim.page.wait_for_url(f"**/r/{code}")


def test_a_link_is_understood_with_a_trailing_slash_and_in_small_letters_B102(people):
    kim = people("Kim")
    room = make_room(kim.url, game="2048")
    kim.enter(room.lower() + "/")
    assert kim.state()["room"] == room


def test_a_wrong_code_is_explained_and_an_unknown_room_leads_home(people):
    kim = people()
    kim.page.goto(kim.url)
    kim.page.fill("#code", "12")
    kim.page.press("#code", "Enter")
    assert kim.is_shown("#code-trouble")
    kim.page.goto(f"{kim.url}/r/K7QX4M")
    until(lambda: "no such room" in kim.text("#gate-title"))
    kim.page.click("#gate a.button")
    kim.page.wait_for_url(kim.url + "/")


def test_the_name_is_remembered(people):
    kim = people()
    kim.page.goto(kim.url)
    assert kim.page.input_value("#name").strip() != ""
    kim.page.fill("#name", "Zoë 🦊")
    kim.page.press("#name", "Enter")
    kim.page.reload()
    assert kim.page.input_value("#name") == "Zoë 🦊"


def test_the_page_speaks_chinese_when_asked_and_remembers_it(people):
    kim = people(locale="en-US")
    kim.page.goto(kim.url)
    kim.page.click("#language")
    assert "同一道题" in kim.text("h1")
    kim.page.reload()
    assert "同一道题" in kim.text("h1")
    li = people(locale="zh-CN")
    li.page.goto(li.url)
    assert "同一道题" in li.text("h1")
    assert li.page.get_attribute("html", "lang") == "zh-Hans"


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_it_works_without_storage_and_says_that_nothing_is_kept_B135(people, script):
    kim = people()
    kim.page.add_init_script(script)
    kim.page.goto(kim.url)
    kim.page.fill("#name", "Kim")
    kim.page.press("#name", "Enter")
    assert kim.is_shown("#kept")
    kim.page.click("[data-game='memory']")
    kim.page.wait_for_url("**/r/*")
    if kim.is_shown("#gate-join"):
        kim.page.click("#gate-join")
    state = until(kim.state)
    seat = state["you"]["seat"]
    assert state["host"]["seat"] == seat
    kim.page.reload()
    if kim.is_shown("#gate-join"):
        kim.page.click("#gate-join")
    assert until(kim.state)["you"]["seat"] == seat


@pytest.mark.parametrize("value", ["", "undefined", "{", "null", "[]", "x" * 1_000_000])
def test_damaged_saved_values_are_let_go_B136(people, value):
    kim = people()
    kim.page.goto(kim.url)
    kim.page.evaluate("(value) => { for (const key of ['token', 'name', 'language']) localStorage.setItem(`tilerace.${key}`, value); }", value)
    kim.page.reload()
    kim.page.click("[data-game='2048']")
    kim.page.wait_for_url("**/r/*")
    assert until(kim.state)["seats"]
    assert re.fullmatch(r"[\w-]{43}", kim.page.evaluate("() => localStorage.getItem('tilerace.token')"))


def test_a_token_that_the_server_refuses_is_replaced(people):
    kim = people()
    kim.page.route("**/api/v1/rooms", lambda route: route.fulfill(status=401, json={"code": "bad-token", "text": ""})
                   if "AAAAAAAA" in route.request.headers["authorization"] else route.continue_())
    kim.page.goto(kim.url)
    kim.page.evaluate("() => localStorage.setItem('tilerace.token', 'A'.repeat(43))")
    kim.page.click("[data-game='2048']")
    kim.page.wait_for_url("**/r/*")
    until(kim.state)
    kim.troubles.clear()  # the refusal itself, as the browser writes it down
