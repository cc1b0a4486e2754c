import type { Scenario, World } from '@skein/core';
import { obstacleNames } from '@skein/core/supervise';
import type { Page } from '../controls/page.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import type { Session } from '../session.ts';
import type { Edit, Triple } from './edit.ts';
import { Pen } from './pen.ts';
import { Sight } from './sight.ts';

const NOT_DONE = 'Not done.';
/** Room that is made for what is added. */
const OBSTACLES = 256;
const AGENTS = 1000;
/** A run that takes longer to be repeated up to here starts over, unless something was done to it, ms. */
const LONG_MS = 3000;

/** What tools work with: the run, the page, and the queue in which they act on both. */
export class Bench {
  readonly page: Page;
  readonly pen: Pen;
  /** Announced to listeners. */
  readonly say: (text: string) => void;
  readonly #onBusy: (isBusy: boolean) => void;
  /** Actions that are not done yet. */
  #waiting = 0;
  /** Where the keys point, and how far away what is placed is in a scene that is not flat. */
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

  /** Of the run on the page. */
  get sight(): Sight | undefined {
    if (this.#session !== this.session) this.#begin();
    return this.#sight;
  }

  /** The names of obstacles by row, as far as they have any. */
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

  /** Does something after what was begun before; a refusal is reported. */
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

  /** Does an edit in its turn, as one deed; it is asked for then, as the world stands. */
  act(make: (world: World) => Edit | undefined): Promise<void> {
    return this.queue(async () => {
      const edit = await this.pen.act(make);
      if (edit !== undefined) this.say(edit.name);
    });
  }

  /** Opens the run with room for more obstacles and agents, unless it has some. */
  makeRoom(wanted: 'obstacles' | 'agents'): Promise<void> {
    return this.queue(async () => {
      const { session, scenario, page } = this;
      if (session === undefined || scenario === undefined || hasRoom(scenario, wanted)) return;
      const tickMs = session.stepper.tickMs * session.world.tick;
      const isLong = tickMs > LONG_MS && session.history.length === 0;
      // Ids of later species would mean others.
      const byId = scenario.commands.some((one) => 'ids' in one || 'quarry' in one);
      const spare = { obstacles: OBSTACLES, agents: byId ? 0 : AGENTS };
      await page.reopen('Made room for edits', { spare }, isLong ? 0 : undefined);
      this.say('The scene has room for edits now.');
    });
  }

  #begin(): void {
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
