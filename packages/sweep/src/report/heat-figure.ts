import { type Design, fewLevels, sideLevels } from './design.ts';
import type { FigureDraft } from './figure.ts';
import { drawHeatMap, type HeatPanel } from './figures/heat-map.ts';
import type { Factor, Levels } from './levels.ts';
import { averagedWords, labelOf, MAX_PANELS, panelTitle, partialWords } from './line-figure.ts';
import { type Measured, spreadOf } from './measured.ts';
import { grouped, readable } from './numbers.ts';
import { combine, statisticsBy } from './statistics.ts';

/**
 * Creates a heat map of the means of a measure over two parameters. It has a cell for each pair of values. If a third
 * parameter varies, each of its values may get its own panel.
 */
export function heatFigure(
  measure: Measured,
  design: Design,
  [xFactor, yFactor]: readonly [Factor, Factor],
  ranked: readonly Factor[],
): FigureDraft {
  const x = sideLevels(design, xFactor);
  const y = sideLevels(design, yFactor);
  const others = ranked.filter((one) => one !== xFactor && one !== yFactor);
  // Panels for ranges would leave too few runs per cell.
  const third = others.find((one) => !design.sampled.has(one));
  const panels = third === undefined ? undefined : fewLevels(design, third, MAX_PANELS);
  const groups = combine(design.rows, panels === undefined ? [y, x] : [panels, y, x]);
  const { mean, count } = statisticsBy(groups.codes, groups.size, measure.values);
  const cells = x.size * y.size;
  const drawn = Array.from({ length: panels?.size ?? 1 }, (_, index): HeatPanel => {
    const [begin, end] = [index * cells, (index + 1) * cells];
    const part = { means: mean.subarray(begin, end), counts: count.subarray(begin, end) };
    return panels === undefined ? part : { ...part, title: panelTitle(panels, index) };
  });
  const averaged = others.filter((one) => one !== third);
  const isSeeds = averaged.length === 0 && !x.isBinned && !y.isBinned;
  const title = `${measure.name} over ${xFactor.name} and ${yFactor.name}`;
  const parts = panels === undefined ? [x, y] : [x, y, panels];
  return {
    slug: `${measure.name}-over-${xFactor.name}-and-${yFactor.name}`,
    title,
    caption:
      `${measure.name} (${measure.when}) against ${xFactor.name} and ${yFactor.name}. ` +
      cellWords(count, isSeeds ? 'seeds' : 'runs') +
      partialWords(parts) +
      averagedWords(averaged),
    draw: (id) =>
      drawHeatMap({
        ...{ id, title },
        description: describe(title, mean),
        xLabel: labelOf(xFactor),
        yLabel: labelOf(yFactor),
        valueLabel: measure.label,
        xLevels: sideLabels(x),
        yLevels: sideLabels(y),
        // Texts read from top to bottom, numbers grow upward.
        isUpward: yFactor.isNumeric,
        panels: drawn,
      }),
  };
}

/**
 * Returns the labels along a side of the heat map. A range is labeled by its middle, because there is not enough space
 * for both ends.
 */
function sideLabels({ labels, places, isBinned }: Levels): readonly string[] {
  return isBinned ? places.map((place) => readable(place, 3)) : labels;
}

function cellWords(counts: Uint32Array, noun: string): string {
  const { min, max } = spreadOf(counts);
  if (max <= 1) return 'Each cell is a single run.';
  return `Each cell is the mean over ${min === max ? grouped(max) : `${grouped(min)} to ${grouped(max)}`} ${noun}.`;
}

function describe(title: string, means: Float64Array): string {
  const known = means.filter(Number.isFinite).sort();
  const missing = means.length - known.length;
  const without = missing === 0 ? '' : ` ${missing} of ${means.length} cells have no value.`;
  return `Heat map: ${title}. Means from ${readable(known[0])} to ${readable(known[known.length - 1])}.${without}`;
}
