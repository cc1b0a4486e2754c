const SECONDS = 60;

/** Bars of how often something happened in each of the last 60 seconds. */
export class Chart {
  #canvas;
  /** @type {number[]} */
  #counts = new Array(SECONDS).fill(0);

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
  }

  /** @param {number} count of the last second */
  add(count) {
    this.#counts.shift();
    this.#counts.push(count);
    this.#draw();
  }

  /** The mean of the last seconds. @param {number} seconds */
  mean(seconds) {
    return this.#counts.slice(-seconds).reduce((sum, count) => sum + count, 0) / seconds;
  }

  #draw() {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = globalThis.devicePixelRatio;
    const [width, height] = [clientWidth * ratio, clientHeight * ratio];
    Object.assign(this.#canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
    const most = Math.max(5, ...this.#counts);
    const step = width / SECONDS;
    context.fillStyle = '#2a323e';
    context.fillRect(0, height - ratio, width, ratio);
    context.fillStyle = '#ffc44d';
    this.#counts.forEach((count, i) => {
      const bar = (count / most) * (height - 16 * ratio);
      context.fillRect(i * step + 0.15 * step, height - bar, 0.7 * step, bar);
    });
    context.fillStyle = '#9aa7b6';
    context.font = `${11 * ratio}px system-ui, sans-serif`;
    context.fillText('corrections a second, last minute', 0, 11 * ratio);
  }
}
