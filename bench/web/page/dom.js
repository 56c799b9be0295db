// Elements, found and made.

/** @param {string} id @returns {any} */
export function find(id) {
    const element = document.getElementById(id);
    if (!element) {
        throw new Error(`no element ${id}`);
    }
    return element;
}

/** @param {string} tag @param {Record<string, any>} [members] @param {(Node | string)[]} children
 *  @returns {any} */
export function make(tag, members = {}, ...children) {
    const element = Object.assign(document.createElement(tag), members);
    element.append(...children);
    return element;
}

/** A link that saves a file. @param {string} name @param {Uint8Array} bytes @param {string} type */
export function download(name, bytes, type) {
    const blob = new Blob([/** @type {any} */ (bytes)], { type });
    return make('a', { href: URL.createObjectURL(blob), download: name }, name);
}

/** The last line that a terminal would show. @param {string} text */
export const lastLine = (text) => text.replaceAll('\u001b[K', '').trimEnd().split(/[\r\n]/).pop() ?? '';

/** What the program complains of, in a sentence of the page. @param {string} what @param {string} text */
export const inWords = (what, text) => `${what}: ${lastLine(text).replace(/^buoybench: /, '')}`;
