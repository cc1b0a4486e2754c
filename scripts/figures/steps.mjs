import { createWorld, parseScenario, takeEvents, tick } from '@skein/core';
import { sceneInput } from './scene-input.mjs';

/**
 * The flight of beams that are fired at once: when the first of them hits (s), how near they come to the target before
 * (m), and their highest speed (m/s).
 *
 * @param {{ turn: string, rate: number, count?: number, curvatureRadius?: number }} shot
 */
function fly({ turn, rate, count = 1, curvatureRadius = 25 }) {
  const input = sceneInput('beams');
  Object.assign(input.species[0].behaviors[0], { turn, curvatureRadius });
  const commands = [{ tick: 0, type: 'fire', count }];
  const world = createWorld(
    parseScenario({ ...input, dt: 1 / rate, duration: undefined, commands }),
  );
  const [beam] = world.scenario.species;
  let [nearest, fastest] = [Number.POSITIVE_INFINITY, 0];
  while (world.tick < (beam.lifetime ?? 0) * rate) {
    tick(world);
    const isHit = takeEvents(world).some(({ type }) => type === 'hit');
    if (isHit) return { hit: world.tick / rate, nearest, fastest };
    const { position, velocity, status, targetPosition } = world.views;
    for (let row = 0; row < status.length; row++) {
      if (status[row] === 0) continue;
      const apart = (/** @type {'x' | 'y' | 'z'} */ axis) =>
        position[axis][row] - targetPosition[axis][0];
      nearest = Math.min(nearest, Math.hypot(apart('x'), apart('y'), apart('z')));
      const { x, y, z } = velocity;
      fastest = Math.max(fastest, Math.hypot(x[row], y[row], z[row]));
    }
  }
  return { hit: undefined, nearest, fastest };
}

/** @param {ReturnType<typeof fly>} flight */
const hitText = ({ hit, nearest }) =>
  hit === undefined ? `orbits, nearest ${nearest.toFixed(2)} m` : `${hit.toFixed(3)} s`;

/** @type {import('./figure.mjs').Figure} */
export const steps = {
  page: 'docs/integration.md',
  heading: '## Homing',
  keys: 2,
  rows: () =>
    ['add', 'rotate'].flatMap((turn) =>
      [120, 60, 30, 10].map((rate) => {
        const ring = fly({ turn, rate, count: 16 });
        const wide = fly({ turn, rate, count: 16, curvatureRadius: 40 });
        return [
          turn,
          String(rate),
          hitText(fly({ turn, rate })),
          hitText(ring),
          `${wide.nearest.toFixed(2)} m`,
          `${ring.fastest.toFixed(2)} m/s`,
        ];
      }),
    ),
};
