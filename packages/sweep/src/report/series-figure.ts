import { axisLevels, type Design, fewLevels } from './design.ts';
import type { Figure } from './figure.ts';
import { type Axis, bandAxis, numberAxis } from './figures/axis.ts';
import { MAX_SERIES } from './figures/palette.ts';
import { hasBars, type Point, type SeriesChart, seriesChart } from './figures/series-chart.ts';
import type { Factor, Levels } from './levels.ts';
import { type Measured, spreadOf, type Timeline } from './measured.ts';
import { grouped, listed, readable, withUnit } from './numbers.ts';
import { combine, type Statistics, statisticsBy } from './statistics.ts';

/** The maximum number of panels of a figure. More panels side by side would be too small. */
export const MAX_PANELS = 6;
/** The maximum number of rows of a figure. The table shows the remaining rows. */
const MAX_ROWS = 24;

/** What a figure shows along its axis: a parameter or the time. */
interface Along {
  /** The words for the title and for the caption, such as "over boid.noise" and "against boid.noise". */
  readonly title: string;
  readonly caption: string;
  readonly label: string;
  readonly axis: Axis;
  readonly places: readonly number[];
  /** For each value, the index of its place; -1 for none. */
  readonly codes: Int32Array;
  readonly values: Float64Array;
  /** For each value, the row of its run; omitted if there is one value for each run. */
  readonly rows?: Int32Array;
  readonly levels?: Levels;
  readonly curves: Measured['curves'];
  /** The factors that may have colors and panels, the most important first. */
  readonly others: readonly Factor[];
}

/** Creates a figure with the mean of a measure for each value of a numeric parameter, as lines. */
export function lineFigure(
  measure: Measured,
  design: Design,
  factor: Factor,
  ranked: readonly Factor[],
): Figure {
  const levels = axisLevels(design, factor);
  const { places, codes } = levels;
  const curves = measure.curves.filter(({ parameter }) => parameter === factor.name);
  const xs = curves.flatMap(({ points }) => points.map(({ x }) => x));
  const axis = numberAxis(
    [...places, ...xs.filter((x) => x > 0 || !factor.isLog)],
    factor.isLog,
    places,
  );
  return seriesFigure(measure, design, {
    ...{ title: `over ${factor.name}`, caption: ` (${measure.when}) against ${factor.name}` },
    ...{ label: withUnit(factor), axis, places, codes, levels, curves, values: measure.values },
    others: ranked.filter((one) => one !== factor),
  });
}

/** Creates a figure with the mean of a measure for each value of a text parameter, as rows. */
export function intervalFigure(
  measure: Measured,
  design: Design,
  [factor, ...others]: readonly Factor[],
): Figure {
  const levels = fewLevels(design, factor, MAX_ROWS);
  return seriesFigure(measure, design, {
    ...{ title: `by ${factor.name}`, caption: ` (${measure.when}) by ${factor.name}` },
    ...{
      label: withUnit(factor),
      axis: bandAxis(levels.labels, true),
      codes: levels.codes,
      levels,
    },
    places: levels.labels.map((_, row) => row),
    ...{ values: measure.values, curves: [], others },
  });
}

/** Creates a figure that shows the mean of a measure over time, as lines. */
export function timeFigure(
  measure: Measured,
  design: Design,
  { ticks, codes, rows, total }: Timeline,
  ranked: readonly Factor[],
): Figure {
  const curves = measure.curves.filter(({ parameter }) => parameter === 'tick');
  const xs = curves.flatMap(({ points }) => points.map(({ x }) => x));
  const thinned = total > ticks.length ? ` (${ticks.length} of ${total} samples)` : '';
  return seriesFigure(measure, design, {
    ...{ title: 'over time', caption: ` over time${thinned}`, label: 'tick' },
    ...{ axis: numberAxis([...ticks, ...xs]), places: ticks, codes, rows, curves },
    ...{ values: measure.samples!, others: ranked },
  });
}

/** Creates a figure with means and bands. Colors and panels may stand for the values of two other parameters. */
function seriesFigure(measure: Measured, design: Design, along: Along): Figure {
  const { places, rows, levels, curves, axis } = along;
  const bins = levels?.isBinned ? levels.size : 0;
  const { colors, panels, averaged } = rolesOf(design, along.others, bins);
  const by = [panels, colors].filter((levels) => levels !== undefined);
  const parts = by.map(({ codes, size }) => ({
    size,
    codes: rows === undefined ? codes : rows.map((row) => (row < 0 ? -1 : codes[row])),
  }));
  // Samples of runs that are not in the table belong to no group.
  const isIn = rows === undefined ? [] : [{ size: 1, codes: rows.map((row) => Math.min(row, 0)) }];
  const groups = combine(along.values.length, [
    ...isIn,
    ...parts,
    { codes: along.codes, size: places.length },
  ]);
  const statistics = statisticsBy(groups.codes, groups.size, along.values);
  const isRows = axis.kind === 'band';
  const isTime = rows !== undefined;
  const isSeeds =
    averaged.length === 0 && bins === 0 && !by.some(({ factor }) => design.sampled.has(factor));
  const hasMarks = !isTime;
  const isBarred = isRows || hasBars(hasMarks, colors?.size ?? 1, places.length);
  const band = bandOf(statistics);
  const colorCount = colors?.size ?? 1;
  const drawn = Array.from({ length: panels?.size ?? 1 }, (_, panel) => ({
    ...(panels === undefined ? {} : { title: panelTitle(panels, panel) }),
    series: Array.from({ length: colorCount }, (__, color) => {
      const begin = (panel * colorCount + color) * places.length;
      const points = places.map((at, index): Point => {
        const group = begin + index;
        return { at, mean: statistics.mean[group], low: band.low[group], high: band.high[group] };
      });
      // Over time, a line has a gap where no agent has a value. Over a parameter, it connects the remaining points.
      return isTime ? points : points.filter((point) => Number.isFinite(point.mean));
    }),
  }));
  const title = `${measure.name} ${along.title}`;
  return {
    title,
    caption:
      `${measure.name}${along.caption}. ` +
      bandWords(band, isSeeds ? 'seeds' : 'runs', isRows ? 'Points' : 'Lines', isBarred) +
      partialWords([...(levels === undefined ? [] : [levels]), ...by]) +
      averagedWords(averaged) +
      curveWords(curves),
    description: describe(title, drawn, colors, axis),
    chart: seriesChart({
      ...{ along: axis, alongLabel: along.label, valueLabel: measure.label },
      ...{ panels: drawn, labels: colors?.labels ?? [], curves, hasMarks },
      isOrdered: colors?.factor.isNumeric ?? false,
      ...(colors === undefined ? {} : { legendTitle: colors.factor.name }),
    }),
  };
}

/**
 * Returns the roles of the factors. The first suitable factor gets colors, and the next suitable factor gets panels.
 * The figure averages over the other factors. `bins` is the number of ranges on the x axis, or 0. If the x axis has
 * ranges, a sampled factor is suitable for colors only with at least 20 * `bins` runs. For panels, at least 80 * `bins`
 * runs are needed. A sampled factor has 4 ranges, so these limits mean 5 runs per combination of ranges.
 */
function rolesOf(design: Design, ranked: readonly Factor[], bins: number) {
  const suits = (factor: Factor, parts: number): boolean =>
    !design.sampled.has(factor) || bins === 0 || design.rows >= 5 * bins * parts;
  const color = ranked.find((factor) => suits(factor, 4));
  const panel = ranked.find((factor) => factor !== color && suits(factor, 16));
  return {
    colors: color && fewLevels(design, color, MAX_SERIES),
    panels: panel && fewLevels(design, panel, MAX_PANELS),
    averaged: ranked.filter((factor) => factor !== color && factor !== panel),
  };
}

/**
 * Bands show quantiles only if most groups have at least this many values. With fewer values, the 5 % quantile would
 * say little more than the smallest value.
 */
const MANY = 20;

/** The lower and upper ends of the bands for the means of a figure. */
function bandOf({ count, low, high, min, max }: Statistics) {
  const counts = spreadOf(count);
  const isMany = counts.median >= MANY;
  return isMany ? { counts, isMany, low, high } : { counts, isMany, low: min, high: max };
}

/** Returns a sentence about the means and bands. */
function bandWords(
  { counts: { min, max }, isMany }: ReturnType<typeof bandOf>,
  noun: string,
  marks: string,
  isBarred: boolean,
): string {
  if (max <= 1) return `${marks} are single runs.`;
  const count = min === max ? grouped(max) : `${grouped(min)} to ${grouped(max)}`;
  const span = isMany ? 'from their 5 % to their 95 % quantile' : 'from the least to the greatest';
  return `${marks} are means over ${count} ${noun}, ${isBarred ? 'bars' : 'bands'} reach ${span}.`;
}

/** Returns the title of a panel. */
export function panelTitle({ factor, labels, isBinned }: Levels, index: number): string {
  return `${factor.name} ${isBinned ? '' : '= '}${labels[index]}`;
}

/**
 * Returns sentences about the factors whose values are not all shown one by one. Such a factor is grouped into ranges,
 * or only some of its values are shown.
 */
export function partialWords(parts: readonly Levels[]): string {
  const ranges = parts
    .filter(({ isBinned }) => isBinned)
    .map(({ factor, size }) => `${size} ranges of ${factor.name}`);
  const some = parts
    .filter(({ factor, size, isBinned }) => !isBinned && size < factor.values.length)
    .map(({ factor, size }) => `${size} of ${factor.values.length} values of ${factor.name}`);
  return [
    ranges.length > 0 ? ` Runs are grouped into ${listed(ranges)}.` : '',
    some.length > 0 ? ` The figure shows ${listed(some)}.` : '',
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

/** Describes the figure in words: the first, the last and the greatest mean of each series. */
function describe(
  title: string,
  panels: SeriesChart['panels'],
  colors: Levels | undefined,
  axis: Axis,
): string {
  const sentences = panels.flatMap(({ title: panel, series }) =>
    series.flatMap((points, color) => {
      const known = points.filter(({ mean }) => Number.isFinite(mean));
      if (known.length === 0) return [];
      const names = [panel, colors && panelTitle(colors, color)].filter(
        (name) => name !== undefined,
      );
      const top = known.reduce((best, point) => (point.mean > best.mean ? point : best));
      const words = [known[0], known[known.length - 1], top].map(
        ({ at, mean }) => `${readable(mean)} at ${axis.label(at)}`,
      );
      const where = names.length === 0 ? '' : `${names.join(', ')}: `;
      return [`${where}${words[0]}, ${words[1]}, at most ${words[2]}.`];
    }),
  );
  return [`Means: ${title}.`, ...sentences.slice(0, 20)].join(' ');
}
