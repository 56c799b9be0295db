// Exact buoyancy of triangle meshes and primitive shapes, in WebAssembly.

/** Bytes of a module that only an engine with 128-bit vectors accepts. */
const PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1,
    8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Whether this engine has 128-bit vectors. */
export const hasSimd = () => WebAssembly.validate(PROBE);

/** What the library refuses, in its own words. */
export class BuoyancyError extends Error {
    name = 'BuoyancyError';
}

/** What a mesh may be accepted with, its bits in enum buoy_mesh_flags, and their name there. */
const FLAGS = /** @type {const} */ ([['open', 1, 'ACCEPT_OPEN'], ['weld', 2, 'WELD'], ['repair', 78, 'REPAIR'],
    ['close', 16, 'CLOSE'], ['insideOut', 32, 'ACCEPT_INSIDE_OUT']]);

/** What helps, as it is written here: {close: true} for BUOY_MESH_CLOSE. @param {string} message */
const inOptions = (message) => message.replace(/BUOY_MESH_([A-Z_]+)/g, (name, end) => {
    const flag = FLAGS.find(([, , known]) => known === end);
    return flag ? `{${flag[0]}: true}` : name;
});

/** Kinds of shapes, and their sizes: `box` half extents along x, y, z; `sphere` radius; `ellipsoid`
 *  semi-axes; `capsule`, `cylinder` radius, half length of the straight part; `cone` radius of its
 *  base, half height. Axes upward. */
const KINDS = ['box', 'sphere', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'mesh'];

/** Which axis is up, and which hand. `y-up`: three.js, Babylon.js under a right hand, Godot, Jolt; `z-up`:
 *  ROS, MuJoCo, Blender; `y-up-left`: Unity, Babylon.js; `z-up-left`: Unreal; `z-down`: north, east, down. */
export class Frame {
    /** Each axis of the library's frame, whose z is up: the caller's axis, and its sign. */
    static #known = /** @type {const} */ ({
        'z-up': [[0, 1, 2], [1, 1, 1]], 'y-up': [[0, 2, 1], [1, -1, 1]], 'y-up-left': [[0, 2, 1], [1, 1, 1]],
        'z-up-left': [[0, 1, 2], [1, -1, 1]], 'z-down': [[0, 1, 2], [1, -1, -1]],
    });

    /** @param {FrameName} name */
    constructor(name) {
        const names = Object.keys(Frame.#known);
        insist(names.includes(name), `frame: '${name}' is none of ${names.join(', ')}`);
        const [axes, signs] = Frame.#known[name];
        /** @type {readonly number[]} */
        this.axes = axes;
        /** @type {readonly number[]} */
        this.signs = signs;
        /** Its number in enum buoy_frame. */
        this.id = names.indexOf(name);
        this.hand = name.endsWith('left') ? -1 : 1;
    }

    /** A caller's vector in the library's frame. @param {Numbers} v */
    in(v) {
        return [0, 1, 2].map((i) => this.signs[i] * v[this.axes[i]]);
    }

    /** The library's vector in the caller's frame. @param {Numbers} v */
    out(v) {
        return [0, 1, 2].map((i) => this.signs[this.axes.indexOf(i)] * v[this.axes.indexOf(i)]);
    }

    /** A caller's mesh in the library's frame, as models of it are made there: its triangles are
     *  counter-clockwise seen from outside. @param {Numbers} positions @param {Numbers} corners */
    mesh(positions, corners) {
        const own = positions instanceof Float32Array ? positions.slice() : Float64Array.from(positions);
        const wound = Uint32Array.from(corners);
        for (let i = 0; i < own.length; i += 3) {
            [own[i], own[i + 1], own[i + 2]] = this.in([own[i], own[i + 1], own[i + 2]]);
        }
        for (let i = 1; this.hand < 0 && i < wound.length; i += 3) {
            [wound[i], wound[i + 1]] = [wound[i + 1], wound[i]];
        }
        return [own, wound];
    }

    /** A caller's quaternion in the library's frame. @param {Numbers} q */
    turn(q) {
        return [...this.in(q).map((component) => this.hand * component), q[3]];
    }

    /** A symmetric tensor, 3 × 3 by rows, as in() or out() change vectors. @param {'in' | 'out'} way
     *  @param {Numbers} rows */
    tensor(way, rows) {
        const t = Array.from(rows), turned = [0, 3, 6].map((i) => this[way](t.slice(i, i + 3)));
        return [0, 1, 2].flatMap((i) => this[way](turned.map((row) => row[i])));
    }
}

/** @typedef {'z-up' | 'y-up' | 'y-up-left' | 'z-up-left' | 'z-down'} FrameName */
/** @typedef {ArrayLike<number>} Numbers */
/** @typedef {'box' | 'sphere' | 'ellipsoid' | 'capsule' | 'cylinder' | 'cone'} Kind */
/** @typedef {{shape?: Kind, size?: Numbers, mesh?: Mesh, position?: Numbers, rotation?: Numbers,
 *    density?: number}} Part  A shape or a mesh, its place in the body (rotations are quaternions x, y,
 *    z, w), and its density, kg/m³ (default 500). */
/** @typedef {{parts: Part[], mass?: number, centreOfMass?: Numbers, inertia?: Numbers,
 *    drag?: {linear?: number, angular?: number, quadratic?: number}}} ModelInput  What alike bodies
 *    share. Mass, centre of mass and inertia (xx, yy, zz, xy, xz, yz, about that centre) follow from the
 *    densities unless they are given. */
/** @typedef {{amplitude: number, wavelength: number, direction?: number, phase?: number,
 *    period?: number}} Wave  Metres, radians from +x towards the axis that is the library's +y (with y up −z, for
 *    Unity +z), seconds. */
/** @typedef {{height: number, period: number, peakedness?: number, direction?: number, spreading?: number,
 *    count?: number, seed?: number}} SeaState  An irregular sea of JONSWAP's spectrum: significant height, m, period
 *    of the peak, s, gamma (default 3.3), direction as a wave's, s of cos²ˢ of half the angle from it (default 0:
 *    all waves along it), number of waves (default 100); another seed is another sea. */
/** @typedef {{waves?: Wave[], state?: SeaState, depth?: number, normal?: Numbers, offset?: number, current?: Numbers, density?: number,
 *    gravity?: number, decay?: boolean}} SeaInput  A sum of waves, or those of an irregular sea, about the height
 *    `offset`, in water of a depth, m (default 0: deep), or the plane
 *    normal · x = offset, level by default; density (default 1025 kg/m³), gravity (default 9.81 m/s²), the current's
 *    velocity; `decay`: the waves' pressure dies away with depth. */

/** @param {unknown} condition @param {string} message */
function insist(condition, message) {
    if (!condition) {
        throw new BuoyancyError(message);
    }
}

/** Something that lives in the module's memory until free(), or until it is garbage. */
class Held {
    /** @type {FinalizationRegistry<() => void>} */
    static #garbage = new FinalizationRegistry((release) => release());
    #release;

    /** @param {Buoyancy} library @param {number} address @param {(address: number) => void} release */
    constructor(library, address, release) {
        library.insist(address);
        this.library = library;
        this.address = address;
        this.#release = () => release(address);
        Held.#garbage.register(this, this.#release, this);
    }

    free() {
        if (this.address) {
            Held.#garbage.unregister(this);
            this.#release();
            this.address = 0;
        }
    }
}

/** A baked mesh, immutable. */
export class Mesh extends Held {
    /** Counts, volume, area; centre and half extents of the bounding box. */
    get info() {
        const { frame } = this.library;
        const n = this.library.ask((room) => {
            const numbers = room.doubles(14);
            this.library.exports.mesh_describe(this.address, numbers.address);
            return numbers.copy();
        });
        return { vertices: n[0], triangles: n[1], volume: n[2], area: n[3], diagonal: n[4],
            centre: frame.out(n.slice(5, 8)), centroid: frame.out(n.slice(8, 11)),
            halfExtent: frame.out(n.slice(11, 14)).map(Math.abs) };
    }
}

/** What alike bodies share. */
export class Model extends Held {
    /** Mass, centre of mass, inertia by rows about it, total volume. */
    get info() {
        const n = this.library.ask((room) => {
            const numbers = room.doubles(14);
            this.library.exports.model_describe(this.address, numbers.address);
            return numbers.copy();
        });
        const { frame } = this.library;
        return { mass: n[0], centreOfMass: frame.out(n.slice(1, 4)),
            inertia: frame.tensor('out', n.slice(4, 13)), volume: n[13] };
    }
}

class Waves extends Held {}

class Block extends Held {
    /** @param {Buoyancy} library @param {number} bytes */
    constructor(library, bytes) {
        super(library, library.exports.take(bytes), library.exports.give);
    }
}

/** Water. `time` may be changed at any time: seconds. */
export class Sea {
    time = 0;
    /** @param {Buoyancy} library @param {SeaInput} input @param {Waves | null} waves */
    constructor(library, input, waves) {
        this.input = { normal: library.frame.out([0, 0, 1]), offset: 0, current: [0, 0, 0], density: 1025,
            gravity: 9.81, decay: false, ...input };
        this.library = library;
        this.waves = waves;
    }

    /** @param {Room} room @param {Numbers} [normal] */
    write(room, normal = this.input.normal) {
        const { offset, current, density, gravity, decay } = this.input;
        return room.doubles([...Array.from(normal), offset, ...Array.from(current), density, gravity,
            this.time, Number(decay)]).address;
    }

    /** Heights of the water at points. @param {Numbers} x @param {Numbers} across  z where y is up, else y
     *  @returns {Float32Array} */
    heights(x, across) {
        const { frame, exports } = this.library;
        return this.library.ask((room) => {
            const height = room.floats(x.length), y = Float64Array.from(across, (a) => frame.signs[1] * a);
            this.library.insist(exports.heights(this.write(room, frame.in(this.input.normal)),
                this.waves?.address ?? 0, room.doubles(x).address, room.doubles(y).address, x.length, height.address));
            return height.copy();
        });
    }
}

/** Doubles of struct buoy_body_forces. */
const DETAILS = 17;

/** Bodies whose states lie in the module's memory, where step() changes them in place. */
export class Bodies {
    #states;
    #models;
    /** @type {Block | null} */
    #details;

    /** @param {Buoyancy} library @param {Model[]} models  one per body
     *  @param {{details?: boolean}} [options]  whether there shall be `details` */
    constructor(library, models, { details = false } = {}) {
        this.library = library;
        this.models = models;
        this.count = models.length;
        this.#states = new Block(library, 52 * this.count);
        this.#models = new Block(library, 4 * this.count);
        this.#details = details ? new Block(library, 8 * DETAILS * this.count) : null;
        new Uint32Array(library.memory.buffer, this.#models.address, this.count)
            .set(models.map((model) => model.address));
        this.states.fill(0);
        for (let i = 0; i < this.count; ++i) {
            this.states[13 * i + 6] = 1;
        }
    }

    /** 13 floats a body: position of its frame, rotation (quaternion x, y, z, w), velocity of its centre
     *  of mass, spin (rad/s). A view of the module's memory: take it anew after other calls, since it is
     *  detached when that memory grows. */
    get states() {
        return new Float32Array(this.library.memory.buffer, this.#states.address, 13 * this.count);
    }

    /** 17 doubles a body, of the last step: force and torque of buoyancy, force and torque of drag (N, N m,
     *  about the centre of mass), submerged volume, centre of buoyancy, wetted area (0 without quadratic
     *  drag). A view, as states is. */
    get details() {
        insist(this.#details, 'bodies without details: make them with { details: true }');
        return new Float64Array(this.library.memory.buffer, this.#details?.address, DETAILS * this.count);
    }

    /** Adds the water's push within dt to velocities and spins: buoyancy, and drag that reverses no
     *  motion. Gravity, contacts and the motion itself are the caller's.
     *  @param {Sea} sea @param {number} dt  seconds
     *  @param {Float32Array} [states]  the caller's own states, changed in place of those here
     *  @param {Numbers} [awake]  the bodies that are pushed, each once; default: all */
    step(sea, dt, states, awake) {
        if (states) {
            this.states.set(states);
        }
        insist(!awake || Array.from(awake).every((body) => body >= 0 && body < this.count), 'awake: no such body');
        const { exports, frame } = this.library;
        this.library.ask((room) => this.library.insist(exports.step(this.#models.address, this.#states.address,
            awake ? room.words(awake).address : 0, awake?.length ?? this.count, sea.write(room),
            sea.waves?.address ?? 0, dt, frame.id, this.#details?.address ?? 0)));
        states?.set(this.states);
    }

    free() {
        this.#states.free();
        this.#models.free();
        this.#details?.free();
    }
}

/** Memory of the module for one call. */
class Room {
    /** @type {number[]} */
    #taken = [];

    /** @param {Buoyancy} library */
    constructor(library) {
        this.library = library;
    }

    /** @template {Float32Array | Float64Array | Uint32Array} T
     *  @param {{new (buffer: ArrayBufferLike, address: number, count: number): T}} Type
     *  @param {number} size @param {Numbers | number} content  numbers, or how many there will be */
    #make(Type, size, content) {
        const count = typeof content === 'number' ? content : content.length;
        const address = this.library.exports.take(size * count);
        insist(address, 'out of memory');
        this.#taken.push(address);
        const view = () => new Type(this.library.memory.buffer, address, count);
        if (typeof content !== 'number') {
            view().set(content);
        }
        return { address, copy: () => /** @type {T} */ (view().slice()) };
    }

    /** @param {Numbers | number} content */
    doubles = (content) => this.#make(Float64Array, 8, content);
    /** @param {Numbers | number} content */
    floats = (content) => this.#make(Float32Array, 4, content);
    /** @param {Numbers | number} content */
    words = (content) => this.#make(Uint32Array, 4, content);

    free() {
        for (const address of this.#taken) {
            this.library.exports.give(address);
        }
    }
}

/** The library, loaded. */
export class Buoyancy {
    /** @param {WebAssembly.Instance} instance @param {Frame} frame */
    constructor(instance, frame) {
        this.frame = frame;
        /** @type {Record<string, (...values: any[]) => any>} */
        this.exports = /** @type {any} */ (instance.exports);
        this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        this.exports._initialize();
    }

    /** @param {number} address */
    #text(address) {
        const bytes = new Uint8Array(this.memory.buffer, address);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    /** The instruction set in use: "scalar" or "simd128". */
    get isa() {
        return this.#text(this.exports.isa());
    }

    get version() {
        return this.#text(this.exports.version());
    }

    /** Throws the library's message if a call has failed. @param {unknown} good */
    insist(good) {
        insist(good, good ? '' : inOptions(this.#text(this.exports.message())));
    }

    /** @template T @param {(room: Room) => T} call */
    ask(call) {
        const room = new Room(this);
        try {
            return call(room);
        } finally {
            room.free();
        }
    }

    /** Makes a mesh: closed, wound counter-clockwise seen from outside, under a left hand clockwise.
     *  @param {Numbers} positions  x, y, z of each vertex
     *  @param {Numbers | null} [indices]  three per triangle; without them vertices follow one another
     *  @param {{open?: boolean, weld?: boolean, repair?: boolean, close?: boolean, insideOut?: boolean}}
     *    [accept]  what to accept or mend, as enum buoy_mesh_flags says; `weld` is always on unless it is
     *    false, since graphics meshes have a vertex for each of its normals */
    mesh(positions, indices, accept = {}) {
        return this.ask((room) => {
            const corners = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
            insist(positions.length % 3 === 0 && corners.length % 3 === 0, 'three numbers per vertex, three '
                + 'indices per triangle');
            /** @type {typeof accept} */
            const wanted = { weld: true, ...accept };
            const flags = FLAGS.reduce((all, [name, flag]) => all | (wanted[name] ? flag : 0), 0);
            const floats = positions instanceof Float32Array;
            const [own, wound] = this.frame.id === 0 ? [positions, corners] : this.frame.mesh(positions, corners);
            const at = floats ? room.floats(own).address : room.doubles(own).address;
            return new Mesh(this, this.exports.mesh_make(floats ? at : 0, floats ? 0 : at,
                positions.length / 3, room.words(wound).address, corners.length / 3, flags),
                this.exports.mesh_free);
        });
    }

    /** @param {string} name @param {Mesh} mesh @param {Numbers} planes @param {number} width
     *  @param {number[]} vectors  where an answer has vectors */
    #query(name, mesh, planes, width, vectors) {
        insist(planes.length % 4 === 0, 'four numbers per plane: normal and offset');
        const answers = this.ask((room) => {
            const found = room.doubles(width * planes.length / 4), own = Float64Array.from(planes);
            for (let i = 0; i < own.length; i += 4) {
                own.set(this.frame.in(own.slice(i, i + 3)), i);
            }
            this.insist(this.exports[name](mesh.address, room.doubles(own).address, own.length / 4, found.address));
            return found.copy();
        });
        for (let i = 0; i < answers.length; i += width) {
            for (const at of vectors) {
                answers.set(this.frame.out(answers.slice(i + at, i + at + 3)), i + at);
            }
        }
        return answers;
    }

    /** Submerged volume and centre of buoyancy below each plane n · x = d: V, cx, cy, cz of each.
     *  @param {Mesh} mesh @param {Numbers} planes  nx, ny, nz, d of each, in the mesh's frame */
    volume(mesh, planes) {
        return this.#query('volumes', mesh, planes, 4, [1]);
    }

    /** 15 numbers of each plane: volume, centre of buoyancy, wetted area, waterplane's area, its centroid,
     *  its second moments xx, xy, xz, yy, yz, zz. @param {Mesh} mesh @param {Numbers} planes */
    hydrostatics(mesh, planes) {
        const answers = this.#query('hydrostatics', mesh, planes, 15, [1, 6]);
        for (let i = 9; i < answers.length; i += 15) {
            const [xx, xy, xz, yy, yz, zz] = answers.subarray(i, i + 6);
            const t = this.frame.tensor('out', [xx, xy, xz, xy, yy, yz, xz, yz, zz]);
            answers.set([t[0], t[1], t[2], t[4], t[5], t[8]], i);
        }
        return answers;
    }

    /** The offset d of the plane n · x = d below which the mesh has a volume.
     *  @param {Mesh} mesh @param {Numbers} normal @param {number} volume @returns {number} */
    draft(mesh, normal, volume) {
        return this.ask((room) => {
            const d = room.doubles(1);
            this.insist(this.exports.draft(mesh.address, room.doubles(this.frame.in(normal)).address, volume,
                d.address));
            return d.copy()[0];
        });
    }

    /** A shape's size along the library's axes. @param {Kind} shape @param {Numbers} size */
    #size(shape, size) {
        return shape === 'box' || shape === 'ellipsoid' ? this.frame.axes.map((axis) => size[axis])
            : [size[0] ?? 0, size[1] ?? 0, 0];
    }

    /** Like volume(), of shapes, each below its own plane in its own frame.
     *  @param {{shape: Kind, size: Numbers, plane: Numbers}[]} questions */
    shapes(questions) {
        return this.ask((room) => {
            const kinds = room.words(questions.length * 4), planes = room.floats(questions.length * 4);
            const answers = room.doubles(questions.length * 4);
            const words = new Uint32Array(this.memory.buffer, kinds.address, questions.length * 4);
            const sizes = new Float32Array(this.memory.buffer, kinds.address, questions.length * 4);
            const waters = new Float32Array(this.memory.buffer, planes.address, questions.length * 4);
            questions.forEach(({ shape, size, plane }, i) => {
                words[4 * i] = KINDS.indexOf(shape);
                sizes.set(this.#size(shape, size), 4 * i + 1);
                waters.set([...this.frame.in(plane), plane[3]], 4 * i);
            });
            this.insist(this.exports.shapes(kinds.address, planes.address, questions.length,
                answers.address));
            const found = answers.copy();
            for (let i = 0; i < found.length; i += 4) {
                found.set(this.frame.out(found.slice(i + 1, i + 4)), i + 1);
            }
            return found;
        });
    }

    /** @param {ModelInput} input */
    model({ parts, mass = NaN, centreOfMass, inertia, drag = {} }) {
        const rows = parts.flatMap(({ shape = 'box', size = [0, 0, 0], mesh, position = [0, 0, 0],
            rotation = [0, 0, 0, 1], density = 500 }) => [KINDS.indexOf(mesh ? 'mesh' : shape),
            ...this.#size(shape, size), ...this.frame.in(position), ...this.frame.turn(rotation), density]);
        const [xx, yy, zz, xy, xz, yz] = Array.from(inertia ?? Array(6).fill(NaN));
        const t = this.frame.tensor('in', [xx, xy, xz, xy, yy, yz, xz, yz, zz]);
        const numbers = [mass, ...this.frame.in(centreOfMass ?? [NaN, NaN, NaN]), t[0], t[4], t[8], t[1], t[2], t[5],
            drag.linear ?? 0, drag.angular ?? 0, drag.quadratic ?? 0];
        const model = this.ask((room) => new Model(this, this.exports.model_make(room.doubles(rows).address,
            room.words(parts.map((part) => part.mesh?.address ?? 0)).address, parts.length,
            room.doubles(numbers).address), this.exports.model_free));
        return Object.assign(model, { parts }); // keeps meshes from becoming garbage
    }

    /** @param {SeaInput} [input] */
    sea(input = {}) {
        const { state, gravity = 9.81, depth = 0 } = input;
        insist(!state || !input.waves, 'a sea has waves or a state, not both');
        const waves = state || input.waves ? this.ask((room) => {
            const rows = input.waves?.flatMap((w) =>
                [w.amplitude, w.wavelength, w.direction ?? 0, w.phase ?? 0, w.period ?? 0]) ?? [];
            const count = state ? state.count ?? 100 : rows.length / 5;
            const { address } = room.floats(state ? 5 * count : rows);
            if (state) {
                this.insist(this.exports.sea_state(room.doubles([state.height, state.period, state.peakedness ?? 0,
                    state.direction ?? 0, state.spreading ?? 0, state.seed ?? 0]).address, gravity, depth, count, address));
            }
            return new Waves(this, this.exports.waves_make(address, count, gravity, depth), this.exports.waves_free);
        }) : null;
        return new Sea(this, input, waves);
    }

    /** @param {Model[]} models @param {{details?: boolean}} [options] */
    bodies(models, options) {
        return new Bodies(this, models, options);
    }
}

/** Loads the build for this engine, from beside this file.
 *  @param {{frame?: FrameName, simd?: boolean, wasm?: BufferSource | WebAssembly.Module}} [options]  `frame`:
 *    of all that is handed over and answered, default y-up; `simd`: which build, in place of what the
 *    engine has; `wasm`: the build itself, where files are elsewhere */
export async function load({ frame = 'y-up', simd = hasSimd(), wasm } = {}) {
    const url = simd ? new URL('./buoyancy-simd128.wasm', import.meta.url)
        : new URL('./buoyancy-scalar.wasm', import.meta.url);
    let source = wasm;
    if (!source && url.protocol === 'file:') {
        source = await (await import('node:fs/promises')).readFile(url);
    }
    source ??= await (await fetch(url)).arrayBuffer();
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return new Buoyancy(await WebAssembly.instantiate(module), new Frame(frame));
}
