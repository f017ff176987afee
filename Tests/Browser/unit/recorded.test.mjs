import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { reduce } from "../../../web/js/state.js";

const { frames } = JSON.parse(readFileSync(new URL("../../Vectors/protocol/server.json", import.meta.url), "utf8"));

test("following the recorded entries gives the rooms that were recorded later", () => {
  let state = null;
  let compared = 0;
  for (const frame of frames) {
    if (frame.t === "room" && state !== null) {
      const shown = reduce(null, frame);
      for (const part of ["phase", "host", "locked", "seats", "options", "watchers", "next"]) {
        if (part === "watchers") continue; // nobody counts viewers in the script
        assert.deepEqual(state[part], shown[part], `${part} at ${frame.at}`);
      }
      assert.deepEqual(state.race?.ranks, shown.race?.ranks);
      assert.deepEqual(state.race?.clock, shown.race?.clock);
      compared += 1;
    }
    if (frame.t === "room") state = reduce(state, frame);
    if (frame.t === "events" && state !== null) state = reduce(state, frame);
    if (state !== null) assert.equal(state.gap, false);
  }
  assert.ok(compared >= 4);
});
