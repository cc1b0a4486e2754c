import { parseScenario, type Scenario } from '@skein/core';

/** Every file of scenarios/, bundled with the page. */
const files = import.meta.glob<unknown>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  { eager: true, import: 'default' },
);

/** These come first in the list, in this order; the others follow by name. */
const FIRST = ['murmuration', 'beams', 'flock', 'swarm-100k'];

const scenes = new Map(
  Object.entries(files).map(([path, json]) => [path.replace(/^.*\/(.+)\.json$/, '$1'), json]),
);

export const SCENE_NAMES: readonly string[] = [
  ...FIRST.filter((name) => scenes.has(name)),
  ...[...scenes.keys()].filter((name) => !FIRST.includes(name)).sort(),
];

/** What a list of scenes shows of one. */
export interface SceneCard {
  readonly name: string;
  /** The name as words: "Fish and shark". */
  readonly title: string;
  /** The first sentence of its description. */
  readonly line: string;
  /** Address of its picture, 320 x 200; made by scripts/thumbnails.mjs. */
  readonly picture: string;
}

export const SCENE_CARDS: readonly SceneCard[] = SCENE_NAMES.map((name) => ({
  name,
  title: titleOf(name),
  line: firstSentence(scenes.get(name)),
  picture: `./thumbnails/${name}.webp`,
}));

/** The scene as its file has it. */
export function sceneJson(name: string): unknown {
  return scenes.get(name);
}

/** @throws ScenarioError when the file is not a valid scenario. */
export function loadScene(name: string): Scenario {
  return parseScenario(sceneJson(name));
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** Of a file that was not checked yet: whatever is wrong with it shows once it is opened. */
function firstSentence(json: unknown): string {
  const { description } = json as { description?: unknown };
  return /^.*?[.](?=\s|$)/.exec(String(description ?? ''))?.[0] ?? '';
}

/** Room for what an editor adds to a scene: obstacles, and agents of each species. */
export interface Spare {
  readonly obstacles: number;
  readonly agents: number;
}

/** The scenario with room for more obstacles, each with a name, and for more agents; as it is without. */
export function withSpare(scenario: Scenario, spare: Spare | undefined): Scenario {
  if (spare === undefined) return scenario;
  const { obstacles, species } = scenario;
  const taken = new Set(obstacles.map(({ name }) => name));
  return {
    ...scenario,
    obstacles: obstacles.map((one, index) => {
      const name = `obstacle-${index + 1}`;
      return one.name === undefined && !taken.has(name) ? { ...one, name } : one;
    }),
    obstacleCapacity: Math.max(scenario.obstacleCapacity ?? 0, spare.obstacles),
    species: species.map((one) => {
      if (one.spawn.type === 'pool' || spare.agents === 0) return one;
      return { ...one, capacity: Math.max(one.capacity ?? 0, one.count + spare.agents) };
    }),
  };
}

/** The scenario with room for so many particles; as it is when no number is given. */
export function withRoom(scenario: Scenario, capacity: number | undefined): Scenario {
  return capacity === undefined ? scenario : { ...scenario, particles: { capacity } };
}
