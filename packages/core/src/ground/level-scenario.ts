import type { GroundShape } from '../path/mesh/from-navcat.ts';
import type { Point } from '../path/mesh/weld.ts';
import type { ScenarioInput } from '../scenario/scenario-input.ts';

/** How many walkers a scenario of a level has. */
const WALKERS = 20;

/**
 * A scenario with the ground of a level and a few walkers on it, at most 20. Each walks to where another began.
 *
 * @param file the name of the level's file, after which the scenario is named
 */
export function levelScenario(file: string, ground: GroundShape): ScenarioInput {
  const places = placesOn(ground);
  return {
    name: nameOf(file),
    dimensions: 3,
    species: [
      {
        name: 'walker',
        count: places.length,
        radius: 0.25,
        maxSpeed: 1.5,
        spawn: { type: 'points', positions: places },
        goals: { type: 'points', positions: [...places.slice(1), places[0]] },
        behaviors: [
          { type: 'navigate', weight: 10 },
          { type: 'orca', radius: 3, timeHorizon: 2 },
        ],
      },
    ],
    ground,
  };
}

/** A valid name of a scenario, from the name or path of a file. */
function nameOf(file: string): string {
  const words = file
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-');
  return /^[A-Za-z]/.test(words) ? words.slice(0, 64) : 'level';
}

/** Points in the middle of the largest polygons. */
function placesOn({ vertices, polygons }: GroundShape): Point[] {
  return polygons
    .map((corners) => {
      const points = corners.map((vertex) => vertices[vertex]);
      const area = points.reduce((sum, [x, y], k) => {
        const [nextX, nextY] = points[(k + 1) % points.length];
        return sum + x * nextY - y * nextX;
      }, 0);
      const mean = (axis: 0 | 1 | 2): number =>
        points.reduce((sum, point) => sum + point[axis], 0) / points.length;
      const middle: Point = [mean(0), mean(1), mean(2)];
      return { area: Math.abs(area), middle };
    })
    .sort((one, other) => other.area - one.area)
    .slice(0, WALKERS)
    .map(({ middle }) => middle);
}
