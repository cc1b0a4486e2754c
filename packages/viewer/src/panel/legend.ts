import {
  cssColor,
  FORM_CSS,
  HEADING_CSS,
  type Kind,
  kindColor,
  type Scale,
} from '@skein/three/parts';
import type { Colors } from '../drawing/frame.ts';

/** The title of a scale of colors, by the unit of the scale. */
const TITLES: Readonly<Record<Scale['unit'], string>> = {
  'm/s': 'Speed',
  neighbors: 'Neighbors within the range of the species',
  'in the same cell': 'Other agents in the same cell of the grid',
  'of a column': 'Column',
};

/** The maximum number of threads that the legend lists one by one. */
const MAX_LISTED = 12;

/** The legend for the colors of the agents, below the readout. */
export class Legend {
  /** The name and the color of each species of the scene. */
  species: readonly Kind[] = [];
  readonly #place = document.createElement('div');
  #shown: readonly unknown[] = [];

  constructor(parent: HTMLElement) {
    this.#place.id = 'legend';
    this.#place.setAttribute('aria-label', 'What the colors of the agents mean');
    parent.append(this.#place);
  }

  /** Called in each frame. Changes the page only when the colors have a new meaning. */
  show(colors: Colors, workers: number): void {
    const { by, scale, kinds = [], title } = colors;
    const named = kinds.flatMap(({ name, color }) => [name, color]);
    const now = [by, this.species, workers, title, scale?.from, scale?.to, ...named];
    const shown = this.#shown;
    if (now.length === shown.length && now.every((one, k) => one === shown[k])) return;
    this.#shown = now;
    this.#place.replaceChildren(...linesOf(colors, this.species, workers));
  }
}

function linesOf(
  { by, scale, kinds, title, flat }: Colors,
  species: readonly Kind[],
  workers: number,
): HTMLElement[] {
  if (kinds !== undefined) {
    const column = by === 'state' ? 'State' : by.replace('column:', '');
    return [heading(title ?? column), chips(kinds)];
  }
  // A single species needs no legend.
  if (by === 'species') return species.length < 2 ? [] : [chips(species)];
  if (by === 'worker') {
    const threads = Array.from({ length: Math.min(workers, MAX_LISTED) }, (_, worker) => ({
      name: `thread ${worker + 1}`,
      color: cssColor(kindColor(worker)),
    }));
    const more = workers > MAX_LISTED ? [line(`and ${workers - MAX_LISTED} more`)] : [];
    return [heading('Thread that steps the agent'), chips(threads), ...more];
  }
  if (by === 'cell') {
    return [heading('Cell of the grid'), line('Agents in the same cell have the same color.')];
  }
  if (by === 'heading') {
    const ways = flat ? ['+x', '+y', '-x', '-y', '+x'] : ['+x', '-z', '-x', '+z', '+x'];
    const words = title ?? 'Direction in which the agent moves';
    return [heading(words), bar(HEADING_CSS), line(...ways)];
  }
  if (scale === undefined) return [];
  const words = heading(title ?? scale.title ?? TITLES[scale.unit]);
  if (scale.form === 'flash') return [words, bar(FORM_CSS.flash), line('flash', 'next flash')];
  const unit = by === 'speed' ? ' m/s' : scale.title === undefined ? ' or more' : '';
  const ends = line(rounded(scale.from), rounded(scale.to) + unit);
  return [words, bar(FORM_CSS[scale.form ?? 'ramp']), ends];
}

/** Creates a bar of color. `colors` is a CSS background. */
function bar(colors: string): HTMLElement {
  const place = document.createElement('div');
  place.className = 'bar';
  place.style.background = colors;
  return place;
}

function heading(text: string): HTMLElement {
  const place = document.createElement('p');
  place.className = 'title';
  place.textContent = text;
  return place;
}

/** Creates a line of texts, spread from the left end to the right end. */
function line(...texts: string[]): HTMLElement {
  const place = document.createElement('p');
  place.className = 'ends';
  place.append(
    ...texts.map((text) => {
      const part = document.createElement('span');
      part.textContent = text;
      return part;
    }),
  );
  return place;
}

function chips(kinds: readonly Kind[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { name, color } of kinds) {
    const entry = document.createElement('li');
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.style.background = color;
    entry.append(chip, name);
    list.append(entry);
  }
  return list;
}

function rounded(value: number): string {
  if (Math.abs(value - 2 * Math.PI) < 1e-6) return '2π';
  return String(Number(value.toPrecision(3)));
}
