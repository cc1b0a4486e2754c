import * as Plot from '@observablehq/plot';
import { type Axis, niceTicks, TICK_SIZE, tickLabel, ticksOf } from './axis.ts';
import { type Composed, compose, type LegendItem, type Part } from './compose.ts';
import { SYMBOLS, seriesColor } from './palette.ts';
import { document, groupOf, svg, textWidth } from './svg.ts';

/** A mean and the band around it. Both ends of the band are NaN if there is no band. */
export interface BandPoint {
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** A curve from another source, such as a publication, to compare with. */
export interface DrawnCurve {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface LinePanel {
  readonly title?: string;
  /** The points: one list per series, in the order of the labels. A list may be empty. */
  readonly series: readonly (readonly BandPoint[])[];
}

export interface LineChart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly panels: readonly LinePanel[];
  /** The labels of the series; empty for a single series. */
  readonly labels: readonly string[];
  readonly legendTitle?: string;
  /** Whether the series have an order. Series that stand for numbers, or for ranges of numbers, have an order. */
  readonly isOrdered: boolean;
  /** Whether each point has a mark. */
  readonly hasMarks: boolean;
  readonly curves: readonly DrawnCurve[];
}

const MARGIN = { top: 6, right: 10, bottom: 22 };
/** The dash patterns of curves. There are only four, because more curves could not be told apart. */
const DASHES = ['6 4', '2 3', '10 3 2 3', '12 5'];
/** The maximum number of points that a line with marks can have. In a longer line, no point gets a mark. */
const MAX_MARKS = 40;
/** The maximum number of overlapping bands that can be distinguished. */
const MAX_BANDS = 3;
/** The distance between the bars of two series, in px. */
const BAR_STEP = 4;

/**
 * Whether the spread around each mean is drawn as a bar; otherwise the spreads of a series form a band. The bars of
 * several series are side by side.
 */
export function hasBars(hasMarks: boolean, series: number, points: number): boolean {
  return hasMarks && series > MAX_BANDS && points <= MAX_MARKS;
}

/** Draws lines with bands, in one panel or in several with the same axes. */
export function drawLineChart(chart: LineChart): Composed {
  const { panels, labels, curves, isOrdered } = chart;
  const size = Math.max(1, labels.length);
  const longest = Math.max(0, ...panels.flatMap(({ series }) => series.map((one) => one.length)));
  const isBarred = hasBars(chart.hasMarks, size, longest);
  const legend: LegendItem[] = labels.map((label, index) => ({
    label,
    sample: seriesSample(
      seriesColor(index, size, isOrdered),
      chart.hasMarks ? symbolOf(index) : undefined,
      isBarred,
    ),
  }));
  for (const [index, { label }] of curves.entries()) {
    legend.push({ label, sample: curveSample(index) });
  }
  const parts = panels.map(
    (panel): Part => ({
      ...(panel.title === undefined ? {} : { title: panel.title }),
      draw: (width, height) => drawPanel(chart, panel, isBarred, width, height),
    }),
  );
  return compose({
    ...chart,
    parts,
    partHeight: panels.length > 1 ? 180 : 250,
    legend,
  });
}

function drawPanel(
  chart: LineChart,
  panel: LinePanel,
  isBarred: boolean,
  width: number,
  height: number,
): SVGElement {
  const { x, y, curves, isOrdered, labels } = chart;
  const { ticks, domain } = niceTicks(y.domain, Math.max(2, Math.floor(height / 46)));
  const marginLeft = 8 + Math.max(...ticks.map((tick) => textWidth(tickLabel(tick), TICK_SIZE)));
  const xTicks = ticksOf(x, width - marginLeft - MARGIN.right - 12);
  const lastWidth = textWidth(tickLabel(xTicks[xTicks.length - 1]), TICK_SIZE);
  const marginRight = Math.max(MARGIN.right, Math.ceil(lastWidth / 2) - 4);
  const size = Math.max(1, labels.length);
  const longest = Math.max(0, ...panel.series.map(({ length }) => length));
  const isMarked = chart.hasMarks && longest <= MAX_MARKS;
  const shiftOf = (index: number) => (isBarred ? (index - (size - 1) / 2) * BAR_STEP : 0);
  const marks: Plot.Markish[] = [
    Plot.gridY({ ticks, stroke: 'currentColor', strokeOpacity: 0.13 }),
    Plot.axisY({
      ...{ ticks, tickSize: 0, tickPadding: 6, tickFormat: tickLabel, label: null },
      ...{ fontSize: TICK_SIZE, color: 'var(--muted)' },
    }),
    Plot.axisX({
      ...{ ticks: xTicks, tickSize: 4, label: null },
      ...{ tickFormat: tickLabel, fontSize: TICK_SIZE, color: 'var(--muted)' },
    }),
    Plot.frame({ anchor: 'bottom', stroke: 'currentColor', strokeOpacity: 0.5 }),
  ];
  for (const [index, points] of panel.series.entries()) {
    const fill = seriesColor(index, size, isOrdered);
    const band = points.filter(({ low, high }) => high > low);
    if (band.length === 0) continue;
    const ends = { x: 'x', y1: 'low', y2: 'high' };
    marks.push(
      isBarred
        ? Plot.ruleX(band, {
            ...{ ...ends, stroke: fill, strokeWidth: 1.2, dx: shiftOf(index) },
            className: 'bar',
          })
        : Plot.areaY(points, {
            ...{ ...ends, fill, fillOpacity: size > MAX_BANDS ? 0.13 : 0.2 },
            className: 'band',
          }),
    );
  }
  for (const [index, points] of panel.series.entries()) {
    const stroke = seriesColor(index, size, isOrdered);
    marks.push(
      Plot.lineY(points, {
        ...{
          x: 'x',
          y: 'mean',
          stroke,
          strokeWidth: 1.8,
          strokeLinejoin: 'round',
          strokeLinecap: 'round',
          dx: shiftOf(index),
        },
        className: 'mean',
      }),
    );
    const known = points.filter(({ mean }) => Number.isFinite(mean));
    if (!isMarked && known.length > 1) continue;
    marks.push(
      Plot.dot(known, {
        ...{ x: 'x', y: 'mean', ...pointStyle(stroke, symbolOf(index)), dx: shiftOf(index) },
        className: 'point',
      }),
    );
  }
  for (const [index, { points }] of curves.entries()) {
    const strokeDasharray = DASHES[index % DASHES.length];
    marks.push(
      Plot.lineY(points, {
        ...{ x: 'x', y: 'y', stroke: 'var(--ink)', strokeWidth: 1.4, strokeDasharray },
        className: 'curve',
      }),
    );
    if (points.length <= MAX_MARKS) {
      marks.push(
        Plot.dot(points, {
          ...{ x: 'x', y: 'y', stroke: 'var(--ink)', fill: 'var(--paper)', r: 2.6 },
          className: 'curve-point',
        }),
      );
    }
  }
  const plot = Plot.plot({
    document: document as unknown as Document,
    className: 'skein-figure',
    ...{ width, height, marginLeft, marginTop: MARGIN.top },
    ...{ insetLeft: 6 + shiftOf(size - 1), insetRight: 6 + shiftOf(size - 1) },
    ...{ marginRight, marginBottom: MARGIN.bottom },
    x: { type: x.isLog ? 'log' : 'linear', domain: [...x.domain] },
    y: { type: 'linear', domain },
    marks,
  });
  return groupOf(plot, 0, 0);
}

type Symbol = (typeof SYMBOLS)[number];

function symbolOf(index: number): Symbol {
  return SYMBOLS[index % SYMBOLS.length];
}

function pointStyle(fill: string, symbol: Symbol) {
  return { fill, stroke: 'var(--paper)', strokeWidth: 0.8, r: 3.2, symbol };
}

function seriesSample(color: string, symbol: Symbol | undefined, isBarred: boolean): SVGElement {
  const line = svg('path', { d: 'M0,6H22', stroke: color, 'stroke-width': 2 });
  const band = isBarred
    ? svg('path', { d: 'M11,0V12', stroke: color, 'stroke-width': 1.2 })
    : svg('rect', { width: 22, height: 12, fill: color, 'fill-opacity': 0.2 });
  if (symbol === undefined) return svg('g', {}, band, line);
  const mark = Plot.plot({
    document: document as unknown as Document,
    ...{ width: 22, height: 12, margin: 0, axis: null },
    marks: [Plot.dot([0], { ...pointStyle(color, symbol), frameAnchor: 'middle' })],
  });
  return svg('g', {}, band, line, groupOf(mark, 0, 0));
}

function curveSample(index: number): SVGElement {
  return svg(
    'g',
    { stroke: 'var(--ink)' },
    svg('path', {
      d: 'M0,6H22',
      'stroke-width': 1.4,
      'stroke-dasharray': DASHES[index % DASHES.length],
    }),
    svg('circle', { cx: 11, cy: 6, r: 2.6, fill: 'var(--paper)' }),
  );
}
