import { DrawnState, ParticleFeed, type Stepper } from '@skein/three/parts';
import type { Team } from '@skein/worker';
import { hideNotice, showNotice } from '../panel/notices.ts';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents, DrawingTests, DrawnRun } from './drawing.ts';
import type { Frame } from './frame.ts';
import { Painter } from './painter.ts';

/** Draws on the page's own thread. It is used where no memory is shared, or where threads cannot draw on a canvas. */
export class PageDrawing implements Drawing {
  /** Whether a graphics card that also steps the run still draws. More frames would keep it from stepping. */
  busy = false;
  readonly #painter: Painter;
  readonly #events: DrawingEvents;
  #runs = 0;
  #restore: (() => void) | undefined;

  constructor(view: View, events: DrawingEvents) {
    this.#events = events;
    this.#painter = new Painter(view.canvas, {
      ...events,
      address: location.href,
      showNotice,
      hideNotice,
      lendCanvas: () => view.addUpper(),
    });
  }

  begin(team: Team): DrawnRun {
    const painter = this.#painter;
    const { world } = team;
    const number = this.#runs++;
    const state = new DrawnState(world);
    let stepper: Stepper | undefined;
    painter.begin(number, {
      source: team,
      state,
      feed: (take) => new ParticleFeed(stepper!, take),
      card: () => team.card,
      whenIdle: (action) => void stepper?.whenIdle(action),
    });
    return {
      number,
      state,
      get colors() {
        return state.paint;
      },
      stepBy(one) {
        stepper = one;
      },
      onState({ points }) {
        if (team.kept) painter.skip(number);
        else painter.copy(number, points !== undefined);
      },
      get needsNoCopy() {
        return painter.needsNoCopy(number);
      },
      onEvent: (event) => painter.event(number, event),
      colorBy(by) {
        state.paint.by = by;
        void stepper?.whenIdle(() => painter.colorBy(number, by));
      },
      dispose: () => painter.end(number),
    };
  }

  show(run: DrawnRun | undefined): void {
    this.#painter.show(run?.number);
  }

  draw(frame: Frame): void {
    this.#events.onDrawn(this.#painter.draw(frame));
    const finished = this.#painter.finishOnCard();
    this.busy = finished !== undefined;
    const end = () => {
      this.busy = false;
    };
    finished?.then(end, end);
  }

  still(frame: Frame): Promise<Blob> {
    return this.#painter.still(frame);
  }

  small(...wanted: Parameters<Drawing['small']>): Promise<ImageBitmap> {
    return this.#painter.small(...wanted);
  }

  readonly tests: DrawingTests = {
    memory: async () => this.#painter.memory,
    particlePoints: async () => this.#painter.particlePoints,
    lose: async () => {
      this.#restore = this.#painter.lose();
    },
    restore: async () => this.#restore?.(),
  };
}
