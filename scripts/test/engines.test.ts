import { describe, expect, it } from 'vitest';
import type { Finding } from '../engines/checks.mjs';
import { differences, table, waysOf } from '../engines/compare.mjs';

const golden = {
  beams: { ticks: 600, start: 'b0', middle: 'b1', end: 'b2' },
  maze: { ticks: 120, start: 'm0', middle: 'm1', end: 'm2' },
};
const TEAMS = [0, 3];

/** What an engine finds with which nothing is wrong, but for one thing of one way. */
function findings(way = '', wrong: Partial<Finding> = {}): Finding[] {
  return waysOf(Object.keys(golden), TEAMS).map(({ scene, kernel, workers }) => {
    const { start, middle, end } = golden[scene as keyof typeof golden];
    const right = { start, middle, end, continued: end, snapshot: undefined, replay: undefined };
    const one = { scene, kernel: kernel as Finding['kernel'], workers, ...right };
    return way === `${scene} ${kernel} ${workers}` ? { ...one, ...wrong } : one;
  });
}

describe('the findings of an engine', () => {
  it('are right when all ways were gone and all hashes are golden', () => {
    expect(findings()).toHaveLength(8);
    expect(differences(findings(), golden, TEAMS)).toEqual([]);
  });

  it.each([
    [{ start: 'x' }, 'tick 0: x, not m0'],
    [{ middle: 'x' }, 'tick 60: x, not m1'],
    [{ end: 'x' }, 'tick 120: x, not m2'],
    [{ continued: 'm1' }, 'tick 120 from the snapshot: m1, not m2'],
    [{ snapshot: 'byte 9' }, 'snapshot of tick 60: byte 9'],
    [{ replay: 'tick 17' }, 'replay, tick 17'],
  ])('%j is told with its scene, kernel and threads', (wrong, told) => {
    const found = differences(findings('maze simd 3', wrong), golden, TEAMS);
    expect(found).toEqual([`maze, simd, 3 workers, ${told}`]);
  });

  it('that are missing are told: an engine without a kernel or without threads has not passed', () => {
    const without = findings().filter(({ scene, kernel }) => scene !== 'beams' || kernel === 'ts');
    expect(differences(without, golden, TEAMS)).toEqual([
      'beams, simd, calling thread: was not run',
      'beams, simd, 3 workers: was not run',
    ]);
    expect(differences([], golden, TEAMS)).toHaveLength(8);
  });
});

it('a table has columns of one width', () => {
  const rows = [
    ['engine', 'runs'],
    ['webkit', '68'],
    ['node', '7'],
  ];
  expect(table(rows).split('\n')).toEqual([
    '| engine | runs |',
    '| ------ | ---- |',
    '| webkit | 68   |',
    '| node   | 7    |',
  ]);
});
