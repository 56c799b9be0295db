// Scenes that the page makes up, in the format of `float --scene`.

/** Bodies to choose from: parts of a model. @type {Record<string, object>} */
export const BODIES = {
    crate: { shape: 'box', size: [0.5, 0.5, 0.5] },
    raft: { shape: 'box', size: [1.5, 1, 0.15] },
    ball: { shape: 'sphere', size: [0.5] },
    egg: { shape: 'ellipsoid', size: [0.8, 0.5, 0.4] },
    capsule: { shape: 'capsule', size: [0.3, 0.6] },
    drum: { shape: 'cylinder', size: [0.4, 0.6] },
    buoy: { shape: 'cone', size: [0.5, 0.6] },
    barrel: { mesh: 'builtin:barrel:124' },
    star: { mesh: 'builtin:star:96' },
    hull: { mesh: 'builtin:wigley:1000' },
};

/** @typedef {{body: string, density: number, drag: number, amplitude: number, wavelength: number,
 *    current: number, count: number, irregular?: number}} Wishes  `irregular`: waves of a sea as high as one of
 *    the amplitude, whose peak is at the wavelength; 0: two waves */

/** Bodies in rows above the water, each turned its own way. @param {Wishes} wishes */
export function makeScene({ body, density, drag, amplitude, wavelength, current, count, irregular = 0 }) {
    const side = Math.ceil(Math.sqrt(count));
    const bodies = Array.from({ length: count }, (_, i) => {
        const angle = 0.4 + i, axis = Math.sin(7 * i), w = Math.cos(angle / 2), s = Math.sin(angle / 2);
        return {
            position: [2.5 * (i % side - (side - 1) / 2), 2.5 * (Math.floor(i / side) - (side - 1) / 2), 0.6],
            rotation: [s * Math.sqrt(1 - axis * axis), s * axis, 0, w],
        };
    });
    const waves = amplitude > 0 && irregular > 0 ? { type: 'waves', sea: { height: 2 * Math.SQRT2 * amplitude,
        period: Math.sqrt(2 * Math.PI * wavelength / 9.81), spreading: 10, direction_degrees: 15, waves: irregular } }
        : amplitude > 0 ? { type: 'waves', components: [
        { amplitude, wavelength, direction_degrees: 15, phase: 0 },
        { amplitude: 0.4 * amplitude, wavelength: 0.55 * wavelength, direction_degrees: -40, phase: 1 }] }
        : { type: 'plane', normal: [0, 0, 1], offset: 0 };
    return JSON.stringify({
        motion: { step: 1 / 240 },
        water: { ...waves, current: [current, 0, 0] },
        models: { body: { parts: [BODIES[body] ?? { mesh: body }], density,
            drag: { linear: drag, angular: 0.5 * drag } } },
        bodies,
    });
}
