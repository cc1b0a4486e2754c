import type { World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import {
  type AgentColumns,
  agentColumns,
  isSelected,
  type Rows,
  readSelection,
  type TableWriter,
} from '@skein/sweep/tables';
import { attitude, type Vector } from './attitude.ts';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { gltfOf, upOf } from './gltf.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { Track } from './track.ts';
import type { TrajectoryChoice } from './trajectory-choice.ts';

/** The maximum number of agents. Each is a node, and viewers draw and load nodes one by one. */
export const MAX_AGENTS = 10_000;
/** The maximum number of samples of all agents. They are in memory until the end of the run: 29 bytes each. */
export const MAX_POSITIONS = 2_000_000;
/** The maximum number of ticks, so that times as 32-bit floats differ from tick to tick. */
export const MAX_TICKS = 2 ** 24;

/**
 * Collects the trajectories of a run, and writes them at the end as an animation in binary glTF. `rows` begins a sample,
 * and `write` takes its rows.
 */
export class Animation implements TableWriter {
  readonly #path: string;
  readonly #world: World;
  readonly #columns: AgentColumns;
  readonly #samples: number;
  /** The times of the samples, in s since the first. */
  readonly #times: number[] = [];
  readonly #first: number;
  readonly #tracks = new Map<number, Track>();
  readonly #place: Readonly<Record<string, number>>;
  readonly #up: Vector;

  private constructor(path: string, world: World, columns: AgentColumns, samples: number) {
    this.#path = path;
    this.#world = world;
    this.#columns = columns;
    this.#samples = samples;
    this.#first = world.tick;
    const names = columns.schema.columns.map(({ name }) => name);
    this.#place = Object.fromEntries(names.map((name, at) => [name, at]));
    this.#up = upOf(world.scenario);
  }

  /**
   * @throws CliError for a run whose animation would be too large, and for a path that cannot be written
   * @throws TableError TABLE_INVALID for agents that do not exist
   */
  static async open(path: string, world: World, choice: TrajectoryChoice): Promise<Animation> {
    const columns = agentColumns(world, choice);
    const ticks = choice.ticks - world.tick;
    const samples = countSamples(world.tick, choice);
    const agents = countChosen(world, choice.only);
    const found = `${agents} agents x ${samples} samples in ${ticks} ticks`;
    if (agents > MAX_AGENTS || agents * samples > MAX_POSITIONS || ticks > MAX_TICKS) {
      throw tooLarge(path, found);
    }
    await checkSavable(path);
    return new Animation(path, world, columns, samples);
  }

  *rows(): Generator<Rows> {
    this.#times.push(Math.fround((this.#world.tick - this.#first) * this.#world.scenario.dt));
    yield* this.#columns.rows();
  }

  async write(rows: Rows): Promise<void> {
    const { id, species, alive, x, y, z, vx, vy, vz, hx, hy, hz, ux, uy, uz } = this.#place;
    const sample = this.#times.length - 1;
    const vector = (row: number, ...places: readonly number[]): Vector => {
      const [a, b, c] = places.map((place) => rows[place][row] as number);
      return [a, b, c];
    };
    for (let row = 0; row < rows[0].length; row++) {
      if (!rows[alive][row]) continue;
      const track = this.#trackOf(rows[id][row] as number, rows[species][row] as string, sample);
      const turned =
        hx === undefined
          ? attitude(vector(row, vx, vy, vz), this.#up)
          : attitude(vector(row, hx, hy, hz), vector(row, ux, uy, uz));
      track.add(sample, vector(row, x, y, z), turned);
    }
  }

  async finish(): Promise<void> {
    const bytes = await gltfOf(this.#world.scenario, this.#times, this.#tracks);
    await saveFile(this.#path, bytes);
  }

  async abandon(): Promise<void> {}

  #trackOf(id: number, species: string, sample: number): Track {
    const known = this.#tracks.get(id);
    if (known !== undefined) return known;
    const agents = this.#tracks.size + 1;
    // Births may bring more agents than there is room for at a time.
    if (agents > MAX_AGENTS || agents * this.#samples > MAX_POSITIONS) {
      const found = `agent ${agents} with its birth before tick ${this.#world.tick}`;
      throw tooLarge(this.#path, `${found}, and ${this.#samples} samples`);
    }
    const track = new Track(species, sample, this.#samples);
    this.#tracks.set(id, track);
    return track;
  }
}

function tooLarge(path: string, found: string): CliError {
  const most = [MAX_AGENTS, MAX_POSITIONS, MAX_TICKS].map((count) => count.toLocaleString('en-US'));
  const expected = `at most ${most[0]} agents, ${most[1]} agents x samples and ${most[2]} ticks; choose agents with --only, or a larger --every, or a table such as .parquet`;
  return new CliError(EXIT.usage, `--trajectories ${path}: found ${found}, expected ${expected}`);
}

/** The number of samples from a tick on: there, at multiples of `every`, and at the end. */
function countSamples(from: number, { ticks, every }: TrajectoryChoice): number {
  if (ticks <= from) return 1;
  return Math.floor((ticks - 1) / every) - Math.floor(from / every) + 2;
}

/** The number of chosen agents that there is room for, living or not yet born. */
function countChosen(world: World, only: string | undefined): number {
  const { plan, views, scenario } = innerOf(world);
  if (only === undefined) return plan.agents;
  const selection = readSelection(only, scenario);
  let count = 0;
  for (let index = 0; index < plan.agents; index++) {
    if (isSelected(selection, views.species[views.slot[index]], index)) count++;
  }
  return count;
}
