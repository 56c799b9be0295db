// The picture in 3-D: bodies, water, waterlines, centres, arrows; which body is under the pointer.
import { BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide,
    DynamicDrawUsage, Fog, Group, HemisphereLight, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
    MeshLambertMaterial, MeshPhongMaterial, PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene,
    SphereGeometry, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { WIDTH } from './afloat.js';

/** Squares along a side of the water, and bodies that have centres and arrows. */
const CELLS = 80, MARKED = 12;
export const COLOURS = [0xe09440, 0x9673c2, 0x66a858, 0xc95c57];
const WEIGHT = 0xe83e8c, BUOYANCY = 0x9fe0ff, DRAG = 0xff7f50;

/** Places of a body's numbers, in watch.c's order. */
export const AT = { time: 0, centre: 1, rotation: 4, velocity: 8, spin: 11, volume: 14, force: 15, energy: 21,
    position: 22, buoyancyCentre: 25, buoyancy: 28, drag: 31, weight: 34, kind: 35 };

/** @param {Float64Array} bodies @param {number} body @param {number} place */
const vector = (bodies, body, place) =>
    new Vector3().fromArray(bodies, WIDTH * body + place);

/** Drawn over everything else, the water included. @param {number} colour */
const over = (colour) => new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });

/** Small squares in the middle, and large ones out to the horizon. @param {number} x  −1 to 1 */
const stretch = (x) => 0.12 * x + 0.88 * x ** 7;

function makeWater() {
    const geometry = new PlaneGeometry(2, 2, CELLS, CELLS), { position } = geometry.attributes;
    for (let i = 0; i < position.count; ++i) {
        position.setXY(i, stretch(position.getX(i)), stretch(position.getY(i)));
    }
    return new Mesh(geometry, new MeshPhongMaterial({ color: 0x1d78b4, specular: 0x4a5f6b, shininess: 40,
        opacity: 0.6, transparent: true, side: DoubleSide, depthWrite: false }));
}

const UP = new Vector3(0, 1, 0), SHAFT = new CylinderGeometry(0.5, 0.5, 1, 10).translate(0, 0.5, 0),
    TIP = new ConeGeometry(1.4, 1, 14).translate(0, 0.5, 0);

class Arrow extends Group {
    /** @param {number} colour */
    constructor(colour) {
        super();
        const material = over(colour);
        this.shaft = new Mesh(SHAFT, material);
        this.tip = new Mesh(TIP, material);
        this.shaft.renderOrder = this.tip.renderOrder = 3;
        this.add(this.shaft, this.tip);
    }

    /** @param {Vector3} from @param {Vector3} way @param {number} width */
    point(from, way, width) {
        const length = way.length(), tip = Math.min(4 * width, length / 2);
        this.visible = length > width;
        this.position.copy(from);
        this.quaternion.setFromUnitVectors(UP, way.normalize());
        this.shaft.scale.set(width, length - tip, width);
        this.tip.scale.set(width, tip, width);
        this.tip.position.y = length - tip;
    }
}

export class Stage {
    #scene = new Scene();
    #camera = new PerspectiveCamera(40, 1, 0.05, 2000);
    /** @type {InstancedMesh[]} */
    #hulls = [];
    /** Which body each instance of a hull is. @type {number[][]} */
    #owners = [];
    /** @type {{centre: Mesh, buoyancy: Mesh, arrows: Arrow[]}[]} */
    #marks = [];
    #lines = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ color: 0xffffff, linewidth: 2.5 }));
    #water = makeWater();
    #fog = new Fog(0);
    size = 1;

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.#camera.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.#camera, canvas);
        this.controls.listenToKeyEvents(canvas);
        const sun = new DirectionalLight(0xffffff, 2.4), sky = new HemisphereLight(0xffffff, 0x6f9fbf, 1.5);
        sun.position.set(-4, -1.5, 5);
        sky.position.set(0, 0, 1);
        this.#lines.renderOrder = 2;
        this.#lines.frustumCulled = this.#water.frustumCulled = false;
        this.#scene.fog = this.#fog;
        this.#scene.add(sky, sun, this.#lines, this.#water);
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
        for (const hull of this.#hulls) {
            hull.geometry.dispose();
        }
        this.#owners = hulls.map((_, kind) => Array.from({ length: count }, (_, i) => i)
            .filter((i) => bodies[WIDTH * i + AT.kind] === kind));
        this.#hulls = hulls.map(({ positions, indices }, kind) => {
            const geometry = new BufferGeometry();
            geometry.setAttribute('position', new BufferAttribute(positions, 3));
            geometry.setIndex(new BufferAttribute(indices, 1));
            geometry.computeBoundingSphere();
            const hull = new InstancedMesh(geometry, new MeshLambertMaterial({ color: COLOURS[kind % COLOURS.length],
                flatShading: true }), this.#owners[kind].length);
            hull.instanceMatrix.setUsage(DynamicDrawUsage);
            hull.frustumCulled = false;
            return hull;
        });
        const radius = Math.max(0.1, ...this.#hulls.map((hull) => hull.geometry.boundingSphere?.radius ?? 0));
        const middle = this.#middle(bodies), spread = Math.max(0, ...Array.from({ length: count }, (_, i) =>
            vector(bodies, i, AT.centre).setZ(0).distanceTo(middle)));
        const sea = 12 * (3 * radius + spread);
        this.size = radius;
        this.#water.scale.set(sea, sea, 1);
        this.#water.position.copy(middle);
        const ball = new SphereGeometry(0.05 * radius, 16, 12);
        this.#marks = Array.from({ length: count <= MARKED ? count : 0 }, () => {
            const [centre, buoyancy] = [WEIGHT, BUOYANCY].map((colour) => new Mesh(ball, over(colour)));
            centre.renderOrder = buoyancy.renderOrder = 3;
            return { centre, buoyancy, arrows: [WEIGHT, BUOYANCY, DRAG].map((colour) => new Arrow(colour)) };
        });
        this.#scene.add(...this.#hulls, ...this.#marks.flatMap((mark) => [mark.centre, mark.buoyancy, ...mark.arrows]));
        this.#fit();
        const away = (3.8 * radius + 1.4 * spread) * Math.max(1, 1.2 / this.#camera.aspect);
        this.#camera.position.set(middle.x + 0.6 * away, middle.y - away, 0.36 * away);
        this.#camera.far = 4 * sea;
        Object.assign(this.#fog, { near: 1.5 * away, far: sea });
        this.#camera.updateProjectionMatrix();
        this.controls.target.copy(middle).setZ(0.3 * radius);
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

    /** Points whose heights the water has here, the bodies' middle in the middle of them; then one more.
     *  @param {number} oneX @param {number} oneY */
    points(oneX, oneY) {
        const { position } = this.#water.geometry.attributes, x = new Float64Array(position.count + 1).fill(oneX),
            y = new Float64Array(position.count + 1).fill(oneY);
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
                rotation.fromArray(bodies, WIDTH * body + AT.rotation);
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
                arrow.point(from[i === 1 ? 1 : 0], forces[i].multiplyScalar(1.2 * this.size / weight), 0.035 * this.size);
            });
        });
        this.#lines.visible = lines.length > 0;
        if (lines.length > 0) {
            this.#lines.geometry.dispose();
            this.#lines.geometry.setPositions(lines);
        }
        const { position } = this.#water.geometry.attributes;
        for (let i = 0; i < heights.length; ++i) {
            position.setZ(i, heights[i]);
        }
        position.needsUpdate = true;
        this.#water.geometry.computeVertexNormals();
    }

    render() {
        this.#fog.color = new Color(getComputedStyle(document.body).getPropertyValue('--sky').trim());
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
