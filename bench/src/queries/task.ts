import { parseScenario, type Scenario } from '@skein/core';
import type { NearestRequest, RadiusRequest } from '@skein/core/describe';
import { randomNumbers } from '../random-numbers.ts';

/** Queries about agents that are uniformly distributed in a world. */
export interface QueryTask {
  readonly name: string;
  readonly kind: 'nearest' | 'radius';
  readonly dimensions: 2 | 3;
  readonly scenario: Scenario;
  /** The position of each query: x, y and z, in m. */
  readonly points: Float32Array;
  /** For the kind 'nearest': the number of agents to find. For 'radius': the radius, in m. */
  readonly of: number;
}

const AGENTS = 100_000;
/** The edge of the world, in m. */
const EDGE = 100;

export function queryTasks(quick: boolean): QueryTask[] {
  const queries = quick ? 100_000 : 1_000_000;
  return [
    taskOf('8 nearest in 3D', 'nearest', 3, queries, 8),
    taskOf('8 nearest in 2D', 'nearest', 2, queries, 8),
    // This radius contains about as many agents as the nearest queries return.
    taskOf('within 0.5 m in 2D', 'radius', 2, queries, 0.5),
  ];
}

function taskOf(
  name: string,
  kind: QueryTask['kind'],
  dimensions: 2 | 3,
  queries: number,
  of: number,
): QueryTask {
  const min = [0, 0, 0];
  const max = [EDGE, EDGE, dimensions === 2 ? 0 : EDGE];
  const spawn = { type: 'box', min, max };
  const scenario = parseScenario({
    name: 'queries',
    seed: 1,
    dimensions,
    bounds: { type: 'contain', min, max: [EDGE, EDGE, EDGE] },
    species: [{ name: 'agent', count: AGENTS, spawn, behaviors: [] }],
  });
  const points = new Float32Array(3 * queries);
  const random = randomNumbers();
  for (let n = 0; n < points.length; n++) {
    const share = random();
    points[n] = n % 3 < dimensions ? share * EDGE : 0;
  }
  return { name, kind, dimensions, scenario, points, of };
}

export function requestFor({ kind, points, of }: QueryTask): NearestRequest | RadiusRequest {
  return kind === 'nearest'
    ? { type: 'nearest', points, k: of }
    : { type: 'radius', points, radius: of };
}
