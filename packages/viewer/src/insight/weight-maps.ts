import { type Scenario, SkeinError, type World, type weightMap } from '@skein/core';

/**
 * The maximum number of agents whose weight maps are computed for each state. A map takes 0.1 to 0.2 ms, in which no
 * tick is computed.
 */
export const MAX_MAPS = 100;

/** The weight maps of several agents at the same tick. It can be posted to another thread. */
export interface WeightMaps {
  readonly ids: readonly number[];
  /** The position (m) and the velocity (m/s) of each agent: x, y and z of the first, then of the second, and so on. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** The directions of the slots as unit vectors, the same for all agents. */
  readonly directions: Float32Array;
  /** The interest and the danger of each slot of the first agent, then of the second, and so on. */
  readonly interest: Float32Array;
  readonly danger: Float32Array;
  /** The chosen slot of each agent, or -1. */
  readonly chosen: readonly number[];
}

/** Whether agents of the scenario choose their directions by weight maps. */
export function hasWeightMaps({ species }: Scenario): boolean {
  return species.some(choosesDirections);
}

function choosesDirections({ behaviors }: Scenario['species'][number]): boolean {
  return behaviors.some(({ type }) => type === 'context');
}

/**
 * Computes the weight maps of the living agents, at most `MAX_MAPS` of those with the lowest ids. Returns undefined if
 * there are none. Call it only while no tick is being computed.
 */
export function weightMapsOf(world: World, mapOf: typeof weightMap): WeightMaps | undefined {
  const { id, species, status, position, velocity } = world.views;
  const choosing = world.scenario.species.map(choosesDirections);
  const rows: number[] = [];
  for (let row = 0; row < id.length; row++) {
    if (status[row] !== 0 && choosing[species[row]]) rows.push(row);
  }
  rows.sort((a, b) => id[a] - id[b]);
  const seen = rows.slice(0, MAX_MAPS).flatMap((row) => {
    const map = ifAny(() => mapOf(world, id[row]));
    return map === undefined ? [] : [{ row, map }];
  });
  if (seen.length === 0) return undefined;
  const triples = ({ x, y, z }: typeof position) =>
    Float32Array.from(seen.flatMap(({ row }) => [x[row], y[row], z[row]]));
  return {
    ids: seen.map(({ row }) => id[row]),
    positions: triples(position),
    velocities: triples(velocity),
    directions: seen[0].map.directions,
    interest: Float32Array.from(seen.flatMap(({ map }) => [...map.interest])),
    danger: Float32Array.from(seen.flatMap(({ map }) => [...map.danger])),
    chosen: seen.map(({ map }) => map.chosen),
  };
}

function ifAny<Map>(map: () => Map): Map | undefined {
  try {
    return map();
  } catch (error) {
    // A quarantined agent has no map.
    if (error instanceof SkeinError) return undefined;
    throw error;
  }
}
