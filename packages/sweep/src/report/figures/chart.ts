import { Html, html } from '../html.ts';
import { type Axis, TICK_SIZE, ticksOf } from './axis.ts';
import { THEME } from './palette.ts';
import { fitted, textWidth } from './text.ts';

/** A figure, as a legend above panels that share their axes. */
export interface Chart {
  readonly x: Axis;
  readonly y: Axis;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The height of each panel, in px. */
  readonly height: number;
  readonly panels: readonly Panel[];
  readonly legendTitle?: string;
  readonly legend?: readonly LegendItem[];
}

export interface Panel {
  /** The title above the panel; omitted if there is only one panel. */
  readonly title?: string;
  draw(area: Area): Html;
}

/** The area of a panel between its axes, in px. */
export interface Area {
  readonly width: number;
  readonly height: number;
  x(value: number): number;
  y(value: number): number;
}

export interface LegendItem {
  readonly label: string;
  /** A sample of the line or the color that the label explains, 22 px wide and 12 px high. */
  readonly sample: Html;
}

/** The words of a figure for people who cannot see it. */
export interface Named {
  /** An id that is unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** The widths of figures (px): half if a figure takes one of two columns, full if it takes both. */
const HALF_WIDTH = 460;
const FULL_WIDTH = 940;
const FONT = "'Source Sans 3', 'Source Sans Pro', system-ui, sans-serif";
const FONT_SIZE = 13;
const LINE = 20;
const GAP = 18;
/** The margin around a figure in its own file, in px. */
const MARGIN = 10;

/** Returns a figure as SVG for the page. */
export function drawn(named: Named, chart: Chart): Html {
  return composed(named, chart, 0, html``, html``);
}

/** Returns a figure as a complete SVG file in light colors. `fontFaces` holds style rules that embed its font. */
export function standalone(named: Named, chart: Chart, fontFaces: string): string {
  // Where the page around it is dark, dark letters need a light background with a margin.
  const root = html` xmlns="http://www.w3.org/2000/svg" style="background:var(--paper)" color="var(--ink)"`;
  const { text } = composed(named, chart, MARGIN, root, new Html(`<style>${fontFaces}</style>`));
  // Programs that edit pictures know no variables. In texts, quotes are escaped, so only attributes match.
  const light = text.replace(/(?<==")[^"<]*/g, (value) =>
    value.replace(/var\((--[\w-]+)\)/g, (whole, key: string) => THEME[key]?.[0] ?? whole),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${light}\n`;
}

/** Combines a legend, the labels of the axes and the panels of a figure into one picture. */
function composed(
  { id, title, description }: Named,
  chart: Chart,
  margin: number,
  root: Html,
  style: Html,
): Html {
  const { panels, xLabel, yLabel, height } = chart;
  const isWide = panels.length > 1;
  const width = isWide ? FULL_WIDTH : HALF_WIDTH;
  const legend = legendOf(chart, width);
  const columns =
    panels.length <= 4 ? panels.length : Math.ceil(panels.length / Math.ceil(panels.length / 4));
  const panelWidth = (width - GAP * (columns - 1)) / columns;
  const top = legend.height + LINE + 6;
  const pitch = height + (isWide ? LINE + GAP : 0);
  const parts = panels.map((panel, index) => {
    const [x, y] = [
      (index % columns) * (panelWidth + GAP),
      top + Math.floor(index / columns) * pitch,
    ];
    const heading =
      panel.title === undefined
        ? undefined
        : html`<text y="13" font-weight="600">${fitted(panel.title, panelWidth, FONT_SIZE, true)}</text>`;
    const content = panelOf(chart, panel, panelWidth, height);
    return html`<g class="panel" transform="translate(${px(x)},${px(y)})">${heading}<g transform="translate(0,${isWide ? LINE : 0})">${content}</g></g>`;
  });
  const bottom = top + Math.ceil(panels.length / columns) * pitch - (isWide ? GAP : 0);
  const [w, h] = [width + 2 * margin, bottom + LINE + 2 + 2 * margin];
  const labels = html`<text y="${legend.height + 17}" fill="var(--muted)">${fitted(yLabel, width, FONT_SIZE)}</text>
<text x="${width}" y="${bottom + 14}" text-anchor="end" fill="var(--muted)">${fitted(xLabel, width, FONT_SIZE)}</text>`;
  const look = html`fill="currentColor" font-family="${FONT}" font-size="${FONT_SIZE}"`;
  const names = html`<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>`;
  return html`<svg${root} role="img" aria-labelledby="${id}-title ${id}-description"
viewBox="${-margin} ${-margin} ${w} ${h}" width="${w}" height="${h}" ${look}>
${names}${style}${legend.items}${labels}${parts}</svg>`;
}

function legendOf({ legend = [], legendTitle = '' }: Chart, width: number) {
  if (legend.length === 0) return { items: [], height: 0 };
  const title = fitted(legendTitle, width, FONT_SIZE, true);
  const items = [html`<text y="17" font-weight="600">${title}</text>`];
  let [x, y] = [title === '' ? 0 : Math.ceil(textWidth(title, FONT_SIZE, true)) + 14, 4];
  for (const { label, sample } of legend) {
    const shown = fitted(label, width - 40, FONT_SIZE);
    const itemWidth = Math.ceil(textWidth(shown, FONT_SIZE)) + 44;
    if (x > 0 && x + itemWidth > width) [x, y] = [0, y + LINE];
    items.push(
      html`<g transform="translate(${x},${y + 2})">${sample}<text x="28" y="11">${shown}</text></g>`,
    );
    x += itemWidth;
  }
  return { items, height: y + LINE + 2 };
}

/** The distance from the ends of an axis of numbers to the first and the last value, in px. */
const INSET = 12;

function panelOf({ x, y }: Chart, panel: Panel, width: number, height: number): Html {
  const [top, bottom] = [6, height - 22];
  const rows = ticksOf(y, bottom - top, true);
  const left = 8 + Math.max(...rows.map(({ label }) => textWidth(label, TICK_SIZE)));
  const inset = x.kind === 'number' ? INSET : 0;
  const right = width - Math.max(x.kind === 'band' ? 2 : 10, endWidth(x) - inset);
  const area: Area = {
    width: right - left,
    height: bottom - top,
    x: (value) => px(left + inset + x.place(value) * (right - left - 2 * inset)),
    y: (value) => px(bottom - y.place(value) * (bottom - top)),
  };
  const columns = ticksOf(x, right - left - 2 * inset, false);
  const [l, r] = [px(left), px(right)];
  const lines = [
    ...(y.kind === 'measure' ? rows.map(({ value }) => `M${l},${area.y(value)}H${r}`) : []),
    ...(x.kind === 'measure'
      ? columns.map(({ value }) => `M${area.x(value)},${top}V${bottom}`)
      : []),
  ];
  const axes = [
    ...(y.kind === 'measure' ? [`M${l},${bottom}H${r}`] : []),
    ...(x.kind === 'measure' ? [`M${l},${top}V${bottom}`] : []),
    ...columns.map(({ value }) => `M${area.x(value)},${bottom}v4`),
  ];
  return html`<path d="${lines.join('')}" stroke="currentColor" stroke-opacity=".13"/>
${panel.draw(area)}
<path d="${axes.join('')}" fill="none" stroke="currentColor" stroke-opacity=".5"/>
<g class="y-ticks" font-size="${TICK_SIZE}" fill="var(--muted)" text-anchor="end">${rows.map(({ value, label }) => html`<text x="${px(left - 6)}" y="${area.y(value)}" dy=".32em">${label}</text>`)}</g>
<g class="x-ticks" font-size="${TICK_SIZE}" fill="var(--muted)" text-anchor="middle">${columns.map(({ value, label }) => html`<text x="${area.x(value)}" y="${bottom + 17}">${label}</text>`)}</g>`;
}

/** Returns how far the last label may reach beyond the end of a horizontal axis, in px. */
function endWidth({ kind, ticks, label }: Axis): number {
  if (kind === 'band') return 0;
  return textWidth(label(ticks.at(-1)!.at(-1)!), TICK_SIZE) / 2;
}

/** Rounds a coordinate, because more than two decimals of a pixel are invisible. */
export function px(coordinate: number): number {
  return Number(coordinate.toFixed(2));
}
