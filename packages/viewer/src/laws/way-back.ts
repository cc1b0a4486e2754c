import type { Page } from '../controls/page.ts';
import { hideNotice, type NoticeButton, showNotice } from '../panel/notices.ts';
import { loadScene } from '../scenes.ts';
import type { Session } from '../session.ts';
import { ableOf } from './able.ts';
import { MAX_COUNT } from './count-slider.ts';
import { SlowWatch } from './slow-watch.ts';

const TOO_MANY = 'Too many agents for this machine';

/**
 * Starts a new run with these numbers of agents, by the name of the species; undefined stands for the number of the
 * scene.
 */
type Choose = (numbers: Readonly<Record<string, number | undefined>>) => void;

/** Offers a way back when a run with a number of agents that the visitor chose is too slow to watch. */
export class WayBack {
  readonly #page: Page;
  readonly #choose: Choose;
  #watch = new SlowWatch();
  /** The run for which a way back was offered; it is offered once. */
  #offered: Session['past'] | undefined;

  constructor(page: Page, choose: Choose) {
    this.#page = page;
    this.#choose = choose;
  }

  /** Called when another run was opened. */
  describe(): void {
    this.#watch = new SlowWatch();
    hideNotice(TOO_MANY);
  }

  /** Called in each frame. `isOnWay` says whether the run moves to another tick. */
  frame(session: Session, isOnWay: boolean, nowMs: number): void {
    const { stepper, scenario, past } = session;
    const { tickMs, busyMs } = stepper;
    const isRunning = !this.#page.paused && !isOnWay;
    const pace = { tickMs, busyMs, dtMs: 1000 * scenario.dt, isRunning };
    if (!this.#watch.isSlow(pace, nowMs) || this.#offered === past) return;
    const { counts, many } = this.#page.choices;
    const names = Object.keys({ ...counts, ...many });
    if (names.length === 0) return;
    this.#offered = past;
    void this.#offer(session, names, Math.max(tickMs, busyMs));
  }

  async #offer(session: Session, names: readonly string[], tickMs: number): Promise<void> {
    const { file, scene } = this.#page.choices;
    const own = (file ?? (await loadScene(scene))).species;
    // Another run was opened meanwhile.
    if (session !== this.#page.session) return;
    const [first, ...others] = own.filter(({ name }) => names.includes(name));
    if (first === undefined) return;
    const isOne = others.length === 0;
    const buttons: NoticeButton[] = [
      {
        label: isOne ? `Back to ${first.count.toLocaleString('en-US')}` : 'Back',
        press: () => this.#choose(Object.fromEntries(names.map((name) => [name, undefined]))),
      },
    ];
    const able = Math.min(MAX_COUNT, Number(ableOf(session).toPrecision(1)));
    const agents = session.state.living;
    if (isOne && able > first.count && able < agents) {
      buttons.push({
        label: `Try ${able.toLocaleString('en-US')}`,
        press: () => this.#choose({ [first.name]: able }),
      });
    }
    const seconds = (tickMs / 1000).toPrecision(2);
    showNotice(
      TOO_MANY,
      `One step of ${agents.toLocaleString('en-US')} agents takes ${seconds} s or more here.`,
      { buttons },
    );
  }
}
