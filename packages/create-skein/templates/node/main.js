import { readFileSync } from 'node:fs';
import { createWorld, measure, parseScenarioText, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';

// Parsing checks the whole scenario, and reports every problem with its position.
const text = readFileSync(new URL('flock.json', import.meta.url), 'utf8');
const world = createWorld(parseScenarioText(text));

// One thread per core. The hash is the same for any number of threads.
const team = await createTeam(world);
for (let run = 0; run < 5; run++) {
  await team.run(60); // one second, of 60 ticks
  const [order] = measure(world, ['polarization']);
  console.log(`tick ${world.tick}: order ${order.toFixed(3)}, hash ${stateHash(world)}`);
}

// Typed arrays, in m. Draw them, save them, or send them somewhere.
const { x, y, z } = world.views.position;
console.log(`one boid is at ${x[0].toFixed(2)}, ${y[0].toFixed(2)}, ${z[0].toFixed(2)}`);
await team.dispose();
