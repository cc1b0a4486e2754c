import { MeasureError, stateHash, type World } from '@skein/core';
import { type Measure, readMeasures } from '@skein/core/describe';
import type { Rows } from '@skein/sweep/tables';
import type { Team } from '@skein/worker';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { FieldOutputs } from './field-outputs.ts';
import type { Output } from './output.ts';
import { DEFAULT_EVERY, DEFAULT_TICKS, type RunOptions } from './run-options.ts';
import type { TableFile } from './table-file.ts';

/** Writes states of a world, and measures of these states, while the world is stepped. */
export class Samples implements AsyncDisposable {
  /** The output to which a line with the tick and the hash is written for each sample. */
  #hashes: Output | undefined;
  #trajectories: { readonly file: TableFile; rows(): Iterable<Rows> } | undefined;
  #fields: FieldOutputs | undefined;
  #measured: { readonly file: TableFile; readonly measures: readonly Measure[] } | undefined;
  readonly #toClose: AsyncDisposable[] = [];

  private constructor() {}

  /**
   * Opens the outputs that the options of a run ask for.
   * @throws CliError when an output cannot be opened
   */
  static async open(world: World, options: RunOptions, stdout: Output): Promise<Samples> {
    const samples = new Samples();
    try {
      await samples.#open(world, options, stdout);
    } catch (error) {
      await samples[Symbol.asyncDispose]();
      throw error;
    }
    return samples;
  }

  async #open(world: World, options: RunOptions, stdout: Output): Promise<void> {
    const { trajectories, field, measure, out, hash } = options;
    const closing = <Closed extends AsyncDisposable>(one: Closed): Closed => {
      this.#toClose.push(one);
      return one;
    };
    if (hash) this.#hashes = stdout;
    if ((trajectories ?? field ?? measure) === undefined) return;
    // Loaded only here, so that runs without tables start faster.
    const { FieldOutputs, measureColumns, openTrajectories, TableFile } = await import(
      './tables.ts'
    );
    if (trajectories !== undefined) {
      const where = trajectories === '-' ? stdout : trajectories;
      const { ticks = DEFAULT_TICKS, every = DEFAULT_EVERY, only } = options;
      this.#trajectories = await openTrajectories(world, where, { ticks, every, only });
      closing(this.#trajectories.file);
    }
    if (field !== undefined) this.#fields = closing(await FieldOutputs.open(world, field));
    if (measure !== undefined) {
      const measures = measuresOf(world, measure);
      const schema = measureColumns(world, measures);
      const file = closing(await TableFile.open(out ?? stdout, 'measures', schema));
      this.#measured = { file, measures };
    }
  }

  /** Whether any output is requested. */
  get wanted(): boolean {
    const files = [this.#trajectories, this.#fields, this.#measured];
    return this.#streams.length > 0 || files.some((file) => file !== undefined);
  }

  /** Whether output was requested, but all its readers are gone. */
  get unread(): boolean {
    if (this.#fields !== undefined || !this.wanted) return false;
    return this.#tables.every(({ isUnread }) => isUnread) && this.#hashes?.readerGone !== false;
  }

  goTo(output: Output): boolean {
    return this.#streams.includes(output);
  }

  /** Writes the current state, and measures it on the threads of the team. */
  async write(team: Team): Promise<void> {
    const { world } = team;
    await this.#trajectories?.file.write(world.tick, this.#trajectories.rows());
    await this.#fields?.write(world);
    if (this.#measured) {
      const { file, measures } = this.#measured;
      const values = await team.measure(measures);
      const time = world.tick * world.scenario.dt;
      await file.write(world.tick, [
        [[world.tick], [time], ...Array.from(values, (value) => [value])],
      ]);
    }
    await this.#hashes?.write(`${world.tick} ${stateHash(world)}\n`);
  }

  /**
   * Completes the outputs at the end of the run: draws pictures, and moves tables to their paths.
   * @throws CliError when a file cannot be written
   */
  async finish(world: World): Promise<void> {
    await this.#fields?.draw(world);
    for (const file of this.#tables) await file.finish();
  }

  /**
   * Keeps the samples of a failed run: moves the tables with these samples to their paths. Passes notices to `note`.
   * Never throws.
   */
  async rescue(note: (text: string) => void): Promise<void> {
    for (const file of this.#tables) await file.rescue(note);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const disposable of this.#toClose) await disposable[Symbol.asyncDispose]();
  }

  get #tables(): TableFile[] {
    const fields = this.#fields?.files ?? [];
    return [this.#trajectories?.file, ...fields, this.#measured?.file].filter(
      (file) => file !== undefined,
    );
  }

  get #streams(): Output[] {
    return [this.#hashes, ...this.#tables.map(({ stream }) => stream)].filter(
      (output) => output !== undefined,
    );
  }
}

/** Parses the texts of measures. @throws CliError that lists every text that is not a measure */
function measuresOf({ scenario }: World, texts: readonly string[]): Measure[] {
  try {
    const measures = readMeasures(texts, scenario);
    const taken = measures.find(({ name }) => name === 'tick' || name === 'time');
    if (taken === undefined) return measures;
    const found = `--measure: found the name ${taken.name}, which the table has already`;
    throw new CliError(EXIT.usage, `${found}, expected another name`);
  } catch (error) {
    if (!(error instanceof MeasureError)) throw error;
    const lines = error.problems.map(
      ({ path, found, expected }) => `--measure ${path}: found ${found}, expected ${expected}`,
    );
    throw new CliError(EXIT.usage, lines.join('\n'), { cause: error });
  }
}
