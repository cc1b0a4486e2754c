import type { Figure } from './figure.ts';
import { extentOf, measureAxis, niceTicks, numberAxis } from './figures/axis.ts';
import { html } from './html.ts';
import type { Measured } from './measured.ts';
import { grouped, readable } from './numbers.ts';
import { statisticsBy } from './statistics.ts';

/** The maximum number of values for which each value gets its own mark below the histogram. */
const MAX_RUG = 200;

/** Creates a histogram of a measure over the seeds, for sweeps in which nothing else varies. */
export function histogramFigure(measure: Measured): Figure {
  const values = measure.values.filter(Number.isFinite);
  const all = statisticsBy(new Int32Array(values.length), 1, values);
  const mean = all.mean[0];
  const { edges, counts } = binsOf(values);
  const title = `${measure.name} over seeds`;
  const spread = `mean ${readable(mean)}, standard deviation ${readable(all.deviation[0], 3)}`;
  const marks = values.length <= MAX_RUG ? ', and each mark at the bottom is one run' : '';
  return {
    title,
    caption: `${measure.name} (${measure.when}) over ${grouped(values.length)} seeds: ${spread}. The dashed line is the mean${marks}.`,
    description: `Histogram: ${title}. ${grouped(values.length)} values from ${readable(all.min[0])} to ${readable(all.max[0])}, ${spread}.`,
    chart: {
      x: numberAxis(edges),
      y: measureAxis([0, ...counts]),
      ...{ xLabel: measure.label, yLabel: 'runs', height: 250 },
      panels: [
        {
          draw: ({ x, y }) => {
            const bars = counts.map((count, bin) => {
              const [left, right] = [x(edges[bin]), x(edges[bin + 1])];
              return html`<rect class="bin" x="${left + 0.5}" y="${y(count)}" width="${right - left - 1}" height="${y(0) - y(count)}"/>`;
            });
            const rug =
              marks === '' ? [] : Array.from(values, (value) => `M${x(value)},${y(0)}v-8`);
            return html`<g fill="var(--kind-1)" fill-opacity=".6">${bars}</g><path class="rug" d="${rug.join('')}" stroke="currentColor" stroke-opacity=".55"/><path d="M${x(mean)},${y(0)}V6" stroke="var(--ink)" stroke-width="1.6" stroke-dasharray="5 3"/>`;
          },
        },
      ],
    },
  };
}

/**
 * Divides values into bins of equal width between round numbers. Each bin includes its lower end; the last bin also
 * includes its upper end.
 */
export function binsOf(values: ArrayLike<number>) {
  const list = Array.from(values);
  const [min, max] = extentOf(list);
  const around = measureAxis([min]).ticks.at(-1) as [number, number];
  const wanted = Math.max(5, Math.min(40, Math.round(2 * Math.cbrt(list.length))));
  const edges = niceTicks(min === max ? around : [min, max], wanted);
  const counts = edges.slice(1).map(() => 0);
  for (const value of list) {
    const edge = edges.filter((edge) => edge <= value).length - 1;
    counts[Math.max(0, Math.min(counts.length - 1, edge))]++;
  }
  return { edges, counts };
}
