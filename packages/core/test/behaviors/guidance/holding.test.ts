import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { angleBetween, length, positionOf, velocityOf } from '../../helpers/scenes.ts';
import { DAMPING, SPEED, shoot, timeOfHit } from '../../helpers/shots.ts';

/** How many ticks rounding errors may add up over. */
const TICKS = LONG ? 20_000 : 1000;

// What all laws that turn the velocity and hold the speed have in common.

const LAWS: Record<string, Record<string, unknown>> = {
  'turn by vector': { type: 'turn' },
  'turn by quaternion': { type: 'turn', by: 'quaternion' },
  'turn by quaternion, level': { type: 'turn', by: 'quaternion', level: true },
  yawPitch: { type: 'yawPitch' },
  lead: { type: 'lead' },
  'lead, simple': { type: 'lead', solve: 'simple' },
  navigation: { type: 'navigation' },
};

/** The law with a turning circle of the given radius (m), set by the parameter that it has for that. */
function law(name: string, radius = 25): Record<string, unknown> {
  const { type } = LAWS[name];
  const rate = SPEED / radius;
  const limits: Record<string, Record<string, number>> = {
    turn: { rate },
    yawPitch: { yawRate: rate, pitchRate: rate },
  };
  return {
    ...LAWS[name],
    speed: SPEED,
    ...(limits[type as string] ?? { curvatureRadius: radius }),
  };
}

describe.each(Object.keys(LAWS))('%s', (name) => {
  const turn = Object.keys(LAWS).indexOf(name);

  it.each(someOf([10, 75], 2, turn))(
    'the speed settles from %d m/s at `speed`, as e^(-damping t)',
    (start) => {
      const world = shoot({
        behavior: law(name),
        velocity: [start, 0, 0],
        target: [99_000, 0, 0],
      });
      for (const n of [1, 60, 600]) {
        tick(world, n - world.tick);
        const expected = SPEED + (start - SPEED) * (1 - DAMPING / 60) ** n;
        expect(length(velocityOf(world, 0))).toBeCloseTo(expected, 2);
      }
      tick(world, 5000);
      expect(Math.abs(length(velocityOf(world, 0)) / SPEED - 1)).toBeLessThan(1e-3);
    },
  );

  const rates = [
    [60, 25],
    [10, 25],
    [60, 3],
    [10, 0.01],
  ];
  it.each(someOf(rates, 3, turn))(
    'is never faster than `speed`, at %i ticks per second and a radius of %d m',
    (rate, radius) => {
      const world = shoot({
        behavior: law(name, radius),
        dt: 1 / rate,
        velocity: [0, SPEED, 0],
        target: [-40, -20, 9],
        radius: 0,
      });
      for (let k = 0; k < (LONG ? 20 : 3) * rate; k++) {
        tick(world);
        expect(length(velocityOf(world, 0))).toBeLessThan(SPEED * (1 + 1e-4));
      }
    },
  );

  it.each([
    ['straight on', [90_000, 40_000, -70_000]],
    ['around a target inside its circle', [5, 3, -10]],
  ])(`keeps its initial speed without drag over ${TICKS} ticks, %s`, (_, target) => {
    const velocity = [11, -17, 22];
    const world = shoot({
      behavior: law(name),
      species: { damping: 0 },
      velocity,
      target,
      radius: 0,
      kernel: 'simd',
    });
    tick(world, TICKS);
    // Rounding of the velocity, 3e-8 in each tick, adds up over 20,000 to some 1e-5 by chance, as the root of the
    // ticks, and to 6e-4 if all errors have the same sign.
    expect(Math.abs(length(velocityOf(world, 0)) / length(velocity) - 1)).toBeLessThan(
      6e-5 * Math.sqrt(TICKS / 20_000),
    );
  });

  it.each([2, 3])(
    'turns to a target straight behind and hits it, in %i dimensions',
    (dimensions) => {
      const count = LONG ? 203 : 43;
      const world = shoot({
        behavior: law(name, 10),
        count,
        dimensions,
        velocity: dimensions === 2 ? [0, SPEED, 0] : [0, 0, SPEED],
        target: dimensions === 2 ? [0, -60, 0] : [0, 0, -60],
        radius: 3,
      });
      tick(world);
      const sides = Array.from({ length: count }, (_, id) => velocityOf(world, id));
      for (const [x, y, z] of sides) {
        expect(dimensions === 2 ? Math.abs(x) : Math.hypot(x, y)).toBeGreaterThan(0.5);
        if (dimensions === 2) expect(z === 0).toBe(true);
      }
      // Each draws its own side: as many go left as right, within four standard deviations.
      const left = sides.filter(([x]) => x < 0).length;
      expect(Math.abs(left - count / 2)).toBeLessThan(4 * Math.sqrt(count / 4));
      tick(world, 600);
      expect(takeEvents(world).filter((event) => event.type === 'hit')).toHaveLength(count);
    },
  );

  it('an agent at rest starts straight at the target and hits it', () => {
    const world = shoot({ behavior: law(name), velocity: [0, 0, 0], target: [10, -20, 5] });
    tick(world);
    expect(length(velocityOf(world, 0))).toBeGreaterThan(0);
    expect(angleBetween(velocityOf(world, 0), [10, -20, 5])).toBeLessThan(1e-5);
    expect(timeOfHit(world, 10)).toBeDefined();
  });

  it('an agent at rest on a target of no size hits it', () => {
    const world = shoot({
      behavior: law(name),
      velocity: [0, 0, 0],
      target: [0, 0, 0],
      radius: 0,
    });
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', position: [0, 0, 0] }]);
  });

  it('flies straight at a target straight ahead', () => {
    const world = shoot({ behavior: law(name), velocity: [0, 0, SPEED] });
    tick(world, 60);
    expect(positionOf(world, 0)[0] === 0 && positionOf(world, 0)[1] === 0).toBe(true);
    expect(positionOf(world, 0)[2]).toBeCloseTo(SPEED, 2);
  });

  it('stays at z = 0 in the plane', () => {
    const world = shoot({
      behavior: law(name, 8),
      dimensions: 2,
      position: [1, 2, 3],
      velocity: [3, SPEED, 9],
      target: [40, -20, 30],
      course: [-3, 4, 5],
    });
    let ticks = 0;
    for (; ticks < 300 && takeEvents(world).length === 0; ticks++) {
      tick(world);
      expect(positionOf(world, 0)[2] === 0 && velocityOf(world, 0)[2] === 0).toBe(true);
    }
    expect(ticks).toBeLessThan(300);
  });

  it('goes the short way round a torus', () => {
    const world = shoot({
      behavior: law(name, 5),
      bounds: { type: 'wrap', min: [-40, -50, -60], max: [40, 50, 60] },
      position: [35, 5, 0],
      velocity: [0, SPEED, 0],
      target: [-35, 5, 0],
    });
    // 10 m to the right over the seam; there is no time for the 70 m to the left.
    expect(timeOfHit(world, 1)).toBeDefined();
  });
});

/** The radius of the circle on which three points lie. */
function circumradius(points: number[][]): number {
  const [a, b, c] = points;
  const side = (p: number[], q: number[]): number => Math.hypot(...p.map((v, k) => v - q[k]));
  const [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
  const s = (ab + bc + ca) / 2;
  return (ab * bc * ca) / (4 * Math.sqrt(s * (s - ab) * (s - bc) * (s - ca)));
}

const CIRCLING = [
  ...['turn by vector', 'turn by quaternion', 'turn by quaternion, level'],
  ...['yawPitch', 'lead', 'lead, simple'],
];

describe.each(CIRCLING)('the turning circle of %s', (name) => {
  it.each([
    [60, 25],
    [30, 5],
    [10, 10],
  ])('at %i ticks per second has the radius %d m', (rate, radius) => {
    // Level, so that yaw alone turns; and so far that the turn stays as hard as it can.
    const world = shoot({
      behavior: law(name, radius),
      dt: 1 / rate,
      velocity: [0, 0, SPEED],
      target: [99_000, 0, 0],
    });
    const path: number[][] = [];
    const quarter = ((Math.PI / 2) * radius) / SPEED;
    while (world.tick / rate < quarter * 0.7) {
      tick(world);
      path.push(positionOf(world, 0));
    }
    const found = circumradius([path[0], path[path.length >> 1], path[path.length - 1]]);
    // Limited by a rate it turns by an angle in each step, whose chords are the steps.
    const half = SPEED / rate / radius / 2;
    const expected = name.startsWith('lead') ? radius : (radius * half) / Math.sin(half);
    expect(Math.abs(found / expected - 1)).toBeLessThan(2e-4);
  });
});
