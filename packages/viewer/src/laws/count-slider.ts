import type { Scenario, Species } from '@skein/core';
import { ChangesError } from '../changes.ts';
import { make } from '../controls/elements.ts';

export const MAX_COUNT = 1_000_000;
/** How long the slider must stay unchanged before a new run begins, in ms. Keys move the slider in many small steps. */
const REST_MS = 300;
/** The number of steps of the slider for each power of ten. */
const STEPS = 100;
/** The number of steps of the whole slider. */
const LENGTH = STEPS * Math.log10(MAX_COUNT);

/**
 * Whether the number of agents of a species can be changed. That is impossible if the scenario gives each agent its own
 * position or goal.
 */
export function hasCount({ spawn, goals, count }: Species): boolean {
  return spawn.type !== 'points' && spawn.type !== 'pool' && goals?.type !== 'points' && count > 0;
}

/**
 * Returns the scenario with new numbers of agents. `counts` contains these numbers, by the name of the species.
 *
 * @throws ChangesError when the scenario has no such species
 */
export function withCounts(scenario: Scenario, counts: Readonly<Record<string, number>>): Scenario {
  const names = scenario.species.map(({ name }) => name);
  for (const name of Object.keys(counts)) {
    if (names.includes(name)) continue;
    const known = names.map((name) => `"${name}"`).join(', ');
    throw new ChangesError(`count: found "${name}", expected a species of the scene: ${known}.`);
  }
  const species = scenario.species.map((one) => {
    if (!Object.hasOwn(counts, one.name)) return one;
    const count = counts[one.name];
    const { capacity } = one;
    return {
      ...one,
      count,
      ...(capacity !== undefined && { capacity: Math.max(capacity, count) }),
    };
  });
  return { ...scenario, species };
}

/**
 * A slider for the number of agents of a species, from 1 to a million, on a logarithmic scale. A mark shows up to which
 * number this machine keeps up with real time.
 */
export class CountSlider {
  readonly element: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #number = make('span');
  readonly #mark = make('small', { 'aria-hidden': 'true', hidden: true });
  readonly #count: number;
  /** The number of agents up to which this machine keeps up with real time; undefined while it is unknown. */
  #able: number | undefined;
  /** The number that is shown. */
  #shown = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** `grows` says whether the room of the scene grows with the number. */
  constructor(species: Species, grows: boolean, choose: (count: number) => void) {
    const label = `Number of agents: ${species.name}`;
    this.#count = species.count;
    this.#range = make('input', { type: 'range', min: '0', step: '1', 'aria-label': label });
    this.#range.max = String(LENGTH);
    const room = grows ? 'The room grows with it' : 'The room stays as it is, so it gets crowded';
    this.#range.title = `Changing the number of agents starts a new run. ${room}`;
    this.#range.addEventListener('input', () => this.#show(this.#chosen));
    this.#range.addEventListener('change', () => {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => choose(this.#chosen), REST_MS);
    });
    this.element = make(
      'label',
      { className: 'count' },
      make('span', {}, 'Number', this.#number),
      this.#range,
      this.#mark,
    );
    this.#range.value = String(Math.round(LENGTH * shareOf(species.count)));
    this.#show(species.count);
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#range;
  }

  focus(): void {
    this.#range.focus();
  }

  /**
   * Marks up to which number this machine keeps up with real time. `able` is the number of all agents that it can step,
   * and `all` is the number of all agents in the run.
   */
  showAble(able: number, all: number): void {
    const own = Math.min(MAX_COUNT, Math.max(1, able - (all - this.#count)));
    const rounded = Number(own.toPrecision(1));
    // Even writing the same text costs a layout.
    if (rounded === this.#able) return;
    this.#able = rounded;
    this.element.style.setProperty('--able', String(shareOf(rounded)));
    this.element.classList.add('measured');
    const number = rounded.toLocaleString('en-US');
    this.#mark.hidden = false;
    this.#mark.textContent =
      rounded < MAX_COUNT ? `real time up to about ${number}` : `real time up to ${number} or more`;
    this.#show(this.#shown);
  }

  /** The number of agents that the visitor chose on the slider, rounded to two digits: 4,900 instead of 4,873. */
  get #chosen(): number {
    return Number((10 ** (Number(this.#range.value) / STEPS)).toPrecision(2));
  }

  #show(count: number): void {
    this.#shown = count;
    this.element.style.setProperty('--value', String(shareOf(count)));
    const text = count.toLocaleString('en-US');
    const isBeyond = this.#able !== undefined && count > this.#able;
    this.#number.textContent = text;
    this.element.classList.toggle('beyond', isBeyond);
    const slow = isBeyond ? ', slower than real time on this machine' : '';
    this.#range.setAttribute('aria-valuetext', text + slow);
  }
}

/** The place of a number on the slider, from 0 to 1. */
function shareOf(count: number): number {
  return Math.log10(count) / Math.log10(MAX_COUNT);
}
