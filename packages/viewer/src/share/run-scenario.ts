import { type Command, parseScenarioText, type Scenario } from '@skein/core';
import { plainLists } from './plain-lists.ts';

/** A file that cannot be opened is worse than no file, so saving is refused with this message. */
export const TOO_MUCH_DONE =
  'This run has more commands than a scenario can hold. Save its replay instead.';

/** The parts of a run that its scenario can hold. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly seed: number;
  /** The commands that were given, each with its tick, without those of the scenario. */
  readonly history: readonly Command[];
}

/** A scenario that repeats a run without further input: it has the run's seed and commands. */
export function runScenario({ scenario, seed, history }: ScenarioRun): Scenario {
  const commands = [...scenario.commands, ...history].sort((a, b) => a.tick - b.tick);
  return { ...scenario, seed, commands };
}

/**
 * The same scenario as the text of a file.
 *
 * @throws Error when the run holds more than a scenario can, such as thousands of commands
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
