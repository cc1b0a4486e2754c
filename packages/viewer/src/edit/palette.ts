import { drawIcon, make, makeButton } from '../controls/elements.ts';
import type { Tool } from './tool.ts';

export type ToolId = 'select' | 'obstacle' | 'wall' | 'paint' | 'erase' | 'throw' | 'goal';

interface Face {
  readonly label: string;
  readonly tip: string;
  /** The icon of the tool, as an SVG path in a square of 24 by 24 units. */
  readonly icon: string;
}

export const FACES: Readonly<Record<ToolId, Face>> = {
  select: {
    label: 'Select',
    tip: 'Select, move, scale and remove obstacles; move targets',
    icon: 'M5 3l14 8-6 1.500 4 7-2.500 1.500-4-7L5 18z',
  },
  obstacle: {
    label: 'Obstacle',
    tip: 'Place obstacles',
    icon: 'M3 12h8v8H3zM16 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM13 15h8v5h-8z',
  },
  wall: {
    label: 'Walls',
    tip: 'Draw walls and ground on the map',
    icon: 'M3 5h11v4H3zM16 5h5v4h-5zM3 10h5v4H3zM10 10h11v4H10zM3 15h11v4H3zM16 15h5v4h-5z',
  },
  paint: {
    label: 'Agents',
    tip: 'Paint agents',
    icon: 'M4 20c0-3 1-5 4-5l2 2c0 3-3 3-6 3zM9.500 14L19 3l2 2-10 10.500z',
  },
  erase: {
    label: 'Erase',
    tip: 'Erase agents',
    icon: 'M3 14L13 4l7 7-9 9H8zM5.500 14L9 17.500 12.500 14 9 10.500z',
  },
  throw: {
    label: 'Throw',
    tip: 'Grab agents and throw them',
    icon: 'M6 15a4 4 0 1 1 0 6a4 4 0 0 1 0-6zM11 13l6-6h-4V4h9v9h-3V9l-6 6z',
  },
  goal: {
    label: 'Goal',
    tip: 'Move targets; give new goals to agents that have goals',
    icon: 'M5 3h2v18H5zM8 4h12l-4 4 4 4H8z',
  },
};

export interface PaletteActions {
  choose(tool: ToolId): void;
  species(): void;
  close(): void;
}

/** The palette of tools, with the options of the chosen tool. */
export class Palette {
  readonly element: HTMLElement;
  readonly #tools = make('div', { className: 'tools', role: 'radiogroup', 'aria-label': 'Tool' });
  readonly #options = make('div', { className: 'options' });
  readonly #hint = make('p', { className: 'hint' });
  readonly #said = make('p', { className: 'said', role: 'status' });
  readonly #buttons = new Map<ToolId, HTMLButtonElement>();
  readonly #choose: (tool: ToolId) => void;

  /** `undoButtons` are the buttons that undo and redo changes on the page. */
  constructor(actions: PaletteActions, undoButtons: readonly HTMLButtonElement[]) {
    this.#choose = actions.choose;
    const button = (label: string, title: string, press: () => void) =>
      makeButton({ title }, press, label);
    this.element = make(
      'section',
      { id: 'edit', 'aria-label': 'Editor', hidden: true },
      this.#tools,
      this.#options,
      this.#hint,
      make(
        'div',
        { className: 'row' },
        button('Species', 'Add a species of agents', actions.species),
        ...undoButtons,
        button('Done', 'Close the editor (E)', actions.close),
      ),
      this.#said,
    );
    this.#tools.addEventListener('keydown', (event) => this.#move(event));
    document.querySelector('#words')!.append(this.element);
  }

  set open(open: boolean) {
    this.element.hidden = !open;
    document.body.classList.toggle('editing', open);
  }

  /** Sets the tools that the palette offers for this scene. */
  set tools(tools: readonly ToolId[]) {
    this.#buttons.clear();
    tools.forEach((id, index) => {
      const { label, tip, icon } = FACES[id];
      const button = makeButton(
        { role: 'radio', title: `${tip} (${index + 1})`, 'aria-label': label, 'data-tool': id },
        () => this.#choose(id),
        drawIcon(icon),
        make('span', {}, label),
      );
      this.#buttons.set(id, button);
    });
    this.#tools.replaceChildren(...this.#buttons.values());
  }

  show(id: ToolId, { options, hint }: Tool): void {
    // A click does not move the focus, which would otherwise stay on a tool that is no longer chosen.
    if (this.#tools.contains(document.activeElement)) this.#buttons.get(id)?.focus();
    for (const [each, button] of this.#buttons) {
      button.setAttribute('aria-checked', String(each === id));
      // The group is one tab stop.
      button.tabIndex = each === id ? 0 : -1;
    }
    this.#options.replaceChildren(...options);
    this.#hint.textContent = hint;
  }

  /** Shows whether an action of a tool is in progress. */
  showBusy(isBusy: boolean): void {
    this.element.setAttribute('aria-busy', String(isBusy));
  }

  say(text: string): void {
    this.#said.textContent = text;
  }

  focus(): void {
    this.#tools.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }

  /** Lets the arrow keys choose the neighboring button, as in every radio group. */
  #move(event: KeyboardEvent): void {
    const ways = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const way = ways[event.key as keyof typeof ways];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.#buttons];
    const at = all.findIndex(([, button]) => button === document.activeElement);
    const [id, button] = all[(at + way + all.length) % all.length];
    this.#choose(id);
    button.focus();
  }
}
