import type { Scenario } from '@skein/core';
import { type Law, lawCost } from '@skein/core/laws';
import { make, makeButton } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import { messageOf } from '../panel/notices.ts';
import type { Session } from '../session.ts';

/** Shows how many operations a law needs and, on request, how much time the law adds to a tick. */
export class CostLine {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #compared: () => readonly [lawful: Scenario, without: Scenario] | undefined;
  readonly #static = make('p');
  readonly #measured = make('p', { role: 'status' });
  readonly #button: HTMLButtonElement;
  #measuring: AbortController | undefined;

  /**
   * `compared` returns two scenarios of the run: one with the law, and one without. It returns undefined if there is no
   * such pair.
   */
  constructor(
    page: Page,
    compared: () => readonly [lawful: Scenario, without: Scenario] | undefined,
  ) {
    this.#page = page;
    this.#compared = compared;
    this.#button = makeButton(
      {
        className: 'plain-button',
        title: 'Steps the scene with the law and without it, in turns, and compares the times',
      },
      () => void this.#measure(),
      'Measure',
    );
    this.element = make('div', { className: 'cost' }, this.#static, this.#button, this.#measured);
  }

  show(law: Law | undefined): void {
    this.#static.textContent = law === undefined ? 'No law yet.' : wordsOf(law);
  }

  /** Clears the measurement, because another run was opened. */
  describe(_session: Session): void {
    this.#measuring?.abort();
    this.#measured.textContent = '';
    this.#button.disabled = this.#compared() === undefined;
  }

  async #measure(): Promise<void> {
    const { session, paused } = this.#page;
    const scenarios = this.#compared();
    if (session === undefined || scenarios === undefined || this.#measuring) return;
    const measuring = new AbortController();
    this.#measuring = measuring;
    this.#button.disabled = true;
    this.#measured.textContent = 'Measuring; the run is paused ...';
    // The run would use the cores that the measurement needs.
    session.stepper.pause();
    try {
      await session.stepper.whenIdle(() => {});
      const { timeLaw } = await import('./law-timing.ts');
      const timing = await timeLaw(scenarios, session.seed, session.workers, measuring.signal);
      if (!measuring.signal.aborted) this.#measured.textContent = timingText(timing);
    } catch (error) {
      this.#measured.textContent = `Not measured. ${messageOf(error)}`;
    } finally {
      this.#measuring = undefined;
      this.#button.disabled = this.#compared() === undefined;
      if (!paused && session === this.#page.session) session.stepper.resume();
    }
  }
}

function wordsOf(law: Law): string {
  const { operationsPerAgent, operationsPerNeighbor, walks, jsonBytes } = lawCost(law);
  const number = (value: number) => value.toLocaleString('en-US');
  const parts = [
    `${number(operationsPerAgent)} operations for each agent`,
    ...(walks === 0 ? [] : [`${number(operationsPerNeighbor)} for each neighbor`]),
    ...(walks === 0
      ? []
      : [walks === 1 ? '1 walk over neighbors' : `${walks} walks over neighbors`]),
    `${number(jsonBytes)} bytes`,
  ];
  return `${law.name}: ${parts.join(', ')}`;
}

function timingText({ withMs, withoutMs, agents, workers }: import('./law-timing.ts').LawTiming) {
  const ms = (value: number) => `${value.toPrecision(3)} ms`;
  const each = Math.round(((withMs - withoutMs) * 1e6) / Math.max(1, agents));
  const threads = workers === 1 ? '1 thread' : `${workers} threads`;
  return (
    `On ${threads}, a tick takes ${ms(withMs)} with the law and ${ms(withoutMs)} without it: ` +
    `${each.toLocaleString('en-US')} ns more for each of ${agents.toLocaleString('en-US')} agents.`
  );
}
