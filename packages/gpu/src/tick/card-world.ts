import {
  binsOf,
  type InnerWorld,
  indexOfTick,
  isSpent,
  refresh,
  scalarCells,
  WORD,
} from '@skein/core/internal';
import { type Layer, OPAQUE } from '../arithmetic.ts';
import type { BufferUse, Device, Dispatch, Pipeline } from '../device.ts';
import { GpuError } from '../gpu-error.ts';
import { agentCode, type Purpose } from './agent-code.ts';
import { fieldCode } from './field-code.ts';
import { cellPlane, depositedOf } from './fields.ts';
import { numbersOf, placesOf } from './numbers.ts';
import { Planes, wordsOf } from './planes.ts';
import { MET, NONE, PROGRESS, ROW, WORKGROUP } from './progress.ts';
import type { Range } from './ranges.ts';
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
import { copyInto, setTargets, type Targets } from './targets.ts';

const READ: BufferUse = 'read-only-storage';
const WRITE: BufferUse = 'storage';

export const CLOSED = 'The stepper was closed';

type Code = Awaited<ReturnType<typeof compiled>>;

/** The passes of a sort, and the buffers in which it puts agents in order. */
interface Sort {
  readonly shifts: readonly GPUBuffer[];
  readonly orders: readonly GPUBuffer[];
}

/** A world on a card: two states, the code that makes one of the other, and what brings states there and back. */
export class CardWorld {
  readonly planes: Planes;
  readonly #device: Device;
  readonly #world: InnerWorld;
  readonly #places;
  readonly #layer: Layer;
  readonly #code: Code;
  /** The soft layer, for a sample of agents, and for those that the other layer leaves. */
  #check: Pipeline | undefined;
  #checking: Promise<void> | undefined;
  readonly #closing = new AbortController();
  /** For each field with deposits, the passes by which agents are sorted by cell. */
  readonly #deposits: readonly Sort[];
  readonly #buffers;

  /** Compiles the code for a world. @throws GpuError GPU_UNSUITED, GPU_CODE, GPU_LOST */
  static async create(world: InnerWorld, device: Device, layer: Layer): Promise<CardWorld> {
    const planes = new Planes(world);
    return new CardWorld(
      world,
      device,
      layer,
      planes,
      await compiled(world, device, layer, planes),
    );
  }

  private constructor(world: InnerWorld, device: Device, layer: Layer, planes: Planes, code: Code) {
    this.#world = world;
    this.#device = device;
    this.#layer = layer;
    this.planes = planes;
    this.#code = code;
    this.#places = placesOf(world);
    const { agents } = world.plan;
    const state = () => ({
      planes: device.storage(agents * planes.list.length),
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
      staged: device.storage(agents * planes.stagedNames.length),
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

  /** Whether the soft layer looks at agents, which it does from `compileCheck` on. */
  get hasCheck(): boolean {
    return this.#check !== undefined;
  }

  /**
   * Compiles the code of the soft layer, which takes a while, or until this is closed. If it is the layer, there is nothing to compare with. An
   * adapter that refuses this code can still do the other layer. If the device is lost, other calls say so.
   */
  async compileCheck(inBackground: boolean): Promise<void> {
    if (this.#layer === 'soft') return;
    this.#checking ??= this.#compiledCheck(inBackground);
    await this.#checking;
  }

  /** The buffers of the state after `done` ticks. */
  state(done: number) {
    const { states, fields } = this.#buffers;
    const side = (done % 2) as 0 | 1;
    return { ...states[side], fields: fields[side] };
  }

  /** Sends the front state of the world, as the state after 0 ticks. */
  upload(): void {
    const { plan, front } = this.#world;
    const { agents } = plan;
    const { planes, kinds, fields } = this.state(0);
    const words = new Uint32Array(agents * this.planes.list.length);
    this.planes.list.forEach(({ wordsIn }, k) => {
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
      this.#device.write(fields, Uint32Array.from(wordsOf(front.scalar)));
    }
    this.#device.write(this.#buffers.numbers, numbersOf(this.#world, this.#places));
  }

  /**
   * Does ticks after the tick `first`, in which `done` ticks have been done. Returns the progress.
   *
   * @param ranges the agents that one dispatch steers
   * @param targets the numbers of all targets at each tick
   * @throws GpuError GPU_LOST
   */
  async step(
    first: number,
    done: number,
    ticks: number,
    ranges: readonly Range[],
    targets: Uint32Array,
  ): Promise<Uint32Array> {
    const words = new Uint32Array(MET + Math.ceil(this.#world.plan.agents / WORKGROUP));
    words[PROGRESS.tick] = first;
    words[PROGRESS.alarm] = NONE;
    words[PROGRESS.differs] = NONE;
    words[PROGRESS.hasCheck] = Number(this.hasCheck);
    const { ranges: own } = this.#buffers;
    ranges.forEach(({ first, end }, k) => {
      const range = new Uint32Array([first, end, 0, 0]);
      if (k < own.length) this.#device.write(own[k], range);
      else own.push(this.#device.uniform(range));
    });
    this.#device.write(this.#buffers.progress, words);
    this.#device.write(this.#buffers.numbers, targets, this.#places.target(0));
    for (let k = 0; k < ticks; k++) this.#device.run(this.#tick(done + k, ranges));
    return await this.#read(this.#buffers.progress);
  }

  /** The words of all planes of the state after `done` ticks. @throws GpuError GPU_LOST */
  readPlanes(done: number): Promise<Uint32Array> {
    return this.#read(this.state(done).planes);
  }

  /** The words of all that was staged in the last tick. @throws GpuError GPU_LOST */
  readStaged(): Promise<Uint32Array> {
    return this.#read(this.#buffers.staged);
  }

  /**
   * Makes the state after `done` ticks the front state of the world.
   *
   * @throws GpuError GPU_LOST; the memory of the world is then where it was
   */
  async take(done: number, targets: Targets): Promise<void> {
    const world = this.#world;
    const { agents, ids } = world.plan;
    const { planes, kinds, fields } = this.state(done);
    const read = [planes, kinds, this.#buffers.cellStart].map((one) => this.#read(one));
    const [words, own, rows] = await Promise.all(read);
    const cells = this.#code.fields && (await this.#read(fields));
    // What does not change in a run is in the front state only.
    copyInto(world.back, world.front);
    const { id, slot, species, status, cellStart } = world.back;
    this.planes.list.forEach(({ wordsOut }, k) => {
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
    const state = world.states[indexOfTick(world.plan, world.frontTick + done)];
    if (state !== world.back) copyInto(state, world.back);
    // The memory has none of the states between.
    world.control.word[WORD.oldest] = world.frontTick + done;
    Atomics.store(world.control.word, WORD.tick, world.frontTick + done);
    refresh(world);
  }

  /** Frees the memory on the card. */
  close(): void {
    this.#closing.abort();
    const { states, ...others } = this.#buffers;
    const all = [
      ...states.flatMap(({ planes, kinds }) => [planes, kinds]),
      ...this.#deposits.flatMap(({ shifts, orders }) => [...shifts, ...orders]),
    ];
    for (const one of [...all, ...Object.values(others).flat()]) one.destroy();
  }

  /** @throws GpuError GPU_LOST, also if this was closed: the buffer may then have other words */
  async #read(buffer: GPUBuffer): Promise<Uint32Array<ArrayBuffer>> {
    const { signal } = this.#closing;
    const words = await this.#device.read(buffer, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (words === undefined || signal.aborted) throw new GpuError('GPU_LOST', CLOSED);
    return words;
  }

  async #compiledCheck(inBackground: boolean): Promise<void> {
    const { signal } = this.#closing;
    const closed = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    const [device, world] = [this.#device, this.#world];
    const made = agentPipeline(device, world, this.planes, 'soft', 'check', inBackground);
    this.#check = await Promise.race([made.catch(() => undefined), closed]);
  }

  /** The dispatches of a tick, from the state with the parity of `done`. */
  #tick(done: number, ranges: readonly Range[]): Dispatch[] {
    const { opaque, numbers, staged, keys, orders, shifts, cellStart, progress } = this.#buffers;
    const code = this.#code;
    const { agents, scalars } = this.#world.plan;
    const [front, back] = [this.state(done), this.state(done + 1)];
    const all = grid(Math.ceil(agents / WORKGROUP));
    const inputs = [opaque, numbers, front.planes, front.kinds, cellStart, staged, keys, progress];
    const list: Dispatch[] = [];
    const fields = code.fields === undefined ? [] : [front.fields];
    for (const pipeline of [code.steer, this.#check ?? []].flat()) {
      ranges.forEach(({ first, end }, k) => {
        const workgroups = grid(Math.ceil((end - first) / WORKGROUP));
        const buffers = [...inputs, this.#buffers.ranges[k], ...fields];
        list.push({ pipeline, buffers, workgroups });
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
      list.push({
        pipeline: code.fields,
        buffers: [progress, front.fields, back.fields, staged, ...sorted],
        workgroups: grid(Math.ceil(scalarCells(scalars) / WORKGROUP)),
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
}

/** Compiles all code of a world but that of the check. */
async function compiled(world: InnerWorld, device: Device, layer: Layer, planes: Planes) {
  const { plan } = world;
  const { agents } = plan;
  const { list } = planes;
  const made = (label: string, code: string, ...uses: readonly BufferUse[]) =>
    device.pipeline(code, uses, label);
  const changes = list.map((one) => one.changes);
  const planeAt = (name: string) => list.findIndex((one) => one.name === name);
  // The planes that are hashed one by one, in the order of the CPU.
  const columns = list
    .map(({ name }) => name)
    .filter((name) => /^(column|acceleration|heading|up|goal)\./.test(name));
  const fieldUses = [WRITE, READ, WRITE, READ, ...depositedOf(world).map(() => READ)];
  const [fields, steer, count, scan, scatter, rows, gather, hash, advance] = await Promise.all([
    plan.scalars.length > 0 ? made('field', fieldCode(world, planes), ...fieldUses) : undefined,
    agentPipeline(device, world, planes, layer, 'steer'),
    made('count', countCode(agents), WRITE, 'uniform', READ, READ, WRITE),
    made('scan', scanCode(agents), WRITE, WRITE),
    made('scatter', scatterCode(agents), WRITE, 'uniform', READ, READ, READ, WRITE),
    made('rows', rowsCode(agents, binsOf(plan)), WRITE, READ, READ, WRITE),
    made('gather', gatherCode(agents, changes), WRITE, READ, READ, READ, READ, WRITE, WRITE),
    made('hash', hashCode(agents, planeAt, columns), WRITE, READ, READ),
    made('advance', ADVANCE, WRITE),
  ]);
  return { fields, steer, count, scan, scatter, rows, gather, hash, advance };
}

/** Compiles the code that steers and moves agents. */
function agentPipeline(
  device: Device,
  world: InnerWorld,
  planes: Planes,
  layer: Layer,
  purpose: Purpose,
  inBackground = false,
): Promise<Pipeline> {
  const code = agentCode(world, planes, placesOf(world), layer, purpose);
  const fields = world.plan.scalars.length > 0 ? [READ] : [];
  const reads = [READ, READ, READ, READ];
  const uses = ['uniform', ...reads, WRITE, WRITE, WRITE, 'uniform', ...fields] as const;
  return device.pipeline(code, uses, purpose, inBackground);
}

/** The passes that sort agents by keys of at most `most`, which begin at a word of their buffer. */
function shiftsOf(device: Device, most: number, at: number): GPUBuffer[] {
  const length = Math.max(1, Math.ceil((32 - Math.clz32(most)) / DIGIT_BITS));
  return Array.from({ length }, (_, pass) =>
    device.uniform(new Uint32Array([DIGIT_BITS * pass, at, 0, 0])),
  );
}

function grid(groups: number): [x: number, y: number] {
  return groups <= ROW ? [groups, 1] : [ROW, Math.ceil(groups / ROW)];
}
