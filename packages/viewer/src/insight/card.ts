import type { Insight } from '@skein/core';
import type { BehaviorForce } from '@skein/core/describe';
import { behaviorWords } from '../panel/wording.ts';
import { behaviorColor, COLORS, type Hue } from './colors.ts';
import type { ForceScale } from './force-scale.ts';
import { wayText } from './way-text.ts';

/** The numbers change this often, ms: often enough to follow, slowly enough to read. */
const SHOW_EVERY_MS = 100;
/** How long the card says that the agent has ended, ms. */
const GONE_MS = 3000;

/** One behavior: its color, its name, a bar and what it comes to. */
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
    this.element.title = acts ? TIPS[role] : 'It does not act in the state of this agent.';
    this.#bar.style.transform = `scaleX(${Math.min(1, newtons / longest).toFixed(3)})`;
    this.#number.textContent = forceText(newtons);
  }
}

const TIPS = {
  adds: 'How strongly this behavior pushes, in newtons.',
  filters: 'By how much it changes what the behaviors above it ask for, in newtons.',
  wants:
    'What it would push by itself. Context steering below it looks only at where it wants to go.',
} as const;

/** What is known of the selected agent, in words and numbers. */
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
    button.title = 'Look at no agent any more (Escape)';
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

  /** The agent that was shown is there no more; says so for a while. */
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
    const limited = force > limit ? `, held to ${forceText(limit)}` : '';
    this.#say('Total force', forceText(force) + limited);
    this.#say('Assigned', assignedText(insight));
    this.#say('Way', wayText(ways));
    for (const [index, row] of this.#rows.entries()) row.show(insight.forces[index], scale);
  }

  /** Another agent: other behaviors. */
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

/** What the lines in the picture mean, each in its color. */
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
      named('preferred', 'velocity it would like'),
      named('interest', 'velocity it takes'),
      named('allowed', 'keeps off others'),
      named('firm', 'must not be crossed'),
    );
  }
  if (ways.length > 0) entries.push(named('way', 'way'));
  return entries;
}
