import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { angleBetween, dot, length, velocityOf, worldOf } from '../../helpers/scenes.ts';
import { SPEED, shoot, timeOfHit } from '../../helpers/shots.ts';

const DT = 1 / 60;

/** Lateral acceleration (m/s^2) of the step from the present tick. */
function lateral(world: World): number[] {
  const before = velocityOf(world, 0);
  tick(world);
  const after = velocityOf(world, 0);
  return after.map((v, axis) => (v - before[axis]) / DT);
}

// Closed forms of the linear engagement with time to go from tF to 0: Zarchan, Tactical and Strategic
// Missile Guidance, chapter 2.

describe('a heading error of 0.01 rad on a target at rest', () => {
  it.each([3, 4, 5])('gain %i: N V error / tF (1 - t/tF)^(N - 2)', (gain) => {
    const [speed, tF, error] = [300, 10, 0.01];
    const world = shoot({
      behavior: { type: 'navigation', gain, speed, curvatureRadius: 1 },
      velocity: [speed * Math.sin(error), 0, speed * Math.cos(error)],
      target: [0, 0, speed * tF],
    });
    for (const t of [0, 2, 5, 8]) {
      tick(world, Math.round(t / DT) - world.tick);
      const expected = ((gain * speed * error) / tF) * (1 - t / tF) ** (gain - 2);
      expect(-lateral(world)[0]).toBeCloseTo(expected, 2);
    }
  });
});

describe('a target that turns off at 0.2 m/s^2, gain 4', () => {
  // It approaches at 20 m/s, so the two close in at 300 m/s over 3000 m.
  const turning = (augmentation: number): World =>
    shoot({
      behavior: { type: 'navigation', gain: 4, augmentation, speed: 280, curvatureRadius: 1 },
      velocity: [0, 0, 280],
      target: [0, 0, 3000],
      orbit: { center: [2000, 0, 3000], axis: [0, 1, 0], rate: -0.01 },
    });
  const at = (world: World, t: number): number => {
    tick(world, Math.round(t / DT) - world.tick);
    return lateral(world)[0] / 0.2;
  };

  it('costs 2 (1 - (1 - t/tF)^2) times its acceleration, most at the end', () => {
    const world = turning(0);
    for (const t of [0.1, 2, 5, 8]) {
      expect(Math.abs(at(world, t) - 2 * (1 - (1 - t / 10) ** 2))).toBeLessThan(0.04);
    }
  });

  it('costs 2 (1 - t/tF)^2 times its acceleration when augmented, most at the start', () => {
    const world = turning(1);
    for (const t of [0.1, 2, 5, 8]) {
      expect(Math.abs(at(world, t) - 2 * (1 - t / 10) ** 2)).toBeLessThan(0.04);
    }
  });
});

it('accelerates by N ZEM / (time to go)^2 across the line of sight, seed 2', () => {
  const random = randomOf(2);
  for (let k = 0; k < (LONG ? 50 : 12); k++) {
    const course = [0, 0, 0].map(() => 10 * (random() - 0.5));
    const velocity = [0.4 * (random() - 0.5), 0.4 * (random() - 0.5), 60];
    const world = shoot({
      behavior: { type: 'navigation', gain: 4, speed: 60, curvatureRadius: 0.5 },
      velocity,
      target: [0, 0, 500],
      course,
    });
    const relative = course.map((w, axis) => w - velocity[axis]);
    const time = 500 / -relative[2];
    const zem = [relative[0] * time, relative[1] * time];
    const found = lateral(world);
    for (const axis of [0, 1]) {
      const expected = (4 * zem[axis]) / time ** 2;
      expect(Math.abs(found[axis] - expected)).toBeLessThan(
        ((0.01 * length(zem)) / time ** 2) * 4 + 2e-3,
      );
    }
  }
});

describe('a collision course', () => {
  it('is flown without a turn', () => {
    // 30 sin a = 15: both reach the same line at the same time.
    const world = shoot({
      behavior: { type: 'navigation', speed: SPEED },
      velocity: [15, 0, SPEED * Math.sqrt(0.75)],
      course: [15, 0, 0],
      radius: 0.05,
    });
    const velocity = velocityOf(world, 0);
    tick(world, 100);
    expect(angleBetween(velocityOf(world, 0), velocity)).toBeLessThan(1e-3);
    expect(timeOfHit(world, 2)).toBeDefined();
  });
});

/** The first step of navigation and that of homing from one state. */
function steps(shot: Omit<Parameters<typeof shoot>[0], 'behavior'>): [number[], number[]] {
  const limits = { speed: SPEED, curvatureRadius: 25 };
  return [
    lateral(shoot({ ...shot, behavior: { type: 'navigation', ...limits } })),
    lateral(shoot({ ...shot, behavior: { type: 'homing', ...limits } })),
  ];
}

describe('an agent that the law does not turn pursues its target', () => {
  it.each([
    ['a target that flies along beside it, behind', [15, 0, -20], [0, 0, 50], [15, 0, -20]],
    ['a target that flees faster', [9, 0, SPEED], [0, 0, 50], [0, 0, 60]],
    ['a target behind that comes nearer', [0, 9, -SPEED], [0, 0, 50], [0, 0, -60]],
    ['no closing speed at all', [0, SPEED, 0], [0, 0, 50], [0, 0, 0]],
  ])('%s', (_, velocity, target, course) => {
    const [found, expected] = steps({ velocity, target, course });
    for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], 2);
    expect(length(expected)).toBeGreaterThan(1);
  });

  it('but not while it closes in on a target ahead', () => {
    const [found, expected] = steps({
      velocity: [15, 0, 26],
      target: [0, 0, 50],
      course: [15, 0, 0],
    });
    expect(dot(found, expected)).toBeLessThan(0.3 * length(expected) ** 2);
  });
});

it('turns no harder than the curvature radius allows', () => {
  const world = shoot({
    behavior: { type: 'navigation', gain: 20, speed: SPEED, curvatureRadius: 25 },
    velocity: [24, 0, 18],
    course: [-15, 9, 0],
    radius: 0,
  });
  let hardest = 0;
  for (let k = 0; k < 200; k++) {
    const before = velocityOf(world, 0);
    tick(world);
    hardest = Math.max(hardest, angleBetween(before, velocityOf(world, 0)));
  }
  const most = 2 * Math.asin((SPEED * DT) / 50);
  expect(hardest).toBeLessThan(most * (1 + 1e-3));
  expect(hardest).toBeGreaterThan(most * 0.99);
});

it.each([3, 4, 5])('gain %i hits a ball of 0.1 m that crosses', (gain) => {
  const world = shoot({
    behavior: { type: 'navigation', gain, speed: SPEED },
    velocity: [20, 5, 20],
    course: [10, -8, 3],
    radius: 0.1,
  });
  expect(timeOfHit(world, 3)).toBeDefined();
});

it('chases agents, and counts their acceleration when augmented', () => {
  const chase = (augmentation: number): World =>
    worldOf({
      species: [
        {
          name: 'hunter',
          count: 1,
          damping: 0.1,
          spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [[0, 0, 60]] },
          behaviors: [
            { type: 'navigation', speed: 60, curvatureRadius: 5, quarry: 'prey', augmentation },
          ],
        },
        {
          name: 'prey',
          count: 1,
          radius: 0.2,
          spawn: { type: 'points', positions: [[0, 0, 200]], velocities: [[0, 0, -10]] },
          // It falls: a steady acceleration across the line of sight.
          behaviors: [{ type: 'gravity', acceleration: 5 }],
        },
      ],
    });
  const [plain, augmented] = [chase(0), chase(1)];
  tick(plain, 20);
  tick(augmented, 20);
  const [a, b] = [-lateral(plain)[1], -lateral(augmented)[1]];
  expect(b - a).toBeGreaterThan(0.5 * 2 * 5);
  tick(augmented, 300);
  expect(augmented.views.status.every((status) => status === 0)).toBe(true);
});
