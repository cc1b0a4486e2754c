import type { Ground } from '../edit/new-scene.ts';
import { remember, wasOpen } from '../opened.ts';
import { make, makeButton } from './elements.ts';

export interface DoorActions {
  /** Called when the visitor wants to play with the scene. */
  play(): void;
  scenes(): void;
  edit(): void;
  make(ground: Ground): void;
  openFile(): void;
}

const GROUNDS: ReadonlyArray<readonly [Ground, label: string, tip: string]> = [
  ['plane', 'New plane', 'A new, empty scene in the plane'],
  ['space', 'New space', 'A new, empty scene in three dimensions'],
  ['map', 'New map', 'A new scene on a map, on which you can draw walls'],
];

/**
 * The three buttons with which a visit begins: play with the scene, choose another scene, or make one. `place` gets the
 * buttons, and `toys` is the part of the page that Play opens and closes.
 */
export class Doors {
  readonly #toys: HTMLElement;
  readonly #play: HTMLButtonElement;

  constructor(place: HTMLElement, toys: HTMLElement, actions: DoorActions) {
    this.#toys = toys;
    this.#play = makeButton(
      { id: 'play', title: 'What you can do in this scene', 'aria-controls': toys.id },
      () => {
        const isOpen = Boolean(toys.hidden);
        this.#open(isOpen);
        if (isOpen) actions.play();
      },
      'Play',
    );
    const item = (label: string, title: string, press: () => void) =>
      makeButton(
        { title },
        () => {
          menu.hidePopover();
          press();
        },
        label,
      );
    const menu = make(
      'div',
      { id: 'make-menu', popover: 'auto' },
      item('Change this scene', 'Obstacles, walls and agents, in the editor (E)', actions.edit),
      ...GROUNDS.map(([ground, label, tip]) => item(label, tip, () => actions.make(ground))),
      item(
        'Open a file',
        'A scenario, a snapshot, a replay or a level (.glb); or drop its file on the page (O)',
        actions.openFile,
      ),
    );
    const makes = makeButton(
      { id: 'make', title: 'Change this scene, or begin a new one' },
      () => {},
      'Make',
    );
    makes.popoverTargetElement = menu;
    place.append(
      this.#play,
      makeButton(
        { id: 'scenes', title: 'All scenes, with pictures (G)' },
        actions.scenes,
        'Scenes',
      ),
      makes,
      menu,
    );
    this.#open(wasOpen('play'), false);
  }

  /** Opens or closes the toys. With `isChoice`, the page remembers it. */
  #open(isOpen: boolean, isChoice = true): void {
    this.#toys.hidden = !isOpen;
    this.#play.setAttribute('aria-expanded', String(isOpen));
    if (isChoice) remember('play', isOpen);
  }
}
