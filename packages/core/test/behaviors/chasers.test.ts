import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { distance, positionOf, sceneText } from '../helpers/scenes.ts';

interface Chase {
  /** How often an agent was inside an obstacle, over all ticks. */
  inside: number;
  /** The least distance between two chasers. */
  closest: number;
  /** Distances to the hare, after the first ten seconds. */
  distances: number[];
  /** Turns of each chaser about the hare; counterclockwise is positive. */
  turns: number[];
}

/** The scene of the repository, with some keys of its strafing replaced. */
function chase(strafe: Readonly<Record<string, unknown>>): Chase {
  const input = JSON.parse(sceneText('chasers'));
  Object.assign(input.species[0].behaviors[2], strafe);
  const world = createWorld(parseScenario(input));
  const { count } = world;
  const found: Chase = { inside: 0, closest: 99, distances: [], turns: Array(count).fill(0) };
  const before: number[] = [];
  while (world.tick < 2400) {
    tick(world);
    const { targetPosition } = world.views;
    const hare = [targetPosition.x[0], targetPosition.y[0], 0];
    for (let id = 0; id < count; id++) {
      const at = positionOf(world, id);
      for (let other = 0; other < id; other++) {
        found.closest = Math.min(found.closest, distance(at, positionOf(world, other)));
      }
      for (const obstacle of input.obstacles) if (isIn(at, obstacle)) found.inside++;
      if (world.tick > 600) found.distances.push(distance(at, hare));
      const angle = Math.atan2(at[1] - hare[1], at[0] - hare[0]);
      const turned = (angle - (before[id] ?? angle)) / (2 * Math.PI);
      found.turns[id] += turned - Math.round(turned);
      before[id] = angle;
    }
  }
  return found;
}

interface Obstacle {
  readonly type: string;
  readonly min: number[];
  readonly max: number[];
  readonly center: number[];
  readonly radius: number;
}

function isIn(at: readonly number[], obstacle: Obstacle): boolean {
  if (obstacle.type === 'sphere') return distance(at, [...obstacle.center, 0]) < obstacle.radius;
  return [0, 1].every((axis) => at[axis] > obstacle.min[axis] && at[axis] < obstacle.max[axis]);
}

describe('the chasers of the repository', () => {
  const { inside, closest, distances, turns } = chase({});

  it('enter no obstacle, and keep apart from each other', () => {
    expect(inside).toBe(0);
    expect(closest).toBeGreaterThan(0.3);
  });

  it('keep 0.8 to 1.2 m from the hare four fifths of the time, and always 0.6 to 1.4 m', () => {
    const kept = distances.filter((distance) => distance >= 0.8 && distance <= 1.2).length;
    expect(kept / distances.length).toBeGreaterThan(0.8);
    expect(Math.min(...distances)).toBeGreaterThan(0.6);
    expect(Math.max(...distances)).toBeLessThan(1.4);
  });

  it('circle the hare clockwise, and counterclockwise with `hand: "right"`', () => {
    expect(Math.max(...turns)).toBeLessThan(-0.5);
    expect(Math.min(...chase({ hand: 'right' }).turns)).toBeGreaterThan(0.5);
  });
});
