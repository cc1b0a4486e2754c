import { type Band, bandOf } from './band.ts';
import { axisLevels, type Design, fewLevels } from './design.ts';
import type { FigureDraft } from './figure.ts';
import { axisOf, measureAxis } from './figures/axis.ts';
import {
  type BandPoint,
  drawLineChart,
  hasBars,
  type LineChart,
  type LinePanel,
} from './figures/line-chart.ts';
import { MAX_SERIES } from './figures/palette.ts';
import type { Factor, Levels } from './levels.ts';
import type { Measured, Timeline } from './measured.ts';
import { listed, readable } from './numbers.ts';
import { combine, type Statistics, statisticsBy } from './statistics.ts';

/** The maximum number of panels of a figure. More panels side by side would be too small. */
export const MAX_PANELS = 6;

/**
 * The roles of the factors (varied parameters) in a figure: which get colors, which get panels, and which the figure
 * averages over.
 */
interface Roles {
  readonly colors?: Levels;
  readonly panels?: Levels;
  readonly averaged: readonly Factor[];
}

/**
 * Creates a figure with the mean of a measure for each value of a parameter. Colors and panels may stand for two other
 * parameters.
 */
export function lineFigure(
  measure: Measured,
  design: Design,
  factor: Factor,
  ranked: readonly Factor[],
): FigureDraft {
  const levels = axisLevels(design, factor);
  const others = ranked.filter((one) => one !== factor);
  const roles = rolesOf(design, others, levels.isBinned ? levels.size : 0);
  const groups = combine(design.rows, [...partsOf(roles), levels]);
  const statistics = statisticsBy(groups.codes, groups.size, measure.values);
  const isSeeds = roles.averaged.length === 0 && !levels.isBinned && !isSampledIn(design, roles);
  const isBarred = hasBars(true, roles.colors?.size ?? 1, levels.places.length);
  const band = bandOf(statistics, isSeeds ? 'seeds' : 'runs', 'Lines', isBarred ? 'bars' : 'bands');
  const panels = panelsOf(roles, levels.places, statistics, band, false);
  const curves = measure.curves.filter(
    ({ parameter }) => parameter !== 'tick' && (parameter ?? factor.name) === factor.name,
  );
  const title = `${measure.name} over ${factor.name}`;
  return {
    slug: `${measure.name}-over-${factor.name}`,
    title,
    caption: `${measure.name} (${measure.when}) against ${factor.name}. ${band.words}${wordsOf(roles, levels)}${curveWords(curves)}`,
    draw: (id) =>
      drawLineChart({
        ...chartOf(measure, roles, panels, curves),
        ...{ id, title },
        description: describe(title, panels, roles),
        x: {
          ...axisOf([...levels.places, ...xs(curves, factor.isLog)], factor.isLog)!,
          values: levels.places,
        },
        xLabel: labelOf(factor),
        hasMarks: true,
      }),
  };
}

/**
 * Creates a figure that shows the mean of a measure over time. Colors and panels may stand for the values of two
 * parameters.
 */
export function timeFigure(
  measure: Measured,
  design: Design,
  { ticks, codes, rows, total }: Timeline,
  ranked: readonly Factor[],
): FigureDraft {
  const roles = rolesOf(design, ranked, 0);
  const parts = partsOf(roles).map(({ codes: byRun, size }) => ({
    size,
    codes: rows.map((row) => (row < 0 ? -1 : byRun[row])),
  }));
  const inRuns = { size: 1, codes: rows.map((row) => (row < 0 ? -1 : 0)) };
  const groups = combine(codes.length, [inRuns, ...parts, { codes, size: ticks.length }]);
  const statistics = statisticsBy(groups.codes, groups.size, measure.samples!);
  const isSeeds = roles.averaged.length === 0 && !isSampledIn(design, roles);
  const band = bandOf(statistics, isSeeds ? 'seeds' : 'runs', 'Lines');
  const panels = panelsOf(roles, ticks, statistics, band, true);
  const curves = measure.curves.filter(({ parameter }) => parameter === 'tick');
  const thinned = total > ticks.length ? ` ${ticks.length} of ${total} samples are drawn.` : '';
  const title = `${measure.name} over time`;
  return {
    slug: `${measure.name}-over-time`,
    title,
    caption: `${measure.name} over time. ${band.words}${thinned}${wordsOf(roles)}${curveWords(curves)}`,
    draw: (id) =>
      drawLineChart({
        ...chartOf(measure, roles, panels, curves),
        ...{ id, title },
        description: describe(title, panels, roles),
        x: axisOf([...ticks, ...xs(curves, false)])!,
        xLabel: 'tick',
        hasMarks: false,
      }),
  };
}

/**
 * Returns the roles of the factors. The first suitable factor gets colors, and the next suitable factor gets panels.
 * The figure averages over the other factors. `bins` is the number of ranges on the x axis, or 0. If the x axis has
 * ranges, a sampled factor is suitable for colors only with at least 20 * `bins` runs. For panels, at least 80 * `bins`
 * runs are needed. A sampled factor has 4 ranges, so these limits mean 5 runs per combination of ranges.
 */
function rolesOf(design: Design, ranked: readonly Factor[], bins: number): Roles {
  const enough = (factor: Factor, of: number): boolean =>
    !design.sampled.has(factor) || bins === 0 || design.rows >= 5 * bins * of;
  const [color] = ranked.filter((factor) => enough(factor, 4));
  if (color === undefined) return { averaged: ranked };
  const [panel] = ranked.filter((factor) => factor !== color && enough(factor, 16));
  return {
    colors: fewLevels(design, color, MAX_SERIES),
    ...(panel === undefined ? {} : { panels: fewLevels(design, panel, MAX_PANELS) }),
    averaged: ranked.filter((factor) => factor !== color && factor !== panel),
  };
}

function partsOf({ colors, panels }: Roles): Levels[] {
  return [panels, colors].filter((one) => one !== undefined);
}

function isSampledIn(design: Design, { colors, panels }: Roles): boolean {
  return [colors, panels].some((one) => one !== undefined && design.sampled.has(one.factor));
}

function panelsOf(
  { colors, panels }: Roles,
  places: readonly number[],
  { mean }: Statistics,
  { low, high }: Band,
  hasGaps: boolean,
): LinePanel[] {
  const sizes = [panels?.size ?? 1, colors?.size ?? 1];
  return Array.from({ length: sizes[0] }, (_, panel) => {
    const series = Array.from({ length: sizes[1] }, (_, color) => {
      const begin = (panel * sizes[1] + color) * places.length;
      const points = places.map((x, index): BandPoint => {
        const at = begin + index;
        return { x, mean: mean[at], low: low[at], high: high[at] };
      });
      // Over time, a line has a gap where no agent has a value. Over a parameter, it connects the remaining points.
      return hasGaps ? points : points.filter((point) => Number.isFinite(point.mean));
    });
    return panels === undefined ? { series } : { series, title: panelTitle(panels, panel) };
  });
}

/** Returns the title of a panel. */
export function panelTitle({ factor, labels, isBinned }: Levels, index: number): string {
  return `${factor.name} ${isBinned ? '' : '= '}${labels[index]}`;
}

function chartOf(
  measure: Measured,
  { colors }: Roles,
  panels: readonly LinePanel[],
  curves: LineChart['curves'],
) {
  const values = panels.flatMap(({ series }) =>
    series.flatMap((points) => points.flatMap(({ mean, low, high }) => [mean, low, high])),
  );
  const y = measureAxis([
    ...values,
    ...curves.flatMap(({ points }) => points.map((point) => point.y)),
  ]);
  return {
    y: y ?? { domain: [0, 1] as const, isLog: false },
    yLabel: measure.label,
    panels,
    curves,
    labels: colors?.labels ?? [],
    isOrdered: colors?.factor.isNumeric ?? false,
    ...(colors === undefined ? {} : { legendTitle: colors.factor.name }),
  };
}

/** Returns the name of a parameter with its unit. */
export function labelOf({ name, unit }: Factor): string {
  return unit === undefined ? name : `${name} (${unit})`;
}

function xs(curves: LineChart['curves'], isLog: boolean): number[] {
  const all = curves.flatMap(({ points }) => points.map(({ x }) => x));
  return isLog ? all.filter((x) => x > 0) : all;
}

/** Returns sentences about values that the figure does not show separately. */
function wordsOf(roles: Roles, axis?: Levels): string {
  const { colors, panels } = roles;
  return partialWords([axis, colors, panels]) + averagedWords(roles.averaged);
}

/**
 * Returns sentences about the factors whose values are not all shown one by one. Such a factor is grouped into ranges,
 * or only some of its values are shown.
 */
export function partialWords(all: readonly (Levels | undefined)[]): string {
  const parts = all.filter((one) => one !== undefined);
  const binned = parts.filter(({ isBinned }) => isBinned);
  const ranges = binned.map(({ factor, size }) => `${size} ranges of ${factor.name}`);
  const some = parts
    .filter(({ factor, size, isBinned }) => !isBinned && size < factor.values.length)
    .map(({ factor, size }) => `${size} of ${factor.values.length} values of ${factor.name}`);
  return [
    ...(ranges.length > 0 ? [` Runs are grouped into ${listed(ranges)}.`] : []),
    ...(some.length > 0 ? [` The figure shows ${listed(some)}.`] : []),
  ].join('');
}

/** Returns a sentence about factors that a figure does not show. */
export function averagedWords(averaged: readonly Factor[]): string {
  if (averaged.length === 0) return '';
  return ` Runs are averaged over ${listed(averaged.map(({ name }) => name))}.`;
}

function curveWords(curves: Measured['curves']): string {
  if (curves.length === 0) return '';
  const words = curves.map(({ label, source }) => (source ? `${label} (${source})` : label));
  return ` Dashed: ${listed(words)}.`;
}

/** Describes the figure in words, for readers who cannot see it. */
function describe(
  title: string,
  panels: readonly LinePanel[],
  { colors, panels: by }: Roles,
): string {
  const sentences = [`Lines: ${title}.`];
  for (const [index, { series }] of panels.entries()) {
    for (const [at, points] of series.entries()) {
      const known = points.filter(({ mean }) => Number.isFinite(mean));
      if (known.length === 0) continue;
      const names = [
        ...(by === undefined ? [] : [panelTitle(by, index)]),
        ...(colors === undefined ? [] : [panelTitle(colors, at)]),
      ];
      const [first, last] = [known[0], known[known.length - 1]];
      const top = known.reduce((best, point) => (point.mean > best.mean ? point : best));
      const where = names.length === 0 ? '' : `${names.join(', ')}: `;
      sentences.push(
        `${where}${readable(first.mean)} at ${readable(first.x)}, ${readable(last.mean)} at ${readable(last.x)}, at most ${readable(top.mean)} at ${readable(top.x)}.`,
      );
    }
  }
  return sentences.slice(0, 20).join(' ');
}
