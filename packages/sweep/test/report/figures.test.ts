import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { niceTicks, tickLabel, ticksOf } from '../../src/report/figures/axis.ts';
import { drawHeatMap } from '../../src/report/figures/heat-map.ts';
import { binsOf, drawHistogram } from '../../src/report/figures/histogram.ts';
import { drawIntervalChart } from '../../src/report/figures/interval-chart.ts';
import { drawLineChart, type LineChart } from '../../src/report/figures/line-chart.ts';
import { fitted, standalone, svg, textWidth } from '../../src/report/figures/svg.ts';
import { noise } from './synthetic.ts';

const words = { id: 'figure-1', title: 'y over x', description: 'what it shows', yLabel: 'y' };

const chart: LineChart = {
  ...words,
  xLabel: 'x',
  x: { domain: [0, 10], isLog: false, values: [0, 5, 10] },
  y: { domain: [0, 1], isLog: false },
  panels: [
    {
      series: [
        [
          { x: 0, mean: 0, low: 0, high: 0.5 },
          { x: 5, mean: 1, low: 0.5, high: 1 },
          { x: 10, mean: 0.25, low: 0.25, high: 0.25 },
        ],
      ],
    },
  ],
  labels: [],
  isOrdered: true,
  hasMarks: true,
  curves: [],
};

/** The numbers of a path. */
function coordinates(path: Element | null): number[] {
  return (path?.getAttribute('d')?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

/** Places of the ticks of an axis by their labels. */
function tickPlaces(figure: Element, axis: 'x' | 'y'): Record<string, number> {
  const labels = figure.querySelectorAll(`[aria-label="${axis}-axis tick label"] text`);
  return Object.fromEntries(
    [...labels].map((label) => {
      const [x, y] = label
        .getAttribute('transform')!
        .match(/-?\d+(\.\d+)?/g)!
        .map(Number);
      return [label.textContent!, axis === 'x' ? x : y];
    }),
  );
}

describe('a line chart', () => {
  it('has its points where the scale puts them', () => {
    const { svg: figure, width } = drawLineChart(chart);
    // Left: the label "0.8" and 8 px, not rounded; right 10 px; both with an inset of 6 px.
    const left = 8 + textWidth('0.8', 12) + 6;
    const right = width - 10 - 6;
    // Top 6 px, bottom 22 px of 250.
    const [top, bottom] = [6, 250 - 22];
    const [x0, y0, x1, y1, x2, y2] = coordinates(figure.querySelector('.mean path'));
    expect(x0).toBeCloseTo(left, 1);
    expect(x1).toBeCloseTo((left + right) / 2, 1);
    expect(x2).toBeCloseTo(right, 1);
    expect([y0, y1, y2]).toEqual([bottom, top, bottom - (bottom - top) / 4]);
    expect(figure.querySelectorAll('.point path, .point circle')).toHaveLength(3);
    expect(tickPlaces(figure, 'x')).toEqual({ 0: x0, 5: x1, 10: x2 });
    expect(tickPlaces(figure, 'y')).toMatchObject({ 0: bottom, 1: top });
  });

  it('has a band from the low to the high ends', () => {
    const [, y0, , y1, , y2, , y3, , y4, , y5] = coordinates(
      drawLineChart(chart).svg.querySelector('.band path'),
    );
    // There and back: first the high ends, then the low ones from right to left.
    expect([y0, y1, y2, y3, y4, y5]).toEqual([117, 6, 172.5, 172.5, 117, 228]);
  });

  it.each([
    [3, '.band', '.bar'],
    [4, '.bar', '.band'],
  ])('with %i lines has %s, not %s', (count, has, hasNot) => {
    const [series] = chart.panels[0].series;
    const panels = [{ series: Array.from({ length: count }, () => series) }];
    const labels = Array.from({ length: count }, (_, k) => `${k}`);
    const { svg: figure } = drawLineChart({ ...chart, labels, panels });
    expect(figure.querySelectorAll(has)).toHaveLength(count);
    expect(figure.querySelectorAll(hasNot)).toHaveLength(0);
  });

  it('shifts bars beside each other, with their lines and points', () => {
    const [series] = chart.panels[0].series;
    const panels = [{ series: Array.from({ length: 5 }, () => series) }];
    const { svg: figure } = drawLineChart({ ...chart, labels: [...'abcde'], panels });
    for (const part of ['.bar', '.mean', '.point']) {
      const shifts = [...figure.querySelectorAll(part)].map((one) => {
        return Number(/translate\(([-\d.]+)/.exec(one.getAttribute('transform') ?? '')?.[1] ?? 0);
      });
      expect(shifts.map((shift) => shift - shifts[0])).toEqual([0, 4, 8, 12, 16]);
    }
  });

  it('has no band of zero width, and breaks where there is no value', () => {
    const flat = chart.panels[0].series[0].map((point) => ({ ...point, low: 1, high: 1 }));
    const broken = [flat[0], { ...flat[1], mean: Number.NaN }, flat[2]];
    const { svg: figure } = drawLineChart({ ...chart, panels: [{ series: [broken] }] });
    expect(figure.querySelector('.band')).toBeNull();
    expect(figure.querySelector('.mean path')!.getAttribute('d')!.match(/M/g)).toHaveLength(2);
  });

  it('has places by ratio on a logarithmic axis', () => {
    const points = [1, 10, 100].map((x) => ({ x, mean: 0.5, low: 0, high: 1 }));
    const x = { domain: [1, 100] as const, isLog: true, values: [1, 10, 100] };
    const { svg: figure } = drawLineChart({ ...chart, x, panels: [{ series: [points] }] });
    const [x0, , x1, , x2] = coordinates(figure.querySelector('.mean path'));
    expect(x1 - x0).toBeCloseTo(x2 - x1, 1);
    expect(Object.keys(tickPlaces(figure, 'x'))).toEqual(['1', '10', '100']);
  });

  it('has one panel each, a color and a mark for each series, and a legend', () => {
    const { series } = chart.panels[0];
    const panels = ['a = 1', 'a = 2'].map((title) => ({
      title,
      series: [series[0], series[0], series[0]],
    }));
    const { svg: figure, isWide } = drawLineChart({
      ...chart,
      ...{ panels, labels: ['one', 'two', 'three'], legendTitle: 'b' },
    });
    expect(isWide).toBe(true);
    const lines = [...figure.querySelectorAll('.mean')];
    expect(lines).toHaveLength(6);
    expect(new Set(lines.map((line) => line.getAttribute('stroke'))).size).toBe(3);
    const texts = [...figure.querySelectorAll('text')].map(({ textContent }) => textContent);
    for (const text of ['b', 'one', 'two', 'three', 'a = 1', 'a = 2', 'x', 'y']) {
      expect(texts.filter((one) => one === text)).toHaveLength(1);
    }
  });

  it('has curves from other sources on the same scale, with their points', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 10, y: 0 },
    ];
    const { svg: figure } = drawLineChart({ ...chart, curves: [{ label: 'published', points }] });
    const [x0, y0, x1, y1] = coordinates(figure.querySelector('.curve path'));
    const mean = coordinates(figure.querySelector('.mean path'));
    expect([x0, y0, x1, y1]).toEqual([mean[0], 6, mean[4], 228]);
    expect(figure.querySelectorAll('.curve-point circle, .curve-point path')).toHaveLength(2);
    expect(figure.textContent).toContain('published');
  });

  it('has a name and a description', () => {
    const { svg: figure } = drawLineChart(chart);
    const ids = figure.getAttribute('aria-labelledby')!.split(' ');
    const [title, description] = ids.map((id) => figure.querySelector(`#${id}`)?.textContent);
    expect({ title, description }).toEqual({ title: 'y over x', description: 'what it shows' });
    expect(figure.getAttribute('role')).toBe('img');
  });
});

describe('a heat map', () => {
  const map = {
    ...words,
    ...{ xLabel: 'x', valueLabel: 'order', isUpward: true },
    xLevels: ['1', '2', '3'],
    yLevels: ['10', '20'],
    panels: [{ means: [0, 0.1, 0.2, 0.3, Number.NaN, 1], counts: [5, 5, 5, 5, 0, 4] }],
  };

  it('has a cell for each combination, and says which have no value', () => {
    const { svg: figure } = drawHeatMap(map);
    const cells = [...figure.querySelectorAll('.cell rect')];
    const missing = [...figure.querySelectorAll('.missing rect')];
    expect([cells.length, missing.length]).toEqual([5, 1]);
    expect(cells[0].querySelector('title')!.textContent).toBe('1, 10: 0, n = 5');
    expect(cells[4].querySelector('title')!.textContent).toBe('3, 20: 1, n = 4');
    expect(missing[0].querySelector('title')!.textContent).toBe('2, 20: no value');
    expect(figure.textContent).toContain('no value');
  });

  it('has the first row at the bottom for numbers, at the top for texts', () => {
    const place = (figure: Element, at: number) => {
      const cell = figure.querySelectorAll('.cell rect')[at];
      return [Number(cell.getAttribute('x')), Number(cell.getAttribute('y'))];
    };
    const [up, down] = [true, false].map((isUpward) => drawHeatMap({ ...map, isUpward }).svg);
    expect(place(up, 0)[1]).toBeGreaterThan(place(up, 3)[1]);
    expect(place(down, 0)[1]).toBeLessThan(place(down, 3)[1]);
    expect(place(up, 0)[0]).toBeLessThan(place(up, 1)[0]);
  });

  it('has the ends of viridis at the least and greatest mean, and both on its scale', () => {
    const { svg: figure } = drawHeatMap(map);
    const fills = [...figure.querySelectorAll('.cell rect')].map((cell) =>
      cell.getAttribute('fill'),
    );
    expect([fills[0], fills[4]]).toEqual(['#440154', '#fde725']);
    const texts = [...figure.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['0', '1', '0.5']));
  });

  it('has white at 0 if means lie on both sides of it', () => {
    const panels = [{ means: [-2, 0, 4, 1, 1, 1], counts: [1, 1, 1, 1, 1, 1] }];
    const { svg: figure } = drawHeatMap({ ...map, panels });
    const fill = figure.querySelectorAll('.cell rect')[1].getAttribute('fill')!;
    const channels = fill.match(/\d+/g)!.map(Number);
    expect(Math.min(...channels)).toBeGreaterThan(230);
  });

  it('has one color if there is only one value', () => {
    const panels = [{ means: [3, 3, 3, 3, 3, 3], counts: [1, 1, 1, 1, 1, 1] }];
    const { svg: figure } = drawHeatMap({ ...map, panels });
    const fills = [...figure.querySelectorAll('.cell rect')].map((cell) =>
      cell.getAttribute('fill'),
    );
    expect(new Set(fills).size).toBe(1);
    expect(fills[0]).toMatch(/^(#|rgb)/);
  });
});

describe('a histogram', () => {
  it.each([1, 2, 3, 4])('counts each value once, in the bin that holds it, seed %i', (seed) => {
    const values = Array.from({ length: [3, 17, 1003, 20_000][seed - 1] }, (_, at) => {
      const draw = noise(seed, at);
      return draw < 0.2 ? 0.5 : draw * [1, 1e-9, 1e6, 3][seed - 1];
    });
    const bins = binsOf(values);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
    for (const [index, { from, to, count }] of bins.entries()) {
      const isLast = index === bins.length - 1;
      const inside = values.filter((v) => v >= from && (v < to || (isLast && v === to)));
      expect(count).toBe(inside.length);
    }
  });

  it('has a bin for a single value', () => {
    for (const value of [0, -7, 1e-300, 1e300]) {
      const bins = binsOf([value, value]);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    }
  });

  it('has a bar for each bin, and a mark for each run at the bottom', () => {
    const values = [1, 2, 2, 3, 7];
    const { svg: figure } = drawHistogram({ ...words, xLabel: 'x', values, mean: 3 });
    expect(figure.querySelectorAll('.bar rect')).toHaveLength(binsOf(values).length);
    expect(figure.querySelectorAll('.rug line, .rug path')).toHaveLength(5);
  });
});

describe('an interval chart', () => {
  it('has a point and a line for each category and series that has a value', () => {
    const interval = { mean: 2, low: 1, high: 3 };
    const none = { mean: Number.NaN, low: Number.NaN, high: Number.NaN };
    const { svg: figure } = drawIntervalChart({
      ...{ ...words, xLabel: 'x', x: { domain: [0, 4], isLog: false } },
      categories: ['a', 'b', 'c'],
      panels: [
        {
          series: [
            [interval, none, interval],
            [interval, interval, interval],
          ],
        },
      ],
      ...{ labels: ['yes', 'no'], legendTitle: 'walls' },
    });
    expect(figure.querySelectorAll('.point path, .point circle')).toHaveLength(5);
    expect(figure.querySelectorAll('.band line')).toHaveLength(5);
    expect(Object.keys(tickPlaces(figure, 'y'))).toEqual(['a', 'b', 'c']);
  });
});

describe('axes', () => {
  it('have round ticks that hold the range', () => {
    expect(niceTicks([0, 1], 5)).toEqual({ ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], domain: [0, 1] });
    expect(niceTicks([-0.3, 0.3], 3).ticks).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(niceTicks([1e-9, 2.4e-9], 4).domain).toEqual([1e-9, 2.5e-9]);
    expect(niceTicks([3, 1e6], 4).domain).toEqual([0, 1e6]);
  });

  it('have the values as ticks if their labels fit', () => {
    const axis = { domain: [0, 4] as const, isLog: false, values: [0, 1, 4] };
    expect(ticksOf(axis, 400)).toEqual([0, 1, 4]);
    expect(ticksOf({ ...axis, values: [0, 0.01, 4] }, 400)).toEqual([0, 1, 2, 3, 4]);
    const log = { domain: [1, 1e6] as const, isLog: true, values: [] };
    expect(ticksOf(log, 120)).toEqual([1, 100, 10_000, 1e6]);
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
    const name = '<b>&"\'\u0001\ud800\u202e var(--ink)';
    const figure = svg('svg', { fill: 'var(--ink)' }, svg('text', { 'aria-label': 'a&b<"' }, name));
    const file = standalone(figure);
    expect(file).toContain('fill="#1c1e22"');
    const { document } = parseHTML(`<html><body>${file.slice(file.indexOf('<svg'))}</body></html>`);
    expect(document.querySelector('text')!.textContent).toBe(
      '<b>&"\'\ufffd\ufffd\ufffd var(--ink)',
    );
    expect(document.querySelector('b')).toBeNull();
  });
});
