import type { Curve } from '../curves.ts';
import { type Html, html } from '../html.ts';
import { type Axis, measureAxis } from './axis.ts';
import { type Area, type Chart, type LegendItem, px } from './chart.ts';
import { seriesColor } from './palette.ts';

/** A mean and the band around it. NaN stands for a missing value. */
export interface Point {
  /** The value of the parameter or the tick. */
  readonly at: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface SeriesChart {
  /**
   * The axis of the parameter or of the ticks. Numbers are drawn from left to right, as lines. Bands are drawn as rows,
   * with a point and a bar for each series.
   */
  readonly along: Axis;
  readonly alongLabel: string;
  readonly valueLabel: string;
  readonly panels: readonly {
    readonly title?: string;
    /** The points: one list per series, in the order of the labels. A list may be empty. */
    readonly series: readonly (readonly Point[])[];
  }[];
  /** The labels of the series; empty for a single series. */
  readonly labels: readonly string[];
  readonly legendTitle?: string;
  /** Whether the series have an order. Series that stand for numbers, or for ranges of numbers, have an order. */
  readonly isOrdered: boolean;
  /** Whether each point has a mark. */
  readonly hasMarks: boolean;
  readonly curves: readonly Curve[];
}

/** The symbols of data points, one for each series, so that series can be told apart in print without colors. */
const SYMBOLS = [
  'M-3.2,0a3.2,3.2 0 1 0 6.4,0a3.2,3.2 0 1 0 -6.4,0',
  'M-2.9,-2.9h5.8v5.8h-5.8z',
  'M0,-4.2L3.7,2.4H-3.7z',
  'M0,-4.4L3.4,0L0,4.4L-3.4,0z',
  'M0,4.2L3.7,-2.4H-3.7z',
  'M-1.3,-3.9h2.6v2.6h2.6v2.6h-2.6v2.6h-2.6v-2.6h-2.6v-2.6h2.6z',
];
/** The dash patterns of curves. There are only four, because more curves could not be told apart. */
const DASHES = ['6 4', '2 3', '10 3 2 3', '12 5'];
/** The maximum number of points that a line with marks can have. In a longer line, no point gets a mark. */
const MAX_MARKS = 40;
/** The maximum number of overlapping bands that can be distinguished. */
const MAX_BANDS = 3;
/** The distances between the bars of two series, in px: side by side, and one above the other in a row. */
const BAR_STEP = 4;
const ROW_STEP = 13;

/**
 * Whether the spread around each mean is drawn as a bar; otherwise the spreads of a series form a band. The bars of
 * several series are side by side.
 */
export function hasBars(hasMarks: boolean, series: number, points: number): boolean {
  return hasMarks && series > MAX_BANDS && points <= MAX_MARKS;
}

/** Draws lines with bands, or rows with bars, in one panel or in several with the same axes. */
export function seriesChart(chart: SeriesChart): Chart {
  const { along, alongLabel, valueLabel, panels, labels, curves, isOrdered } = chart;
  const isRows = along.kind === 'band';
  const size = Math.max(1, labels.length);
  const lists = panels.flatMap(({ series }) => series);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const look: Look = {
    isRows,
    isBarred: isRows || hasBars(chart.hasMarks, size, longest),
    isMarked: isRows || (chart.hasMarks && longest <= MAX_MARKS),
    colors: Array.from({ length: size }, (_, index) => seriesColor(index, size, isOrdered)),
  };
  const values = measureAxis([
    ...lists.flat().flatMap(({ mean, low, high }) => [mean, low, high]),
    ...curves.flatMap(({ points }) => points.map(({ y }) => y)),
  ]);
  const series = labels.map((label, index): LegendItem => {
    const color = look.colors[index];
    const mark = chart.hasMarks ? symbol([11, 6], index, color) : undefined;
    return { label, sample: html`<path d="M0,6H22" stroke="${color}" stroke-width="2"/>${mark}` };
  });
  const others = curves.map(({ label }, index): LegendItem => {
    const spots: Spot[] = [
      [0, 6],
      [11, 6],
      [22, 6],
    ];
    return { label, sample: html`${dashed(spots, index)}${circle(spots[1])}` };
  });
  const rowHeight = Math.max(26, size * ROW_STEP + 10);
  return {
    ...(isRows
      ? { x: values, y: along, xLabel: valueLabel, yLabel: alongLabel }
      : { x: along, y: values, xLabel: alongLabel, yLabel: valueLabel }),
    height: isRows ? along.ticks[0].length * rowHeight + 28 : panels.length > 1 ? 180 : 250,
    panels: panels.map(({ series: drawn, ...title }) => ({
      ...title,
      draw: (area) =>
        html`${drawn.map((points, index) => spread(area, points, index, look))}${drawn.map((points, index) => means(area, points, index, look))}${curves.map((curve, index) => curveOf(area, curve, index))}`,
    })),
    legend: [...series, ...others],
    ...(chart.legendTitle === undefined ? {} : { legendTitle: chart.legendTitle }),
  };
}

interface Look {
  readonly isRows: boolean;
  readonly isBarred: boolean;
  readonly isMarked: boolean;
  readonly colors: readonly string[];
}

type Spot = readonly [x: number, y: number];

/** Returns the spot of a value. Series with bars are shifted, so that their bars are beside each other. */
function spotOf(area: Area, at: number, value: number, index: number, look: Look): Spot {
  const middle = index - (look.colors.length - 1) / 2;
  if (look.isRows) return [area.x(value), area.y(at) + middle * ROW_STEP];
  return [px(area.x(at) + (look.isBarred ? middle * BAR_STEP : 0)), area.y(value)];
}

/** Draws the spread of a series around its means, as a band or as bars. */
function spread(area: Area, points: readonly Point[], index: number, look: Look): Html | undefined {
  const color = look.colors[index];
  const bars = points.filter(({ low, high }) => high > low);
  if (bars.length === 0) return undefined;
  const ends = (list: readonly Point[], end: 'low' | 'high'): Spot[] =>
    list.map((point) => spotOf(area, point.at, point[end], index, look));
  if (look.isBarred) {
    const lows = ends(bars, 'low');
    const lines = ends(bars, 'high').map((high, at) => `M${lows[at]}L${high}`);
    return html`<path class="bar" d="${lines.join('')}" stroke="${color}" stroke-width="${look.isRows ? 2 : 1.2}"/>`;
  }
  const parts = runsOf(points).map(
    (run) => `M${[...ends(run, 'high'), ...ends(run, 'low').reverse()].join('L')}Z`,
  );
  const opacity = look.colors.length > MAX_BANDS ? 0.13 : 0.2;
  return html`<path class="band" d="${parts.join('')}" fill="${color}" fill-opacity="${opacity}"/>`;
}

/** Draws the means of a series, as a line or as points. A single point always has a mark. */
function means(area: Area, points: readonly Point[], index: number, look: Look): Html {
  const color = look.colors[index];
  const runs = runsOf(points).map((run) =>
    run.map(({ at, mean }) => spotOf(area, at, mean, index, look)),
  );
  const line =
    look.isRows || runs.length === 0
      ? undefined
      : html`<path class="mean" d="${runs.map((run) => `M${run.join('L')}`).join('')}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/>`;
  const spots = runs.flat();
  const marks =
    look.isMarked || spots.length === 1 ? spots.map((spot) => symbol(spot, index, color)) : [];
  return html`${line}${marks}`;
}

/** Splits points where the mean is missing. */
function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (Number.isFinite(point.mean)) runs[runs.length - 1].push(point);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

function symbol([x, y]: Spot, index: number, color: string): Html {
  return html`<path class="point" d="${SYMBOLS[index % SYMBOLS.length]}" transform="translate(${x},${y})" fill="${color}" stroke="var(--paper)" stroke-width=".8"/>`;
}

function curveOf(area: Area, { points }: Curve, index: number): Html {
  const spots = points
    .map(({ x, y }): Spot => [area.x(x), area.y(y)])
    .filter(([x]) => Number.isFinite(x));
  if (spots.length === 0) return html``;
  return html`${dashed(spots, index)}${spots.length > MAX_MARKS ? [] : spots.map(circle)}`;
}

function dashed(spots: readonly Spot[], index: number): Html {
  return html`<path class="curve" d="M${spots.join('L')}" fill="none" stroke="var(--ink)" stroke-width="1.4" stroke-dasharray="${DASHES[index % DASHES.length]}"/>`;
}

function circle([x, y]: Spot): Html {
  return html`<circle class="curve-point" cx="${x}" cy="${y}" r="2.6" fill="var(--paper)" stroke="var(--ink)"/>`;
}
