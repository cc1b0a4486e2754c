import { describe, expect, it } from 'vitest';
import { command } from '../../../src/index.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import {
  angleBetween,
  dot,
  length,
  positionOf,
  type Triple,
  velocityOf,
} from '../../helpers/scenes.ts';
import { SPEED, shoot, targetOf } from '../../helpers/shots.ts';

/** Random pairs of directions that each property is tried on: so many, twice or half as many. */
const PAIRS = LONG ? 100 : 20;

const DT = 1 / 60;

/** The direction after one step from a direction, toward a target 50 m away. */
function turned(behavior: Record<string, unknown>, from: Triple, toward: Triple): Triple {
  const world = shoot({
    behavior: { speed: SPEED, ...behavior },
    velocity: from.map((v) => v * SPEED),
    target: toward.map((v) => v * 50),
  });
  tick(world);
  const v = velocityOf(world, 0);
  return v.map((component) => component / length(v)) as Triple;
}

function randomDirection(random: () => number): Triple {
  const v = [0, 0, 0].map(() => random() + random() + random() - 1.5);
  return v.map((component) => component / length(v)) as Triple;
}

/** Directions to turn from and to; in every tenth pair they are less than a step apart. */
function pairOf(random: () => number, k: number): [from: Triple, toward: Triple] {
  const [from, other] = [randomDirection(random), randomDirection(random)];
  if (k % 10 > 0) return [from, other];
  const near = from.map((v, axis) => v + 0.1 * other[axis]);
  return [from, near.map((v) => v / length(near)) as Triple];
}

function cross([a, b, c]: number[], [x, y, z]: number[]): Triple {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

describe(`by vector, ${PAIRS} random pairs, seed 3`, () => {
  const random = randomOf(3);
  const rate = 20;

  it('turns by rate dt in the plane of both directions, no further than to the target', () => {
    let reached = 0;
    for (let k = 0; k < PAIRS; k++) {
      const [from, toward] = pairOf(random, k);
      const found = turned({ type: 'turn', rate }, from, toward);
      const angle = Math.min(rate * DT, angleBetween(from, toward));
      if (angle < rate * DT) reached++;
      expect(angleBetween(from, found)).toBeCloseTo(angle, 5);
      expect(angleBetween(found, toward)).toBeCloseTo(angleBetween(from, toward) - angle, 5);
    }
    expect(reached).toBeGreaterThan(0);
  });

  it('a rate of more than half a turn per tick faces any target at once', () => {
    for (const toward of [[0, 0, -1], [0, 1, 0], randomDirection(random)] as Triple[]) {
      const found = turned({ type: 'turn', rate: 400 }, [0, 0, 1], toward);
      expect(angleBetween(found, toward)).toBeLessThan(2e-3);
    }
  });

  it('a rate of 0 flies straight on', () => {
    const found = turned({ type: 'turn', rate: 0 }, [0.6, 0.8, 0], [0, 0, 1]);
    expect(angleBetween(found, [0.6, 0.8, 0])).toBeLessThan(1e-6);
  });
});

type Rotation = [right: Triple, up: Triple, forward: Triple];

/** The level attitude that faces d, as three columns. */
function look(d: Triple): Rotation {
  const flat = Math.hypot(d[0], d[2]);
  const right: Triple = flat > 0 ? [d[2] / flat, 0, -d[0] / flat] : [1, 0, 0];
  return [right, cross(d, right), d];
}

/** Axis and angle of the rotation from attitude a to attitude b, from the matrix b aT. */
function between(a: Rotation, b: Rotation): { axis: Triple; angle: number } {
  const m = [0, 1, 2].map((r) =>
    [0, 1, 2].map((c) => b.reduce((sum, column, k) => sum + column[r] * a[k][c], 0)),
  );
  const axis = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
  const angle = Math.atan2(length(axis), m[0][0] + m[1][1] + m[2][2] - 1);
  return { axis: axis.map((v) => v / length(axis)) as Triple, angle };
}

/** v turned about an axis, by Rodrigues. */
function about(axis: Triple, angle: number, v: Triple): Triple {
  const [c, s, along] = [Math.cos(angle), Math.sin(angle), dot(axis, v) * (1 - Math.cos(angle))];
  const x = cross(axis, v);
  return v.map((component, k) => component * c + x[k] * s + axis[k] * along) as Triple;
}

function upOf(world: World): Triple {
  const { up } = world.views;
  return [up.x[0], up.y[0], up.z[0]];
}

/** A shot at a target so far away that the direction to it does not change. */
function shootFar(
  behavior: Record<string, unknown>,
  from: readonly number[],
  toward: readonly number[],
): World {
  return shoot({
    behavior: { type: 'turn', speed: SPEED, ...behavior },
    velocity: from.map((v) => v * SPEED),
    target: toward.map((v) => v * 90_000),
  });
}

/** Ticks until the agent flies at the target, and the widest turn of one tick (rad). */
function turnTo(world: World): { ticks: number; widest: number } {
  let widest = 0;
  let before = velocityOf(world, 0);
  const way = (): number[] => {
    const position = positionOf(world, 0);
    return targetOf(world).map((value, axis) => value - position[axis]);
  };
  while (angleBetween(before, way()) > 2e-4 && world.tick < 1000) {
    tick(world);
    const after = velocityOf(world, 0);
    widest = Math.max(widest, angleBetween(before, after));
    before = after;
  }
  return { ticks: world.tick, widest };
}

describe('by quaternion along the shortest arc', () => {
  const degree = Math.PI / 180;
  const rate = 2 * degree * 60;
  const quaternion = { by: 'quaternion', rate };
  /** From north to south over the top: from an elevation in degrees to the same elevation behind. */
  const over = (elevation: number): [Triple, Triple] => {
    const [c, s] = [Math.cos(elevation * degree), Math.sin(elevation * degree)];
    return [
      [0, s, c],
      [0, s, -c],
    ];
  };

  it.each([
    [60, { by: 'vector', rate }, 30],
    [60, quaternion, 30],
    [60, { ...quaternion, level: true }, 90],
    [89, { by: 'vector', rate }, 1],
    [89, quaternion, 1],
    [89, { ...quaternion, level: true }, 90],
  ])('at %i degrees over the top by 2 degrees a tick, %j, it takes %i ticks', (up, by, ticks) => {
    const [from, toward] = over(up);
    // To within a tick: rounding decides whether the last bit of a turn needs one more.
    expect(Math.abs(turnTo(shootFar(by, from, toward)).ticks - ticks)).toBeLessThan(2);
  });

  it(`turns by rate dt a tick in the plane of both directions, ${PAIRS} random pairs, seed 6`, () => {
    const random = randomOf(6);
    for (let k = 0; k < PAIRS; k++) {
      const [from, toward] = [randomDirection(random), randomDirection(random)];
      const whole = angleBetween(from, toward);
      const world = shootFar(quaternion, from, toward);
      for (let n = 1; n <= 90; n += 1) {
        tick(world);
        const turned = Math.min(n * rate * DT, whole);
        expect(angleBetween(from, velocityOf(world, 0))).toBeCloseTo(turned, 3);
        expect(angleBetween(velocityOf(world, 0), toward)).toBeCloseTo(whole - turned, 2);
      }
    }
  });

  it(`is never slower than by vector, nor faster than its rate, ${PAIRS} random turns, seed 7`, () => {
    const random = randomOf(7);
    for (let k = 0; k < PAIRS; k++) {
      const [from, toward] = [randomDirection(random), randomDirection(random)];
      const own = turnTo(shootFar(quaternion, from, toward));
      const byVector = turnTo(shootFar({ rate }, from, toward));
      expect(own.ticks).toBeLessThanOrEqual(byVector.ticks + 1);
      expect(own.widest).toBeLessThan(rate * DT + 1e-5);
    }
  });

  it('keeps the roll: the up vector rotates as the heading does, seed 8', () => {
    const random = randomOf(8);
    for (let k = 0; k < PAIRS / 2; k++) {
      const [from, toward] = [randomDirection(random), randomDirection(random)];
      const world = shootFar(quaternion, from, toward);
      const before = upOf(world);
      turnTo(world);
      const axis = cross(from, toward);
      const unit = axis.map((v) => v / length(axis)) as Triple;
      expect(
        angleBetween(upOf(world), about(unit, angleBetween(from, toward), before)),
      ).toBeLessThan(0.01);
    }
  });

  it.each([
    [
      'an octant of the sphere: a quarter turn of roll',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      Math.PI / 2,
    ],
    [
      'its mirror image: a quarter turn to the other side',
      [
        [1, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
      ],
      -Math.PI / 2,
    ],
    [
      'there and back: none',
      [
        [1, 0, 0],
        [0, 0.6, 0.8],
      ],
      0,
    ],
  ] as [string, Triple[], number][])(
    'a way around %s, equal to the area that it encloses',
    (_, corners, roll) => {
      const world = shootFar(quaternion, corners[0], corners[1]);
      const before = upOf(world);
      for (const toward of [...corners.slice(1), corners[0]]) {
        command(world, { type: 'move', position: toward.map((v) => 90_000 * v) as Triple });
        tick(world, 91);
        expect(angleBetween(velocityOf(world, 0), toward)).toBeLessThan(5e-3);
      }
      // Counterclockwise, as seen from outside of the sphere, is a positive area.
      expect(angleBetween(upOf(world), about(corners[0], roll, before))).toBeLessThan(0.02);
      expect(dot(upOf(world), velocityOf(world, 0)) / SPEED).toBeCloseTo(0, 4);
    },
  );

  it('does not level: a body on its back stays on its back', () => {
    // Half a loop turns it over, and it stays so while it flies straight on.
    const [from, toward]: Triple[] = [
      [0, 0.01, 1],
      [0, 0.01, -1],
    ];
    const world = shootFar(quaternion, from, toward);
    tick(world, 400);
    expect(angleBetween(velocityOf(world, 0), toward)).toBeLessThan(0.01);
    expect(upOf(world)[1]).toBeCloseTo(-1, 3);
  });

  it('faces a target straight behind after half a turn, over a side that it draws', () => {
    const world = shootFar(quaternion, [0, 0, 1], [0, 0, -1]);
    const { ticks, widest } = turnTo(world);
    expect(Math.abs(ticks - 90)).toBeLessThan(2);
    expect(widest).toBeLessThan(rate * DT + 1e-5);
    const { x, y } = world.views.position;
    expect(Math.hypot(x[0], y[0])).toBeGreaterThan(1);
  });

  it('refuses `level` for a turn by vector', () => {
    expect(() => shootFar({ level: true }, [0, 0, 1], [0, 1, 0])).toThrow(
      expect.objectContaining({
        problems: [
          {
            path: '$.species[0].behaviors[0].level',
            found: 'true with "by": "vector"',
            expected: '"by": "quaternion", or false',
          },
        ],
      }),
    );
  });
});

it.each([
  [1, 0, 0],
  [0, 0, -1],
  [1, 2, -2],
])('flies on to a target straight ahead, at %d %d %d, however far it may turn', (...to) => {
  const far = to.map((v) => v / Math.hypot(...to));
  for (const rate of [20, 300, 1e4]) {
    const world = shootFar({ rate }, far, far);
    tick(world);
    expect(angleBetween(velocityOf(world, 0), far), `rate ${rate}`).toBeLessThan(1e-5);
  }
});

describe('by quaternion and level', () => {
  const behavior = { type: 'turn', by: 'quaternion', level: true, rate: 20 };

  it(`turns the level attitude by rate dt about the axis between both, ${2 * PAIRS} random pairs, seed 4`, () => {
    const random = randomOf(4);
    let reached = 0;
    for (let k = 0; k < 2 * PAIRS; k++) {
      const [from, toward] = pairOf(random, k);
      const { axis, angle } = between(look(from), look(toward));
      const step = Math.min(angle, behavior.rate * DT);
      if (step < behavior.rate * DT) reached++;
      const found = turned(behavior, from, toward);
      expect(angleBetween(found, about(axis, step, from))).toBeLessThan(2e-6);
      expect(angleBetween(found, from)).toBeLessThan(behavior.rate * DT + 1e-5);
    }
    expect(reached).toBeGreaterThan(0);
  });

  it('equals the turn by vector for level directions', () => {
    const [from, toward]: Triple[] = [
      [0.6, 0, 0.8],
      [-0.8, 0, 0.6],
    ];
    const found = turned(behavior, from, toward);
    expect(angleBetween(found, turned({ type: 'turn', rate: 20 }, from, toward))).toBeLessThan(
      1e-6,
    );
  });

  it.each([[[0, 1, 0]], [[0, -1, 0]]] as [Triple][])(
    'turns from and to %j, where level is undefined',
    (vertical) => {
      for (const [from, toward] of [
        [vertical, [0.6, 0, 0.8]],
        [[0.6, 0, 0.8], vertical],
        [vertical, vertical.map((v) => -v)],
      ] as [Triple, Triple][]) {
        const world = shoot({
          behavior: { ...behavior, speed: SPEED, rate: 2 },
          velocity: from.map((v) => v * SPEED),
          target: toward.map((v) => v * 9000),
        });
        tick(world, 400);
        expect(angleBetween(velocityOf(world, 0), toward)).toBeLessThan(0.02);
        expect(length(velocityOf(world, 0))).toBeCloseTo(SPEED, 2);
      }
    },
  );
});

describe('yaw and pitch', () => {
  const behavior = { type: 'yawPitch', yawRate: 9, pitchRate: 4 };

  it(`turn each by its own rate, the shorter way round, ${2 * PAIRS} random pairs, seed 5`, () => {
    const random = randomOf(5);
    const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
    const clamp = (angle: number, most: number): number => Math.max(-most, Math.min(most, angle));
    const yawOf = (d: Triple): number => Math.atan2(d[0], d[2]);
    const pitchOf = (d: Triple): number => Math.atan2(d[1], Math.hypot(d[0], d[2]));
    for (let k = 0; k < 2 * PAIRS; k++) {
      const [from, toward] = [randomDirection(random), randomDirection(random)];
      const found = turned(behavior, from, toward);
      const yaw = yawOf(from) + clamp(wrap(yawOf(toward) - yawOf(from)), behavior.yawRate * DT);
      const pitch = pitchOf(from) + clamp(pitchOf(toward) - pitchOf(from), behavior.pitchRate * DT);
      const level = Math.cos(pitch);
      const expected = [Math.sin(yaw) * level, Math.sin(pitch), Math.cos(yaw) * level];
      expect(angleBetween(found, expected)).toBeLessThan(1e-6);
    }
  });

  it('take 60 frames at 2 and 3 degrees a frame to a target 2 degrees off near the pole', () => {
    // It is 1 degree from straight up, the target 1 degree on the other side: half a turn of yaw.
    const off = Math.PI / 180;
    const rate = 3 * off * 60;
    const world = shoot({
      behavior: { type: 'yawPitch', speed: SPEED, yawRate: rate, pitchRate: (rate * 2) / 3 },
      velocity: [0, Math.cos(off) * SPEED, Math.sin(off) * SPEED],
      target: [1e-3, 90_000 * Math.cos(off), -90_000 * Math.sin(off)],
    });
    tick(world, 58);
    expect(angleBetween(velocityOf(world, 0), [0, Math.cos(off), -Math.sin(off)])).toBeGreaterThan(
      1e-3,
    );
    tick(world, 3);
    expect(angleBetween(velocityOf(world, 0), [0, Math.cos(off), -Math.sin(off)])).toBeLessThan(
      1e-3,
    );
  });

  it('take the yaw of the target at once from straight up, and keep their own toward it', () => {
    const up: Triple = [0, 1, 0];
    const down = turned(behavior, up, [0.8, 0, 0.6]);
    expect(angleBetween(down, up)).toBeCloseTo(behavior.pitchRate * DT, 5);
    expect(Math.atan2(down[0], down[2])).toBeCloseTo(Math.atan2(0.8, 0.6), 5);
    const rising = turned(behavior, [0.6, 0, 0.8], up);
    expect(Math.atan2(rising[0], rising[2])).toBeCloseTo(Math.atan2(0.6, 0.8), 5);
  });

  it('with a low pitch rate are dodged by a jump, not by a run', () => {
    const fly = (course: number[]): number => {
      const world = shoot({
        behavior: { type: 'yawPitch', speed: SPEED, yawRate: 3, pitchRate: 0.05 },
        velocity: [0, 0, SPEED],
        course,
      });
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 180; k++) {
        tick(world);
        const { x, y, z } = world.views.position;
        const { targetPosition: t } = world.views;
        least = Math.min(least, Math.hypot(x[0] - t.x[0], y[0] - t.y[0], z[0] - t.z[0]));
      }
      return least;
    };
    expect(fly([6, 0, 0])).toBeLessThan(1.1);
    expect(fly([0, 6, 0])).toBeGreaterThan(4);
  });
});
