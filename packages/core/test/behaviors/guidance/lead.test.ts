import { describe, expect, it } from 'vitest';
import { meetingTime } from '../../../src/behaviors/guidance/lead.ts';
import { tick } from '../../../src/tick/tick.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { angleBetween, velocityOf } from '../../helpers/scenes.ts';
import { SPEED, shoot, timeOfHit } from '../../helpers/shots.ts';

type Way = [number, number, number];

/** How much too far away the target still is after a time (m); 0 where both can meet. */
function gap(r: Way, w: Way, speed: number, time: number): number {
  return Math.hypot(...r.map((value, axis) => value + w[axis] * time)) - speed * time;
}

describe('the time of the meeting', () => {
  it('is the first at which the distance is flown, as a fine search finds it, seed 8', () => {
    const random = randomOf(8);
    const any = (size: number): Way => [0, 0, 0].map(() => (random() - 0.5) * size) as Way;
    let met = 0;
    for (let k = 0; k < 200; k++) {
      const [r, w] = [any(100), any(60)];
      const speed = 15 + 25 * random();
      const time = meetingTime(...r, ...w, speed);
      let searched = 0;
      while (searched < 20 && gap(r, w, speed, searched) > 0) searched += 1e-3;
      if (searched >= 20) {
        if (time > 0) expect(time).toBeGreaterThan(19);
        continue;
      }
      met++;
      expect(Math.abs(time - searched)).toBeLessThan(2e-3);
      expect(Math.abs(gap(r, w, speed, time))).toBeLessThan(1e-9 * (1 + speed * time));
    }
    expect(met).toBeGreaterThan(80);
  });

  it.each([
    ['a target at rest', [0, 0, 50], [0, 0, 0], 30, 50 / 30],
    ['one as fast, coming', [0, 0, 50], [0, 0, -30], 30, 50 / 60],
    ['one as fast, crossing', [0, 0, 50], [30, 0, 0], 30, 0],
    ['one as fast, fleeing', [0, 0, 50], [0, 0, 30], 30, 0],
    ['one faster, fleeing', [0, 0, 50], [0, 0, 31], 30, 0],
    ['one faster, coming', [0, 0, 50], [0, 0, -60], 30, 50 / 90],
    ['one that is there', [0, 0, 0], [3, 4, 5], 30, 0],
  ] as [string, Way, Way, number, number][])('%s', (_, r, w, speed, expected) => {
    expect(meetingTime(...r, ...w, speed)).toBeCloseTo(expected, 10);
  });
});

/** How far the velocity turns in the first step when it flies straight at a point ahead (rad). */
function turnToward(solve: string, point: number[], course: number[]): number {
  const distance = Math.hypot(...point);
  const velocity = point.map((value) => (value / distance) * SPEED);
  const world = shoot({
    behavior: { type: 'lead', solve, speed: SPEED, curvatureRadius: 5 },
    velocity,
    course,
  });
  tick(world);
  return angleBetween(velocityOf(world, 0), velocity);
}

describe('who flies at the right point does not turn', () => {
  const course = [15, 4, -3];
  const fast = Math.hypot(...course);
  const simple = 50 / (SPEED + fast);
  const meeting = meetingTime(0, 0, 50, 15, 4, -3, SPEED);

  it.each([
    ['simple', simple],
    ['quadratic', meeting],
  ])('%s', (solve, time) => {
    const point = [0, 0, 50].map((value, axis) => value + course[axis] * time);
    expect(turnToward(solve, point, course)).toBeLessThan(1e-4);
    expect(turnToward(solve, [1, ...point.slice(1)], course)).toBeGreaterThan(0.05);
  });
});

it('a target that cannot be met is pursued', () => {
  const world = shoot({
    behavior: { type: 'lead', speed: SPEED, curvatureRadius: 5 },
    velocity: [0, SPEED, 0],
    course: [0, 0, 60],
  });
  tick(world, 120);
  const { targetPosition: t, position: p } = world.views;
  const line = [t.x[0] - p.x[0], t.y[0] - p.y[0], t.z[0] - p.z[0]];
  expect(angleBetween(velocityOf(world, 0), line)).toBeLessThan(0.01);
});

it('the simple form leads too little near a crossing target: it passes it and comes again', () => {
  const angle = Math.PI / 3;
  const velocity = [SPEED * Math.sin(angle), 0, SPEED * Math.cos(angle)];
  const shot = (solve: string): number | undefined =>
    timeOfHit(
      shoot({ behavior: { type: 'lead', solve, speed: SPEED }, velocity, course: [15, 0, 0] }),
      20,
    );
  expect(shot('quadratic')).toBeLessThan(2);
  expect(shot('simple')).toBeGreaterThan(10);
});
