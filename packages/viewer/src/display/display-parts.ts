import type { LawChanges } from '../laws/law-changes.ts';
import type { Session } from '../session.ts';
import type { HeroControls } from './hero-controls.ts';
import type { ScenePlot } from './scene-plot.ts';

/**
 * The parts of the page that show `display` of a scenario: its controls and its plot. Their code is loaded when they
 * are first to be seen.
 */
export class DisplayParts {
  readonly #place: HTMLElement;
  readonly #changes: LawChanges;
  #session: Session | undefined;
  #controls: HeroControls | undefined;
  #plot: ScenePlot | undefined;
  #code: 'wanted' | 'asked for' | 'missing' = 'wanted';

  /** `place` gets the controls and the plot as its first children. */
  constructor(place: HTMLElement, changes: LawChanges) {
    this.#place = place;
    this.#changes = changes;
  }

  /** Shows a run that was just opened. */
  describe(session: Session): void {
    this.#session = session;
    // The next run is a reason to ask again.
    if (this.#code === 'missing') this.#code = 'wanted';
    this.#controls?.describe(session);
    this.#plot?.describe(session);
  }

  /** Called in each frame. `session` may show another tick than the run that was opened. */
  frame(session: Session): void {
    const { controls, plot } = session.scenario.display ?? {};
    const isShown = !this.#place.hidden && (controls !== undefined || plot !== undefined);
    if (isShown && this.#code === 'wanted') void this.#load();
    this.#plot?.frame(session);
  }

  async #load(): Promise<void> {
    this.#code = 'asked for';
    try {
      const [{ HeroControls }, { ScenePlot }] = await Promise.all([
        import('./hero-controls.ts'),
        import('./scene-plot.ts'),
      ]);
      this.#controls = new HeroControls(this.#changes);
      this.#plot = new ScenePlot(this.#changes);
      this.#place.prepend(this.#controls.element, this.#plot.element);
      if (this.#session !== undefined) this.describe(this.#session);
    } catch (error) {
      console.warn('The controls and the plot of the scene could not be loaded:', error);
      this.#code = 'missing';
    }
  }
}
