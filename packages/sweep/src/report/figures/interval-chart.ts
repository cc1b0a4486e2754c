import * as Plot from '@observablehq/plot';
import { type Axis, TICK_SIZE, tickLabel } from './axis.ts';
import { type Composed, compose, type LegendItem, type Part } from './compose.ts';
import { SYMBOLS, seriesColor } from './palette.ts';
import { document, fitted, groupOf, svg, textWidth } from './svg.ts';

/** The mean of a group of runs, and the band around that mean. NaN stands for a missing value. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface IntervalPanel {
  readonly title?: string;
  /** The intervals: one list per series, with one interval per category. */
  readonly series: readonly (readonly Interval[])[];
}

export interface IntervalChart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The axis of the measure. */
  readonly x: Axis;
  readonly xLabel: string;
  /** The label of the axis with the categories. */
  readonly yLabel: string;
  readonly categories: readonly string[];
  readonly panels: readonly IntervalPanel[];
  /** The labels of the series; empty for a single series. */
  readonly labels: readonly string[];
  readonly legendTitle?: string;
}

const MAX_LABEL = 130;
const SERIES_PITCH = 13;

/** Draws a row for each category. In the row, each series has a point at its mean, and a line from `low` to `high`. */
export function drawIntervalChart(chart: IntervalChart): Composed {
  const { panels, labels, categories } = chart;
  const size = Math.max(1, labels.length);
  const legend: LegendItem[] = labels.map((label, index) => {
    const color = seriesColor(index, size, false);
    const line = svg('path', { d: 'M0,6H22', stroke: color, 'stroke-width': 2 });
    return { label, sample: svg('g', {}, line, markOf(color, index)) };
  });
  const parts = panels.map(
    (panel): Part => ({
      ...(panel.title === undefined ? {} : { title: panel.title }),
      draw: (width, height) => drawPanel(chart, panel, width, height),
    }),
  );
  const rowHeight = Math.max(26, size * SERIES_PITCH + 10);
  return compose({ ...chart, parts, partHeight: categories.length * rowHeight + 30, legend });
}

function drawPanel(
  { x, categories, labels }: IntervalChart,
  panel: IntervalPanel,
  width: number,
  height: number,
): SVGElement {
  const shown = categories.map((label) => fitted(label, MAX_LABEL, TICK_SIZE));
  const widest = Math.max(...shown.map((label) => textWidth(label, TICK_SIZE)));
  const size = Math.max(1, labels.length);
  const marks: Plot.Markish[] = [
    Plot.gridX({ ticks: 5, stroke: 'currentColor', strokeOpacity: 0.13 }),
    Plot.axisX({
      ...{ ticks: Math.max(2, Math.floor(width / 80)), tickSize: 4, tickFormat: tickLabel },
      ...{ label: null, fontSize: TICK_SIZE, color: 'var(--muted)' },
    }),
    Plot.axisY({
      ...{ tickFormat: (index: number) => shown[index], tickSize: 0, label: null },
      ...{ tickPadding: 8, fontSize: TICK_SIZE, color: 'var(--muted)' },
    }),
    Plot.frame({ anchor: 'left', stroke: 'currentColor', strokeOpacity: 0.5 }),
  ];
  for (const [index, intervals] of panel.series.entries()) {
    const dy = (index - (size - 1) / 2) * SERIES_PITCH;
    const color = seriesColor(index, size, false);
    const rows = intervals
      .map((interval, row) => ({ ...interval, row }))
      .filter(({ mean }) => Number.isFinite(mean));
    marks.push(
      Plot.ruleY(rows, {
        ...{ y: 'row', x1: 'low', x2: 'high', dy, stroke: color, strokeWidth: 2 },
        ...{ strokeOpacity: 0.6, className: 'band' },
      }),
      Plot.dot(rows, {
        ...{ y: 'row', x: 'mean', dy, fill: color, stroke: 'var(--paper)', r: 4 },
        ...{ symbol: SYMBOLS[index % SYMBOLS.length], className: 'point' },
      }),
    );
  }
  const plot = Plot.plot({
    document: document as unknown as Document,
    className: 'skein-figure',
    ...{ width, height, marginLeft: widest + 12, marginTop: 2, marginRight: 12 },
    ...{ marginBottom: 24, insetLeft: 8, insetRight: 8 },
    x: { type: 'linear', domain: [...x.domain], nice: true },
    y: { type: 'band', domain: categories.map((_, index) => index) },
    marks,
  });
  return groupOf(plot, 0, 0);
}

function markOf(fill: string, index: number): SVGElement {
  const plot = Plot.plot({
    document: document as unknown as Document,
    ...{ width: 22, height: 12, margin: 0, axis: null },
    marks: [
      Plot.dot([0], {
        ...{ fill, stroke: 'var(--paper)', r: 4, frameAnchor: 'middle' },
        symbol: SYMBOLS[index % SYMBOLS.length],
      }),
    ],
  });
  return groupOf(plot, 0, 0);
}
