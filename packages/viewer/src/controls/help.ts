import { Dialog } from './dialog.ts';
import { make } from './elements.ts';
import { type Key, nameOf } from './keyboard.ts';

/** What the visitor can do with pointer and fingers. The keys are listed separately. */
const GESTURES: ReadonlyArray<readonly [how: string, what: string]> = [
  ['Drag', 'look around'],
  ['Scroll, pinch', 'zoom in or out'],
  ['Right drag, two fingers', 'move sideways'],
  ['Click or tap an agent', 'see what the agent does, and why'],
  ['Drag a target', 'move the target'],
  [
    'Press and hold',
    'pull agents to this place, in scenes whose hint says so; with a finger, to the ring above it',
  ],
  ['Shift or right button, hold', 'scare agents away; on a touch screen, use two fingers'],
  ['W A S D, Q E, drag', 'steer the camera called "fly"; Shift makes it faster'],
  ['1 to 7, while editing', 'choose a tool'],
  ['Arrows, Enter, while editing', 'the arrow keys move the crosshair; Enter uses the tool there'],
  ['+ - Delete, while editing', 'scale and remove what is selected'],
  ['Alt and drag, while editing', 'look around'],
  [
    'Tab to the picture',
    'the arrow keys look around; with Shift, they move sideways; + and - zoom in and out',
  ],
  ['Tab to a target', 'the arrow keys move the target; with Shift, they move it farther'],
  ['Tab to the hand', 'Enter pulls agents, Shift+Enter scares them; Escape lets go'],
  ['Drop a file', 'run your own scenario'],
];

/** The dialog that lists keys and gestures. */
export class Help {
  readonly #dialog = new Dialog('help', 'Keys and gestures');

  constructor(keys: readonly Key[]) {
    const list = make('dl');
    const pressed = keys.map((key) => row(make('kbd', {}, nameOf(key)), key.does));
    const moved = GESTURES.map(([how, what]) => row(how, what));
    const touch = matchMedia('(hover: none)').matches;
    list.append(...(touch ? [...moved, ...pressed] : [...pressed, ...moved]));
    this.#dialog.body.append(list);
    // The build writes licenses.txt; the development server does not have the file.
    if (import.meta.env.PROD) this.#dialog.body.append(licenses());
  }

  open(): void {
    this.#dialog.open();
  }
}

/** A link to the licenses. It opens in a new tab, so that the run continues. */
function licenses(): HTMLElement {
  const link = make('a', { href: './licenses.txt', target: '_blank', rel: 'noopener' }, 'Licenses');
  return make('p', { className: 'licenses' }, link, ' of Skein and of everything in this page');
}

function row(how: Node | string, what: string): HTMLElement {
  return make('div', {}, make('dt', {}, how), make('dd', {}, what));
}
