// Small helpers over the document. Text is only ever set as text.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {(Node|string|null|undefined|false)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A name that cannot turn the text round it. @param {string} name @param {string} [className] */
export function nameOf(name, className = "name") {
  const node = element("bdi", className, name);
  node.title = name;
  return node;
}

/**
 * @param {string} id
 * @returns {any} the element that the page must have
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** @param {Element} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {HTMLElement} node @param {boolean} isShown */
export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/** @param {HTMLButtonElement} node @param {boolean} isOff */
export function disable(node, isOff) {
  if (node.disabled !== isOff) node.disabled = isOff;
}

/** Sets an attribute only when it changes, so that nothing is read aloud twice. */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * Children by key: made once, kept, put in order, removed when their key is gone.
 * @template T
 * @param {HTMLElement} parent
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => HTMLElement} make
 * @param {(node: HTMLElement, item: T) => void} update
 */
export function keyed(parent, items, keyOf, make, update) {
  const old = new Map([...parent.children].map((node) => [/** @type {HTMLElement} */ (node).dataset.key, node]));
  let previous = null;
  for (const item of items) {
    const key = keyOf(item);
    let node = /** @type {HTMLElement|undefined} */ (old.get(key));
    if (node) {
      old.delete(key);
    } else {
      node = make(item);
      node.dataset.key = key;
    }
    update(node, item);
    const place = previous ? previous.nextSibling : parent.firstChild;
    if (place !== node) parent.insertBefore(node, place);
    previous = node;
  }
  for (const node of old.values()) node.remove();
}
