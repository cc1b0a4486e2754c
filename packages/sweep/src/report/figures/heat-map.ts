import * as Plot from '@observablehq/plot';
import { readable } from '../numbers.ts';
import { labelStep, niceTicks, TICK_SIZE } from './axis.ts';
import { type Composed, compose, FONT_SIZE, type Part } from './compose.ts';
import { type ColorScale, colorScale, inkOn } from './palette.ts';
import { document, fitted, groupOf, svg, text, textWidth } from './svg.ts';

export interface HeatPanel {
  readonly title?: string;
  /** The means, one row for each y level. A mean of no values is NaN. */
  readonly means: ArrayLike<number>;
  /** The number of values from which each mean was computed. */
  readonly counts: ArrayLike<number>;
}

export interface HeatMap {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The label of the color scale: the name of the measure. */
  readonly valueLabel: string;
  readonly xLevels: readonly string[];
  readonly yLevels: readonly string[];
  /** Whether the first y level is at the bottom; otherwise it is at the top. */
  readonly isUpward: boolean;
  readonly panels: readonly HeatPanel[];
}

/** If the cells are narrower than this (px), they do not show their means as numbers. */
const NUMBER_WIDTH = 36;
const NUMBER_HEIGHT = 17;
const MAX_LABEL = 110;

/** Draws a cell for each combination of two parameters. The color of a cell shows the mean of a measure. */
export function drawHeatMap(map: HeatMap): Composed {
  const known = map.panels.flatMap(({ means }) => Array.from(means).filter(Number.isFinite));
  const scale = colorScale(Math.min(...known), Math.max(...known));
  const isWide = map.panels.length > 1;
  const cellHeight = Math.max(isWide ? 14 : 22, Math.min(34, 280 / map.yLevels.length));
  const partHeight = Math.round(
    Math.min(
      isWide ? 240 : 420,
      Math.max(isWide ? 110 : 130, map.yLevels.length * cellHeight + 26),
    ),
  );
  const hasMissing = map.panels.some(({ means }) => Array.from(means).some(Number.isNaN));
  const parts = map.panels.map(
    (panel): Part => ({
      ...(panel.title === undefined ? {} : { title: panel.title }),
      draw: (width, height) => drawPanel(map, panel, scale, width, height),
    }),
  );
  return compose({
    ...map,
    ...{ parts, partHeight, legendTitle: map.valueLabel },
    ramp: rampOf(scale, map.id, hasMissing),
  });
}

function drawPanel(
  { xLevels, yLevels, isUpward }: HeatMap,
  { means, counts }: HeatPanel,
  scale: ColorScale,
  width: number,
  height: number,
): SVGElement {
  const shown = yLevels.map((label) => fitted(label, MAX_LABEL, TICK_SIZE));
  const marginLeft = Math.ceil(10 + Math.max(...shown.map((label) => textWidth(label, TICK_SIZE))));
  const margin = { top: 2, bottom: 22, right: 2 };
  const pitch = (width - marginLeft - margin.right) / xLevels.length;
  const rowPitch = (height - margin.top - margin.bottom) / yLevels.length;
  const below = xLevels.map((label) => fitted(label, Math.max(pitch - 6, 64), TICK_SIZE));
  const xStep = labelStep(below, pitch);
  const yStep = Math.max(1, Math.ceil((TICK_SIZE + 2) / rowPitch));
  const cells = Array.from(means, (mean, index) => {
    const [x, y] = [index % xLevels.length, Math.floor(index / xLevels.length)];
    const isKnown = Number.isFinite(mean);
    const value = isKnown ? `${readable(mean)}, n = ${counts[index]}` : 'no value';
    return {
      ...{ x, y, mean, isKnown },
      fill: isKnown ? scale.colorOf(mean) : 'none',
      name: `${xLevels[x]}, ${yLevels[y]}: ${value}`,
    };
  });
  const isNumbered = pitch >= NUMBER_WIDTH && rowPitch >= NUMBER_HEIGHT;
  const inset = pitch > 12 && rowPitch > 12 ? 0.5 : 0;
  const plot = Plot.plot({
    document: document as unknown as Document,
    className: 'skein-figure',
    ...{ width, height, marginLeft, marginTop: margin.top },
    ...{ marginRight: margin.right, marginBottom: margin.bottom },
    x: { type: 'band', domain: indexes(xLevels), padding: 0 },
    y: {
      type: 'band',
      domain: isUpward ? indexes(yLevels).reverse() : indexes(yLevels),
      padding: 0,
    },
    color: { type: 'identity' },
    marks: [
      Plot.cell(
        cells.filter(({ isKnown }) => isKnown),
        { ...{ x: 'x', y: 'y', fill: 'fill', inset, title: 'name' }, className: 'cell' },
      ),
      Plot.cell(
        cells.filter(({ isKnown }) => !isKnown),
        {
          ...{ x: 'x', y: 'y', fill: 'currentColor', fillOpacity: 0.07, inset, title: 'name' },
          className: 'missing',
        },
      ),
      ...(isNumbered
        ? [
            Plot.text(
              cells.filter(({ isKnown }) => isKnown),
              {
                ...{ x: 'x', y: 'y', text: ({ mean }) => readable(mean, 2), fontSize: 11.5 },
                fill: ({ fill }) => inkOn(fill),
              },
            ),
          ]
        : []),
      Plot.axisX({
        ...{ ticks: indexes(xLevels).filter((index) => index % xStep === 0) },
        ...{ tickFormat: (index: number) => below[index], tickSize: 4, label: null },
        ...{ fontSize: TICK_SIZE, color: 'var(--muted)' },
      }),
      Plot.axisY({
        ...{ ticks: indexes(yLevels).filter((index) => index % yStep === 0) },
        ...{ tickFormat: (index: number) => shown[index], tickSize: 0, label: null },
        ...{ tickPadding: 6, fontSize: TICK_SIZE, color: 'var(--muted)' },
      }),
    ],
  });
  return groupOf(plot, 0, 0);
}

function indexes(labels: readonly string[]): number[] {
  return labels.map((_, index) => index);
}

/** Returns the ends of the scale, and the round numbers that fit between them. */
function rampTicks(min: number, max: number): number[] {
  const inner = niceTicks([min, max], 4).ticks.filter((tick) => {
    const share = (tick - min) / (max - min);
    return share > 0.25 && share < 0.75;
  });
  return [min, ...inner, max];
}

const RAMP = { width: 170, height: 10, stops: 16 };

/**
 * Draws the color scale with its tick marks. If `hasMissing`, also draws a sample of a heat map cell without a value.
 */
function rampOf(scale: ColorScale, id: string, hasMissing: boolean) {
  const { colorOf } = scale;
  const [min, max] = scale.domain;
  const nodes: SVGElement[] = [];
  if (min === max) {
    nodes.push(svg('rect', { y: 3, width: 18, height: 12, fill: colorOf(min) }));
    nodes.push(text(24, 13, readable(min)));
  } else {
    const stops = Array.from({ length: RAMP.stops + 1 }, (_, index) => {
      const share = index / RAMP.stops;
      // This is not min + (max - min) * share, since the difference of large values may overflow.
      const color = colorOf(min * (1 - share) + max * share);
      return svg('stop', { offset: `${share * 100}%`, 'stop-color': color });
    });
    const gradient = `${id}-ramp`;
    nodes.push(
      svg('defs', {}, svg('linearGradient', { id: gradient }, ...stops)),
      svg('rect', { y: 3, width: RAMP.width, height: RAMP.height, fill: `url(#${gradient})` }),
    );
    for (const tick of rampTicks(min, max)) {
      const x = Number((((tick - min) / (max - min)) * RAMP.width).toFixed(2));
      nodes.push(
        svg('path', { d: `M${x},13V17`, stroke: 'currentColor', 'stroke-opacity': 0.6 }),
        text(x, 28, readable(tick, 3), {
          ...{
            'text-anchor': tick === min ? 'start' : tick === max ? 'end' : 'middle',
            'font-size': TICK_SIZE,
            fill: 'var(--muted)',
          },
        }),
      );
    }
  }
  let width = RAMP.width + 24;
  if (hasMissing) {
    const box = { x: width + 0.5, y: 3.5, width: 17, height: 11, fill: 'currentColor' };
    nodes.push(
      svg('rect', { ...box, 'fill-opacity': 0.07, stroke: 'currentColor', 'stroke-opacity': 0.4 }),
    );
    nodes.push(text(width + 24, 13, 'no value'));
    width += 24 + textWidth('no value', FONT_SIZE);
  }
  return { node: svg('g', {}, ...nodes), width, height: 32 };
}
