import type { Insight } from '@skein/core';
import type { BehaviorForce } from '@skein/core/describe';
import { behaviorWords } from '../panel/wording.ts';
import { behaviorColor, COLORS, type Hue } from './colors.ts';
import type { ForceScale } from './force-scale.ts';
import { wayText } from './way-text.ts';

/**
 * The interval between updates of the numbers, in ms. It is short enough to show changes, and long enough to read the
 * numbers.
 */
const SHOW_EVERY_MS = 100;
/** How long the card of an agent stays visible after the agent has ended, in ms. */
const GONE_MS = 3000;

/** The row of one behavior on the card: its color, its name, and its force as a bar and as a number. */
class ForceRow {
  readonly element = document.createElement('li');
  readonly #bar: HTMLElement;
  readonly #number: HTMLElement;

  constructor(type: BehaviorForce['type'], index: number) {
    this.element.dataset.behavior = type;
    this.element.style.setProperty('--hue', behaviorColor(index));
    this.element.innerHTML =
      '<i class="swatch"></i><span class="name"></span>' +
      '<span class="track"><i class="bar"></i></span><span class="number"></span>';
    this.element.querySelector('.name')!.textContent = behaviorWords(type);
    this.#bar = this.element.querySelector<HTMLElement>('.bar')!;
    this.#number = this.element.querySelector<HTMLElement>('.number')!;
  }

  show({ acts, role, length, asked }: BehaviorForce, { longest }: ForceScale): void {
    const newtons = role === 'wants' ? Math.hypot(...asked) : length;
    this.element.dataset.force = String(length);
    this.element.classList.toggle('wants', role === 'wants');
    this.element.classList.toggle('rests', !acts);
    this.element.title = acts
      ? TIPS[role]
      : 'This behavior does not act in the current state of the agent.';
    this.#bar.style.transform = `scaleX(${Math.min(1, newtons / longest).toFixed(3)})`;
    this.#number.textContent = forceText(newtons);
  }
}

const TIPS = {
  adds: 'How strongly this behavior pushes, in newtons.',
  filters: 'By how many newtons this behavior changes the force of the behaviors above it.',
  wants:
    'The force that this behavior would apply alone. Context steering, below, uses only the direction of this force.',
} as const;

/** The card that explains the selected agent in words and numbers. */
export class Card {
  readonly #place: HTMLElement;
  readonly #title = document.createElement('h2');
  readonly #facts = document.createElement('dl');
  readonly #forces = document.createElement('ul');
  readonly #legend = document.createElement('p');
  readonly #values = new Map<string, HTMLElement>();
  #rows: ForceRow[] = [];
  #shownId: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #goneAt: number | undefined;

  constructor(place: HTMLElement, close: () => void) {
    this.#place = place;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'close';
    button.textContent = '×';
    button.title = 'Deselect the agent (Escape)';
    button.setAttribute('aria-label', 'Close');
    button.addEventListener('click', close);
    const head = document.createElement('header');
    head.append(this.#title, button);
    this.#legend.className = 'legend';
    place.append(head, this.#facts, this.#forces, this.#legend);
    for (const name of [
      'State',
      'Speed',
      'Neighbors',
      'Thread',
      'Total force',
      'Assigned',
      'Way',
    ]) {
      const row = document.createElement('div');
      row.innerHTML = '<dt></dt><dd></dd>';
      row.querySelector('dt')!.textContent = name;
      this.#values.set(name, row.querySelector('dd')!);
      this.#facts.append(row);
    }
  }

  hide(): void {
    this.#place.hidden = true;
    this.#shownId = undefined;
    this.#goneAt = undefined;
  }

  /** Says that the agent has ended, and hides the card after a while. */
  showGone(id: number, nowMs: number): void {
    this.#goneAt ??= nowMs;
    if (nowMs - this.#goneAt > GONE_MS) {
      this.#place.hidden = true;
      return;
    }
    this.#title.textContent = `Agent ${id} has ended`;
    this.#place.classList.add('gone');
    this.#shownId = undefined;
  }

  show(insight: Insight, scale: ForceScale, workers: number, nowMs: number): void {
    const fresh = insight.id !== this.#shownId;
    if (!fresh && nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    if (fresh) this.#begin(insight);
    const { state = '', speed, neighborCount, neighbors, worker, total, limit, ways } = insight;
    const force = Math.hypot(...total);
    this.#say('State', state);
    this.#say('Speed', `${speed.toFixed(2)} m/s`);
    const shown = neighborCount > neighbors.length ? ` (nearest ${neighbors.length} drawn)` : '';
    this.#say('Neighbors', `${neighborCount}${shown}`);
    this.#say('Thread', `${worker + 1} of ${workers}`);
    const limited = force > limit ? `, limited to ${forceText(limit)}` : '';
    this.#say('Total force', forceText(force) + limited);
    this.#say('Assigned', assignedText(insight));
    this.#say('Way', wayText(ways));
    for (const [index, row] of this.#rows.entries()) row.show(insight.forces[index], scale);
  }

  /** Fills the card for another agent, whose behaviors may be different. */
  #begin(insight: Insight): void {
    this.#shownId = insight.id;
    this.#goneAt = undefined;
    this.#place.hidden = false;
    this.#place.classList.remove('gone');
    this.#place.dataset.id = String(insight.id);
    this.#title.textContent = `${insight.species} ${insight.id}`;
    this.#rows = insight.forces.map(({ type }, index) => new ForceRow(type, index));
    this.#forces.replaceChildren(...this.#rows.map(({ element }) => element));
    this.#legend.replaceChildren(...legendOf(insight));
  }

  #say(name: string, text: string): void {
    const place = this.#values.get(name)!;
    place.parentElement!.hidden = text === '';
    if (place.textContent !== text) place.textContent = text;
  }
}

function assignedText({ assigned: { target, quarry } }: Insight): string {
  const agent = quarry === undefined ? undefined : `agent ${quarry}`;
  return [target, agent].filter((one) => one !== undefined).join(', ');
}

function forceText(newtons: number): string {
  const digits = newtons < 10 ? 2 : newtons < 100 ? 1 : 0;
  return `${newtons.toFixed(digits)} N`;
}

/** The legend of the lines in the picture: each line's color and its meaning. */
function legendOf({ context, orca, ways }: Insight): HTMLElement[] {
  const named = (hue: Hue, text: string): HTMLElement => {
    const entry = document.createElement('span');
    entry.style.setProperty('--hue', COLORS[hue]);
    entry.textContent = text;
    return entry;
  };
  const entries = [named('neighbor', 'neighbors')];
  if (orca === undefined) entries.push(named('total', 'total force'));
  if (context !== undefined)
    entries.push(named('interest', 'wanted'), named('danger', 'dangerous'));
  if (orca !== undefined) {
    entries.push(
      named('preferred', 'preferred velocity'),
      named('interest', 'chosen velocity'),
      named('allowed', 'avoids other agents'),
      named('firm', 'must not be crossed'),
    );
  }
  if (ways.length > 0) entries.push(named('way', 'way'));
  return entries;
}
