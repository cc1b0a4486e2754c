import { FIGURE_FONT, fitted, svg, text, textWidth } from './svg.ts';

/** The widths of figures (px): half if a figure takes one of two columns, full if it takes both. */
export const HALF_WIDTH = 460;
export const FULL_WIDTH = 940;

export const FONT_SIZE = 13;
const TITLE_SIZE = 13;
const LINE = 20;
const GAP = 18;

/** A part of a figure, such as a panel. It draws itself into a rectangle of a given size. */
export interface Part {
  /** The title above the part; omitted if the figure has only one part. */
  readonly title?: string;
  draw(width: number, height: number): SVGElement;
}

export interface LegendItem {
  readonly label: string;
  /** A sample of the line or the color that the label explains, 22 px wide and 12 px high. */
  readonly sample: SVGElement;
}

export interface Composition {
  /** An id that is unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly Part[];
  /** The height of each part, in px. */
  readonly partHeight: number;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly legendTitle?: string;
  readonly legend?: readonly LegendItem[];
  /** A color scale, which is drawn instead of the legend items. */
  readonly ramp?: { readonly node: SVGElement; readonly width: number; readonly height: number };
}

export interface Composed {
  readonly svg: SVGElement;
  readonly isWide: boolean;
  readonly width: number;
  readonly height: number;
}

/** Combines a legend, the labels of the axes and the parts of a figure into one picture. */
export function compose(composition: Composition): Composed {
  const { id, parts, partHeight, xLabel, yLabel } = composition;
  const isWide = parts.length > 1;
  const width = isWide ? FULL_WIDTH : HALF_WIDTH;
  const nodes: SVGElement[] = [];
  let y = 4;
  const legend = legendOf(composition, width);
  if (legend !== undefined) {
    nodes.push(svg('g', { transform: `translate(0,${y})` }, ...legend.nodes));
    y += legend.height + 6;
  }
  nodes.push(text(0, y + 13, fitted(yLabel, width, FONT_SIZE), { fill: 'var(--muted)' }));
  y += LINE + 2;
  const columns = columnsOf(parts.length);
  const partWidth = (width - GAP * (columns - 1)) / columns;
  for (const [index, part] of parts.entries()) {
    const x = Math.round((index % columns) * (partWidth + GAP));
    if (index > 0 && index % columns === 0) y += partHeight + GAP + (isWide ? LINE : 0);
    if (part.title !== undefined) {
      const title = fitted(part.title, partWidth, TITLE_SIZE, true);
      nodes.push(text(x, y + 13, title, { 'font-weight': 600 }));
    }
    const top = y + (isWide ? LINE : 0);
    const node = part.draw(Math.floor(partWidth), partHeight);
    node.setAttribute('transform', `translate(${x},${top})`);
    nodes.push(node);
  }
  y += partHeight + (isWide ? LINE : 0);
  nodes.push(
    text(width, y + 14, fitted(xLabel, width, FONT_SIZE), {
      'text-anchor': 'end',
      fill: 'var(--muted)',
    }),
  );
  const height = Math.ceil(y + LINE + 2);
  const title = svg('title', { id: `${id}-title` }, composition.title);
  const description = svg('desc', { id: `${id}-description` }, composition.description);
  const figure = svg(
    'svg',
    {
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-description`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      fill: 'currentColor',
      'font-family': FIGURE_FONT,
      'font-size': FONT_SIZE,
    },
    title,
    description,
    ...nodes,
  );
  return { svg: figure, isWide, width, height };
}

/**
 * Returns how many panels to place side by side: at most 4, so that each panel is wide enough. The number of rows is as
 * small as possible. If the panels can be divided equally among these rows, all rows have the same number of panels.
 */
function columnsOf(parts: number): number {
  return parts <= 4 ? parts : Math.ceil(parts / Math.ceil(parts / 4));
}

function legendOf({ legend = [], legendTitle, ramp }: Composition, width: number) {
  if (legend.length === 0 && ramp === undefined) return undefined;
  const nodes: SVGElement[] = [];
  let [x, y] = [0, 0];
  if (legendTitle !== undefined) {
    const title = fitted(legendTitle, width, FONT_SIZE, true);
    nodes.push(text(0, 13, title, { 'font-weight': 600 }));
    x = textWidth(title, FONT_SIZE, true) + 14;
  }
  const place = (itemWidth: number): void => {
    if (x === 0 || x + itemWidth <= width) return;
    x = 0;
    y += LINE;
  };
  for (const { label, sample } of legend) {
    const shown = fitted(label, width - 40, FONT_SIZE);
    const itemWidth = 28 + textWidth(shown, FONT_SIZE) + 16;
    place(itemWidth);
    sample.setAttribute('transform', `translate(${Math.round(x)},${y + 2})`);
    nodes.push(sample, text(Math.round(x) + 28, y + 13, shown));
    x += itemWidth;
  }
  if (ramp === undefined) return { nodes, height: y + LINE };
  place(ramp.width);
  ramp.node.setAttribute('transform', `translate(${Math.round(x)},${y})`);
  nodes.push(ramp.node);
  return { nodes, height: y + ramp.height };
}
