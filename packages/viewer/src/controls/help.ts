import { Dialog } from './dialog.ts';
import { make } from './elements.ts';
import { type Key, nameOf } from './keyboard.ts';

/** What can be done with pointer and fingers; the keys are listed from their table. */
const GESTURES: ReadonlyArray<readonly [how: string, what: string]> = [
  ['Drag', 'look around'],
  ['Scroll, pinch', 'come closer or step back'],
  ['Right drag, two fingers', 'move sideways'],
  ['Click or tap an agent', 'see what it does, and why'],
  ['Drag a target', 'take it elsewhere'],
  ['Press and hold', 'pull all of them there, in scenes that say so'],
  ['Shift or right button, hold', 'scare them away; on a touch screen, two fingers'],
  ['W A S D, Q E, drag', 'fly, with the camera "fly"; Shift is faster'],
  ['1 to 7, while editing', 'choose a tool'],
  ['Arrows, Enter, while editing', 'move the cross-hair, use the tool there'],
  ['+ - Delete, while editing', 'scale and remove what is selected'],
  ['Alt and drag, while editing', 'look around'],
  [
    'Arrow keys, + and -',
    'look around, come closer, while the picture has the focus (Tab); with Shift move sideways',
  ],
  ['Tab to a target', 'the arrow keys move it, with Shift farther'],
  ['Tab to the hand', 'Enter pulls agents, with Shift scares them; Escape lets go'],
  ['Drop a file', 'run a scenario of your own'],
];

/** The list of keys and gestures. */
export class Help {
  readonly #dialog = new Dialog('help', 'Keys and gestures');

  constructor(keys: readonly Key[]) {
    const list = make('dl');
    const pressed = keys.map((key) => row(make('kbd', {}, nameOf(key)), key.does));
    const moved = GESTURES.map(([how, what]) => row(how, what));
    const touch = matchMedia('(hover: none)').matches;
    list.append(...(touch ? [...moved, ...pressed] : [...pressed, ...moved]));
    this.#dialog.body.append(list);
    // The build writes the file; a page from its sources has none.
    if (import.meta.env.PROD) this.#dialog.body.append(licenses());
  }

  open(): void {
    this.#dialog.open();
  }
}

/** In a page of its own: the run continues. */
function licenses(): HTMLElement {
  const link = make('a', { href: './licenses.txt', target: '_blank', rel: 'noopener' }, 'Licenses');
  return make('p', { className: 'licenses' }, link, ' of Skein and of all that is in this page');
}

function row(how: Node | string, what: string): HTMLElement {
  return make('div', {}, make('dt', {}, how), make('dd', {}, what));
}
