import { describe, expect, it } from 'vitest';
import type { Living } from '../../src/phases/living-particles.ts';
import { evaluateParticles } from '../../src/phases/particles.ts';
import { kernelsOver } from '../../src/simd/module.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

const TRAIL = { density: 0, randomWalk: 9, damping: 0.3 };
const SPARKS = { count: 1, gravity: 20, damping: 0, attenuation: 3 };
const homing = { type: 'homing', speed: 10, curvatureRadius: 4 };

/** Three species with the kinds of particles 0, 1, 2 and 5, and a ring of the given capacity. */
function emitting(kernel: 'ts' | 'simd', capacity: number, dimensions: 2 | 3): World {
  return worldOf(
    {
      dimensions,
      particles: { capacity },
      targets: [{ name: 'ball', position: [0, 0, 90], radius: 3 }],
      species: [
        { name: 'a', ...pointsOf([[0, 0, 0]]), behaviors: [homing], trail: TRAIL, sparks: SPARKS },
        { name: 'b', ...pointsOf([[9, 0, 0]]), trail: { density: 0, gravity: 3, attenuation: 9 } },
        { name: 'c', ...pointsOf([[0, 9, 0]]), behaviors: [homing], sparks: { randomWalk: 0 } },
      ],
    },
    { kernel, maxWorkers: 3 },
  );
}

const KINDS = [0, 1, 2, 5];
const UNTOUCHED = 171;

/** Fills the ring with random births in the order of ticks from place `first` on. */
function fill({ particles, plan }: World, first: number, run: number, seed: number): void {
  const random = randomOf(seed);
  let tick = 3;
  let kind = 0;
  for (let n = 0; n < plan.particles; n++) {
    const i = (first + n) % plan.particles;
    if (random() < 1 / run) tick += 1 + Math.floor(3 * random());
    if (random() < 1 / run) kind = KINDS[Math.floor(4 * random())];
    particles.bornTick[i] = tick;
    particles.bornKind[i] = kind;
    particles.bornKey[i] = Math.floor(2 ** 32 * random());
    for (const axis of ['x', 'y', 'z'] as const) {
      particles.bornPosition[axis][i] = 2000 * random() - 1000;
      particles.bornVelocity[axis][i] = 60 * random() - 30;
    }
  }
}

/** The bytes of all rows after the evaluation of [begin, end). */
function rowsOf(world: World, living: Living, begin: number, end: number): Buffer {
  const { particle, particleKind } = world.particles;
  const bytes = new Uint8Array(particle.buffer, particle.byteOffset, particle.byteLength);
  bytes.fill(UNTOUCHED);
  particleKind.fill(UNTOUCHED);
  evaluateParticles(world, living, begin, end, 2);
  return Buffer.concat([bytes, particleKind]);
}

describe.each([2, 3] as const)('particles in %i dimensions', (dimensions) => {
  it.each([1, 2, 5, 40])('of runs of about %i: TypeScript and SIMD, seed 31', (run) => {
    const capacity = 203;
    const ts = emitting('ts', capacity, dimensions);
    const simd = emitting('simd', capacity, dimensions);
    expect(kernelsOver(simd.memory)).toBeDefined();
    const random = randomOf(31);
    for (let trial = 0; trial < (LONG ? 60 : 16); trial++) {
      const first = Math.floor(capacity * random());
      fill(ts, first, run, trial);
      fill(simd, first, run, trial);
      const tick = ts.particles.bornTick[(first + capacity - 1) % capacity] + 5;
      const alpha = [0, 0.3, 1][trial % 3];
      const living = { first, count: capacity, tick, alpha };
      const begin = Math.floor(capacity * random());
      const end = trial < 10 ? Math.min(begin + trial, capacity) : capacity;
      const expected = rowsOf(ts, living, begin, end);
      const found = rowsOf(simd, living, begin, end);
      const at = found.findIndex((byte, k) => byte !== expected[k]);
      expect(at, `first byte that differs in trial ${trial}`).toBe(-1);
      const outside = [...Array(capacity).keys()].filter((n) => n < begin || n >= end);
      for (const n of outside) {
        expect(found.subarray(16 * n, 16 * n + 16).every((byte) => byte === UNTOUCHED)).toBe(true);
        expect(found[16 * capacity + n]).toBe(UNTOUCHED);
      }
    }
  });
});
