import { expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { findProblem } from '../../src/snapshot/check-state.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { statePlanes } from '../../src/snapshot/state-planes.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { runPhase } from '../../src/tick/phase-kernels.ts';
import { isNeeded, type Phase, PIPELINE } from '../../src/tick/pipeline.ts';
import { partOf, tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { ENGINE_COLUMNS } from '../../src/world/engine-columns.ts';
import { restartedPlanes, stagedPlanes } from '../../src/world/extra-planes.ts';
import { STATE_ROWS, WORD } from '../../src/world/layout.ts';
import { setWorkers } from '../../src/world/slice.ts';
import { STATUS } from '../../src/world/status.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { type RandomWorld, randomWorld } from '../helpers/random/scene.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';

/** World n of a run has the seed SEED + n. */
const SEED = seedOf(20_261_128);
const RUNS = runsOf(40, 400);

const NAMES = ENGINE_COLUMNS.map(({ name }) => name);

function bitsOf({ buffer, byteOffset, length }: Float32Array | Uint32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}

/** The planes of a column in the front state. */
function frontOf({ front }: World, name: string): Uint32Array[] {
  const row = STATE_ROWS.filter(([one]) => one === name);
  return planeViews(row, front).map(({ view }) => bitsOf(view as Uint32Array));
}

/** A world that stands at a tick, with the commands of that tick. */
function standing(given: RandomWorld, random: () => number, kernel: 'ts' | 'simd'): World {
  const world = createWorld(parseScenario(given.scenario), { kernel, maxWorkers: 5 });
  const last = Math.floor(random() * 5);
  for (let t = 0; t <= last; t++) {
    if (t > 0) tick(world);
    for (const one of given.given.filter((one) => one.tick === t)) {
      try {
        command(world, one.command as never);
      } catch {
        // Some are refused.
      }
    }
  }
  return world;
}

/** Every bit that has a meaning changes the hash. */
function checkHash(world: World, random: () => number): void {
  const { id, status } = world.front;
  const hash = stateHash(world);
  for (const { name, by, components } of ENGINE_COLUMNS) {
    const has = world.plan.extras[name];
    const width = by === 'index' ? components : 1;
    for (const plane of frontOf(world, name)) {
      expect(plane.length, name).toBe(has ? width * world.count : 0);
      for (let n = 0; has && n < 4; n++) {
        const i = Math.floor(random() * world.count);
        const row = by === 'index' ? id[i] & world.plan.ids.indexMask : i;
        const at = row * width + Math.floor(random() * width);
        const bit = 1 << Math.floor(random() * 32);
        plane[at] ^= bit;
        const changes = by !== 'index' || status[i] === STATUS.alive;
        expect(stateHash(world) !== hash, `${name}[${at}]`).toBe(changes);
        plane[at] ^= bit;
      }
    }
  }
}

/** A snapshot has all bits of all columns. */
function checkSaved(world: World): void {
  const restored = restore(snapshot(world));
  const [ours, theirs] = [world, restored].map(({ plan, front }) => statePlanes(plan, front));
  expect(theirs.map(({ name }) => name)).toEqual(ours.map(({ name }) => name));
  for (const [k, { name, view }] of ours.entries()) {
    const bytes = (column: typeof view) =>
      Buffer.from(column.buffer, column.byteOffset, column.byteLength);
    expect(bytes(theirs[k].view).equals(bytes(view)), name).toBe(true);
  }
  const saved = new Set(ours.map(({ name }) => name.replace(/[XYZ]$/, '')));
  for (const name of NAMES) if (world.plan.extras[name]) expect(saved).toContain(name);
}

/** A snapshot with an impossible value is refused. */
function checkRefused({ plan, scenario, front, tick }: World, random: () => number): void {
  for (const { name, check } of ENGINE_COLUMNS) {
    if (check === undefined || !plan.extras[name]) continue;
    const column = front[name] as Uint32Array;
    const at = Math.floor(random() * plan.agents);
    const right = column[at];
    const found = () => findProblem(plan, scenario, front, tick)?.found;
    expect(found()).toBeUndefined();
    column[at] = 0xffffffff;
    expect(found()).toBe(`${name}[${at}] 4294967295`);
    column[at] = right;
  }
}

/** Newborn agents have start values; every value moves with its agent; columns that are not staged begin again. */
function checkMoved(world: World, random: () => number): { moved: number; born: number } {
  const { plan, front, back, scratch } = stepUntil(world, 'scatter', 1 + Math.floor(random() * 5));
  const all = [...front.id.keys()];
  const newborn = all.filter((i) => scratch.stagedStatus[i] === STATUS.newborn);
  for (const { column, staged } of stagedPlanes(world)) {
    if (column.start === undefined) continue;
    for (const i of newborn) expect(staged[i], `${column.name} of a newborn`).toBe(column.start);
  }
  // Each value of each plane is another one.
  let next = 1;
  for (const { staged } of stagedPlanes(world)) {
    const bits = bitsOf(staged);
    for (const i of all) bits[i] = next++;
  }
  for (const plane of restartedPlanes(world)) bitsOf(plane.back).fill(next);
  runAll(world, 'scatter');
  const placeOf = all.map((i) => back.slot[front.id[i] & plan.ids.indexMask]);
  for (const { column, staged, back: after } of stagedPlanes(world)) {
    const [from, to] = [bitsOf(staged), bitsOf(after)];
    const at = all.find((i) => to[placeOf[i]] !== from[i]);
    expect(at, `${column.name} did not move with the agent at this place`).toBeUndefined();
  }
  for (const { column, back: after } of restartedPlanes(world)) {
    expect(new Set<number>(after), column.name).toEqual(new Set([column.start]));
  }
  return { moved: all.filter((i) => placeOf[i] !== i).length, born: newborn.length };
}

it(
  `columns of the engine are hashed, saved, checked, moved and begun, in ${RUNS} random worlds from seed ${SEED} on`,
  () => {
    const seen = new Set<string>();
    let moved = 0;
    let born = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const random = randomOf(seed);
      const world = standing(randomWorld(seed), random, seed % 2 === 0 ? 'ts' : 'simd');
      for (const name of NAMES) if (world.plan.extras[name]) seen.add(name);
      try {
        checkHash(world, random);
        checkSaved(world);
        checkRefused(world, random);
        const did = checkMoved(world, random);
        moved += did.moved;
        born += did.born;
      } catch (error) {
        expect.fail(`world ${seed}: ${(error as Error).message}`);
      }
    }
    // Fewer need not have everything.
    if (RUNS < 40) return;
    expect([...seen].sort()).toEqual([...NAMES].sort());
    expect([moved > 100, born > 10]).toEqual([true, true]);
  },
  60_000 + 2000 * RUNS,
);

/** Does the phases before `name` with this many workers. */
function stepUntil(world: World, name: string, workers: number): World {
  refresh(world);
  world.host.commands.write(world);
  setWorkers(world, workers);
  for (const phase of PIPELINE) {
    if (phase.name === name) break;
    runAll(world, phase.name);
  }
  return world;
}

/** Does one phase, worker by worker. */
function runAll(world: World, name: string): void {
  const phase: Phase = PIPELINE.find((one) => one.name === name)!;
  if (!isNeeded(phase, world.plan)) return;
  const workers = world.control.word[WORD.workers];
  for (let worker = 0; worker < workers; worker++) {
    const [begin, end] = partOf(world, phase, workers, worker);
    runPhase(world, phase, begin, end, worker);
    if (phase.runs === 'once') break;
  }
}
