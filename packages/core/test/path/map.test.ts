import { describe, expect, it } from 'vitest';
import { createMap, isOpen, mapFromRows } from '../../src/path/map.ts';
import { MapError } from '../../src/path/map-error.ts';
import { parseMapText } from '../../src/path/map-text.ts';
import { MOVE_X, MOVE_Y } from '../../src/path/octile.ts';
import { stepsFrom } from './naive.ts';
import { randomMap } from './random-maps.ts';

function refusal(read: () => unknown): MapError {
  try {
    read();
  } catch (error) {
    if (error instanceof MapError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('moves', () => {
  it.each([1, 2, 3, 4, 5, 7, 14, 35])('lead to open cells and cut no corner, seed %i', (seed) => {
    const { map } = randomMap(seed, 'varied');
    for (const [cell, bits] of map.moves.entries()) {
      const led = MOVE_X.flatMap((x, move) =>
        (bits >> move) & 1 ? [cell + x + MOVE_Y[move] * map.width] : [],
      );
      const expected = stepsFrom(map, cell, 8).map(([next]) => next);
      expect(led.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  });
});

describe('mapFromRows', () => {
  it('reads rows downward', () => {
    const map = mapFromRows(['.#~', '...'], { '.': 1, '~': 5, '#': 'wall' });
    expect(map).toMatchObject({ width: 3, height: 2, cheapest: 1, dearest: 5 });
    expect([...map.cost]).toEqual([1, 0, 5, 1, 1, 1]);
    expect(isOpen(map, 1, 0)).toBe(false);
    expect(isOpen(map, 3, 0)).toBe(false);
    expect(isOpen(map, 0, -1)).toBe(false);
  });

  it.each([
    [['...', '..'], 'line 2: found 2 characters, expected 3', 2, undefined],
    [['..', '.x'], 'line 2, column 2: found "x", expected one of ".", "#"', 2, 2],
    [[], 'found a map of 0 x 0 cells, expected at least one cell each way', undefined, undefined],
    [[''], 'found a map of 0 x 1 cells', undefined, undefined],
  ])('refuses %j', (rows, message, line, column) => {
    const error = refusal(() => mapFromRows(rows));
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code: 'MAP_INVALID', line, column });
  });

  it.each([0, -1, 256, 1.5, Number.NaN, 'door', null])('refuses cost %s', (cost) => {
    const legend = { '.': cost } as Record<string, number>;
    expect(refusal(() => mapFromRows(['.'], legend)).message).toMatch(
      /for "\." in the legend, expected "wall" or a whole number of 1 to 255/,
    );
  });

  it.each(['', '..', '🌊🌊'])('refuses %j as a character', (character) => {
    expect(refusal(() => mapFromRows(['.'], { [character]: 1 })).expected).toBe('one character');
  });
});

describe('createMap', () => {
  it('refuses sizes before it allocates memory for them', () => {
    const none = new Uint8Array();
    expect(refusal(() => createMap(5000, 5000, none)).code).toBe('MAP_TOO_LARGE');
    expect(refusal(() => createMap(40_000, 1, none)).code).toBe('MAP_TOO_LARGE');
    expect(refusal(() => createMap(2.5, 2, none)).code).toBe('MAP_INVALID');
    expect(refusal(() => createMap(2, 2, none)).message).toContain('found 0 costs, expected 4');
  });

  it.each([-1, 256, 0.5, Number.NaN])('refuses cost %s where it stands', (cost) => {
    const error = refusal(() => createMap(2, 2, [1, 1, 1, cost]));
    expect(error).toMatchObject({ line: 2, column: 2 });
  });

  it('copies the costs', () => {
    const cost = Uint8Array.of(1, 1);
    const map = createMap(2, 1, cost);
    cost[0] = 0;
    expect(map.cost[0]).toBe(1);
  });
});

describe('parseMapText', () => {
  it('reads JSON and MovingAI maps', () => {
    const json = '{"rows": [".a", "#."], "legend": {".": 1, "a": 7, "#": "wall"}}';
    expect([...parseMapText(json).cost]).toEqual([1, 7, 0, 1]);
    expect([...parseMapText('\ufeff{"rows": [".#"]}').cost]).toEqual([1, 0]);
    const text = 'type octile\r\nheight 1\r\nwidth 3\r\nmap\r\n.T@\r\n\r\n';
    expect([...parseMapText(text).cost]).toEqual([1, 0, 0]);
  });

  it.each([
    ['', 'a MovingAI map'],
    ['hello', 'a MovingAI map'],
    ['{', 'JSON'],
    ['{}', 'an array of strings'],
    ['{"rows": [1]}', 'a string'],
    ['{"rows": ["."], "legend": null}', 'an object'],
    ['{"rows": ["."], "legend": [1]}', 'an object'],
    ['{"rows": ["."], "row": 1}', '"rows" and "legend"'],
    ['{"rows": []}', 'at least one cell each way'],
  ])('refuses %j', (text, expected) => {
    expect(refusal(() => parseMapText(text)).expected).toContain(expected);
  });

  it('refuses a text that is too long before it reads it', () => {
    expect(refusal(() => parseMapText(' '.repeat(2 ** 25 + 1))).code).toBe('MAP_TOO_LARGE');
  });
});
