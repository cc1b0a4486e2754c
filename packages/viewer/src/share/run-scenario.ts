import { type Command, parseScenarioText, type Scenario } from '@skein/core';
import { plainLists } from './plain-lists.ts';

/** A file that nothing opens is worse than none. */
export const TOO_MUCH_DONE =
  'More was done to this run than a scenario may hold. Save its replay instead.';

/** A run as far as its scenario tells it. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Commands that were given, each with its tick; those of the scenario are not among them. */
  readonly history: readonly Command[];
}

/** The scenario that repeats a run by itself: with its seed, and what was done to it as commands of its own. */
export function runScenario({ scenario, seed, history }: ScenarioRun): Scenario {
  const commands = [...scenario.commands, ...history].sort((a, b) => a.tick - b.tick);
  return { ...scenario, seed, commands };
}

/**
 * The same as the text of a file.
 *
 * @throws Error where more was done to the run than a scenario may hold, such as thousands of commands
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
