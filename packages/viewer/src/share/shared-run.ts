import { type Command, parseScenario, type Scenario } from '@skein/core';
import type { RunText } from './run-text.ts';

/** A run from a link, after all checks. */
export interface SharedRun {
  readonly log: readonly Command[];
  /** The scenario of the run, unless it is a scene of the page. */
  readonly file?: Scenario;
}

/**
 * Checks the commands of a run as commands of its scenario. `scene` is used if the run brings no scenario.
 *
 * @param adapt adds numbers of agents and capacities to the scenario
 * @throws ScenarioError with every problem
 */
export function sharedRun(
  { log, scenario }: RunText,
  scene: unknown,
  adapt: (scenario: Scenario) => Scenario,
): SharedRun {
  const own = parseScenario(scenario ?? scene);
  const all = parseScenario({ ...adapt(own), commands: [...own.commands, ...log] }).commands;
  const given = all.slice(own.commands.length).sort((a, b) => a.tick - b.tick);
  return { log: given, ...(scenario !== undefined && { file: own }) };
}
