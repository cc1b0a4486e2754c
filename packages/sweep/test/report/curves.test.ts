import { describe, expect, it } from 'vitest';
import { readCurves } from '../../src/report/curves.ts';

describe('curves from other sources', () => {
  it('are read from JSON, as one curve or a list', () => {
    const one = {
      label: 'Vicsek 1995',
      x: [0, 1],
      y: [1, 0.5],
      measure: 'order',
      source: 'fig. 2',
    };
    const curve = {
      label: 'Vicsek 1995',
      measure: 'order',
      source: 'fig. 2',
      points: [
        { x: 0, y: 1 },
        { x: 1, y: 0.5 },
      ],
    };
    expect(readCurves(JSON.stringify(one), 'a.json')).toEqual([curve]);
    expect(readCurves(` ${JSON.stringify([one, { ...one, label: 'b' }])}`, 'a.json')).toEqual([
      curve,
      { ...curve, label: 'b' },
    ]);
  });

  it('are read from CSV, by label, in any order of the columns', () => {
    const text = '\ufeffy,label,x\r\n1,"a, ""b""",0\r\n\r\n2,c,1\r\n3,"a, ""b""",-2.5e-1';
    expect(readCurves(text, 'data/own.csv')).toEqual([
      {
        label: 'a, "b"',
        points: [
          { x: 0, y: 1 },
          { x: -0.25, y: 3 },
        ],
      },
      { label: 'c', points: [{ x: 1, y: 2 }] },
    ]);
  });

  it('are named after their file, and belong where the header says', () => {
    expect(readCurves('boid.noise,order\n1,2\n', '/data/vicsek.csv')).toEqual([
      { label: 'vicsek', parameter: 'boid.noise', measure: 'order', points: [{ x: 1, y: 2 }] },
    ]);
  });

  it.each([
    ['', 'a.csv: line 1: found "", expected a header with x (or a parameter), y (or a measure)'],
    ['x,y\n', 'a.csv: found no rows, expected at least one point'],
    ['x,y\n1,2\n1,b\n', 'a.csv: row 3: found "b", expected a number'],
    ['x,y\n1,\n', 'a.csv: row 2: found "", expected a number'],
    ['x,y\n1,2,3\n', 'a.csv: row 2: found 3 cells, expected 2'],
    ['x,y,z\n1,2,3\n', 'a.csv: line 1: found "x,y,z", expected a header'],
    ['[]', 'a.csv: found an empty list, expected at least one curve'],
    ['{', 'a.csv: found no JSON'],
    [
      '{"label":"a","x":[1],"y":[1,2]}',
      'found 1 numbers x and 2 numbers y, expected equally many of both',
    ],
    ['[{"label":"a","x":[1],"y":["2"]}]', 'a.csv: $[0].y[0]: found "2", expected'],
    ['{"label":"a","x":[1],"y":[2],"z":1}', 'a.csv: $: found keys z, expected'],
    ['{"x":[1],"y":[2]}', 'a.csv: $.label: found nothing, expected'],
  ])('are refused, with place, found and expected: %j', (text, message) => {
    expect(() => readCurves(text, 'a.csv')).toThrow(message);
    expect(() => readCurves(text, 'a.csv')).toThrow(
      expect.objectContaining({ name: 'ReportError', code: 'REPORT_CURVE' }),
    );
  });

  it('are refused if there are too many', () => {
    const curve = { label: 'a', x: [1], y: [1] };
    expect(() => readCurves(JSON.stringify(Array(21).fill(curve)), 'a.json')).toThrow(
      'a.json: found 21 curves, expected at most 20',
    );
    const rows = Array.from({ length: 10_001 }, (_, x) => `${x},1`).join('\n');
    expect(() => readCurves(`x,y\n${rows}`, 'a.csv')).toThrow('row 10002: found more than 10000');
  });
});
