// The WebAssembly engine in the Swift toolchain's own interpreter, which shares nothing with a browser's compilers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const file = process.env.ENGINE_WASM ?? fileURLToPath(new URL("../../web/js/engine.wasm", import.meta.url));
const identity = readFileSync(new URL("../Vectors/engine/identity.txt", import.meta.url), "utf8")
  .split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(";"));

test("self-test games give the digest of the native engine in wasmkit", () => {
  for (const [first, count, digest] of identity) {
    const call = ["run", file, "engine_self_check", `i32:${first}`, `i32:${count}`];
    assert.ok(execFileSync("wasmkit", call, { encoding: "utf8" }).includes(`(${BigInt(`0x${digest.slice(0, 16)}`)})`));
  }
});
