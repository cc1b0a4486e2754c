import type { DisplayControl } from '@skein/core/describe';
import type { Change } from '../changes.ts';
import { make, makeButton } from '../controls/elements.ts';
import type { LawChanges } from '../laws/law-changes.ts';
import { speciesColors } from '../scene/species-color.ts';
import type { Session } from '../session.ts';

type Matrix = Extract<DisplayControl, { type: 'matrix' }>;

/** The number of pixels by which a drag changes a cell by one step. */
const PIXELS_PER_STEP = 7;
/** The colors of the lowest and of the highest value, as red, green and blue. A value of 0 has no color. */
const REPELS = '255 90 79';
const DRAWS = '92 224 138';

/** A cell of the matrix: a slider that is dragged up and down, or moved by arrow keys. */
interface Cell {
  readonly element: HTMLElement;
  readonly change: (value: number) => Change;
}

/** A table of parameters: what the species of each row feels for the species of each column. */
export class MatrixControl {
  readonly element: HTMLElement;
  readonly #changes: LawChanges;
  readonly #matrix: Matrix;
  readonly #step: number;
  readonly #cells: readonly Cell[];

  constructor(matrix: Matrix, session: Session, changes: LawChanges) {
    this.#matrix = matrix;
    this.#changes = changes;
    const { species, label, min, max } = matrix;
    this.#step = matrix.step ?? Number(((max - min) / 20).toPrecision(1));
    const colors = new Map(
      speciesColors(session.scenario).map(({ name, color }) => [name, color] as const),
    );
    const head = (name: string, role: 'columnheader' | 'rowheader') => {
      const dot = make('span', { className: 'dot', title: name });
      dot.style.background = colors.get(name) ?? '';
      return make('span', { role, 'aria-label': name }, dot);
    };
    const cells: Cell[] = [];
    const rows = species.map((name, row) => {
      const own = species.map((other, column) => {
        const cell = this.#makeCell(name, other, row, column);
        cells.push(cell);
        return make('span', { role: 'cell' }, cell.element);
      });
      return make('div', { role: 'row' }, head(name, 'rowheader'), ...own);
    });
    this.#cells = cells;
    const corner = make('span', { role: 'columnheader', className: 'corner' }, 'drawn to');
    const columns = species.map((name) => head(name, 'columnheader'));
    const heads = make('div', { role: 'row' }, corner, ...columns);
    const table = make('div', { role: 'table', 'aria-label': label }, heads, ...rows);
    table.style.setProperty('--columns', String(species.length));
    const shuffle = makeButton({ title: 'Random values' }, () => this.#shuffle(), 'Shuffle');
    const name = make('p', { className: 'name' }, label, shuffle);
    this.element = make('div', { className: 'matrix' }, name, table);
  }

  show(): void {
    const { min, max } = this.#matrix;
    for (const { element, change } of this.#cells) {
      const value = this.#changes.valueOf(change(0)) ?? 0;
      const text = String(Number(value.toPrecision(3)));
      if (element.textContent === text) continue;
      element.textContent = text;
      element.setAttribute('aria-valuenow', text);
      const strength = value < 0 ? value / Math.min(min, -1e-9) : value / Math.max(max, 1e-9);
      const color = value < 0 ? REPELS : DRAWS;
      element.style.background = `rgb(${color} / ${Math.round(85 * Math.min(1, strength))}%)`;
    }
  }

  #makeCell(species: string, other: string, row: number, column: number): Cell {
    const { behavior, parameters, min, max } = this.#matrix;
    const parameter = parameters[row]![column]!;
    const change = (value: number): Change => ({ species, behavior, parameter, value });
    const element = make('span', {
      ...{ className: 'cell', role: 'slider', tabIndex: 0, title: `${species} to ${other}` },
      'aria-label': `${species} is drawn to ${other}`,
      'aria-valuemin': min,
      'aria-valuemax': max,
    });
    const set = (value: number) => this.#changes.want(change(this.#rounded(value)));
    const now = () => this.#changes.valueOf(change(0)) ?? 0;
    element.addEventListener('pointerdown', (down) => {
      const begin = now();
      element.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent) => {
        const pixels = event.clientX - down.clientX - (event.clientY - down.clientY);
        set(begin + Math.round(pixels / PIXELS_PER_STEP) * this.#step);
      };
      const end = () => {
        element.removeEventListener('pointermove', move);
        this.#changes.rest();
      };
      element.addEventListener('pointermove', move);
      element.addEventListener('lostpointercapture', end, { once: true });
    });
    element.addEventListener('keydown', (event) => {
      const value = valueByKey(event.key, now(), this.#step, min, max);
      if (value === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      set(value);
      this.#changes.rest();
    });
    return { element, change };
  }

  #rounded(value: number): number {
    const { min, max } = this.#matrix;
    const stepped = Math.round(value / this.#step) * this.#step;
    return Number(Math.min(max, Math.max(min, stepped)).toPrecision(6));
  }

  /** Random values are allowed here: they only decide on commands, which the log records and replays. */
  #shuffle(): void {
    const { min, max } = this.#matrix;
    this.#changes.change(
      this.#cells.map(({ change }) => change(this.#rounded(min + Math.random() * (max - min)))),
    );
  }
}

/** The value to which a key moves a slider; undefined for other keys. */
function valueByKey(
  key: string,
  value: number,
  step: number,
  min: number,
  max: number,
): number | undefined {
  if (key === 'ArrowUp' || key === 'ArrowRight') return value + step;
  if (key === 'ArrowDown' || key === 'ArrowLeft') return value - step;
  if (key === 'PageUp') return value + 4 * step;
  if (key === 'PageDown') return value - 4 * step;
  if (key === 'Home') return min;
  return key === 'End' ? max : undefined;
}
