import { describe, expect, it } from 'vitest';
import { stateHash } from '../../../src/phases/hash.ts';
import { kernels } from '../../../src/tick/choose-kernel.ts';
import { tick } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import type { World } from '../../../src/world/world.ts';
import { leastGap } from '../../helpers/gaps.ts';
import { pointsOf, positionOf, worldOf } from '../../helpers/scenes.ts';

/** Two walkers, or flyers, that meet head on: from (-6, 0) to (6, 0) and back. */
function pair(
  priorities: readonly number[],
  dimensions: 2 | 3,
  kernel: 'ts' | 'simd' = 'ts',
): World {
  const rest = dimensions === 3 ? [0] : [];
  const species = priorities.map((priority, k) => {
    const side = k === 0 ? -6 : 6;
    return {
      name: `side${k}`,
      ...pointsOf([[side, 0, ...rest]]),
      goals: { type: 'points', positions: [[-side, 0, ...rest]] },
      radius: 0.5,
      maxSpeed: 2,
      priority,
      behaviors: [
        { type: 'goal', weight: 10 },
        { type: 'orca', timeHorizon: 3, radius: 12 },
      ],
    };
  });
  return worldOf({ dimensions, dt: 0.1, species }, { kernel });
}

/** The farthest that each of the two leaves the straight line (m), and the least gap between them (m). */
function meet(world: World): { readonly aside: readonly number[]; readonly gap: number } {
  const aside = [0, 0];
  let gap = Number.POSITIVE_INFINITY;
  for (let t = 0; t < 80; t++) {
    tick(world);
    for (const k of [0, 1]) {
      const [, y, z] = positionOf(world, k);
      aside[k] = Math.max(aside[k], Math.hypot(y, z));
    }
    gap = Math.min(gap, leastGap(world));
  }
  return { aside, gap };
}

describe.each([2, 3] as const)('in %d dimensions, of two that meet', (dimensions) => {
  it('both give way alike, if their priorities are equal', () => {
    const { aside, gap } = meet(pair([0.3, 0.3], dimensions));
    expect(aside[0]).toBeGreaterThan(0.2);
    expect(aside[1]).toBeCloseTo(aside[0], 1);
    expect(gap).toBeGreaterThan(-1e-4);
  });

  it('only the one with the lower priority gives way, if they differ by 1', () => {
    const { aside, gap } = meet(pair([2, 1], dimensions));
    expect(aside[0]).toBeLessThan(0.05);
    expect(aside[1]).toBeGreaterThan(0.8);
    expect(gap).toBeGreaterThan(-1e-4);
  });

  it('the one with the higher priority does a part, if they differ by less than 1', () => {
    const { aside, gap } = meet(pair([-0.5, 0], dimensions));
    expect(aside[1]).toBeGreaterThan(0.05);
    expect(aside[0]).toBeGreaterThan(1.5 * aside[1]);
    expect(gap).toBeGreaterThan(-1e-4);
  });

  it('a command can turn it around', () => {
    const world = pair([1, 0], dimensions);
    command(world, { type: 'set', species: 'side1', parameter: 'priority', value: 5 });
    const { aside } = meet(world);
    expect(aside[0]).toBeGreaterThan(aside[1] + 0.5);
  });

  it.each(kernels())('gives the same bits with the kernel %s', (kernel) => {
    const [own, other] = [
      pair([0.7, 0], dimensions, kernel as 'ts'),
      pair([0.7, 0], dimensions, 'ts'),
    ];
    tick(own, 80);
    tick(other, 80);
    expect(stateHash(own)).toBe(stateHash(other));
  });
});
