import { type Command, parseScenario, type Scenario } from '@skein/core';
import type { RunText } from './run-text.ts';

/** A run that was read from a link and passed all checks. */
export interface SharedRun {
  readonly log: readonly Command[];
  /** The scenario of the run; absent if it is a scene of the page. */
  readonly file?: Scenario;
}

/**
 * Checks the commands of a run together with its scenario. If the run contains no scenario, `scene` is used instead.
 *
 * @param adapt gives the scenario the numbers of agents and the capacities that the link asks for
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
