import { make, makeButton } from '../controls/elements.ts';
import type { PagePlace } from '../controls/picture-ray.ts';
import type { Pull } from '../controls/pull.ts';
import type { Session } from '../session.ts';
import type { Viewer } from '../viewer.ts';

/**
 * The distance by which one press of an arrow key moves a handle, in CSS pixels. With Shift, the distance is multiplied
 * by `HURRY`.
 */
const STEP_PX = 8;
const HURRY = 5;
/** The interval at which the page checks whether another run was opened, in ms. */
const LOOK_EVERY_MS = 500;

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Lets the keyboard act on targets and agents as the pointer does. Tab reaches the handle of each target, and the arrow
 * keys move the handle. In scenes whose agents follow the pointer, another handle pulls or scares the agents.
 */
export class Handles {
  readonly #viewer: Viewer;
  readonly #place = make('div', { id: 'handles' });
  #run: object | undefined;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    viewer.view.canvas.after(this.#place);
    setInterval(() => this.#keepUp(), LOOK_EVERY_MS);
  }

  #keepUp(): void {
    const { session } = this.#viewer;
    if (session === undefined || session.past === this.#run) return;
    this.#run = session.past;
    const { targets } = session.scenario;
    const { hand } = this.#viewer;
    const handles = targets.map(({ name }, index) =>
      hand.isPointer(name) ? this.#pullHandle(session) : this.#targetHandle(name, index),
    );
    this.#place.replaceChildren(...handles.filter((element) => element !== undefined));
  }

  /** Creates the handle of a target. While the handle has the focus, it stays at the target's place on the page. */
  #targetHandle(name: string, index: number): HTMLElement {
    const handle = makeButton(
      { className: 'handle', 'aria-label': `Target ${name}: the arrow keys move it` },
      () => {},
    );
    const { hand } = this.#viewer;
    const follow = () => {
      const place = hand.placeOf(index);
      if (document.activeElement !== handle || place === undefined) return;
      put(handle, place);
      requestAnimationFrame(follow);
    };
    handle.addEventListener('focus', follow);
    listenToArrows(handle, (right, down) => hand.nudge(index, right, down));
    return handle;
  }

  /**
   * Creates the handle that pulls and scares agents. It starts in the middle of the picture. Returns undefined if no
   * agents of the scene can be pulled or scared.
   */
  #pullHandle({ scenario }: Session): HTMLElement | undefined {
    const { hand } = this.#viewer;
    const can = (['pull', 'scare'] as const).filter((pull) => hand.can(pull));
    if (can.length === 0) return undefined;
    const ways = { pull: 'Enter pulls', scare: 'Shift+Enter scares' };
    const does = can.map((pull) => ways[pull]).join(', ');
    const names = scenario.species.map(({ name }) => name).join(', ');
    const label = `Hand for agents: ${does}; the arrow keys move the hand; Escape lets go. Species in the scene: ${names}`;
    const place = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
    const handle = make('button', { type: 'button', className: 'handle', 'aria-label': label });
    const letGo = () => {
      hand.letGo();
      handle.setAttribute('aria-pressed', 'false');
    };
    const hold = (pull: Pull) => {
      if (!hand.can(pull)) return;
      hand.holdAt({ ...place }, pull);
      handle.setAttribute('aria-pressed', 'true');
    };
    // A new handle must not release what the pointer holds.
    handle.setAttribute('aria-pressed', 'false');
    handle.addEventListener('focus', () => put(handle, place));
    handle.addEventListener('blur', () => {
      if (handle.getAttribute('aria-pressed') === 'true') letGo();
    });
    handle.addEventListener('keydown', (event) => {
      if (event.repeat || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      event.preventDefault();
      const isHeld = handle.getAttribute('aria-pressed') === 'true';
      if (isHeld || event.key === 'Escape') letGo();
      else hold(event.shiftKey ? 'scare' : 'pull');
    });
    listenToArrows(handle, (right, down) => {
      place.clientX = Math.min(innerWidth, Math.max(0, place.clientX + right));
      place.clientY = Math.min(innerHeight, Math.max(0, place.clientY + down));
      put(handle, place);
      hand.moveTo({ ...place });
    });
    return handle;
  }
}

function put(handle: HTMLElement, { clientX, clientY }: PagePlace): void {
  handle.style.translate = `${clientX}px ${clientY}px`;
}

function listenToArrows(handle: HTMLElement, move: (right: number, down: number) => void): void {
  handle.addEventListener('keydown', (event) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? HURRY * STEP_PX : STEP_PX;
    move(step * arrow[0], step * arrow[1]);
  });
}
