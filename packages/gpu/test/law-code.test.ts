import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, parseScenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import type { WorkedLaw } from '../../core/src/laws/law.ts';
import { IS_USUAL, runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { chooseLayer } from '../src/self-test.ts';
import { LawScene } from './helpers/law-scene.ts';
import { openDevice } from './helpers/open-device.ts';
import { randomScene } from './helpers/random-scene.ts';
import { runScene } from './helpers/run-scene.ts';

// Code without checks of indices compiles in two thirds of the time.
const device = await openDevice(['enable-dawn-features=disable_robustness']);
const layer = device && (await chooseLayer(device));

/** Runs a scene with the soft layer. */
async function check(scene: LawScene): Promise<void> {
  const { difference } = await runScene(device!, 'soft', scene);
  expect(difference).toBeUndefined();
}

function lawOf(of: Partial<WorkedLaw>): WorkedLaw {
  return {
    law: 1,
    name: '',
    description: '',
    aim: 'none',
    parameters: {},
    nodes: [],
    result: 'next',
    vector: [],
    ...of,
  };
}

const SCENARIOS = new URL('../../../scenarios/', import.meta.url);
const ALL = readdirSync(SCENARIOS).filter((file) => /^(?!scenario\.schema).*\.json$/.test(file));
/** Scenarios with behaviors of most families. */
const SOME = ['dogfight.json', 'flock-forces.json', 'formation.json', 'salvo.json', 'savanna.json'];

/** The different laws of some scenarios, except those that read fields. */
function lawsOf(files: readonly string[]): readonly WorkedLaw[] {
  const laws = files.flatMap((file) => {
    const world = createWorld(
      parseScenario(JSON.parse(readFileSync(new URL(file, SCENARIOS), 'utf8'))),
    );
    return innerOf(world).plan.laws.map(({ law }) => law);
  });
  const different = new Map(laws.map((law) => [JSON.stringify(law.nodes), law]));
  return [...different.values()].filter(({ nodes }) => nodes.every(([name]) => name !== 'cell'));
}

describe.skipIf(device === undefined)('wgslOfLaw', () => {
  const count = runsOf(500, 10_000);
  it(`computes ${count} random laws to the bit`, { timeout: 60_000 + 2000 * count }, async () => {
    for (let seed = seedOf(0); seed < seedOf(0) + count; seed++) {
      const scene = randomScene(seed);
      // One of several takes the layer of other cards.
      const own = seed % 8 === 0 ? 'flag' : layer!;
      const { difference, flagged } = await runScene(device!, own, scene);
      expect(difference, `seed ${seed}, ${own}`).toBeUndefined();
      // The soft layer takes several times as long to compile.
      if (flagged === 0 || (IS_USUAL && seed % 16 > 0)) continue;
      const { difference: other } = await runScene(device!, 'soft', scene);
      expect(other, `seed ${seed}, soft`).toBeUndefined();
    }
  });

  it('computes the laws of behaviors to the bit, and leaves no agents to the soft layer', async () => {
    for (const law of lawsOf(IS_USUAL ? SOME : ALL)) {
      const report = await runScene(device!, 'flag', new LawScene(law, 3, 0));
      expect(report, law.name).toEqual({ difference: undefined, flagged: 0 });
    }
  });

  it('reads cells of fields, of the agent and of its neighbors', async () => {
    const nodes = [
      ['self', 'position.x'],
      ['toWhole', 0],
      ['whole', 8],
      ['modWhole', 1, 2],
      ['cell', 3, 'trail'],
      ['number', 5],
      ['number', 0],
      ['neighbors', 5, 6],
      ['other', 7, 'id'],
      ['modWhole', 8, 2],
      ['cell', 9, 'trail'],
      ['sum', 7, 10],
    ] as const;
    const law = lawOf({ nodes, vector: [4, 11] });
    await check(new LawScene(law, 1, 0));
  });

  it('sees no neighbors in a negative radius, and those on its spot in a radius of 0', async () => {
    const nodes = [
      ['parameter', 'radius'],
      ['number', -1],
      ['neighbors', 0, 1],
      ['count', 2],
      ['number', 0],
      ['neighbors', 4, 1],
      ['count', 5],
    ] as const;
    const radius = { unit: 'm', default: -2, min: -3, max: 3, description: '' };
    const law = lawOf({ nodes, vector: [3, 6], parameters: { radius } });
    await check(new LawScene(law, 1, 0));
  });

  it('does not divide whole numbers by 0, nor compute constants at compile time', async () => {
    const nodes = [
      ['whole', 0],
      ['whole', 4294967295],
      ['divWhole', 1, 0],
      ['modWhole', 1, 0],
      ['mulWhole', 1, 1],
      ['addWhole', 1, 1],
      ['whole', 31],
      ['shiftLeft', 1, 6],
      ['number', 'NaN'],
      ['toBits', 8],
    ] as const;
    const law = lawOf({ nodes, vector: [2, 3, 4, 5, 7, 9] });
    await check(new LawScene(law, 1, 0));
  });
});
