import type * as z from 'zod/mini';
import type { Scenario } from '../scenario/schema.ts';
import type { Plan } from '../world/plan.ts';

/** The valid parts of a scenario, against which a command is checked. */
export interface Scope {
  readonly species: readonly (Scenario['species'][number] | undefined)[];
  readonly targets: readonly (Scenario['targets'][number] | undefined)[];
  readonly launchers: readonly (Scenario['launchers'][number] | undefined)[];
  readonly map?: Scenario['map'];
  readonly bounds: Scenario['bounds'] | undefined;
  readonly obstacleCapacity?: number | undefined;
  readonly laws?: Scenario['laws'];
  readonly dt: number;
  readonly dimensions: 2 | 3;
  readonly seed: number;
  /** The largest neighbor radius (m) that the bounds allow. */
  readonly largestRadius: number;
}

/**
 * Reports a problem: the key in the command (".count", or "" for the whole command), what was found, and what was
 * expected.
 */
export type ReportProblem = (key: string, found: string, expected: string) => void;

/** A command as numbers, in the form that its effect reads. */
export interface CommandNumbers {
  /** Ids, indices and counts, u32. */
  readonly places: ArrayLike<number>;
  /** Positions, velocities and other quantities, rounded to f32. */
  readonly values: ArrayLike<number>;
}

/** The definition of a kind of command. Its effect in a tick is defined in phases/effects. */
export interface CommandDefinition<Schema extends z.ZodMiniObject> {
  /** The schema of its keys. `type` is a literal. */
  readonly schema: Schema;
  /** Reports problems that the schema cannot find, such as unknown names and positions outside the map. */
  check(command: z.output<Schema>, scope: Scope, report: ReportProblem): void;
  /** Encodes a command that was checked. */
  encode(command: z.output<Schema>, scenario: Scenario, plan: Plan): CommandNumbers;
}

/** Returns a definition unchanged. It only infers the types from the schema. */
export function defineCommand<Schema extends z.ZodMiniObject>(
  definition: CommandDefinition<Schema>,
): CommandDefinition<Schema> {
  return definition;
}
