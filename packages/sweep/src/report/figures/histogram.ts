import * as Plot from '@observablehq/plot';
import { measureAxis, niceTicks, TICK_SIZE, tickLabel } from './axis.ts';
import { type Composed, compose } from './compose.ts';
import { document, groupOf, textWidth } from './svg.ts';

export interface Histogram {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The values of the runs: at least one, and all finite. */
  readonly values: ArrayLike<number>;
  readonly mean: number;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The maximum number of values for which each value gets its own mark below the histogram. */
const MAX_RUG = 200;

/**
 * Divides values into bins of equal width between round numbers. Each bin includes its lower end; the last bin also
 * includes its upper end.
 */
export function binsOf(values: ArrayLike<number>): Bin[] {
  const list = Array.from(values);
  const [min, max] = [Math.min(...slices(list, Math.min)), Math.max(...slices(list, Math.max))];
  const axis = min === max ? measureAxis([min])!.domain : ([min, max] as const);
  const wanted = Math.max(5, Math.min(40, Math.round(2 * Math.cbrt(list.length))));
  const { ticks } = niceTicks(axis, wanted);
  const counts = new Uint32Array(ticks.length - 1);
  const width = ticks[1] - ticks[0];
  for (const value of list) {
    let bin = Math.max(0, Math.min(counts.length - 1, Math.floor((value - ticks[0]) / width)));
    // The quotient is rounded, so the ends of the bins decide.
    if (value < ticks[bin] && bin > 0) bin--;
    else if (bin < counts.length - 1 && value >= ticks[bin + 1]) bin++;
    counts[bin]++;
  }
  return Array.from(counts, (count, index) => ({
    from: ticks[index],
    to: ticks[index + 1],
    count,
  }));
}

/**
 * Splits the values into slices, and returns the result of `fold` for each slice. One call of `fold` accepts only a
 * limited number of arguments.
 */
function slices(values: readonly number[], fold: (...values: number[]) => number): number[] {
  const folded: number[] = [];
  for (let at = 0; at < values.length; at += 10_000) {
    folded.push(fold(...values.slice(at, at + 10_000)));
  }
  return folded;
}

/** Draws a histogram: for each bin, how many runs have a value in it. */
export function drawHistogram(histogram: Histogram): Composed {
  const { values, mean } = histogram;
  const bins = binsOf(values);
  const most = Math.max(...bins.map(({ count }) => count));
  return compose({
    ...histogram,
    partHeight: 250,
    parts: [
      {
        draw: (width, height) => {
          const { ticks, domain } = niceTicks([0, most], Math.min(5, most));
          const widest = Math.max(...ticks.map((tick) => textWidth(tickLabel(tick), TICK_SIZE)));
          const plot = Plot.plot({
            document: document as unknown as Document,
            className: 'skein-figure',
            ...{ width, height, marginLeft: 8 + widest, marginTop: 6, marginRight: 10 },
            ...{ marginBottom: 24, insetLeft: 6, insetRight: 6 },
            x: { domain: [bins[0].from, bins[bins.length - 1].to] },
            y: { domain },
            marks: [
              Plot.gridY({ ticks, stroke: 'currentColor', strokeOpacity: 0.13 }),
              Plot.axisY({
                ...{ ticks, tickSize: 0, tickPadding: 6, tickFormat: tickLabel, label: null },
                ...{ fontSize: TICK_SIZE, color: 'var(--muted)' },
              }),
              Plot.axisX({
                ...{ ticks: 6, tickSize: 4, tickFormat: tickLabel, label: null },
                ...{ fontSize: TICK_SIZE, color: 'var(--muted)' },
              }),
              Plot.rectY(bins, {
                ...{ x1: 'from', x2: 'to', y: 'count', fill: 'var(--kind-1)', fillOpacity: 0.6 },
                className: 'bar',
              }),
              ...(values.length <= MAX_RUG
                ? [
                    Plot.tickX(Array.from(values), {
                      ...{ x: (value: number) => value, strokeOpacity: 0.55, inset: 0 },
                      ...{ insetTop: height - 36, className: 'rug' },
                    }),
                  ]
                : []),
              Plot.ruleX([mean], {
                stroke: 'var(--ink)',
                strokeWidth: 1.6,
                strokeDasharray: '5 3',
              }),
              Plot.frame({ anchor: 'bottom', stroke: 'currentColor', strokeOpacity: 0.5 }),
            ],
          });
          return groupOf(plot, 0, 0);
        },
      },
    ],
  });
}
