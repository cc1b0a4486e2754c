import * as Plot from '@observablehq/plot';
import { type Summary, summarize } from '../statistics.ts';
import type { BarChart, Chart, LineChart, Row } from '../suite.ts';

/**
 * Draws the rows of a suite as a figure with a title, a legend and an SVG. In the SVG, groups with the class "row"
 * contain one mark per row.
 *
 * We use Observable Plot, because it chooses scales, ticks and legends by itself and needs no browser.
 */
export function plot(chart: Chart, rows: readonly Row[], document: Document): Element {
  const figure = chart.kind === 'line' ? lines(chart, rows, document) : bars(chart, rows, document);
  for (const svg of figure.querySelectorAll('svg')) {
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  }
  return figure;
}

const LOOK = {
  width: 760,
  marginTop: 40,
  marginBottom: 45,
  style: { fontSize: '13px' },
} as const;

function lines(chart: LineChart, rows: readonly Row[], document: Document): Element {
  const { x, y, series, panel, log, title } = chart;
  const marks = rows.map((row) => ({
    x: Number(row.labels[x]),
    ...spreadOf(row, y),
    series: keyOf(row, series),
    panel: panel === undefined ? '' : `${panel}: ${row.labels[panel]}`,
  }));
  const places = [...new Set(marks.map((mark) => mark.x))];
  const channels = { x: 'x', y: 'median', ...(panel !== undefined && { fx: 'panel' }) };
  const scale = (axis: 'x' | 'y') =>
    log.includes(axis)
      ? ({ type: 'log', tickFormat: '~g' } as const)
      : ({ type: 'linear', zero: axis === 'y' } as const);
  return Plot.plot({
    ...LOOK,
    document,
    title,
    height: 380,
    marginLeft: 60,
    insetLeft: 15,
    insetRight: 15,
    x: { label: x, ...scale('x'), ticks: places, tickFormat: ',d' },
    y: {
      label: y === 'median' ? rows[0].unit : y,
      grid: true,
      nice: true,
      ...scale('y'),
    },
    fx: { label: null },
    color: colors(series.length > 0, marks),
    marks: [
      Plot.line(marks, { ...channels, z: 'series', stroke: 'series' }),
      Plot.ruleX(marks, {
        ...channels,
        y1: 'lower',
        y2: 'upper',
        stroke: 'series',
        strokeWidth: 3,
        opacity: 0.4,
      }),
      Plot.dot(marks, { ...channels, fill: 'series', r: 4, className: 'row' }),
    ],
  });
}

function bars(chart: BarChart, rows: readonly Row[], document: Document): Element {
  const marks = rows.map((row) => ({
    bar: keyOf(row, chart.bar),
    ...spreadOf(row, 'median'),
    series: keyOf(row, chart.series),
  }));
  const count = new Set(marks.map(({ bar }) => bar)).size;
  return Plot.plot({
    ...LOOK,
    document,
    title: chart.title,
    height: 90 + 34 * count,
    marginLeft: 140,
    x: { label: rows[0].unit, grid: true },
    y: { label: null, domain: [...new Set(marks.map(({ bar }) => bar))] },
    color: colors(true, marks),
    marks: [
      // Bars are stacked in the order of the rows.
      Plot.barX(marks, { x: 'median', y: 'bar', fill: 'series', className: 'row' }),
      Plot.ruleX([0]),
    ],
  });
}

/** Returns the options of a color scale. Series get their colors in the order in which they first occur. */
function colors(legend: boolean, marks: readonly { readonly series: string }[]) {
  const domain = [...new Set(marks.map(({ series }) => series))];
  return { legend, domain, scheme: 'tableau10' } as const;
}

function keyOf(row: Row, labels: readonly string[]): string {
  return labels
    .map((label) =>
      typeof row.labels[label] === 'number' ? `${row.labels[label]} ${label}` : row.labels[label],
    )
    .join(', ');
}

function spreadOf(row: Row, name: string): Pick<Summary, 'median' | 'lower' | 'upper'> {
  if (name === 'median') return summarize(row.samples);
  const figure = row.figures?.[name] ?? Number.NaN;
  if (typeof figure === 'object') return figure;
  const value = Number(figure);
  return { median: value, lower: value, upper: value };
}
