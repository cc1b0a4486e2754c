import { describe, expect, it } from 'vitest';
import { interceptionTime } from '../../../src/math/interception.ts';
import { tick } from '../../../src/tick/tick.ts';
import { angleBetween, velocityOf } from '../../helpers/scenes.ts';
import { SPEED, shoot, timeOfHit } from '../../helpers/shots.ts';

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

describe('an agent that flies at the right point does not turn', () => {
  const course = [15, 4, -3];
  const fast = Math.hypot(...course);
  const simple = 50 / (SPEED + fast);
  const meeting = interceptionTime(0, 0, 50, 15, 4, -3, SPEED);

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
    // Saturated at 1 m it would tremble about the line, by 0.1 rad a tick on either side.
    behavior: { type: 'lead', speed: SPEED, curvatureRadius: 5, saturation: 50 },
    velocity: [0, SPEED, 0],
    course: [0, 0, 60],
  });
  tick(world, 120);
  const { targetPosition: t, position: p } = world.views;
  const line = [t.x[0] - p.x[0], t.y[0] - p.y[0], t.z[0] - p.z[0]];
  expect(angleBetween(velocityOf(world, 0), line)).toBeLessThan(2e-3);
});

it('the simple form leads a near crossing target too little, and hits late', () => {
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

it('a small miss on a tiny circle turns it a little, as if the hardest turn were speed/dt', () => {
  const world = shoot({
    behavior: { type: 'lead', speed: SPEED, curvatureRadius: 0.01, saturation: 1 },
    velocity: [0, 0, SPEED],
    target: [0.1, 0, 50],
  });
  tick(world);
  expect(angleBetween(velocityOf(world, 0), [0, 0, 1])).toBeCloseTo(2 * Math.asin(0.1 / 2), 4);
});
