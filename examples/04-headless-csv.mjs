// Runs a scene without a screen and writes where every agent is, twice a second, as CSV.
// The scene comes with the package; the path of a scenario of your own works as well.
//
//   node examples/04-headless-csv.mjs > fish.csv
//   node examples/04-headless-csv.mjs scenarios/meadow.json > meadow.csv
import { readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, STATUS, stateHash, tick } from '@skein/core';

const packaged = new URL(import.meta.resolve('@skein/core/scenarios/fish-and-shark.json'));
const scenario = parseScenarioText(readFileSync(process.argv[2] ?? packaged, 'utf8'));
const world = createWorld(scenario);
const every = Math.round(0.5 / scenario.dt); // ticks

console.log('tick,id,species,x,y,z,speed');
for (let sample = 0; sample <= 20; sample++) {
  if (sample > 0) tick(world, every);
  write();
}
console.error(`${scenario.name}: tick ${world.tick}, hash ${stateHash(world)}`);

function write() {
  const { id, species, status, position, velocity } = world.views;
  for (let i = 0; i < world.count; i++) {
    if (status[i] !== STATUS.alive) continue;
    const name = scenario.species[species[i]].name;
    const speed = Math.hypot(velocity.x[i], velocity.y[i], velocity.z[i]);
    const at = [position.x[i], position.y[i], position.z[i]];
    console.log([world.tick, id[i], name, ...at, speed.toFixed(3)].join());
  }
}
