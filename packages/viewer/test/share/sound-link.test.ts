import { readFileSync } from 'node:fs';
import { parseScenarioText, type Scenario } from '@skein/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Choices, readAddress } from '../../src/address.ts';
import { SCENE_NAMES } from '../../src/scenes.ts';
import { writeRun } from '../../src/share/run-text.ts';
import { similarScenes, soundChoices } from '../../src/share/sound-link.ts';
import { ownScene } from '../own-scene.ts';

const FOLDER = new URL('../../../../scenarios/', import.meta.url);

// The page fetches its scenes; here they come from their folder.
beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = /scenarios\/(.*\.json)/.exec(address)![1];
    return new Response(readFileSync(new URL(path, FOLDER), 'utf8'));
  });
});
afterAll(() => vi.unstubAllGlobals());

/** What a link opens, and what is ignored in it. */
async function opened(
  query: string,
  file?: Scenario,
): Promise<{ choices: Choices; ignored: string[] }> {
  const ignored: string[] = [];
  const asked = readAddress(query, SCENE_NAMES, ignored);
  return { choices: await soundChoices(asked, async () => file, ignored), ignored };
}

const FIRE = { type: 'fire', tick: 5, count: 2 } as const;

describe('a sound link', () => {
  it.each([
    '?scene=flock&seed=7&set=boid.separation.weight:2,boid.maxSpeed:9&count=boid:50',
    '?scene=flock&many=boid:900&spare=4,10&workers=3&kernel=gpu&at=60&hash=0123456789abcdef',
    '?scene=bees&count=bee:5&set=bee.dodge.weight:2&kernel=ts&speed=2&camera=framing',
  ])('opens as it is: %s', async (query) => {
    const { choices, ignored } = await opened(query);
    expect(ignored).toEqual([]);
    expect(choices).toEqual(readAddress(query, SCENE_NAMES));
  });

  it('opens its run: of a scene, of a scenario in the link, and of a file', async () => {
    const log = [FIRE];
    const ofScene = `run=${await writeRun({ log })}`;
    const { choices, ignored } = await opened(`?scene=beams&seed=3&${ofScene}&at=9`);
    expect([choices.history, choices.file, choices.at, ignored]).toEqual([
      log,
      undefined,
      { tick: 9 },
      [],
    ]);
    const scenario = JSON.parse(ownScene('mine'));
    const own = await opened(`?scene=beams&run=${await writeRun({ log: [], scenario })}`);
    expect([own.choices.file?.name, own.choices.history, own.ignored]).toEqual(['mine', [], []]);
    const beams = parseScenarioText(readFileSync(new URL('beams.json', FOLDER), 'utf8'));
    const file = await opened(`?scene=flock&file=b.json&${ofScene}`, beams);
    expect([file.choices.file?.name, file.choices.history]).toEqual(['beams', log]);
    expect(file.ignored).toEqual([]);
  });

  it('opens a new scene, as it was or with its run', async () => {
    const plane = await opened('?new=plane&seed=2');
    expect([plane.choices.file?.name, plane.choices.ground]).toEqual(['new-plane', 'plane']);
    expect([plane.choices.history, plane.ignored]).toEqual([undefined, []]);
    const scenario = { ...plane.choices.file, description: 'Changed.' };
    const changed = await opened(`?new=plane&run=${await writeRun({ log: [], scenario })}`);
    expect(changed.choices.file?.description).toBe('Changed.');
    expect(changed.choices.ground).toBe('plane');
  });
});

describe('a damaged link', () => {
  it('of an unknown scene opens the first one, without what belongs to the other', async () => {
    const query = '?scene=fish&workers=2&speed=2&seed=5&count=fish:3&set=fish.maxSpeed:1&at=9';
    const { choices, ignored } = await opened(query);
    const { options } = readAddress('?speed=2', SCENE_NAMES);
    expect(choices).toEqual({ scene: 'murmuration', workers: 2, options });
    expect(ignored).toEqual(['scene = fish (expected a scene of this page)']);
  });

  it('of an unknown scene opens the scenario that it contains', async () => {
    const scenario = JSON.parse(ownScene('mine'));
    const run = await writeRun({ log: [], scenario });
    const { choices, ignored } = await opened(`?scene=gone&seed=4&run=${run}&at=7`);
    expect([choices.file?.name, choices.seed, choices.at?.tick]).toEqual(['mine', 4, 7]);
    expect(ignored).toHaveLength(1);
    const without = await opened(`?scene=gone&seed=4&run=${await writeRun({ log: [FIRE] })}`);
    expect([without.choices.scene, without.choices.seed]).toEqual(['murmuration', undefined]);
  });

  it.each([
    ['AAAA', 'The link is incomplete'],
    ['%3Cimg%20src=x%3E', 'characters that are not allowed there'],
    ['q1bKyU9XsjKvBQA', 'Found no list of commands'],
  ])('with the run %s opens the scene at its start, and says why', async (run, why) => {
    const query = `?scene=beams&seed=5&kernel=ts&camera=fly&at=70&hash=0123456789abcdef&run=${run}`;
    const { choices, ignored } = await opened(query);
    expect(choices).toEqual(readAddress('?scene=beams&seed=5&kernel=ts', SCENE_NAMES));
    expect(ignored).toHaveLength(1);
    expect(ignored[0]).toContain('run (');
    expect(ignored[0]).toContain(why);
  });

  it('with commands that do not fit the scene names the first problem', async () => {
    const run = await writeRun({ log: [FIRE, { ...FIRE, count: -1 }] });
    const { choices, ignored } = await opened(`?scene=beams&run=${run}`);
    expect([choices.scene, choices.run, choices.history]).toEqual(['beams', undefined, undefined]);
    expect(ignored).toEqual([expect.stringMatching(/^run \(\$\.commands\[\d\]\.count: found -1/)]);
  });

  it('keeps the numbers and parameters that the scene has', async () => {
    const { choices, ignored } = await opened(
      '?scene=flock&count=boid:50,wolf:3&many=__proto__:5&set=boid.maxSpeed:9,boid.seek.mass:2,cow.maxSpeed:1',
    );
    expect(choices.counts).toEqual({ boid: 50 });
    expect(choices.many).toBeUndefined();
    expect(choices.changes).toEqual([{ species: 'boid', parameter: 'maxSpeed', value: 9 }]);
    expect(ignored.map((text) => text.split(' (')[0])).toEqual([
      'count = wolf:3',
      'many = __proto__:5',
      'set = boid.seek.mass:2',
      'set = cow.maxSpeed:1',
    ]);
    expect(ignored[0]).toContain('expected a species of the scene: boid');
  });

  it('of a file that is refused opens the scene, because the page shows what is wrong', async () => {
    const { choices, ignored } = await opened('?scene=flock&file=none.json&seed=3');
    expect(choices).toEqual(readAddress('?scene=flock', SCENE_NAMES));
    expect(ignored).toEqual([]);
  });
});

describe('similar scenes', () => {
  it.each([
    ['fish', 'fish-and-shark'],
    ['murmeration', 'murmuration'],
    ['Beam', 'beams'],
    ['swarm', 'swarm-100k'],
  ])('for %s begin with %s', (name, scene) => {
    expect(similarScenes(name)[0]).toBe(scene);
  });

  it('are few, and none for a name that is like no other', () => {
    expect(similarScenes('flock')).toHaveLength(3);
    expect(similarScenes('x'.repeat(100_000))).toEqual([]);
    expect(similarScenes('')).toEqual([]);
  });
});
