import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, Presses, swipe, Swipes } from "../../../web/js/input.js";

const key = (code, more = {}) => ({
  code, key: "x", repeat: false, isComposing: false, keyCode: 0, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more,
});

test("B131: keys count by their place, whatever letter stands on them", () => {
  assert.equal(directionOf(key("KeyW", { key: "z" }), false), "U");
  assert.equal(directionOf(key("KeyA", { key: "q" }), false), "L");
  assert.equal(directionOf(key("KeyS", { key: "ы" }), false), "D");
  assert.equal(directionOf(key("KeyD", { key: "в" }), false), "R");
  assert.equal(directionOf(key("ArrowLeft"), false), "L");
  assert.equal(directionOf(key("KeyR"), false), null);
});

test("B132, B134: typing, shortcuts and the composition of characters make no move", () => {
  assert.equal(directionOf(key("KeyW"), true), null);
  for (const name of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) assert.equal(directionOf(key("KeyW", { [name]: true }), false), null);
  assert.equal(directionOf(key("ArrowUp", { isComposing: true }), false), null);
  assert.equal(directionOf(key("ArrowUp", { keyCode: 229 }), false), null);
});

test("B133, B82: one move a press; a key that stays down gives none until it is let go", () => {
  assert.equal(directionOf(key("ArrowUp", { repeat: true }), false), null);
  const presses = new Presses();
  assert.equal(presses.down("ArrowUp"), true);
  assert.equal(presses.down("ArrowUp"), false);
  presses.up("ArrowUp");
  assert.equal(presses.down("ArrowUp"), true);
});

test("B150: a short way is a tap, a diagonal is always the same one move", () => {
  assert.equal(swipe(5, 3), null);
  assert.equal(swipe(40, 10), "R");
  assert.equal(swipe(-40, 10), "L");
  assert.equal(swipe(3, -60), "U");
  assert.equal(swipe(30, 30), "R");
  assert.equal(swipe(-30, 30), "L");
});

test("B148: one swipe is one move, as soon as it is clear", () => {
  const swipes = new Swipes();
  swipes.down(1, 100, 100);
  assert.equal(swipes.move(1, 105, 100), null);
  assert.equal(swipes.move(1, 130, 100), "R");
  assert.equal(swipes.move(1, 300, 100), null);
  assert.equal(swipes.up(1), false);
});

test("B150: a second finger makes it a pinch, not a swipe", () => {
  const swipes = new Swipes();
  swipes.down(1, 100, 100);
  swipes.down(2, 200, 100);
  assert.equal(swipes.move(1, 20, 100), null);
  assert.equal(swipes.move(2, 280, 100), null);
  assert.equal(swipes.up(1), false);
  assert.equal(swipes.up(2), false);
  swipes.down(3, 0, 0);
  assert.equal(swipes.up(3), true);
});

test("a cancelled finger is forgotten", () => {
  const swipes = new Swipes();
  swipes.down(1, 0, 0);
  swipes.cancel(1);
  assert.equal(swipes.move(1, 90, 0), null);
  swipes.down(2, 0, 0);
  assert.equal(swipes.move(2, 0, 90), "D");
});
