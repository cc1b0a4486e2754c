import type uPlot from 'uplot';
import { loadPatiently } from '../offline/load-patiently.ts';

export interface Series {
  readonly label: string;
  readonly color: string;
}

export interface PlotOptions {
  readonly series: readonly Series[];
  /** Returns the label for a value on the x axis. */
  readonly across: (x: number) => string;
  /** The lowest and the highest y value that must always be visible. */
  readonly least: readonly [number, number];
  /** The height in CSS pixels. Default: `HEIGHT`. */
  readonly height?: number;
  /** The names of the axes, with their units. Default: no names. */
  readonly axes?: readonly [x: string, y: string];
  /** Whether the lines have a dot for each value. Default: false. */
  readonly dots?: boolean;
  /** Whether a legend below the plot names the lines. Default: true. */
  readonly legend?: boolean;
}

const HEIGHT = 132;
const INK = '#8fa3b5';
const GRID = { stroke: 'rgb(255 255 255 / 8%)', width: 1 };
const FONT = '10.5px system-ui, sans-serif';

type Data = readonly (readonly (number | null)[])[];

/**
 * A plot of a few lines in the colors of the page, as wide as its element. The plot library is loaded when the first
 * plot is created, because most visitors open no plot.
 */
export class Plot {
  readonly #place: HTMLElement;
  readonly #height: number;
  #plot: uPlot | undefined;
  #data: Data | undefined;

  constructor(place: HTMLElement, options: PlotOptions) {
    this.#place = place;
    this.#height = options.height ?? HEIGHT;
    void this.#load(options);
  }

  show(data: Data): void {
    this.#data = data;
    const width = this.#place.clientWidth;
    if (width > 0 && width !== this.#plot?.width)
      this.#plot?.setSize({ width, height: this.#height });
    this.#plot?.setData(data as uPlot.AlignedData);
  }

  async #load(options: PlotOptions): Promise<void> {
    const { default: UPlot } = await loadPatiently(
      () => import('uplot'),
      () => {
        this.#place.textContent = 'The plot could not be loaded yet.';
      },
    );
    this.#place.replaceChildren();
    const axis = { stroke: INK, font: FONT, grid: GRID, ticks: { show: false } };
    const [low, high] = options.least;
    const named = (place: 0 | 1) =>
      options.axes && { label: options.axes[place], labelSize: 15, labelFont: FONT, labelGap: 0 };
    this.#plot = new UPlot(
      {
        width: 300,
        height: this.#height,
        legend: { show: options.legend ?? true, live: false },
        cursor: { show: false },
        padding: [6, 8, 0, 0],
        scales: {
          x: { time: false },
          y: { range: (_, min, max) => [Math.min(low, min ?? low), Math.max(high, max ?? high)] },
        },
        axes: [
          {
            ...axis,
            ...named(0),
            size: 20,
            space: 44,
            values: (_, splits) => splits.map(options.across),
          },
          { ...axis, ...named(1), size: 38, space: 26 },
        ],
        series: [
          {},
          ...options.series.map(({ label, color }) => ({
            label,
            stroke: color,
            width: 1.5,
            points: { show: options.dots ?? false, size: 6 },
          })),
        ],
      },
      undefined,
      this.#place,
    );
    if (this.#data !== undefined) this.show(this.#data);
  }
}
