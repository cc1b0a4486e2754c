import { parseScenario, type Scenario } from '@skein/core';
import { hashOf, type Plan, rawWith, runAt } from '../plan/plan.ts';
import type { Job, ParameterValue } from './job.ts';
import { runKey } from './run-key.ts';

/** A run whose parameters make the scenario invalid. It has a key, but cannot be stepped. */
export interface RefusedJob extends Omit<Job, 'scenario'> {
  readonly error: Error;
}

/** Creates the jobs for the runs of a plan, one at a time and in any order. */
export class JobMaker {
  readonly #plan: Plan;
  /** The latest combination of parameters. It is kept for the next runs, which often differ only in the seed. */
  #last: { combination: number; scenario: Scenario | Error; raw: unknown } | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Creates the job for the run with this index, from 0 to `runs` - 1. */
  make(index: number): Job | RefusedJob {
    const { engine, ticks, measures, every, parameters, trajectories } = this.#plan;
    const { combination, seed, values } = runAt(this.#plan, index);
    const { scenario, raw } = this.#scenarioOf(combination, values);
    const common = {
      index,
      parameters: Object.fromEntries(parameters.map(({ name }, at) => [name, values[at]])),
      seed,
      ticks,
      measures,
      every,
      ...(trajectories !== undefined && { trajectories }),
    };
    if (scenario instanceof Error) {
      // There is no parsed scenario to hash, so the key is computed from the unparsed one.
      const key = hashOf({ engine, refused: raw, seed, ticks, measures, every });
      return { key, ...common, error: scenario };
    }
    const seeded = { ...scenario, seed };
    const key = runKey({ engine, scenario: seeded, seed, ticks, measures, every, trajectories });
    return { key, scenario: seeded, ...common };
  }

  #scenarioOf(combination: number, values: readonly ParameterValue[]) {
    if (this.#last?.combination === combination) return this.#last;
    const raw = rawWith(this.#plan, values);
    let scenario: Scenario | Error;
    try {
      scenario = parseScenario(raw);
    } catch (error) {
      scenario = error as Error;
    }
    this.#last = { combination, scenario, raw };
    return this.#last;
  }
}
