// What tests of the page share.
import assert from 'node:assert/strict';

export function near(got, expected, most) {
    assert.ok(Math.abs(got - expected) <= most, `${got}, expected ${expected}, allowed ${most}`);
}

export function nearAll(got, expected, most) {
    assert.equal(got.length, expected.length);
    for (const [i, number] of got.entries()) {
        near(number, expected[i], most);
    }
}

/** Numbers from 0 to 1, the same every time. */
export function random(seed) {
    let state = seed;
    return () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
    };
}

/** The points of the line of a name, or of the first. */
export const pathOf = (content, name = '') => content.match(new RegExp(`<title>${name}[^<]*</title><path class="line" d="M([^"]*)"`))[1]
    .split(/[ML]/).map((point) => point.split(' ').map(Number));

export const labelsOf = (content) => [...content.match(/<g class="labels">(.*?)<\/g>/s)[1].matchAll(/<text class="c(\d)" x="([^"]*)" y="([^"]*)">([^<]*)/g)]
    .map(([, colour, x, y, text]) => ({ colour: +colour, x: +x, y: +y, text }));
