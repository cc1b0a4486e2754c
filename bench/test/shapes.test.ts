import { createWorld, STATUS, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../packages/core/test/helpers/long.ts';
import { cloudOf, meanNeighbors } from '../src/neighbors.ts';
import { FLIGHT } from '../src/shapes/flown.ts';
import { SHAPE_GROUPS } from '../src/shapes/index.ts';
import { chosenShapes, measureShapes } from '../src/shapes/measure.ts';
import { RUNAWAY } from '../src/shapes/runaway.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { RADIUS } from '../src/workload.ts';

const AGENTS = 2003;
const all = SHAPE_GROUPS.flatMap(({ reference, shapes }) => [reference, ...shapes]);
const nameOf = ({ name, dimensions }: Shape) => `${name}, ${dimensions} dimensions`;

function worldOf(shape: Shape): World {
  const world = createWorld(shape.scenario(AGENTS));
  tick(world, shape.ticks);
  return world;
}

const named = (part: string) => all.filter(({ name }) => name.includes(part));
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

it.each(someOf(all, 6, 1).map((shape) => [nameOf(shape), shape] as const))(
  'has its stated agents and neighbors: %s',
  (_, shape) => {
    const world = worldOf(shape);
    expect(world.count).toBe(shape.agents(AGENTS));
    expect([...world.views.status].every((status) => status === STATUS.alive)).toBe(true);
    const found = meanNeighbors(cloudOf(world, RADIUS));
    expect(Math.abs(found / shape.neighbors(AGENTS) - 1)).toBeLessThan(0.08);
  },
);

it.each(named('flown off').map((shape) => [nameOf(shape), shape] as const))(
  'has flown for a minute, and flies on: %s',
  (_, shape) => {
    const world = worldOf(shape);
    const { position, velocity } = world.views;
    const length = ({ x, y, z }: typeof position) =>
      Math.hypot(mean([...x]), mean([...y]), mean([...z]));
    const distance = FLIGHT.speed * FLIGHT.seconds;
    expect(Math.abs(length(position) / distance - 1)).toBeLessThan(0.01);
    expect(Math.abs(length(velocity) / FLIGHT.speed - 1)).toBeLessThan(0.05);
  },
);

it('has an agent beyond 1e30 m, which continues', () => {
  const [shape] = named('one escapes');
  const world = worldOf(shape);
  const farthest = () => Math.max(...[...world.views.position.x].map(Math.abs));
  const before = farthest();
  expect(before).toBeGreaterThan(RUNAWAY.distance);
  tick(world, 60);
  expect(farthest()).toBeGreaterThan(before);
  expect(farthest()).toBeLessThan(1e38);
});

describe('measured', () => {
  const { signal } = new AbortController();
  const options = { agents: LONG ? 503 : 203, workers: 1, turns: 2, budgetMs: 60_000, signal };

  long('relative to the reference, which is 1, with one hash for both kernels', async () => {
    const [{ reference, shapes }] = SHAPE_GROUPS;
    const group = { reference, shapes: shapes.slice(0, LONG ? 2 : 0) };
    const measured = await measureShapes(group, options);
    expect(measured.map(({ shape }) => shape)).toEqual([reference, ...group.shapes]);
    expect(measured[0].ratios).toEqual([1, 1]);
    for (const { samples, hash, note } of measured) {
      expect(samples).toHaveLength(2);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      expect(note).toBe('hashes compared');
    }
  });

  long('a shape that takes too long is given up, with a note', async () => {
    const [{ reference }] = SHAPE_GROUPS;
    const slow = { agents: 100_000, workers: 1, turns: 1, budgetMs: 1, signal };
    const [one] = await measureShapes({ reference, shapes: [] }, slow);
    expect(one.samples).toEqual([]);
    expect(one.note).toMatch(/^> 0.001 s .*, given up; hashes compared in runs of 2000 agents$/);
  });
});

it('shapes are chosen by a part of their name, each with its reference', () => {
  const chosen = chosenShapes(['escapes', '5,000']);
  expect(chosen.map(({ shapes }) => shapes.map(nameOf))).toEqual([
    ['bounds of ±5,000 m, 3 dimensions', 'open, one escapes to 1e30 m, 3 dimensions'],
    ['bounds of ±5,000 m, 2 dimensions'],
  ]);
  expect(() => chosenShapes(['cube'])).toThrow(
    /^no shape has a name that contains cube; there are "torus", /,
  );
});
