import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import type { Report as AnyReport, Command, Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import type { KernelName } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { hashesOf } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { reportScene } from '../helpers/report-scenes.ts';
import { positionOf, type Triple, textOf } from '../helpers/scenes.ts';

/** What agents meet; births and deaths have a test of their own. */
type Report = Exclude<AnyReport, { type: 'born' | 'died' | 'waiting' }>;

function isMet(report: AnyReport): report is Report {
  return !['born', 'died', 'waiting'].includes(report.type);
}

/** What the oracle has seen of one agent before a step. */
interface Seen {
  readonly alive: boolean;
  readonly position: Triple;
}

/** Says, from states of a world and its commands alone, what is to be reported in each step. */
class Oracle {
  readonly #world: World;
  readonly #scenario: Scenario;
  readonly #speciesOf: number[];
  readonly #held = new Set<string>();
  /** Cells that are walls, as steering sees them in the step: "x y". */
  #walls: Set<string>;
  #version: number;
  #before: Seen[];

  constructor(world: World) {
    this.#world = world;
    this.#scenario = world.scenario;
    this.#speciesOf = world.scenario.species.flatMap(({ count }, s) => Array(count).fill(s));
    this.#before = this.#look();
    this.#walls = this.#wallsNow();
    this.#version = world.views.mapVersion[0];
  }

  /** What the step that was just done has to report, as "tick id what". */
  told(): string[] {
    const before = this.#before;
    const after = this.#look();
    const at = this.#world.tick - 1;
    const commands = this.#scenario.commands.filter((command) => command.tick === at);
    const told: { readonly id: number; readonly line: string }[] = [];
    for (const [id, { alive }] of after.entries()) {
      const species = this.#scenario.species[this.#speciesOf[id]];
      const newborn = this.#birthOf(id) === at + 1;
      const placed = commands.some((command) => isFor(command, 'place', species.name));
      const sent = commands.some((command) => isFor(command, 'go', species.name));
      for (const report of (species.reports ?? []).filter(isMet)) {
        const key = `${id} ${textOfReport(report)}`;
        if (newborn || placed || (sent && isAboutGoal(report))) this.#held.delete(key);
        if (!alive) continue;
        const moved = before[id].alive && !newborn ? before[id].position : undefined;
        const words = this.#wordsOf(report, id, moved, after, key);
        if (words === undefined) continue;
        const own = this.#idAt(id);
        told.push({ id: own, line: `${at + 1} ${own} ${words}` });
      }
    }
    this.#before = after;
    const version = this.#world.views.mapVersion[0];
    if (version !== this.#version) {
      for (const key of this.#held) if (key.includes('unreachable')) this.#held.delete(key);
    }
    this.#version = version;
    this.#walls = this.#wallsNow();
    return told.sort((a, b) => a.id - b.id).map(({ line }) => line);
  }

  /** The id of the life that an index has now. */
  #idAt(index: number): number {
    const { id, slot } = this.#world.views;
    return id[slot[index]];
  }

  #wordsOf(
    report: Report,
    id: number,
    before: Triple | undefined,
    after: readonly Seen[],
    key: string,
  ): string | undefined {
    const { position } = after[id];
    if (report.type === 'entered' || report.type === 'left') {
      if (before === undefined) return undefined;
      const region = report.region!;
      const [was, is] = [this.#isIn(region, before), this.#isIn(region, position)];
      return was !== is && is === (report.type === 'entered') ? textOfReport(report) : undefined;
    }
    const held = this.#held.has(key);
    if (report.type === 'near' && report.species !== undefined) {
      const ways = after.flatMap(({ alive, position: other }, j): [number, number][] => {
        const isOther = this.#scenario.species[this.#speciesOf[j]].name === report.species;
        return alive && isOther && j !== id ? [[this.#distance(position, other), j]] : [];
      });
      const [way, nearest] = ways.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0] ?? [Infinity, -1];
      const { distance: reach, release = 1.1 * reach } = report;
      return this.#once(
        key,
        way <= (held ? release : reach),
        `${textOfReport(report)} ${this.#idAt(nearest)}`,
      );
    }
    if (report.type === 'unreachable') {
      const goal = report.target === undefined ? this.#goalOf(id) : this.#targetAt(report.target);
      return this.#once(key, !this.#isReached(position, goal), textOfReport(report));
    }
    if (report.type === 'near') {
      const way = this.#distance(position, this.#targetAt(report.target!));
      const { distance: reach, release = 1.1 * reach } = report;
      return this.#once(key, way <= (held ? release : reach), textOfReport(report));
    }
    return this.#once(key, held || this.#isThere(report, id, position), textOfReport(report));
  }

  #once(key: string, holds: boolean, words: string): string | undefined {
    const held = this.#held.has(key);
    if (holds) this.#held.add(key);
    else this.#held.delete(key);
    return holds && !held ? words : undefined;
  }

  #isThere(report: Extract<Report, { type: 'arrived' }>, id: number, position: Triple): boolean {
    if (report.target !== undefined) {
      return this.#distance(position, this.#targetAt(report.target)) <= report.radius;
    }
    if (report.path === undefined) {
      return this.#distance(position, this.#goalOf(id)) <= report.radius;
    }
    const { points } = this.#scenario.paths.find(({ name }) => name === report.path)!;
    const { waypoint, slot } = this.#world.front;
    const heads = waypoint[slot[id]];
    if (heads >= points.length) return true;
    const last = points.at(-1)!;
    return heads === points.length - 1 && this.#distance(position, last) <= report.radius;
  }

  #look(): Seen[] {
    const { status, slot } = this.#world.views;
    return this.#speciesOf.map((_, id) => ({
      alive: status[slot[id]] === 1,
      position: positionOf(this.#world, id),
    }));
  }

  #birthOf(id: number): number {
    const { birth, slot } = this.#world.views;
    return birth[slot[id]];
  }

  #goalOf(id: number): Triple {
    const { goal, slot } = this.#world.front;
    const i = slot[id];
    return [goal.x[i], goal.y[i], goal.z[i]];
  }

  #targetAt(name: string): Triple {
    const { x, y, z } = this.#world.views.targetPosition;
    const at = this.#scenario.targets.findIndex((target) => target.name === name);
    return [x[at], y[at], z[at]];
  }

  #isIn(name: string, p: Triple): boolean {
    const region = this.#scenario.regions!.find((region) => region.name === name)!;
    if (region.type === 'sphere') return this.#distance(p, region.center) <= region.radius;
    return p.every((v, axis) => v >= region.min[axis] && v <= region.max[axis]);
  }

  #distance(a: readonly number[], b: readonly number[]): number {
    const { bounds, dimensions } = this.#scenario;
    const way = [0, 1, 2].slice(0, dimensions).map((axis) => {
      const direct = Math.abs(a[axis] - b[axis]);
      if (bounds.type !== 'wrap') return direct;
      return Math.min(direct, bounds.max[axis] - bounds.min[axis] - direct);
    });
    return Math.hypot(...way);
  }

  #wallsNow(): Set<string> {
    const { map } = this.#scenario;
    const walls = new Set<string>();
    if (map === undefined) return walls;
    const width = map.rows[0].length;
    this.#world.views.mapCost.forEach((cost, cell) => {
      if (cost === 0) walls.add(`${cell % width} ${Math.floor(cell / width)}`);
    });
    return walls;
  }

  #cellOf([x, y]: readonly number[]): [number, number] {
    const { origin, cellSize } = this.#scenario.map!;
    return [Math.floor((x - origin[0]) / cellSize), Math.floor((y - origin[1]) / cellSize)];
  }

  /** By flooding the map from the goal, cell by cell. */
  #isReached(position: Triple, goal: Triple): boolean {
    const { rows, origin, cellSize } = this.#scenario.map!;
    const isOpen = ([x, y]: readonly number[]): boolean =>
      x >= 0 && y >= 0 && x < rows[0].length && y < rows.length && !this.#walls.has(`${x} ${y}`);
    const middle = ([x, y]: readonly number[]): number[] => [
      origin[0] + (x + 0.5) * cellSize,
      origin[1] + (y + 0.5) * cellSize,
    ];
    const flooded = new Set<string>();
    const rest = [this.#cellOf(goal)].filter(isOpen);
    for (let cell = rest.pop(); cell !== undefined; cell = rest.pop()) {
      if (flooded.has(cell.join(' '))) continue;
      flooded.add(cell.join(' '));
      const [x, y] = cell;
      const around: [number, number][] = [
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ];
      rest.push(...around.filter(isOpen));
    }
    let start = this.#cellOf(position);
    if (!isOpen(start)) {
      const cells = rows.flatMap((row, y) => [...row].map((_, x): [number, number] => [x, y]));
      const way = (cell: readonly number[]): number =>
        Math.hypot(...middle(cell).map((v, axis) => v - position[axis]));
      start = cells.filter(isOpen).reduce((a, b) => (way(b) < way(a) ? b : a));
    }
    return flooded.has(start.join(' '));
  }
}

function isFor(command: Command, type: string, species: string): boolean {
  return command.type === type && 'species' in command && command.species === species;
}

function isAboutGoal(report: Report): boolean {
  if (report.type === 'arrived') return report.target === undefined && report.path === undefined;
  return report.type === 'unreachable' && report.target === undefined;
}

function textOfReport(report: Report): string {
  if (report.type === 'entered' || report.type === 'left') {
    return `${report.type} ${report.region}`;
  }
  if (report.type === 'near') {
    return `near ${report.target ?? report.species} ${report.distance}`;
  }
  const way = report.type === 'arrived' ? report.path : undefined;
  return `${report.type} ${report.target ?? way ?? 'goal'}`;
}

function textOfEvent(event: WorldEvent): string[] {
  if (!('id' in event)) return [];
  const start = `${event.tick} ${event.id}`;
  switch (event.type) {
    case 'entered':
    case 'left':
      return [`${start} ${event.type} ${event.region}`];
    case 'arrived':
      return [`${start} arrived ${event.target ?? event.path ?? 'goal'}`];
    case 'unreachable':
      return [`${start} unreachable ${event.target ?? 'goal'}`];
    case 'near': {
      const near = event.target ?? event.neighborSpecies;
      const who = event.neighbor === undefined ? '' : ` ${event.neighbor}`;
      return [`${start} near ${near} ${event.distance}${who}`];
    }
    default:
      return [];
  }
}

const SCENES = [
  [2, 'open', 1],
  [2, 'contain', 2],
  [2, 'wrap', 3],
  [3, 'open', 4],
  [3, 'contain', 5],
  [3, 'wrap', 6],
] as const;

const KERNELS = ['ts', 'simd'] as const;
const TICKS = LONG ? 90 : 40;

/** Each scene with both kernels; in `npm test` with one of them in turn. */
const CASES = SCENES.flatMap((one, k) =>
  KERNELS.filter((_, n) => LONG || n === k % 2).map((kernel) => [...one, kernel] as const),
);

describe('an event of an agent', () => {
  it.each(someOf(CASES, 2))(
    'is reported exactly when an oracle expects it, in %i dimensions, bounds %s, seed %i, %s',
    (dimensions, bounds, seed, kernel) => {
      const world = createWorld(textOf(reportScene(seed, dimensions, bounds)), { kernel });
      const oracle = new Oracle(world);
      const kinds = new Set<string>();
      for (let step = 0; step < TICKS; step++) {
        tick(world);
        const told = takeEvents(world).flatMap(textOfEvent);
        expect(told).toEqual(oracle.told());
        for (const line of told) kinds.add(line.split(' ').slice(2, 4).join(' '));
      }
      const things = ['arrived goal', 'arrived sun', 'entered door', 'left door'];
      const others = ['near sheep', 'near sun', 'near walker', 'near wolf'];
      const onMap = dimensions === 2 && bounds !== 'wrap';
      const lost = onMap ? ['unreachable goal', 'unreachable moon'] : [];
      for (const kind of [...things, ...others, ...lost]) expect(kinds).toContain(kind);
    },
  );

  it.each(someOf(SCENES, 2))(
    'comes in the same order from any number of workers, in %i dimensions, bounds %s, seed %i',
    (dimensions, bounds, seed) => {
      const make = (kernel: KernelName): World =>
        createWorld(textOf(reportScene(seed, dimensions, bounds)), { kernel, maxWorkers: 13 });
      const alone = make('ts');
      const expected: WorldEvent[] = [];
      const hashes = hashesOf(alone, TICKS);
      expected.push(...takeEvents(alone));
      const random = randomOf(seed);
      for (const workers of someOf([seed === 1 ? 13 : 5, 2, 3, 8, 1], 5)) {
        const world = make(workers % 2 === 0 ? 'ts' : 'simd');
        for (const hash of hashes) {
          tickSliced(world, shuffled(workers, random));
          expect(stateHash(world)).toBe(hash);
        }
        expect(takeEvents(world)).toEqual(expected);
      }
    },
  );

  it.each(someOf([[21], [22]], 2))(
    'is reported exactly once across snapshots at random ticks, seed %i',
    (seed) => {
      const random = randomOf(seed);
      const [dimensions, bounds] = SCENES[Math.floor(SCENES.length * random())];
      const make = (): World => createWorld(textOf(reportScene(seed, dimensions, bounds)));
      const expected = make();
      tick(expected, TICKS);
      let world = make();
      const told: WorldEvent[] = [];
      while (world.tick < TICKS) {
        tick(world, Math.min(1 + Math.floor(9 * random()), TICKS - world.tick));
        // Every other time the events go into the snapshot, and are taken later.
        if (random() < 0.5) told.push(...takeEvents(world));
        world = restore(snapshot(world), { maxWorkers: 2 });
      }
      told.push(...takeEvents(world));
      expect(told).toEqual(takeEvents(expected));
      expect(stateHash(world)).toBe(stateHash(expected));
    },
  );

  it('does not change how agents move', () => {
    const input = reportScene(1, 2, 'contain') as { species: { reports?: unknown }[] };
    const silent = { ...input, species: input.species.map(({ reports, ...rest }) => rest) };
    const [world, twin] = [textOf(input), textOf(silent)].map((scenario) => createWorld(scenario));
    tick(world, TICKS);
    tick(twin, TICKS);
    expect(twin.front.reported).toHaveLength(0);
    for (let id = 0; id < world.count; id++) {
      expect(positionOf(world, id)).toEqual(positionOf(twin, id));
    }
  });
});
