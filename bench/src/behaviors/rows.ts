import type { Scenario } from '@skein/core';
import { type BehaviorDescription, describeBehaviors } from '@skein/core/describe';
import { boids, RADIUS } from '../workload.ts';
import { minimal, type Quarry } from './minimal.ts';
import { scaledScene, sceneNames } from './scenes.ts';

/** A row of the table: one behavior or one scene, for any number of agents. */
export interface BehaviorRow {
  readonly name: string;
  /** The type of the behavior, or 'scene'. */
  readonly of: string;
  readonly scenario: (agents: number) => Scenario;
  /** Whether the row is also measured in quick runs. */
  readonly quick: boolean;
}

/** The row of the flock. All other rows are compared with this row at the same number of agents. */
export const FLOCK: BehaviorRow = {
  name: 'flock',
  of: 'flock',
  scenario: (agents) => boids({ agents, neighbors: 30 }),
  quick: true,
};

/** The pursuits to measure: of few or many agents, with limited or unlimited sight. */
const QUARRIES: readonly (Quarry & { readonly name: string })[] = [
  { name: 'nearest of 10', count: () => 10, choose: 'nearest' },
  { name: 'nearest of 10, near', count: () => 10, choose: 'nearest', sight: RADIUS },
  { name: 'nearest of 1,000', count: () => 1000, choose: 'nearest' },
  { name: 'nearest of 1,000, near', count: () => 1000, choose: 'nearest', sight: RADIUS },
  { name: 'nearest of N/10', count: tenth, choose: 'nearest' },
  { name: 'nearest of N/10, near', count: tenth, choose: 'nearest', sight: RADIUS },
  { name: 'assigned of N/10', count: tenth, choose: 'assigned' },
];

function tenth(agents: number): number {
  return Math.max(1, Math.round(agents / 10));
}

/**
 * Quick runs measure `QUARRIES` only for this type of behavior. All types of behavior search for quarries in the same
 * way.
 */
const SEARCHING = 'pursue';

function rowsOf(description: BehaviorDescription): BehaviorRow[] {
  const { type, settings } = description;
  const isAimed = settings.some(({ name }) => name === 'quarry');
  const plain: BehaviorRow = {
    name: isAimed ? `${type} a target` : type,
    of: type,
    scenario: (agents) => minimal(description, agents),
    quick: true,
  };
  if (!isAimed) return [plain];
  const hunting = QUARRIES.map((quarry) => ({
    name: `${type} ${quarry.name}`,
    of: type,
    scenario: (agents: number) => minimal(description, agents, quarry),
    quick: type === SEARCHING,
  }));
  return [plain, ...hunting];
}

/**
 * Creates all rows that are compared with the flock. First come the rows for each type of behavior. Then comes a row
 * for each scene.
 */
export function behaviorRows(): BehaviorRow[] {
  const scenes = sceneNames().map((name) => ({
    name: `scene ${name}`,
    of: 'scene',
    scenario: (agents: number) => scaledScene(name, agents),
    quick: true,
  }));
  return [...describeBehaviors().flatMap(rowsOf), ...scenes];
}
