import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { designOf } from '../../src/report/design.ts';
import {
  bandAxis,
  measureAxis,
  niceTicks,
  numberAxis,
  tickLabel,
  ticksOf,
} from '../../src/report/figures/axis.ts';
import { type Chart, drawn, standalone } from '../../src/report/figures/chart.ts';
import { type SeriesChart, seriesChart } from '../../src/report/figures/series-chart.ts';
import { fitted, textWidth } from '../../src/report/figures/text.ts';
import { heatFigure } from '../../src/report/heat-figure.ts';
import { binsOf, histogramFigure } from '../../src/report/histogram-figure.ts';
import { html } from '../../src/report/html.ts';
import { measuredOf } from '../../src/report/measured.ts';
import { noise, type SyntheticOptions, synthetic } from './synthetic.ts';

const named = { id: 'figure-1', title: 'y over x', description: 'what it shows' };

const points = [
  { at: 0, mean: 0, low: 0, high: 0.5 },
  { at: 5, mean: 1, low: 0.5, high: 1 },
  { at: 10, mean: 0.25, low: 0.25, high: 0.25 },
];

const lines: SeriesChart = {
  along: numberAxis([0, 5, 10], false, [0, 5, 10]),
  alongLabel: 'x',
  valueLabel: 'y',
  panels: [{ series: [points] }],
  labels: [],
  isOrdered: true,
  hasMarks: true,
  curves: [],
};

function opened(chart: Chart): Element {
  return parseHTML(`<html><body>${drawn(named, chart).text}</body></html>`).document.querySelector(
    'svg',
  )!;
}

/** The figure of a chart with `count` equal series. */
function withSeries(count: number, more: Partial<SeriesChart> = {}): Element {
  const series = Array.from({ length: count }, () => points);
  const labels = Array.from({ length: count }, (_, at) => `label ${at}`);
  return opened(seriesChart({ ...lines, panels: [{ series }], labels, ...more }));
}

/** The numbers of a path. */
function coordinates(path: Element | null): number[] {
  return (path?.getAttribute('d')?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

/** Places of the ticks of an axis by their labels. */
function tickPlaces(figure: Element, axis: 'x' | 'y'): Record<string, number> {
  const labels = figure.querySelectorAll(`.${axis}-ticks text`);
  return Object.fromEntries(
    [...labels].map((label) => [label.textContent!, Number(label.getAttribute(axis))]),
  );
}

describe('a chart of lines', () => {
  it('has its points where its ticks are', () => {
    const figure = opened(seriesChart(lines));
    const [x0, y0, x1, y1, x2, y2] = coordinates(figure.querySelector('.panel .mean'));
    expect(tickPlaces(figure, 'x')).toEqual({ 0: x0, 5: x1, 10: x2 });
    expect(tickPlaces(figure, 'y')).toMatchObject({ 0: y0, 1: y1 });
    // Top 6 px, bottom 22 px of 250.
    expect([y0, y1, y2]).toEqual([228, 6, 172.5]);
    expect(figure.querySelectorAll('.panel .point')).toHaveLength(3);
  });

  it('has a band from the low to the high ends', () => {
    const [, y0, , y1, , y2, , y3, , y4, , y5] = coordinates(
      opened(seriesChart(lines)).querySelector('.band'),
    );
    // There and back: first the high ends, then the low ones from right to left.
    expect([y0, y1, y2, y3, y4, y5]).toEqual([117, 6, 172.5, 172.5, 117, 228]);
  });

  it.each([
    [3, '.band', '.bar'],
    [4, '.bar', '.band'],
  ])('with %i lines has %s, not %s', (count, has, hasNot) => {
    const figure = withSeries(count);
    expect(figure.querySelectorAll(has)).toHaveLength(count);
    expect(figure.querySelectorAll(hasNot)).toHaveLength(0);
  });

  it('shifts bars beside each other, with their lines and points', () => {
    const figure = withSeries(5);
    for (const part of ['.bar', '.mean']) {
      const xs = [...figure.querySelectorAll(part)].map((element) => coordinates(element)[0]);
      expect(xs.map((x) => Math.round(x - xs[0]))).toEqual([0, 4, 8, 12, 16]);
    }
  });

  it('has no band of zero width, and breaks where there is no value', () => {
    const flat = points.map((point) => ({ ...point, low: 1, high: 1 }));
    const broken = [flat[0], { ...flat[1], mean: Number.NaN }, flat[2]];
    const figure = opened(seriesChart({ ...lines, panels: [{ series: [broken] }] }));
    expect(figure.querySelector('.band')).toBeNull();
    expect(figure.querySelector('.mean')!.getAttribute('d')!.match(/M/g)).toHaveLength(2);
  });

  it('has places by ratio on a logarithmic axis', () => {
    const series = [[1, 10, 100].map((at) => ({ at, mean: 0.5, low: 0, high: 1 }))];
    const along = numberAxis([1, 10, 100], true, [1, 10, 100]);
    const figure = opened(seriesChart({ ...lines, along, panels: [{ series }] }));
    const [x0, , x1, , x2] = coordinates(figure.querySelector('.mean'));
    expect(x1 - x0).toBeCloseTo(x2 - x1, 1);
    expect(Object.keys(tickPlaces(figure, 'x'))).toEqual(['1', '10', '100']);
  });

  it('has one panel each, a color and a mark for each series, and a legend', () => {
    const panels = ['a = 1', 'a = 2'].map((title) => ({ title, series: [points, points, points] }));
    const figure = withSeries(3, { panels, legendTitle: 'b' });
    const means = [...figure.querySelectorAll('.panel .mean')];
    expect(means).toHaveLength(6);
    expect(new Set(means.map((line) => line.getAttribute('stroke'))).size).toBe(3);
    const marks = [...figure.querySelectorAll('.panel .point')];
    expect(new Set(marks.map((mark) => mark.getAttribute('d'))).size).toBe(3);
    const texts = [...figure.querySelectorAll('text')].map(({ textContent }) => textContent);
    for (const text of ['b', 'label 0', 'label 1', 'label 2', 'a = 1', 'a = 2', 'x', 'y']) {
      expect(texts.filter((one) => one === text)).toHaveLength(1);
    }
  });

  it('has curves from other sources on the same scale, with their points', () => {
    const curve = {
      label: 'published',
      points: [
        { x: 0, y: 1 },
        { x: 10, y: 0 },
      ],
    };
    const figure = opened(seriesChart({ ...lines, curves: [curve] }));
    const [x0, y0, x1, y1] = coordinates(figure.querySelector('.panel .curve'));
    const mean = coordinates(figure.querySelector('.mean'));
    expect([x0, y0, x1, y1]).toEqual([mean[0], 6, mean[4], 228]);
    expect(figure.querySelectorAll('.panel .curve-point')).toHaveLength(2);
    expect(figure.textContent).toContain('published');
  });

  it('has a name and a description', () => {
    const figure = opened(seriesChart(lines));
    const ids = figure.getAttribute('aria-labelledby')!.split(' ');
    const [title, description] = ids.map((id) => figure.querySelector(`#${id}`)?.textContent);
    expect({ title, description }).toEqual({ title: 'y over x', description: 'what it shows' });
    expect(figure.getAttribute('role')).toBe('img');
  });
});

describe('a chart of rows', () => {
  it('has a point and a bar for each category and series that has a value', () => {
    const row = (at: number, mean = 2) => ({ at, mean, low: mean - 1, high: mean + 1 });
    const series = [
      [row(0), row(2)],
      [row(0), row(1), row(2)],
    ];
    const along = bandAxis(['a', 'b', 'c'], true);
    const figure = withSeries(2, { along, panels: [{ series }] });
    expect(figure.querySelectorAll('.panel .point')).toHaveLength(5);
    expect(figure.querySelectorAll('.mean')).toHaveLength(0);
    const bars = [...figure.querySelectorAll('.bar')].map((bar) => coordinates(bar).length / 4);
    expect(bars).toEqual([2, 3]);
    const [a, b, c] = Object.values(tickPlaces(figure, 'y'));
    expect([b - a, c - b]).toEqual([36, 36]);
  });
});

/** The heat map of `order` over a and b. */
function heatMap(options: SyntheticOptions): Element {
  const results = synthetic({ seeds: 1, ticks: [], ...options });
  const design = designOf(results);
  const measure = { ...measuredOf(results, undefined, undefined)[0], curves: [] };
  const [a, b] = design.factors;
  return opened(heatFigure(measure, design, [a, b], design.factors).chart);
}

describe('a heat map', () => {
  const grid = { a: [1, 2, 3], b: [10, 20] };
  const order = (p: Record<string, unknown>) => Number(p.a) + Number(p.b);

  it('has a cell for each combination, and says which have no value', () => {
    const figure = heatMap({ grid, measures: { order }, keep: (run) => run !== 3 });
    const [cells, missing] = ['cell', 'missing'].map((name) =>
      [...figure.querySelectorAll(`.${name}`)].map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ...['1, 10: 11, n = 1', '2, 10: 12, n = 1', '3, 10: 13, n = 1'],
      ...['1, 20: 21, n = 1', '3, 20: 23, n = 1'],
    ]);
    expect(missing).toEqual(['2, 20: no value']);
    expect(figure.textContent).toContain('no value');
  });

  it('has the first row at the bottom for numbers, at the top for texts', () => {
    const rises = (b: readonly (number | string)[]): number => {
      const cells = [...heatMap({ grid: { a: [1, 2], b } }).querySelectorAll('.cell')];
      const [first, , last] = cells.map((cell) => Number(cell.getAttribute('y')));
      return Math.sign(first - last);
    };
    expect([rises([10, 20]), rises(['x', 'y'])]).toEqual([1, -1]);
  });

  it('has the ends of viridis at the least and greatest mean, and both in its legend', () => {
    const figure = heatMap({ grid, measures: { order } });
    const fills = [...figure.querySelectorAll('.cell')].map((cell) => cell.getAttribute('fill'));
    expect([fills[0], fills[5]]).toEqual(['#440154', '#fde725']);
    const texts = [...figure.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['order', '11', '14', '17', '20', '23']));
  });

  it('has white at 0 if means are on both sides', () => {
    const figure = heatMap({
      grid: { a: [-1, 0, 1], b: [1, 2] },
      measures: { order: (p) => Number(p.a) },
    });
    const fills = [...figure.querySelectorAll('.cell')].map((cell) => cell.getAttribute('fill'));
    expect(fills.slice(0, 3)).toEqual(['#2d004b', '#f7f7f7', '#7f3b08']);
  });

  it('has one color if there is only one value', () => {
    const figure = heatMap({ grid, measures: { order: () => 3 } });
    const fills = [...figure.querySelectorAll('.cell')].map((cell) => cell.getAttribute('fill'));
    expect([...new Set(fills)]).toEqual(['#21918c']);
  });
});

describe('a histogram', () => {
  it.each([1, 2, 3, 4])('counts each value once, in the bin that holds it, seed %i', (seed) => {
    const values = Array.from({ length: [3, 17, 1003, 20_000][seed - 1] }, (_, at) => {
      const draw = noise(seed, at);
      return draw < 0.2 ? 0.5 : draw * [1, 1e-9, 1e6, 3][seed - 1];
    });
    const { edges, counts } = binsOf(values);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
    for (const [index, count] of counts.entries()) {
      const [from, to] = [edges[index], edges[index + 1]];
      const isLast = index === counts.length - 1;
      const inside = values.filter((v) => v >= from && (v < to || (isLast && v === to)));
      expect(count).toBe(inside.length);
    }
  });

  it('has a bin for a single value', () => {
    for (const value of [0, -7, 1e-300, 1e300]) {
      const { counts } = binsOf([value, value]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    }
  });

  it('has a bar for each bin, and a mark for each run at the bottom', () => {
    const results = synthetic({ seeds: 9 });
    const measure = { ...measuredOf(results, undefined, undefined)[0], curves: [] };
    const figure = opened(histogramFigure(measure).chart);
    expect(figure.querySelectorAll('.bin')).toHaveLength(binsOf(measure.values).counts.length);
    expect(figure.querySelector('.rug')!.getAttribute('d')!.match(/M/g)).toHaveLength(9);
  });
});

describe('axes', () => {
  const labels = (axis: Parameters<typeof ticksOf>[0], length: number): string[] =>
    ticksOf(axis, length, false).map(({ label }) => label);

  it('have round ticks that hold the range', () => {
    expect(niceTicks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks([-0.3, 0.3], 3)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(niceTicks([1e-9, 2.4e-9], 4).at(-1)).toBe(2.5e-9);
    expect(niceTicks([3, 1e6], 4)).toEqual([0, 500_000, 1e6]);
    expect(labels(measureAxis([0.3, 0.97]), 400)).toEqual(['0', '0.2', '0.4', '0.6', '0.8', '1']);
    const close = labels(measureAxis([5, 5 + 1e-8]), 400);
    expect(new Set(close).size).toBe(close.length);
  });

  it('have the values as ticks if their labels fit', () => {
    expect(labels(numberAxis([0, 4], false, [0, 1, 4]), 400)).toEqual(['0', '1', '4']);
    expect(labels(numberAxis([0, 4], false, [0, 0.01, 4]), 99)).toEqual(['0', '1', '2', '3', '4']);
    expect(labels(numberAxis([1, 1e6], true), 120)).toEqual(['1', '100', '10000', '1e6']);
    expect(labels(bandAxis([...'abcdefghij']), 60)).toEqual(['a', 'd', 'g', 'j']);
  });

  it('write numbers in a short form, with a minus sign', () => {
    expect([0, -0.5, 12_000, 2e7, 1e-5].map(tickLabel)).toEqual([
      '0',
      '−0.5',
      '12000',
      '2e7',
      '1e−5',
    ]);
  });
});

describe('texts of figures', () => {
  it('are cut to the width that is left', () => {
    const label = 'a rather long name of a parameter';
    expect(fitted(label, 500, 12)).toBe(label);
    const cut = fitted(label, 60, 12);
    expect(cut).toMatch(/^a rath.*…$/);
    expect(textWidth(cut, 12)).toBeLessThanOrEqual(60);
  });

  it('may hold anything; the file on its own is XML without variables', () => {
    const name = '<b>&"\'\u0001\ud800\u202e var(--ink) ="var(--ink)';
    const panel = {
      draw: () => html`<text class="odd" fill="var(--ink)" aria-label="a&b<">${name}</text>`,
    };
    const file = standalone(named, { ...seriesChart(lines), panels: [panel] }, '');
    expect(file).toContain('fill="#1c1e22"');
    const { document } = parseHTML(`<html><body>${file.slice(file.indexOf('<svg'))}</body></html>`);
    expect(document.querySelector('.odd')!.textContent).toBe(
      '<b>&"\'\ufffd\ufffd\ufffd var(--ink) ="var(--ink)',
    );
    expect(document.querySelector('b')).toBeNull();
  });
});
