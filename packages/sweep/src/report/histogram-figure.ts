import type { FigureDraft } from './figure.ts';
import { drawHistogram } from './figures/histogram.ts';
import type { Measured } from './measured.ts';
import { grouped, readable } from './numbers.ts';
import { statisticsBy } from './statistics.ts';

/** Creates a histogram of a measure over the seeds, for sweeps in which nothing else varies. */
export function histogramFigure(measure: Measured): FigureDraft {
  const values = measure.values.filter(Number.isFinite);
  const all = statisticsBy(new Int32Array(values.length), 1, values);
  const [mean, deviation] = [all.mean[0], all.deviation[0]];
  const title = `${measure.name} over seeds`;
  const spread = `mean ${readable(mean)}, standard deviation ${readable(deviation, 3)}`;
  return {
    slug: `${measure.name}-over-seeds`,
    title,
    caption: `${measure.name} (${measure.when}) over ${grouped(values.length)} seeds: ${spread}. The dashed line is the mean${values.length <= 200 ? ', and each mark at the bottom is one run' : ''}.`,
    draw: (id) =>
      drawHistogram({
        ...{ id, title, values, mean },
        description: `Histogram: ${title}. ${grouped(values.length)} values from ${readable(all.min[0])} to ${readable(all.max[0])}, ${spread}.`,
        xLabel: measure.label,
        yLabel: 'runs',
      }),
  };
}
