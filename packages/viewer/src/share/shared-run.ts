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
 * @throws ScenarioError with every problem
 */
export function sharedRun({ log, scenario }: RunText, scene: unknown): SharedRun {
  const json = (scenario ?? scene) as { readonly commands?: readonly unknown[] };
  const own = parseScenario(json);
  const all = parseScenario({ ...json, commands: [...(json.commands ?? []), ...log] }).commands;
  const given = all.slice(own.commands.length).sort((a, b) => a.tick - b.tick);
  return { log: given, ...(scenario !== undefined && { file: own }) };
}
