// Who I am to the server: a secret that it gave to this browser once.

import { forget, read, TOKEN, write } from "./store.js";

/** The WebSocket's address beside this page. */
export function socketURL() {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
}

/** @returns {string|null} */
export function storedToken() {
  return read("token", TOKEN);
}

/** @param {string} token */
export function keepToken(token) {
  write("token", token);
}

/** The server does not take it: away with it. */
export function dropToken() {
  forget("token");
}

/**
 * Asks for an identity.
 * @returns {Promise<string>} rejects when the server does not answer
 */
export function newToken() {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketURL(), "tilerace.v1");
    const end = (settle, value) => {
      clearTimeout(patience);
      socket.onclose = null;
      socket.close();
      settle(value);
    };
    const patience = setTimeout(() => end(reject, new Error("offline")), 5000);
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: 1 }));
    socket.onclose = () => end(reject, new Error("offline"));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "welcome" && message.token) {
        keepToken(message.token);
        end(resolve, message.token);
      } else if (message.t === "error") {
        end(reject, new Error(message.code));
      }
    };
  });
}

/**
 * Makes a room.
 * @param {object} options
 * @returns {Promise<{room: string, path: string}>} rejects with an Error whose message is a code
 */
export async function makeRoom(options) {
  const stored = storedToken();
  let answer = stored ? await post(stored, options) : null;
  if (!answer || answer.status === 401) {
    if (answer) dropToken();
    answer = await post(await newToken(), options);
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.code ?? "offline");
  return body;
}

async function post(token, options) {
  try {
    return await fetch("/api/v1/rooms", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ options }),
    });
  } catch {
    throw new Error("offline");
  }
}
