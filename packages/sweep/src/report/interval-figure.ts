import { bandOf } from './band.ts';
import { type Design, fewLevels } from './design.ts';
import type { FigureDraft } from './figure.ts';
import { measureAxis } from './figures/axis.ts';
import { drawIntervalChart, type Interval, type IntervalPanel } from './figures/interval-chart.ts';
import { MAX_SERIES } from './figures/palette.ts';
import type { Factor } from './levels.ts';
import { averagedWords, labelOf, MAX_PANELS, panelTitle, partialWords } from './line-figure.ts';
import type { Measured } from './measured.ts';
import { readable } from './numbers.ts';
import { combine, statisticsBy } from './statistics.ts';

/** The maximum number of rows of a figure. The table shows the remaining rows. */
const MAX_ROWS = 24;

/**
 * Creates a figure with the means of a measure for each value of a text parameter. Colors and panels stand for the
 * values of two other parameters.
 */
export function intervalFigure(
  measure: Measured,
  design: Design,
  ranked: readonly Factor[],
): FigureDraft {
  const rows = fewLevels(design, ranked[0], MAX_ROWS);
  const [colors, panels] = [
    ranked.length > 1 ? fewLevels(design, ranked[1], MAX_SERIES) : undefined,
    ranked.length > 2 ? fewLevels(design, ranked[2], MAX_PANELS) : undefined,
  ];
  const parts = [panels, colors, rows].filter((one) => one !== undefined);
  const groups = combine(design.rows, parts);
  const statistics = statisticsBy(groups.codes, groups.size, measure.values);
  const averaged = ranked.slice(3);
  const band = bandOf(statistics, averaged.length === 0 ? 'seeds' : 'runs', 'Points');
  const sizes = [panels?.size ?? 1, colors?.size ?? 1];
  const drawn = Array.from({ length: sizes[0] }, (_, panel): IntervalPanel => {
    const series = Array.from({ length: sizes[1] }, (_, color) =>
      rows.labels.map((_, row): Interval => {
        const at = (panel * sizes[1] + color) * rows.size + row;
        return { mean: statistics.mean[at], low: band.low[at], high: band.high[at] };
      }),
    );
    return panels === undefined ? { series } : { series, title: panelTitle(panels, panel) };
  });
  const all = drawn.flatMap(({ series }) => series.flat());
  const title = `${measure.name} by ${rows.factor.name}`;
  return {
    slug: `${measure.name}-by-${rows.factor.name}`,
    title,
    caption:
      `${measure.name} (${measure.when}) by ${rows.factor.name}. ${band.words}` +
      partialWords(parts) +
      averagedWords(averaged),
    draw: (id) =>
      drawIntervalChart({
        ...{ id, title },
        description: `Intervals: ${title}. ${describe(rows.labels, drawn)}`,
        x: measureAxis(all.flatMap(({ mean, low, high }) => [mean, low, high]))!,
        xLabel: measure.label,
        yLabel: labelOf(rows.factor),
        categories: rows.labels,
        panels: drawn,
        labels: colors?.labels ?? [],
        ...(colors === undefined ? {} : { legendTitle: colors.factor.name }),
      }),
  };
}

function describe(labels: readonly string[], [{ series }]: readonly IntervalPanel[]): string {
  const means = labels.map((label, row) => `${label}: ${readable(series[0][row].mean)}`);
  return `${means.join(', ')}.`;
}
