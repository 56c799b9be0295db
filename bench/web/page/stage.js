// The picture in 3-D: bodies, water, waterlines, centres, arrows; which body is under the pointer.
import { AmbientLight, ArrowHelper, BufferGeometry, Color, DirectionalLight, DoubleSide, DynamicDrawUsage,
    Float32BufferAttribute, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial,
    MeshLambertMaterial, PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene, SphereGeometry, Vector2,
    Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { WIDTH } from './afloat.js';

/** Squares along a side of the water, and bodies that have centres and arrows. */
const CELLS = 48, MARKED = 12;
export const COLOURS = [0xd9913d, 0x8c6bb1, 0x5f9e52, 0xc25b56];

/** Places of a body's numbers, in watch.c's order. */
export const AT = { time: 0, centre: 1, rotation: 5, velocity: 8, spin: 11, volume: 14, force: 15, energy: 21,
    position: 22, buoyancyCentre: 25, buoyancy: 28, drag: 31, weight: 34, kind: 35 };

/** @param {Float64Array} bodies @param {number} body @param {number} place */
const vector = (bodies, body, place) =>
    new Vector3().fromArray(bodies, WIDTH * body + place);

/** @param {number} colour @param {number} opacity */
const plain = (colour, opacity) => new MeshBasicMaterial({ color: colour, opacity, transparent: opacity < 1 });

export class Stage {
    #scene = new Scene();
    #camera = new PerspectiveCamera(40, 1, 0.05, 2000);
    /** @type {InstancedMesh[]} */
    #hulls = [];
    /** Which body each instance of a hull is. @type {number[][]} */
    #owners = [];
    /** @type {{centre: Mesh, buoyancy: Mesh, arrows: ArrowHelper[]}[]} */
    #marks = [];
    #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0xffffff }));
    #water = new Mesh(new PlaneGeometry(1, 1, CELLS, CELLS), new MeshLambertMaterial({ color: 0x2f7fb5,
        opacity: 0.55, transparent: true, side: DoubleSide, depthWrite: false }));
    size = 1;

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({ canvas, antialias: true });
        this.#camera.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.#camera, canvas);
        this.controls.listenToKeyEvents(canvas);
        const sun = new DirectionalLight(0xffffff, 2.2);
        sun.position.set(3, -5, 8);
        this.#lines.renderOrder = 2;
        this.#lines.frustumCulled = this.#water.frustumCulled = false;
        this.#scene.add(new AmbientLight(0xffffff, 1.2), sun, this.#lines, this.#water);
        new ResizeObserver(() => this.#fit()).observe(canvas);
    }

    #fit() {
        const { clientWidth, clientHeight } = this.canvas;
        if (clientWidth > 0) {
            this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
            this.renderer.setSize(clientWidth, clientHeight, false);
            this.#camera.aspect = clientWidth / clientHeight;
            this.#camera.updateProjectionMatrix();
        }
    }

    /** Begins a scene. @param {{positions: Float32Array, indices: Uint32Array}[]} hulls
     *  @param {Float64Array} bodies */
    open(hulls, bodies) {
        const count = bodies.length / WIDTH;
        this.#scene.remove(...this.#hulls, ...this.#marks.flatMap((mark) => [mark.centre, mark.buoyancy, ...mark.arrows]));
        this.#owners = hulls.map((_, kind) => Array.from({ length: count }, (_, i) => i)
            .filter((i) => bodies[WIDTH * i + AT.kind] === kind));
        this.#hulls = hulls.map(({ positions, indices }, kind) => {
            const geometry = new BufferGeometry();
            geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
            geometry.setIndex([...indices]);
            const faceted = geometry.toNonIndexed();
            faceted.computeVertexNormals();
            faceted.computeBoundingSphere();
            const hull = new InstancedMesh(faceted, new MeshLambertMaterial({ color: COLOURS[kind % COLOURS.length] }),
                this.#owners[kind].length);
            hull.instanceMatrix.setUsage(DynamicDrawUsage);
            hull.frustumCulled = false;
            return hull;
        });
        const radius = Math.max(0.1, ...this.#hulls.map((hull) => hull.geometry.boundingSphere?.radius ?? 0));
        const middle = this.#middle(bodies), spread = Math.max(0, ...Array.from({ length: count }, (_, i) =>
            vector(bodies, i, AT.centre).setZ(0).distanceTo(middle)));
        this.size = radius;
        this.#water.scale.set(4 * radius + 3 * spread + 6 * radius, 4 * radius + 3 * spread + 6 * radius, 1);
        this.#water.position.copy(middle);
        this.#marks = Array.from({ length: count <= MARKED ? count : 0 }, () => {
            const ball = new SphereGeometry(0.05 * radius, 12, 8);
            const centre = new Mesh(ball, plain(0xe83e8c, 1)), buoyancy = new Mesh(ball, plain(0x9fe0ff, 1));
            const arrows = [0xe83e8c, 0x9fe0ff, 0xff7f50].map((colour) => new ArrowHelper(new Vector3(0, 0, 1),
                new Vector3(), 1, colour));
            for (const part of [centre, buoyancy, ...arrows.flatMap((arrow) => [arrow.line, arrow.cone])]) {
                Object.assign(/** @type {any} */ (part).material, { depthTest: false, transparent: true });
                part.renderOrder = 3; // over the water
            }
            return { centre, buoyancy, arrows };
        });
        this.#scene.add(...this.#hulls, ...this.#marks.flatMap((mark) => [mark.centre, mark.buoyancy, ...mark.arrows]));
        this.#fit();
        const away = (3.2 * radius + 1.6 * spread) * Math.max(1, 1.3 / this.#camera.aspect);
        this.#camera.position.set(middle.x + 0.6 * away, middle.y - away, 0.55 * away);
        this.#camera.far = 40 * away;
        this.#camera.updateProjectionMatrix();
        this.controls.target.copy(middle);
    }

    /** The middle of all bodies, at still water. @param {Float64Array} bodies */
    #middle(bodies) {
        const sum = new Vector3(), count = bodies.length / WIDTH;
        for (let i = 0; i < count; ++i) {
            sum.add(vector(bodies, i, AT.centre));
        }
        return sum.divideScalar(Math.max(1, count)).setZ(0);
    }

    /** The camera and the water go where the bodies go. @param {Float64Array} bodies */
    #follow(bodies) {
        const moved = this.#middle(bodies).sub(this.#water.position);
        for (const part of [this.#water.position, this.#camera.position, this.controls.target]) {
            part.add(moved);
        }
    }

    /** Points whose heights the water has here; the bodies' middle is in the middle of them. */
    points() {
        const { position } = this.#water.geometry.attributes, x = new Float64Array(position.count),
            y = new Float64Array(position.count);
        for (let i = 0; i < position.count; ++i) {
            x[i] = this.#water.position.x + this.#water.scale.x * position.getX(i);
            y[i] = this.#water.position.y + this.#water.scale.y * position.getY(i);
        }
        return { x, y };
    }

    /** Arrows are as long as the largest body where they are its weight.
     *  @param {Float64Array} bodies @param {Float32Array} lines @param {Float32Array} heights */
    show(bodies, lines, heights) {
        this.#follow(bodies);
        const matrix = new Matrix4(), rotation = new Quaternion(), one = new Vector3(1, 1, 1);
        this.#hulls.forEach((hull, kind) => {
            this.#owners[kind].forEach((body, i) => {
                rotation.fromArray(bodies, WIDTH * body + 4);
                hull.setMatrixAt(i, matrix.compose(vector(bodies, body, AT.position), rotation.normalize(), one));
            });
            hull.instanceMatrix.needsUpdate = true;
            hull.boundingSphere = null;
        });
        this.#marks.forEach(({ centre, buoyancy, arrows }, body) => {
            const weight = bodies[WIDTH * body + AT.weight];
            const from = [vector(bodies, body, AT.centre), vector(bodies, body, AT.buoyancyCentre)];
            const forces = [new Vector3(0, 0, -weight), vector(bodies, body, AT.buoyancy), vector(bodies, body, AT.drag)];
            centre.position.copy(from[0]);
            buoyancy.position.copy(from[1]);
            arrows.forEach((arrow, i) => {
                const length = 1.2 * this.size * forces[i].length() / weight;
                arrow.visible = length > 0.02 * this.size;
                arrow.position.copy(from[i === 1 ? 1 : 0]);
                arrow.setDirection(forces[i].normalize());
                arrow.setLength(length, Math.min(0.15 * this.size, 0.4 * length), 0.08 * this.size);
            });
        });
        this.#lines.geometry.setAttribute('position', new Float32BufferAttribute(lines, 3));
        const { position } = this.#water.geometry.attributes;
        for (let i = 0; i < heights.length; ++i) {
            position.setZ(i, heights[i]);
        }
        position.needsUpdate = true;
        this.#water.geometry.computeVertexNormals();
    }

    render() {
        this.#scene.background = new Color(getComputedStyle(document.body).getPropertyValue('--sky').trim());
        this.controls.update();
        this.renderer.render(this.#scene, this.#camera);
    }

    /** What is under the pointer: the body, where, and along which way one looks; null if none.
     *  @param {PointerEvent} event */
    under(event) {
        const box = this.canvas.getBoundingClientRect(), ray = new Raycaster();
        ray.setFromCamera(new Vector2(2 * (event.clientX - box.left) / box.width - 1,
            1 - 2 * (event.clientY - box.top) / box.height), this.#camera);
        const [hit] = ray.intersectObjects(this.#hulls);
        return hit ? { body: this.#owners[this.#hulls.indexOf(/** @type {any} */ (hit.object))][hit.instanceId ?? 0],
            point: hit.point, way: ray.ray.direction } : null;
    }
}
