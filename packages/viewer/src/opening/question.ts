import type { Scenario } from '@skein/core';
import { estimateTime } from '@skein/core/describe';
import { Dialog } from '../controls/dialog.ts';
import { make, makeButton } from '../controls/elements.ts';

/**
 * A world that takes longer than this to create is created only after a question, because the page cannot react
 * meanwhile. In ms, on the machine of the estimates. A million agents take 600 ms.
 */
const LONGEST_MS = 1000;

/** Asks the visitor before the page opens a scene that takes long to create. */
export class Question {
  readonly #dialog = new Dialog('question', 'Open a very large scene?');
  readonly #words = make('p');
  #answer: ((isWanted: boolean) => void) | undefined;
  /** The longest time to which the visitor has agreed so far, in ms. */
  #agreedMs = LONGEST_MS;

  constructor() {
    const open = makeButton({ className: 'plain-button' }, () => this.#end(true), 'Open it');
    const keep = makeButton(
      { className: 'plain-button' },
      () => this.#end(false),
      'Do not open it',
    );
    this.#dialog.body.append(this.#words, make('p', {}, open, ' ', keep));
    this.#dialog.onClose(() => this.#end(false));
  }

  /**
   * Resolves to whether the scene may be opened. Asks only if the scene takes long. A second question answers the first
   * with no.
   */
  ask(scenario: Scenario): Promise<boolean> {
    this.#answer?.(false);
    const { startMs } = estimateTime(scenario);
    if (startMs <= this.#agreedMs) return Promise.resolve(true);
    const agents = scenario.species.reduce((sum, { count }) => sum + count, 0);
    const seconds = Math.ceil(startMs / 1000);
    this.#words.textContent = `The scene "${scenario.name}" has ${agents.toLocaleString('en-US')} agents. While it is created, this page does not react for ${seconds} seconds or more.`;
    this.#dialog.open();
    return new Promise((resolve) => {
      this.#answer = (isWanted) => {
        this.#answer = undefined;
        if (isWanted) this.#agreedMs = startMs;
        resolve(isWanted);
      };
    });
  }

  #end(isWanted: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#dialog.close();
    answer?.(isWanted);
  }
}
