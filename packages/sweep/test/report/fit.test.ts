import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { FitRecord } from '../../src/fit/fit-record.ts';
import { makeReport } from '../../src/report/report.ts';
import { synthetic } from './synthetic.ts';

/** Two parameters over three generations; the second candidate of the second generation is the best. */
const fit: FitRecord = {
  fit: 1,
  plan: { parameters: { a: { from: 0, to: 9 }, b: { from: 1, to: 100, scale: 'log' } } },
  data: { columns: ['width', 'order'], rows: [] },
  settings: { generations: 3, population: 4, sigma: 0.3, seed: 1, tolerance: 0.01 },
  fitted: ['a', 'b'],
  stop: 'generations',
  best: { generation: 2, distance: 0.125, parameters: { a: 3.25, b: 17 }, run: 12 },
  compared: [
    { conditions: { width: 2 }, measure: 'order', data: 4, scale: 4, model: 5 },
    { conditions: { width: 1 }, measure: 'order', data: 2, scale: 4, model: 2 },
  ],
  generations: [
    {
      candidates: [
        [1, 10],
        [2, 20],
        [3, 30],
        [8, 90],
      ],
      distances: [0.5, 0.75, null, 1],
    },
    {
      candidates: [
        [4, 10],
        [3.25, 17],
        [5, 30],
        [6, 40],
      ],
      distances: [0.25, 0.125, 0.5, null],
    },
    {
      candidates: [
        [3, 11],
        [4, 15],
        [3, 16],
        [2, 18],
      ],
      distances: [0.5, 0.375, 0.25, 0.75],
    },
  ],
};

function opened(record: FitRecord) {
  const results = { ...synthetic({ grid: { a: [1, 2, 3] } }), fit: record };
  const { html, figures } = makeReport(results, { now: new Date(0) });
  const { document } = parseHTML(html);
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return { document, texts, figures };
}

describe('the report of a fit', () => {
  it('begins with figures over the generations, and of the data with the model', () => {
    const { figures, texts, document } = opened(fit);
    expect(figures.slice(0, 4).map(({ title }) => title)).toEqual([
      'distance to the data over generations',
      'a over generations',
      'b over generations',
      'order over width, fitted',
    ]);
    expect(texts('#fit desc')[0]).toBe(
      'Lines: distance to the data over generations. The best is 0.5 in generation 1, 0.125 in generation 3.',
    );
    // Of the best candidate so far, not of the last generation.
    expect(texts('#fit desc')[1]).toContain('The best is 1 in generation 1, 3.25 in generation 3.');
    expect(document.querySelectorAll('#figure-4 .panel :is(.point, .curve-point)')).toHaveLength(4);
    expect(texts('h1')[0]).toMatch(/fitted to data$/);
  });

  it('has tables of the best values, and of data and model', () => {
    const { document } = opened(fit);
    const rows = [...document.querySelectorAll('#fit table')].map((table) =>
      [...table.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
      ),
    );
    expect(rows[0]).toEqual([
      ['Parameter', 'Best value', 'Range'],
      ['a', '3.25', '0..9'],
      ['b', '17', '1..100:log'],
    ]);
    expect(rows[1]).toEqual([
      ['width', 'measure', 'data', 'model', 'difference'],
      ['2', 'order', '4', '5', '0.2500'],
      ['1', 'order', '2', '2', '0.0000'],
    ]);
  });

  it('draws the model against the data if no single number tells the values apart', () => {
    const compared = fit.compared.map((one) => ({ ...one, tick: 10 }));
    expect(opened({ ...fit, compared }).figures[3].title).toBe('order, fitted against data');
  });

  it('says so before the first generation is done', () => {
    const { best: _, stop: __, ...rest } = fit;
    const { texts, figures } = opened({ ...rest, compared: [], generations: [] });
    expect(texts('#fit p')[0]).toBe('No generation is done yet.');
    expect(figures[0].title).toContain('order');
  });
});
