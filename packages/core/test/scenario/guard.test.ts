import { describe, expect, it } from 'vitest';
import { parseScenarioText } from '../../src/scenario/parse.ts';
import { checkSize, SIZE } from '../../src/schema/guard.ts';
import { long } from '../helpers/long.ts';

describe('1,000,000 objects and arrays', () => {
  const excess = 'found more than 1000000 objects and arrays, expected at most 1000000';

  /** A scenario of `points` points, which are in 5 objects and arrays: itself, species, spawn, positions. */
  const text = (points: number) =>
    `{"name":"a","species":[{"name":"s","count":${points},"spawn":{"type":"points","positions":` +
    `[${'[0,0],'.repeat(points - 1)}[0,0]]}}]}`;
  const most = SIZE.parts - 5;

  long('in a text are read', () => {
    const positions = parseScenarioText(text(most)).species[0]?.spawn;
    expect(positions).toMatchObject({ positions: { length: 999_995 } });
  });

  it('and one more in a text are refused', () => {
    const refuse = () => parseScenarioText(text(most + 1));
    expect(refuse).toThrow(
      expect.objectContaining({ name: 'ScenarioError', message: expect.stringContaining(excess) }),
    );
  });

  it('in a value are accepted, and one more is reported', () => {
    /** A list of 999 lists of 1000 lists each. */
    const lists = (): unknown[][] => Array.from({ length: 999 }, () => Array(1000).fill([]));
    expect(checkSize(lists(), String)).toEqual([]);
    const more = lists();
    more[998].push({});
    expect(checkSize(more, String)).toMatchObject([
      { path: '$', found: 'more than 1000000 objects and arrays' },
    ]);
  });
});
