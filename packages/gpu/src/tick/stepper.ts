import { restore, SnapshotError, snapshot, stateHash, tick, type World } from '@skein/core';
import {
  binsOf,
  checkFree,
  checkOptionNames,
  checkTicks,
  checkWhole,
  finishHash,
  hashAlone,
  hashText,
  type InnerWorld,
  innerOf,
  isSpent,
  refresh,
  scalarCells,
  settle,
  show,
  turnTo,
  WORD,
} from '@skein/core/internal';
import { LAYERS, type Layer, OPAQUE } from '../arithmetic.ts';
import type { BufferUse, Device, Dispatch, Pipeline } from '../device.ts';
import { GpuError, refusedOption } from '../gpu-error.ts';
import { chooseLayer } from '../self-test.ts';
import { hex } from '../wgsl.ts';
import { agentCode, type Purpose } from './agent-code.ts';
import { fieldCode } from './field-code.ts';
import { cellPlane, depositedOf } from './fields.ts';
import { type NumberPlaces, numbersOf, placesOf, targetNumbers } from './numbers.ts';
import { Planes, wordsOf } from './planes.ts';
import { BATCH, MET, mostLeft, NONE, PROGRESS, ROW, SAMPLE, WORKGROUP } from './progress.ts';
import { reasonAgainst } from './qualify.ts';
import { type Range, rangesOf } from './ranges.ts';
import {
  ADVANCE,
  blocksOf,
  countCode,
  DIGIT_BITS,
  gatherCode,
  hashCode,
  rowsCode,
  scanCode,
  scatterCode,
} from './sort-code.ts';

const READ: BufferUse = 'read-only-storage';
const WRITE: BufferUse = 'storage';

interface Code {
  readonly count: Pipeline;
  readonly scan: Pipeline;
  readonly scatter: Pipeline;
  readonly rows: Pipeline;
  readonly gather: Pipeline;
  readonly hash: Pipeline;
  /** Steps the fields; undefined if there are none. */
  readonly fields: Pipeline | undefined;
  readonly advance: Pipeline;
}

/** The passes of a sort, and the buffers in which it puts agents in order. */
interface Sort {
  readonly shifts: readonly GPUBuffer[];
  readonly orders: readonly GPUBuffer[];
}

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
   * world cannot be read, given commands or stepped (WORLD_BUSY), and its views show the tick at which it was last up to
   * date. Default: false.
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
  readonly device: GPUDevice;
  /** The number of rows, including those of dead agents, which come last. */
  readonly agents: number;
  /** The planes of the state, one after the other. Each has a word for each agent. */
  readonly planes: GPUBuffer;
  /** A word for each agent. Its low 8 bits are the index of the species, the next 8 bits the status. 1 is alive. */
  readonly kinds: GPUBuffer;
  /**
   * The index of the first word of a plane in `planes`, such as "position.x", "velocity.y" or "heading.z"; undefined if
   * agents of this world lack it. The words are bits of f32, in m and m/s.
   */
  wordOf(plane: string): number | undefined;
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
  readonly #device: Device;
  readonly #world: InnerWorld;
  readonly #planes: Planes;
  readonly #places: NumberPlaces;
  readonly #layer: Layer;
  readonly #steer: Pipeline;
  /** The soft layer, for a sample of agents, and for those that the other layer leaves. */
  #check: Pipeline | undefined;
  #checking: Promise<void> | undefined;
  /** How many ticks the card has done. */
  #ticks = 0;
  /** How many ticks the CPU does before the card tries another one. */
  #rest = 0;
  /** How many agents each workgroup has met in a tick; undefined if this is not known. */
  #met: readonly number[] | undefined;
  #ranges: readonly Range[] = [];
  #mostPairs = 2 ** 27;
  /** Undefined if the memory of the world is up to date. */
  #ahead: Ahead | undefined;
  /** Whether the state waits on the card between two runs. */
  #isKept = false;
  #lost: string | undefined;
  readonly #code: Code;
  /** For each field with deposits, the passes by which agents are sorted by cell. */
  readonly #deposits: readonly Sort[];
  readonly #buffers;

  private constructor(
    device: Device,
    layer: Layer,
    host: World,
    steer: Pipeline,
    code: Code,
    planes: Planes,
    places: NumberPlaces,
  ) {
    const world = innerOf(host);
    this.#device = device;
    this.world = host;
    this.#layer = layer;
    this.#world = world;
    this.#steer = steer;
    this.#code = code;
    this.#planes = planes;
    this.#places = places;
    const { agents } = world.plan;
    const { list, stagedNames } = this.#planes;
    const state = () => ({
      planes: device.storage(agents * list.length),
      kinds: device.storage(agents),
    });
    const cells = () => device.storage(Math.max(1, scalarCells(world.plan.scalars)));
    this.#deposits = depositedOf(world).map(({ name, count }) => ({
      shifts: shiftsOf(device, count, planes.stagedAt(cellPlane(name))),
      orders: [device.storage(agents), device.storage(agents)],
    }));
    this.#buffers = {
      opaque: device.uniform(OPAQUE),
      numbers: device.storage(this.#places.words),
      states: [state(), state()] as const,
      staged: device.storage(agents * stagedNames.length),
      keys: device.storage(2 * agents),
      unsorted: device.storage(Uint32Array.from({ length: agents }, (_, i) => i)),
      orders: [device.storage(agents), device.storage(agents)] as const,
      shifts: shiftsOf(device, binsOf(world.plan), 0),
      fields: [cells(), cells()] as const,
      counts: device.storage((1 << DIGIT_BITS) * blocksOf(agents)),
      cellStart: device.storage(binsOf(world.plan) + 1),
      progress: device.storage(MET + Math.ceil(agents / WORKGROUP)),
      ranges: [] as GPUBuffer[],
    };
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
    const { plan } = world;
    const { agents } = plan;
    const planes = new Planes(world);
    const places = placesOf(world);
    const { list } = planes;
    const bins = binsOf(plan);
    const made = (label: string, code: string, ...uses: readonly BufferUse[]) =>
      device.pipeline(code, uses, label);
    const changes = list.map((one) => one.changes);
    const planeAt = (name: string) => list.findIndex((one) => one.name === name);
    const columns = hashedExtras(list);
    const fieldUses = [WRITE, READ, WRITE, READ, ...depositedOf(world).map(() => READ)];
    const [fields, steer, count, scan, scatter, rows, gather, hash, advance] = await Promise.all([
      plan.scalars.length > 0 ? made('field', fieldCode(world, planes), ...fieldUses) : undefined,
      compiledFor(device, world, planes, places, layer, 'steer'),
      made('count', countCode(agents), WRITE, 'uniform', READ, READ, WRITE),
      made('scan', scanCode(agents), WRITE, WRITE),
      made('scatter', scatterCode(agents), WRITE, 'uniform', READ, READ, READ, WRITE),
      made('rows', rowsCode(agents, bins), WRITE, READ, READ, WRITE),
      made('gather', gatherCode(agents, changes), WRITE, READ, READ, READ, READ, WRITE, WRITE),
      made('hash', hashCode(agents, planeAt, columns), WRITE, READ, READ),
      made('advance', ADVANCE, WRITE),
    ]);
    const code = { count, scan, scatter, rows, gather, hash, fields, advance };
    return new GpuStepper(device, layer, host, steer, code, planes, places);
  }

  /** The tick that has been reached. The memory of the world may be at an earlier one, see `keep`. */
  get tick(): number {
    return this.#world.tick + (this.#ahead?.ticks ?? 0);
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
    if (!this.#isKept) checkFree(world, 'GpuStepper.run');
    checkTicks(world, ticks + this.tick - world.tick);
    for (const [name, found] of Object.entries({ checkEvery, mostPairs })) {
      if (Number.isInteger(found) && found > 0) continue;
      throw refusedOption(name, show(found), 'a whole number, at least 1');
    }
    if (typeof keep !== 'boolean') throw refusedOption('keep', show(keep), 'true or false');
    this.#mostPairs = mostPairs;
    const hashes: string[] = [];
    let onCpu = 0;
    await this.#held(async () => {
      for (const end = this.tick + ticks; this.tick < end; ) {
        const done = await this.#tryCard(() => this.#stretch(end - this.tick, checkEvery));
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
   * Steps the world by at most `ticks` ticks, at least 1, until the CPU must do a tick. It may also end where a check
   * begins or ends. A team calls it in its runs; everything else calls `run`.
   *
   * @param stops called every few ticks. If it returns true, the stretch ends
   * @throws GpuError GPU_DIFFERS as `run` does
   */
  async stretch(ticks: number, checkEvery = 1000, stops = () => false): Promise<Stretch> {
    let done = NOTHING;
    await this.#held(async () => {
      done = await this.#tryCard(async () => {
        const own = await this.#stretch(ticks, checkEvery, stops);
        await this.#take();
        return own;
      });
      // If the device is lost, the world is where it was.
      this.#ahead = undefined;
    });
    return done;
  }

  /**
   * Brings the memory of the world up to date, after runs with `keep`.
   *
   * @throws WorldError WORLD_BUSY during a run
   */
  async sync(): Promise<void> {
    if (!this.#isKept) checkFree(this.#world, 'GpuStepper.sync');
    await this.#held(() => this.#bringUpToDate());
  }

  /**
   * Returns the present state on the card, to draw from. Uploads it, if it is not there.
   *
   * @throws WorldError WORLD_BUSY during a run; GpuError GPU_LOST after `close`
   */
  state(): GpuState {
    if (this.#lost === CLOSED) throw new GpuError('GPU_LOST', `${CLOSED}: its state is gone.`);
    if (!this.#isKept) {
      checkFree(this.#world, 'GpuStepper.state');
      refresh(this.#world);
      this.#upload();
    }
    const { agents } = this.#world.plan;
    const wordOf = (plane: string) => {
      const at = this.#planes.list.findIndex(({ name }) => name === plane);
      return at < 0 ? undefined : at * agents;
    };
    const { tick } = this;
    const { device } = this.#device;
    return { tick, device, agents, wordOf, ...this.#state(this.#ahead?.ticks ?? 0) };
  }

  /** Does something while the stepper holds the world. It still does afterwards if the memory is not up to date. */
  async #held(work: () => Promise<void>): Promise<void> {
    const world = this.#world;
    const hold = this.#isKept ? 'none' : world.hold;
    this.#isKept = false;
    world.hold = 'workers';
    try {
      await work();
    } catch (error) {
      // The world is at the last tick that it was up to date with.
      this.#ahead = undefined;
      throw error;
    } finally {
      this.#isKept = this.#ahead !== undefined;
      if (!this.#isKept) world.hold = hold;
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

  /** Does ticks with the card. If the device is lost, there are none, and the memory of the world is where it was. */
  async #tryCard(work: () => Promise<Stretch>): Promise<Stretch> {
    try {
      return await work();
    } catch (error) {
      if ((error as GpuError).code !== 'GPU_LOST') throw error;
      this.#lost = (error as GpuError).message;
      return NOTHING;
    }
  }

  /** Brings the memory of the world up to date. If the device is lost, the CPU repeats what the card has done. */
  async #bringUpToDate(): Promise<void> {
    await this.#tryCard(async () => {
      // What stopped in the middle has left another state on the card.
      if (this.#lost === undefined) await this.#take();
      return NOTHING;
    });
    if (this.#ahead === undefined) return;
    const { ticks } = this.#ahead;
    this.#ahead = undefined;
    this.#freely(() => tick(this.world, ticks));
  }

  async #stretch(ticks: number, checkEvery: number, stops = () => false): Promise<Stretch> {
    const { tick: now } = this;
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
    if (this.#ahead === undefined) this.#upload();
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
        const found = await this.#batch(start, before + done, wanted, targets);
        const batch = found[PROGRESS.done];
        for (let k = 1; k <= batch; k++) {
          const at = PROGRESS.hashes + 2 * (k - 1);
          const tick = start + before + done + k;
          hashes.push(this.#hashOf(tick, targets[done + k], found[at], found[at + 1]));
        }
        done += batch;
        this.#ticks += batch;
        targets.length = done + 1;
        if (batch > 0) this.#met = Array.from(found.subarray(MET), (sum) => sum / batch);
        const place = found[PROGRESS.differs];
        if (place !== NONE) {
          disputed = { place, staged: await this.#read(this.#buffers.staged) };
          break;
        }
        if (batch < wanted) {
          const left = found[PROGRESS.left];
          // As many may be left in the next ticks.
          if (left > most) this.#rest = BATCH;
          needsCpu = left === 0 || left > most || this.#check !== undefined;
          if (!needsCpu) await this.#compileCheck(false);
        }
        if (this.#ticks >= SAMPLE) void this.#compileCheck(true).catch(() => {});
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

  /** Runs ticks on the card, `done` ticks after `start`. Returns the progress. */
  async #batch(
    start: number,
    done: number,
    ticks: number,
    targets: Targets[],
  ): Promise<Uint32Array> {
    const first = start + done;
    const { agents } = this.#world.plan;
    const words = new Uint32Array(MET + Math.ceil(agents / WORKGROUP));
    words[PROGRESS.tick] = first;
    words[PROGRESS.alarm] = NONE;
    words[PROGRESS.differs] = NONE;
    words[PROGRESS.hasCheck] = Number(this.#check !== undefined);
    this.#ranges = rangesOf(agents, this.#met, this.#mostPairs);
    const { ranges } = this.#buffers;
    this.#ranges.forEach(({ first, end }, k) => {
      const range = new Uint32Array([first, end, 0, 0]);
      if (k < ranges.length) this.#device.write(ranges[k], range);
      else ranges.push(this.#device.uniform(range));
    });
    this.#device.write(this.#buffers.progress, words);
    this.#moveTargets(first, ticks, targets);
    for (let k = 0; k < ticks; k++) this.#device.run(this.#tick(done + k));
    return await this.#read(this.#buffers.progress);
  }

  /** @throws GpuError GPU_LOST, also if the stepper has been closed: the buffer may then have other words */
  async #read(buffer: GPUBuffer): Promise<Uint32Array<ArrayBuffer>> {
    const words = await this.#device.read(buffer);
    if (this.#lost !== undefined) throw new GpuError('GPU_LOST', this.#lost);
    return words;
  }

  /** @throws GpuError GPU_DIFFERS if a state on the card is not the expected one */
  async #compare(expected: InnerWorld, hash: string): Promise<void> {
    if (hash === hashText(...hashAlone(expected))) return;
    const words = await this.#read(this.#state(1).planes);
    const { agents } = this.#world.plan;
    const { id } = expected.front;
    const differences = this.#planes.list.flatMap(({ name, wordsIn }, plane) => {
      const own = wordsIn(expected);
      const found = words.subarray(agents * plane, agents * (plane + 1));
      const i = own.findIndex((word, place) => word !== found[place]);
      if (i < 0) return [];
      return [`in "${name}" of agent ${id[i]}: found ${hex(found[i])}, expected ${hex(own[i])}`];
    });
    this.#refuse(differences[0] ?? 'in the order of its agents');
  }

  /** Compiles the code of the soft layer, which takes a while. If it is the layer, there is nothing to compare with. */
  async #compileCheck(inBackground: boolean): Promise<void> {
    if (this.#layer === 'soft') return;
    const [device, world] = [this.#device, this.#world];
    const [planes, places] = [this.#planes, this.#places];
    this.#checking ??= compiledFor(
      device,
      world,
      planes,
      places,
      'soft',
      'check',
      inBackground,
    ).then((check) => {
      this.#check = check;
    });
    await this.#checking;
  }

  /** @throws GpuError GPU_DIFFERS with what the CPU computes of an agent about which the card disagrees with itself */
  async #settle({ place, staged }: Disputed): Promise<never> {
    await this.#take();
    const { front, plan } = this.#world;
    const expected = this.#freely(() => stepped(snapshot(this.world)));
    const id = front.id[place];
    const differences = this.#planes.staged.flatMap(({ name, wordsIn }, plane) => {
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
      `The adapter ${this.#device.adapter} computes another state than the CPU at tick ${this.#world.frontTick + 1}, ${where}. The world is at the tick before.`,
    );
  }

  /**
   * Frees the memory on the card. A state that is there alone is lost: call `sync` before. A run in progress continues on
   * the CPU, and so do later ones.
   */
  close(): void {
    this.#lost ??= CLOSED;
    if (this.#isKept) {
      this.#world.hold = 'none';
      this.#isKept = false;
      this.#ahead = undefined;
    }
    const { states, ...others } = this.#buffers;
    const all = [
      ...states.flatMap(({ planes, kinds }) => [planes, kinds]),
      ...this.#deposits.flatMap(({ shifts, orders }) => [...shifts, ...orders]),
    ];
    for (const one of [...all, ...Object.values(others).flat()]) one.destroy();
  }

  #upload(): void {
    const { plan, front } = this.#world;
    const { agents } = plan;
    const [{ planes, kinds }] = this.#buffers.states;
    const words = new Uint32Array(agents * this.#planes.list.length);
    this.#planes.list.forEach(({ wordsIn }, k) => {
      words.set(wordsIn(this.#world).subarray(0, agents), k * agents);
    });
    this.#device.write(planes, words);
    const { species, status, id } = front;
    const own = new Uint32Array(agents);
    for (let i = 0; i < agents; i++) {
      own[i] = species[i] | (status[i] << 8) | (isSpent(plan.ids, id[i]) ? 0x10000 : 0);
    }
    this.#device.write(kinds, own);
    this.#device.write(this.#buffers.cellStart, Uint32Array.from(front.cellStart));
    if (this.#code.fields !== undefined) {
      this.#device.write(this.#buffers.fields[0], Uint32Array.from(wordsOf(front.scalar)));
    }
    this.#device.write(this.#buffers.numbers, numbersOf(this.#world, this.#places));
  }

  /** Computes the targets of the ticks of a batch, on the CPU, and sends them to the card. */
  #moveTargets(first: number, ticks: number, targets: Targets[]): void {
    const world = this.#world;
    if (world.plan.targets.length === 0) {
      for (let k = 0; k < ticks; k++) targets.push(targets[0]);
      return;
    }
    const at = this.#places.target(0);
    const size = this.#places.targetWords;
    const words = new Uint32Array(size * ticks);
    world.scratch.happeningCount.fill(0);
    for (let k = 0; k < ticks; k++) {
      turnTo(world, first + k);
      setTargets(world.front, targets.at(-1)!);
      words.set(targetNumbers(world), size * k);
      settle(world, 0, 0, 0);
      turnTo(world, first + k + 1);
      targets.push(targetsOf(world));
    }
    turnTo(world, first);
    this.#device.write(this.#buffers.numbers, words, at);
  }

  /** The dispatches of a tick, from the state with the parity of `done`. */
  #tick(done: number): Dispatch[] {
    const { opaque, numbers, staged, keys, orders, shifts, cellStart, progress, ranges } =
      this.#buffers;
    const code = this.#code;
    const { agents } = this.#world.plan;
    const [front, back] = [this.#state(done), this.#state(done + 1)];
    const all = grid(Math.ceil(agents / WORKGROUP));
    const inputs = [opaque, numbers, front.planes, front.kinds, cellStart, staged, keys, progress];
    const list: Dispatch[] = [];
    const fields = code.fields === undefined ? [] : [front.fields];
    for (const pipeline of [this.#steer, this.#check ?? []].flat()) {
      this.#ranges.forEach(({ first, end }, k) => {
        const workgroups = grid(Math.ceil((end - first) / WORKGROUP));
        list.push({ pipeline, buffers: [...inputs, ranges[k], ...fields], workgroups });
      });
    }
    const order = this.#sort(list, { shifts, orders }, keys);
    const rows = grid(Math.ceil((binsOf(this.#world.plan) + 1) / WORKGROUP));
    list.push(
      { pipeline: code.rows, buffers: [progress, keys, order, cellStart], workgroups: rows },
      {
        pipeline: code.gather,
        buffers: [progress, order, front.planes, front.kinds, staged, back.planes, back.kinds],
        workgroups: all,
      },
      { pipeline: code.hash, buffers: [progress, back.planes, back.kinds], workgroups: all },
    );
    if (code.fields !== undefined) {
      const sorted = this.#deposits.map((sort) => this.#sort(list, sort, staged));
      const cells = scalarCells(this.#world.plan.scalars);
      list.push({
        pipeline: code.fields,
        buffers: [progress, front.fields, back.fields, staged, ...sorted],
        workgroups: grid(Math.ceil(cells / WORKGROUP)),
      });
    }
    list.push({ pipeline: code.advance, buffers: [progress], workgroups: [1] });
    return list;
  }

  /** Adds the dispatches of a sort of all agents. Returns the buffer with their order. */
  #sort(list: Dispatch[], { shifts, orders }: Sort, keys: GPUBuffer): GPUBuffer {
    const { unsorted, counts, progress } = this.#buffers;
    const code = this.#code;
    const blocks = grid(blocksOf(this.#world.plan.agents));
    let order = unsorted;
    shifts.forEach((shift, pass) => {
      const from = [progress, shift, keys, order, counts];
      order = orders[pass % 2];
      list.push(
        { pipeline: code.count, buffers: from, workgroups: blocks },
        { pipeline: code.scan, buffers: [progress, counts], workgroups: [1] },
        { pipeline: code.scatter, buffers: [...from, order], workgroups: blocks },
      );
    });
    return order;
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

  /** The buffers of the state on the card after `done` ticks. */
  #state(done: number) {
    const { states, fields } = this.#buffers;
    const side = (done % 2) as 0 | 1;
    return { ...states[side], fields: fields[side] };
  }

  /**
   * Makes the state on the card the front state of the world.
   *
   * @throws GpuError GPU_LOST; the memory of the world is then where it was
   */
  async #take(): Promise<void> {
    if (this.#ahead === undefined) return;
    const { ticks, targets } = this.#ahead;
    const world = this.#world;
    const { agents, ids } = world.plan;
    const { planes, kinds } = this.#state(ticks);
    const read = [planes, kinds, this.#buffers.cellStart].map((one) => this.#read(one));
    const [words, own, rows] = await Promise.all(read);
    const cells = this.#code.fields && (await this.#read(this.#state(ticks).fields));
    // What does not change in a run is in the front state only.
    copyInto(world.back, world.front);
    const { id, slot, species, status, cellStart } = world.back;
    this.#planes.list.forEach(({ wordsOut }, k) => {
      wordsOut(world).set(words.subarray(k * agents, (k + 1) * agents));
    });
    for (let i = 0; i < agents; i++) {
      species[i] = own[i] & 0xff;
      status[i] = (own[i] >>> 8) & 0xff;
      slot[id[i] & ids.indexMask] = i;
    }
    cellStart.set(rows.subarray(0, cellStart.length));
    if (cells !== undefined) {
      wordsOf(world.back.scalar).set(cells.subarray(0, world.back.scalar.length));
    }
    setTargets(world.back, targets);
    if (ticks % 2 === 0) copyInto(world.front, world.back);
    Atomics.store(world.control.word, WORD.tick, world.frontTick + ticks);
    refresh(world);
    this.#ahead = undefined;
  }
}

/** The passes that sort agents by keys of at most `most`, which begin at a word of their buffer. */
function shiftsOf(device: Device, most: number, at: number): GPUBuffer[] {
  const length = Math.max(1, Math.ceil((32 - Math.clz32(most)) / DIGIT_BITS));
  return Array.from({ length }, (_, pass) =>
    device.uniform(new Uint32Array([DIGIT_BITS * pass, at, 0, 0])),
  );
}

const CLOSED = 'The stepper was closed';
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

/** The planes that are hashed one by one, in the order of the CPU. */
function hashedExtras(planes: Planes['list']): readonly string[] {
  return planes
    .map(({ name }) => name)
    .filter((name) => /^(column|acceleration|heading|up|goal)\./.test(name));
}

/** Compiles the code that steers and moves agents. */
function compiledFor(
  device: Device,
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  layer: Layer,
  purpose: Purpose,
  inBackground = false,
): Promise<Pipeline> {
  const code = agentCode(world, planes, places, layer, purpose);
  const fields = world.plan.scalars.length > 0 ? [READ] : [];
  const uses = [
    'uniform',
    READ,
    READ,
    READ,
    READ,
    WRITE,
    WRITE,
    WRITE,
    'uniform',
    ...fields,
  ] as const;
  return device.pipeline(code, uses, purpose, inBackground);
}

const TARGETS = [
  ...['targetPosition', 'targetVelocity', 'targetHome', 'targetDrift', 'targetAcceleration'],
] as const satisfies readonly (keyof InnerWorld['front'])[];

type Targets = Pick<InnerWorld['front'], (typeof TARGETS)[number]>;

/** A copy of the targets in the front state. */
function targetsOf({ front }: InnerWorld): Targets {
  return Object.fromEntries(
    TARGETS.map((name) => {
      const { x, y, z } = front[name];
      return [name, { x: x.slice(), y: y.slice(), z: z.slice() }];
    }),
  ) as unknown as Targets;
}

function setTargets(state: InnerWorld['front'], targets: Targets): void {
  for (const name of TARGETS) copyInto(state[name], targets[name]);
}

function grid(groups: number): [x: number, y: number] {
  return groups <= ROW ? [groups, 1] : [ROW, Math.ceil(groups / ROW)];
}

/** Copies all columns of a state. */
function copyInto(to: object, from: object): void {
  for (const [name, column] of Object.entries(from)) {
    const own = (to as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(column)) (own as Uint8Array).set(column as Uint8Array);
    else if (name !== 'columns' && name !== 'fields') copyInto(own as object, column as object);
  }
}
