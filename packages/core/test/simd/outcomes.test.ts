import { expect, test } from 'vitest';
import { createWorld, parseScenario, stateHash, takeEvents, tick } from '../../src/index.ts';
import { someOf } from '../helpers/long.ts';

/** Beams that fly at a target from all around, some too old, some passing it within a single tick. */
function swarm(seed: number, speed: number, bounds: object, position: readonly number[]) {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 12, velocity: { speed } };
  const behaviors = [{ type: 'homing', target: 'drone', speed, curvatureRadius: 3 }];
  return parseScenario({
    name: 'swarm',
    seed,
    bounds,
    targets: [{ name: 'drone', position, radius: 0.4, impact: 0.02, stiffness: 40 }],
    species: [
      { name: 'beam', count: 403, damping: 1, radius: 0.1, lifetime: 0.5, spawn, behaviors },
      { name: 'moth', count: 90, lifetime: 0.3, spawn },
      { name: 'arrow', count: 150, damping: 1, spawn, behaviors },
    ],
  });
}

const box = { min: [-14, -14, -14], max: [14, 14, 14] };

const cases = [
  [1, 20, { type: 'open' }, [2, 1, 0]],
  [2, 300, { type: 'open' }, [2, 1, 0]],
  [3, 300, { type: 'contain', ...box }, [2, 1, 0]],
  [4, 60, { type: 'wrap', ...box }, [2, 1, 0]],
  // In a corner: most ways to it lead over a seam.
  [5, 60, { type: 'wrap', ...box }, [13.9, -13.8, 13.7]],
  [6, 300, { type: 'wrap', ...box }, [-13.9, 13.8, 0]],
] as const;

test.each(someOf(cases, 4))(
  'the same beams hit, orbit or are too old in both kernels, seed %i, %i m/s',
  (seed, speed, bounds, position) => {
    const scenario = swarm(seed, speed, bounds, position);
    const [ts, simd] = (['ts', 'simd'] as const).map((kernel) =>
      createWorld(scenario, { kernel, maxWorkers: 1 }),
    ) as [ReturnType<typeof createWorld>, ReturnType<typeof createWorld>];
    const kinds = new Set<string>();
    for (let t = 0; t < 60; t++) {
      tick(ts);
      tick(simd);
      const events = takeEvents(ts);
      for (const { type } of events) kinds.add(type);
      expect(takeEvents(simd), `tick ${t + 1}`).toEqual(events);
      expect(stateHash(simd), `tick ${t + 1}`).toBe(stateHash(ts));
    }
    expect([...kinds].sort()).toEqual(['expired', 'hit', ...(speed > 20 ? ['orbit'] : [])]);
  },
);
