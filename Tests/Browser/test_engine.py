"""The engine as the server serves it, in Chromium: the same vectors as natively, under the page's own policy."""

import hashlib
import pathlib
import re

import pytest

VECTORS = pathlib.Path(__file__).resolve().parents[1] / "Vectors" / "engine"

IDENTITY = """([first, count]) =>
    Array.from(engine.selfTest(first, count), (byte) => byte.toString(16).padStart(2, "0")).join("")"""

# Each game is predicted move by move; the new tiles are those that the file records.
REFERENCE_GAME = r"""([size, first, tokens, last]) => {
    let [cells, sum] = [first.split(" ").map(Number), 0];
    for (const token of tokens.split(" ")) {
        const [, letter, gain, cell, value] = token.match(/^(.)(?:(\d+)@(\d+)=(\d+))?$/);
        const move = engine.predict2048(cells, Number(size), letter.toUpperCase());
        if (gain === undefined) {
            if (move) return `${token} moves ${cells}`;
            continue;
        }
        if (move?.gained !== Number(gain) || move.cells[cell] !== 0) return `${token} from ${cells}`;
        cells = move.cells;
        cells[cell] = Number(value);
        sum += move.gained;
    }
    return cells.join(" ") === last ? sum : `ends at ${cells}`;
}"""

SHA256 = """([text, times]) => {
    const bytes = engine.sha256(new TextEncoder().encode(text.repeat(times)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}"""

FAIR_PLAY = """({ raceId, secret, salt, contributions, options }) => {
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
    const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [
        engine.canonical(options),
        hex(engine.commitment({ raceId, secret: bytes(secret), salt: bytes(salt), options })),
        hex(engine.seedFrom(bytes(secret), contributions.map(bytes))),
    ];
}"""

PHRASE = """(phrase) =>
    Array.from(engine.seedFromPhrase(phrase), (byte) => byte.toString(16).padStart(2, "0")).join("")"""

REPLAY = "(text) => verifyReplay(engine, text)"


def vectors(name):
    lines = (VECTORS / name).read_text().splitlines()
    return [line.split(";") for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def page(browser, shared_server):
    """A page of the server with the engine loaded by the modules that the page itself names."""
    page = browser.new_page()
    page.goto(shared_server.url)
    folder = re.search(r'/~[0-9a-zA-Z_-]+/js/', page.content())[0]
    page.evaluate(
        """async (folder) => {
            globalThis.engine = await (await import(`${folder}engine.js`)).loadEngine();
            globalThis.verifyReplay = (await import(`${folder}replay.js`)).verifyReplay;
        }""", folder)
    yield page
    page.close()


@pytest.mark.parametrize("first,count,digest", vectors("identity.txt"))
def test_self_test_games_give_the_digest_of_the_native_engine_B74(page, first, count, digest):
    assert page.evaluate(IDENTITY, [int(first), int(count)]) == digest


def test_reference_games_of_2048_are_predicted_move_by_move(page):
    games = vectors("games_2048.txt")
    assert len(games) == 46
    for size, first, tokens, score, _, _, last in games:
        assert page.evaluate(REFERENCE_GAME, [size, first, tokens, last]) == int(score)


def test_sha_256_gives_the_published_digests(page):
    for message, times, digest in vectors("sha256.txt"):
        assert page.evaluate(SHA256, ["" if message == "-" else message, int(times)]) == digest


def test_commitment_and_seed_are_the_documented_hashes(page):
    secret, salt = bytes(range(32)), bytes(range(100, 116))
    contributions = [bytes([number] * 16) for number in (7, 9)]
    options = {"game": "memory", "rows": 4, "columns": 5, "hideAfter": 800}
    canonical = b'{"columns":5,"game":"memory","hideAfter":800,"rows":4,"rules":1}'

    def prefixed(part):
        return len(part).to_bytes(4, "big") + part

    committed = b"tilerace/commit/1" + prefixed(b"r-1") + secret + salt + prefixed(canonical)
    race = {
        "raceId": "r-1", "secret": secret.hex(), "salt": salt.hex(), "options": options,
        "contributions": [contribution.hex() for contribution in contributions],
    }
    assert page.evaluate(FAIR_PLAY, race) == [
        canonical.decode(),
        hashlib.sha256(committed).hexdigest(),
        hashlib.sha256(b"tilerace/seed/1" + secret + b"".join(contributions)).hexdigest(),
    ]


def test_phrases_give_the_recorded_seeds(page):
    for typed, times, seed in vectors("phrases.txt"):
        phrase = "" if typed == "-" else bytes.fromhex(typed).decode() * int(times)
        assert page.evaluate(PHRASE, phrase) == seed


@pytest.mark.parametrize("file", sorted((VECTORS / "replays").iterdir()), ids=lambda file: file.stem)
def test_recorded_replays_are_true_in_the_page(page, file):
    text = file.read_text()
    assert page.evaluate(REPLAY, text)["fault"] is None
    assert page.evaluate(REPLAY, text.replace('"score":', '"score":1', 1))["fault"] == "result"
