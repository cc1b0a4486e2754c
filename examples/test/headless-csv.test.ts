import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWorld, parseScenarioText, STATUS, stateHash, tick } from '@skein/core';
import { expect, it } from 'vitest';
import { someOf } from '../../packages/core/test/helpers/long.ts';
import { runExample } from './run-example.ts';

const scenarios = fileURLToPath(new URL('../../scenarios/', import.meta.url));

const examples = [
  // Its agents are not alive until they are fired, and end when they hit.
  { name: 'beams', parameters: [`${scenarios}beams.json`] },
  { name: 'fish-and-shark', parameters: [] },
];

it.each(someOf(examples, 4))(
  'headless-csv writes a row for each living agent of $name',
  async (one) => {
    const { stdout, stderr } = await runExample('04-headless-csv.mjs', ...one.parameters);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toBe('tick,id,species,x,y,z,speed');

    const world = createWorld(
      parseScenarioText(readFileSync(`${scenarios}${one.name}.json`, 'utf8')),
    );
    const expected: string[] = [];
    for (let sample = 0; sample <= 20; sample++) {
      if (sample > 0) tick(world, 30);
      const { status, id, species, position, velocity } = world.views;
      for (let i = 0; i < world.count; i++) {
        if (status[i] !== STATUS.alive) continue;
        const name = world.scenario.species[species[i]!]!.name;
        const [x, y, z] = [position.x[i], position.y[i], position.z[i]];
        const squares = velocity.x[i]! ** 2 + velocity.y[i]! ** 2 + velocity.z[i]! ** 2;
        const speed = Math.sqrt(squares).toFixed(3);
        expected.push(`${30 * sample},${id[i]},${name},${x},${y},${z},${speed}`);
      }
    }
    expect(rows).toEqual(expected);
    expect(stderr).toBe(`${one.name}: tick 600, hash ${stateHash(world)}\n`);
  },
);
