import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { createWorld, type WorldOptions } from '../../src/tick/create-world.ts';
import type { World } from '../../src/world/world.ts';

const SCENARIO_FOLDER = new URL('../../../../scenarios/', import.meta.url);

/** The scenes of the repository, by file name without ".json". */
export const SCENE_NAMES = readdirSync(SCENARIO_FOLDER)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
  .map((file) => file.slice(0, -'.json'.length));

export function sceneText(name: string): string {
  return readFileSync(new URL(`${name}.json`, SCENARIO_FOLDER), 'utf8');
}

/** A scene of the repository, with some of its top keys replaced. */
export function scene(name: string, replaced: Readonly<Record<string, unknown>> = {}): Scenario {
  return parseScenario({ ...JSON.parse(sceneText(name)), ...replaced });
}

/** The beams of the repository, with some numbers of their homing replaced. */
export function beams(
  homing: Readonly<Record<string, unknown>>,
  replaced: Readonly<Record<string, unknown>>,
): Scenario {
  const input = JSON.parse(sceneText('beams'));
  Object.assign(input.species[0].behaviors[0], homing);
  return parseScenario({ ...input, ...replaced });
}

export function textOf(scenario: unknown): Scenario {
  return parseScenarioText(JSON.stringify(scenario));
}

/** A world of a scenario that is given as plain input. */
export function worldOf(input: Readonly<Record<string, unknown>>, options?: WorldOptions): World {
  return createWorld(parseScenario({ name: 'test', ...input }), options);
}

export type Triple = [number, number, number];

/** One species of agents at given places. */
export function pointsOf(
  positions: readonly (readonly number[])[],
  velocities?: readonly (readonly number[])[],
): Record<string, unknown> {
  return {
    count: positions.length,
    spawn: { type: 'points', positions, ...(velocities && { velocities }) },
  };
}

export function positionOf(world: World, id: number): Triple {
  const { slot, position } = world.views;
  const at = slot[id & world.plan.ids.indexMask];
  return [position.x[at], position.y[at], position.z[at]];
}

export function velocityOf(world: World, id: number): Triple {
  const { slot, velocity } = world.views;
  const at = slot[id & world.plan.ids.indexMask];
  return [velocity.x[at], velocity.y[at], velocity.z[at]];
}

export function length(v: readonly number[]): number {
  return Math.hypot(...v);
}

export function distance(a: readonly number[], b: readonly number[]): number {
  let squared = 0;
  for (let axis = 0; axis < a.length; axis++) squared += (a[axis] - b[axis]) ** 2;
  return Math.sqrt(squared);
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, axis) => sum + value * b[axis], 0);
}

/** The angle between two vectors (rad). */
export function angleBetween(a: readonly number[], b: readonly number[]): number {
  const across = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(length(across), dot(a, b));
}
