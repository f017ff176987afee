"""How fast the engine is in the browser beside the same engine as native code, in one run that alternates them.

    .build/venv/bin/python Tests/Browser/bench_wasm.py

Random games with full events, one thread; accepted moves a second, the median of five turns each. Needs a release build
and web/js/engine.wasm.
"""

import json
import pathlib
import statistics
import subprocess

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TURNS = 5
RUN = """async ([bytes, record, least]) => {
    globalThis.engine ??= (await WebAssembly.instantiate(Uint8Array.from(bytes))).instance.exports;
    const at = engine.engine_buffer(16);
    new Uint8Array(engine.memory.buffer, at, 16).set(record);
    const start = performance.now();
    const moves = engine.engine_bench(16, least);
    return Number(moves) * 1000 / (performance.now() - start);
}"""


def record(game, rows, columns):
    """The options of `tilerace bench engine`, as Sources/PuzzleEngine/GameOptions+Record.swift writes them."""
    if game == "2048":
        return [0, rows, 10, 0, *bytes(4), *(1024 if rows == 3 else 2048).to_bytes(8, "big")]
    return [["2048", "sliding", "memory"].index(game), rows, columns, 0, *bytes(12)]


def native():
    command = [ROOT / ".build/release/tilerace", "bench", "engine", "--json", "--seconds", "1"]
    games = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["games"]
    return {(one["game"], one["rows"], one["columns"]): one["moves_a_second"] for one in games}


def main():
    wasm = list((ROOT / "web/js/engine.wasm").read_bytes())
    rates = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page()
        for _ in range(TURNS):
            for key, rate in native().items():
                page.evaluate(RUN, [wasm, record(*key), 200_000])
                rates.setdefault(key, []).append((rate, page.evaluate(RUN, [wasm, record(*key), 2_000_000])))
        version = browser.version
        browser.close()
    print(f"Chromium {version}, M moves/s\ngame     size   native    wasm   ratio")
    for (game, rows, columns), pairs in rates.items():
        fast, slow = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        print(f"{game:8} {rows}x{columns} {fast / 1e6:9.1f} {slow / 1e6:7.1f} {slow / fast:7.2f}")


if __name__ == "__main__":
    main()
