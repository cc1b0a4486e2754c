import { parseScenario, type Scenario } from '@skein/core';
import type { Options } from './options.ts';

/** All that the page loads of a scene at first. It is fetched when it is chosen; this way one that could not be fetched is fetched again. */
const addresses = import.meta.glob<string>(
  [
    '../../../scenarios/*.json',
    '../../../scenarios/models/*.json',
    '!../../../scenarios/*.schema.json',
  ],
  { eager: true, query: '?url&no-inline', import: 'default' },
);

/** The page opens with it: it does not wait for another file. */
const opening = import.meta.glob<unknown>('../../../scenarios/murmuration.json', {
  eager: true,
  import: 'default',
});

const FOLDER = '../../../scenarios/';

/** These come first in the list, in this order; the others follow by name. */
const FIRST = ['murmuration', 'beams', 'flock', 'swarm-100k'];

/** Those of a folder of scenarios/, by name. */
const namesIn = (folder: string): string[] =>
  Object.keys(addresses)
    .map((path) => path.slice(FOLDER.length, -'.json'.length))
    .filter((name) => name.slice(0, name.lastIndexOf('/') + 1) === folder)
    .map((name) => name.slice(folder.length))
    .sort();

const files = namesIn('');

/** Models that are known in their fields: docs/models.md. */
const models = namesIn('models/');

export const SCENE_NAMES: readonly string[] = [
  ...FIRST.filter((name) => files.includes(name)),
  ...files.filter((name) => !FIRST.includes(name)),
  ...models,
];

/** Words of names that are written otherwise in a title. */
const SPELLED: Readonly<Record<string, string>> = {
  '3d': '3D',
  opensteer: 'OpenSteer',
  yuka: 'Yuka',
};

/** What a list of scenes shows of one. */
export interface SceneCard {
  readonly name: string;
  /** The name as words: "Fish and shark". */
  readonly title: string;
  /** The first sentence of its description, which is loaded when it is wanted. */
  line(): Promise<string>;
  /** Whether it is a model that is known in its field. */
  readonly isModel: boolean;
  /** Address of its picture, 320 x 200; made by scripts/thumbnails.mjs. */
  readonly picture: string;
}

export const SCENE_CARDS: readonly SceneCard[] = SCENE_NAMES.map((name) => ({
  name,
  title: titleOf(name),
  line: async () => (await import('./scene-lines.ts')).SCENE_LINES[pathOf(name)],
  isModel: models.includes(name),
  picture: `./thumbnails/${name}.webp`,
}));

/**
 * The scene as its file has it.
 *
 * @throws Error when it cannot be fetched
 */
export async function sceneJson(name: string): Promise<unknown> {
  const path = pathOf(name);
  if (path in opening) return opening[path];
  const answer = await fetch(addresses[path]).catch(() => undefined);
  if (!answer?.ok) {
    const found = answer ? `HTTP ${answer.status} ${answer.statusText}` : 'no answer';
    throw new Error(`The file of scene "${name}" could not be loaded: found ${found.trim()}.`);
  }
  return answer.json();
}

/** @throws ScenarioError when the file is not a valid scenario; Error when it cannot be fetched. */
export async function loadScene(name: string): Promise<Scenario> {
  return parseScenario(await sceneJson(name));
}

function pathOf(name: string): string {
  return `${FOLDER}${models.includes(name) ? 'models/' : ''}${name}.json`;
}

function titleOf(name: string): string {
  const words = name
    .split('-')
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** Where something else than the species tells what a scene is about. */
const COLORS: Readonly<Record<string, Options['color']>> = {
  ants: 'column:branch',
  epidemic: 'column:state',
  fireflies: 'column:phase',
  swarmalators: 'column:phase',
  vicsek: 'heading',
};

/** What the colors of a scene tell that is chosen while another is shown: what a visitor has chosen stays. */
export function colorOf(scene: string, left: string, color: Options['color']): Options['color'] {
  const isOwn = color === 'auto' || color === COLORS[left];
  return isOwn ? (COLORS[scene] ?? 'auto') : color;
}
