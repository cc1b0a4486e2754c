import { type Command, parseScenarioText, type Scenario } from '@skein/core';
import { plainLists } from './plain-lists.ts';

/**
 * The message if a run has too many commands for a scenario. Such a scenario could not be opened later, so the page
 * does not create it.
 */
export const TOO_MUCH_DONE =
  'This run has more commands than a scenario can hold. Save its replay instead.';

/** The parts of a run that can be saved in a scenario. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly seed: number;
  /**
   * The commands that were given during the run, each with its tick. The commands of the scenario itself are not
   * included.
   */
  readonly history: readonly Command[];
}

/** Creates a scenario that repeats a run without further input. It contains the run's seed and commands. */
export function runScenario({ scenario, seed, history }: ScenarioRun): Scenario {
  const commands = [...scenario.commands, ...history].sort((a, b) => a.tick - b.tick);
  return { ...scenario, seed, commands };
}

/**
 * Returns the text of a scenario file that repeats a run.
 *
 * @throws Error when the run contains more than a scenario can hold, such as thousands of commands
 */
export function scenarioText(run: ScenarioRun): string {
  const text = `${JSON.stringify(runScenario(run), plainLists, 2)}\n`;
  try {
    parseScenarioText(text);
  } catch (cause) {
    throw new Error(TOO_MUCH_DONE, { cause });
  }
  return text;
}
