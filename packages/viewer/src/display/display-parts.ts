import type { Page } from '../controls/page.ts';
import type { LawChanges } from '../laws/law-changes.ts';
import { OPTIONS } from '../options.ts';
import { featuresOf } from '../scene/features.ts';
import type { Session } from '../session.ts';
import type { HeroControls } from './hero-controls.ts';
import type { ScenePlot } from './scene-plot.ts';

/**
 * The parts of the page that show `display` of a scenario, its controls and its plot, and hide floors. Their code is
 * loaded when they are first to be seen.
 */
export class DisplayParts {
  readonly #place: HTMLElement;
  readonly #changes: LawChanges;
  readonly #page: Page;
  #session: Session | undefined;
  /** Whether the scene has floors to hide, and whether it has anything that these parts show. */
  #hasFloors = false;
  #isWanted = false;
  #controls: HeroControls | undefined;
  #plot: ScenePlot | undefined;
  #code: 'wanted' | 'asked for' | 'missing' = 'wanted';

  /** `place` gets the controls and the plot as its first children. */
  constructor(place: HTMLElement, changes: LawChanges, page: Page) {
    this.#place = place;
    this.#changes = changes;
    this.#page = page;
  }

  /** Shows a run that was just opened. */
  describe(session: Session): void {
    this.#session = session;
    const { controls, plot } = session.scenario.display ?? {};
    this.#hasFloors = featuresOf(session.scenario).has('floors');
    this.#isWanted = controls !== undefined || plot !== undefined || this.#hasFloors;
    // The next run is a reason to ask again.
    if (this.#code === 'missing') this.#code = 'wanted';
    this.#controls?.describe(session, this.#hasFloors);
    this.#plot?.describe(session);
  }

  /** Called in each frame. `session` may show another tick than the run that was opened. */
  frame(session: Session): void {
    if (this.#isWanted && !this.#place.hidden && this.#code === 'wanted') void this.#load();
    this.#controls?.frame();
    this.#plot?.frame(session);
  }

  async #load(): Promise<void> {
    this.#code = 'asked for';
    try {
      const [{ HeroControls }, { ScenePlot }] = await Promise.all([
        import('./hero-controls.ts'),
        import('./scene-plot.ts'),
      ]);
      const { options } = this.#page;
      this.#controls = new HeroControls(this.#changes, {
        ...OPTIONS.floors,
        value: () => options.floors,
        want(value) {
          options.floors = value;
        },
        rest: () => this.#page.showOptions(),
      });
      this.#plot = new ScenePlot(this.#changes);
      this.#place.prepend(this.#controls.element, this.#plot.element);
      if (this.#session !== undefined) this.describe(this.#session);
    } catch (error) {
      console.warn('The controls and the plot of the scene could not be loaded:', error);
      this.#code = 'missing';
    }
  }
}
