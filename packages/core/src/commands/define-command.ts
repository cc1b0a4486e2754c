import type * as z from 'zod/mini';
import type { Scenario } from '../scenario/schema.ts';
import type { Plan } from '../world/plan.ts';

/** The valid parts of a scenario. A command is checked against them. */
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
  /** The largest neighbor radius (m) that the bounds of the scenario allow. */
  readonly largestRadius: number;
}

/**
 * Reports a problem of a command. `key` is the path of the key, such as ".count", or "" for the whole command. `found`
 * describes the value there, and `expected` describes the value that was expected.
 */
export type ReportProblem = (key: string, found: string, expected: string) => void;

/** A command as numbers. This is the form that its effect reads. */
export interface CommandNumbers {
  /** Ids, indices and counts, u32. */
  readonly places: ArrayLike<number>;
  /** Positions, velocities and other quantities, rounded to f32. */
  readonly values: ArrayLike<number>;
}

/** How one kind of command is read, checked and encoded. What it does in a tick is defined in phases/effects. */
export interface CommandDefinition<Schema extends z.ZodMiniObject> {
  /** The schema of the command's keys. The value of the key `type` is a literal. */
  readonly schema: Schema;
  /** Keys whose meaning depends on another key, and that key. If it is wrong, the meaning is unknown. */
  readonly dependent?: Readonly<Record<string, string>>;
  /** Reports problems that the schema cannot find, such as unknown names and positions outside the map. */
  check(command: z.output<Schema>, scope: Scope, report: ReportProblem): void;
  /** Converts a checked command to numbers. */
  encode(command: z.output<Schema>, scenario: Scenario, plan: Plan): CommandNumbers;
}

/** Returns a definition unchanged. Its only purpose is that the types are inferred from the schema. */
export function defineCommand<Schema extends z.ZodMiniObject>(
  definition: CommandDefinition<Schema>,
): CommandDefinition<Schema> {
  return definition;
}
