// A flock of 300 boids finds a common direction. Threads step it; the terminal shows it.
//
//   node examples/01-hello-flock.mjs
import { createWorld, measure, parseScenario, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';

const [width, height] = [64, 32]; // m
const box = { min: [0, 0], max: [width, height] };
const boid = {
  name: 'boid',
  count: 300,
  minSpeed: 3,
  maxSpeed: 6,
  maxForce: 12,
  spawn: { type: 'box', ...box, velocity: { speed: 4 } },
  behaviors: [
    { type: 'separation', weight: 6, radius: 1.5 },
    { type: 'alignment', weight: 8, radius: 4 },
    { type: 'cohesion', weight: 5, radius: 5 },
  ],
};
const bounds = { type: 'wrap', ...box };
const scenario = parseScenario({ name: 'hello', seed: 1, dimensions: 2, bounds, species: [boid] });

const world = createWorld(scenario);
const team = await createTeam(world, { workers: 2 });
show();
await team.run(600); // 10 s
show();
await team.dispose();

function show() {
  const { position, velocity } = world.views;
  const rows = Array.from({ length: height / 2 }, () => Array(width).fill(' '));
  for (let i = 0; i < world.count; i++) {
    // A character is about twice as tall as wide. Rows are written from the top, and y grows upward.
    const row = height / 2 - 1 - Math.floor(position.y[i] / 2);
    const eighth = Math.round(Math.atan2(velocity.y[i], velocity.x[i]) / (Math.PI / 4));
    rows[row][Math.floor(position.x[i])] = '→↗↑↖←↙↓↘'.at(eighth % 8);
  }
  const [order] = measure(world, ['polarization']);
  console.log(rows.map((row) => row.join('').trimEnd()).join('\n'));
  console.log(`tick ${world.tick}, order ${order.toFixed(2)}, hash ${stateHash(world)}\n`);
}
