import { describe, expect, it } from 'vitest';
import type { FloatNode } from '../../src/laws/expressions.ts';
import { guardedOf } from '../../src/laws/guard.ts';
import {
  defineLaw,
  type Law,
  type NeighborSet,
  type Other,
  select,
  vec3,
} from '../../src/laws/index.ts';
import { scheduleOf } from '../../src/laws/schedule.ts';
import { randomLaw } from './random-law.ts';

const near = (other: Other) => other.distanceSquared.lessThan(2);

/** A value of so many nodes that jumping over them pays. */
function long(other: Other): FloatNode {
  let value = other.distance;
  for (let n = 0; n < 9; n++) value = value.mul(value).add(1 / (n + 1));
  return value;
}

/** The guard of the only walk of a law, and the nodes before and after it. */
function guardOf(force: (others: NeighborSet) => FloatNode) {
  const law: Law = defineLaw({
    name: 'one',
    description: 'One walk.',
    force: ({ neighbors }) => vec3(force(neighbors.within(5)), 0, 0),
  });
  const passes = scheduleOf(law).flatMap((level) => level.passes);
  expect(passes).toHaveLength(1);
  const { guard, before, after } = guardedOf(law.nodes, passes[0]);
  expect([...before, ...after].sort((a, b) => a - b)).toEqual(passes[0].pairs);
  return guard === undefined ? undefined : { node: law.nodes[guard], before, after };
}

describe('the guard of a walk', () => {
  it.each<[string, (others: NeighborSet) => FloatNode]>([
    [
      'is the condition by which a sum selects',
      (others) => others.sum((other) => select(near(other), long(other), 0)),
    ],
    [
      'is that of a sum with -0',
      (others) => others.sum((other) => select(near(other), long(other), -0)),
    ],
    [
      'is that of a min',
      (others) => others.min((other) => select(near(other), long(other), Infinity)),
    ],
    [
      'is that of a max',
      (others) => others.max((other) => select(near(other), long(other), -Infinity)),
    ],
    [
      'is that of a key',
      (others) => others.lowest((other) => select(near(other), other.radius, Infinity), long),
    ],
    [
      'is that of any',
      (others) =>
        select(
          others.any((other) => long(other).lessThan(3).and(near(other))),
          1,
          0,
        ),
    ],
    [
      'is the cheapest one that all reductions need',
      (others) => {
        const both = (other: Other) => near(other).and(long(other).lessThan(3));
        return others
          .sum((other) => select(both(other), long(other), 0))
          .add(
            others.sum((other) => select(both(other).and(other.mass.lessThan(2)), other.radius, 0)),
          );
      },
    ],
  ])('%s', (_, force) => {
    const found = guardOf(force)!;
    expect(found.node[0]).toBe('less');
    // The offset, its square, and the number that it is compared with.
    expect(found.before.length).toBeLessThan(12);
    expect(found.after.length).toBeGreaterThan(15);
  });

  it.each<[string, (others: NeighborSet) => FloatNode]>([
    ['a sum of all', (others) => others.sum(long)],
    [
      'a sum that adds 1 where the condition is false',
      (others) => others.sum((other) => select(near(other), long(other), 1)),
    ],
    ['a min of 0', (others) => others.min((other) => select(near(other), long(other), 0))],
    [
      'a count beside a sum',
      (others) => others.sum((other) => select(near(other), long(other), 0)).add(others.count()),
    ],
    ['the nearest', (others) => others.nearest((other) => select(near(other), long(other), 0))],
    [
      'two conditions',
      (others) =>
        others
          .sum((other) => select(near(other), long(other), 0))
          .add(others.sum((other) => select(other.mass.lessThan(2), long(other), 0))),
    ],
    [
      'one condition or another',
      (others) =>
        select(
          others.any((other) => long(other).lessThan(3).or(near(other))),
          1,
          0,
        ),
    ],
    [
      'a sum with little to skip',
      (others) => others.sum((other) => select(near(other), other.distance, 0)),
    ],
  ])('is missing for %s', (_, force) => {
    expect(guardOf(force)).toBeUndefined();
  });

  it('is found quickly among a thousand conditions', () => {
    const law: Law = defineLaw({
      name: 'many',
      description: 'Sums where a thousand truths hold.',
      force({ neighbors }) {
        const others = neighbors.within(5);
        const truths = (other: Other) => {
          let all = near(other);
          for (let n = 0; n < 1000; n++) all = all.and(other.radius.lessThan(n));
          return all;
        };
        let total = others.sum((other) => select(truths(other), other.radius, 0));
        for (let n = 1; n < 4; n++) {
          total = total.add(others.sum((other) => select(truths(other), other.mass.mul(n), 0)));
        }
        return vec3(total, 0, 0);
      },
    });
    const [pass] = scheduleOf(law).flatMap((level) => level.passes);
    expect(pass.reductions).toHaveLength(4);
    const start = performance.now();
    guardedOf(law.nodes, pass);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('exists in some of the random programs that tests compare kernels with', () => {
    const guards = Array.from({ length: 200 }, (_, seed) => {
      const law = randomLaw(seed) as unknown as Law;
      const passes = scheduleOf(law).flatMap((level) => level.passes);
      return passes.filter((pass) => guardedOf(law.nodes, pass).guard !== undefined).length;
    });
    expect(guards.filter((count) => count > 0).length).toBeGreaterThan(5);
  });
});
