import { type Design, fewLevels } from './design.ts';
import { heatFigure } from './heat-figure.ts';
import { histogramFigure } from './histogram-figure.ts';
import type { Factor } from './levels.ts';
import type { Measured, Timeline } from './measured.ts';
import { counted } from './numbers.ts';
import { intervalFigure, lineFigure, timeFigure } from './series-figure.ts';
import { effectOf } from './statistics.ts';

/** The maximum number of line figures, and the maximum number of heat maps. */
const MAX_LINES = 8;
const MAX_PAIRS = 10;

/**
 * Chooses the figures of a measure: lines over each numeric parameter, a heat map for each pair of parameters, and
 * lines over time. If all parameters are texts, it chooses rows instead of lines. If nothing varies, it chooses a
 * histogram. The notes are about figures that are not drawn.
 */
export function chooseFigures(measure: Measured, design: Design, timeline: Timeline | undefined) {
  const ranked = rank(design, measure);
  const count = measure.values.filter(Number.isFinite).length;
  const { figures, notes } = count === 0 ? NONE : overParameters(measure, design, ranked);
  const histogram = ranked.length === 0 && count > 1 ? [histogramFigure(measure)] : [];
  const hasTime = timeline !== undefined && measure.samples?.some(Number.isFinite);
  const time = hasTime ? [timeFigure(measure, design, timeline, ranked)] : [];
  return { figures: [...figures, ...histogram, ...time], notes };
}

/** No figures, and nothing to say of them. */
export const NONE = { figures: [], notes: [] };

/**
 * Ranks the factors (varied parameters) by how much of the variance they explain. Factors whose values are texts come
 * first, so that figures show them as colors.
 */
function rank(design: Design, { values }: Measured): Factor[] {
  const effects = new Map(
    design.factors.map((factor) => {
      const { codes, size } = fewLevels(design, factor, 12);
      return [factor, effectOf(codes, size, values) || 0];
    }),
  );
  return [...design.factors].sort(
    (a, b) => Number(a.isNumeric) - Number(b.isNumeric) || effects.get(b)! - effects.get(a)!,
  );
}

function overParameters(measure: Measured, design: Design, ranked: readonly Factor[]) {
  const inOrder = (some: readonly Factor[]) =>
    design.factors.filter((factor) => some.includes(factor));
  const numeric = ranked.filter(({ isNumeric }) => isNumeric);
  const lines = inOrder(numeric.slice(0, MAX_LINES));
  const pairs = ranked.flatMap((last, at) => ranked.slice(0, at).map((first) => [first, last]));
  const maps = pairs.slice(0, MAX_PAIRS).map(([first, last]) => {
    // Texts, which are ranked first, are easier to read from top to bottom.
    const [x, y] = first.isNumeric ? inOrder([first, last]) : [last, first];
    return heatFigure(measure, design, [x, y], ranked);
  });
  const hasRows = numeric.length === 0 && ranked.length > 0;
  const [moreLines, moreMaps] = [numeric.length - lines.length, pairs.length - maps.length];
  const missing = [
    ...(moreLines > 0 ? [`lines over ${counted(moreLines, 'more parameter')}`] : []),
    ...(moreMaps > 0 ? [`heat maps of ${counted(moreMaps, 'more pair')} of parameters`] : []),
  ].join(' and ');
  return {
    figures: [
      ...lines.map((factor) => lineFigure(measure, design, factor, ranked)),
      ...(hasRows ? [intervalFigure(measure, design, ranked)] : []),
      ...maps,
    ],
    notes:
      missing === ''
        ? []
        : [`Not drawn: ${missing}, which explain less of the variance than the figures shown.`],
  };
}
