import type { Triple } from '../edit.ts';
import type { Spot } from '../tool.ts';

/** The time over which the latest movement of the pointer is measured, in ms. */
const WINDOW_MS = 120;

/** Measures the velocity of the pointer in the scene, in m/s. */
export class HandSpeed {
  #spots: Spot[] = [];

  note(spot: Spot): void {
    this.#spots.push(spot);
    this.#spots = this.#spots.filter(({ timeMs }) => spot.timeMs - timeMs <= WINDOW_MS);
  }

  /** The velocity of the pointer at `timeMs`, in m/s, limited to the speed `most`; 0 if the pointer rests. */
  velocity(timeMs: number, most = Number.POSITIVE_INFINITY): Triple {
    const [first] = this.#spots;
    const last = this.#spots.at(-1);
    if (first === undefined || last === undefined || timeMs - last.timeMs > WINDOW_MS) {
      return [0, 0, 0];
    }
    const seconds = (last.timeMs - first.timeMs) / 1000;
    if (seconds <= 0) return [0, 0, 0];
    const velocity = last.at.map((value, axis) => (value - first.at[axis]) / seconds);
    const speed = Math.hypot(...velocity);
    const factor = speed > most ? most / speed : 1;
    return velocity.map((value) => value * factor) as Triple;
  }
}
