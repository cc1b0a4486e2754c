import { cssColor, kindColor } from '@skein/three/parts';
import { pixelRatio } from '../pixel-ratio.ts';
import type { Column, LaneHistory } from './lane-history.ts';

/** The width of a column, in CSS pixels. */
const COLUMN = 1.5;
/** The gap between two lanes, in CSS pixels. */
const GAP = 1;
/** The opacity of the part of a lane in which its thread waits. */
const WAITING = 0.22;

/**
 * A small canvas that shows the work of each thread as a lane of its own color. New ticks come in at the right. The
 * bright part of a column is the time in which the thread worked, and the dim part is the time in which it waited.
 */
export class LaneCanvas {
  readonly canvas = document.createElement('canvas');
  readonly #history: LaneHistory;
  readonly #context: CanvasRenderingContext2D;
  #drawn = 0;
  #ratio = 1;
  /** Whether the canvas has a size. It has none while the strip is hidden. */
  #isVisible = false;

  constructor(history: LaneHistory) {
    this.#history = history;
    this.#context = this.canvas.getContext('2d')!;
    new ResizeObserver(() => this.#fit()).observe(this.canvas);
  }

  /** Draws the columns that were added since the last call. Called in each frame. */
  draw(): void {
    const fresh = this.#history.added - this.#drawn;
    if (fresh === 0 || !this.#isVisible) return;
    this.#drawn = this.#history.added;
    const { width, height } = this.canvas;
    const wide = this.#columnWidth;
    const columns = this.#history.last(Math.min(fresh, Math.ceil(width / wide)));
    const moved = columns.length * wide;
    const context = this.#context;
    context.globalCompositeOperation = 'copy';
    context.drawImage(this.canvas, -moved, 0);
    context.globalCompositeOperation = 'source-over';
    context.clearRect(width - moved, 0, moved, height);
    for (const [k, column] of columns.entries()) {
      this.#drawColumn(column, width - moved + k * wide);
    }
  }

  /** Draws everything again, for example because another run was opened. */
  renew(): void {
    this.#drawn = this.#history.added - this.#history.last(Number.POSITIVE_INFINITY).length;
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.draw();
  }

  get #columnWidth(): number {
    return Math.max(1, Math.round(COLUMN * this.#ratio));
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.#isVisible = clientWidth > 0 && clientHeight > 0;
    if (!this.#isVisible) return;
    this.#ratio = pixelRatio();
    this.canvas.width = Math.round(clientWidth * this.#ratio);
    this.canvas.height = Math.round(clientHeight * this.#ratio);
    this.renew();
  }

  #drawColumn(column: Column, left: number): void {
    const context = this.#context;
    const { height } = this.canvas;
    const wide = this.#columnWidth;
    const lane = height / column.length;
    const gap = Math.min(GAP * this.#ratio, lane / 4);
    column.forEach((work, thread) => {
      const top = Math.round(thread * lane);
      const room = Math.max(1, Math.round((thread + 1) * lane - gap) - top);
      const full = Math.round(work * room);
      context.fillStyle = cssColor(kindColor(thread));
      context.globalAlpha = WAITING;
      context.fillRect(left, top, wide, room - full);
      context.globalAlpha = 1;
      context.fillRect(left, top + room - full, wide, full);
    });
  }
}
