// A crate that comes to rest in still water: node example.mjs
import { load } from 'buoyancy';

const buoyancy = await load();
const crate = buoyancy.model({ parts: [{ shape: 'box', size: [0.5, 0.25, 0.5], density: 400 }],
    drag: { linear: 4, angular: 2 } });
const sea = buoyancy.sea();
const bodies = buoyancy.bodies([crate], { details: true }); // y is up, as in three.js
const dt = 1 / 60;
for (let step = 0; step < 600; ++step) {
    bodies.step(sea, dt);
    const states = bodies.states;
    states[8] -= 9.81 * dt; // gravity, and the motion itself, are the caller's
    for (let i = 0; i < 3; ++i) {
        states[i] += states[7 + i] * dt;
    }
}
console.log(`${buoyancy.isa}: it floats at y = ${bodies.states[1].toFixed(3)} m, ${
    (100 * bodies.details[12] / crate.info.volume).toFixed(1)} % under water`);
