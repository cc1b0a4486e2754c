import type { Scenario, World } from '@skein/core';
import { obstacleNames } from '@skein/core/internal';
import type { Page } from '../controls/page.ts';
import { hideNotice, messageOf, showNotice } from '../panel/notices.ts';
import type { Session } from '../session.ts';
import type { Edit, Triple } from './edit.ts';
import { Pen } from './pen.ts';
import { Sight } from './sight.ts';

/** Shown when an obstacle was placed in a scene whose agents do not see obstacles. */
export const UNSEEN = 'No agent here sees obstacles.';
const NOT_DONE = 'The edit was refused.';
/** The spare capacity that the editor adds to a scene: the number of obstacles, and the number of agents. */
const OBSTACLES = 256;
const AGENTS = 1000;
/**
 * When the editor adds capacity, it repeats the run up to the present tick. If repeating would take longer than this
 * time (ms) and the run has no commands, the run starts over at tick 0.
 */
const LONG_MS = 3000;

/** What all tools share: the run, the page, and a queue for their actions. */
export class Bench {
  readonly page: Page;
  readonly pen: Pen;
  /** Shows a text to the visitor, and announces it to screen readers. */
  readonly say: (text: string) => void;
  readonly #onBusy: (isBusy: boolean) => void;
  /** The number of actions that have not finished. */
  #waiting = 0;
  /**
   * The position of the crosshair in the scene, in m. In three dimensions, the tools place things at the same distance
   * from the camera as the crosshair.
   */
  cursor: Triple = [0, 0, 0];
  #sight: Sight | undefined;
  #session: Session | undefined;
  #names: ReadonlyMap<number, string> = new Map();
  #namedVersion = -1;
  #turn: Promise<void> = Promise.resolve();

  constructor(page: Page, say: (text: string) => void, onBusy: (isBusy: boolean) => void) {
    this.page = page;
    this.pen = new Pen(page);
    this.say = say;
    this.#onBusy = onBusy;
  }

  get session(): Session | undefined {
    return this.page.session;
  }

  get scenario(): Scenario | undefined {
    return this.session?.scenario;
  }

  /**
   * Converts between places on the page and positions in the scene, for the current run; undefined while there is no
   * run.
   */
  get sight(): Sight | undefined {
    if (this.#session !== this.session) this.#begin();
    return this.#sight;
  }

  /** The names of obstacles, by row (index in the obstacles). Obstacles without a name are absent. */
  get names(): ReadonlyMap<number, string> {
    const { session } = this;
    if (session !== undefined && session.state.obstacleVersion !== this.#namedVersion) {
      this.#namedVersion = session.state.obstacleVersion;
      void session.stepper.whenIdle(() => {
        if (session === this.session) this.#names = obstacleNames(session.world);
      });
    }
    return this.#names;
  }

  /** Runs an action after all earlier actions have finished. If the action is refused, the visitor sees a notice. */
  queue(action: () => Promise<unknown>): Promise<void> {
    this.#waiting++;
    this.#onBusy(true);
    this.#turn = this.#turn
      .then(action)
      .then(
        () => {},
        (error: unknown) => showNotice(NOT_DONE, messageOf(error)),
      )
      .finally(() => {
        this.#waiting--;
        if (this.#waiting === 0) this.#onBusy(false);
      });
    return this.#turn;
  }

  /**
   * Carries out an edit after all earlier actions, as one change that can be undone. `make` creates the edit from the
   * world as it is at that time.
   */
  act(make: (world: World) => Edit | undefined): Promise<void> {
    return this.queue(async () => {
      const edit = await this.pen.act(make);
      if (edit !== undefined) this.say(edit.name);
    });
  }

  /** Opens the run again with capacity for more obstacles and agents, unless there is already room for `wanted`. */
  makeRoom(wanted: 'obstacles' | 'agents'): Promise<void> {
    return this.queue(async () => {
      const { session, scenario, page } = this;
      if (session === undefined || scenario === undefined || hasRoom(scenario, wanted)) return;
      const tickMs = session.stepper.tickMs * session.world.tick;
      const isLong = tickMs > LONG_MS && session.history.length === 0;
      // More capacity would shift the ids of later species, and commands name agents by id.
      const byId = scenario.commands.some((command) => 'ids' in command || 'quarry' in command);
      const spare = { obstacles: OBSTACLES, agents: byId ? 0 : AGENTS };
      await page.reopen('Room for edits', { spare }, isLong ? 0 : undefined);
      this.say('The scene now has room for what you add.');
    });
  }

  #begin(): void {
    if (this.#session?.scenario.name !== this.session?.scenario.name) hideNotice(UNSEEN);
    this.#session = this.session;
    this.#namedVersion = -1;
    this.#names = new Map();
    const { scenario, page } = this;
    const before = this.#sight;
    this.#sight = scenario && new Sight(page.view, scenario);
    const isAlike = before?.center.join() === this.#sight?.center.join();
    if (this.#sight !== undefined && !isAlike) this.cursor = this.#sight.center;
  }
}

function hasRoom({ obstacleCapacity, species }: Scenario, wanted: 'obstacles' | 'agents'): boolean {
  if (wanted === 'obstacles') return obstacleCapacity !== undefined;
  return species.every(
    ({ spawn, capacity, count }) => spawn.type === 'pool' || (capacity ?? 0) > count,
  );
}
