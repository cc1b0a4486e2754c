import { ReadingPace } from '../panel/reading-pace.ts';
import { drawIcon, make, makeButton } from './elements.ts';

export interface RunBarActions {
  restart(): void;
  back(): void;
  setPaused(paused: boolean): void;
  step(): void;
  goTo(tick: number): void;
  edit(): void;
  code(): void;
  share(): void;
  fill(): void;
  help(): void;
}

/** The icons of the buttons, as SVG paths in a square of 24 by 24 units. */
const ICONS = {
  restart: 'M5 5h2.5v14H5zM19 5v14L8.5 12z',
  back: 'M12.5 5v14L3 12zM21.500 5v14L12 12z',
  pause: 'M6.500 5h4v14h-4zM13.500 5h4v14h-4z',
  play: 'M7 4.500v15L20 12z',
  step: 'M5 5v14l10-7zM16.500 5H19v14h-2.500z',
  edit: 'M4 16.500V20h3.500L18 9.500 14.500 6zM15.500 5L19 8.500l1.500-1.500L17 3.500z',
  code: 'M9 6L3 12l6 6 1.500-1.500L6 12l4.500-4.500zM15 6l6 6-6 6-1.500-1.500L18 12l-4.500-4.500z',
  share: 'M12 2l5 5h-3.500v8h-3V7H7zM5 11h3v8h8v-8h3v11H5z',
  fill: 'M4 4h6v2.500H6.500V10H4zM14 4h6v6h-2.500V6.500H14zM4 14h2.500v3.500H10V20H4zM17.500 14H20v6h-6v-2.500h3.500z',
} as const;

/** If a step or the graphics card takes longer than this, in ms, the bar shows how long it has taken so far. */
const SLOW_MS = 1000;

/**
 * What the bar shows of the run: the current tick, the highest tick that the run has reached, and the simulated time
 * (s).
 */
export interface Moment {
  readonly tick: number;
  readonly reached: number;
  readonly seconds: number;
}

/** The bar of the run. It has buttons for restart, back, pause and one step, and a slider for the time. */
export class RunBar {
  readonly #pause: HTMLButtonElement;
  readonly #edit: HTMLButtonElement;
  readonly #slider = make('input', {
    type: 'range',
    min: '0',
    step: '1',
    value: '0',
    title: 'Moment of the run. Going back restores exactly the same state.',
    'aria-label': 'Moment of the run',
  });
  readonly #way = make('p', { id: 'way', hidden: true });
  readonly #time = make('output', {
    title: 'Simulated time since the start',
    // The time changes ten times a second, too often to be read aloud.
    'aria-live': 'off',
  });
  #paused = false;
  readonly #pace = new ReadingPace();
  #shownTick = -1;
  /** The completed fraction of the way to another tick, 0 to 1; undefined if the run is not moving to another tick. */
  #progress: number | undefined;
  /**
   * Whether the visitor is dragging the slider. The slider then shows the place of the drag, not the tick of the run.
   */
  #held = false;

  constructor(place: HTMLElement, actions: RunBarActions) {
    this.#pause = makeButton({}, () => actions.setPaused(!this.#paused));
    this.#edit = makeButton(
      { title: 'Edit the scene: obstacles, walls, agents (E)', 'aria-label': 'Edit' },
      actions.edit,
      icon('edit'),
    );
    this.showEditing(false);
    const button = (name: keyof typeof ICONS, label: string, tip: string, press: () => void) =>
      makeButton({ 'aria-label': label, title: tip }, press, icon(name));
    place.append(
      button('restart', 'Restart', 'Starts the same run again (R)', actions.restart),
      button('back', 'Back 5 seconds', 'Goes back 5 s of the run (B)', actions.back),
      this.#pause,
      button('step', 'Step one tick', 'Pauses, and steps one tick (.)', actions.step),
      this.#slider,
      this.#time,
      this.#edit,
      button('code', 'Code', 'The scenario, and your own laws (J)', actions.code),
      button('share', 'Share this run', 'A link to this run, and its files (L)', actions.share),
      document.fullscreenEnabled
        ? button('fill', 'Full screen', 'Turns full screen on or off (F)', actions.fill)
        : button('fill', 'Picture alone', 'Hides the controls (H)', actions.fill),
      makeButton(
        { className: 'help', 'aria-label': 'Help', title: 'Keys and gestures (?)' },
        actions.help,
        '?',
      ),
    );
    document.querySelector('main')!.append(this.#way);
    this.#slider.addEventListener('input', () => {
      this.#held = true;
    });
    this.#slider.addEventListener('change', () => {
      this.#held = false;
      actions.goTo(Number(this.#slider.value));
    });
    this.showPaused(false);
  }

  showEditing(editing: boolean): void {
    this.#edit.setAttribute('aria-pressed', String(editing));
  }

  showPaused(paused: boolean): void {
    this.#paused = paused;
    this.#pause.setAttribute('aria-label', paused ? 'Continue' : 'Pause');
    this.#pause.title = paused ? 'Continues the run (P)' : 'Pauses the run (P)';
    this.#pause.replaceChildren(icon(paused ? 'play' : 'pause'));
  }

  /** Shows the current moment. Called in each frame; changes the page only if the moment has changed. */
  show({ tick, reached, seconds }: Moment): void {
    if (!this.#pace.isDue(tick) || tick === this.#shownTick) return;
    this.#shownTick = tick;
    if (!this.#held) {
      this.#slider.max = String(Math.max(1, reached));
      this.#slider.value = String(tick);
    }
    const time = `${seconds.toFixed(1)} s`;
    if (this.#progress !== undefined || time === this.#time.value) return;
    this.#time.value = time;
    this.#slider.setAttribute('aria-valuetext', time);
  }

  /**
   * Shows the progress toward another tick. If the current step is slow or the graphics card is being prepared, shows
   * how long that has taken so far. Called in each frame.
   *
   * @param share the progress, 0 to 1; undefined if the run is not on the way to another tick
   * @param busyMs how long the threads have been busy with the current step, in ms
   * @param cardMs how long code for the graphics card has been compiled, in ms; 0 if none is compiled
   * @param reason the change for which the run is repeated; undefined if the visitor has chosen another tick
   */
  showProgress(share: number | undefined, busyMs: number, cardMs: number, reason?: string): void {
    const percent = share === undefined ? '' : `${Math.floor(100 * share)} %`;
    const so = (ms: number) => `has taken ${Math.floor(ms / 1000)} s so far`;
    const step = busyMs > SLOW_MS ? `This step ${so(busyMs)}` : '';
    const slow = cardMs > SLOW_MS ? `The start of the graphics card ${so(cardMs)}` : step;
    const way =
      reason === undefined
        ? `Stepping through the run: ${percent}`
        : `${reason}: the run is repeated up to this moment, ${percent}`;
    const text = slow || (share === undefined ? '' : way);
    if (share !== this.#progress) this.#shownTick = -1;
    this.#progress = share;
    if (share !== undefined) this.#time.value = percent;
    if (text === this.#way.textContent) return;
    this.#way.hidden = text === '';
    this.#way.textContent = text;
    this.#way.style.setProperty('--share', percent === '' ? '0%' : percent.replace(' ', ''));
  }
}

function icon(name: keyof typeof ICONS): SVGSVGElement {
  return drawIcon(ICONS[name]);
}
