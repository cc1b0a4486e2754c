import { Matrix4 } from 'three';
import type { Session } from '../session.ts';
import type { View } from '../view.ts';
import { nearestOnScreen } from './nearest-on-screen.ts';
import type { Selection } from './selection.ts';

/** The maximum distance that a pointer may move during a click or tap, in CSS pixels. A longer movement is a drag. */
const STEADY_PX = { mouse: 6, pen: 6, touch: 14 } as const;
/**
 * The maximum distance between a press and the agent that the press selects, in CSS pixels. It is larger for touch,
 * because a finger hides what it points at.
 */
const REACH_PX = { mouse: 20, pen: 20, touch: 34 } as const;

/** Lets the pointer select agents. If no agent is near the pointer, a click or tap ends the selection. */
export class Picker {
  readonly #view: View;
  readonly #selection: Selection;
  readonly #session: () => Session | undefined;
  readonly #matrix = new Matrix4();
  #pressed: { id: number; left: number; top: number } | undefined;

  constructor(view: View, selection: Selection, session: () => Session | undefined) {
    this.#view = view;
    this.#selection = selection;
    this.#session = session;
    const { canvas } = view;
    canvas.addEventListener('pointerdown', (event) => {
      const plain = event.isPrimary && event.button === 0;
      this.#pressed = plain
        ? { id: event.pointerId, left: event.clientX, top: event.clientY }
        : undefined;
    });
    canvas.addEventListener('pointerup', (event) => this.#release(event));
  }

  #release(event: PointerEvent): void {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (pressed?.id !== event.pointerId) return;
    const moved = Math.hypot(event.clientX - pressed.left, event.clientY - pressed.top);
    const kind =
      event.pointerType in REACH_PX ? (event.pointerType as keyof typeof REACH_PX) : 'mouse';
    if (moved > STEADY_PX[kind] || this.#view.canvas.dataset.held) return;
    this.#pick(event.clientX, event.clientY, REACH_PX[kind]);
  }

  #pick(clientX: number, clientY: number, reach: number): void {
    const session = this.#session();
    if (session === undefined) return;
    const { camera, canvas } = this.#view;
    const box = canvas.getBoundingClientRect();
    camera.updateMatrixWorld();
    this.#matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const spot = {
      left: clientX - box.left,
      top: clientY - box.top,
      width: box.width,
      height: box.height,
      matrix: this.#matrix.elements,
      cut: this.#view.cut,
    };
    session.whenSeen(() => {
      const row = nearestOnScreen(session.state, session.stepper.lag, spot, reach);
      this.#selection.select(row < 0 ? undefined : session.state.id[row]);
    });
  }
}
