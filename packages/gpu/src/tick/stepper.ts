import { restore, SnapshotError, snapshot, stateHash, tick, type World } from '@skein/core';
import {
  checkFree,
  checkOptionNames,
  checkTicks,
  checkWhole,
  finishHash,
  hashAlone,
  hashText,
  type InnerWorld,
  innerOf,
  refresh,
  show,
  turnTo,
} from '@skein/core/internal';
import { LAYERS, type Layer } from '../arithmetic.ts';
import type { Device } from '../device.ts';
import { GpuError, refusedOption } from '../gpu-error.ts';
import { chooseLayer } from '../self-test.ts';
import { hex } from '../wgsl.ts';
import { CardWorld, CLOSED } from './card-world.ts';
import { BATCH, MET, mostLeft, NONE, PROGRESS, SAMPLE } from './progress.ts';
import { reasonAgainst } from './qualify.ts';
import { rangesOf } from './ranges.ts';
import { moveTargets, setTargets, type Targets, targetsOf } from './targets.ts';

/** What a run did. */
export interface GpuRun {
  /** The state hash after each tick, as 16 hexadecimal digits. */
  readonly hashes: readonly string[];
  /** The number of ticks that the CPU did. */
  readonly onCpu: number;
  /** Why the device was lost; undefined if it was not. The CPU has then done the other ticks. */
  readonly lost: string | undefined;
}

export interface GpuOptions {
  /** The CPU repeats one tick in so many, and compares the states. Default: 1000. */
  readonly checkEvery?: number;
  /**
   * How many pairs of agents one dispatch may compare, so that it does not run into the watchdog of the system. A tick of
   * more has several dispatches. Default: 2^27.
   */
  readonly mostPairs?: number;
  /**
   * Whether the new state stays on the card, until `sync` is called, or another run ends without `keep`. Until then, the
   * world cannot be read, given commands or stepped (WORLD_BUSY), and its views show the state with which it was last up
   * to date. Default: false.
   */
  readonly keep?: boolean;
}

/** What the card has done. */
export interface Stretch {
  /** The state hash after each tick, as in `GpuRun`. */
  readonly hashes: readonly string[];
  /** Whether the CPU must do the next tick. */
  readonly needsCpu: boolean;
}

/** The state of a world on the card, for drawing. It is that of the card until the next run. */
export interface GpuState {
  readonly tick: number;
  /** The planes of the state, one after the other. Each has a word for each agent. The rows of the dead come last. */
  readonly planes: GPUBuffer;
  /** A word for each agent. Its low 8 bits are the index of the species, the next 8 bits the status. 1 is alive. */
  readonly kinds: GPUBuffer;
  /** The position of each target, in m. The CPU moves targets. */
  readonly targets: Readonly<Record<'x' | 'y' | 'z', Float32Array>>;
}

/** What the card would do with an agent in the next tick, if its soft layer differs. */
interface Disputed {
  readonly place: number;
  readonly staged: Uint32Array;
}

/** How far the state on the card is ahead of the memory of the world. */
interface Ahead {
  readonly ticks: number;
  readonly targets: Targets;
}

/**
 * Steps a world on a graphics card, with the same bits as on the CPU. The CPU does the ticks that have commands, and those
 * in which something rare happens, such as that a number of an agent becomes infinite.
 */
export class GpuStepper {
  /** The world that is stepped. */
  readonly world: World;
  readonly device: GPUDevice;
  readonly #world: InnerWorld;
  readonly #card: CardWorld;
  /** The name of the adapter. */
  readonly #adapter: string;
  /** How many ticks the card has done. */
  #ticks = 0;
  /** How many ticks the CPU does before the card tries another one. */
  #rest = 0;
  /** How many agents each workgroup has met in a tick; undefined if this is not known. */
  #met: readonly number[] | undefined;
  #mostPairs = 2 ** 27;
  #kept: Ahead | undefined;
  /** How the world was held before its state was on the card. */
  #hold: InnerWorld['hold'] = 'none';
  #lost: string | undefined;

  private constructor(host: World, device: Device, card: CardWorld) {
    this.world = host;
    this.#world = innerOf(host);
    this.#card = card;
    this.#adapter = device.adapter;
    this.device = device.device;
  }

  /**
   * Compiles the code for a world.
   *
   * @param given the layer of arithmetic. Default: what `chooseLayer` returns for the device
   * @throws GpuError GPU_UNSUITED if the world needs what the card cannot do; OPTION_INVALID; GPU_INEXACT; GPU_CODE; GPU_LOST
   */
  static async create(host: World, device: Device, given?: Layer): Promise<GpuStepper> {
    const world = innerOf(host);
    if (typeof (device as Device | undefined)?.pipeline !== 'function') {
      throw refusedOption('device', show(device), 'what Device.open returns');
    }
    if (given !== undefined && !LAYERS.includes(given)) {
      throw refusedOption('layer', show(given), `one of ${LAYERS.join(', ')}`);
    }
    const reason = reasonAgainst(world);
    if (reason !== undefined) {
      throw new GpuError('GPU_UNSUITED', `The kernel "gpu" cannot step this world: ${reason}.`);
    }
    const layer = given ?? (await chooseLayer(device));
    return new GpuStepper(host, device, await CardWorld.create(world, device, layer));
  }

  /**
   * Steps the world. Nothing else may read or step it meanwhile. If the device is lost, the CPU continues.
   *
   * @throws GpuError GPU_DIFFERS if the card has computed another state than the CPU. The message names the adapter, the
   * tick, the agent and the column. The world is then at the tick before, which is the last one that agreed
   * @throws SkeinError TICKS_INVALID as `tick` does; GpuError OPTION_INVALID
   * @throws WorldError WORLD_BUSY during a run of a team
   */
  async run(ticks: number, options: GpuOptions = {}): Promise<GpuRun> {
    const world = this.#world;
    checkWhole(ticks);
    checkOptionNames(options, ['checkEvery', 'mostPairs', 'keep'], refusedOption);
    const { checkEvery = 1000, mostPairs = 2 ** 27, keep = false } = options;
    if (!this.isKept) checkFree(world, 'GpuStepper.run');
    checkTicks(world, ticks);
    for (const [name, found] of Object.entries({ checkEvery, mostPairs })) {
      if (Number.isInteger(found) && found > 0) continue;
      throw refusedOption(name, show(found), 'a whole number, at least 1');
    }
    if (typeof keep !== 'boolean') throw refusedOption('keep', show(keep), 'true or false');
    this.#mostPairs = mostPairs;
    const hashes: string[] = [];
    let onCpu = 0;
    await this.#held(async () => {
      for (const end = world.tick + ticks; world.tick < end; ) {
        const done =
          (await this.#tryCard(() => this.#stretch(end - world.tick, checkEvery))) ?? NOTHING;
        hashes.push(...done.hashes);
        if (!done.needsCpu) continue;
        await this.#bringUpToDate();
        hashes.push(
          this.#freely(() => {
            tick(this.world);
            return stateHash(this.world);
          }),
        );
        onCpu++;
      }
      if (!keep) await this.#bringUpToDate();
    });
    return { hashes, onCpu, lost: this.#lost };
  }

  /** Why the device was lost, or that the stepper was closed; otherwise undefined. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /**
   * Steps the world by at most `ticks` ticks, at least 1, until the CPU must do a tick, and leaves the state on the card.
   * It may also end where a check begins or ends. If the device is lost, the world is at the state that its memory has. A
   * team calls it in its runs; everything else calls `run`.
   *
   * @param stops called every few ticks. If it returns true, the stretch ends
   * @throws GpuError GPU_DIFFERS as `run` does
   */
  async stretch(ticks: number, checkEvery = 1000, stops = () => false): Promise<Stretch> {
    return await this.#held(async () => {
      const done = await this.#tryCard(() => this.#stretch(ticks, checkEvery, stops));
      if (done === undefined) this.#ahead = undefined;
      return done ?? NOTHING;
    });
  }

  /**
   * Brings the memory of the world up to date for a team. If the device is lost, the world is at the state that its memory
   * has.
   */
  async take(): Promise<void> {
    await this.#held(async () => {
      if (this.#lost === undefined) await this.#tryCard(() => this.#take());
      this.#ahead = undefined;
    });
  }

  /**
   * Brings the memory of the world up to date, after runs with `keep`.
   *
   * @throws WorldError WORLD_BUSY during a run
   */
  async sync(): Promise<void> {
    if (!this.isKept) checkFree(this.#world, 'GpuStepper.sync');
    await this.#held(() => this.#bringUpToDate());
  }

  /**
   * Returns the present state on the card, to draw from. Uploads it, if it is not there.
   *
   * @throws WorldError WORLD_BUSY during a run; GpuError GPU_LOST after `close`
   */
  state(): GpuState {
    if (this.#lost === CLOSED) throw new GpuError('GPU_LOST', `${CLOSED}: its state is gone.`);
    if (!this.isKept) {
      checkFree(this.#world, 'GpuStepper.state');
      refresh(this.#world);
      this.#card.upload();
    }
    const { planes, kinds } = this.#card.state(this.#ahead?.ticks ?? 0);
    const { targetPosition: targets } = this.#ahead?.targets ?? this.#world.front;
    const { tick } = this.#world;
    return { tick, planes, kinds, targets };
  }

  /**
   * The index of the first word of a plane in the buffer `planes` of a state, such as "position.x", "velocity.y" or
   * "heading.z"; undefined if agents of this world lack it. The words are bits of f32, in m and m/s. "id" has numbers.
   */
  wordOf(plane: string): number | undefined {
    const at = this.#card.planes.list.findIndex(({ name }) => name === plane);
    return at < 0 ? undefined : at * this.#world.plan.agents;
  }

  /** Undefined if the memory of the world is up to date. */
  get #ahead(): Ahead | undefined {
    return this.#kept;
  }

  set #ahead(ahead: Ahead | undefined) {
    this.#kept = ahead;
    this.#world.ahead = ahead?.ticks ?? 0;
  }

  /** Whether the state waits on the card between two runs. */
  get isKept(): boolean {
    return this.#ahead !== undefined && this.#world.hold === 'card';
  }

  /** Does something while the stepper holds the world. It still does afterwards if the memory is not up to date. */
  async #held<T>(work: () => Promise<T>): Promise<T> {
    const world = this.#world;
    if (!this.isKept) this.#hold = world.hold;
    world.hold = 'workers';
    try {
      return await work();
    } catch (error) {
      // The world is at the last tick that it was up to date with.
      this.#ahead = undefined;
      throw error;
    } finally {
      world.hold = this.#ahead === undefined ? this.#hold : 'card';
    }
  }

  /** Does something on the CPU, in a run. */
  #freely<T>(work: () => T): T {
    this.#world.hold = 'none';
    try {
      return work();
    } finally {
      this.#world.hold = 'workers';
    }
  }

  /** Does something with the card. If the device is lost, returns undefined, and the memory of the world is where it was. */
  async #tryCard<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if ((error as GpuError).code !== 'GPU_LOST') throw error;
      this.#lost = (error as GpuError).message;
      return undefined;
    }
  }

  /** Brings the memory of the world up to date. If the device is lost, the CPU repeats what the card has done. */
  async #bringUpToDate(): Promise<void> {
    // What stopped in the middle has left another state on the card.
    if (this.#lost === undefined) await this.#tryCard(() => this.#take());
    if (this.#ahead === undefined) return;
    const { ticks } = this.#ahead;
    this.#ahead = undefined;
    this.#freely(() => tick(this.world, ticks));
  }

  async #stretch(ticks: number, checkEvery: number, stops = () => false): Promise<Stretch> {
    const { tick: now } = this.#world;
    const commands = this.#world.host.commands.from(now)[0]?.tick ?? now + ticks;
    // Commands may bring together any number of agents.
    if (commands === now) this.#met = undefined;
    if (commands === now || this.#rest > 0 || this.#lost !== undefined) {
      this.#rest = Math.max(0, this.#rest - 1);
      return NOTHING;
    }
    // The last tick of each period is checked.
    const unchecked = checkEvery - 1 - (now % checkEvery);
    const wanted = Math.min(commands - now, ticks, Math.max(1, unchecked));
    if (unchecked > 0) return await this.#onCard(wanted, undefined, stops);
    await this.#take();
    const expected = this.#freely(() => stepped(snapshot(this.world)));
    return expected === undefined ? NOTHING : await this.#onCard(wanted, expected, stops);
  }

  /**
   * Steps the world until the CPU must do a tick, or `stops` says so.
   *
   * @param expected the world after the tick, as the CPU computes it; undefined if it is not to be compared
   */
  async #onCard(
    ticks: number,
    expected: InnerWorld | undefined,
    stops: () => boolean,
  ): Promise<Stretch> {
    const world = this.#world;
    refresh(world);
    if (this.#ahead === undefined) this.#card.upload();
    const start = world.frontTick;
    const own = targetsOf(world);
    const hashes: string[] = [];
    /** The targets at each tick from the first on. */
    const targets = [this.#ahead?.targets ?? own];
    const before = this.#ahead?.ticks ?? 0;
    let done = 0;
    let disputed: Disputed | undefined;
    let needsCpu = false;
    const most = mostLeft(world.plan.agents);
    try {
      while (done < ticks && !needsCpu) {
        const wanted = this.#met === undefined ? 1 : Math.min(BATCH, ticks - done);
        const first = start + before + done;
        const found = await this.#card.step(
          first,
          before + done,
          wanted,
          rangesOf(world.plan.agents, this.#met, this.#mostPairs),
          moveTargets(world, first, wanted, targets),
        );
        const batch = found[PROGRESS.done];
        for (let k = 1; k <= batch; k++) {
          const at = PROGRESS.hashes + 2 * (k - 1);
          hashes.push(this.#hashOf(first + k, targets[done + k], found[at], found[at + 1]));
        }
        done += batch;
        this.#ticks += batch;
        targets.length = done + 1;
        if (batch > 0) this.#met = Array.from(found.subarray(MET), (sum) => sum / batch);
        const place = found[PROGRESS.differs];
        if (place !== NONE) {
          disputed = { place, staged: await this.#card.readStaged() };
          break;
        }
        if (batch < wanted) {
          const left = found[PROGRESS.left];
          // As many may be left in the next ticks.
          if (left > most) this.#rest = BATCH;
          needsCpu = left === 0 || left > most || this.#card.hasCheck;
          if (!needsCpu) {
            await this.#card.compileCheck(false);
            // The adapter may refuse this code.
            needsCpu = !this.#card.hasCheck;
          }
        }
        if (this.#ticks >= SAMPLE) void this.#card.compileCheck(true);
        if (stops()) break;
      }
      if (expected !== undefined && done > 0) await this.#compare(expected, hashes[0]);
    } finally {
      turnTo(world, start);
      setTargets(world.front, own);
    }
    if (done > 0) this.#ahead = { ticks: before + done, targets: targets[done] };
    if (disputed !== undefined) await this.#settle(disputed);
    return { hashes, needsCpu };
  }

  /** @throws GpuError GPU_DIFFERS if a state on the card is not the expected one */
  async #compare(expected: InnerWorld, hash: string): Promise<void> {
    if (hash === hashText(...hashAlone(expected))) return;
    const words = await this.#card.readPlanes(1);
    const { agents } = this.#world.plan;
    const { id } = expected.front;
    const differences = this.#card.planes.list.flatMap(({ name, wordsIn }, plane) => {
      const own = wordsIn(expected);
      const found = words.subarray(agents * plane, agents * (plane + 1));
      const i = own.findIndex((word, place) => word !== found[place]);
      if (i < 0) return [];
      return [`in "${name}" of agent ${id[i]}: found ${hex(found[i])}, expected ${hex(own[i])}`];
    });
    this.#refuse(differences[0] ?? 'in the order of its agents');
  }

  /** @throws GpuError GPU_DIFFERS with what the CPU computes of an agent about which the card disagrees with itself */
  async #settle({ place, staged }: Disputed): Promise<never> {
    await this.#take();
    const { front, plan } = this.#world;
    const expected = this.#freely(() => stepped(snapshot(this.world)));
    const id = front.id[place];
    const differences = this.#card.planes.staged.flatMap(({ name, wordsIn }, plane) => {
      if (expected === undefined) return [];
      const at = expected.front.slot[id & plan.ids.indexMask];
      const [found, own] = [staged[plan.agents * plane + place], wordsIn(expected)[at]];
      if (found === own) return [];
      return [`in "${name}" of agent ${id}: found ${hex(found)}, expected ${hex(own)}`];
    });
    this.#refuse(differences[0] ?? `by its soft layer, of agent ${id}`);
  }

  /** Refuses the tick after that of the world. */
  #refuse(where: string): never {
    throw new GpuError(
      'GPU_DIFFERS',
      `The adapter ${this.#adapter} computes another state than the CPU at tick ${this.#world.frontTick + 1}, ${where}. The world is at the tick before.`,
    );
  }

  /**
   * Frees the memory on the card. A state that is there alone is lost: call `sync` before. A run in progress continues on
   * the CPU, and so do later ones.
   */
  close(): void {
    this.#lost ??= CLOSED;
    this.#hold = 'none';
    if (this.isKept) {
      this.#world.hold = 'none';
      this.#ahead = undefined;
    }
    this.#card.close();
  }

  #hashOf(tick: number, targets: Targets, low: number, high: number): string {
    const { hashPart, fieldHash } = this.#world.scratch;
    hashPart[0] = low;
    hashPart[1] = high;
    // The card adds both parts.
    fieldHash.fill(0, 0, 2);
    const front = { ...this.#world.front, ...targets };
    const view: InnerWorld = Object.create(this.#world, {
      frontTick: { value: tick },
      front: { value: front },
    });
    return hashText(...finishHash(view, 1));
  }

  /** Makes the state on the card the front state of the world. @throws GpuError GPU_LOST */
  async #take(): Promise<void> {
    if (this.#ahead === undefined) return;
    await this.#card.take(this.#ahead.ticks, this.#ahead.targets);
    this.#ahead = undefined;
  }
}

const NOTHING: Stretch = { hashes: [], needsCpu: true };

/** What the CPU makes of a snapshot in one tick; undefined if a program has written what no snapshot may have. */
function stepped(before: Uint8Array): InnerWorld | undefined {
  try {
    const world = restore(before);
    tick(world);
    refresh(innerOf(world));
    return innerOf(world);
  } catch (error) {
    if (error instanceof SnapshotError) return undefined;
    throw error;
  }
}
