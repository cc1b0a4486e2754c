import type { Command, Scenario } from '@skein/core';
import { plainLists } from './plain-lists.ts';

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

/** The same as the text of a file. */
export function scenarioText(run: ScenarioRun): string {
  return `${JSON.stringify(runScenario(run), plainLists, 2)}\n`;
}
