import { type Command, parseScenario, type Scenario } from '@skein/core';
import type { RunText } from './run-text.ts';

/** A run of a link, checked. */
export interface SharedRun {
  readonly log: readonly Command[];
  /** Of a scene that is none of the page's own. */
  readonly file?: Scenario;
}

/**
 * Reads the commands of a run as those of its scenario; `scene` is what it runs where it brings no scenario of its own.
 *
 * @param adapt the scenario as it runs: with other numbers of agents, with more room
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
