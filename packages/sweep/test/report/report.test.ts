import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { long } from '../../../core/test/helpers/long.ts';
import { makeReport, type ReportOptions } from '../../src/report/report.ts';
import type { Results } from '../../src/report/results.ts';
import { noise, synthetic } from './synthetic.ts';

function opened(results: Results, options: ReportOptions = {}) {
  const report = makeReport(results, { now: new Date('2025-01-02T03:04:05Z'), ...options });
  const { document } = parseHTML(report.html);
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  const titles = texts('figure > svg > title, figure .scroll > svg > title');
  return { report, document, texts, titles };
}

/** A table that a page carries, row by row. */
function carried(document: Document, name: string): string[][] {
  const href = document.querySelector(`a[download="${name}"]`)!.getAttribute('href')!;
  const text = Buffer.from(href.slice(href.indexOf(',') + 1), 'base64').toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

const rising = { order: (p: object, seed: number) => Object.values(p).length + noise(seed) };

describe('the figures of a report', () => {
  it('are lines over one parameter, and over time', () => {
    const { titles, document } = opened(synthetic({ grid: { 'boid.noise': [0, 1, 2, 3, 5] } }));
    expect(titles).toEqual(['order over boid.noise', 'order over time']);
    // A line of five points; then one for each of the five values.
    expect(document.querySelectorAll('#figure-1 .panel .point')).toHaveLength(5);
    expect(document.querySelectorAll('#figure-2 .mean')).toHaveLength(5);
  });

  it('are lines over each of two, a heat map with a cell per pair, and lines over time', () => {
    const grid = { a: [0, 1, 2, 3, 5], b: [10, 20, 40] };
    const { titles, document } = opened(synthetic({ grid, measures: rising }));
    expect(titles).toEqual([
      'order over a',
      'order over b',
      'order over a and b',
      'order over time',
    ]);
    expect(document.querySelectorAll('#figure-1 .mean')).toHaveLength(3);
    expect(document.querySelectorAll('#figure-2 .mean')).toHaveLength(5);
    expect(document.querySelectorAll('#figure-3 rect.cell')).toHaveLength(15);
  });

  it('have panels for the third of three parameters', () => {
    const grid = { a: [0, 1, 2, 3], b: [10, 20, 40], c: [1, 2] };
    const { titles, document, texts } = opened(
      synthetic({
        grid,
        measures: { order: (p) => Number(p.a) * 100 + Number(p.b) + Number(p.c) },
      }),
    );
    expect(titles).toHaveLength(7);
    // b explains more than c, so it has the colors.
    expect(texts('#figure-1 text')).toEqual(expect.arrayContaining(['b', 'c = 1', 'c = 2']));
    const lines = [...document.querySelectorAll('#figure-1 path.mean')];
    expect(lines).toHaveLength(6);
    // In each panel the lines of b = 10, 20 and 40 are above each other, 40 at the top.
    const heights = lines.map((line) =>
      Number(/^M[\d.]+,([\d.]+)/.exec(line.getAttribute('d')!)![1]),
    );
    for (const panel of [heights.slice(0, 3), heights.slice(3)]) {
      expect(panel[0] - panel[1]).toBeGreaterThan(0);
      expect(panel[1] - panel[2]).toBeCloseTo(2 * (panel[0] - panel[1]), 0);
    }
    const [first, second] = [...document.querySelectorAll('#figure-4 .panel')].map((panel) =>
      [...panel.querySelectorAll('title')].map(({ textContent }) => textContent),
    );
    expect(first.slice(0, 2)).toEqual(['0, 10: 11, n = 4', '1, 10: 111, n = 4']);
    expect(second.slice(0, 2)).toEqual(['0, 10: 12, n = 4', '1, 10: 112, n = 4']);
    const maps = titles.flatMap((title, index) => (title.includes(' and ') ? [index + 1] : []));
    expect(
      maps.map((number) => document.querySelectorAll(`#figure-${number} rect.cell`).length),
    ).toEqual([24, 24, 24]);
  });

  it('show texts as intervals, and as colors beside numbers', () => {
    const texts = { law: ['lead', 'pursuit', 'a<b>'], walls: [true, false] };
    const { titles, document } = opened(synthetic({ grid: texts, ticks: [], measures: rising }));
    expect(titles).toEqual(['order by law', 'order over walls and law']);
    expect(document.querySelectorAll('#figure-1 .panel .point')).toHaveLength(6);
    expect(document.querySelectorAll('#figure-2 rect.cell')).toHaveLength(6);
    const mixed = opened(synthetic({ grid: { ...texts, ratio: [1, 2, 3] }, ticks: [] }));
    expect(mixed.titles[0]).toBe('order over ratio');
    expect(mixed.document.querySelectorAll('#figure-1 .mean')).toHaveLength(6);
  });

  it('list texts from the top down, and prefer them to numbers for colors', () => {
    const grid = { law: ['lead', 'pursuit'], a: [1, 2, 3], b: [1, 2, 3, 4] };
    const measures = { order: (p: Record<string, unknown>) => Number(p.a) * 100 + Number(p.b) };
    const { document, texts, titles } = opened(synthetic({ grid, ticks: [], measures }));
    expect(titles[1]).toBe('order over b');
    expect(texts('#figure-2 text')).toEqual(expect.arrayContaining(['law', 'lead', 'a = 1']));
    const map = titles.indexOf('order over a and law') + 1;
    const [first, last] = [0, 3].map((at) =>
      Number(document.querySelectorAll(`#figure-${map} rect.cell`)[at].getAttribute('y')),
    );
    expect(first).toBeLessThan(last);
  });

  it('connect points across a value that no run has', () => {
    const grid = { a: [0, 1, 2, 3], b: [1, 2] };
    const { document } = opened(synthetic({ grid, seeds: 1, keep: (run) => run !== 2 }));
    for (const line of document.querySelectorAll('#figure-1 path.mean')) {
      expect(line.getAttribute('d')!.match(/M/g)).toHaveLength(1);
    }
    expect(document.querySelectorAll('#figure-1 .panel .point')).toHaveLength(7);
  });

  it('are a histogram and lines over time if only seeds vary', () => {
    const { titles, document } = opened(synthetic({ seeds: 30 }));
    expect(titles).toEqual(['order over seeds', 'order over time']);
    expect(document.querySelectorAll('#figure-1 rect.bin').length).toBeGreaterThan(3);
  });

  it('have the means and bands of a brute-force calculation', () => {
    const value = (p: Record<string, unknown>, seed: number): number =>
      Number(p.a) ** 2 + noise(seed, Number(p.a));
    const results = synthetic({ grid: { a: [0, 1, 3] }, seeds: 25, measures: { order: value } });
    const { document, texts } = opened(results);
    const numbers = document
      .querySelector('#figure-1 path.mean')!
      .getAttribute('d')!
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    // Two ticks give the scale of the axis.
    const ticks = [...document.querySelectorAll('#figure-1 .y-ticks text')];
    const [[v0, y0], [v1, y1]] = ticks.map((tick) => [
      Number(tick.textContent),
      Number(tick.getAttribute('y')),
    ]);
    for (const [index, a] of [0, 1, 3].entries()) {
      const seeds = Array.from({ length: 25 }, (_, seed) => value({ a }, seed + 1));
      const mean = seeds.reduce((sum, one) => sum + one, 0) / 25;
      const place = y0 + ((mean - v0) / (v1 - v0)) * (y1 - y0);
      expect(numbers[2 * index + 1]).toBeCloseTo(place, 1);
    }
    expect(texts('figcaption')[0]).toContain(
      'means over 25 seeds, bands reach from their 5 % to their 95 %',
    );
  });

  it('explain their bands: the extent of few seeds, and none of one', () => {
    const of = (seeds: number) =>
      opened(synthetic({ grid: { a: [1, 2] }, seeds })).texts('figcaption')[0];
    expect(of(4)).toContain('means over 4 seeds, bands reach from the least to the greatest');
    expect(of(1)).toContain('Lines are single runs.');
  });

  it('say what they leave out, and what they average', () => {
    const many = Array.from({ length: 9 }, (_, at) => at);
    const grid = { a: many, b: many, c: [1, 2], d: [1, 2] };
    const { texts } = opened(
      synthetic({ grid, seeds: 1, measures: { order: (p) => Number(p.b) } }),
    );
    expect(texts('figcaption')[0]).toContain('The figure shows 5 of 9 values of b.');
    expect(texts('figcaption')[0]).toMatch(/Runs are averaged over [cd]/);
  });

  it('match samples to runs by number, not by row', () => {
    const measures = { order: (p: Record<string, unknown>) => Number(p.a) };
    const results = synthetic({ grid: { a: [1, 2] }, seeds: 2, measures, keep: (run) => run > 1 });
    const first = synthetic({ grid: { a: [1, 2] }, seeds: 2, measures });
    const { document } = opened({ ...results, samples: first.samples }, { from: 0 });
    // Samples of runs without a row are in no figure.
    expect(carried(document, 'runs.csv').slice(1)).toEqual([
      ['2', '1', '2'],
      ['3', '2', '2'],
    ]);
    expect(document.querySelectorAll('#figure-2 .mean')).toHaveLength(1);
  });

  it('show the mean of the samples from a given tick, when asked', () => {
    const measures = { order: (_: object, seed: number, tick: number) => tick * seed };
    const results = synthetic({ grid: { a: [1, 2] }, seeds: 2, measures, ticks: [0, 10, 20, 40] });
    const { document, texts } = opened(results, { from: 20 });
    expect(texts('figcaption')[0]).toContain('mean of the samples from tick 20');
    const rows = carried(document, 'runs.csv');
    expect(rows[0]).toEqual(['run', 'a', 'seed', 'order']);
    expect(rows.slice(1).map((row) => Number(row[3]))).toEqual([30, 60, 30, 60]);
    expect(() => makeReport(results, { from: 41 })).toThrow(
      'from: found 41, expected a tick up to 40, the tick of the last sample',
    );
  });

  it('show only the measures that were asked for', () => {
    const measures = { order: () => 1, speed: () => 2 };
    const results = synthetic({ grid: { a: [1, 2] }, measures });
    expect(opened(results, { measures: ['speed'] }).texts('h2')).toEqual([
      'What was run',
      'speed',
      'Table',
    ]);
    expect(() => makeReport(results, { measures: ['sped'] })).toThrow(
      'measure: found "sped", expected one of order, speed',
    );
  });

  it('have their own files, as XML, with names that any disk accepts', () => {
    const grid = { 'a/b:"c"': [1, 2] };
    const { report } = opened(synthetic({ grid }));
    expect(report.figures.map(({ name }) => name)).toEqual([
      'figure-1-order-over-a-b-c',
      'figure-2-order-over-time',
    ]);
    const svg = report.figures[0].svg();
    expect(svg).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg /);
    expect(svg).toContain("@font-face{font-family:'Source Sans 3'");
    expect(svg).not.toMatch(/var\(|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
  });
});

describe('curves of a report', () => {
  const points = [{ x: 1, y: 0.5 }];
  const results = synthetic({ grid: { a: [1, 2], b: [1, 2] } });

  it('are drawn only in the figure of their parameter and measure', () => {
    const curves = [
      { label: 'A 1995', points, parameter: 'a', measure: 'order', source: 'fig. 2' },
      { label: 'T', points, parameter: 'tick' },
    ];
    const { document, texts, titles } = opened(results, { curves });
    const withCurves = titles.filter(
      (_, index) => document.querySelector(`#figure-${index + 1} .curve`) !== null,
    );
    expect(withCurves).toEqual(['order over a', 'order over time']);
    expect(texts('figcaption')[0]).toContain('Dashed: A 1995 (fig. 2).');
  });

  it.each([
    [{ label: 'A', points }, 'curve "A": found no parameter, expected one of a, b, tick'],
    [
      { label: 'A', points, parameter: 'c' },
      'curve "A": found parameter "c", expected one of a, b, tick',
    ],
    [
      { label: 'A', points, parameter: 'a', measure: 'x' },
      'curve "A": found measure "x", expected one of order',
    ],
  ])('are refused if they fit no figure: %j', (curve, message) => {
    expect(() => makeReport(results, { curves: [curve] })).toThrow(message);
  });
});

describe('the page of a report', () => {
  it('says what was run, and how to run it again', () => {
    const { texts } = opened(
      synthetic({
        grid: { a: [1, 2], law: ['x'] },
        plan: {
          date: new Date('2025-01-01T00:00:00Z'),
          rerun: 'skein rerun r 0',
          scenarioHash: 'ab12',
        },
        parameters: { a: { unit: 'm/s' } },
      }),
    );
    expect(texts('h1')).toEqual(['flock over a']);
    const said = texts('#run dd');
    for (const part of ['flock, 1,000 agents', 'ab12', 'Skein 0.1.0', '8', '1 to 4', 'order']) {
      expect(said).toContain(part);
    }
    expect(texts('pre')).toEqual(['skein sweep plan.json --out results', 'skein rerun r 0']);
    expect(texts('#run tbody td')).toEqual(['a', 'm/s', '2', '1, 2', 'law', '', '1', 'x']);
    expect(texts('.status')).toEqual([]);
  });

  it('has the title that it is given', () => {
    const { texts } = opened(synthetic(), { title: 'Order & noise' });
    expect([...texts('h1'), ...texts('head > title')]).toEqual(['Order & noise', 'Order & noise']);
  });

  it('says that it is incomplete, and which runs failed', () => {
    const failures = [{ run: 3, parameters: { a: 1, law: 'x' }, seed: 4, error: 'WORLD <lost>' }];
    const { texts } = opened(
      synthetic({ grid: { a: [1, 2], law: ['x'] }, keep: (run) => run < 3 || run === 5, failures }),
    );
    expect(texts('.status')).toEqual([
      'Incomplete: 4 of 8 runs. 1 run failed, and is not included in any figure.',
    ]);
    expect(texts('#failed tbody td')).toEqual(['3', '1', 'x', '4', 'WORLD <lost>']);
  });

  it('has the statistics of each combination in its table, and carries all rows', () => {
    const grid = { a: [2, 1], law: ['x', 'y'] };
    const measures = { order: (p: Record<string, unknown>, seed: number) => Number(p.a) * seed };
    const { document, texts } = opened(synthetic({ grid, seeds: 3, measures }));
    expect(texts('#table tbody tr')).toHaveLength(4);
    expect(texts('#table tbody tr:first-child td')).toEqual(['1', 'x', '3', '2', '1']);
    const rows = carried(document, 'combinations.csv');
    expect(rows[0]).toEqual(['a', 'law', 'runs', 'order mean', 'order sd', 'order n']);
    expect(rows[1]).toEqual(['1', 'x', '3', '2', '1', '3']);
    expect(rows[4]).toEqual(['2', 'y', '3', '4', '2', '3']);
    expect(carried(document, 'runs.csv')).toHaveLength(13);
  });

  it('counts the runs with a value where some have none', () => {
    const measures = { near: (p: Record<string, unknown>) => (p.a === 1 ? Number.NaN : 5) };
    const { texts } = opened(synthetic({ grid: { a: [1, 2] }, seeds: 3, measures }));
    expect(texts('#table tbody tr:first-child td')).toEqual(['1', '3', '–', '–', '0']);
    expect(texts('.about')[0]).toContain('3 runs of 6 have no value.');
  });

  long('carries no large table', () => {
    const many = Array.from({ length: 200 }, (_, at) => at + 1 / 3);
    const { document } = opened(
      synthetic({ grid: { a: many, b: many.slice(0, 50) }, seeds: 1, ticks: [] }),
    );
    expect(document.querySelector('a[download="combinations.csv"]')).toBeNull();
    expect(document.querySelectorAll('#table tbody tr')).toHaveLength(500);
    expect(document.querySelector('#table p')!.textContent).toContain('first 500 of 10,000');
  });

  it('has headers in each table, and one heading for each section', () => {
    const { document, texts } = opened(synthetic({ grid: { a: [1, 2] } }));
    for (const table of document.querySelectorAll('table')) {
      const heads = [...table.querySelectorAll('th')];
      expect(heads.length).toBeGreaterThan(2);
      for (const head of heads) expect(head.getAttribute('scope')).toMatch(/^col(group)?$/);
      for (const region of document.querySelectorAll('[role=region]')) {
        expect(region.getAttribute('aria-label')).not.toBe('');
      }
    }
    const links = [...document.querySelectorAll('nav a')].map((a) => a.getAttribute('href')!);
    for (const link of links) expect(document.querySelectorAll(link)).toHaveLength(1);
    expect(texts('h1')).toHaveLength(1);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no script, and loads nothing from elsewhere', () => {
    const { report, document } = opened(synthetic({ grid: { a: [1, 2], b: [1, 2] } }));
    expect(document.querySelector('script, link, iframe, object, img')).toBeNull();
    expect(report.html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|url\((?!data:|#)/,
    );
  });

  it('is the same for the same results', () => {
    const make = (): string => opened(synthetic({ grid: { a: [1, 2], b: [1, 2] } })).report.html;
    expect(make()).toBe(make());
  });
});

describe('sparse or odd results', () => {
  it('have a page that says so if there is no run', () => {
    const { texts, titles } = opened(synthetic({ grid: { a: [1, 2] }, keep: () => false }));
    expect(titles).toEqual([]);
    expect(texts('.status')[0]).toContain('Incomplete: 0 of 8 runs.');
    expect(texts('.about')).toEqual(['No run has a value of this measure.']);
    expect(texts('#table')[0]).toContain('There are no finished runs yet.');
  });

  it('have a table of runs if there is no measure', () => {
    const { texts, titles } = opened(synthetic({ grid: { a: [1, 2] }, measures: {} }));
    expect(titles).toEqual([]);
    expect(texts('#table tbody tr:first-child td')).toEqual(['1', '4']);
  });

  it('have a line over time if there is one run', () => {
    const { texts, titles } = opened(synthetic({ seeds: 1 }));
    expect(titles).toEqual(['order over time']);
    expect(texts('.about')[0]).toContain('Over one run');
  });

  it('have no figure of a measure without values, and all others', () => {
    const measures = { none: () => Number.NaN, order: rising.order };
    const { texts, titles } = opened(synthetic({ grid: { a: [1, 2] }, measures }));
    expect(titles).toEqual(['order over a', 'order over time']);
    expect(texts('.about')[0]).toBe('No run has a value of this measure.');
  });

  it('show a measure that only samples have over time', () => {
    const measures = {
      near: (_: object, __: number, tick: number) => (tick < 100 ? tick : Number.NaN),
    };
    expect(opened(synthetic({ grid: { a: [1, 2] }, measures })).titles).toEqual(['near over time']);
  });

  it('leave runs that lack a parameter out of its figures', () => {
    const results = synthetic({ grid: { a: [1, 2, 3] }, seeds: 1 });
    const runs = new Map(results.runs).set('a', [1, null, 3]);
    const { document, texts } = opened({ ...results, runs });
    expect(document.querySelectorAll('#figure-1 .panel .point')).toHaveLength(2);
    expect(texts('#table tbody tr:first-child td')[0]).toBe('–');
  });

  it('are refused if they lack a column of the plan', () => {
    const results = synthetic({ grid: { a: [1, 2] } });
    const runs = new Map(results.runs);
    runs.delete('a');
    expect(() => makeReport({ ...results, runs })).toThrow(
      'results: found the columns run, seed, order, expected also "a"',
    );
  });

  it('are drawn even with infinite and huge values', () => {
    const values = [Number.POSITIVE_INFINITY, -3.4e38, 3.4e38, 1e-45, 0];
    const measures = { wild: (p: Record<string, unknown>) => values[Number(p.a)] };
    const { report } = opened(synthetic({ grid: { a: [0, 1, 2, 3, 4], b: [0, 1] }, measures }));
    expect(report.html.replace(/base64,[^)"]*/g, '')).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('names and texts of a report', () => {
  const evil = '"><script>alert(1)</script><b x=\'&';

  it('are escaped everywhere', () => {
    const grid = { [evil]: [1, 2], law: [evil, 'b'] };
    const failures = [{ run: 0, parameters: { [evil]: evil }, seed: 1, error: evil }];
    const { document, titles, report, texts } = opened(
      synthetic({
        ...{ grid, failures, measures: { [evil]: (p) => Number(p[evil]) } },
        plan: { scenario: evil, command: evil, rerun: evil, seeds: evil, table: evil },
        parameters: { [evil]: { unit: evil, text: evil } },
      }),
      {
        title: evil,
        curves: [{ label: evil, points: [{ x: 1, y: 1 }], parameter: evil, source: evil }],
      },
    );
    expect(document.querySelector('script')).toBeNull();
    expect(document.querySelectorAll('b[x]')).toHaveLength(0);
    expect(titles[0]).toBe(`${evil} over ${evil}`);
    expect(texts('h1')).toEqual([evil]);
    for (const figure of report.figures) {
      const svg = figure.svg();
      expect(svg).not.toContain('<script>');
      expect(figure.name).toMatch(/^[\w.-]+$/);
    }
  });

  it('are marked if XML cannot hold them', () => {
    const name = 'a\u0000\u0007\ud800b\u202e';
    const grid = { [name]: [1, 2], law: [`1${name}`, `2${name}`] };
    const { report } = opened(synthetic({ grid }));
    const bad = /[\p{Cs}\p{Bidi_Control}]|(?!\n)\p{Cc}/u;
    expect(report.html).not.toMatch(bad);
    for (const figure of report.figures) expect(figure.svg()).not.toMatch(bad);
  });
});

describe('a report of a hundred thousand runs and a million samples', () => {
  long('takes seconds and a few megabytes', () => {
    const runs = 100_000;
    const samples = 10;
    const column = (rows: number, value: (row: number) => number) =>
      Float64Array.from({ length: rows }, (_, row) => value(row));
    const results = synthetic({ seeds: 1, plan: { table: 'results/runs.parquet', runs } });
    const begin = performance.now();
    const { html } = makeReport({
      ...results,
      plan: { ...results.plan, parameters: [{ name: 'a' }, { name: 'b' }] },
      runs: new Map([
        ['run', column(runs, (row) => row)],
        ['seed', column(runs, (row) => row % 100)],
        ['a', column(runs, (row) => Math.floor(row / 100) % 50)],
        ['b', column(runs, (row) => Math.floor(row / 5000))],
        ['order', column(runs, (row) => noise(row) + (row % 5000))],
      ]),
      samples: new Map([
        ['run', column(runs * samples, (row) => Math.floor(row / samples))],
        ['tick', column(runs * samples, (row) => (row % samples) * 60)],
        ['order', column(runs * samples, (row) => noise(row))],
      ]),
    });
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(html.length).toBeLessThan(3_000_000);
    expect(html).toContain('All runs: <code>results/runs.parquet</code>');
    expect(html).not.toContain('download="runs.csv"');
  });
});
