import { parseScenario, type Scenario } from '@skein/core';

/** What the lists of the page show of each file of scenarios/: all that the page loads of it at first. */
const descriptions = import.meta.glob<string>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  { eager: true, query: '?description', import: 'default' },
);

/** A scene is fetched when it is chosen; this way one that could not be fetched is fetched again. */
const addresses = import.meta.glob<string>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
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

const files = Object.keys(descriptions).map((path) => path.slice(FOLDER.length, -'.json'.length));

export const SCENE_NAMES: readonly string[] = [
  ...FIRST.filter((name) => files.includes(name)),
  ...files.filter((name) => !FIRST.includes(name)).sort(),
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
  /** The first sentence of its description. */
  readonly line: string;
  /** Address of its picture, 320 x 200; made by scripts/thumbnails.mjs. */
  readonly picture: string;
}

export const SCENE_CARDS: readonly SceneCard[] = SCENE_NAMES.map((name) => ({
  name,
  title: titleOf(name),
  line: firstSentence(descriptions[pathOf(name)]),
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
  return `${FOLDER}${name}.json`;
}

function titleOf(name: string): string {
  const words = name
    .split('-')
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
  return words[0].toUpperCase() + words.slice(1);
}

function firstSentence(description: string): string {
  return /^.*?[.](?=\s|$)/.exec(description)?.[0] ?? '';
}
