"""The page that says whether one can race from here."""

from player import until


def looks(kim):
    return kim.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-check]')].map((row) => [row.dataset.check, row.dataset.look]))")


def check(kim):
    kim.page.goto(kim.url + "/check")
    until(lambda: kim.page.is_enabled("#again"), 20)
    return looks(kim)


def test_all_is_well_beside_the_server(people):
    kim = people("Kim", 320, 640)
    assert check(kim) == {name: "good" for name in ["page", "socket", "trip", "engine", "clock", "store"]}
    assert kim.text("#verdict").startswith("Yes.")
    assert kim.overflow() <= 0
    kim.page.click("#language")
    assert "可以" in kim.text("#verdict")


def test_a_network_without_websockets_is_named(people):
    kim = people("Kim", 390, 844)
    kim.page.route_web_socket("**/ws", lambda socket: socket.close(code=1001))
    found = check(kim)
    assert found["page"] == "good"
    assert "bad" in (found["socket"], found.get("trip"))
    assert kim.text("#verdict").startswith("Not yet.")


def test_a_wrong_clock_is_told_and_harms_nothing(people):
    kim = people()
    kim.page.add_init_script("const real = Date.now; Date.now = () => real() + 3600000")
    found = check(kim)
    assert found["clock"] == "fair" and "3600" in kim.text("[data-check=clock]")
    assert "bad" not in found.values()
