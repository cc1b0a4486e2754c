import { readFileSync } from 'node:fs';
import { createWorld, measure, parseScenarioText, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';

// The scenario is checked: what is wrong in it is said with its place, all of it at once.
const text = readFileSync(new URL('flock.json', import.meta.url), 'utf8');
const world = createWorld(parseScenarioText(text));

// A thread for each core; any number of them comes to the same hash.
const team = await createTeam(world);
for (let run = 0; run < 5; run++) {
  await team.run(60); // one second, of 60 ticks
  const [order] = measure(world, ['polarization']);
  console.log(`tick ${world.tick}: order ${order.toFixed(3)}, hash ${stateHash(world)}`);
}

// Typed arrays, in m: draw them, save them, send them somewhere.
const { x, y, z } = world.views.position;
console.log(`one boid is at ${x[0].toFixed(2)}, ${y[0].toFixed(2)}, ${z[0].toFixed(2)}`);
await team.dispose();
