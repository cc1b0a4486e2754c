import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { particleLife } from '../../../examples/laws/particle-life.ts';
import { measure } from '../src/measure/measure-world.ts';
import { describeBehaviors } from '../src/scenario/describe.ts';
import { createWorld } from '../src/tick/create-world.ts';
import { tick } from '../src/tick/tick.ts';
import { SCENE_NAMES, scene } from './helpers/scenes.ts';

const page = readFileSync(new URL('../../../docs/scenes.md', import.meta.url), 'utf8');

it('docs/scenes.md has a line for every scene, with its number of agents', () => {
  for (const name of SCENE_NAMES) {
    const link = `[${name}](../scenarios/${name}.json)`;
    const line = page.split('\n').find((one) => one.includes(link)) ?? '';
    const agents = scene(name).species.reduce((sum, { count }) => sum + count, 0);
    expect(line, name).toContain(` ${agents.toLocaleString('en')}`);
  }
  const linked = [...page.matchAll(/scenarios\/([\w-]+)\.json\)/g)].map(([, name]) => name);
  expect([...new Set(linked)].sort()).toEqual([...SCENE_NAMES].sort());
});

it('every family of behaviors is in some scene', () => {
  const used = new Set<string>(
    SCENE_NAMES.flatMap((name) =>
      scene(name).species.flatMap(({ behaviors }) => behaviors.map(({ type }) => type)),
    ),
  );
  for (const { family } of describeBehaviors()) {
    const types = describeBehaviors().filter((behavior) => behavior.family === family);
    expect(types.filter(({ type }) => used.has(type)).length, family).toBeGreaterThan(0);
  }
});

it('particle-life carries the law of the example of that name', () => {
  expect(scene('particle-life').laws).toEqual([particleLife]);
});

it('hills: no agent climbs a hill that is cheaper to go around', () => {
  /** The greatest height that any agent reaches on the way. */
  const highest = (slope: boolean): number => {
    const hills = scene('hills');
    const map = { ...hills.map!, ...(!slope && { slope: undefined }) };
    const world = createWorld({ ...hills, map });
    let height = 0;
    for (let n = 0; n < 14; n++) {
      tick(world, 50);
      height = Math.max(height, ...measure(world, ['max(height)']));
    }
    return height;
  };
  expect(highest(true)).toBeLessThan(4);
  expect(highest(false)).toBeGreaterThan(8);
});
