import { parseScenario, type Scenario } from '@skein/core';

/** Every file of scenarios/, bundled with the page. */
const files = import.meta.glob<unknown>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  { eager: true, import: 'default' },
);

/** These come first in the list, in this order; the others follow by name. */
const FIRST = ['beams', 'flock', 'swarm-100k'];

const scenes = new Map(
  Object.entries(files).map(([path, json]) => [path.replace(/^.*\/(.+)\.json$/, '$1'), json]),
);

export const SCENE_NAMES: readonly string[] = [
  ...FIRST.filter((name) => scenes.has(name)),
  ...[...scenes.keys()].filter((name) => !FIRST.includes(name)).sort(),
];

/** @throws ScenarioError when the file is not a valid scenario. */
export function loadScene(name: string): Scenario {
  return parseScenario(scenes.get(name));
}
