"""The running server against web/asyncapi.yaml and web/openapi.yaml."""

import asyncio
import json
import os

import jsonschema
import websockets
import yaml

from race_server import ROOT

ASYNC = yaml.safe_load((ROOT / "web" / "asyncapi.yaml").read_text())
OPEN = yaml.safe_load((ROOT / "web" / "openapi.yaml").read_text())
DEADLINE = 20


def validator(message):
    return jsonschema.Draft202012Validator({**ASYNC, "$ref": f"#/components/schemas/{message}"})


FROM_SERVER = {name: validator(name) for name in ["welcome", "room", "events", "ack", "ping", "pong", "error"]}
FROM_CLIENT = {
    name: validator(name)
    for name in [
        "hello", "join", "ready", "options", "start", "cancel", "move", "undo", "forfeit", "rematch", "leave", "role",
        "rename", "kick", "mute", "lock", "ping", "pong",
    ]
}


class Client:
    """Checks every frame that comes against the contract, and every frame that goes."""

    def __init__(self, socket):
        self.socket = socket
        self.entries = []
        self.kinds = set()

    @classmethod
    async def open(cls, server, name, token=None):
        socket = await websockets.connect(f"ws://localhost:{server.port}/ws", subprotocols=["tilerace.v1"])
        client = cls(socket)
        await client.say(t="hello", v=1, name=name, **({"token": token} if token else {}))
        client.welcome = await client.hear("welcome")
        client.token = token or client.welcome["token"]
        return client

    async def say(self, **message):
        FROM_CLIENT[message["t"]].validate(message)
        await self.socket.send(json.dumps(message))

    async def frame(self):
        message = json.loads(await asyncio.wait_for(self.socket.recv(), DEADLINE))
        FROM_SERVER[message["t"]].validate(message)
        self.kinds.add(message["t"])
        for entry in message.get("e", []):
            self.kinds.add(entry["k"])
            self.entries.append(entry)
        return message

    async def hear(self, kind):
        while True:
            message = await self.frame()
            if message["t"] == kind:
                return message

    async def until(self, kind):
        """The next entry of this kind."""
        while True:
            for index, entry in enumerate(self.entries):
                if entry["k"] == kind:
                    del self.entries[: index + 1]
                    return entry
            await self.frame()


def make_room(server, token, options):
    status, body = server.request(
        "POST", "/api/v1/rooms", json.dumps({"options": options}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    assert status == 201, body
    check_http("/api/v1/rooms", "post", "201", body)
    return json.loads(body)["room"]


def check_http(path, method, status, body):
    response = OPEN["paths"][path][method]["responses"][status]
    if "$ref" in response:
        response = OPEN["components"]["responses"][response["$ref"].split("/")[-1]]
    jsonschema.validate(json.loads(body), response["content"]["application/json"]["schema"])


async def play(client, race, moves):
    """Plays until the race is over for this client: `moves` in turn, the next one after each answer."""
    number = 0
    turn = 0
    while True:
        number += 1
        move = moves[turn % len(moves)]
        await client.say(t="move", race=race, n=number, m=move)
        while True:
            message = await client.frame()
            ended = any(e["k"] == "finished" for e in message.get("e", []))
            own = [e for e in message.get("e", []) if e["k"] == "step" and e["n"] == number and e["seat"] == client.seat]
            if ended or any("end" in e for e in own):
                return number
            if own or (message["t"] == "ack" and message["n"] == number):
                turn = 0 if own else turn + 1
                break


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


async def gather(server, options, count):
    clients = [await Client.open(server, f"Racer {index}") for index in range(count)]
    room = make_room(server, clients[0].token, options)
    for client in clients:
        await client.say(t="join", room=room)
        state = await client.hear("room")
        client.seat = state["you"]["seat"]
    return room, clients


async def start(clients):
    for client in clients:
        await client.say(t="ready", on=True, entropy=os.urandom(16).hex())
    race = (await clients[0].until("countdown"))["race"]["race"]
    for client in clients:
        await client.until("go")
    return race


def test_every_frame_of_a_whole_2048_race_is_as_the_contract_says(server):
    async def story():
        room, clients = await gather(server, {"game": "2048", "target": 32, "countdown": 0}, 2)
        viewer = await Client.open(server, "Viewer")
        await viewer.say(t="join", room=room, role="spectator")
        await viewer.hear("room")
        race = await start(clients)
        await clients[0].say(t="undo", race=race, n=1)
        refused = await clients[0].hear("ack")
        assert (refused["ok"], refused["code"]) == (False, "no-undo")
        await clients[0].say(t="move", race=race, n=9, m="L")
        assert (await clients[0].hear("room"))["race"]["boards"][0]["n"] == 1
        await clients[0].say(t="move", race="0" * 16, n=2, m="L")
        assert (await clients[0].hear("error"))["code"] == "stale"
        await play(clients[1], race, "LDRU")
        await clients[0].say(t="forfeit", race=race)
        ended = await viewer.until("finished")
        assert [rank["state"] for rank in ended["ranks"]] == ["won", "forfeit"]
        for client in clients:
            await client.say(t="rematch", on=True, entropy=os.urandom(16).hex())
        await clients[1].until("go")
        await clients[1].say(t="leave")
        assert {"step", "closing", "finished", "go", "countdown", "seat", "next"} <= viewer.kinds | clients[1].kinds

    run(story())


def test_sliding_and_memory_races_are_as_the_contract_says(server):
    async def story():
        for options, moves in [
            ({"game": "sliding", "rows": 2, "columns": 2, "countdown": 0}, "LURD"),
            ({"game": "memory", "rows": 2, "columns": 2, "countdown": 0}, [0, 1, 2, 3]),
        ]:
            _, clients = await gather(server, options, 2)
            race = await start(clients)
            await clients[0].say(t="move", race=race, n=1, m=moves[0])
            await clients[0].frame()
            for client in clients:
                await client.say(t="forfeit", race=race)
            ended = await clients[0].until("finished")
            assert len(ended["boards"]) == 2

    run(story())


def test_host_messages_are_as_the_contract_says(server):
    async def story():
        _, clients = await gather(server, {"game": "2048"}, 2)
        host, guest = clients
        await guest.say(t="options", options={"game": "sliding"})
        assert (await guest.hear("error"))["code"] == "not-host"
        await host.say(t="options", options={"game": "memory", "rows": 2, "columns": 2, "minSeats": 1})
        assert (await guest.until("options"))["options"]["hideAfter"] == 0
        await host.say(t="ready", on=True, entropy="ab" * 16)
        await guest.until("next")
        await host.say(t="start")
        await guest.until("countdown")
        await host.say(t="cancel")
        assert (await guest.until("lobby"))["why"] == "cancelled"
        await host.say(t="start")
        assert (await host.hear("error"))["code"] == "not-allowed"

    run(story())


def test_people_change_names_and_roles_as_the_contract_says(server):
    async def story():
        room, (host, guest) = await gather(server, {"game": "2048"}, 2)
        await guest.say(t="ping", d=7)
        assert (await guest.hear("pong"))["d"] == 7
        await guest.say(t="rename", name="Lee")
        assert (await guest.hear("welcome"))["name"] == "Lee"
        while (await host.until("seat"))["seat"]["name"] != "Lee":
            pass
        await host.say(t="role", role="host")
        assert (await host.hear("room"))["you"] == {"seat": None, "role": "host", "host": True, "muted": False}
        assert (await guest.until("host"))["host"] == {"seat": None, "name": "Racer 0", "here": True}
        await guest.say(t="role", role="host")
        assert (await guest.hear("error"))["code"] == "not-allowed"

    run(story())


def test_the_host_keeps_order_as_the_contract_says(server):
    async def story():
        room, (host, guest) = await gather(server, {"game": "2048"}, 2)
        await guest.say(t="kick", seat=0)
        assert (await guest.hear("error"))["code"] == "not-host"
        await host.say(t="lock", on=True)
        assert (await guest.until("locked"))["on"] is True
        await host.say(t="mute", seat=1, on=True)
        while not (await host.until("seat"))["seat"]["muted"]:
            pass
        await host.say(t="kick", seat=1)
        assert (await guest.hear("error"))["code"] == "kicked"
        try:
            await guest.frame()
        except websockets.ConnectionClosed as closed:
            assert (closed.rcvd.code, closed.rcvd.reason) == (4003, "kicked")
        again = await Client.open(server, "Guest", guest.token)
        await again.say(t="join", room=room, role="spectator")
        assert (await again.hear("error"))["code"] == "kicked"

    run(story())


def test_http_answers_are_as_the_contract_says(server):
    assert server.request("GET", "/healthz")[1].strip() == b"ok"
    assert server.request("GET", "/readyz")[0] == 200

    async def token():
        return (await Client.open(server, "Maker")).token

    bearer = asyncio.run(token())
    room = make_room(server, bearer, {"game": "2048", "size": 5, "target": 512})
    status, body = server.request("GET", f"/api/v1/rooms/{room.lower()}")
    assert status == 200
    assert server.request("HEAD", f"/api/v1/rooms/{room}") == (200, b"")
    for method, path, expected, code in [
        ("GET", "/api/v1/nothing", 404, "unknown-path"), ("GET", "/api/v1/rooms/K7QX4M/more", 404, "unknown-path"),
        ("DELETE", f"/api/v1/rooms/{room}", 405, "wrong-method"), ("PUT", "/api/v1/rooms", 405, "wrong-method"),
    ]:
        status, answer = server.request(method, path, b"" if method == "PUT" else None)
        assert (status, json.loads(answer)["code"]) == (expected, code), path
    check_http("/api/v1/rooms/{code}", "get", "200", body)
    status, body = server.request("GET", "/api/v1/rooms/AAAAAA")
    assert status == 404
    check_http("/api/v1/rooms/{code}", "get", "404", body)
    good = json.dumps({"options": {"game": "2048"}}).encode()
    json_type = {"Content-Type": "application/json"}
    for body, headers, expected in [
        (good, json_type, 401),
        (good, {**json_type, "Authorization": "Bearer short"}, 401),
        (good, {"Authorization": f"Bearer {bearer}", "Content-Type": "text/plain"}, 400),
        (b"{", {**json_type, "Authorization": f"Bearer {bearer}"}, 400),
        (b'{"options":{"game":"2048","size":3,"target":2048}}', {**json_type, "Authorization": f"Bearer {bearer}"}, 400),
    ]:
        status, answer = server.request("POST", "/api/v1/rooms", body, headers)
        assert status == expected
        check_http("/api/v1/rooms", "post", str(expected), answer)


def test_b160_one_identity_may_have_five_rooms(server):
    async def token():
        return (await Client.open(server, "Maker")).token

    bearer = asyncio.run(token())
    for _ in range(5):
        make_room(server, bearer, {"game": "2048"})
    status, body = server.request(
        "POST", "/api/v1/rooms", b'{"options":{"game":"2048"}}',
        {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"})
    assert (status, json.loads(body)["code"]) == (429, "too-many")
    check_http("/api/v1/rooms", "post", "429", body)


def test_b161_a_flood_is_throttled_then_closed_with_a_reason(server):
    async def story():
        client = await Client.open(server, "Flood")

        async def until_closed(work):
            try:
                while True:
                    await work()
            except websockets.ConnectionClosed:
                pass

        async def send():
            await client.socket.send('{"t":"ping","d":1}')
            # Lets the client read: one that does not would never see why.
            await asyncio.sleep(0)

        await asyncio.gather(until_closed(client.frame), until_closed(send))
        assert (client.socket.close_code, client.socket.close_reason) == (4008, "too-many")
        again = await Client.open(server, "Flood", client.token)
        await again.say(t="ping", d=1)
        await again.hear("pong")

    run(story())


def test_a_stop_tells_everybody_and_takes_less_than_five_seconds(server):
    async def story():
        _, clients = await gather(server, {"game": "2048"}, 2)
        code = await asyncio.to_thread(server.stop)
        assert code == 0
        try:
            while True:
                await clients[0].frame()
        except websockets.ConnectionClosed as closed:
            assert (closed.rcvd.code, closed.rcvd.reason) == (1001, "restarting")

    run(story())


def test_the_recorded_frames_are_as_the_contract_says():
    recorded = json.loads((ROOT / "Tests" / "Vectors" / "protocol" / "server.json").read_text())["frames"]
    for frame in recorded:
        FROM_SERVER[frame["t"]].validate(frame)
    entries = {entry["k"] for frame in recorded for entry in frame.get("e", [])}
    described = {option["properties"]["k"]["const"] for option in ASYNC["components"]["schemas"]["entry"]["oneOf"]}
    assert entries | {"watchers"} == described
    client = json.loads((ROOT / "Tests" / "Vectors" / "protocol" / "client.json").read_text())
    for vector in client["accepted"]:
        FROM_CLIENT[vector["is"]["t"]].validate(vector["is"])
