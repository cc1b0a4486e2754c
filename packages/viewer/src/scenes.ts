import { parseScenario, type Scenario } from '@skein/core';
import type { SceneText } from './scene-texts.ts';

/**
 * The addresses of all scenes. A scene is fetched when the visitor chooses it. If fetching fails, the page can try
 * again.
 */
const addresses = import.meta.glob<string>(
  [
    '../../../scenarios/*.json',
    '../../../scenarios/models/*.json',
    '!../../../scenarios/*.schema.json',
  ],
  { eager: true, query: '?url&no-inline', import: 'default' },
);

/** The first scene. It is part of the bundle, so that the page does not have to wait for another file. */
const opening = import.meta.glob<unknown>('../../../scenarios/murmuration.json', {
  eager: true,
  import: 'default',
});

const FOLDER = '../../../scenarios/';

/**
 * The scenes that come first in the list, in this order. Then the other scenes follow, and then the models. Both groups
 * are sorted by name.
 */
const FIRST = ['murmuration', 'beams', 'flock', 'great-murmuration'];

/** The names of the scenes in a folder of `scenarios/`, sorted. */
const namesIn = (folder: string): string[] =>
  Object.keys(addresses)
    .map((path) => path.slice(FOLDER.length, -'.json'.length))
    .filter((name) => name.slice(0, name.lastIndexOf('/') + 1) === folder)
    .map((name) => name.slice(folder.length))
    .sort();

const files = namesIn('');

/** The scenes that are models published in research; see docs/models.md. */
const models = namesIn('models/');

export const SCENE_NAMES: readonly string[] = [
  ...FIRST.filter((name) => files.includes(name)),
  ...files.filter((name) => !FIRST.includes(name)),
  ...models,
];

/** Words in the names of scenes, each with its spelling in titles. */
const SPELLED: Readonly<Record<string, string>> = {
  '3d': '3D',
  opensteer: 'OpenSteer',
  yuka: 'Yuka',
};

/** What the gallery shows of a scene. */
export interface SceneCard {
  readonly name: string;
  /** The name in words, such as "Fish and shark". */
  readonly title: string;
  /** Loads what the gallery says of the scene. */
  text(): Promise<SceneText>;
  /**
   * The address of a picture of the scene. The picture has 320 x 200 pixels, and was made by scripts/thumbnails.mjs.
   */
  readonly picture: string;
}

/** The scene of the benchmark, which the gallery does not show: it is not made to be looked at. */
export const BENCHMARK = 'swarm-100k';

export const SCENE_CARDS: readonly SceneCard[] = SCENE_NAMES.map((name) => ({
  name,
  title: titleOf(name),
  text: async () => (await import('./scene-texts.ts')).SCENE_TEXTS[pathOf(name)],
  picture: `./thumbnails/${name}.webp`,
}));

/**
 * Fetches the JSON of a scene. It is not checked yet.
 *
 * @throws Error when the file cannot be fetched
 */
export async function sceneJson(name: string): Promise<unknown> {
  const path = pathOf(name);
  if (path in opening) return opening[path];
  const answer = await fetch(addresses[path]).catch(() => undefined);
  if (!answer?.ok) {
    const found = answer ? `HTTP ${answer.status} ${answer.statusText}` : 'no answer';
    throw new Error(
      `The file of scene "${name}" could not be loaded: expected the file, found ${found.trim()}.`,
    );
  }
  return answer.json();
}

/**
 * Loads and checks a scene.
 *
 * @throws ScenarioError when the file is not a valid scenario; Error when it cannot be fetched
 */
export async function loadScene(name: string): Promise<Scenario> {
  return parseScenario(await sceneJson(name));
}

function pathOf(name: string): string {
  return `${FOLDER}${models.includes(name) ? 'models/' : ''}${name}.json`;
}

/** The name of a scene in words, such as "Fish and shark". */
export function titleOf(name: string): string {
  const words = name
    .split('-')
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
  return words[0].toUpperCase() + words.slice(1);
}
