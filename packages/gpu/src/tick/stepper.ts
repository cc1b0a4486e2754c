import { restore, snapshot, stateHash, tick, type World } from '@skein/core';
import {
  binsOf,
  checkFree,
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
import { type Layer, OPAQUE } from '../arithmetic.ts';
import type { BufferUse, Device, Dispatch, Pipeline } from '../device.ts';
import { GpuError } from '../gpu-error.ts';
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
}

/** What the card has done, until it cannot go further. */
interface Stretch {
  readonly ticks: number;
  readonly hashes: readonly string[];
  /** What the card would do in the next tick, if its soft layer differs about an agent. */
  readonly disputed?: { readonly place: number; readonly staged: Uint32Array } | undefined;
}

/**
 * Steps a world on a graphics card, with the same bits as on the CPU. The CPU does the ticks that have commands, and those
 * in which something rare happens, such as that a number of an agent becomes infinite.
 */
export class GpuStepper {
  readonly #device: Device;
  readonly #host: World;
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
    this.#host = host;
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
   * @param layer the layer of arithmetic, as `chooseLayer` returns it for the device
   * @throws GpuError GPU_UNSUITED if the world needs what the card cannot do; GPU_CODE; GPU_LOST
   */
  static async create(host: World, device: Device, layer: Layer): Promise<GpuStepper> {
    const world = innerOf(host);
    const reason = reasonAgainst(world);
    if (reason !== undefined) {
      throw new GpuError('GPU_UNSUITED', `The kernel "gpu" cannot step this world: ${reason}.`);
    }
    const { plan } = world;
    const { agents } = plan;
    const planes = new Planes(world);
    const places = placesOf(world);
    const { list } = planes;
    const bins = binsOf(plan);
    const made = (code: string, ...uses: readonly BufferUse[]) => device.pipeline(code, uses);
    const changes = list.map((one) => one.changes);
    const planeAt = (name: string) => list.findIndex((one) => one.name === name);
    const columns = hashedExtras(list);
    const fieldUses = [WRITE, READ, WRITE, READ, ...depositedOf(world).map(() => READ)];
    const [fields, steer, count, scan, scatter, rows, gather, hash, advance] = await Promise.all([
      plan.scalars.length > 0 ? made(fieldCode(world, planes), ...fieldUses) : undefined,
      compiledFor(device, world, planes, places, layer, 'steer'),
      made(countCode(agents), WRITE, 'uniform', READ, READ, WRITE),
      made(scanCode(agents), WRITE, WRITE),
      made(scatterCode(agents), WRITE, 'uniform', READ, READ, READ, WRITE),
      made(rowsCode(agents, bins), WRITE, READ, READ, WRITE),
      made(gatherCode(agents, changes), WRITE, READ, READ, READ, READ, WRITE, WRITE),
      made(hashCode(agents, planeAt, columns), WRITE, READ, READ),
      made(ADVANCE, WRITE),
    ]);
    const code = { count, scan, scatter, rows, gather, hash, fields, advance };
    return new GpuStepper(device, layer, host, steer, code, planes, places);
  }

  /**
   * Steps the world. Nothing else may read or step it meanwhile. If the device is lost, the CPU continues.
   *
   * @throws GpuError GPU_DIFFERS if the card has computed another state than the CPU. The message names the adapter, the
   * tick, the agent and the column. The world is then at the tick before, which is the last one that agreed
   * @throws SkeinError TICKS_INVALID as `tick` does; GpuError OPTION_INVALID
   * @throws WorldError WORLD_BUSY during a run of a team
   */
  async run(
    ticks: number,
    { checkEvery = 1000, mostPairs = 2 ** 27 }: GpuOptions = {},
  ): Promise<GpuRun> {
    const world = this.#world;
    checkWhole(ticks);
    checkFree(world, 'GpuStepper.run');
    checkTicks(world, ticks);
    for (const [name, found] of Object.entries({ checkEvery, mostPairs })) {
      if (Number.isInteger(found) && found > 0) continue;
      throw new GpuError(
        'OPTION_INVALID',
        `${name}: found ${show(found)}, expected a whole number, at least 1.`,
      );
    }
    this.#mostPairs = mostPairs;
    const hashes: string[] = [];
    let onCpu = 0;
    for (const end = world.tick + ticks; world.tick < end; ) {
      const commands = world.host.commands.from(world.tick)[0]?.tick ?? end;
      const quiet = Math.min(commands, end) - world.tick;
      // The last tick of each period is checked.
      const unchecked = checkEvery - 1 - (world.tick % checkEvery);
      const possible = Math.min(quiet, unchecked === 0 ? 1 : unchecked);
      const wanted = this.#rest > 0 ? 0 : possible;
      const before = unchecked === 0 && wanted > 0 ? snapshot(this.#host) : undefined;
      const done = wanted > 0 ? await this.#held(wanted, before && stepped(before)) : NOTHING;
      hashes.push(...done.hashes);
      if (done.disputed !== undefined) this.#settle(done.disputed);
      if (done.ticks === wanted && wanted > 0) continue;
      // Commands may bring together any number of agents.
      if (quiet === 0) this.#met = undefined;
      this.#rest = Math.max(0, this.#rest - 1);
      tick(this.#host);
      hashes.push(stateHash(this.#host));
      onCpu++;
    }
    return { hashes, onCpu, lost: this.#lost };
  }

  async #held(ticks: number, expected: InnerWorld | undefined): Promise<Stretch> {
    if (this.#lost !== undefined) return NOTHING;
    this.#world.hold = 'workers';
    try {
      return await this.#onCard(ticks, expected);
    } catch (error) {
      if ((error as GpuError).code !== 'GPU_LOST') throw error;
      this.#lost = (error as GpuError).message;
      return NOTHING;
    } finally {
      this.#world.hold = 'none';
    }
  }

  /**
   * Steps the world until the CPU must do a tick. If it fails, the world is where it was.
   *
   * @param expected the world after the tick, as the CPU computes it; undefined if it is not to be compared
   */
  async #onCard(ticks: number, expected: InnerWorld | undefined): Promise<Stretch> {
    const world = this.#world;
    refresh(world);
    this.#upload();
    const start = world.frontTick;
    const hashes: string[] = [];
    /** The targets at each tick from the first on. */
    const targets = [targetsOf(world)];
    let done = 0;
    let disputed: Stretch['disputed'];
    const most = mostLeft(world.plan.agents);
    try {
      while (done < ticks) {
        const wanted = this.#met === undefined ? 1 : Math.min(BATCH, ticks - done);
        const found = await this.#batch(start + done, done, wanted, targets);
        const own = found[PROGRESS.done];
        for (let k = 1; k <= own; k++) {
          const at = PROGRESS.hashes + 2 * (k - 1);
          const tick = start + done + k;
          hashes.push(this.#hashOf(tick, targets[done + k], found[at], found[at + 1]));
        }
        done += own;
        this.#ticks += own;
        targets.length = done + 1;
        if (own > 0) this.#met = Array.from(found.subarray(MET), (sum) => sum / own);
        const place = found[PROGRESS.differs];
        if (place !== NONE) {
          disputed = { place, staged: await this.#device.read(this.#buffers.staged) };
          break;
        }
        if (own < wanted) {
          const left = found[PROGRESS.left];
          if (left === 0 || this.#check !== undefined || left > most) {
            // As many may be left in the next ticks.
            if (left > most) this.#rest = BATCH;
            break;
          }
          await this.#compileCheck(false);
        }
        if (this.#ticks >= SAMPLE) void this.#compileCheck(true).catch(() => {});
      }
      const words = done > 0 ? await this.#device.read(this.#state(done).planes) : undefined;
      if (expected !== undefined && done > 0) this.#compare(expected, hashes[0], words!);
      turnTo(world, start);
      setTargets(world.front, targets[0]);
      if (done > 0) await this.#take(done, targets[done], words!);
    } finally {
      refresh(world);
      if (world.frontTick === start) setTargets(world.front, targets[0]);
    }
    return { ticks: done, hashes, disputed };
  }

  /** Runs ticks on the card, after `done` others. Returns the progress. */
  async #batch(
    first: number,
    done: number,
    ticks: number,
    targets: Targets[],
  ): Promise<Uint32Array> {
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
    return await this.#device.read(this.#buffers.progress);
  }

  /** @throws GpuError GPU_DIFFERS if a state on the card is not the expected one */
  #compare(expected: InnerWorld, hash: string, words: Uint32Array): void {
    if (hash === hashText(...hashAlone(expected))) return;
    const { agents } = this.#world.plan;
    const { id } = expected.front;
    const differences = this.#planes.list.flatMap(({ name, wordsIn }, plane) => {
      const own = wordsIn(expected);
      const found = words.subarray(agents * plane, agents * (plane + 1));
      const i = own.findIndex((word, place) => word !== found[place]);
      if (i < 0) return [];
      return [`in "${name}" of agent ${id[i]}: found ${hex(found[i])}, expected ${hex(own[i])}`];
    });
    this.#refuse(expected, differences[0] ?? 'in the order of its agents');
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
  #settle({ place, staged }: NonNullable<Stretch['disputed']>): never {
    const { front, plan } = this.#world;
    const expected = stepped(snapshot(this.#host));
    const id = front.id[place];
    const at = expected.front.slot[id & plan.ids.indexMask];
    const differences = this.#planes.staged.flatMap(({ name, wordsIn }, plane) => {
      const [found, own] = [staged[plan.agents * plane + place], wordsIn(expected)[at]];
      if (found === own) return [];
      return [`in "${name}" of agent ${id}: found ${hex(found)}, expected ${hex(own)}`];
    });
    this.#refuse(expected, differences[0] ?? `by its soft layer, of agent ${id}`);
  }

  #refuse({ frontTick }: InnerWorld, where: string): never {
    throw new GpuError(
      'GPU_DIFFERS',
      `The adapter ${this.#device.adapter} computes another state than the CPU at tick ${frontTick}, ${where}. The world is at the tick before.`,
    );
  }

  /** Frees the memory on the card. */
  close(): void {
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

  /** Makes the state on the card the front state of the world, `done` ticks later. */
  async #take(done: number, targets: Targets, words: Uint32Array): Promise<void> {
    const world = this.#world;
    const { agents, ids } = world.plan;
    const own = await this.#device.read(this.#state(done).kinds);
    const rows = await this.#device.read(this.#buffers.cellStart);
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
    if (this.#code.fields !== undefined) {
      const cells = await this.#device.read(this.#state(done).fields);
      wordsOf(world.back.scalar).set(cells.subarray(0, world.back.scalar.length));
    }
    setTargets(world.back, targets);
    if (done % 2 === 0) copyInto(world.front, world.back);
    Atomics.store(world.control.word, WORD.tick, world.frontTick + done);
  }
}

/** The passes that sort agents by keys of at most `most`, which begin at a word of their buffer. */
function shiftsOf(device: Device, most: number, at: number): GPUBuffer[] {
  const length = Math.max(1, Math.ceil((32 - Math.clz32(most)) / DIGIT_BITS));
  return Array.from({ length }, (_, pass) =>
    device.uniform(new Uint32Array([DIGIT_BITS * pass, at, 0, 0])),
  );
}

const NOTHING: Stretch = { ticks: 0, hashes: [] };

/** What the CPU makes of a snapshot in one tick. */
function stepped(before: Uint8Array): InnerWorld {
  const world = restore(before);
  tick(world);
  refresh(innerOf(world));
  return innerOf(world);
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
  return device.pipeline(code, uses, inBackground);
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
