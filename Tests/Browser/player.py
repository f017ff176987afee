"""One person with one browser: what they do and what they see."""

import json
import random
import secrets
import time
import urllib.request

from playwright.sync_api import Error

ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
# Messages that a broken or restarting server makes the browser write by itself.
EXPECTED = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "net::ERR_", "status of 404", "status of 503")


def until(check, seconds=10.0, every=0.02):
    """The first true answer of `check`; fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        answer = check()
        if answer:
            return answer
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(every)


def make_room(url, **options):
    """A room with these options, made by nobody who comes; its code."""
    body = json.dumps({"options": options}).encode()
    headers = {"authorization": f"Bearer {secrets.token_urlsafe(32)}", "content-type": "application/json"}
    request = urllib.request.Request(url + "/api/v1/rooms", data=body, headers=headers, method="POST")
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)["room"]


class Player:
    def __init__(self, context, url, name):
        self.context = context
        self.url = url
        self.name = name
        self.troubles = []
        self.page = self.open_page()

    def open_page(self):
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message):
        if message.type == "error" and not any(part in message.text for part in EXPECTED):
            self.troubles.append(message.text)

    # What they do

    def enter(self, room, role="racer"):
        self.page.goto(f"{self.url}/r/{room}")
        self.page.fill("#gate-name", self.name)
        self.page.click("#gate-join" if role == "racer" else "#gate-watch")
        until(self.state)
        return self

    def press(self, button):
        """A button of the bar at the foot of the page."""
        self.page.click(f"#bar-buttons [data-key={button}]")

    def key(self, way):
        self.page.keyboard.press(ARROWS[way])

    def tap(self, cell):
        self.page.locator(f"#board [data-cell='{cell}']:not(.gone):not(.place)").click()

    def play(self, moves, pause=0.0, seed=1):
        """So many keys, at random."""
        chance = random.Random(seed)
        for _ in range(moves):
            self.key(chance.choice("LDLDRU"))
            if pause:
                time.sleep(pause)

    def race_to_the_end(self, seconds=30):
        """Keys at random until my race is over."""
        chance = random.Random(7)

        def over():
            if self.mine()["state"] != "racing":
                return True
            for _ in range(8):
                self.key(chance.choice("LDLDRU"))
            return False

        until(over, seconds)

    # What they see

    def state(self):
        """What the page knows of the room; None before it knows, and while one page follows another."""
        try:
            return self.page.evaluate("() => window.tilerace?.state() ?? null")
        except Error as error:
            if "navigation" in str(error):
                return None
            raise

    def phase(self):
        return (self.state() or {}).get("phase")

    def wait_for(self, phase, seconds=10):
        until(lambda: self.phase() == phase, seconds)
        return self

    def mine(self):
        state = self.state()
        return state["race"]["boards"][str(state["you"]["seat"])]

    def drawn(self, seat=None):
        seat = self.state()["you"]["seat"] if seat is None else seat
        return self.page.evaluate("(seat) => window.tilerace?.board(seat) ?? null", seat)

    def sockets(self):
        return self.page.evaluate("() => tilerace.sockets()")

    def is_settled(self):
        """Everything is answered, nothing more comes, and the drawing shows what the server says."""
        judged = self.mine()["n"]
        self.page.evaluate("() => new Promise((done) => setTimeout(done, 80))")
        mine = self.mine()
        return judged == mine["n"] and self.drawn() == mine["cells"]

    def text(self, selector):
        return self.page.inner_text(selector)

    def is_shown(self, selector):
        return self.page.is_visible(selector)

    def overflow(self):
        """How far the page can be scrolled sideways."""
        return self.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


def race(*players, **options):
    """Brings the players into one room and up to GO; the room's code."""
    settings = {"game": "2048", "countdown": 0, "minSeats": len(players)} | options
    room = make_room(players[0].url, **settings)
    for player in players:
        player.enter(room)
    for player in players:
        player.press("ready")
    for player in players:
        player.wait_for("racing")
        until(lambda: player.drawn() is not None)
    return room
