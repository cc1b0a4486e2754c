import { createWorld, parseScenario, takeEvents, tick } from '@skein/core';

const SPEED = 30;
const START = [0, 0, 50];
const LAWS = [{ type: 'homing' }, { type: 'lead' }, { type: 'navigation', gain: 4 }];

/**
 * The time until an agent hits that starts some degrees off the line to a target 50 m away, in s. The target flies at a
 * speed (m/s) square to that line.
 *
 * @param {object} law
 * @param {number} degrees
 * @param {number} course
 */
function timeOfHit(law, degrees, course) {
  const angle = (degrees * Math.PI) / 180;
  const velocity = [SPEED * Math.sin(angle), 0, SPEED * Math.cos(angle)];
  const end = [START[0] + 200 * course, START[1], START[2]];
  const world = createWorld(
    parseScenario({
      name: 'hits',
      dt: 1 / 60,
      species: [
        {
          name: 'missile',
          count: 1,
          spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [velocity] },
          damping: 0.1,
          behaviors: [{ ...law, speed: SPEED, curvatureRadius: 25 }],
        },
      ],
      ...(course > 0 && { paths: [{ name: 'course', points: [START, end] }] }),
      targets: [
        {
          name: 'goal',
          position: START,
          radius: 1,
          ...(course > 0 && { motion: { type: 'path', path: 'course', speed: course } }),
        },
      ],
    }),
  );
  while (world.tick < 20 * 60) {
    tick(world);
    if (takeEvents(world).some(({ type }) => type === 'hit')) return (world.tick / 60).toFixed(2);
  }
  return 'none in 20 s';
}

/** @type {import('./figure.mjs').Figure} */
export const hits = {
  page: 'docs/guidance.md',
  heading: '## How they compare',
  keys: 1,
  rows: () =>
    /** @type {const} */ ([
      ['at rest, 90 degrees off', 90, 0],
      ['crossing, 60 degrees off', 60, 15],
      ['crossing, 150 degrees off', 150, 15],
    ]).map(([name, degrees, course]) => [
      name,
      ...LAWS.map((law) => timeOfHit(law, degrees, course)),
    ]),
};
