import { type Design, fewLevels, sideLevels } from './design.ts';
import type { Figure } from './figure.ts';
import { bandAxis } from './figures/axis.ts';
import type { Area, LegendItem } from './figures/chart.ts';
import { type ColorScale, colorScale, inkOn } from './figures/palette.ts';
import { type Html, html } from './html.ts';
import type { Factor, Levels } from './levels.ts';
import { type Measured, spreadOf } from './measured.ts';
import { grouped, readable, withUnit } from './numbers.ts';
import { averagedWords, MAX_PANELS, panelTitle, partialWords } from './series-figure.ts';
import { combine, statisticsBy } from './statistics.ts';

/** If the cells are smaller than this (px), they do not show their means as numbers. */
const NUMBER_WIDTH = 36;
/** The additional width (px) that a cell needs for each digit after the second. */
const DIGIT_WIDTH = 7;
const NUMBER_HEIGHT = 17;

/**
 * Creates a heat map of the means of a measure over two parameters. It has a cell for each pair of values. If a third
 * parameter varies, each of its values may get its own panel.
 */
export function heatFigure(
  measure: Measured,
  design: Design,
  [xFactor, yFactor]: readonly [Factor, Factor],
  ranked: readonly Factor[],
): Figure {
  const x = sideLevels(design, xFactor);
  const y = sideLevels(design, yFactor);
  const others = ranked.filter((factor) => factor !== xFactor && factor !== yFactor);
  // Panels for ranges would leave too few runs per cell.
  const third = others.find((other) => !design.sampled.has(other));
  const panels = third === undefined ? undefined : fewLevels(design, third, MAX_PANELS);
  const parts = panels === undefined ? [y, x] : [panels, y, x];
  const groups = combine(design.rows, parts);
  const { mean, count } = statisticsBy(groups.codes, groups.size, measure.values);
  const known = mean.filter(Number.isFinite).sort();
  const [min, max] = [known[0], known[known.length - 1]];
  const scale = colorScale(min, max);
  const cells = x.size * y.size;
  const averaged = others.filter((other) => other !== third);
  const isSeeds = averaged.length === 0 && !x.isBinned && !y.isBinned;
  const title = `${measure.name} over ${xFactor.name} and ${yFactor.name}`;
  const missing = mean.length - known.length;
  const without = missing === 0 ? '' : ` ${missing} of ${mean.length} cells have no value.`;
  return {
    title,
    caption:
      `${measure.name} (${measure.when}) against ${xFactor.name} and ${yFactor.name}. ` +
      cellWords(count, isSeeds ? 'seeds' : 'runs') +
      partialWords(parts) +
      averagedWords(averaged),
    description: `Heat map: ${title}. Means from ${readable(min)} to ${readable(max)}.${without}`,
    chart: {
      x: bandAxis(sideLabels(x)),
      // Texts read from top to bottom, numbers grow upward.
      y: bandAxis(sideLabels(y), !yFactor.isNumeric),
      ...{ xLabel: withUnit(xFactor), yLabel: withUnit(yFactor), legendTitle: measure.label },
      height: Math.min(panels === undefined ? 420 : 240, Math.max(110, y.size * 28 + 28)),
      legend: legendOf(scale, missing > 0),
      panels: Array.from({ length: panels?.size ?? 1 }, (_, panel) => ({
        ...(panels === undefined ? {} : { title: panelTitle(panels, panel) }),
        draw: (area: Area) =>
          html`${Array.from({ length: cells }, (__, cell) => {
            const at = panel * cells + cell;
            return cellOf(area, x, y, cell, mean[at], count[at], scale);
          })}`,
      })),
    },
  };
}

function cellOf(
  area: Area,
  x: Levels,
  y: Levels,
  cell: number,
  mean: number,
  count: number,
  { domain, colorOf }: ColorScale,
): Html {
  const [column, row] = [cell % x.size, Math.floor(cell / x.size)];
  const [width, height] = [area.width / x.size, area.height / y.size];
  const [middle, center] = [area.x(column), area.y(row)];
  const isKnown = Number.isFinite(mean);
  const value = isKnown ? `${readable(mean)}, n = ${count}` : 'no value';
  const gap = Math.min(width, height) > 12 ? 1 : 0;
  const box = html`x="${(middle - (width - gap) / 2).toFixed(2)}" y="${(center - (height - gap) / 2).toFixed(2)}" width="${(width - gap).toFixed(2)}" height="${(height - gap).toFixed(2)}"`;
  const name = html`<title>${sideLabels(x)[column]}, ${sideLabels(y)[row]}: ${value}</title>`;
  if (!isKnown) return html`<rect class="missing" ${box} fill-opacity=".07">${name}</rect>`;
  const color = colorOf(mean);
  const digits = Math.min(digitsOf(domain), 2 + Math.floor((width - NUMBER_WIDTH) / DIGIT_WIDTH));
  const number =
    width < NUMBER_WIDTH || height < NUMBER_HEIGHT
      ? undefined
      : html`<text x="${middle}" y="${center}" dy=".32em" text-anchor="middle" font-size="11.5" fill="${inkOn(color)}" pointer-events="none">${readable(mean, digits)}</text>`;
  return html`<rect class="cell" ${box} fill="${color}">${name}</rect>${number}`;
}

/** The number of digits that tells the colors of a scale apart: 2 to 5. */
function digitsOf([min, max]: readonly [number, number]): number {
  const most = Math.max(Math.abs(min), Math.abs(max));
  const digits = max > min ? Math.ceil(Math.log10(most / (max - min))) + 2 : 2;
  return Math.min(5, Math.max(2, digits));
}

/** Returns samples of the colors of a scale, and of a cell without a value. */
function legendOf({ domain: [min, max], colorOf }: ColorScale, hasMissing: boolean): LegendItem[] {
  const shares = min === max ? [0] : [0, 0.25, 0.5, 0.75, 1];
  const items = shares.map((share): LegendItem => {
    // This is not min + (max - min) * share, since the difference of large values may overflow.
    const value = min * (1 - share) + max * share;
    const sample = html`<rect width="22" height="12" fill="${colorOf(value)}"/>`;
    return { label: readable(value, Math.max(3, digitsOf([min, max]))), sample };
  });
  const none = html`<rect x=".5" y=".5" width="21" height="11" fill-opacity=".07" stroke="currentColor" stroke-opacity=".4"/>`;
  return hasMissing ? [...items, { label: 'no value', sample: none }] : items;
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
