import { describe, expect, it } from 'vitest';
import { birthsSince } from '../../src/phases/living-particles.ts';
import { particles } from '../../src/phases/particles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { runPhase } from '../../src/tick/phase-kernels.ts';
import { type Phase, PIPELINE } from '../../src/tick/pipeline.ts';
import { partOf, tick, tickSliced } from '../../src/tick/tick.ts';
import { publicWorld } from '../../src/world/public-world.ts';
import { setWorkers } from '../../src/world/slice.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { angleBetween, length, pointsOf, sceneText, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** One birth of the ring, n places from its start. */
function birth(world: World, n: number) {
  const { bornPosition: p, bornVelocity: v, bornTick, bornKind } = world.particles;
  return {
    position: [p.x[n], p.y[n], p.z[n]],
    velocity: [v.x[n], v.y[n], v.z[n]],
    tick: bornTick[n],
    kind: bornKind[n],
  };
}

const kept = (world: World): number => world.states[(world.tick & 1) as 0 | 1].keptBirths[0];

/** One agent on a straight line at 7 m/s; 0.7 m a tick. */
function straight(trail: object, more: object = {}): World {
  return worldOf({
    seed: 5,
    dt: 0.1,
    species: [{ name: 'dart', ...pointsOf([[0, 0, 0]], [[2, 3, 6]]), trail }],
    ...more,
  });
}

describe('the trail', () => {
  it('has density x length births: 1000 ticks of 0.7 m at 3.7 per m, seed 5', () => {
    const world = straight({ density: 3.7 });
    tick(world, 1000);
    // 2 births and one more with probability 0.59: deviation sqrt(1000 x 0.59 x 0.41) = 15.6
    expect(Math.abs(kept(world) - 2590)).toBeLessThan(4 * 15.6);
  });

  it('is spread uniformly along each step, at rest, seed 5', () => {
    const world = straight({ density: 100 });
    tick(world, LONG ? 100 : 30);
    const bins = new Array(10).fill(0);
    for (let n = 0; n < kept(world); n++) {
      const { position, velocity, tick: born, kind } = birth(world, n);
      const along = length(position) / 0.7 - (born - 1);
      expect(along).toBeGreaterThan(-1e-4);
      expect(along).toBeLessThan(1 + 1e-4);
      expect(angleBetween(position, [2, 3, 6])).toBeLessThan(1e-3);
      expect(velocity).toEqual([0, 0, 0]);
      expect(kind).toBe(0);
      bins[Math.min(9, Math.max(0, Math.floor(along * 10)))]++;
    }
    const expected = kept(world) / 10;
    const chi = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 9 degrees of freedom: 27.9 is passed once in 1000.
    expect(chi).toBeLessThan(27.9);
  });

  it('does not run back across a torus at its seam', () => {
    const bounds = { type: 'wrap', min: [-3, -4, -5], max: [3, 4, 5] };
    const world = straight({ density: 20 }, { bounds });
    tick(world, 200);
    // At 14 per step: a trail across 6 to 10 m would have over 100.
    expect(kept(world)).toBe(200 * 14);
    for (let n = 0; n < kept(world); n++) {
      for (const axis of [0, 1, 2]) {
        const value = birth(world, n).position[axis];
        expect(value).toBeGreaterThanOrEqual(bounds.min[axis]);
        expect(value).toBeLessThan(bounds.max[axis]);
      }
    }
  });
});

/** Agents that fly at 10 m/s onto a target whose contact with their line is not head-on. */
function hitting(replaced: object = {}, seed = 9): World {
  return worldOf({
    seed,
    targets: [{ name: 'ball', position: [0, 0, 20], radius: 3 }],
    species: [
      {
        name: 'dart',
        ...pointsOf([[1, 0, 16.5]], [[0, 0, 10]]),
        behaviors: [{ type: 'homing', speed: 10, curvatureRadius: 1e4, target: 'ball' }],
        sparks: { count: 700, ...replaced },
      },
    ],
  });
}

describe('sparks', () => {
  it.each([0, 2, 5])('form a cosine^%i lobe about the reflection, seed 9', (sharpness) => {
    const world = hitting({ sharpness });
    while (kept(world) === 0 && world.tick < 100) tick(world);
    expect(kept(world)).toBe(700);
    const { position, tick: born } = birth(world, 0);
    const n = [position[0] / 3, position[1] / 3, (position[2] - 20) / 3];
    expect(length(n)).toBeCloseTo(1, 4);
    const w = [-2 * n[2] * n[0], -2 * n[2] * n[1], 1 - 2 * n[2] * n[2]];
    let sum = 0;
    let aside = 0;
    for (let k = 0; k < 700; k++) {
      const { velocity, kind, tick: at } = birth(world, k);
      expect(kind).toBe(1);
      expect(at).toBe(born);
      const speed = length(velocity);
      expect(speed).toBeGreaterThan(2 * 0.99);
      expect(speed).toBeLessThan(10 * 1.01);
      const cosine = Math.cos(angleBetween(velocity, w));
      sum += cosine;
      aside += velocity[1] / speed;
    }
    const s = sharpness;
    const mean = (s + 1) / (s + 2);
    const deviation = Math.sqrt((s + 1) / (s + 3) - mean * mean);
    expect(Math.abs(sum / 700 - mean)).toBeLessThan((4 * deviation) / Math.sqrt(700) + 1e-3);
    // y is across the plane of reflection: as many fly to the one side as to the other.
    expect(Math.abs(aside / 700)).toBeLessThan(4 / Math.sqrt(3 * 700));
  });
});

it('sparks of an agent too fast for f32 to square are finite, and their snapshot is read', () => {
  const world = hitting();
  while (kept(world) === 0 && world.tick < 100) {
    tickSliced(world, [0], (phase) => {
      if (phase === 'integrate') world.scratch.stagedVelocity.z[0] = -3e19;
    });
    world.front.velocity.z[0] = 10;
  }
  expect(kept(world)).toBe(700);
  for (let k = 0; k < 700; k++) expect(birth(world, k).velocity.every(Number.isFinite)).toBe(true);
  expect(() => restore(snapshot(world))).not.toThrow();
});

/** The scene "beams" of the repository, with its own trail and sparks. */
function beams(kernel: 'ts' | 'simd' | 'auto', capacity = 100_000): World {
  const input = JSON.parse(sceneText('beams'));
  // All of the pool at once, so that every slice has births.
  input.commands = [{ tick: 0, type: 'fire', count: 64 }];
  return createWorld(parseScenario({ ...input, particles: { capacity } }) as Scenario, { kernel });
}

/** Equality of all bits, without a report of thousands of differences. */
const same = (a: ArrayBufferView, b: ArrayBufferView): boolean =>
  Buffer.compare(
    new Uint8Array(a.buffer as ArrayBuffer, a.byteOffset, a.byteLength),
    new Uint8Array(b.buffer as ArrayBuffer, b.byteOffset, b.byteLength),
  ) === 0;

function bytesOf(world: World): string {
  const { records, kinds, count } = particles(world, { alpha: 0.25 });
  return `${count} ${Buffer.from(new Uint8Array(records.slice().buffer)).toString('base64')} ${kinds.join()}`;
}

describe('any number of workers writes the same particles', () => {
  const rings = [
    [1, 100_000],
    [5, 1009],
    [2, 100_000],
    [3, 100_000],
    [8, 100],
  ] as const;

  it.each(someOf(rings, 2, 1))(
    '%i shuffled workers, a ring of %i, seed 77',
    (workers, capacity) => {
      const world = beams('ts', capacity);
      const many = beams('auto', capacity);
      const random = randomOf(77);
      for (let t = 0; t < (LONG ? 180 : 130); t++) {
        tickSliced(world, [0]);
        stepAsTeam(many, workers, random);
        expect(many.front.nextBirth[0]).toBe(world.front.nextBirth[0]);
      }
      expect(kept(world)).toBeGreaterThan(capacity === 100_000 ? 64 * 400 : capacity - 1);
      for (const column of ['bornTick', 'bornKey', 'bornKind'] as const) {
        expect(same(many.particles[column], world.particles[column]), column).toBe(true);
      }
      for (const column of ['bornPosition', 'bornVelocity'] as const) {
        for (const axis of ['x', 'y', 'z'] as const) {
          expect(same(many.particles[column][axis], world.particles[column][axis]), column).toBe(
            true,
          );
        }
      }
      expect(bytesOf(many) === bytesOf(world)).toBe(true);
    },
  );
});

describe('a ring that is overrun', () => {
  it('keeps the last births of a tick with more than it holds', () => {
    const large = beams('ts');
    const small = beams('ts', 100);
    tick(large, 150);
    tick(small, 150);
    const total = kept(large);
    const next = small.front.nextBirth[0];
    expect(next).toBe(total % 100);
    for (let k = 0; k < 100; k++) {
      expect(birth(small, (next + k) % 100)).toEqual(birth(large, total - 100 + k));
    }
  });
});

it('a ring keeps the last births of a tick that overruns it, whichever worker is last', () => {
  const random = randomOf(3);
  const positions = Array.from({ length: 120 }, () => [0, 1, 2].map(() => 16 * random() - 8));
  const volley = (capacity: number): World =>
    worldOf({
      particles: { capacity },
      targets: [{ name: 'ball', position: [0, 0, 0], radius: 2 }],
      species: [
        {
          name: 'arrow',
          damping: 1,
          ...pointsOf(
            positions,
            positions.map((p) => p.map((v) => -9 * v)),
          ),
          behaviors: [{ type: 'homing', target: 'ball', speed: 60 }],
          trail: { density: 4 },
          sparks: { count: 50 },
        },
      ],
    });
  const large = volley(100_000);
  const small = volley(300);
  let overrun = 0;
  for (let t = 0; t < 20; t++) {
    const before = kept(large);
    tick(large);
    // The first of the slices is done last.
    tickSliced(small, [7, 6, 5, 4, 3, 2, 1, 0]);
    const total = kept(large);
    if (total - before > 300) overrun++;
    const next = small.front.nextBirth[0];
    for (let k = 0; k < Math.min(300, total); k++) {
      const from = total > 300 ? (next + k) % 300 : k;
      const found = birth(small, from);
      const wanted = birth(large, Math.max(0, total - 300) + k);
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        expect(found, `tick ${t}`).toEqual(wanted);
    }
  }
  expect(overrun).toBeGreaterThan(2);
});

/** How many births of a kind each of the first ticks has. */
function birthsByTick(world: World, ticks: number, kind = 0): number[] {
  const counts = new Array(ticks + 1).fill(0);
  for (let n = 0; n < kept(world); n++) {
    const one = birth(world, n);
    if (one.kind === kind) counts[one.tick]++;
  }
  return counts.slice(1);
}

describe('the births of a step in which an agent', () => {
  /** A pool of one beam, at 30 m/s to a target whose surface is 37.8 m away. */
  const pool = (fires: number[], lifetime = 9): World =>
    worldOf({
      targets: [{ name: 'ball', position: [0, 0, 40], radius: 2.2 }],
      species: [
        {
          name: 'beam',
          count: 1,
          spawn: { type: 'pool' },
          lifetime,
          behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 1e4 }],
          trail: {},
          sparks: { count: 7 },
        },
      ],
      launchers: [{ name: 'gun', species: 'beam', target: 'ball', position: [0, 0, 0], speed: 30 }],
      commands: fires.map((at) => ({ tick: at, type: 'fire', count: 1, angle: 0 })),
    });
  // 0.5 m a step, 20 to the meter.
  const flown = (count: number): number[] => new Array(count).fill(10);

  it('is launched or recycled are none', () => {
    const world = pool([0, 5]);
    tick(world, 9);
    expect(birthsByTick(world, 9)).toEqual([0, ...flown(4), 0, ...flown(3)]);
    // The first births after the launch are near the gun: no trail spans the way back.
    for (let n = 40; n < 50; n++) expect(birth(world, n).position[2]).toBeLessThanOrEqual(0.5);
  });

  it('hits are its trail up to the hit, and the sparks', () => {
    const world = pool([0]);
    tick(world, 90);
    const sparks = birthsByTick(world, 90, 1);
    const hit = sparks.indexOf(7);
    expect(sparks).toEqual(sparks.map((_, t) => (t === hit ? 7 : 0)));
    const trail = birthsByTick(world, 90);
    expect(trail.slice(0, hit)).toEqual([0, ...flown(hit - 1)]);
    // The last 0.3 m.
    expect(Math.abs(trail[hit] - 6)).toBeLessThanOrEqual(1);
    expect(trail.slice(hit + 1).every((count) => count === 0)).toBe(true);
    for (let n = 0; n < kept(world); n++) {
      expect(birth(world, n).position[2]).toBeLessThan(37.8 + 1e-3);
    }
  });

  it('hits and is launched again are none', () => {
    const before = pool([0]);
    tick(before, 90);
    const hit = birthsByTick(before, 90, 1).indexOf(7);
    const world = pool([0, hit]);
    tick(world, hit + 3);
    expect(birthsByTick(world, hit + 3)).toEqual([0, ...flown(hit - 1), 0, ...flown(2)]);
    expect(birthsByTick(world, hit + 3, 1).every((count) => count === 0)).toBe(true);
  });

  it('expires are its trail in that step, without sparks', () => {
    const world = pool([0], 0.11);
    tick(world, 12);
    // Born at tick 1, it is 0.117 s old at tick 8.
    expect(birthsByTick(world, 12)).toEqual([0, ...flown(7), 0, 0, 0, 0]);
    expect(birthsByTick(world, 12, 1).every((count) => count === 0)).toBe(true);
  });
});

/** Steps a world up to the barrier behind writeBirths; of 4 workers only those of the mask write. */
function tear(world: World, mask: number): void {
  refresh(world);
  setWorkers(world, 4);
  for (const phase of PIPELINE as readonly Phase[]) {
    for (let worker = 0; worker < 4; worker++) {
      if (phase.name === 'writeBirths' && ((mask >>> worker) & 1) === 0) continue;
      runPhase(world, phase, ...partOf(world, phase, 4, worker), worker);
    }
    if (phase.name === 'writeBirths') return;
  }
}

/** 97 agents with 10 births each in a tick, which do not drift. */
function row(capacity: number): World {
  const xs = Array.from({ length: 97 }, (_, k) => k);
  const darts = pointsOf(
    xs.map((x) => [x, 0, 0]),
    xs.map(() => [0, 1, 0]),
  );
  return worldOf({
    seed: 5,
    dt: 0.1,
    particles: { capacity },
    species: [{ name: 'dart', ...darts, trail: { density: 100, attenuation: 0.1 } }],
  });
}

describe('a tick that was thrown away', () => {
  const masks = Array.from({ length: 15 }, (_, k) => k + 1);

  it.each([500, 970, 9_700, 12_000])('leaves no particles, in a ring of %i', (capacity) => {
    for (const mask of masks) {
      const world = row(capacity);
      tick(world, 12);
      const before = particles(world).records.slice();
      expect(before.length).toBe(4 * Math.min(capacity, 12 * 970));
      tear(world, mask);
      const { records, count } = particles(world);
      const free = Math.max(capacity - 12 * 970, 0);
      expect(count).toBe(Math.max(before.length / 4 - Math.max(970 - free, 0), 0));
      expect(same(records, before.subarray(before.length - 4 * count)), `mask ${mask}`).toBe(true);
    }
  });

  it('has the same births when another number of workers repeats it', () => {
    for (const mask of masks) {
      const torn = row(1500);
      const whole = row(1500);
      tick(torn, 12);
      tick(whole, 13);
      tear(torn, mask);
      tickSliced(torn, [2, 0, 1]);
      expect(bytesOf(torn) === bytesOf(whole), `mask ${mask}`).toBe(true);
    }
  });
});

describe('the evaluation', () => {
  it('matches a stepped flight: 2 s of gravity, drag and shrinking, to 1e-3', () => {
    const world = hitting({ randomWalk: 0, attenuation: 1.5, damping: 0.4, gravity: 20 });
    while (kept(world) === 0) tick(world);
    const born = world.tick;
    tick(world, 120);
    const { records, count } = particles(world);
    expect(count).toBe(700);
    const t = (world.tick - born) / 60;
    for (const k of [0, 17, 699]) {
      const { position: p, velocity: v } = birth(world, k);
      const steps = 100_000;
      const h = t / steps;
      for (let s = 0; s < steps; s++) {
        for (const axis of [0, 1, 2]) {
          const a = -0.4 * v[axis] - (axis === 1 ? 20 : 0);
          const middle = v[axis] + (a * h) / 2;
          p[axis] += middle * h;
          v[axis] += (-0.4 * middle - (axis === 1 ? 20 : 0)) * h;
        }
      }
      for (const axis of [0, 1, 2]) expect(records[4 * k + axis]).toBeCloseTo(p[axis], 3);
      expect(records[4 * k + 3]).toBeCloseTo(0.5 * Math.exp(-1.5 * t), 5);
    }
  });

  it.each([0, 0.02, 0.4, 3])('drifts as far as a random walk, damping %d, seed 9', (damping) => {
    const world = hitting({ randomWalk: 12, damping, gravity: 0, attenuation: 1, slowest: 0 });
    while (kept(world) === 0) tick(world);
    tick(world, 90);
    const { records } = particles(world);
    const t = 1.5;
    // The flight without drift is subtracted, by its closed form.
    const flown = damping === 0 ? t : (1 - Math.exp(-damping * t)) / damping;
    let variance = 0;
    const steps = 10_000;
    for (let s = 0; s < steps; s++) {
      const left = ((s + 0.5) * t) / steps;
      const reach = damping === 0 ? left : (1 - Math.exp(-damping * left)) / damping;
      variance += ((144 / 12 / 60) * reach * reach * t) / steps;
    }
    for (const axis of [0, 1, 2]) {
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < 700; k++) {
        const { position, velocity } = birth(world, k);
        const drift = records[4 * k + axis] - position[axis] - velocity[axis] * flown;
        sum += drift;
        squares += drift * drift;
      }
      expect(Math.abs(sum / 700)).toBeLessThan(4 * Math.sqrt(variance / 700));
      // The square has a relative deviation below that of a Gaussian, sqrt(2).
      expect(Math.abs(squares / 700 / variance - 1)).toBeLessThan((4 * 1.42) / Math.sqrt(700));
    }
  });

  it('gives the same bits for a past tick, and continues from alpha 1 to the next tick', () => {
    const world = beams('ts');
    tick(world, 160);
    const then = particles(world).records.slice();
    const ahead = particles(world, { alpha: 1 }).records.slice();
    tick(world, 1);
    expect(same(particles(world, { tick: 160 }).records, then)).toBe(true);
    const next = particles(world);
    // The births of the last step are there beside them, and the oldest may be gone.
    expect(same(next.records.subarray(0, ahead.length), ahead)).toBe(true);
  });

  it('refuses a time out of range, and unknown options', () => {
    const world = straight({});
    tick(world, 3);
    for (const options of [
      { alpha: -0.1 },
      { alpha: 1.1 },
      { alpha: NaN },
      { tick: 4 },
      { tick: 0.5 },
      { alpha: '0.5' },
      { apha: 0.5 },
      null,
      true,
    ]) {
      expect(() => particles(world, options as never)).toThrow(
        expect.objectContaining({ code: 'PARTICLES_INVALID' }),
      );
    }
  });

  it('drops particles that have faded', () => {
    const world = straight({ density: 10, attenuation: 10 });
    tick(world, 100);
    // ln(256)/10 s are 5.5 ticks of 0.1 s: ages 0 to 6, of which the last has radius 0.
    expect(particles(world).count).toBe(7 * 7);
    expect(particles(world).records[3]).toBe(0);
    expect(particles(world).records[4 * 7 + 3]).toBeGreaterThan(0.25 / 256);
  });
});

describe('the births since a tick', () => {
  it.each([30, 47, 100_000])('are those of later ticks, capacity %d', (capacity) => {
    const world = straight({ density: 10 }, { particles: { capacity } });
    let seen = 0;
    // 7 births a tick: by ones, across the end of the ring, and more at a time than it holds.
    for (const ticks of [0, 1, 3, 2, 1, 9, 4]) {
      tick(world, ticks);
      const { first, count } = birthsSince(world, seen);
      expect(birthsSince(publicWorld(world), seen)).toEqual({ first, count });
      expect(count, `after ${ticks}`).toBe(Math.min(7 * ticks, capacity));
      expect((first + count) % capacity).toBe(world.front.nextBirth[0]);
      for (let n = 0; n < count; n++) {
        const late = Math.floor((count - 1 - n) / 7);
        expect(birth(world, (first + n) % capacity).tick).toBe(world.tick - late);
      }
      seen = world.tick;
    }
  });
});

describe('a world whose species emit nothing', () => {
  it('has no room for particles', () => {
    const world = worldOf({ species: [{ name: 'dart', ...pointsOf([[0, 0, 0]], [[2, 3, 6]]) }] });
    tick(world, 3);
    expect(world.particles.bornTick).toHaveLength(0);
    expect(particles(world)).toMatchObject({ count: 0 });
    expect(birthsSince(world, 0)).toEqual({ first: 0, count: 0 });
  });
});
