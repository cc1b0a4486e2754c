import type * as z from 'zod/mini';
import type { Scenario } from '../scenario/schema.ts';
import type { Plan } from '../world/plan.ts';

/** What a command is checked against: a scenario, as far as it is sound itself. */
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
  /** Largest neighbor radius (m) that the bounds allow. */
  readonly largestRadius: number;
}

/** Takes down what is wrong: where in the command (".count", or "" for all of it), what was found and expected. */
export type ReportProblem = (key: string, found: string, expected: string) => void;

/** The numbers of a command as the effects read them. */
export interface CommandNumbers {
  /** Indices and counts. */
  readonly places: ArrayLike<number>;
  /** Lengths, velocities and the like, rounded to f32. */
  readonly values: ArrayLike<number>;
}

/** What the engine knows of a kind of command. What it does in a tick is its effect, in phases/effects. */
export interface CommandDefinition<Schema extends z.ZodMiniObject> {
  /** Its keys; `type` is a literal. */
  readonly schema: Schema;
  /** Reports what the schema cannot see: names that do not exist, places outside of the map. */
  check(command: z.output<Schema>, scope: Scope, report: ReportProblem): void;
  /** The numbers of a command that was checked. */
  encode(command: z.output<Schema>, scenario: Scenario, plan: Plan): CommandNumbers;
}

/** Takes the types of a definition from its schema. */
export function defineCommand<Schema extends z.ZodMiniObject>(
  definition: CommandDefinition<Schema>,
): CommandDefinition<Schema> {
  return definition;
}
