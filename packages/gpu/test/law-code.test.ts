import { describe, expect, it } from 'vitest';
import type { WorkedLaw } from '../../core/src/laws/law.ts';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { LawScene } from './helpers/law-scene.ts';
import { openDevice } from './helpers/open-device.ts';
import { randomScene } from './helpers/random-scene.ts';
import { runScenes } from './helpers/run-scenes.ts';

const device = await openDevice();
/** Pipelines that are compiled at the same time. */
const AT_ONCE = 4;

/** Runs scenes in pipelines of their own. Returns those of which some agents are left to the soft layer. */
async function check(layer: 'flag' | 'soft', scenes: readonly LawScene[]): Promise<LawScene[]> {
  const flagged: LawScene[] = [];
  const waiting = [...scenes];
  const run = async (): Promise<void> => {
    for (let scene = waiting.pop(); scene !== undefined; scene = waiting.pop()) {
      const report = await runScenes(device!, layer, [scene]);
      expect(report.difference).toBeUndefined();
      if (report.flagged[0] > 0) flagged.push(scene);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return flagged;
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

describe.skipIf(device === undefined)('lawCode', () => {
  it('computes random laws to the bit', async () => {
    const count = runsOf(32);
    const scenes = Array.from({ length: count }, (_, k) => randomScene(seedOf(0) + k));
    const flagged = await check('flag', scenes);
    // Compiling for the soft layer takes several times as long.
    await check('soft', flagged.slice(0, Math.ceil(count / 8)));
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
    expect(await check('soft', [new LawScene(law, 1, 0)])).toEqual([]);
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
    expect(await check('soft', [new LawScene(law, 1, 0)])).toEqual([]);
  });
});
