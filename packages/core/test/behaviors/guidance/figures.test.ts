import { expect, it } from 'vitest';
import { SPEED, shoot, timeOfHit } from '../../helpers/shots.ts';

// Speed 30 m/s, curvature radius 25 m, the target 50 m away with a hit radius of 1 m, 60 ticks per
// second. A crossing target flies at 15 m/s square to the line between both, to the side to which the
// agent starts. The times (s) come from a comparison made independently of this code.

const LAWS: Record<string, Record<string, unknown>> = {
  pursuit: { type: 'homing' },
  lead: { type: 'lead' },
  navigation: { type: 'navigation', gain: 4 },
};

/** Time of the hit of an agent that starts some degrees off the line to the target. */
function timeOf(law: string, degrees: number, course: number[]): number | undefined {
  const angle = (degrees * Math.PI) / 180;
  const world = shoot({
    behavior: { speed: SPEED, curvatureRadius: 25, ...LAWS[law] },
    velocity: [SPEED * Math.sin(angle), 0, SPEED * Math.cos(angle)],
    course,
  });
  return timeOfHit(world, 20);
}

const CROSSING = [15, 0, 0];

it.each([
  ['pursuit', 90, [0, 0, 0], 2.58],
  ['lead', 90, [0, 0, 0], 2.58],
  ['navigation', 90, [0, 0, 0], 2.58],
  ['pursuit', 60, CROSSING, 12.67],
  ['lead', 60, CROSSING, 1.92],
  ['navigation', 60, CROSSING, 1.98],
  ['pursuit', 150, CROSSING, 14.4],
  ['lead', 150, CROSSING, 3.4],
  // Proportional navigation alone misses here: it pursues until it closes in.
  ['navigation', 150, CROSSING, 3.72],
])(
  '%s from %d degrees off at a target with velocity %j hits after %d s',
  (law, degrees, course, seconds) => {
    expect(Math.abs(timeOf(law, degrees, course)! - seconds)).toBeLessThanOrEqual(1 / 60 + 1e-3);
  },
);
