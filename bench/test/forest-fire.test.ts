import { createWorld, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../packages/core/test/helpers/long.ts';
import {
  BURNING,
  BURNT,
  EMPTY,
  FOREST,
  firstStages,
  forestFire,
  GREEN,
} from '../src/abm/forest-fire.ts';

/** A step on a plain grid, as defined by the comparison. */
function stepped(edge: number, stages: readonly number[]): number[] {
  const next = [...stages];
  stages.forEach((stage, cell) => {
    if (stage !== BURNING) return;
    const [x, y] = [cell % edge, Math.floor(cell / edge)];
    for (const [a, b] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]) {
      const isInside = a >= 0 && b >= 0 && a < edge && b < edge;
      if (isInside && next[b * edge + a] === GREEN) next[b * edge + a] = BURNING;
    }
    next[cell] = BURNT;
  });
  return next;
}

describe('the forest fire of the comparison', () => {
  const forests = [
    [17, 0.62],
    [FOREST.edge, FOREST.density],
  ] as const;

  it.each(someOf(forests, 2))(
    'follows its definition, cell by cell, edge of %i, density %d',
    (edge, density) => {
      let state = 7;
      const random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      };
      let expected = firstStages({ edge, density }, random);
      const world = createWorld(forestFire(edge, expected));
      for (let step = 0; step < edge; step++) {
        const found = expected.map(() => EMPTY);
        const { position, columns } = world.views;
        (columns.stage as Uint32Array).forEach((stage, i) => {
          found[position.y[i] * edge + position.x[i]] = stage;
        });
        expect(found, `step ${step}`).toEqual(expected);
        tick(world);
        expected = stepped(edge, expected);
      }
      // The fire has spread far, but not burnt everything.
      const shares = [GREEN, BURNT].map((value) => expected.filter((it) => it === value).length);
      expect(Math.min(...shares)).toBeGreaterThan(edge);
    },
  );
});
