import type { Command, CommandInput } from '@skein/core';
import { f32Number } from '@skein/core/describe';
import type { Plane } from 'three';
import { POINTER } from '../changes.ts';
import type { Session } from '../session.ts';
import { make } from './elements.ts';
import { besideFinger } from './finger.ts';
import type { Page } from './page.ts';
import { type PagePlace, PictureRay, type Position } from './picture-ray.ts';
import { followersOf, isPulling, type Pull, pullCommands, pulledInWords } from './pull.ts';

/**
 * The time for which a mouse press must stay in place before it pulls or scares agents, in ms. If the pointer moves
 * earlier, the press turns the camera.
 */
const HOLD_MS = 220;
/**
 * The time for which a touch must stay in place before it pulls or scares agents, in ms. A press of the mouse needs
 * less time, because a click is shorter than a tap.
 */
const TOUCH_HOLD_MS = 420;
/** If a press moves by at most this distance (CSS pixels), it counts as staying in place. */
const STEADY_PX = 6;

/**
 * The target that the hand holds and drags. If `pull` is defined, the hand also pulls or scares agents with this
 * target.
 */
interface Grip {
  readonly target: string;
  readonly plane: Plane;
  readonly pull: Pull | undefined;
  /** The position of the target when the hand took it. */
  readonly from: Position;
}

/**
 * Lets the pointer drag targets, and pull or scare the agents that follow the pointer. Gives every action to the run as
 * commands. During a hold, the run gets at most one new position of the target per tick, and at most one more when the
 * hold ends.
 */
export class Hand {
  readonly #page: Page;
  readonly #canvas: HTMLCanvasElement;
  readonly #ray: PictureRay;
  readonly #ring = make('div', { id: 'ring', hidden: true, 'aria-hidden': 'true' });
  readonly #fail: (error: unknown) => void;
  #session: Session | undefined;
  #followers: ReturnType<typeof followersOf> = [];
  /** The pointers that are pressed on the picture, by their id, with the place where each was pressed. */
  readonly #down = new Map<number, PagePlace>();
  #place: PagePlace = { clientX: 0, clientY: 0 };
  /** Whether a finger is at `#place`. It would cover the agents that it pulls, so they are pulled beside it. */
  #isFinger = false;
  #rest: { timer: number; pull: Pull } | undefined;
  #grip: Grip | undefined;
  #given: Position | undefined;
  /** The tick of the latest move in the log; -1 for none in this hold. */
  #movedTick = -1;
  #seenTick = -1;
  #logLength = 0;
  /** The number of commands that were given but are not in the log of the run yet. */
  #onTheWay = 0;

  constructor(page: Page, fail: (error: unknown) => void) {
    this.#page = page;
    this.#fail = fail;
    this.#canvas = page.view.canvas;
    this.#ray = new PictureRay(page.view);
    document.body.append(this.#ring);
    // Captured before the camera and the selection receive the event.
    window.addEventListener('pointerdown', (event) => this.#press(event), { capture: true });
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', (event) => this.#release(event));
    window.addEventListener('pointercancel', (event) => this.#release(event));
    this.#canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Prepares the hand for a run that was just opened on the page. */
  describe(session: Session): void {
    this.letGo();
    this.#session = session;
    this.#followers = followersOf(session.scenario);
    this.#logLength = 0;
  }

  /**
   * Describes in words what the pointer can do in this scene. If `picked` is true, the visitor has already selected an
   * agent, so the hint about selecting is left out.
   */
  hint(picked: boolean): string {
    const touch = matchMedia('(hover: none)').matches;
    const scenario = this.#session?.scenario;
    const others = scenario?.targets.some(({ name }) => name !== POINTER);
    const pulled = scenario && pulledInWords(this.#followers, scenario);
    const pull = pulled === undefined ? '' : ` to pull ${pulled}`;
    const scare = `with ${touch ? 'two fingers' : 'Shift'} to scare them`;
    const hold = `Press and hold${pull}`;
    const held = this.can('scare') ? `${hold}${pull === '' ? '' : ','} ${scare}.` : `${hold}.`;
    return [
      ...(picked ? [] : [`${touch ? 'Tap' : 'Click'} an agent to see what moves it.`]),
      ...(this.#followers.length > 0 ? [held] : []),
      ...(others ? ['Drag the target to move it.'] : []),
    ].join(' ');
  }

  /** Whether the scene has agents that can be pulled (or scared, if `pull` is `scare`). */
  can(pull: Pull): boolean {
    return this.#followers.some((follower) => follower.pull === pull);
  }

  /** Whether a target, given by its name, is the one that follows the pointer. */
  isPointer(target: string): boolean {
    return target === POINTER;
  }

  /** Makes a place on the page pull or scare agents, as if a pointer were there, until `letGo` is called. */
  holdAt(place: PagePlace, pull: Pull): void {
    this.letGo();
    this.#place = place;
    this.#isFinger = false;
    this.#hold(pull);
  }

  /**
   * Moves a target on the page. The arguments `right` and `down` are the distances to the right and downward, in CSS
   * pixels. `target` is the index of the target.
   */
  nudge(target: number, right: number, down: number): void {
    const session = this.#session;
    const from = this.placeOf(target);
    if (session === undefined || from === undefined) return;
    const place = { clientX: from.clientX + right, clientY: from.clientY + down };
    const plane = this.#ray.planeOfTarget(target, session);
    const position = this.#ray.positionAt(place, plane, session.scenario);
    const { name } = session.scenario.targets[target];
    if (position === undefined) return;
    this.#note({ target: name, from: positionOf(target, session) }, position);
    this.#give({ type: 'move', target: name, position });
  }

  /** The place of a target on the page. */
  placeOf(target: number): PagePlace | undefined {
    return this.#session && this.#ray.placeOf(target, this.#session);
  }

  /** Moves the held target to a place on the page. */
  moveTo(place: PagePlace): void {
    this.#place = place;
    this.#showRing();
  }

  /** Makes the target that the hand holds follow the pointer. Called in each frame. */
  frame(session: Session): void {
    if (session !== this.#session) {
      // The run was restarted or taken back: what was held in it is no longer held.
      this.#session = session;
      this.#logLength = -1;
    }
    if (this.#grip !== undefined) this.#giveMove(false);
    else this.#letGoAsBefore(session);
  }

  #press(event: PointerEvent): void {
    const session = this.#session;
    if (event.target !== this.#canvas || session === undefined || this.#page.editing) return;
    this.#down.set(event.pointerId, event);
    this.#place = event;
    this.#isFinger = event.pointerType === 'touch';
    if (this.#grip !== undefined) return;
    const target = event.button === 0 && event.isPrimary ? this.#ray.targetAt(event, session) : -1;
    if (target >= 0 && !event.shiftKey) {
      this.#keepFromOthers(event);
      const { name } = session.scenario.targets[target];
      this.#take({
        target: name,
        plane: this.#ray.planeOfTarget(target, session),
        pull: undefined,
        from: positionOf(target, session),
      });
    } else {
      const scare = event.shiftKey || event.button === 2 || this.#down.size > 1;
      const pull = scare ? 'scare' : 'pull';
      this.#forgetRest();
      if (!this.can(pull)) return;
      if (event.shiftKey) this.#keepFromOthers(event);
      const rest = event.pointerType === 'touch' ? TOUCH_HOLD_MS : HOLD_MS;
      const timer = window.setTimeout(() => this.#hold(pull), event.shiftKey ? 0 : rest);
      this.#rest = { timer, pull };
    }
  }

  #move(event: PointerEvent): void {
    const start = this.#down.get(event.pointerId);
    if (start === undefined) {
      if (event.target === this.#canvas && event.buttons === 0) this.#showGrip(event);
      return;
    }
    if (event.isPrimary) this.#place = event;
    const moved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (moved > STEADY_PX && !event.shiftKey) this.#forgetRest();
    this.#showRing();
  }

  #release(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    this.#forgetRest();
    if (this.#down.size === 0) this.letGo();
  }

  #hold(pull: Pull): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#take({
      target: POINTER,
      plane: this.#ray.planeOfAgents(this.#pulledPlace, session),
      pull,
      from: [0, 0, 0],
    });
    // Tells click listeners to ignore the release of a press that was a hold.
    this.#canvas.dataset.held = pull;
  }

  #take(grip: Grip): void {
    this.#forgetRest();
    this.#grip = grip;
    this.#given = undefined;
    this.#movedTick = -1;
    this.#page.rig.held = true;
    if (grip.pull !== undefined) {
      this.#giveMove(true);
      for (const input of pullCommands(this.#followers, grip.pull)) void this.#give(input);
    }
    this.#showRing();
  }

  letGo(): void {
    this.#forgetRest();
    const grip = this.#grip;
    if (grip === undefined) return;
    this.#giveMove(true);
    this.#grip = undefined;
    if (grip.pull !== undefined) {
      for (const input of pullCommands(this.#followers, undefined)) void this.#give(input);
    } else if (this.#given !== undefined) this.#note(grip, this.#given);
    this.#page.rig.held = false;
    this.#showRing();
    delete this.#canvas.dataset.held;
  }

  /**
   * Ends an earlier hold that still pulls or scares agents. Such a hold exists if the visitor went back to a tick
   * during the hold, and then changed the run.
   */
  #letGoAsBefore(session: Session): void {
    const { length } = session.world.log;
    if (this.#followers.length === 0 || length === this.#logLength) return;
    // Commands that end the hold may still be on their way.
    if (this.#onTheWay > 0) return;
    this.#logLength = length;
    if (!isPulling(this.#followers, session.history)) return;
    for (const input of pullCommands(this.#followers, undefined)) void this.#give(input);
  }

  /**
   * Issues a command that moves the held target to the pointer. Issues none if the previous command already moved the
   * target to that position. While the pointer moves, `last` is false, and at most one command per tick is issued. When
   * the hand begins to pull or scare agents, and when a hold ends, `last` is true. Then there is no such limit.
   */
  #giveMove(last: boolean): void {
    const session = this.#session;
    const grip = this.#grip;
    if (session === undefined || grip === undefined) return;
    const { tick } = session.state;
    // After the visitor has gone back in the run, the latest move lies ahead.
    if (tick < this.#seenTick) this.#movedTick = -1;
    this.#seenTick = tick;
    // Until the tick of the latest move is over, the run could take a second move in the same tick.
    const isOver = this.#onTheWay === 0 && tick > this.#movedTick;
    if (!isOver && !last) return;
    const place = grip.pull === undefined ? this.#place : this.#pulledPlace;
    const position = this.#ray.positionAt(place, grip.plane, session.scenario);
    if (position === undefined || position.join() === this.#given?.join()) return;
    this.#given = position;
    void this.#give({ type: 'move', target: grip.target, position }).then((move) => {
      this.#movedTick = move?.tick ?? -1;
    });
  }

  #note({ target, from }: Pick<Grip, 'target' | 'from'>, to: Position): void {
    const move = (position: Position) => () =>
      this.#page.command({ type: 'move', target, position });
    this.#page.deeds.add({ name: `Moved ${target}`, undo: move(from), redo: move(to) });
  }

  /** Gives a command. Resolves when the run has taken it. If the run refuses it, resolves to undefined. */
  async #give(input: CommandInput): Promise<Command | undefined> {
    this.#onTheWay++;
    try {
      return await this.#page.command(input);
    } catch (error) {
      this.#fail(error);
      return undefined;
    } finally {
      this.#onTheWay--;
    }
  }

  #forgetRest(): void {
    clearTimeout(this.#rest?.timer);
    this.#rest = undefined;
  }

  #keepFromOthers(event: PointerEvent): void {
    event.stopPropagation();
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #showGrip(event: PointerEvent): void {
    const session = this.#session;
    const over = session !== undefined && this.#ray.targetAt(event, session) >= 0;
    this.#canvas.style.cursor = over ? 'grab' : '';
  }

  #showRing(): void {
    const pull = this.#grip?.pull;
    this.#ring.hidden = pull === undefined;
    if (pull === undefined) return;
    this.#ring.className = pull;
    const { clientX, clientY } = this.#pulledPlace;
    this.#ring.style.translate = `${clientX}px ${clientY}px`;
  }

  /** The place at which agents are pulled or scared. */
  get #pulledPlace(): PagePlace {
    if (!this.#isFinger) return this.#place;
    return besideFinger(this.#place, this.#canvas.getBoundingClientRect());
  }
}

function positionOf(target: number, { state }: Session): Position {
  const [x, y, z] = state.targets.subarray(3 * target, 3 * target + 3);
  return [f32Number(x), f32Number(y), f32Number(z)];
}
