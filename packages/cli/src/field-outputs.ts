import type { World } from '@skein/core';
import { type FieldColumns, fieldColumns } from '@skein/sweep/tables';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { type FieldOutput, isPicture } from './run-options.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { TableFile } from './table-file.ts';

/** Writes fields of a world to files. A table gets the values at each sample. A picture shows only the last state. */
export class FieldOutputs implements AsyncDisposable {
  readonly #tables: { readonly file: TableFile; readonly columns: FieldColumns }[] = [];
  readonly #pictures: FieldOutput[] = [];

  private constructor() {}

  /** @throws CliError for a field that does not exist or cannot be drawn, and for a file that cannot be written */
  static async open(world: World, outputs: readonly FieldOutput[]): Promise<FieldOutputs> {
    const opened = new FieldOutputs();
    try {
      for (const output of outputs) {
        checkField(world, output);
        if (isPicture(output)) {
          await checkSavable(output.path);
          opened.#pictures.push(output);
          continue;
        }
        const columns = fieldColumns(world, output.name);
        const file = await TableFile.open(output.path, `field ${output.name}`, columns.schema);
        opened.#tables.push({ file, columns });
      }
    } catch (error) {
      await opened[Symbol.asyncDispose]();
      throw error;
    }
    return opened;
  }

  get files(): readonly TableFile[] {
    return this.#tables.map(({ file }) => file);
  }

  /** Appends the current values of the fields to their tables. */
  async write(world: World): Promise<void> {
    for (const { file, columns } of this.#tables) await file.write(world.tick, columns.rows());
  }

  /**
   * Draws the current values of the fields, and saves the pictures.
   * @throws CliError when a file cannot be written
   */
  async draw(world: World): Promise<void> {
    if (this.#pictures.length === 0) return;
    // Loaded only here, so that runs without pictures start faster.
    const { fieldPicture } = await import('./field-picture.ts');
    for (const { name, path } of this.#pictures) await saveFile(path, fieldPicture(world, name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { file } of this.#tables) await file[Symbol.asyncDispose]();
  }
}

function checkField({ scenario }: World, output: FieldOutput): void {
  const names = (scenario.fields ?? []).map(({ name }) => name);
  if (!names.includes(output.name)) {
    const expected = names.length === 0 ? 'a scenario with fields' : `a field: ${names.join(', ')}`;
    throw new CliError(EXIT.usage, `--field: found ${output.name}, expected ${expected}`);
  }
  if (isPicture(output) && scenario.dimensions === 3) {
    const expected = 'a field in the plane; write a table, such as .csv';
    throw new CliError(
      EXIT.usage,
      `--field: found ${output.path} of a field in space, expected ${expected}`,
    );
  }
}
