import type { LawChanges } from '../laws/law-changes.ts';
import type { Session } from '../session.ts';
import type { HeroControls } from './hero-controls.ts';
import type { ScenePlot } from './scene-plot.ts';

/** Where the parts are on the page. Each function is called once, with the element of its part. */
export interface DisplayPlaces {
  controls(element: HTMLElement): void;
  plot(element: HTMLElement): void;
}

/**
 * The parts of the page that show `display` of a scenario: its controls and its plot. Their code is loaded when the first
 * scene that has them is opened.
 */
export class DisplayParts {
  readonly #changes: LawChanges;
  readonly #places: DisplayPlaces;
  #session: Session | undefined;
  #controls: HeroControls | undefined;
  #plot: ScenePlot | undefined;
  #loading = false;

  constructor(changes: LawChanges, places: DisplayPlaces) {
    this.#changes = changes;
    this.#places = places;
  }

  /** Shows a run that was just opened. */
  describe(session: Session): void {
    this.#session = session;
    const { controls, question, plot } = session.scenario.display ?? {};
    const isNeeded = controls !== undefined || question !== undefined || plot !== undefined;
    if (isNeeded) void this.#load();
    this.#controls?.describe(session);
    this.#plot?.describe(session);
  }

  /** Called in each frame. `session` may show another tick than the run that was opened. */
  frame(session: Session): void {
    this.#plot?.frame(session);
  }

  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const [{ HeroControls }, { ScenePlot }] = await Promise.all([
        import('./hero-controls.ts'),
        import('./scene-plot.ts'),
      ]);
      this.#controls = new HeroControls(this.#changes);
      this.#plot = new ScenePlot();
      this.#places.controls(this.#controls.element);
      this.#places.plot(this.#plot.element);
      if (this.#session !== undefined) this.describe(this.#session);
    } catch (error) {
      console.warn('The controls and the plot of the scene could not be loaded:', error);
      this.#loading = false;
    }
  }
}
