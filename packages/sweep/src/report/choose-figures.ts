import { type Design, fewLevels } from './design.ts';
import type { Figure } from './figure.ts';
import { heatFigure } from './heat-figure.ts';
import { histogramFigure } from './histogram-figure.ts';
import type { Factor } from './levels.ts';
import type { Measured, Timeline } from './measured.ts';
import { counted } from './numbers.ts';
import { intervalFigure, lineFigure, timeFigure } from './series-figure.ts';
import { effectOf } from './statistics.ts';

/** The figures of one measure, and a note on figures that are not drawn. */
export interface Chosen {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

/** The maximum number of line figures, and the maximum number of heat maps. */
const MAX_LINES = 8;
const MAX_PAIRS = 10;

/**
 * Chooses the figures of a measure: lines over each numeric parameter, a heat map for each pair of parameters, and
 * lines over time. If all parameters are texts, it chooses an interval chart. If nothing varies, it chooses a
 * histogram.
 */
export function chooseFigures(
  measure: Measured,
  design: Design,
  timeline: Timeline | undefined,
): Chosen {
  const figures: Figure[] = [];
  const notes: string[] = [];
  const finite = measure.values.reduce(
    (count, value) => count + (Number.isFinite(value) ? 1 : 0),
    0,
  );
  if (finite > 0) {
    const ranked = rank(design, measure);
    const { drafts, leftOut } = overParameters(measure, design, ranked);
    figures.push(...drafts);
    if (leftOut !== undefined) notes.push(leftOut);
    if (ranked.length === 0 && finite > 1) figures.push(histogramFigure(measure));
  }
  if (timeline !== undefined && measure.samples?.some(Number.isFinite)) {
    figures.push(timeFigure(measure, design, timeline, rank(design, measure)));
  }
  return { figures, notes };
}

/**
 * Ranks the factors (varied parameters) by how much of the variance they explain. Factors whose values are texts come
 * first, so that figures show them as colors.
 */
function rank(design: Design, { values }: Measured): Factor[] {
  const effects = new Map<Factor, number>();
  for (const factor of design.factors) {
    const { codes, size } = fewLevels(design, factor, 12);
    effects.set(factor, effectOf(codes, size, values) || 0);
  }
  return [...design.factors].sort(
    (a, b) => Number(a.isNumeric) - Number(b.isNumeric) || effects.get(b)! - effects.get(a)!,
  );
}

function overParameters(measure: Measured, design: Design, ranked: readonly Factor[]) {
  const numeric = design.factors.filter(({ isNumeric }) => isNumeric);
  const shown = ranked.filter(({ isNumeric }) => isNumeric).slice(0, MAX_LINES);
  const drafts: Figure[] = [];
  for (const factor of numeric) {
    if (shown.includes(factor)) drafts.push(lineFigure(measure, design, factor, ranked));
  }
  if (numeric.length === 0 && ranked.length > 0)
    drafts.push(intervalFigure(measure, design, ranked));
  const pairs = pairsOf(ranked);
  for (const [one, other] of pairs.slice(0, MAX_PAIRS)) {
    // Texts are easier to read from top to bottom.
    const [x, y] = one.isNumeric && !isBefore(design, other, one) ? [one, other] : [other, one];
    const isTurned = !x.isNumeric && y.isNumeric;
    drafts.push(heatFigure(measure, design, isTurned ? [y, x] : [x, y], ranked));
  }
  const lines = numeric.length - shown.length;
  const maps = Math.max(0, pairs.length - MAX_PAIRS);
  const missing = [
    ...(lines > 0 ? [`lines over ${counted(lines, 'more parameter')}`] : []),
    ...(maps > 0 ? [`heat maps of ${counted(maps, 'more pair')} of parameters`] : []),
  ];
  const leftOut =
    missing.length === 0
      ? undefined
      : `Not drawn: ${missing.join(' and ')}, which explain less of the variance than the figures shown.`;
  return { drafts, leftOut };
}

function isBefore({ factors }: Design, one: Factor, other: Factor): boolean {
  return factors.indexOf(one) < factors.indexOf(other);
}

/** Returns all pairs of factors, sorted by the second factor of each pair, and then by the first. */
function pairsOf(ranked: readonly Factor[]): [Factor, Factor][] {
  const pairs: [Factor, Factor][] = [];
  for (let last = 1; last < ranked.length; last++) {
    for (let first = 0; first < last; first++) pairs.push([ranked[first], ranked[last]]);
  }
  return pairs;
}
