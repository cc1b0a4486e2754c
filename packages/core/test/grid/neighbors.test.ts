import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { checkForces, checkRuns } from '../helpers/check-neighbors.ts';
import { boundsOf, flockInput, LOOKING, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { runsOf } from '../helpers/runs.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

const BOUNDS = ['open', 'wrap', 'contain'];
const MANY = LONG ? 1003 : 503;
const COUNTS = [1, 3, 4, 5, 17, MANY];

// Before and after a few steps: the first sort is that of createWorld, the later ones of a tick.
describe.each(BOUNDS)('%s bounds', (type) => {
  describe.each([2, 3])('%i dimensions', (dimensions) => {
    it.each(someOf(COUNTS, 2, BOUNDS.indexOf(type) + dimensions))(
      '%i agents in a lopsided box find the same neighbors as a test of all pairs, seed 11',
      (count) => {
        const world = worldOf(flockInput(count, type, dimensions, 11));
        let pairs = checkRuns(world, 2.3) + checkForces(world);
        tick(world, 3);
        pairs += checkRuns(world, 2.3) + checkForces(world);
        // Only the large flock is certainly crowded.
        if (count === MANY) expect(pairs).toBeGreaterThan(MANY);
      },
    );
  });

  it('a species that only waits in its pool has no neighbors, and no agent has it as one', () => {
    const world = worldOf({
      bounds: boundsOf(type, LOPSIDED),
      species: [
        { name: 'ghost', count: 5, spawn: { type: 'pool' }, behaviors: LOOKING },
        { name: 'bird', ...pointsOf([[0, 101, -40]]), behaviors: LOOKING },
      ],
    });
    expect(checkRuns(world, 2.3) + checkForces(world)).toBe(0);
    tick(world, 2);
    expect(checkRuns(world, 2.3) + checkForces(world)).toBe(0);
  });

  it('coincident agents meet each other once, at distance 0', () => {
    const corner = LOPSIDED.min;
    const positions = [...Array(7).fill([1, 120, -40]), ...Array(4).fill(corner), [1.5, 120, -40]];
    const world = worldOf({
      bounds: boundsOf(type, LOPSIDED),
      species: [{ name: 'bird', ...pointsOf(positions), behaviors: LOOKING }],
    });
    // 8 x 7 around the first spot and 4 x 3 in the corner.
    expect(checkRuns(world, 1.1)).toBe(56 + 12);
    expect(checkForces(world)).toBeGreaterThan(0);
  });

  it('agents on the borders of cells and of the grid, or one ulp beside, find their neighbors', () => {
    const bounds = boundsOf(type, LOPSIDED);
    const frame = [LOPSIDED.min, LOPSIDED.max.map((value) => below(value))];
    const plan = worldOf({
      bounds,
      species: [{ name: 'bird', ...pointsOf(frame), behaviors: LOOKING }],
    }).handle.plan.grid.layers[0];
    const along = (axis: number): number[] => {
      const width = 1 / plan.inverse[axis];
      const cells = (LOPSIDED.max[axis] - LOPSIDED.min[axis]) / width;
      const borders = Array.from({ length: Math.round(cells) + 1 }, (_, k) => {
        const start =
          plan.mask < 0 ? LOPSIDED.min[axis] : Math.ceil(LOPSIDED.min[axis] / width) * width;
        return Math.fround(start + k * width);
      });
      return [...borders.flatMap((at) => [below(at), at, above(at)])].filter(
        (at) => at >= LOPSIDED.min[axis] && at < LOPSIDED.max[axis],
      );
    };
    const xs = along(0);
    const ys = along(1);
    const zs = along(2);
    const some = Array.from({ length: 600 }, (_, k) => [
      xs[(k * 7) % xs.length],
      ys[(k * 5) % ys.length],
      zs[(k * 11) % zs.length],
    ]);
    const world = worldOf({
      bounds,
      species: [{ name: 'bird', ...pointsOf([...frame, ...some]), behaviors: LOOKING }],
    });
    // The test is only meaningful if some of the borders are those of this grid.
    const { inverse } = world.handle.plan.grid.layers[0];
    const cells = inverse.map(
      (perMeter, axis) => perMeter * (LOPSIDED.max[axis] - LOPSIDED.min[axis]),
    );
    expect(cells.every((along) => along >= 3)).toBe(true);
    expect(checkRuns(world, 2.3)).toBeGreaterThan(600);
    checkForces(world);
  });
});

function below(value: number): number {
  return stepped(value, -1);
}

function above(value: number): number {
  return stepped(value, 1);
}

/** The next f32 in the given direction. */
function stepped(value: number, direction: 1 | -1): number {
  const at = Math.fround(value);
  const word = new Int32Array(1);
  const float = new Float32Array(word.buffer);
  if (at === 0) return 0;
  float[0] = at;
  word[0] += at > 0 === direction > 0 ? 1 : -1;
  return float[0];
}

describe('open bounds', () => {
  it('agents a million meters outside the grid find their neighbors too', () => {
    const near = randomPoints(40, { min: [0, 0, 0], max: [7, 31, 13] }, 3, 5);
    const groups = [
      [100_000, 0, 0],
      [-100_000, 60_000, 0],
      [0, -100_000, 100_000],
    ];
    const positions = [
      ...near,
      ...groups.flatMap(() => randomPoints(8, { min: [0, 0, 0], max: [3, 3, 3] }, 3, 9)),
    ];
    const velocities = [...near.map(() => [0, 0, 0]), ...groups.flatMap((v) => Array(8).fill(v))];
    const world = worldOf({
      dt: 1,
      species: [
        {
          name: 'bird',
          ...pointsOf(positions, velocities),
          behaviors: [{ type: 'cohesion', radius: 5, weight: 0 }],
        },
      ],
    });
    tick(world, 11);
    const farthest = Math.max(...world.views.position.x.map(Math.abs));
    expect(farthest).toBeGreaterThan(1e6);
    // Each far group of eight still sees itself, and only itself.
    expect(checkRuns(world, 5)).toBeGreaterThan(3 * 8 * 7);
    checkForces(world);
  });

  it('agents that are all on one spot make a grid without any extent', () => {
    const world = worldOf({
      species: [{ name: 'bird', ...pointsOf(Array(17).fill([3, 3, 3])), behaviors: LOOKING }],
    });
    expect(checkRuns(world, 1)).toBe(17 * 16);
    checkForces(world);
  });

  it('a radius can be set far larger than the grid was planned for', () => {
    const world = worldOf(flockInput(60, 'open', 3, 21));
    command(world, {
      type: 'set',
      species: 'bird',
      behavior: 'separation',
      parameter: 'radius',
      value: 9000,
    });
    tick(world);
    expect(checkRuns(world, 9000)).toBe(60 * 59);
  });
});

describe('a torus', () => {
  it('finds neighbors at the largest radius allowed, along the shortest edge', () => {
    const box = { min: [-3, 0, 0], max: [4, 7.3, 40] };
    const radius = Math.fround(7 / 3.01);
    const world = worldOf({
      bounds: { type: 'wrap', ...box },
      species: [
        {
          name: 'bird',
          ...pointsOf(randomPoints(203, box, 3, 31)),
          behaviors: [{ type: 'cohesion', radius: 7 / 3.01 }],
        },
      ],
    });
    expect(checkRuns(world, radius)).toBeGreaterThan(1000);
    checkForces(world);
  });

  it('finds neighbors far from the origin, where coordinates are coarse', () => {
    const box = { min: [99_900, -100_000, 60_000], max: [99_931, -99_987, 60_007] };
    const world = worldOf({
      bounds: { type: 'wrap', ...box },
      species: [
        {
          name: 'bird',
          ...pointsOf(randomPoints(303, box, 3, 41)),
          behaviors: LOOKING.slice(0, 1),
        },
      ],
    });
    expect(checkRuns(world, 2.3)).toBeGreaterThan(100);
    checkForces(world);
    tick(world, 2);
    checkRuns(world, 2.3);
  });

  it('lets a bird beside the seam see the one beyond it, the short way round', () => {
    const bounds = { type: 'wrap', min: [0, 0, 0], max: [7, 31, 13] };
    const world = worldOf({
      bounds,
      species: [
        {
          name: 'bird',
          ...pointsOf([
            [0.25, 0.25, 0.25],
            [6.75, 30.75, 12.75],
          ]),
          behaviors: [{ type: 'cohesion', radius: 1 }],
        },
      ],
    });
    expect(checkRuns(world, 1)).toBe(2);
    tick(world);
    const { slot, velocity } = world.views;
    expect(velocity.x[slot[0]]).toBeLessThan(0);
    expect(velocity.z[slot[1]]).toBeGreaterThan(0);
  });
});

const SEED = 20_240_501;

it(`random flocks of two species find the same neighbors as a test of all pairs, seed ${SEED}`, () => {
  const edge = fc.double({ min: 1, max: 60, noNaN: true });
  const place = fc.double({ min: -500, max: 500, noNaN: true });
  const triple = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<[T, T, T]> =>
    fc.tuple(arbitrary, arbitrary, arbitrary);
  const cosine = fc.constantFrom(-1, -0.7, 0, 0.4, 0.99);
  const masks = fc.constantFrom(undefined, ['a'], ['b'], ['a', 'b']);
  const behavior = fc.record({
    type: fc.constantFrom('cohesion', 'alignment', 'separation'),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    cosine,
    species: masks,
  });
  const scenario = fc.record({
    bounds: fc.constantFrom(...BOUNDS),
    dimensions: fc.constantFrom(2, 3),
    edges: triple(edge),
    min: triple(place),
    counts: fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 5 })),
    behaviors: fc.array(behavior, { minLength: 1, maxLength: 6 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(scenario, ({ bounds, dimensions, edges, min, counts, behaviors, seed }) => {
      const box = { min, max: min.map((low, axis) => low + edges[axis]) };
      const shortest = Math.min(...edges.slice(0, dimensions));
      // As `largestRadius` has it, less the rounding of min + edge.
      const largest = (shortest / 3.01) * 0.999;
      const looking = behaviors.map(({ share, species, ...rest }) => ({
        ...rest,
        radius: Math.max(share * largest, 1e-3),
        ...(species && { species }),
      }));
      const ball = { min: [-3, -3, -3], max: [3, 3, 3] };
      const world = worldOf({
        seed: seed >>> 0,
        dimensions,
        bounds: boundsOf(bounds, box),
        species: ['a', 'b'].map((name, index) => ({
          name,
          ...pointsOf(
            randomPoints(counts[index], box, dimensions, seed + index),
            randomPoints(counts[index], ball, dimensions, seed + 7 + index),
          ),
          maxSpeed: 5,
          behaviors: index === 0 ? looking : looking.slice(0, 1),
        })),
      });
      checkRuns(world, Math.max(...looking.map((one) => one.radius)));
      checkForces(world);
      tick(world, 2);
      checkRuns(world, Math.min(...looking.map((one) => one.radius)));
      checkForces(world);
    }),
    { seed: SEED, numRuns: runsOf(20, 150) },
  );
});
