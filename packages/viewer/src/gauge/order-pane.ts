import { type OrderParameters, orderParameters } from '@skein/core';
import type { Session } from '../session.ts';
import { History } from './history.ts';
import { Plot } from './plot.ts';

const EVERY_MS = 100;
const SAMPLES = 101;
/** Measuring takes one part in so many of the time, whatever it costs. */
const SHARE = 20;
/** Beyond so many agents their nearest neighbors would take too long to look for while it runs. */
const MOST_FOR_NEAREST = 4000;

/** How ordered the flock is, plotted while it runs; measured only while it is looked at. */
export class OrderPane {
  readonly element = document.createElement('div');
  readonly #text = document.createElement('p');
  readonly #history = new History(2, SAMPLES, EVERY_MS / 1000);
  #plot: Plot | undefined;
  #last: OrderParameters | undefined;
  #lastTick = -1;
  #dueAt = 0;
  #busy = false;

  constructor() {
    this.#text.className = 'scale';
    this.element.append(this.#text);
  }

  clear(): void {
    this.#history.clear();
    this.#last = undefined;
    this.#lastTick = -1;
  }

  /** Called ten times a second while the pane is open. */
  sample(session: Session, nowMs: number): void {
    // A run that stands still is not plotted on.
    if (this.#last === undefined || session.state.tick !== this.#lastTick) {
      if (nowMs >= this.#dueAt && !this.#busy) this.#measure(session, nowMs);
      this.#history.push(this.#last?.polarization ?? null, this.#last?.rotation ?? null);
    }
    this.#show();
  }

  #measure(session: Session, nowMs: number): void {
    this.#busy = true;
    void session.stepper.whenIdle(() => {
      const begin = performance.now();
      const { world } = session;
      this.#last = orderParameters(world, { nearest: world.count <= MOST_FOR_NEAREST });
      this.#lastTick = world.tick;
      this.#dueAt = nowMs + SHARE * (performance.now() - begin);
      this.#busy = false;
    });
  }

  #show(): void {
    this.#plot ??= new Plot(this.element, {
      series: [
        { label: 'polarization', color: '#40e0ff' },
        { label: 'rotation', color: '#ffb070' },
      ],
      across: (seconds) => `${seconds} s`,
      least: [0, 1],
    });
    this.#plot.show(this.#history.data);
    if (this.#last === undefined) return;
    const { polarization, rotation, meanSpeed, meanNearestNeighborDistance: nearest } = this.#last;
    Object.assign(this.element.dataset, {
      tick: this.#lastTick,
      polarization,
      rotation,
      speed: meanSpeed,
    });
    this.#text.textContent =
      `Polarization ${polarization.toFixed(2)}: 1 when all fly one way. ` +
      `Rotation ${rotation.toFixed(2)}: 1 when all circle. Mean speed ${meanSpeed.toFixed(2)} m/s` +
      (nearest === null ? '.' : `, nearest neighbor ${nearest.toFixed(2)} m.`);
  }
}
